/*
 * Sixteen octets and their 32 hex digits, bare or as the canonical text (RFC 9562 section 4), one
 * by one and many in a row: portable C, and the choice among the variants for one kind of processor
 * (hex_x86.c, hex_neon.c), which are made when the first text is read or written.
 *
 * No state but that choice, which is always the same. A reader says whether the text was right and
 * writes nothing if it was not; where it was wrong is text.c's matter. Nobody touches more than the
 * text and the octets.
 */
#include <stdatomic.h>
#include <string.h>

/* A hex digit is its value, marked as one. */
enum { HEX_DIGIT = 0x10, HEX_VALUE = 0x0f };
static const uint8_t hex_digits[256] = {
    ['0'] = 0x10, ['1'] = 0x11, ['2'] = 0x12, ['3'] = 0x13, ['4'] = 0x14, ['5'] = 0x15,
    ['6'] = 0x16, ['7'] = 0x17, ['8'] = 0x18, ['9'] = 0x19, ['a'] = 0x1a, ['b'] = 0x1b,
    ['c'] = 0x1c, ['d'] = 0x1d, ['e'] = 0x1e, ['f'] = 0x1f, ['A'] = 0x1a, ['B'] = 0x1b,
    ['C'] = 0x1c, ['D'] = 0x1d, ['E'] = 0x1e, ['F'] = 0x1f,
};

/* Where the two digits of each octet begin, and where the hyphens are. */
static const uint8_t hex_bare[16] = {0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30};
static const uint8_t hex_canonical[16] = {0,  2,  4,  6,  9,  11, 14, 16,
                                          19, 21, 24, 26, 28, 30, 32, 34};
static const uint8_t hex_hyphens[4] = {8, 13, 18, 23};

/* Many in a row, made of one: macros, so that the compiler puts the one into the loop. */
#define HEX_WRITE_N(variant, target)                                                               \
    target static void hex_write_n_##variant(char *out, const uuid9562_t *uuids, uint64_t n,       \
                                             int separator)                                        \
    {                                                                                              \
        for (uint64_t i = 0; i < n; i++) {                                                         \
            hex_write_##variant(out, uuids[i].octets);                                             \
            out += UUID9562_CANONICAL_LENGTH;                                                      \
            if (separator >= 0)                                                                    \
                *out++ = (char)separator;                                                          \
        }                                                                                          \
    }
#define HEX_READ_N(variant, target)                                                                \
    target static uint64_t hex_read_n_##variant(uuid9562_t *out, const char *text, uint64_t n,     \
                                                int separator)                                     \
    {                                                                                              \
        uint64_t i;                                                                                \
                                                                                                   \
        for (i = 0; i < n && hex_read_##variant(out[i].octets, text); i++) {                       \
            text += UUID9562_CANONICAL_LENGTH;                                                     \
            if (separator >= 0 && *text++ != (char)separator)                                      \
                break;                                                                             \
        }                                                                                          \
        return i;                                                                                  \
    }

/* ---- portable C ---- */

/* Four octets as eight digits in one number, the first on top: the digits are spread to an octet
 * each, and those above 9 are lifted to the letters. */
static ALWAYS_INLINE uint64_t hex_of_four(uint32_t octets)
{
    const uint64_t ones = ~UINT64_C(0) / 255;
    uint64_t digits = octets, above_9;

    digits = (digits << 16 | digits) & UINT64_C(0x0000ffff0000ffff);
    digits = (digits << 8 | digits) & UINT64_C(0x00ff00ff00ff00ff);
    digits = (digits << 4 | digits) & UINT64_C(0x0f0f0f0f0f0f0f0f);
    above_9 = (digits + ones * 6) >> 4 & ones;
    return digits + ones * '0' + above_9 * ('a' - '0' - 10);
}

static void hex_write_bare_c(char *out, const uint8_t octets[16])
{
    for (int i = 0; i < 16; i += 8) {
        uint64_t half = layout_read64(octets + i);
        layout_write64((uint8_t *)out + 2 * i, hex_of_four((uint32_t)(half >> 32)));
        layout_write64((uint8_t *)out + 2 * i + 8, hex_of_four((uint32_t)half));
    }
}

static ALWAYS_INLINE void hex_write_c(char *out, const uint8_t octets[16])
{
    char bare[32];

    hex_write_bare_c(bare, octets);
    memcpy(out, bare, 8);
    memcpy(out + 9, bare + 8, 4);
    memcpy(out + 14, bare + 12, 4);
    memcpy(out + 19, bare + 16, 4);
    memcpy(out + 24, bare + 20, 12);
    for (size_t i = 0; i < sizeof hex_hyphens; i++)
        out[hex_hyphens[i]] = '-';
}

static ALWAYS_INLINE bool hex_read_at(uint8_t octets[16], const char *text,
                                      const uint8_t places[16])
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
    memcpy(octets, read, sizeof read);
    return true;
}

static bool hex_read_bare_c(uint8_t octets[16], const char *text)
{
    return hex_read_at(octets, text, hex_bare);
}

static ALWAYS_INLINE bool hex_read_c(uint8_t octets[16], const char *text)
{
    for (size_t i = 0; i < sizeof hex_hyphens; i++)
        if (text[hex_hyphens[i]] != '-')
            return false;
    return hex_read_at(octets, text, hex_canonical);
}

HEX_WRITE_N(c, )
HEX_READ_N(c, )

static bool hex_runs_c(void)
{
    return true;
}
