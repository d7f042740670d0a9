/*
 * Formats that write the UUID as one unsigned number: int, oid, and those in base 36, 58 and 62.
 * There are no leading zeros, so that each UUID has one text.
 *
 * A number is handled in five groups of digits (digits.h), which do not wait for each other.
 */
#include <string.h>

#include "../bits/layout.h"
#include "formats.h"

enum { GROUPS = 5 };

/* C11 has no type of 128 bits, and not every compiler has one. */
static ALWAYS_INLINE halves_t multiply(uint64_t a, uint64_t b)
{
#ifdef __SIZEOF_INT128__
    const __uint128_t product = (__uint128_t)a * b;

    return (halves_t){(uint64_t)(product >> 64), (uint64_t)product};
#else
    const uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    const uint64_t middle = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    const uint64_t other = (a & UINT32_MAX) * (b >> 32) + (middle & UINT32_MAX);

    return (halves_t){(a >> 32) * (b >> 32) + (middle >> 32) + (other >> 32),
                      other << 32 | (low & UINT32_MAX)};
#endif
}

/* ---- reading ---- */

/* number = number * factor + add; returns what exceeds its 128 bits. */
static ALWAYS_INLINE uint64_t append(halves_t *number, uint64_t factor, uint64_t add)
{
    const halves_t low = multiply(number->lo, factor), high = multiply(number->hi, factor);
    const uint64_t lo = low.lo + add, carried = low.hi + (lo < add);

    *number = (halves_t){high.lo + carried, lo};
    return high.hi + (number->hi < carried);
}

/* Finds where the text is wrong; or reads a number that has few digits. */
static NEVER_INLINE uuid9562_status_t read_by_digit(halves_t *number, size_t *offset,
                                                    const format_row_t *format, const char *text,
                                                    size_t length)
{
    const size_t head = format->count;
    const uint8_t *values = format->alphabet->values;

    for (*offset = 0; *offset < head && *offset < length; ++*offset)
        if (text[*offset] != format->pattern[*offset])
            return UUID9562_ERR_OID;
    if (*offset == length)
        return UUID9562_ERR_SHORT;
    *number = (halves_t){0, 0};
    for (size_t i = head; i < length; i++) {
        const uint8_t value = values[(unsigned char)text[i]];

        *offset = i;
        if (value == 0)
            return format->radix->base == 10 ? UUID9562_ERR_DECIMAL_DIGIT : UUID9562_ERR_DIGIT;
        if (i == head + 1 && values[(unsigned char)text[head]] == IS_DIGIT)
            return UUID9562_ERR_LEADING_ZERO;
        if (append(number, format->radix->base, value & DIGIT_VALUE) != 0)
            return UUID9562_ERR_TOO_BIG;
    }
    return UUID9562_OK;
}

/* Reads the text if it has four groups of digits, and maybe a part of the first, and all of it is
 * valid. */
static ALWAYS_INLINE bool read_groups(size_t n, halves_t *number, const format_row_t *format,
                                      const char *text, size_t length)
{
    const radix_t *radix = format->radix;
    const size_t head = format->count;
    uint64_t groups[GROUPS - 1], first = 0, all = IS_DIGIT;
    const char *full; /* the groups of n digits */

    if (length < head + (GROUPS - 1) * n || length > format->info.length ||
        format->alphabet->values[(unsigned char)text[head]] == IS_DIGIT)
        return false;
    for (size_t i = 0; i < head; i++)
        if (text[i] != format->pattern[i])
            return false;
    full = text + length - (GROUPS - 1) * n;
    for (text += head; text < full; text++) {
        const uint8_t value = format->alphabet->values[(unsigned char)*text];

        all &= value;
        first = first * radix->base + (value & DIGIT_VALUE);
    }
    for (size_t i = 0; i < GROUPS - 1; i++)
        groups[i] =
            digits_read(format->alphabet, full + i * n, n, radix->base, &all) - radix->marks;
    *number = (halves_t){0, first};
    append(number, radix->power * radix->power, groups[0] * radix->power + groups[1]);
    return all != 0 &&
           append(number, radix->power * radix->power, groups[2] * radix->power + groups[3]) == 0;
}

