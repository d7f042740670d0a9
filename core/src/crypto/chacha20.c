/*
 * ChaCha20 (RFC 8439 section 2.3) in plain C, for processors without AES (stream.h): four blocks
 * side by side, in vectors that gcc and clang map to the processor's own, or to words.
 *
 * The number of a block has 64 bits here, as in the first ChaCha, and the nonce has 64. With fewer
 * than 2^32 blocks this is RFC 8439 with a nonce that begins with four zeros.
 */
#include "stream.h"

#include "../system/os.h"

#ifndef OS_UNBUFFERED
#include <string.h>

#include "../wipe.h"

enum { CHACHA_WORDS = 16, CHACHA_BLOCKS = 4, CHACHA_BATCH = 4 * CHACHA_WORDS * CHACHA_BLOCKS };

/* One word of each block. */
typedef uint32_t words_t __attribute__((vector_size(4 * CHACHA_BLOCKS)));

static ALWAYS_INLINE uint32_t little_endian(uint32_t value)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    return __builtin_bswap32(value);
#else
    return value;
#endif
}

static ALWAYS_INLINE void chacha_step(words_t *sum, const words_t *added, words_t *turned, int by)
{
    *sum += *added;
    *turned ^= *sum;
    *turned = *turned << by | *turned >> (32 - by);
}

static ALWAYS_INLINE void quarter_round(words_t *a, words_t *b, words_t *c, words_t *d)
{
    chacha_step(a, b, d, 16);
    chacha_step(c, d, b, 12);
    chacha_step(a, b, d, 8);
    chacha_step(c, d, b, 7);
}

/* From the block of this number on, a multiple of four. */
static NEVER_INLINE void chacha_blocks(uint8_t *out, const uint8_t *key, uint64_t nonce,
                                       uint64_t block)
{
    uint32_t begin[CHACHA_WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    words_t start[CHACHA_WORDS], x[CHACHA_WORDS];

    memcpy(begin + 4, key, STREAM_KEY);
    for (int i = 4; i < 12; i++)
        begin[i] = little_endian(begin[i]);
    begin[12] = (uint32_t)block;
    begin[13] = (uint32_t)(block >> 32);
    begin[14] = (uint32_t)nonce;
    begin[15] = (uint32_t)(nonce >> 32);
    for (int i = 0; i < CHACHA_WORDS; i++)
        start[i] = (words_t){0} + begin[i];
    start[12] += (words_t){0, 1, 2, 3};

    memcpy(x, start, sizeof x);
    for (int i = 0; i < 10; i++) {
        quarter_round(&x[0], &x[4], &x[8], &x[12]);
        quarter_round(&x[1], &x[5], &x[9], &x[13]);
        quarter_round(&x[2], &x[6], &x[10], &x[14]);
        quarter_round(&x[3], &x[7], &x[11], &x[15]);
        quarter_round(&x[0], &x[5], &x[10], &x[15]);
        quarter_round(&x[1], &x[6], &x[11], &x[12]);
        quarter_round(&x[2], &x[7], &x[8], &x[13]);
        quarter_round(&x[3], &x[4], &x[9], &x[14]);
    }
    for (int i = 0; i < CHACHA_WORDS; i++)
        x[i] += start[i];

    for (int i = 0; i < CHACHA_BLOCKS; i++)
        for (int j = 0; j < CHACHA_WORDS; j++, out += 4) {
            const uint32_t word = little_endian(x[j][i]);
            memcpy(out, &word, sizeof word);
        }
}

static void expand_chacha20(uint8_t *schedule, const uint8_t key[STREAM_KEY])
{
    memcpy(schedule, key, STREAM_KEY);
}

/* Ends with blocks of a public key, which overwrite what the others left in registers. */
static void generate_chacha20(uint8_t *out, size_t batches, const uint8_t *schedule, uint64_t nonce,
                              uint64_t first)
{
    static const uint8_t zeros[STREAM_KEY];
    uint8_t unused[CHACHA_BATCH];

    for (; batches > 0; batches--, first++, out += CHACHA_BATCH)
        chacha_blocks(out, schedule, nonce, CHACHA_BLOCKS * first);
    chacha_blocks(unused, zeros, 0, 0);
    __asm__ volatile("" : : "r"(unused) : "memory"); /* keeps the call */
    wipe(unused, sizeof unused);
}

static bool supports_chacha20(void)
{
    return true;
}

INTERNAL const stream_variant_t stream_chacha20 = {
    .name = "chacha20",
    .is_supported = supports_chacha20,
    .batch = CHACHA_BATCH,
    .expand = expand_chacha20,
    .generate = generate_chacha20,
};

#endif
