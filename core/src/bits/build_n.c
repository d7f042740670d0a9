/*
 * Many UUIDs at once, for every processor (build_n.h): version 7 by vectors of two 64-bit numbers,
 * which gcc and clang make of what the processor has.
 */
#include "build_n.h"

#include "build.h"

static bool build_n_anywhere(void)
{
    return true;
}

static void build_v4_n_portable(uuid9562_t *out, const uint8_t *random, size_t n)
{
    for (size_t i = 0; i < n; i++)
        layout_copy_with_version(&out[i], random + 16 * i, 4);
}

#ifdef __clang__
#define SHUFFLE(left, right, ...) __builtin_shufflevector(left, right, __VA_ARGS__)
#else
#define SHUFFLE(left, right, ...) __builtin_shuffle(left, right, (two_t){__VA_ARGS__})
#endif

static void build_v7_n_portable(uuid9562_t *out, uint64_t unix_ns, const uint8_t *random, size_t n)
{
    typedef uint64_t two_t __attribute__((vector_size(16)));
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

INTERNAL const build_n_t build_n_portable = {
    .name = "portable",
    .is_supported = build_n_anywhere,
    .v4 = build_v4_n_portable,
    .v7 = build_v7_n_portable,
};
