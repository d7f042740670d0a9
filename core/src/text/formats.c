/*
 * The table of formats, and the functions of uuid9562.h that use it: finding a format, reading and
 * writing one UUID or many.
 */
#include "formats.h"

#include <string.h>

#include "hex.h"

#define ROW(name_, ...) [FORMAT_##name_] = {.info.name = #name_, __VA_ARGS__}

/* Of the info. */
#define FIXED(bytes)   .info.length = bytes, .info.fixed_length = true
#define AT_MOST(bytes) .info.length = bytes
#define IMPLIED        .info.implied = true
#define SORTED         .info.sorted = true
#define ANY_CASE       .info.any_case = true
#define BINARY         .info.binary = true

/* The reader, the writer, and the parts of the row that they use. A pattern is h for a hex digit, H
 * for one that is written in upper case, and every other byte for itself. */
#define CODEC(reader, writer) .read = reader, .write = writer, .info.writable = true
#define SPELLED(text)         .pattern = text, .count = sizeof text - 1
#define PATTERN(of_head, text, of_body)                                                            \
    CODEC(read_pattern, write_pattern), SPELLED(text), .head = of_head, .body = of_body
#define NUMBER(prefix, base_name, base)                                                            \
    CODEC(read_number, write_number), SPELLED(prefix), .alphabet = &alphabet_##base_name,          \
                                                       .radix = &radix_##base
#define BITS(reader, digits, of_each, of_last)                                                     \
    CODEC(reader, write_bits), .alphabet = &alphabet_##digits, .each = of_each, .last = of_last
#define REORDERED(bytes) CODEC(read_reordered, write_reordered), .order = bytes
#define HYPHENATED       "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define FOUR_ESCAPED     "\\hh\\hh\\hh\\hh"

/* Sources: any, strict, canonical and upper, RFC 9562 section 4, urn its figure 4, int its figure
 * 3; hex and braced, the formats N and B of Guid.ToString in .NET, braced also MS-DTYP section
 * 2.3.4.3; oid, X.667 (ISO/IEC 9834-8) clause 7; ulid, the ULID specification of
 * github.com/ulid/spec; typeid, TypeID 0.3.0 of github.com/jetify-com/typeid; base32hex to
 * base64url, draft-davis-uuidrev-alt-uuid-encoding-methods-01 without its padding and check
 * characters, for base32hex and base64url also RFC 4648 sections 7 and 5; base64, its section 4,
 * as .NET, Protobuf's JSON and LDIF (RFC 2849) write 16 bytes; guid, MS-DTYP section 2.3.4.2;
 * mysql, UUID_TO_BIN(uuid, 1) of the MySQL 8.0 manual; halves, "javaLegacy" of MongoDB's drivers,
 * and ClickHouse's RowBinary; der, RFC 4530 section 2.1; ldap_filter, RFC 4515 section 3. */
/* clang-format off */
static const format_row_t format_table[FORMAT_COUNT] = {
    ROW(any, ANY_CASE, .read = read_any),
    ROW(strict, FIXED(36), SORTED, ANY_CASE, .read = read_pattern, SPELLED(HYPHENATED), .body = 36),
    ROW(canonical, FIXED(36), IMPLIED, SORTED, ANY_CASE, PATTERN(0, HYPHENATED, 36)),
    ROW(upper, FIXED(36), IMPLIED, SORTED, ANY_CASE,
        PATTERN(0, "HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH", 36)),
    ROW(hex, FIXED(32), IMPLIED, SORTED, ANY_CASE,
        PATTERN(0, "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh", 32)),
    ROW(braced, FIXED(38), IMPLIED, SORTED, ANY_CASE, PATTERN(1, "{" HYPHENATED "}", 36)),
    ROW(urn, FIXED(45), IMPLIED, SORTED, ANY_CASE, PATTERN(9, "urn:uuid:" HYPHENATED, 36)),
    ROW(int, AT_MOST(39), NUMBER("", decimal, 10)),
#ifndef UUID9562_OMIT_FORMATS
    ROW(oid, AT_MOST(44), NUMBER("2.25.", decimal, 10), .unmistakable = true),
    ROW(ulid, FIXED(26), SORTED, ANY_CASE, BITS(read_bits, crockford, 5, 5), .unmistakable = true),
    ROW(typeid, FIXED(26), SORTED, BITS(read_typeid, crockford_lower, 5, 5), .unmistakable = true),
    ROW(base32hex, FIXED(26), SORTED, ANY_CASE, BITS(read_bits, base32hex, 5, 3)),
    ROW(base36, AT_MOST(25), ANY_CASE, NUMBER("", base36, 36)),
    ROW(base58, AT_MOST(22), NUMBER("", base58, 58)),
    ROW(base62, AT_MOST(22), NUMBER("", base62, 62)),
    ROW(base64url, FIXED(22), BITS(read_bits, base64url, 6, 2)),
    ROW(base64, FIXED(24), BITS(read_bits, base64, 6, 2), SPELLED("=="), .unmistakable = true),
    ROW(guid, FIXED(16), BINARY, REORDERED(guid_order)),
    ROW(mysql, FIXED(16), BINARY, REORDERED(mysql_order)),
    ROW(halves, FIXED(16), BINARY, REORDERED(halves_order)),
    ROW(der, FIXED(18), BINARY, SORTED, CODEC(read_der, write_der)),
    ROW(ldap_filter, FIXED(48), SORTED, ANY_CASE, CODEC(read_escaped, write_escaped),
        SPELLED(FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED), .unmistakable = true),
#endif
};
/* clang-format on */

