/*
 * The intrinsics of x86-64 that core/src/text/hex_x86.c uses, in plain C by Intel's definitions.
 * CBMC reads this file instead of the compiler's; compare.c compares each with the processor.
 */
#ifndef MODEL_IMMINTRIN_H
#define MODEL_IMMINTRIN_H

#include <stdint.h>
#include <string.h>

#ifndef MODEL /* the name of a model */
#define MODEL(name) name
#endif

typedef struct {
    uint8_t byte[16];
} MODEL(__m128i);

typedef struct {
    MODEL(__m128i) lane[2];
} MODEL(__m256i);

#define M128 MODEL(__m128i)
#define M256 MODEL(__m256i)

/* ---- SSE2 to SSSE3 ---- */

/* A result by its byte number i. */
#define BYTES(name, parameters, value)                                                             \
    static inline M128 MODEL(_mm_##name) parameters                                                \
    {                                                                                              \
        M128 to;                                                                                   \
        for (int i = 0; i < 16; i++)                                                               \
            to.byte[i] = (uint8_t)(value);                                                         \
        return to;                                                                                 \
    }
/* By its words of 16 bits: i / 2 is the number of the word. */
#define WORDS(name, parameters, value) BYTES(name, parameters, (uint16_t)(value) >> i % 2 * 8)

static inline uint16_t word_of(M128 a, int i)
{
    return (uint16_t)(a.byte[2 * i] | a.byte[2 * i + 1] << 8);
}

/* What fits into a word. */
static inline int clamp(int value, int least, int most)
{
    return value < least ? least : value > most ? most : value;
}

BYTES(setzero_si128, (void), 0)
BYTES(set1_epi8, (char a), a)
BYTES(and_si128, (M128 a, M128 b), a.byte[i] & b.byte[i])
BYTES(or_si128, (M128 a, M128 b), a.byte[i] | b.byte[i])
BYTES(andnot_si128, (M128 a, M128 b), ~a.byte[i] & b.byte[i])
BYTES(add_epi8, (M128 a, M128 b), a.byte[i] + b.byte[i])
BYTES(cmpeq_epi8, (M128 a, M128 b), a.byte[i] == b.byte[i] ? 0xff : 0)
BYTES(shuffle_epi8, (M128 a, M128 b), b.byte[i] & 0x80 ? 0 : a.byte[b.byte[i] & 15])
BYTES(unpacklo_epi8, (M128 a, M128 b), (i % 2 ? b : a).byte[i / 2])
BYTES(unpackhi_epi8, (M128 a, M128 b), (i % 2 ? b : a).byte[i / 2 + 8])
BYTES(packus_epi16, (M128 a, M128 b), clamp((int16_t)word_of(i < 8 ? a : b, i % 8), 0, 255))
WORDS(set1_epi16, (short a), a)
WORDS(srli_epi16, (M128 a, int count), count < 16 ? word_of(a, i / 2) >> count : 0)
WORDS(maddubs_epi16, (M128 a, M128 b),
      clamp(a.byte[i / 2 * 2] * (int8_t)b.byte[i / 2 * 2] +
                a.byte[i / 2 * 2 + 1] * (int8_t)b.byte[i / 2 * 2 + 1],
            INT16_MIN, INT16_MAX))

static inline M128 MODEL(_mm_loadu_si128)(const void *from)
{
    M128 to;
    memcpy(&to, from, sizeof to);
    return to;
}

static inline void MODEL(_mm_storeu_si128)(void *to, M128 a)
{
    memcpy(to, &a, sizeof a);
}

static inline int MODEL(_mm_movemask_epi8)(M128 a)
{
    int mask = 0;
    for (int i = 0; i < 16; i++)
        mask |= a.byte[i] >> 7 << i;
    return mask;
}

#define SIXTEEN(of, p)                                                                             \
    of p##0, of p##1, of p##2, of p##3, of p##4, of p##5, of p##6, of p##7, of p##8, of p##9,      \
        of p##a, of p##b, of p##c, of p##d, of p##e, of p##f

static inline M128 MODEL(_mm_setr_epi8)(SIXTEEN(char, a))
{
    return (M128){{SIXTEEN((uint8_t), a)}};
}

/* ---- AVX2: the same in each lane ---- */

#define LANES(name, parameters, ...)                                                               \
    static inline M256 MODEL(_mm256_##name) parameters                                             \
    {                                                                                              \
        M256 to;                                                                                   \
        for (int i = 0; i < 2; i++)                                                                \
            to.lane[i] = __VA_ARGS__;                                                              \
        return to;                                                                                 \
    }
#define BOTH(name, operation)                                                                      \
    LANES(name, (M256 a, M256 b), MODEL(_mm_##operation)(a.lane[i], b.lane[i]))

LANES(setzero_si256, (void), MODEL(_mm_setzero_si128)())
LANES(set1_epi8, (char a), MODEL(_mm_set1_epi8)(a))
LANES(set1_epi16, (short a), MODEL(_mm_set1_epi16)(a))
LANES(srli_epi16, (M256 a, int count), MODEL(_mm_srli_epi16)(a.lane[i], count))
BOTH(and_si256, and_si128)
BOTH(or_si256, or_si128)
BOTH(andnot_si256, andnot_si128)
BOTH(add_epi8, add_epi8)
BOTH(cmpeq_epi8, cmpeq_epi8)
BOTH(shuffle_epi8, shuffle_epi8)
BOTH(maddubs_epi16, maddubs_epi16)
LANES(inserti128_si256, (M256 a, M128 b, int at), i == (at & 1) ? b : a.lane[i])
LANES(loadu_si256, (const void *from), MODEL(_mm_loadu_si128)((const char *)from + 16 * i))
LANES(setr_epi8, (SIXTEEN(char, a), SIXTEEN(char, b)),
      i == 0 ? (M128){{SIXTEEN((uint8_t), a)}} : (M128){{SIXTEEN((uint8_t), b)}})

/* The upper lane is undefined. */
static inline M256 MODEL(_mm256_castsi128_si256)(M128 a)
{
    M256 to;
    to.lane[0] = a;
    return to;
}

static inline M128 MODEL(_mm256_castsi256_si128)(M256 a)
{
    return a.lane[0];
}

static inline M128 MODEL(_mm256_extracti128_si256)(M256 a, int at)
{
    return a.lane[at & 1];
}

static inline int MODEL(_mm256_movemask_epi8)(M256 a)
{
    return (int)((unsigned)MODEL(_mm_movemask_epi8)(a.lane[0]) |
                 (unsigned)MODEL(_mm_movemask_epi8)(a.lane[1]) << 16);
}

#endif
