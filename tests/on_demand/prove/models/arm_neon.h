/*
 * The intrinsics of arm64 that core/src/text/hex_neon.c uses, in plain C by Arm's definitions. CBMC
 * reads this file instead of the compiler's; compare.c compares each with the processor.
 */
#ifndef MODEL_ARM_NEON_H
#define MODEL_ARM_NEON_H

#include <stdint.h>
#include <string.h>

#ifndef MODEL /* the name of a model */
#define MODEL(name) name
#endif

typedef struct {
    uint8_t byte[16];
} MODEL(uint8x16_t);

typedef struct {
    MODEL(uint8x16_t) val[2];
} MODEL(uint8x16x2_t);

#define Q  MODEL(uint8x16_t)
#define Q2 MODEL(uint8x16x2_t)

/* A result by its byte number i. */
#define BYTES(name, parameters, value)                                                             \
    static inline Q MODEL(name) parameters                                                         \
    {                                                                                              \
        Q to;                                                                                      \
        for (int i = 0; i < 16; i++)                                                               \
            to.byte[i] = (uint8_t)(value);                                                         \
        return to;                                                                                 \
    }
/* Two results, by the number j of a byte in both. */
#define PAIRS(name, value)                                                                         \
    static inline Q2 MODEL(name)(Q a, Q b)                                                         \
    {                                                                                              \
        Q2 to;                                                                                     \
        for (int j = 0; j < 32; j++)                                                               \
            to.val[j / 16].byte[j % 16] = (value);                                                 \
        return to;                                                                                 \
    }

BYTES(vdupq_n_u8, (uint8_t a), a)
BYTES(vandq_u8, (Q a, Q b), a.byte[i] & b.byte[i])
BYTES(vorrq_u8, (Q a, Q b), a.byte[i] | b.byte[i])
BYTES(vsubq_u8, (Q a, Q b), a.byte[i] - b.byte[i])
BYTES(vqaddq_u8, (Q a, Q b), a.byte[i] + b.byte[i] > 255 ? 255 : a.byte[i] + b.byte[i])
BYTES(vmaxq_u8, (Q a, Q b), a.byte[i] > b.byte[i] ? a.byte[i] : b.byte[i])
BYTES(vceqq_u8, (Q a, Q b), a.byte[i] == b.byte[i] ? 255 : 0)
BYTES(vcltq_u8, (Q a, Q b), a.byte[i] < b.byte[i] ? 255 : 0)
BYTES(vbslq_u8, (Q a, Q b, Q c), (a.byte[i] & b.byte[i]) | (~a.byte[i] & c.byte[i]))
BYTES(vshlq_n_u8, (Q a, int count), a.byte[i] << count)
BYTES(vshrq_n_u8, (Q a, int count), a.byte[i] >> count)
BYTES(vqtbl1q_u8, (Q a, Q b), b.byte[i] < 16 ? a.byte[b.byte[i]] : 0)
BYTES(vqtbl2q_u8, (Q2 a, Q b), b.byte[i] < 32 ? a.val[b.byte[i] / 16].byte[b.byte[i] % 16] : 0)
PAIRS(vzipq_u8, (j % 2 ? b : a).byte[j / 2])
PAIRS(vuzpq_u8, (j % 16 < 8 ? a : b).byte[j % 8 * 2 + j / 16])

static inline Q MODEL(vld1q_u8)(const uint8_t *from)
{
    Q to;
    memcpy(&to, from, sizeof to);
    return to;
}

static inline void MODEL(vst1q_u8)(uint8_t *to, Q a)
{
    memcpy(to, &a, sizeof a);
}

static inline uint8_t MODEL(vmaxvq_u8)(Q a)
{
    uint8_t most = 0;
    for (int i = 0; i < 16; i++)
        most = a.byte[i] > most ? a.byte[i] : most;
    return most;
}

#endif
