/*
 * Hex digits in portable C: the variant that every other is compared with (hex.h).
 */
#include "hex.h"

#include <string.h>

#include "../bits/layout.h"

/* A hex digit is its value, marked as one. */
enum { HEX_DIGIT = 0x10 };
static const uint8_t hex_digits[256] = {
    ['0'] = 0x10, ['1'] = 0x11, ['2'] = 0x12, ['3'] = 0x13, ['4'] = 0x14, ['5'] = 0x15,
    ['6'] = 0x16, ['7'] = 0x17, ['8'] = 0x18, ['9'] = 0x19, ['a'] = 0x1a, ['b'] = 0x1b,
    ['c'] = 0x1c, ['d'] = 0x1d, ['e'] = 0x1e, ['f'] = 0x1f, ['A'] = 0x1a, ['B'] = 0x1b,
    ['C'] = 0x1c, ['D'] = 0x1d, ['E'] = 0x1e, ['F'] = 0x1f,
};

INTERNAL bool hex_is_digit(char c)
{
    return hex_digits[(unsigned char)c] != 0;
}

/* Where the two digits of each byte begin. */
static const uint8_t hex_bare[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
static const uint8_t hex_canonical[16] = {0,  2,  4,  6,  9,  11, 14, 16,
                                          19, 21, 24, 26, 28, 30, 32, 34};

/* Four bytes as eight digits in one number, the first on top: the digits are spread to a byte
 * each, and those above 9 are lifted to the letters. */
static ALWAYS_INLINE uint64_t hex_of_four(uint32_t bytes)
{
    const uint64_t ones = ~UINT64_C(0) / 255;
    uint64_t digits = bytes, above_9;

    digits = (digits << 16 | digits) & UINT64_C(0x0000ffff0000ffff);
    digits = (digits << 8 | digits) & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits << 4 | digits) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    above_9 = (digits + ones * 6) >> 4 & ones;
    return digits + ones * '0' + above_9 * ('a' - '0' - 10);
}

static void hex_write_bare_portable(char *out, const uint8_t bytes[16])
{
    for (int i = 0; i < 16; i += 8) {
        uint64_t half = layout_read64(bytes + i);
        layout_write64((uint8_t *)out + 2 * i, hex_of_four((uint32_t)(half >> 32)));
        layout_write64((uint8_t *)out + 2 * i + 8, hex_of_four((uint32_t)half));
    }
}

static ALWAYS_INLINE void hex_write_portable(char *out, const uint8_t bytes[16])
{
    char bare[32];

    hex_write_bare_portable(bare, bytes);
    memcpy(out, bare, 8);
    memcpy(out + 9, bare + 8, 4);
    memcpy(out + 14, bare + 12, 4);
    memcpy(out + 19, bare + 16, 4);
    memcpy(out + 24, bare + 20, 12);
    for (size_t i = 0; i < sizeof hex_hyphens; i++)
        out[hex_hyphens[i]] = '-';
}

static ALWAYS_INLINE bool hex_read_at(uint8_t bytes[16], const char *text, const uint8_t places[16])
{
    uint8_t read[16], all = HEX_DIGIT;

    for (int i = 0; i < 16; i++) {
        uint8_t high = hex_digits[(unsigned char)text[places[i]]];
        uint8_t low = hex_digits[(unsigned char)text[places[i] + 1]];

        all &= high & low;
        read[i] = (uint8_t)(high << 4 | (low & HEX_VALUE));
    }
    if (all != HEX_DIGIT)
        return false;
    memcpy(bytes, read, sizeof read);
    return true;
}

static bool hex_read_bare_portable(uint8_t bytes[16], const char *text)
{
    return hex_read_at(bytes, text, hex_bare);
}

static ALWAYS_INLINE bool hex_read_portable(uint8_t bytes[16], const char *text)
{
    for (size_t i = 0; i < sizeof hex_hyphens; i++)
        if (text[hex_hyphens[i]] != '-')
            return false;
    return hex_read_at(bytes, text, hex_canonical);
}

static void hex_write_n_portable(char *out, const uuid9562_t *uuids, uint64_t n, int separator)
{
    HEX_WRITE_N_BODY(hex_write_portable)
}

static uint64_t hex_read_n_portable(uuid9562_t *out, const char *text, uint64_t n, int separator)
{
    HEX_READ_N_BODY(hex_read_portable)
}

INTERNAL bool hex_supports_any(void)
{
    return true;
}

static uuid9562_status_t hex_parse_portable(uuid9562_t *out, size_t *offset, const char *text,
                                            size_t length){HEX_PARSE_BODY(hex_read_portable)}

INTERNAL const hex_variant_t hex_portable = {
    .name = "portable",
    .is_supported = hex_supports_any,
    .write = hex_write_portable,
    .read = hex_read_portable,
    .write_bare = hex_write_bare_portable,
    .read_bare = hex_read_bare_portable,
    .write_n = hex_write_n_portable,
    .read_n = hex_read_n_portable,
    .parse = hex_parse_portable,
};
