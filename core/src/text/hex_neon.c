/*
 * Hex digits with the table look-ups of arm64's NEON, which every arm64 has: 32 at a time.
 *
 * Tests compare its results with portable C's, under an emulator. Its speed has not been measured.
 */
#include "hex.h"

#if defined __aarch64__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#include <arm_neon.h>

static ALWAYS_INLINE uint8x16x2_t to_digits(const uint8_t bytes[16])
{
    static const uint8_t names[] = "0123456789abcdef";
    const uint8x16_t table = vld1q_u8(names), all = vld1q_u8(bytes);

    return vzipq_u8(vqtbl1q_u8(table, vshrq_n_u8(all, 4)),
                    vqtbl1q_u8(table, vandq_u8(all, vdupq_n_u8(HEX_VALUE))));
}

/* A byte is read as 0 to 9 if it is one of those, and as a letter otherwise; one that is neither
 * gives more than 15. */
static ALWAYS_INLINE uint8x16_t values_of(uint8x16_t text)
{
    const uint8x16_t decimal = vsubq_u8(text, vdupq_n_u8('0'));
    const uint8x16_t letter = vsubq_u8(vorrq_u8(text, vdupq_n_u8('a' - 'A')), vdupq_n_u8('a'));

    return vbslq_u8(vcltq_u8(decimal, vdupq_n_u8(10)), decimal, vqaddq_u8(letter, vdupq_n_u8(10)));
}

static ALWAYS_INLINE bool from_digits(uint8_t bytes[16], uint8x16_t front, uint8x16_t rear)
{
    uint8x16x2_t highs_and_lows;

    front = values_of(front);
    rear = values_of(rear);
    if (vmaxvq_u8(vmaxq_u8(front, rear)) > HEX_VALUE)
        return false;
    highs_and_lows = vuzpq_u8(front, rear);
    vst1q_u8(bytes, vorrq_u8(vshlq_n_u8(highs_and_lows.val[0], 4), highs_and_lows.val[1]));
    return true;
}

static void hex_write_bare_neon(char *out, const uint8_t bytes[16])
{
    const uint8x16x2_t digits = to_digits(bytes);

    vst1q_u8((uint8_t *)out, digits.val[0]);
    vst1q_u8((uint8_t *)out + 16, digits.val[1]);
}

static bool hex_read_bare_neon(uint8_t bytes[16], const char *text)
{
    return from_digits(bytes, vld1q_u8((const uint8_t *)text),
                       vld1q_u8((const uint8_t *)text + 16));
}

/* 255 is where a hyphen comes: a look-up outside the table gives zero there. */
static ALWAYS_INLINE void hex_write_neon(char *out, const uint8_t bytes[16])
{
    static const uint8_t front[16] = {0, 1, 2, 3, 4, 5, 6, 7, 255, 8, 9, 10, 11, 255, 12, 13};
    static const uint8_t rear[16] = {17, 18, 19, 255, 20, 21, 22, 23,
                                     24, 25, 26, 27,  28, 29, 30, 31};
    static const uint8_t middle[16] = {14, 15, 255, 16, 17, 18, 19, 255,
                                       20, 21, 22,  23, 24, 25, 26, 27};
    const uint8x16x2_t digits = to_digits(bytes);
    const uint8_t *const places[3] = {front, middle, rear};
    static const uint8_t at[3] = {0, 16, 20};

    for (int i = 0; i < 3; i++) {
        const uint8x16_t place = vld1q_u8(places[i]);
        const uint8x16_t hyphens = vandq_u8(vceqq_u8(place, vdupq_n_u8(255)), vdupq_n_u8('-'));
        vst1q_u8((uint8_t *)out + at[i], vorrq_u8(vqtbl2q_u8(digits, place), hyphens));
    }
}

static ALWAYS_INLINE bool hex_read_neon(uint8_t bytes[16], const char *text)
{
    static const uint8_t front[16] = {0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 14, 15, 16, 17};
    static const uint8_t rear[16] = {3, 4, 5, 6, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    const uint8x16x2_t first = {
        {vld1q_u8((const uint8_t *)text), vld1q_u8((const uint8_t *)text + 16)}};
    const uint8x16x2_t last = {{first.val[1], vld1q_u8((const uint8_t *)text + 20)}};

    for (size_t i = 0; i < sizeof hex_hyphens; i++)
        if (text[hex_hyphens[i]] != '-')
            return false;
    return from_digits(bytes, vqtbl2q_u8(first, vld1q_u8(front)), vqtbl2q_u8(last, vld1q_u8(rear)));
}

static void hex_write_n_neon(char *out, const uuid9562_t *uuids, uint64_t n, int separator)
{
    HEX_WRITE_N_BODY(hex_write_neon)
}

static uint64_t hex_read_n_neon(uuid9562_t *out, const char *text, uint64_t n, int separator)
{
    HEX_READ_N_BODY(hex_read_neon)
}

static uuid9562_status_t hex_parse_neon(uuid9562_t *out, size_t *offset, const char *text,
                                        size_t length){HEX_PARSE_BODY(hex_read_neon)}

INTERNAL const hex_variant_t hex_neon = {
    .name = "neon",
    .is_supported = hex_supports_any,
    .write = hex_write_neon,
    .read = hex_read_neon,
    .write_bare = hex_write_bare_neon,
    .read_bare = hex_read_bare_neon,
    .write_n = hex_write_n_neon,
    .read_n = hex_read_n_neon,
    .parse = hex_parse_neon,
};

#endif
