/*
 * Formats whose digits stand for a fixed number of bits: ulid, base32hex, base64url, the two of
 * NCName, and TypeID, which puts the name of a type before them.
 *
 * Pure. Bits of a digit that the UUID does not fill must be zero, so that each UUID has one text,
 * apart from the case of letters where both are read.
 */
#include <string.h>

#include "layout.h"
#include "text.h"

/* ---- the digits ---- */

static size_t count_digits(const uuid9562_format_t *format)
{
    return 2 + (size_t)(128 - format->first - format->last) / format->each;
}

/* The number of bits of the UUID that digit i of n holds. */
static unsigned bits_in(const uuid9562_format_t *format, size_t i, size_t n)
{
    return i == 0 ? format->first : i == n - 1 ? format->last : format->each;
}

INTERNAL size_t write_bits(char *out, const uuid9562_format_t *format, const uuid9562_t *uuid)
{
    const size_t n = count_digits(format);
    halves_t rest = layout_load(uuid);

    if (format->bookends)
        rest = layout_to_bookends(rest);
    for (size_t i = 0; i < n; i++) {
        const unsigned bits = bits_in(format, i, n);
        const uint64_t value = rest.hi >> (64 - bits);

        out[i] = format->digits[i == n - 1 ? value << format->pad : value];
        rest.hi = rest.hi << bits | rest.lo >> (64 - bits);
        rest.lo <<= bits;
    }
    return n;
}

static int digit_value(const uuid9562_format_t *format, char c)
{
    const char *digit = memchr(format->digits, c, format->count);

    return digit != NULL ? (int)(digit - format->digits) : -1;
}

/* Where the value of the letter is not below `limit`, that of its other case counts. */
static int digit_value_in_any_case(const uuid9562_format_t *format, char c, int limit)
{
    const int value = digit_value(format, c), other = digit_value(format, swap_case(c));

    return (value < 0 || value >= limit) && other >= 0 ? other : value;
}

INTERNAL uuid9562_status_t read_bits(uuid9562_t *out, size_t *offset,
                                     const uuid9562_format_t *format, const char *text,
                                     size_t length)
{
    const size_t n = count_digits(format);
    halves_t sum = {0, 0};

    for (size_t i = 0; i < n; i++) {
        const bool is_end = i == 0 || i == n - 1;
        const unsigned bits = bits_in(format, i, n), pad = i == n - 1 ? format->pad : 0;
        int value;

        *offset = i;
        if (i == length)
            return UUID9562_ERR_SHORT;
        value = format->info.any_case || (is_end && format->any_case_ends)
                    ? digit_value_in_any_case(format, text[i], 1 << (bits + pad))
                    : digit_value(format, text[i]);
        if (value < 0)
            return UUID9562_ERR_DIGIT;
        if (value >> pad << pad != value)
            return UUID9562_ERR_PADDING;
        if (value >> pad >> bits != 0)
            return format->bookends ? UUID9562_ERR_DIGIT : UUID9562_ERR_TOO_BIG;
        sum.hi = sum.hi << bits | sum.lo >> (64 - bits);
        sum.lo = sum.lo << bits | (uint64_t)(value >> pad);
    }
    *offset = n;
    if (length > n)
        return UUID9562_ERR_LONG;
    layout_store(out, format->bookends ? layout_from_bookends(sum) : sum);
    return UUID9562_OK;
}

/* ---- TypeID ---- */

static bool is_small_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* Whether the byte at `i` can continue a prefix, or be the separator after it, given those before.
 * A whole prefix starts and ends with a letter, and its underscores are in between. */
static bool is_in_prefix(const char *text, size_t i)
{
    const size_t last = UUID9562_TYPEID_PREFIX_MAX - 1; /* where its last letter may be */

    if (is_small_letter(text[i]))
        return i <= last;
    if (text[i] != '_' || i == 0)
        return false;
    return is_small_letter(text[i - 1]) ? i <= last + 1 : i < last;
}

/* Finds the end of a TypeID's prefix, its separator included: the first decimal digit, since a
 * prefix has none, and the digits of the UUID begin with one of 0 to 7. */
static uuid9562_status_t read_prefix(const char *text, size_t length, size_t *end)
{
    for (*end = 0; *end < length && (text[*end] < '0' || text[*end] > '9'); ++*end)
        if (!is_in_prefix(text, *end))
            return UUID9562_ERR_TYPEID;
    if (*end == length)
        return UUID9562_ERR_SHORT;
    if (*end == 0 || (*end >= 2 && text[*end - 1] == '_' && text[*end - 2] != '_'))
        return UUID9562_OK;
    return UUID9562_ERR_TYPEID;
}

uuid9562_status_t uuid9562_parse_typeid(uuid9562_t *out, size_t *prefix_length, size_t *offset,
                                        const char *text, size_t length)
{
    size_t begin, reached;
    uuid9562_status_t status = read_prefix(text, length, &begin);

    reached = 0;
    if (status == UUID9562_OK)
        status = read_bits(out, &reached, format_row(FORMAT_typeid), text + begin, length - begin);
    if (status == UUID9562_OK)
        *prefix_length = begin > 0 ? begin - 1 : 0;
    else if (offset != NULL)
        *offset = begin + reached;
    return status;
}

INTERNAL uuid9562_status_t read_typeid(uuid9562_t *out, size_t *offset,
                                       const uuid9562_format_t *format, const char *text,
                                       size_t length)
{
    size_t prefix_length;

    (void)format;
    return uuid9562_parse_typeid(out, &prefix_length, offset, text, length);
}

/* Static, since a shared library calls its own exported functions through a table. */
static uuid9562_status_t check_prefix(const char *prefix, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_in_prefix(prefix, i))
            return UUID9562_ERR_PREFIX;
    if (length > 0 && !is_small_letter(prefix[length - 1]))
        return UUID9562_ERR_PREFIX;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_check_typeid_prefix(const char *prefix, size_t length)
{
    return check_prefix(prefix, length);
}

uuid9562_status_t uuid9562_format_typeid(char out[UUID9562_TYPEID_MAX], size_t *length,
                                         const uuid9562_t *uuid, const char *prefix,
                                         size_t prefix_length)
{
    const uuid9562_status_t status = check_prefix(prefix, prefix_length);
    size_t begin = 0;

    if (status != UUID9562_OK)
        return status;
    if (prefix_length > 0) {
        memcpy(out, prefix, prefix_length);
        out[prefix_length] = '_';
        begin = prefix_length + 1;
    }
    *length = begin + write_bits(out + begin, format_row(FORMAT_typeid), uuid);
    return UUID9562_OK;
}
