/*
 * Compares each model of an intrinsic with the processor, on random operands with many bytes at the
 * edges. Exits with 77 where the processor has no AVX2.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __aarch64__
#include <arm_neon.h>
#else
#include <immintrin.h>
#endif

#define MODEL(name) model##name
#ifdef __aarch64__
#include "arm_neon.h"
typedef uint8x16_t small_t;
typedef uint8x16x2_t large_t;
typedef Q small_model_t;
typedef Q2 large_model_t;
#else
#include "immintrin.h"
typedef __m128i small_t;
typedef __m256i large_t;
typedef M128 small_model_t;
typedef M256 large_model_t;
#endif

/* Operands, of the processor and of the model. */
typedef union {
    uint8_t byte[16];
    small_t real;
    small_model_t model;
} small_operand_t;

typedef union {
    uint8_t byte[32];
    large_t real;
    large_model_t model;
} large_operand_t;

static small_operand_t a, b, c;
static large_operand_t d, e;

static void set_any(uint8_t *bytes, size_t count)
{
    static const uint8_t edges[] = {0, 1, 9, 10, 15, 16, 31, 32, 0x7f, 0x80, 0x81, 0xfe, 0xff};
    static uint64_t state = 9562;

    for (size_t i = 0; i < count; i++) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        bytes[i] = state & 1 ? edges[(state >> 8) % sizeof edges] : (uint8_t)(state >> 8);
    }
}

static void compare(const char *name, const void *real, const void *model, size_t size)
{
    if (memcmp(real, model, size) != 0) {
        printf("the model of %s is wrong\n", name);
        exit(1);
    }
}

/* `operands` is one of the macros below it. Some compilers have macros for intrinsics. */
#define CALL(name, arguments) name arguments
#define SAME(name, operands)                                                                       \
    {                                                                                              \
        const __typeof__(CALL(name, operands(real))) real = CALL(name, operands(real));            \
        const __typeof__(model##name operands(model)) model = model##name operands(model);         \
        compare(#name, &real, &model, sizeof model);                                               \
    }
#define NONE(of)       ()
#define BYTE(of)       (a.byte[0])
#define FROM(of)       ((const void *)d.byte)
#define SMALL(of)      (a.of)
#define SMALL_BY_4(of) (a.of, 4)
#define TWO(of)        (a.of, b.of)
#define THREE(of)      (a.of, b.of, c.of)
#define LARGE(of)      (d.of)
#define LARGE_BY_4(of) (d.of, 4)
#define LARGE_TWO(of)  (d.of, e.of)

#define STORED(name)                                                                               \
    {                                                                                              \
        name((void *)b.byte, a.real);                                                              \
        model##name((void *)c.byte, a.model);                                                      \
        compare(#name, b.byte, c.byte, sizeof a.byte);                                             \
    }

#ifdef __aarch64__

#define LARGE_SMALL(of) (d.of, b.of)

static void compare_all(void)
{
    SAME(vld1q_u8, FROM)
    SAME(vdupq_n_u8, BYTE)
    SAME(vandq_u8, TWO)
    SAME(vorrq_u8, TWO)
    SAME(vsubq_u8, TWO)
    SAME(vqaddq_u8, TWO)
    SAME(vmaxq_u8, TWO)
    SAME(vceqq_u8, TWO)
    SAME(vcltq_u8, TWO)
    SAME(vbslq_u8, THREE)
    SAME(vshlq_n_u8, SMALL_BY_4)
    SAME(vshrq_n_u8, SMALL_BY_4)
    SAME(vqtbl1q_u8, TWO)
    SAME(vqtbl2q_u8, LARGE_SMALL)
    SAME(vzipq_u8, TWO)
    SAME(vuzpq_u8, TWO)
    SAME(vmaxvq_u8, SMALL)
    STORED(vst1q_u8)
}

#else

#define WORD(of)        ((short)(a.byte[0] | a.byte[1] << 8))
#define EIGHT(x)        (x)[0], (x)[1], (x)[2], (x)[3], (x)[4], (x)[5], (x)[6], (x)[7]
#define EACH_SMALL(of)  (EIGHT(a.byte), EIGHT(a.byte + 8))
#define EACH_LARGE(of)  (EIGHT(d.byte), EIGHT(d.byte + 8), EIGHT(d.byte + 16), EIGHT(d.byte + 24))
#define LARGE_SMALL(of) (d.of, b.of, 1)
#define UPPER(of)       (d.of, 1)

static void compare_all(void)
{
    SAME(_mm_loadu_si128, FROM)
    SAME(_mm_setzero_si128, NONE)
    SAME(_mm_set1_epi8, BYTE)
    SAME(_mm_set1_epi16, WORD)
    SAME(_mm_setr_epi8, EACH_SMALL)
    SAME(_mm_and_si128, TWO)
    SAME(_mm_or_si128, TWO)
    SAME(_mm_andnot_si128, TWO)
    SAME(_mm_add_epi8, TWO)
    SAME(_mm_cmpeq_epi8, TWO)
    SAME(_mm_shuffle_epi8, TWO)
    SAME(_mm_unpacklo_epi8, TWO)
    SAME(_mm_unpackhi_epi8, TWO)
    SAME(_mm_packus_epi16, TWO)
    SAME(_mm_srli_epi16, SMALL_BY_4)
    SAME(_mm_maddubs_epi16, TWO)
    SAME(_mm_movemask_epi8, SMALL)
    STORED(_mm_storeu_si128)
    SAME(_mm256_loadu_si256, FROM)
    SAME(_mm256_setzero_si256, NONE)
    SAME(_mm256_set1_epi8, BYTE)
    SAME(_mm256_set1_epi16, WORD)
    SAME(_mm256_setr_epi8, EACH_LARGE)
    SAME(_mm256_and_si256, LARGE_TWO)
    SAME(_mm256_or_si256, LARGE_TWO)
    SAME(_mm256_andnot_si256, LARGE_TWO)
    SAME(_mm256_add_epi8, LARGE_TWO)
    SAME(_mm256_cmpeq_epi8, LARGE_TWO)
    SAME(_mm256_shuffle_epi8, LARGE_TWO)
    SAME(_mm256_srli_epi16, LARGE_BY_4)
    SAME(_mm256_maddubs_epi16, LARGE_TWO)
    SAME(_mm256_movemask_epi8, LARGE)
    SAME(_mm256_inserti128_si256, LARGE_SMALL)
    SAME(_mm256_extracti128_si256, UPPER)
    SAME(_mm256_castsi256_si128, LARGE)
    d.real = _mm256_castsi128_si256(a.real);
    e.model = model_mm256_castsi128_si256(a.model);
    compare("_mm256_castsi128_si256", &d, &e, sizeof a);
}

#endif

int main(void)
{
#ifdef __x86_64__
    if (!__builtin_cpu_supports("avx2"))
        return 77;
#endif
    for (int i = 0; i < 200000; i++) {
        set_any(a.byte, sizeof a);
        set_any(b.byte, sizeof b);
        set_any(c.byte, sizeof c);
        set_any(d.byte, sizeof d);
        set_any(e.byte, sizeof e);
        compare_all();
    }
    return 0;
}