INTERNAL_INLINE const format_row_t *format_row(unsigned index)
{
    return &format_table[index];
}

INTERNAL bool text_equals(const char *string, const char *text, size_t length)
{
    return strlen(string) == length && memcmp(string, text, length) == 0;
}

/* ---- the formats by name ---- */

uuid9562_status_t uuid9562_find_format(const uuid9562_format_t **format, const char *name,
                                       size_t length, bool to_write)
{
    for (unsigned i = 0; i < FORMAT_COUNT; i++) {
        const uuid9562_format_info_t *info = &format_table[i].info;

        if (text_equals(info->name, name, length) && (info->writable || !to_write)) {
            *format = &format_table[i];
            return UUID9562_OK;
        }
    }
    return to_write ? UUID9562_ERR_OUTPUT_FORMAT : UUID9562_ERR_INPUT_FORMAT;
}

const uuid9562_format_t *uuid9562_format_at(size_t index)
{
    return index < FORMAT_COUNT ? &format_table[index] : NULL;
}

const uuid9562_format_info_t *uuid9562_format_info(const uuid9562_format_t *format)
{
    return &format->info;
}

/* ---- one UUID ---- */

static uuid9562_status_t parse_as(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                  const char *text, size_t length)
{
    size_t reached = 0;
    uuid9562_status_t status = format->read(out, &reached, format, text, length);
    if (status != UUID9562_OK && offset != NULL)
        *offset = reached;
    return status;
}

uuid9562_status_t uuid9562_parse_as(uuid9562_t *out, size_t *offset,
                                    const uuid9562_format_t *format, const char *text,
                                    size_t length)
{
    return parse_as(out, offset, format, text, length);
}

INTERNAL NEVER_INLINE uuid9562_status_t parse_other(uuid9562_t *out, size_t *offset,
                                                    const char *text, size_t length)
{
    return parse_as(out, offset, format_row(FORMAT_any), text, length);
}

uuid9562_status_t uuid9562_parse(uuid9562_t *out, size_t *offset, const char *text, size_t length)
{
    return hex()->parse(out, offset, text, length);
}

size_t uuid9562_format_as(char out[UUID9562_TEXT_MAX], const uuid9562_format_t *format,
                          const uuid9562_t *uuid)
{
    const uuid9562_t read = *uuid; /* which `out` may overwrite */

    return format->write != NULL ? format->write(out, format, &read) : 0;
}

void uuid9562_format(char out[UUID9562_CANONICAL_LENGTH], const uuid9562_t *uuid)
{
    hex()->write(out, uuid->bytes);
}

char *uuid9562_to_string(char out[UUID9562_STRING_SIZE], const uuid9562_t *uuid)
{
    uuid9562_format(out, uuid);
    out[UUID9562_CANONICAL_LENGTH] = '\0';
    return out;
}

/* ---- many ---- */

void uuid9562_format_n(char *out, const uuid9562_t *uuids, uint64_t n, int separator)
{
    hex()->write_n(out, uuids, n, separator);
}

uuid9562_status_t uuid9562_parse_n(uuid9562_t *out, uint64_t *index, size_t *offset,
                                   const char *text, uint64_t n, int separator)
{
    const uint64_t valid = hex()->read_n(out, text, n, separator);
    uuid9562_status_t status = UUID9562_OK;
    size_t reached;

    if (valid < n) {
        text += valid * (uint64_t)(UUID9562_CANONICAL_LENGTH + (separator >= 0));
        status =
            pattern_mismatch(&reached, format_row(FORMAT_strict), text, UUID9562_CANONICAL_LENGTH);
        if (reached == UUID9562_CANONICAL_LENGTH)
            status = UUID9562_ERR_SEPARATOR;
        if (offset != NULL)
            *offset = reached;
    }
    if (index != NULL)
        *index = valid;
    return status;
}
