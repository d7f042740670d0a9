/*
 * AES-256 in counter mode by the instructions of x86-64 (stream.h): 8 registers side by side, each
 * of one block (AES-NI) or of two (VAES).
 *
 * With VAES a block takes half the time. Registers of four blocks (AVX-512) were tried: they take
 * another 2 %, too little for a variant.
 *
 * A counter block is the nonce and the number of the block, 64 bits each, big-endian.
 */
#include "stream.h"

#include "../system/os.h"

#if defined __x86_64__ && !defined OS_UNBUFFERED
#include <immintrin.h>

#include "../processor.h"

#define AES  __attribute__((target("aes,ssse3")))
#define VAES __attribute__((target("aes,avx2,vaes")))

enum { AES_ROUNDS = 14 };
_Static_assert((AES_ROUNDS + 1) * sizeof(__m128i) == STREAM_SCHEDULE, "a key for each, and one");

/* Clears the vector registers at the end of a function. (Those that only AVX-512 has are used, and
 * left, where the whole program is compiled for it.) */
#define ZERO(i) "pxor %%xmm" #i ", %%xmm" #i "\n\t"
#define ZERO_SSE                                                                                   \
    ZERO(0)                                                                                        \
    ZERO(1) ZERO(2) ZERO(3) ZERO(4) ZERO(5) ZERO(6) ZERO(7) ZERO(8) ZERO(9) ZERO(10) ZERO(11)      \
        ZERO(12) ZERO(13) ZERO(14) ZERO(15)
#define CLEAR(instructions)                                                                        \
    __asm__ volatile(instructions                                                                  \
                     :                                                                             \
                     :                                                                             \
                     : "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8",     \
                       "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15")

/* ---- the key schedule (FIPS 197 section 5.2) ---- */

AES static ALWAYS_INLINE __m128i next_round_key(__m128i key, __m128i word)
{
    key = _mm_xor_si128(key, _mm_slli_si128(key, 4));
    key = _mm_xor_si128(key, _mm_slli_si128(key, 8));
    return _mm_xor_si128(key, word);
}

/* Round key i, which is even, and the one that follows. */
#define ROUND_KEY(i, constant)                                                                     \
    even =                                                                                         \
        next_round_key(even, _mm_shuffle_epi32(_mm_aeskeygenassist_si128(odd, constant), 0xff));   \
    keys[i] = even;
#define ROUND_KEYS(i, constant)                                                                    \
    ROUND_KEY(i, constant)                                                                         \
    odd = next_round_key(odd, _mm_shuffle_epi32(_mm_aeskeygenassist_si128(even, 0), 0xaa));        \
    keys[(i) + 1] = odd;

AES static void expand_aes(uint8_t *schedule, const uint8_t key[STREAM_KEY])
{
    __m128i *const keys = (__m128i *)schedule;
    __m128i even = _mm_loadu_si128((const __m128i *)key);
    __m128i odd = _mm_loadu_si128((const __m128i *)key + 1);

    keys[0] = even;
    keys[1] = odd;
    ROUND_KEYS(2, 0x01)
    ROUND_KEYS(4, 0x02)
    ROUND_KEYS(6, 0x04)
    ROUND_KEYS(8, 0x08)
    ROUND_KEYS(10, 0x10)
    ROUND_KEYS(12, 0x20)
    ROUND_KEY(14, 0x40)
}

#undef ROUND_KEY
#undef ROUND_KEYS

/* ---- the blocks ---- */

/* X(i, ...) for each of the 8 registers: a compiler leaves a loop. */
#define EACH(X, ...)                                                                               \
    X(0, __VA_ARGS__)                                                                              \
    X(1, __VA_ARGS__)                                                                              \
    X(2, __VA_ARGS__)                                                                              \
    X(3, __VA_ARGS__)                                                                              \
    X(4, __VA_ARGS__)                                                                              \
    X(5, __VA_ARGS__)                                                                              \
    X(6, __VA_ARGS__)                                                                              \
    X(7, __VA_ARGS__)

#define COUNT(i, of)                                                                               \
    blocks##i = of##_shuffle_epi8(counter, swap) ^ key;                                            \
    counter = of##_add_epi64(counter, step);
#define ROUND(i, encrypt)         blocks##i = encrypt(blocks##i, key);
#define FINISH(i, encrypt, store) store(to + i, encrypt(blocks##i, key));

/* Of registers of a type, by the intrinsics whose names begin with `of`. */
#define GENERATE(type, of, spread, encrypt, encrypt_last, store)                                   \
    for (type *to = (type *)out; batches > 0; batches--, to += 8) {                                \
        type blocks0, blocks1, blocks2, blocks3, blocks4, blocks5, blocks6, blocks7;               \
        type key = spread(keys[0]);                                                                \
                                                                                                   \
        EACH(COUNT, of)                                                                            \
        for (int round = 1; round < AES_ROUNDS; round++) {                                         \
            key = spread(keys[round]);                                                             \
            EACH(ROUND, of##encrypt)                                                               \
        }                                                                                          \
        key = spread(keys[AES_ROUNDS]);                                                            \
        EACH(FINISH, of##encrypt_last, of##store)                                                  \
    }

/* The bytes of a block's two numbers, in the order of the stream. */
#define SWAP _mm_set_epi64x(0x0001020304050607, 0x08090a0b0c0d0e0f)

AES static void generate_aes(uint8_t *out, size_t batches, const uint8_t *schedule, uint64_t nonce,
                             uint64_t first)
{
    const __m128i *const keys = (const __m128i *)schedule;
    const __m128i swap = SWAP, step = _mm_set_epi64x(0, 1);
    __m128i counter = _mm_set_epi64x((int64_t)nonce, (int64_t)(8 * first));

    GENERATE(__m128i, _mm, , _aesenc_si128, _aesenclast_si128, _storeu_si128)
    CLEAR(ZERO_SSE);
}

VAES static void generate_vaes(uint8_t *out, size_t batches, const uint8_t *schedule,
                               uint64_t nonce, uint64_t first)
{
    const __m128i *const keys = (const __m128i *)schedule;
    const __m256i swap = _mm256_broadcastsi128_si256(SWAP), step = _mm256_set_epi64x(0, 2, 0, 2);
    __m256i counter = _mm256_set_epi64x((int64_t)nonce, (int64_t)(16 * first + 1), (int64_t)nonce,
                                        (int64_t)(16 * first));

    GENERATE(__m256i, _mm256, _mm256_broadcastsi128_si256, _aesenc_epi128, _aesenclast_epi128,
             _storeu_si256)
    CLEAR("vzeroall");
}

#undef EACH
#undef COUNT
#undef ROUND
#undef FINISH
#undef GENERATE

INTERNAL const stream_variant_t stream_aes = {
    .name = "aes",
    .is_supported = processor_has_aes,
    .batch = 8 * sizeof(__m128i),
    .expand = expand_aes,
    .generate = generate_aes,
};

INTERNAL const stream_variant_t stream_vaes = {
    .name = "vaes",
    .is_supported = processor_has_vaes,
    .batch = 8 * sizeof(__m256i),
    .expand = expand_aes,
    .generate = generate_vaes,
};

#endif
