/*
 * Run-time features of x86-64 processors. Not cached: each call asks the processor, which takes
 * microseconds in a virtual machine, so the caller keeps the answer. __builtin_cpu_supports would
 * ask about ten questions in a constructor, in every program that loads this library.
 */
#ifndef UUID9562_PROCESSOR_H
#define UUID9562_PROCESSOR_H

#if defined __x86_64__
#include <cpuid.h>
#include <stdbool.h>
#include <stddef.h>

/* Leaf 1; and leaf 7, or zeros if the processor lacks it. */
static inline unsigned processor_features(void)
{
    unsigned eax, ebx, ecx, edx;

    __cpuid(1, eax, ebx, ecx, edx);
    return ecx;
}

typedef struct processor_leaf_7 {
    unsigned eax, ebx, ecx, edx;
} processor_leaf_7_t;

static inline processor_leaf_7_t processor_leaf_7(void)
{
    processor_leaf_7_t leaf = {0, 0, 0, 0};

    __get_cpuid_count(7, 0, &leaf.eax, &leaf.ebx, &leaf.ecx, &leaf.edx);
    return leaf;
}

static inline bool processor_has_ssse3(void)
{
    return (processor_features() & bit_SSSE3) != 0;
}

static inline bool processor_has_aes(void)
{
    return (processor_features() & bit_AES) != 0 && processor_has_ssse3();
}

static inline bool processor_has_sha(void)
{
    return (processor_features() & bit_SSE4_1) != 0 && (processor_leaf_7().ebx & bit_SHA) != 0;
}

/* Whether the system keeps the whole registers of AVX when it switches threads. */
static inline bool processor_keeps_avx(void)
{
    const unsigned sse_and_avx = 6;
    unsigned low, high;

    if ((processor_features() & bit_OSXSAVE) == 0)
        return false;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (low & sse_and_avx) == sse_and_avx;
}

/* Not with gcc for Windows, which saves a register of 32 bytes on a stack that it aligns to 16, by
 * an instruction that faults there (its bug 54412; not all distributions have mended it). */
static inline bool processor_has_avx2(void)
{
#if defined __SEH__ && !defined __clang__
    return false;
#else
    return processor_keeps_avx() && (processor_leaf_7().ebx & bit_AVX2) != 0;
#endif
}

/* AES with registers of AVX2. */
static inline bool processor_has_vaes(void)
{
    return processor_has_aes() && processor_has_avx2() && (processor_leaf_7().ecx & bit_VAES) != 0;
}

#endif
#endif
