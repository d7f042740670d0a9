/*
 * The mix of MD5 (RFC 1321 section 3.4).
 */
#include "digests.h"

/* 2^32 times the sines of 1 to 64, without their signs */
static const uint32_t md5_sines[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

/* Rounds `first` to `first` + 15 have one function of b, c and d, one order of the words, and four
 * shifts in turn. */
#define ROUNDS(first, mixed, place, ...)                                                           \
    UNROLL(16) for (unsigned i = 0; i < 16; i++)                                                   \
    {                                                                                              \
        static const uint8_t shifts[4] = {__VA_ARGS__};                                            \
        const uint32_t sum = a + (mixed) + md5_sines[(first) + i] + words[(place) % 16];           \
                                                                                                   \
        a = d;                                                                                     \
        d = c;                                                                                     \
        c = b;                                                                                     \
        b += rotate_left(sum, shifts[i % 4]);                                                      \
    }

INTERNAL void mix_md5(digest_state_t *state, const uint8_t *block)
{
    uint32_t *const s = state->of32, a = s[0], b = s[1], c = s[2], d = s[3], words[16];

    digest_words(words, block, true);
    ROUNDS(0, d ^ (b & (c ^ d)), i, 7, 12, 17, 22)
    ROUNDS(16, c ^ (d & (b ^ c)), 5 * i + 1, 5, 9, 14, 20)
    ROUNDS(32, b ^ c ^ d, 3 * i + 5, 4, 11, 16, 23)
    ROUNDS(48, c ^ (b | ~d), 7 * i, 6, 10, 15, 21)
    s[0] += a;
    s[1] += b;
    s[2] += c;
    s[3] += d;
}

#undef ROUNDS
