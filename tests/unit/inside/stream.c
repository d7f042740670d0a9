/*
 * The variants of the stream cipher: this file compiles the core into itself, so that it sees
 * stream_variants, and compares each that this processor supports with the vectors of the standards
 * and with OpenSSL.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fake_cpuid.h"
#include "../../../core/uuid9562.c"

#include <stdio.h>

#include "../fence.h"
#include "../run.c"

enum { VARIANTS = sizeof stream_variants / sizeof *stream_variants, LONGEST = 65536 };

static const struct cipher {
    const stream_variant_t *variant;
    size_t block;
    const char *name; /* as OpenSSL has it */
} ciphers[] = {
#if defined __x86_64__
    {&stream_vaes, 16, "AES-256-CTR"},
    {&stream_aes, 16, "AES-256-CTR"},
#endif
#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    {&stream_aes_arm, 16, "AES-256-CTR"},
#endif
    {&stream_chacha20, 64, "ChaCha20"},
};
_Static_assert(sizeof ciphers / sizeof *ciphers == VARIANTS, "each is tested");

/* A test that runs once in each variant that this processor supports. */
#define EACH_VARIANT(name)                                                                         \
    static void name(const struct cipher *cipher);                                                 \
    LOOP_TEST(name##_in_each_variant, VARIANTS)                                                    \
    {                                                                                              \
        if (ciphers[_i].variant->is_supported()) {                                                 \
            stream_chosen = ciphers[_i].variant;                                                   \
            name(&ciphers[_i]);                                                                    \
        }                                                                                          \
    }                                                                                              \
    static void name(const struct cipher *cipher)

static const uint8_t key[STREAM_KEY] = "any 32 bytes can serve as a key";
static fence_t outs, works;
static stream_work_t *work;

__attribute__((constructor)) static void make_room(void)
{
    outs = fence_around(LONGEST + 2 * STREAM_BATCH);
    works = fence_around(sizeof *work);
    work = (stream_work_t *)fence_place(&works, true, sizeof *work);
}

/* ---- the bytes ---- */

#if __has_include(<openssl/evp.h>)
#include <openssl/evp.h>

/* A stream from the block of this number on. */
static void expect_stream(uint8_t *out, size_t count, const struct cipher *cipher, uint64_t nonce,
                          uint64_t number)
{
    EVP_CIPHER *evp = EVP_CIPHER_fetch(NULL, cipher->name, NULL);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    uint8_t start[16];
    int length;

    if (cipher->block == 16) {
        layout_write64(start, nonce);
        layout_write64(start + 8, number);
    } else {
        layout_write64(start, __builtin_bswap64(number));
        layout_write64(start + 8, __builtin_bswap64(nonce));
    }
    memset(out, 0, count);
    require(EVP_EncryptInit_ex2(context, evp, key, start, NULL) &&
            EVP_EncryptUpdate(context, out, &length, out, (int)count));
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(evp);
}
#else /* what the variant generates in single batches */
static void expect_stream(uint8_t *out, size_t count, const struct cipher *cipher, uint64_t nonce,
                          uint64_t number)
{
    const stream_variant_t *variant = cipher->variant;

    variant->expand(work->schedule, key);
    for (size_t done = 0; done < count; done += variant->batch) {
        variant->generate(work->tail, 1, work->schedule, nonce,
                          number / (variant->batch / cipher->block) + done / variant->batch);
        memcpy(out + done, work->tail,
               count - done < variant->batch ? count - done : variant->batch);
    }
}
#endif

static const uint64_t nonces[] = {0, 1, UINT64_C(1) << 63, UINT64_MAX};
enum { NONCES = sizeof nonces / sizeof *nonces };

static bool is_zeros(const void *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (((const uint8_t *)bytes)[i] != 0)
            return false;
    return true;
}

/* Of this length, at either end of memory that ends there; the work is zeros afterwards. */
static void check_length(const struct cipher *cipher, size_t length)
{
    static uint8_t expected[LONGEST + 2 * STREAM_BATCH];

    for (int i = 0; i < NONCES; i++) {
        uint8_t *out = (uint8_t *)fence_place(&outs, i % 2, length);

        expect_stream(expected, length, cipher, nonces[i], 0);
        memset(out, 0x5a, length);
        memset(work, 0x5a, sizeof *work);
        crypto_stream(out, length, key, nonces[i], work);
        require_msg(memcmp(out, expected, length) == 0, "%s: %zu bytes, nonce %" PRIx64,
                    cipher->variant->name, length, nonces[i]);
        require(is_zeros(work, sizeof *work));
    }
}

EACH_VARIANT(every_length)
{
    static const size_t fills[] = {1024, 3072, 31744, LONGEST};

    for (size_t length = 0; length <= 600; length++)
        check_length(cipher, length);
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++)
        for (size_t around = 0; around <= 2 * STREAM_BATCH; around += STREAM_BATCH / 2)
            for (size_t by = 0; by < 3; by++)
                check_length(cipher, fills[i] - STREAM_BATCH + around - 1 + by);
}

