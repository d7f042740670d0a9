/*
 * The mix of SHA-1 (FIPS 180-4 section 6.1.2).
 */
#include "digests.h"

/* Rounds `first` to `first` + 19 have one function of b, c and d. */
#define ROUNDS(first, mixed)                                                                       \
    for (unsigned i = (first); i < (first) + 20; i += 5)                                           \
        UNROLL(5) for (unsigned j = 0; j < 5; j++)                                                 \
        {                                                                                          \
            uint32_t *const word = &words[(i + j) % 16];                                           \
            const uint32_t sum = rotate_left(a, 5) + (mixed) + e + *word;                          \
                                                                                                   \
            *word = rotate_left(words[(i + j + 13) % 16] ^ words[(i + j + 8) % 16] ^               \
                                    words[(i + j + 2) % 16] ^ *word,                               \
                                1);                                                                \
            e = d;                                                                                 \
            d = c;                                                                                 \
            c = rotate_left(b, 30);                                                                \
            b = a;                                                                                 \
            a = sum;                                                                               \
        }

INTERNAL void mix_sha1(digest_state_t *state, const uint8_t *block)
{
    uint32_t *const s = state->of32, a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], words[16];

    digest_words(words, block, false);
    ROUNDS(0, (d ^ (b & (c ^ d))) + 0x5a827999)
    ROUNDS(20, (b ^ c ^ d) + 0x6ed9eba1)
    ROUNDS(40, ((b & c) | (d & (b | c))) + 0x8f1bbcdc)
    ROUNDS(60, (b ^ c ^ d) + 0xca62c1d6)
    s[0] += a;
    s[1] += b;
    s[2] += c;
    s[3] += d;
    s[4] += e;
}

#undef ROUNDS