/* The same, with the loops unrolled for each of the two lengths of a group. */
static bool read_valid(halves_t *number, const format_row_t *format, const char *text,
                       size_t length)
{
    if (format->radix->group == 5)
        return read_groups(5, number, format, text, length);
    return read_groups(9, number, format, text, length);
}

INTERNAL uuid9562_status_t read_number(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                       const char *text, size_t length)
{
    halves_t number;

    if (!read_valid(&number, format, text, length)) {
        const uuid9562_status_t status = read_by_digit(&number, offset, format, text, length);

        if (status != UUID9562_OK)
            return status;
    }
    layout_store(out, number);
    return UUID9562_OK;
}

/* ---- writing ---- */

/* Takes the last group off a number. */
static ALWAYS_INLINE uint64_t take_group(uint64_t *number, const radix_t *radix)
{
    const uint64_t quotient = multiply(*number, radix->reciprocal).hi; /* or one too small */
    const uint64_t rest = *number - quotient * radix->power;
    const bool is_small = rest >= radix->power;

    *number = quotient + is_small;
    return rest - (is_small ? radix->power : 0);
}

/* The groups of the UUID, the least significant first: each of its four parts of 32 bits
 * contributes to several groups, and the excess of a group is carried to the next. */
static ALWAYS_INLINE void find_groups(uint64_t groups[GROUPS], halves_t number,
                                      const format_row_t *format)
{
    const radix_t *radix = format->radix;
    const uint64_t parts[3] = {number.lo >> 32, number.hi & UINT32_MAX, number.hi >> 32};
    uint64_t sum = number.lo & UINT32_MAX;

    for (int i = 0; i < GROUPS - 1; i++) {
        for (int k = 0; k < 3; k++)
            sum += parts[k] * radix->places[k][i];
        groups[i] = take_group(&sum, radix);
    }
    groups[GROUPS - 1] = sum;
}

/* A number below the base: its whole part is the next digit, and its fraction has the others. */
static ALWAYS_INLINE void write_group(char *out, size_t n, uint64_t group,
                                      const format_row_t *format)
{
    uint64_t number = group * format->radix->first;

#pragma GCC unroll 16
    for (size_t i = 0; i < n; i++) {
        out[i] = format->alphabet->digits[number >> FRACTION];
        number = (number & ((UINT64_C(1) << FRACTION) - 1)) * format->radix->base;
    }
}

/* The group without leading zeros. Returns the number of digits. */
static size_t write_first_group(char *out, uint32_t group, const format_row_t *format)
{
    const uint32_t base = (uint32_t)format->radix->base;
    size_t count = 1;

    for (uint64_t power = base; power <= group; power *= base)
        count++;
    for (size_t i = count; i-- > 0; group /= base)
        out[i] = format->alphabet->digits[group % base];
    return count;
}

/* The groups before number `count`, the most significant first. */
static ALWAYS_INLINE size_t write_groups(size_t n, char *out, const uint64_t *groups, int count,
                                         const format_row_t *format)
{
    for (int i = count; i-- > 0; out += n)
        write_group(out, n, groups[i], format);
    return (size_t)count * n;
}

INTERNAL size_t write_number(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    uint64_t groups[GROUPS];
    size_t length = format->count;
    int i = GROUPS - 1;

    find_groups(groups, layout_load(uuid), format);
    memcpy(out, format->pattern, length);
    while (i > 0 && groups[i] == 0)
        i--;
    length += write_first_group(out + length, (uint32_t)groups[i], format);
    if (format->radix->group == 5)
        return length + write_groups(5, out + length, groups, i, format);
    return length + write_groups(9, out + length, groups, i, format);
}
