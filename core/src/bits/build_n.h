/*
 * Many UUIDs of versions 4, 6 and 7, each as build.h builds one: build_n.c for every processor,
 * build_n_x86.c by AVX2.
 *
 * Random bytes are read before the UUIDs that are built of them are written. So versions 6 and 7
 * may be built over their own, if those of number i begin at byte 8n + 8i or later: UUIDs 0 to i
 * end at 16i + 16, which is at most 8n + 8i + 8.
 */
#ifndef UUID9562_BUILD_N_H
#define UUID9562_BUILD_N_H

#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562.h"
#include "../compiler.h"

/* Version 4 from 16 random bytes each, which may be `out` itself. */
INTERNAL void build_v4_n(uuid9562_t *out, const uint8_t *random, size_t n);

/* Of the nanoseconds from unix_ns on, from 8 random bytes each: version 6, all in one tick; version
 * 7, all in one millisecond. */
typedef void build_n_t(uuid9562_t *out, uint64_t unix_ns, const uint8_t *random, size_t n);
INTERNAL build_n_t build_v6_n;

/* The fraction of the millisecond, in 64 bits, is then a sum: this much for each nanosecond, 2^64 /
 * 10^6 rounded up. After 10^6 of them the error is less than 2^20, so the top 20 bits are those of
 * build_v7_ns, whose exact value is a multiple of 2^44 / 15625. */
#define FRACTION_STEP UINT64_C(18446744073710)

INTERNAL build_n_t build_v7_n_portable;
#if defined __x86_64__
INTERNAL build_n_t build_v7_n_avx2;
#endif

#endif
