/*
 * AES-256 in counter mode by the instructions that most processors of arm64 have (stream.h): 8
 * blocks side by side, with the counter of stream_aes_x86.c. As assembler, since only newer
 * compilers offer them to a program that is not compiled for such a processor alone.
 *
 * Tests compare its results with portable C's, under an emulator. Its speed has not been measured.
 */
#include "stream.h"

#include "../system/os.h"

#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ && !defined OS_UNBUFFERED
#include <arm_neon.h>
#include <string.h>

#include "../bits/layout.h"

enum { ARM_ROUNDS = 14, ARM_BLOCK = 16, ARM_BLOCKS = 8 };
_Static_assert((ARM_ROUNDS + 1) * ARM_BLOCK == STREAM_SCHEDULE, "a key for each, and one");

#define WITH_AES ".arch_extension crypto\n\t"

/* Clears the vector registers at the end of a function, except v8 to v15, which it keeps for its
 * caller and so rarely uses. */
#define ZERO(i) "movi v" #i ".16b, #0\n\t"
#define CLEAR_VECTORS                                                                              \
    __asm__ volatile(ZERO(0) ZERO(1) ZERO(2) ZERO(3) ZERO(4) ZERO(5) ZERO(6) ZERO(7) ZERO(16)      \
                         ZERO(17) ZERO(18) ZERO(19) ZERO(20) ZERO(21) ZERO(22) ZERO(23) ZERO(24)   \
                             ZERO(25) ZERO(26) ZERO(27) ZERO(28) ZERO(29) ZERO(30) ZERO(31)        \
                     :                                                                             \
                     :                                                                             \
                     : "v0", "v1", "v2", "v3", "v4", "v5", "v6", "v7", "v16", "v17", "v18", "v19", \
                       "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28", "v29",       \
                       "v30", "v31")

/* ---- the key schedule (FIPS 197 section 5.2) ---- */

static ALWAYS_INLINE uint32_t key_word(const uint8_t *schedule, int i)
{
    uint32_t word;

    memcpy(&word, schedule + sizeof word * (size_t)i, sizeof word);
    return word;
}

/* AESE shifts the rows first, which changes nothing where all columns are the same. */
static ALWAYS_INLINE uint32_t substitute(uint32_t word)
{
    uint32x4_t columns = vdupq_n_u32(word);

    __asm__(WITH_AES "aese %0.16b, %1.16b" : "+w"(columns) : "w"(vdupq_n_u32(0)));
    return vgetq_lane_u32(columns, 0);
}

static void expand_aes_arm(uint8_t *schedule, const uint8_t key[STREAM_KEY])
{
    memcpy(schedule, key, STREAM_KEY);
    for (int i = 8; i < STREAM_SCHEDULE / 4; i++) {
        uint32_t word = key_word(schedule, i - 1);

        if (i % 4 == 0)
            word = substitute(word);
        if (i % 8 == 0)
            word = (word >> 8 | word << 24) ^ UINT32_C(1) << (i / 8 - 1);
        word ^= key_word(schedule, i - 8);
        memcpy(schedule + sizeof word * (size_t)i, &word, sizeof word);
    }
}

/* ---- the blocks ---- */

#define ROUND(i) "aese %" #i ".16b, %8.16b\n\taesmc %" #i ".16b, %" #i ".16b\n\t"
#define LAST(i)  "aese %" #i ".16b, %8.16b\n\t"
#define EACH(X)  X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7)
#define ENCRYPT(X)                                                                                 \
    __asm__(WITH_AES EACH(X)                                                                       \
            : "+w"(x[0]), "+w"(x[1]), "+w"(x[2]), "+w"(x[3]), "+w"(x[4]), "+w"(x[5]), "+w"(x[6]),  \
              "+w"(x[7])                                                                           \
            : "w"(vld1q_u8(key)))

static void generate_aes_arm(uint8_t *out, size_t batches, const uint8_t *schedule, uint64_t nonce,
                             uint64_t first)
{
    for (uint64_t block = ARM_BLOCKS * first; batches > 0; batches--, block += ARM_BLOCKS) {
        const uint8_t *key = schedule;
        uint8x16_t x[ARM_BLOCKS];

        for (uint64_t i = 0; i < ARM_BLOCKS; i++)
            x[i] = vreinterpretq_u8_u64(
                vcombine_u64(vcreate_u64(big_endian(nonce)), vcreate_u64(big_endian(block + i))));
        for (; key < schedule + ARM_BLOCK * (ARM_ROUNDS - 1); key += ARM_BLOCK)
            ENCRYPT(ROUND);
        ENCRYPT(LAST);
        for (int i = 0; i < ARM_BLOCKS; i++, out += ARM_BLOCK)
            vst1q_u8(out, veorq_u8(x[i], vld1q_u8(key + ARM_BLOCK)));
    }
    CLEAR_VECTORS;
}

#undef ROUND
#undef LAST
#undef EACH
#undef ENCRYPT
#undef ZERO

INTERNAL const stream_variant_t stream_aes_arm = {
    .name = "aes",
    .is_supported = os_arm_has_crypto,
    .batch = ARM_BLOCKS * ARM_BLOCK,
    .expand = expand_aes_arm,
    .generate = generate_aes_arm,
};

#endif
