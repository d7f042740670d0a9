/*
 * Many UUIDs at once, for every processor (build_n.h): by vectors of two 64-bit numbers, which gcc
 * and clang map to the processor's own.
 */
#include "build_n.h"

#include "build.h"

typedef uint64_t two_t __attribute__((vector_size(16)));

/* Out of line, where the compiler keeps the constants in registers. */
INTERNAL NEVER_INLINE void build_v4_n(uuid9562_t *out, const uint8_t *random, size_t n)
{
    const halves_t set = layout_set_version_and_variant((halves_t){0, 0}, 4);
    const halves_t kept = layout_set_version_and_variant((halves_t){UINT64_MAX, UINT64_MAX}, 0);
    const two_t mask = {big_endian(kept.hi), big_endian(kept.lo)};
    const two_t fixed = {big_endian(set.hi), big_endian(set.lo)};

    for (size_t i = 0; i < n; i++) {
        two_t built;

        memcpy(&built, random + 16 * i, sizeof built);
        built = (built & mask) | fixed;
        memcpy(&out[i], &built, sizeof built);
    }
}

#ifdef __clang__
#define SHUFFLE(left, right, ...) __builtin_shufflevector(left, right, __VA_ARGS__)
#else
#define SHUFFLE(left, right, ...) __builtin_shuffle(left, right, (two_t){__VA_ARGS__})
#endif

INTERNAL void build_v7_n_portable(uuid9562_t *out, uint64_t unix_ns, const uint8_t *random,
                                  size_t n)
{
    const halves_t fixed = layout_v7_fixed(unix_ns / NS_PER_MS);
    const uint64_t first = unix_ns % NS_PER_MS * FRACTION_STEP;
    two_t fraction = {first, first + FRACTION_STEP};
    size_t i;

    for (i = 0; i + 2 <= n; i += 2) {
        two_t hi, lo, built;

        memcpy(&lo, random + 8 * i, sizeof lo);
        hi = big_endian(fixed.hi) | LAYOUT_V7_FRACTION_HI(fraction);
        lo = (lo & big_endian(LAYOUT_V7_RANDOM)) | big_endian(fixed.lo) |
             LAYOUT_V7_FRACTION_LO(fraction);
        built = SHUFFLE(hi, lo, 0, 2);
        memcpy(&out[i], &built, sizeof built);
        built = SHUFFLE(hi, lo, 1, 3);
        memcpy(&out[i + 1], &built, sizeof built);
        fraction += 2 * FRACTION_STEP;
    }
    if (i < n)
        build_v7_ns(&out[i], unix_ns + i, layout_read64(random + 8 * i));
}

/* The nanosecond within the tick is in the 7 highest bits of the clock sequence, above 55 random
 * ones: so the next one is a sum. */
INTERNAL void build_v6_n(uuid9562_t *out, uint64_t unix_ns, const uint8_t *random, size_t n)
{
    const uint64_t random_bits = (UINT64_C(1) << 55) - 1;
    uuid9562_t first;
    halves_t halves;
    uint64_t lo;

    build_gregorian_ns(&first, 6, unix_ns, 0, NULL, NULL);
    halves = layout_load(&first);
    lo = halves.lo;
    for (size_t i = 0; i < n; i++) {
        halves.lo = lo | (layout_read64(random + 8 * i) & random_bits);
        layout_store(&out[i], halves);
        lo += random_bits + 1;
    }
}
