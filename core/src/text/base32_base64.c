/*
 * Formats whose digits stand for a fixed number of bits: ulid, typeid, base32hex, base64url and
 * base64.
 *
 * Bits of a digit that the UUID does not fill must be zero, so that each UUID has one text, apart
 * from the case of letters where both are read.
 */
#include <string.h>

#include "../bits/layout.h"
#include "formats.h"

#ifndef UUID9562_OMIT_FORMATS

/* ---- the digits ---- */

/* The digits apart from the last two, in two halves of as many bits (of the first, formats.h). */
enum { HALF = 60 };

static size_t count_digits(const format_row_t *format)
{
    return 2 + 2 * (size_t)HALF / format->each;
}

static ALWAYS_INLINE void write_half(char *out, const char *digits, uint64_t half, unsigned each)
{
#pragma GCC unroll 16
    for (unsigned shift = HALF; shift > 0; *out++ = digits[half >> shift & ((1u << each) - 1)])
        shift -= each;
}

static ALWAYS_INLINE size_t write_by(unsigned each, char *out, const format_row_t *format,
                                     const uuid9562_t *uuid)
{
    const char *digits = format->alphabet->digits;
    const unsigned last = format->last, below = each + last;
    const size_t n = HALF / each;
    const halves_t all = layout_load(uuid);

    write_half(out, digits, all.hi >> (below - 4), each);
    write_half(out + n, digits, all.hi << (64 - below) | all.lo >> below, each);
    out[2 * n] = digits[all.lo >> last & ((1u << each) - 1)];
    out[2 * n + 1] = digits[(all.lo & ((1u << last) - 1)) << (each - last)];
    return 2 * n + 2;
}

INTERNAL size_t write_bits(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    size_t length =
        format->each == 5 ? write_by(5, out, format, uuid) : write_by(6, out, format, uuid);

    for (size_t i = 0; i < format->count; i++)
        out[length++] = format->pattern[i];
    return length;
}

static ALWAYS_INLINE bool read_by(unsigned each, halves_t *out, const format_row_t *format,
                                  const char *text, size_t length)
{
    const unsigned last = format->last, pad = each - last, below = each + last;
    const size_t n = HALF / each;
    const uint64_t ones = (UINT64_C(1) << HALF) / ((1u << each) - 1); /* a 1 for each digit */
    uint64_t all = IS_DIGIT, upper, lower, rest;

    if (length != 2 * n + 2)
        return false;
    upper = digits_read(format->alphabet, text, n, UINT64_C(1) << each, &all) - ones * IS_DIGIT;
    lower = digits_read(format->alphabet, text + n, n, UINT64_C(1) << each, &all) - ones * IS_DIGIT;
    rest = digits_read(format->alphabet, text + 2 * n, 2, UINT64_C(1) << each, &all) -
           ((UINT64_C(1) << each) + 1) * IS_DIGIT;
    if (all == 0 || upper >> (HALF - each + 8 - last) != 0 || (rest & ((1u << pad) - 1)) != 0)
        return false;
    *out = (halves_t){upper << (below - 4) | lower >> (64 - below), lower << below | rest >> pad};
    return true;
}

/* The number of bytes before what follows the digits; 0, too few, where that is not at the end. */
static ALWAYS_INLINE size_t before_padding(const format_row_t *format, const char *text,
                                           size_t length)
{
    const size_t count = format->count;

    if (count == 0)
        return length;
    return length > count && memcmp(text + length - count, format->pattern, count) == 0
               ? length - count
               : 0;
}

static NEVER_INLINE uuid9562_status_t bits_mismatch(size_t *offset, const format_row_t *format,
                                                    const char *text, size_t length)
{
    const size_t n = count_digits(format);

    for (size_t i = 0; i < n; i++) {
        unsigned value;

        *offset = i;
        if (i == length)
            return UUID9562_ERR_SHORT;
        value = format->alphabet->values[(unsigned char)text[i]];
        if (value == 0)
            return UUID9562_ERR_DIGIT;
        value &= DIGIT_VALUE;
        if (i == 0 && value >> (8 - format->last) != 0)
            return UUID9562_ERR_TOO_BIG;
        if (i == n - 1 && (value & ((1u << (format->each - format->last)) - 1)) != 0)
            return UUID9562_ERR_PADDING;
    }
    for (*offset = n; *offset < n + format->count; ++*offset) {
        if (*offset == length)
            return UUID9562_ERR_SHORT;
        if (text[*offset] != format->pattern[*offset - n])
            return UUID9562_ERR_EQUALS;
    }
    return UUID9562_ERR_LONG;
}

INTERNAL uuid9562_status_t read_bits(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                     const char *text, size_t length)
{
    const size_t digits = before_padding(format, text, length);
    halves_t all;

    if (!(format->each == 5 ? read_by(5, &all, format, text, digits)
                            : read_by(6, &all, format, text, digits)))
        return bits_mismatch(offset, format, text, length);
    layout_store(out, all);
    return UUID9562_OK;
}

#endif
