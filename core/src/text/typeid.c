/*
 * TypeIDs: the name of a type, an underscore, and a UUID in 26 digits of base 32 (the TypeID
 * specification, version 0.3.0).
 */
#include <string.h>

#include "formats.h"

#ifdef UUID9562_OMIT_FORMATS

uuid9562_status_t uuid9562_parse_typeid(uuid9562_t *out, size_t *prefix_length, size_t *offset,
                                        const char *text, size_t length)
{
    (void)out, (void)prefix_length, (void)offset, (void)text, (void)length;
    return UUID9562_ERR_INPUT_FORMAT;
}

uuid9562_status_t uuid9562_format_typeid(char out[UUID9562_TYPEID_MAX], size_t *length,
                                         const uuid9562_t *uuid, const char *prefix,
                                         size_t prefix_length)
{
    (void)out, (void)length, (void)uuid, (void)prefix, (void)prefix_length;
    return UUID9562_ERR_OUTPUT_FORMAT;
}

#else

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

/* Static, since a shared library calls its own exported functions through a table. */
static uuid9562_status_t parse_typeid(uuid9562_t *out, size_t *prefix_length, size_t *offset,
                                      const char *text, size_t length)
{
    size_t begin = 0, reached = 0;
    uuid9562_status_t status = read_prefix(text, length, &begin);

    if (status == UUID9562_OK)
        status = read_bits(out, &reached, format_row(FORMAT_typeid), text + begin, length - begin);
    if (status == UUID9562_OK)
        *prefix_length = begin > 0 ? begin - 1 : 0;
    else if (offset != NULL)
        *offset = begin + reached;
    return status;
}

uuid9562_status_t uuid9562_parse_typeid(uuid9562_t *out, size_t *prefix_length, size_t *offset,
                                        const char *text, size_t length)
{
    return parse_typeid(out, prefix_length, offset, text, length);
}

INTERNAL uuid9562_status_t read_typeid(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                       const char *text, size_t length)
{
    size_t prefix_length;

    (void)format;
    return parse_typeid(out, &prefix_length, offset, text, length);
}

static uuid9562_status_t check_prefix(const char *prefix, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_in_prefix(prefix, i))
            return UUID9562_ERR_PREFIX;
    if (length > 0 && !is_small_letter(prefix[length - 1]))
        return UUID9562_ERR_PREFIX;
    return UUID9562_OK;
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

#endif
