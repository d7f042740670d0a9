/*
 * The mixes of SHA-1 and SHA-256 by x86-64's SHA extensions: an instruction does four rounds of
 * SHA-1, or two of SHA-256.
 */
#include "digests.h"

#ifdef DIGEST_SHA_NI
#include <immintrin.h>

#include "../processor.h"

#define SHA_NI __attribute__((target("sha,sse4.1,ssse3")))

/* The words of a block, four in a vector; in SHA-1's order the first is the highest. */
SHA_NI static ALWAYS_INLINE void load_words(__m128i words[4], const uint8_t *block, __m128i order)
{
    for (int i = 0; i < 4; i++)
        words[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)block + i), order);
}

/* Rounds 20 * `function` to 20 * `function` + 19. `e` is `a` of four rounds before, which the
 * instructions turn into the new e. */
#define ROUNDS(function)                                                                           \
    UNROLL(5) for (int i = 5 * (function); i < 5 * (function) + 5; i++)                            \
    {                                                                                              \
        __m128i *const now = &words[i % 4];                                                        \
        const __m128i before = abcd;                                                               \
                                                                                                   \
        if (i >= 4)                                                                                \
            *now = _mm_sha1msg2_epu32(                                                             \
                _mm_xor_si128(_mm_sha1msg1_epu32(*now, words[(i + 1) % 4]), words[(i + 2) % 4]),   \
                words[(i + 3) % 4]);                                                               \
        e = i == 0 ? _mm_add_epi32(e, *now) : _mm_sha1nexte_epu32(e, *now);                        \
        abcd = _mm_sha1rnds4_epu32(abcd, e, function);                                             \
        e = before;                                                                                \
    }

SHA_NI static void mix_sha1_ni(digest_state_t *state, const uint8_t *block)
{
    __m128i *const place = (__m128i *)state->of32, words[4];
    const __m128i start = _mm_shuffle_epi32(_mm_loadu_si128(place), 0x1b);
    const __m128i start_e = _mm_set_epi32((int)state->of32[4], 0, 0, 0);
    __m128i abcd = start, e = start_e;

    load_words(words, block, _mm_setr_epi8(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
    ROUNDS(0)
    ROUNDS(1)
    ROUNDS(2)
    ROUNDS(3)
    _mm_storeu_si128(place, _mm_shuffle_epi32(_mm_add_epi32(abcd, start), 0x1b));
    state->of32[4] = (uint32_t)_mm_extract_epi32(_mm_sha1nexte_epu32(e, start_e), 3);
}

#undef ROUNDS

/* The first halves of four constants. */
SHA_NI static ALWAYS_INLINE __m128i load_roots(const uint64_t *roots)
{
    const __m128 front = _mm_loadu_ps((const float *)roots);
    const __m128 rear = _mm_loadu_ps((const float *)(roots + 2));

    return _mm_castps_si128(_mm_shuffle_ps(front, rear, 0xdd));
}

SHA_NI static void mix_sha256_ni(digest_state_t *state, const uint8_t *block)
{
    __m128i *const place = (__m128i *)state->of32, words[4];
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128(place), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128(place + 1), 0x1b);
    const __m128i start_abef = _mm_alignr_epi8(cdab, efgh, 8);
    const __m128i start_cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    __m128i abef = start_abef, cdgh = start_cdgh;

    load_words(words, block, _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    UNROLL(16) for (int i = 0; i < 16; i++)
    {
        __m128i *const now = &words[i % 4], last = words[(i + 3) % 4], sums;

        if (i >= 4)
            *now =
                _mm_sha256msg2_epu32(_mm_add_epi32(_mm_sha256msg1_epu32(*now, words[(i + 1) % 4]),
                                                   _mm_alignr_epi8(last, words[(i + 2) % 4], 4)),
                                     last);
        sums = _mm_add_epi32(*now, load_roots(sha2_roots + 4 * i));
        cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sums);
        abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sums, 0x0e));
    }
    abef = _mm_shuffle_epi32(_mm_add_epi32(abef, start_abef), 0x1b); /* now feba */
    cdgh = _mm_shuffle_epi32(_mm_add_epi32(cdgh, start_cdgh), 0xb1); /* now dchg */
    _mm_storeu_si128(place, _mm_blend_epi16(abef, cdgh, 0xf0));
    _mm_storeu_si128(place + 1, _mm_alignr_epi8(cdgh, abef, 8));
}

INTERNAL const digest_variant_t digest_sha_ni = {
    .name = "sha_ni",
    .is_supported = processor_has_sha,
    .mixes = {[UUID9562_SHA1] = mix_sha1_ni, [UUID9562_SHA256] = mix_sha256_ni},
};

#endif
