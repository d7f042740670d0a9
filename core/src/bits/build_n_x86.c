/*
 * Many UUIDs at once by AVX2 of x86-64: two in a register, four 64-bit numbers (build_n.h).
 *
 * It takes 17 % from a batch of 256. AVX-512, with four UUIDs in a register, was tried: it takes
 * another 3 %, too little for a variant. AVX2 would take 5 % from a batch of version 4.
 */
#include "build_n.h"

#include "build.h"

#if defined __x86_64__
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

AVX2 static ALWAYS_INLINE __m256i two_halves(uint64_t hi, uint64_t lo)
{
    const int64_t first = (int64_t)big_endian(hi), second = (int64_t)big_endian(lo);

    return _mm256_setr_epi64x(first, second, first, second);
}

/* Both halves of a UUID hold its fraction. Shifted right, by 4 in the first and by 6 in the second,
 * its bits are as the layout has them, in bytes 7 and 6, and 5 and 4; other bits are only in front
 * of those of rand_b. A shuffle moves these bytes to the end of the first half and to the front of
 * the second, and puts a zero where its index is negative. */
#define FRACTION_BYTES -1, -1, -1, -1, -1, -1, 7, 6, 13, 12, -1, -1, -1, -1, -1, -1

AVX2 INTERNAL void build_v7_n_avx2(uuid9562_t *out, uint64_t unix_ns, const uint8_t *random,
                                   size_t n)
{
    const halves_t set = layout_v7_fixed(unix_ns / NS_PER_MS);
    const __m256i fixed = two_halves(set.hi, set.lo);
    const __m256i random_bits = two_halves(0, LAYOUT_V7_RANDOM);
    const __m256i fraction_bits = two_halves(UINT64_MAX, ~LAYOUT_V7_RANDOM << 2 >> 2);
    const __m256i shifts = _mm256_setr_epi64x(4, 6, 4, 6);
    const __m256i places = _mm256_setr_epi8(FRACTION_BYTES, FRACTION_BYTES);
    const uint64_t begin = unix_ns % NS_PER_MS * FRACTION_STEP;
    const int64_t first = (int64_t)begin, second = (int64_t)(begin + FRACTION_STEP);
    const __m256i step = _mm256_set1_epi64x(2 * FRACTION_STEP);
    __m256i fraction = _mm256_setr_epi64x(first, first, second, second);
    size_t i;

    for (i = 0; i + 2 <= n; i += 2) {
        const __m128i bytes = _mm_loadu_si128((const __m128i *)(random + 8 * i));
        const __m256i given = _mm256_permute4x64_epi64(_mm256_castsi128_si256(bytes), 0x50);
        const __m256i placed = _mm256_shuffle_epi8(_mm256_srlv_epi64(fraction, shifts), places);
        const __m256i variable = _mm256_or_si256(_mm256_and_si256(given, random_bits),
                                                 _mm256_and_si256(placed, fraction_bits));

        _mm256_storeu_si256((__m256i *)(out + i), _mm256_or_si256(variable, fixed));
        fraction = _mm256_add_epi64(fraction, step);
    }
    if (i < n)
        build_v7_ns(&out[i], unix_ns + i, layout_read64(random + 8 * i));
}

#undef AVX2
#endif
