/*
 * Digests by ourselves (crypto.h), for builds without OpenSSL: MD5 (RFC 1321), SHA-1 (RFC 3174) and
 * SHA-256 (FIPS 180-4), written to be small. With UUID9562_OMIT_DIGESTS there are none.
 *
 * The three have one frame: blocks of 64 bytes are 16 words, which change a state of 4, 5 or 8
 * words; after the data come a bit, zeros and the number of bits.
 */
#include "../system/os.h"

#if !defined OS_OPENSSL && !defined OS_CNG
#include <stdbool.h>
#include <string.h>

#include "crypto.h"

#ifdef UUID9562_OMIT_DIGESTS

INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length)
{
    (void)out, (void)digest, (void)head, (void)head_length, (void)tail, (void)tail_length;
    return UUID9562_ERR_DIGEST_POLICY;
}

#else

enum { DIGEST_BLOCK = 64, LENGTH_AT = 56 };

typedef void digest_mix_t(uint32_t state[8], uint32_t words[16]);

static uint32_t rotate_left(uint32_t value, unsigned bits) /* 1 to 31 */
{
    return value << bits | value >> (32 - bits);
}

/* (RFC 1321 section 3.4) */
static void mix_md5(uint32_t state[8], uint32_t words[16])
{
    /* 2^32 times the sines of 1 to 64, without their signs */
    static const uint32_t sines[64] = {
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a,
        0xa8304613, 0xfd469501, 0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
        0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821, 0xf61e2562, 0xc040b340,
        0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
        0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8,
        0x676f02d9, 0x8d2a4c8a, 0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
        0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70, 0x289b7ec6, 0xeaa127fa,
        0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
        0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92,
        0xffeff47d, 0x85845dd1, 0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
        0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
    };
    static const uint8_t shifts[4][4] = {
        {7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3];

    for (unsigned i = 0; i < 64; i++) {
        const unsigned places[4] = {i, 5 * i + 1, 3 * i + 5, 7 * i};
        const uint32_t mixed = i < 16   ? (b & c) | (~b & d)
                               : i < 32 ? (d & b) | (~d & c)
                               : i < 48 ? b ^ c ^ d
                                        : c ^ (b | ~d);
        const uint32_t sum = a + mixed + sines[i] + words[places[i / 16] % 16];

        a = d;
        d = c;
        c = b;
        b += rotate_left(sum, shifts[i / 16][i % 4]);
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
}

/* (RFC 3174 section 6.2) */
static void mix_sha1(uint32_t state[8], uint32_t words[16])
{
    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];

    for (unsigned i = 0; i < 80; i++) {
        uint32_t *word = &words[i % 16];
        const uint32_t mixed = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                               : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                               : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                        : (b ^ c ^ d) + 0xca62c1d6;
        uint32_t sum;

        if (i >= 16)
            *word = rotate_left(words[(i + 13) % 16] ^ words[(i + 8) % 16] ^ words[(i + 2) % 16] ^
                                    *word,
                                1);
        sum = rotate_left(a, 5) + mixed + e + *word;
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = sum;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

static uint32_t rotate_thrice(uint32_t value, unsigned first, unsigned second, unsigned third)
{
    return rotate_left(value, 32 - first) ^ rotate_left(value, 32 - second) ^
           rotate_left(value, 32 - third);
}

/* (FIPS 180-4 section 6.2.2) */
static void mix_sha256(uint32_t state[8], uint32_t words[16])
{
    /* the first 32 bits of the fractional parts of the cube roots of the first 64 primes */
    static const uint32_t roots[64] = {
        0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
        0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
        0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
        0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
        0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
        0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
        0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
        0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
        0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
        0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
        0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
    };
    uint32_t s[8]; /* a to h */

    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < 64; i++) {
        uint32_t *word = &words[i % 16];
        const uint32_t early = words[(i + 1) % 16], late = words[(i + 14) % 16];
        uint32_t first, second;

        if (i >= 16)
            *word += (rotate_left(early, 25) ^ rotate_left(early, 14) ^ early >> 3) +
                     words[(i + 9) % 16] +
                     (rotate_left(late, 15) ^ rotate_left(late, 13) ^ late >> 10);
        first = s[7] + rotate_thrice(s[4], 6, 11, 25) + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
                roots[i] + *word;
        second = rotate_thrice(s[0], 2, 13, 22) +
                 ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof *s);
        s[4] += first;
        s[0] = first + second;
    }
    for (int i = 0; i < 8; i++)
        state[i] += s[i];
}

/* ---- the frame ---- */

#define OF_MD5_AND_SHA1 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476

static const struct digest_kind {
    digest_mix_t *mix;
    bool is_little; /* the least significant byte of a word is the first */
    uint32_t start[8];
} digest_kinds[] = {
    [UUID9562_SHA256] = {mix_sha256,
                         false,
                         {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c,
                          0x1f83d9ab, 0x5be0cd19}},
    [UUID9562_MD5] = {mix_md5, true, {OF_MD5_AND_SHA1}},
    [UUID9562_SHA1] = {mix_sha1, false, {OF_MD5_AND_SHA1, 0xc3d2e1f0}},
};

typedef struct digest_run {
    const struct digest_kind *kind;
    uint32_t state[8];
    uint64_t length; /* in bytes, so far */
    uint8_t block[DIGEST_BLOCK];
} digest_run_t;

/* The place of byte i among the words. */
static unsigned shift_of(const digest_run_t *run, size_t i)
{
    return (unsigned)(run->kind->is_little ? i % 4 : 3 - i % 4) * 8;
}

static void add_byte(digest_run_t *run, uint8_t byte)
{
    uint32_t words[DIGEST_BLOCK / 4] = {0};

    run->block[run->length++ % DIGEST_BLOCK] = byte;
    if (run->length % DIGEST_BLOCK != 0)
        return;
    for (size_t i = 0; i < DIGEST_BLOCK; i++)
        words[i / 4] |= (uint32_t)run->block[i] << shift_of(run, i);
    run->kind->mix(run->state, words);
}

static void add_bytes(digest_run_t *run, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        add_byte(run, bytes[i]);
}

static void add_end(digest_run_t *run)
{
    const uint64_t bits = run->length * 8;

    add_byte(run, 0x80);
    while (run->length % DIGEST_BLOCK != LENGTH_AT)
        add_byte(run, 0);
    for (int i = 0; i < 8; i++)
        add_byte(run, (uint8_t)(bits >> 8 * (run->kind->is_little ? i : 7 - i)));
}

INTERNAL uuid9562_status_t crypto_digest(uint8_t out[DIGEST_ROOM], uuid9562_digest_t digest,
                                         const void *head, size_t head_length, const void *tail,
                                         size_t tail_length)
{
    digest_run_t run = {.length = 0};

    if (digest >= sizeof digest_kinds / sizeof *digest_kinds)
        return UUID9562_ERR_DIGEST_POLICY;
    run.kind = &digest_kinds[digest];
    memcpy(run.state, run.kind->start, sizeof run.state);
    add_bytes(&run, head, head_length);
    add_bytes(&run, tail, tail_length);
    add_end(&run);
    for (size_t i = 0; i < sizeof(uuid9562_t); i++)
        out[i] = (uint8_t)(run.state[i / 4] >> shift_of(&run, i));
    return UUID9562_OK;
}

#endif
#endif
