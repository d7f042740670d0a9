/*
 * The mixes of SHA-2 (FIPS 180-4 sections 6.2.2 and 6.4.2): SHA-512 has words of 64 bits and 80
 * rounds, SHA-256 words of 32 bits, 64 rounds and the first halves of the same constants.
 */
#include "digests.h"

#include "../bits/layout.h"

INTERNAL const uint64_t sha2_roots[80] = {
    0x428a2f98d728ae22, 0x7137449123ef65cd, 0xb5c0fbcfec4d3b2f, 0xe9b5dba58189dbbc,
    0x3956c25bf348b538, 0x59f111f1b605d019, 0x923f82a4af194f9b, 0xab1c5ed5da6d8118,
    0xd807aa98a3030242, 0x12835b0145706fbe, 0x243185be4ee4b28c, 0x550c7dc3d5ffb4e2,
    0x72be5d74f27b896f, 0x80deb1fe3b1696b1, 0x9bdc06a725c71235, 0xc19bf174cf692694,
    0xe49b69c19ef14ad2, 0xefbe4786384f25e3, 0x0fc19dc68b8cd5b5, 0x240ca1cc77ac9c65,
    0x2de92c6f592b0275, 0x4a7484aa6ea6e483, 0x5cb0a9dcbd41fbd4, 0x76f988da831153b5,
    0x983e5152ee66dfab, 0xa831c66d2db43210, 0xb00327c898fb213f, 0xbf597fc7beef0ee4,
    0xc6e00bf33da88fc2, 0xd5a79147930aa725, 0x06ca6351e003826f, 0x142929670a0e6e70,
    0x27b70a8546d22ffc, 0x2e1b21385c26c926, 0x4d2c6dfc5ac42aed, 0x53380d139d95b3df,
    0x650a73548baf63de, 0x766a0abb3c77b2a8, 0x81c2c92e47edaee6, 0x92722c851482353b,
    0xa2bfe8a14cf10364, 0xa81a664bbc423001, 0xc24b8b70d0f89791, 0xc76c51a30654be30,
    0xd192e819d6ef5218, 0xd69906245565a910, 0xf40e35855771202a, 0x106aa07032bbd1b8,
    0x19a4c116b8d2d0c8, 0x1e376c085141ab53, 0x2748774cdf8eeb99, 0x34b0bcb5e19b48a8,
    0x391c0cb3c5c95a63, 0x4ed8aa4ae3418acb, 0x5b9cca4f7763e373, 0x682e6ff3d6b2b8a3,
    0x748f82ee5defb2fc, 0x78a5636f43172f60, 0x84c87814a1f0ab72, 0x8cc702081a6439ec,
    0x90befffa23631e28, 0xa4506cebde82bde9, 0xbef9a3f7b2c67915, 0xc67178f2e372532b,
    0xca273eceea26619c, 0xd186b8c721c0c207, 0xeada7dd6cde0eb1e, 0xf57d4f7fee6ed178,
    0x06f067aa72176fba, 0x0a637dc5a2c898a6, 0x113f9804bef90dae, 0x1b710b35131c471b,
    0x28db77f523047d84, 0x32caab7b40c72493, 0x3c9ebe0a15c9bebc, 0x431d67c49c100d4c,
    0x4cc5d4becb3e42b6, 0x597f299cfc657e2a, 0x5fcb6fab3ad6faec, 0x6c44198c4a475817,
};

#define ROTATED(x, bits)                ((x) >> (bits) | (x) << (8 * sizeof(x) - (bits)))
#define THRICE(x, first, second, third) (ROTATED(x, first) ^ ROTATED(x, second) ^ ROTATED(x, third))

/* After the words: `word_t` and how many rounds; the constant of round i; the sums of a word of the
 * state, and those of an earlier word, by their shifts. */
#define SHA2_BODY(s, word_t, rounds, constant, sum_a, sum_e, early, late)                          \
    word_t a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];         \
                                                                                                   \
    for (unsigned from = 0; from < (rounds); from += 16)                                           \
        UNROLL(16) for (unsigned i = from; i < from + 16; i++)                                     \
        {                                                                                          \
            word_t *const word = &words[i % 16];                                                   \
            const word_t first = h + sum_e(e) + (g ^ (e & (f ^ g))) + (constant) + *word;          \
            const word_t second = sum_a(a) + ((a & b) | (c & (a | b)));                            \
                                                                                                   \
            *word +=                                                                               \
                early(words[(i + 1) % 16]) + words[(i + 9) % 16] + late(words[(i + 14) % 16]);     \
            h = g, g = f, f = e, e = d + first;                                                    \
            d = c, c = b, b = a, a = first + second;                                               \
        }                                                                                          \
    s[0] += a, s[1] += b, s[2] += c, s[3] += d, s[4] += e, s[5] += f, s[6] += g, s[7] += h;

#define SUM_A(x) THRICE(x, 2, 13, 22)
#define SUM_E(x) THRICE(x, 6, 11, 25)
#define EARLY(x) (ROTATED(x, 7) ^ ROTATED(x, 18) ^ (x) >> 3)
#define LATE(x)  (ROTATED(x, 17) ^ ROTATED(x, 19) ^ (x) >> 10)

INTERNAL void mix_sha256(digest_state_t *state, const uint8_t *block)
{
    uint32_t words[16];

    digest_words(words, block, false);
    SHA2_BODY(state->of32, uint32_t, 64, (uint32_t)(sha2_roots[i] >> 32), SUM_A, SUM_E, EARLY, LATE)
}

#undef SUM_A
#undef SUM_E
#undef EARLY
#undef LATE
#define SUM_A(x) THRICE(x, 28, 34, 39)
#define SUM_E(x) THRICE(x, 14, 18, 41)
#define EARLY(x) (ROTATED(x, 1) ^ ROTATED(x, 8) ^ (x) >> 7)
#define LATE(x)  (ROTATED(x, 19) ^ ROTATED(x, 61) ^ (x) >> 6)

INTERNAL void mix_sha512(digest_state_t *state, const uint8_t *block)
{
    uint64_t words[16];

    for (int i = 0; i < 16; i++)
        words[i] = layout_read64(block + 8 * i);
    SHA2_BODY(state->of64, uint64_t, 80, sha2_roots[i], SUM_A, SUM_E, EARLY, LATE)
}

#undef SUM_A
#undef SUM_E
#undef EARLY
#undef LATE
#undef SHA2_BODY
#undef ROTATED
#undef THRICE
