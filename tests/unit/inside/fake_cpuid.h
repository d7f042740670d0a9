/*
 * What this processor is not to say of itself: included before the core, whose questions go through
 * here. hex.c and stream.c mask features, to see which variant is chosen without them.
 */
#ifndef FAKE_CPUID_H
#define FAKE_CPUID_H
#ifdef __x86_64__
#include <cpuid.h>
#include <stddef.h>

/* Bits of leaf 1 and leaf 7, and the leaves from one on. */
typedef struct lack {
    unsigned ecx_of_1, ebx_of_7, ecx_of_7, leaves;
} lack_t;
static lack_t lack;

static int fake_cpuid(unsigned leaf, unsigned part, unsigned *a, unsigned *b, unsigned *c,
                      unsigned *d)
{
    *a = *b = *c = *d = 0;
    if (leaf > (unsigned)__get_cpuid_max(leaf & 0x80000000, NULL) ||
        (lack.leaves != 0 && leaf >= lack.leaves))
        return 0;
    __cpuid_count(leaf, part, *a, *b, *c, *d);
    *b &= leaf == 7 ? ~lack.ebx_of_7 : ~0u;
    *c &= leaf == 1 ? ~lack.ecx_of_1 : leaf == 7 ? ~lack.ecx_of_7 : ~0u;
    return 1;
}

#undef __cpuid
#define __cpuid(leaf, a, b, c, d) (void)fake_cpuid(leaf, 0, &(a), &(b), &(c), &(d))
#define __get_cpuid_count         fake_cpuid

#endif
#endif
