/*
 * Digests by ourselves, in each variant that this processor has: the examples of the standards, and
 * beside OpenSSL's, names of all lengths around the ends of blocks, in two pieces. This file
 * compiles the core into itself without OpenSSL.
 */
#define UUID9562_OMIT_OPENSSL
#include "fake_cpuid.h"
#include "../../../core/uuid9562.c"

#include <openssl/evp.h>

#include "../run.c"

enum { LONGEST = 300 };

/* "abc" (RFC 1321 section A.5; FIPS 180-4, by NIST's Cryptographic Standards and Guidelines) */
#define OPENSSL_NAME(name, value, openssl_name, ...) [value] = openssl_name,
static const char *const openssl_names[] = {DIGESTS(OPENSSL_NAME)};
static const char examples[DIGEST_COUNT][33] = {
    [UUID9562_SHA256] = "ba7816bf8f01cfea414140de5dae2223",
    [UUID9562_MD5] = "900150983cd24fb0d6963f7d28e17f72",
    [UUID9562_SHA1] = "a9993e364706816aba3e25717850c26c",
    [UUID9562_SHA384] = "cb00753f45a35e8bb5a03d699ac65007",
    [UUID9562_SHA512] = "ddaf35a193617abacc417349ae204131",
};

static void require_digest(uuid9562_digest_t digest, const EVP_MD *md, const uint8_t *bytes,
                           size_t head, size_t length)
{
    uint8_t got[DIGEST_ROOM], expected[EVP_MAX_MD_SIZE];

    assert_ok(crypto_digest(got, digest, bytes, head, bytes + head, length - head));
    require(EVP_Digest(bytes, length, expected, NULL, md, NULL));
    require_mem(got, expected, sizeof(uuid9562_t));
}

static void check_digest(uuid9562_digest_t digest)
{
    static uint8_t bytes[1 << 20];
    const struct digest_row *row = &digest_rows[digest];
    digest_run_t run = {.row = row, .mix = row->mix, .length = UINT64_C(1) << 32};
    EVP_MD *md = EVP_MD_fetch(NULL, openssl_names[digest], NULL);
    uint8_t out[DIGEST_ROOM];
    char text[32];
    unsigned seed = 1321;

    assert_ok(crypto_digest(out, digest, "a", 1, "bc", 2));
    hex_portable.write_bare(text, out);
    require_mem(text, examples[digest], 32);
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(rand_r(&seed) >> 8);
    require(md != NULL);
    for (size_t length = 0; length <= LONGEST; length++)
        for (int round = 0; round < 4; round++)
            require_digest(digest, md, bytes + (size_t)rand_r(&seed) % LONGEST,
                           (size_t)rand_r(&seed) % (length + 1), length);
    require_digest(digest, md, bytes, 16, sizeof bytes);
    EVP_MD_free(md);
    add_end(&run); /* the number of bits after 4 GiB, which take half a minute */
    require_eq(run.block[row->block - (row->is_little ? 4 : 5)], 8);
}

TEST(each_variant)
{
    int tested = 0;

    for (size_t i = 0; i < sizeof digest_variants / sizeof *digest_variants; i++) {
        digest_chosen = digest_variants[i];
        if (digest_chosen->is_supported != NULL && !digest_chosen->is_supported())
            continue;
        for (int digest = 0; digest < DIGEST_COUNT; digest++)
            check_digest((uuid9562_digest_t)digest);
        tested++;
    }
    require_le(1, tested);
}

#ifdef DIGEST_SHA_NI
TEST(a_processor_that_lacks_something_has_the_portable_ones)
{
    static const lack_t lacks[] = {{.leaves = 7}, {.ecx_of_1 = bit_SSE4_1}, {.ebx_of_7 = bit_SHA}};

    for (size_t i = 0; i < sizeof lacks / sizeof *lacks; i++) {
        lack = lacks[i];
        require(choose_digests() == &digest_portable);
    }
    lack = (lack_t){0};
    require(choose_digests() == (digest_sha_ni.is_supported() ? &digest_sha_ni : &digest_portable));
}
#endif