/* Where a number gets another digit, and at the end of all. */
EACH_VARIANT(every_number_of_a_batch)
{
    const stream_variant_t *variant = cipher->variant;
    const uint64_t blocks = variant->batch / cipher->block;
    uint8_t out[2 * STREAM_BATCH], expected[2 * STREAM_BATCH];

    variant->expand(work->schedule, key);
    for (unsigned bit = 8; bit <= 64; bit++) {
        const size_t batches = bit < 64 ? 2 : 1;
        const uint64_t number = (bit < 64 ? UINT64_C(1) << bit : 0) - blocks;

        expect_stream(expected, batches * variant->batch, cipher, 1, number);
        variant->generate(out, batches, work->schedule, 1, number / blocks);
        require_msg(memcmp(out, expected, batches * variant->batch) == 0, "%s: block %" PRIx64,
                    variant->name, number);
    }
}

EACH_VARIANT(the_bytes_may_overwrite_their_key)
{
    static const size_t places[] = {0, 8, 256, 1000 - STREAM_KEY, 1000 - 8};
    uint8_t out[1000 + STREAM_KEY], expected[1000];

    expect_stream(expected, sizeof expected, cipher, 1, 0);
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        memcpy(out + places[i], key, sizeof key);
        crypto_stream(out, 1000, out + places[i], 1, work);
        require_mem(out, expected, 1000);
    }
}

/* ---- the vectors of the standards ---- */

static size_t from_hex(uint8_t *bytes, const char *text)
{
    const size_t length = strlen(text) / 2;

    for (size_t i = 0; i < length; i++)
        require_eq(sscanf(text + 2 * i, "%2hhx", &bytes[i]), 1);
    return length;
}

#define KEY_0_TO_31 "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"

/* A row's bytes are those of the blocks from a number on. */
static const struct vector {
    const char *source;
    size_t block;
    const char *key;
    uint64_t nonce, number;
    const char *bytes;
} vectors[] = {
    {"FIPS 197 C.3", 16, KEY_0_TO_31, 0x0011223344556677, 0x8899aabbccddeeff,
     "8ea2b7ca516745bfeafc49904b496089"},
    {"SP 800-38A F.5.5", 16, "603deb1015ca71be2b73aef0857d77811f352c073b6108d72d9810a30914dff4",
     0xf0f1f2f3f4f5f6f7, 0xf8f9fafbfcfdfeff,
     "0bdf7df1591716335e9a8b15c860c5025a6e699d536119065433863c8f657b94"
     "1bc12c9c01610d5d0d8bd6a3378eca622956e1c8693536b1bee99c73a31576b6"},
    {"RFC 8439 2.3.2", 64, KEY_0_TO_31, 0x4a000000, 0x0900000000000001,
     "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
     "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"},
    {"RFC 8439 2.4.2", 64, KEY_0_TO_31, 0x4a000000, 1,
     "224f51f3401bd9e12fde276fb8631ded8c131f823d2c06e27e4fcaec9ef3cf78"
     "8a3b0aa372600a92b57974cded2b9334794cba40c63e34cdea212c4cf07d41b7"
     "69a6749f3f630f4122cafe28ec4dc47e26d4346d70b98c73f3e9c53ac40c5945"
     "398b6eda1a832c89c167eacd901d7e2bf363"},
};

EACH_VARIANT(vectors_of_the_standards)
{
    const stream_variant_t *variant = cipher->variant;
    const uint64_t blocks = variant->batch / cipher->block;

    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const struct vector *vector = &vectors[i];
        uint8_t given[STREAM_KEY], out[2 * STREAM_BATCH], expected[STREAM_BATCH];
        const size_t length = from_hex(expected, vector->bytes);

        if (vector->block != cipher->block)
            continue;
        from_hex(given, vector->key);
        variant->expand(work->schedule, given);
        variant->generate(out, 2, work->schedule, vector->nonce, vector->number / blocks);
        require_msg(memcmp(out + vector->number % blocks * cipher->block, expected, length) == 0,
                    "%s: %s", variant->name, vector->source);
    }
}

/* ---- the key ---- */

#if __has_include(<valgrind/memcheck.h>)
#include <valgrind/memcheck.h>

/* Under valgrind (test_sanitizers.py), to which the key is undefined: then a branch or an address
 * that depends on it, or on the stream, is an error. */
