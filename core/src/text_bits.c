/*
 * Forms whose digits stand for a fixed number of bits: ulid, base32hex, base64url, the two of
 * NCName, and TypeID, which puts the name of a type before them.
 *
 * Pure. Bits that a digit could hold and the UUID does not fill must be zero, so that each UUID has
 * one text, but for the case of letters where that is free.
 */
#include <string.h>

/* ---- the digits ---- */

static size_t count_digits(const uuid9562_form_t *form)
{
    return 2 + (size_t)(128 - form->first - form->last) / form->each;
}

/* How many bits of the UUID are in digit number i of n. */
static unsigned bits_in(const uuid9562_form_t *form, size_t i, size_t n)
{
    return i == 0 ? form->first : i == n - 1 ? form->last : form->each;
}

static size_t write_bits(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    const size_t n = count_digits(form);
    halves_t rest = layout_load(uuid);

    if (form->bookends)
        rest = layout_to_bookends(rest);
    for (size_t i = 0; i < n; i++) {
        const unsigned bits = bits_in(form, i, n);
        const uint64_t value = rest.hi >> (64 - bits);

        out[i] = form->digits[i == n - 1 ? value << form->pad : value];
        rest.hi = rest.hi << bits | rest.lo >> (64 - bits);
        rest.lo <<= bits;
    }
    return n;
}

static int digit_value(const uuid9562_form_t *form, char c)
{
    const char *digit = memchr(form->digits, c, form->count);

    return digit != NULL ? (int)(digit - form->digits) : -1;
}

/* Below `limit` if that is to be had: a letter of the other case may be another digit. */
static int digit_value_in_any_case(const uuid9562_form_t *form, char c, int limit)
{
    const int value = digit_value(form, c), other = digit_value(form, text_other_case(c));

    return (value < 0 || value >= limit) && other >= 0 ? other : value;
}

static uuid9562_status_t read_bits(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                   size_t length, size_t *offset)
{
    const size_t n = count_digits(form);
    halves_t sum = {0, 0};

    for (size_t i = 0; i < n; i++) {
        const bool is_end = i == 0 || i == n - 1;
        const unsigned bits = bits_in(form, i, n), pad = i == n - 1 ? form->pad : 0;
        int value;

        *offset = i;
        if (i == length)
            return UUID9562_ERR_SHORT;
        value = form->any_case || (is_end && form->any_case_ends)
                    ? digit_value_in_any_case(form, text[i], 1 << (bits + pad))
                    : digit_value(form, text[i]);
        if (value < 0)
            return UUID9562_ERR_DIGIT;
        if (value >> pad << pad != value)
            return UUID9562_ERR_PADDING;
        if (value >> pad >> bits != 0)
            return form->bookends ? UUID9562_ERR_DIGIT : UUID9562_ERR_TOO_BIG;
        sum.hi = sum.hi << bits | sum.lo >> (64 - bits);
        sum.lo = sum.lo << bits | (uint64_t)(value >> pad);
    }
    *offset = n;
    if (length > n)
        return UUID9562_ERR_LONG;
    layout_store(out, form->bookends ? layout_from_bookends(sum) : sum);
    return UUID9562_OK;
}

/* ---- TypeID ---- */

static bool is_small_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

/* May a prefix go on at `i`, or end there with the separator, given what stands before? What it may
 * be in the end has letters in front and at the rear, and underscores only between them. */
static bool is_in_prefix(const char *text, size_t i)
{
    const size_t last = UUID9562_TYPEID_PREFIX_MAX - 1; /* where its last letter may be */

    if (is_small_letter(text[i]))
        return i <= last;
    if (text[i] != '_' || i == 0)
        return false;
    return is_small_letter(text[i - 1]) ? i <= last + 1 : i < last;
}

/* How long the prefix of a TypeID is, its separator included. No digit is part of it, and the
 * digits after it begin with one of 0 to 7. */
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

uuid9562_status_t uuid9562_parse_typeid(uuid9562_t *out, size_t *prefix_length, const char *text,
                                        size_t length, size_t *offset)
{
    size_t begin, reached;
    uuid9562_status_t status = read_prefix(text, length, &begin);

    reached = 0;
    if (status == UUID9562_OK)
        status = read_bits(&form_table[FORM_typeid], out, text + begin, length - begin, &reached);
    if (status == UUID9562_OK)
        *prefix_length = begin > 0 ? begin - 1 : 0;
    else if (offset != NULL)
        *offset = begin + reached;
    return status;
}

static uuid9562_status_t read_typeid(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                     size_t length, size_t *offset)
{
    size_t prefix_length;

    (void)form;
    return uuid9562_parse_typeid(out, &prefix_length, text, length, offset);
}

uuid9562_status_t uuid9562_format_typeid(const uuid9562_t *uuid, const char *prefix,
                                         size_t prefix_length, char out[UUID9562_TYPEID_MAX],
                                         size_t *length)
{
    size_t begin = 0;

    for (size_t i = 0; i < prefix_length; i++)
        if (!is_in_prefix(prefix, i))
            return UUID9562_ERR_PREFIX;
    if (prefix_length > 0) {
        if (!is_small_letter(prefix[prefix_length - 1]))
            return UUID9562_ERR_PREFIX;
        memcpy(out, prefix, prefix_length);
        out[prefix_length] = '_';
        begin = prefix_length + 1;
    }
    *length = begin + write_bits(&form_table[FORM_typeid], uuid, out + begin);
    return UUID9562_OK;
}
