/*
 * Many UUIDs of versions 4 and 7, each as build.h builds one: build_n.c for every processor,
 * build_n_x86.c by AVX2.
 *
 * Pure. Random bytes are read before the UUIDs that are built of them are written, so those of
 * version 7 may be built over their own: the bytes of number i are at 8n + 8i, and UUIDs 0 to i end
 * at 16i + 16, which is at most 8n + 8i + 8.
 */
#ifndef UUID9562_BUILD_N_H
#define UUID9562_BUILD_N_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

typedef struct build_n {
    const char *name;
    bool (*is_supported)(void); /* by this processor */
    /* From 16 random bytes each, which may be `out` itself. */
    void (*v4)(uuid9562_t *out, const uint8_t *random, size_t n);
    /* Of the nanoseconds from unix_ns on, all in one millisecond, from 8 random bytes each, which
     * may be the rear half of `out`. */
    void (*v7)(uuid9562_t *out, uint64_t unix_ns, const uint8_t *random, size_t n);
} build_n_t;

/* The fraction of a millisecond in version 7, in 64 bits, is then a sum: this much for each
 * nanosecond, 2^64 / 10^6 rounded up. After 10^6 of them the error is less than 2^20, so the top 20
 * bits are those of build_v7_ns, whose exact value is a multiple of 2^44 / 15625. */
#define FRACTION_STEP UINT64_C(18446744073710)

INTERNAL const build_n_t build_n_portable;
#if defined __x86_64__
INTERNAL const build_n_t build_n_avx2;
#endif

#endif