EACH_VARIANT(nothing_is_decided_by_the_key)
{
    uint8_t secret[STREAM_KEY], out[1000], undefined[sizeof out];

    memcpy(secret, key, sizeof secret);
    (void)VALGRIND_MAKE_MEM_UNDEFINED(secret, sizeof secret);
    crypto_stream(out, sizeof out, secret, 0, work);
    for (size_t i = 0; VALGRIND_GET_VBITS(out, undefined, sizeof out) == 1 && i < sizeof out; i++)
        require_msg(undefined[i] == 0xff, "%s: byte %zu", cipher->variant->name, i);
}
#endif

/* The vector registers, as far as the processor has them. */
typedef struct vectors_now {
    _Alignas(64) uint8_t bytes[4096];
} vectors_now_t;

#if defined __x86_64__
static ALWAYS_INLINE void read_registers(vectors_now_t *now)
{
    if (__builtin_cpu_supports("avx"))
        __asm__ volatile("xsave %0" : "+m"(*now) : "a"(0xe6), "d"(0)); /* to those of AVX-512 */
    else
        __asm__ volatile("fxsave %0" : "+m"(*now));
}
#elif defined __aarch64__
#define STORE(i, j) "stp q" #i ", q" #j ", [%0], #32\n\t"
static ALWAYS_INLINE void read_registers(vectors_now_t *now)
{
    uint8_t *to = now->bytes;

    __asm__ volatile(STORE(0, 1) STORE(2, 3) STORE(4, 5) STORE(6, 7) STORE(8, 9) STORE(10, 11)
                         STORE(12, 13) STORE(14, 15) STORE(16, 17) STORE(18, 19) STORE(20, 21)
                             STORE(22, 23) STORE(24, 25) STORE(26, 27) STORE(28, 29) STORE(30, 31)
                     : "+r"(to)
                     :
                     : "memory");
}
#endif

#if defined __x86_64__ || defined __aarch64__
/* They are the same after any key. */
EACH_VARIANT(nothing_of_a_key_is_left_in_vector_registers)
{
    static const size_t lengths[] = {1, 32, 1000, 1024};
    static const uint8_t other[STREAM_KEY];
    static vectors_now_t now[2];
    uint8_t out[1024];

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        crypto_stream(out, lengths[i], key, 0, work);
        read_registers(&now[0]);
        crypto_stream(out, lengths[i], other, 0, work);
        read_registers(&now[1]);
        require_msg(memcmp(&now[0], &now[1], sizeof *now) == 0, "%s: %zu bytes",
                    cipher->variant->name, lengths[i]);
    }
}
#endif

/* ---- which variant is chosen ---- */

/* The fastest that runs here, of those that are not faster than this one. */
static const stream_variant_t *first_from(const stream_variant_t *variant)
{
    size_t v = 0;

    while (stream_variants[v] != variant)
        v++;
    while (!stream_variants[v]->is_supported())
        v++;
    return stream_variants[v];
}

static const stream_variant_t *chosen(void)
{
    uint8_t out;

    stream_chosen = NULL;
    crypto_stream(&out, sizeof out, key, 0, work);
    return stream_chosen;
}

TEST(the_fastest_that_runs_is_chosen)
{
    require(chosen() == first_from(stream_variants[0]));
    require(stream_variants[VARIANTS - 1] == &stream_chacha20 && stream_chacha20.is_supported());
    printf("stream: variants"); /* tests/on_demand/platforms.py wants to know */
    for (int v = 0; v < VARIANTS; v++)
        if (stream_variants[v]->is_supported())
            printf(" %s", stream_variants[v]->name);
    printf("\n");
}

#ifdef __x86_64__
TEST(a_variant_that_lacks_something_is_passed_over)
{
    static const struct {
        lack_t lack;
        const stream_variant_t *fastest;
    } rows[] = {
        {{.leaves = 8}, &stream_vaes},
        {{.leaves = 7}, &stream_aes},
        {{.ecx_of_7 = bit_VAES}, &stream_aes},
        {{.ecx_of_7 = ~(unsigned)bit_VAES}, &stream_vaes},
        {{.ebx_of_7 = bit_AVX2}, &stream_aes},
        {{.ebx_of_7 = ~(unsigned)bit_AVX2}, &stream_vaes},
        {{.ecx_of_1 = bit_OSXSAVE}, &stream_aes},
        {{.ecx_of_1 = bit_AES}, &stream_chacha20},
        {{.ecx_of_1 = bit_SSSE3}, &stream_chacha20},
        {{.ecx_of_1 = ~(unsigned)(bit_OSXSAVE | bit_SSSE3 | bit_AES)}, &stream_vaes},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const stream_variant_t *expected = first_from(rows[i].fastest);

        lack = rows[i].lack;
        require_msg(chosen() == expected, "row %zu", i);
        lack = (lack_t){0};
    }
}
#endif
