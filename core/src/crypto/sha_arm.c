/*
 * The mixes of SHA-1 and SHA-256 by ARMv8's SHA instructions: four rounds in one or two of them.
 *
 * Tests compare the results with portable C's, under an emulator. Their speed is not measured.
 */
#include "digests.h"

#ifdef DIGEST_ARMV8
#include <arm_neon.h>

#include "../system/os.h"

#ifdef __clang__
#define SHA __attribute__((target("sha2")))
#else
#define SHA __attribute__((target("+crypto")))
#endif

SHA static ALWAYS_INLINE void load_words(uint32x4_t words[4], const uint8_t *block)
{
    for (int i = 0; i < 4; i++)
        words[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(block + 16 * i)));
}

/* Rounds 4 * `first` to 4 * `first` + 19. */
#define ROUNDS(first, mixed, constant)                                                             \
    UNROLL(5) for (int i = (first); i < (first) + 5; i++)                                          \
    {                                                                                              \
        uint32x4_t *const now = &words[i % 4];                                                     \
        const uint32_t next_e = vsha1h_u32(vgetq_lane_u32(abcd, 0));                               \
                                                                                                   \
        if (i >= 4)                                                                                \
            *now = vsha1su1q_u32(vsha1su0q_u32(*now, words[(i + 1) % 4], words[(i + 2) % 4]),      \
                                 words[(i + 3) % 4]);                                              \
        abcd = mixed(abcd, e, vaddq_u32(*now, vdupq_n_u32(constant)));                             \
        e = next_e;                                                                                \
    }

SHA static void mix_sha1_armv8(digest_state_t *state, const uint8_t *block)
{
    const uint32x4_t start = vld1q_u32(state->of32);
    uint32x4_t abcd = start, words[4];
    uint32_t e = state->of32[4];

    load_words(words, block);
    ROUNDS(0, vsha1cq_u32, 0x5a827999)
    ROUNDS(5, vsha1pq_u32, 0x6ed9eba1)
    ROUNDS(10, vsha1mq_u32, 0x8f1bbcdc)
    ROUNDS(15, vsha1pq_u32, 0xca62c1d6)
    vst1q_u32(state->of32, vaddq_u32(abcd, start));
    state->of32[4] += e;
}

#undef ROUNDS

SHA static void mix_sha256_armv8(digest_state_t *state, const uint8_t *block)
{
    const uint32x4_t start_abcd = vld1q_u32(state->of32), start_efgh = vld1q_u32(state->of32 + 4);
    uint32x4_t abcd = start_abcd, efgh = start_efgh, words[4];

    load_words(words, block);
    UNROLL(16) for (int i = 0; i < 16; i++)
    {
        const uint32x4_t front = vreinterpretq_u32_u64(vld1q_u64(sha2_roots + 4 * i));
        const uint32x4_t rear = vreinterpretq_u32_u64(vld1q_u64(sha2_roots + 4 * i + 2));
        uint32x4_t *const now = &words[i % 4], before = abcd, sums;

        if (i >= 4)
            *now = vsha256su1q_u32(vsha256su0q_u32(*now, words[(i + 1) % 4]), words[(i + 2) % 4],
                                   words[(i + 3) % 4]);
        sums = vaddq_u32(*now, vuzp2q_u32(front, rear));
        abcd = vsha256hq_u32(abcd, efgh, sums);
        efgh = vsha256h2q_u32(efgh, before, sums);
    }
    vst1q_u32(state->of32, vaddq_u32(abcd, start_abcd));
    vst1q_u32(state->of32 + 4, vaddq_u32(efgh, start_efgh));
}

#undef SHA

INTERNAL const digest_variant_t digest_armv8 = {
    .name = "armv8",
    .is_supported = os_arm_has_crypto,
    .mixes = {[UUID9562_SHA1] = mix_sha1_armv8, [UUID9562_SHA256] = mix_sha256_armv8},
};

#endif
