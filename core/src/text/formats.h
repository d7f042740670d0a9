/*
 * The text and binary formats of UUIDs: the rows of their table. formats.c has the table and the
 * public functions, the other files the readers and writers that the rows name.
 *
 * A format that has a reader and a writer is a row here, and an alphabet in alphabets.c if its
 * digits are new. CONTRIBUTING.md says what else it takes.
 */
#ifndef UUID9562_FORMATS_H
#define UUID9562_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562_bindings.h"
#include "../compiler.h"
#include "alphabets.h"

typedef uuid9562_format_t format_row_t;
typedef uuid9562_status_t format_read_t(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                        const char *text, size_t length);
typedef size_t format_write_t(char *out, const format_row_t *format, const uuid9562_t *uuid);

/* A row of the table. Every reader obeys one definition of where a text is wrong: the offset is the
 * number of leading bytes that begin some text which the format accepts. Nothing is written to the
 * output unless the whole text is valid. Most readers are two functions: one reads the text if all
 * of it is valid, and one named _mismatch finds where it is not. */
struct uuid9562_format_row {
    uuid9562_format_info_t info;
    format_read_t *read;
    format_write_t *write; /* NULL where the format can only be read */

    /* For canonical.c and rfc4530.c: of `count` bytes, of which `head` precede the canonical text
     * (`body` is 36) or the bare digits (32). For numbers.c: what precedes the number. */
    const char *pattern;
    size_t count;
    uint8_t head, body;

    const alphabet_t *alphabet; /* for base32_base64.c, numbers.c and z85.c */
    const radix_t *radix;       /* for numbers.c */
    unsigned above;             /* likewise: the number is the UUID plus above * 2^128 */

    /* For base32_base64.c: how many bits a digit holds, 5 or 6; the last holds `last` of them,
     * above `pad` zero bits, and the first 8 - last. */
    uint8_t each, last, pad;
    bool any_case_ends; /* the first and the last letter are read in either case */
    bool bookends;      /* the fields are reordered as layout_to_bookends does */

    const uint8_t *order; /* for guid_mysql.c: written byte i is byte order[i] of the UUID */

    bool unmistakable; /* unlikely to match by accident: the message of an error names the format */
};

INTERNAL format_read_t read_any, read_pattern, read_escaped, read_number, read_bits, read_typeid;
INTERNAL format_read_t read_z85, read_ncname58, read_reordered, read_der;
INTERNAL format_write_t write_pattern, write_escaped, write_number, write_bits;
INTERNAL format_write_t write_z85, write_ncname58, write_reordered, write_der;
INTERNAL const uint8_t guid_order[16];
#ifndef UUID9562_OMIT_FORMATS
INTERNAL const uint8_t mysql_order[16];
#endif

/* X(name, (info), the rest of the row). The formats that can only be read come first. A pattern is
 * h for a hex digit, H for one that is written in upper case, and every other byte for itself. The
 * info has the length and the flags of uuid9562_format_info_t.
 *
 * Sources: any, strict, canonical and upper, RFC 9562 section 4, urn its figure 4, int its figure
 * 3; hex and braced, the formats N and B of Guid.ToString in .NET, braced also MS-DTYP section
 * 2.3.4.3; oid, X.667 (ISO/IEC 9834-8) clause 7; ulid, the ULID specification of
 * github.com/ulid/spec; typeid, TypeID 0.3.0 of github.com/jetify-com/typeid; base32hex to z85,
 * draft-davis-uuidrev-alt-uuid-encoding-methods-01 without its padding and check characters, for
 * base32hex and base64url also RFC 4648 sections 7 and 5, for base62id
 * github.com/sergeyprokhorenko/Base62id, for z85 rfc.zeromq.org/spec/32; ncname32, ncname58 and
 * ncname64, draft-taylor-uuid-ncname-05; guid, MS-DTYP section 2.3.4.2; mysql, UUID_TO_BIN(uuid, 1)
 * of the MySQL 8.0 manual; der, RFC 4530 section 2.1; ldap_filter, RFC 4515 section 3. */
#define SPELLED(text)     .pattern = text, .count = sizeof text - 1
#define CANONICAL_PATTERN "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define BARE_PATTERN      "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"
#define UPPER_PATTERN     "HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH"
#define FOUR_ESCAPED      "\\hh\\hh\\hh\\hh"

#define FIXED(bytes)   .length = bytes, .fixed_length = true
#define AT_MOST(bytes) .length = bytes
#define IMPLIED        .implied = true
#define SORTED         .sorted = true
#define ANY_CASE       .any_case = true
#define BINARY         .binary = true
#define UNMISTAKABLE   .unmistakable = true

#define PATTERN .read = read_pattern, .write = write_pattern
#define NUMBER(head, name, base)                                                                   \
    .read = read_number, .write = write_number, SPELLED(head), .alphabet = &alphabet_##name,       \
    .radix = &radix_##base
#define BITS(name, of_each, of_last)                                                               \
    .write = write_bits, .alphabet = &alphabet_##name, .each = of_each, .last = of_last
#define REORDERED(bytes) .read = read_reordered, .write = write_reordered, .order = bytes
/* clang-format off */
#define INPUT_FORMATS(X) \
    X(any, (ANY_CASE), .read = read_any) \
    X(strict, (FIXED(36), SORTED, ANY_CASE), \
      .read = read_pattern, SPELLED(CANONICAL_PATTERN), .body = 36)
#define RFC_FORMATS(X) \
    X(canonical, (FIXED(36), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, SPELLED(CANONICAL_PATTERN), .body = 36) \
    X(upper, (FIXED(36), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, SPELLED(UPPER_PATTERN), .body = 36) \
    X(hex, (FIXED(32), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, SPELLED(BARE_PATTERN), .body = 32) \
    X(braced, (FIXED(38), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, SPELLED("{" CANONICAL_PATTERN "}"), .head = 1, .body = 36) \
    X(urn, (FIXED(45), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, SPELLED("urn:uuid:" CANONICAL_PATTERN), .head = 9, .body = 36) \
    X(int, (AT_MOST(39)), NUMBER("", decimal, 10))
#define OTHER_FORMATS(X) \
    X(oid, (AT_MOST(44)), NUMBER("2.25.", decimal, 10), UNMISTAKABLE) \
    X(ulid, (FIXED(26), SORTED, ANY_CASE), .read = read_bits, BITS(crockford, 5, 5), UNMISTAKABLE) \
    X(typeid, (FIXED(26), SORTED), .read = read_typeid, BITS(crockford_lower, 5, 5), \
      UNMISTAKABLE) \
    X(base32hex, (FIXED(26), SORTED, ANY_CASE), \
      .read = read_bits, BITS(base32hex, 5, 3), .pad = 2) \
    X(base32human, (FIXED(26), SORTED, ANY_CASE), \
      .read = read_bits, BITS(crockford, 5, 3), .pad = 2) \
    X(base36, (AT_MOST(25), ANY_CASE), NUMBER("", base36, 36)) \
    X(base52, (AT_MOST(23)), NUMBER("", base52, 52)) \
    X(base58, (AT_MOST(22)), NUMBER("", base58, 58)) \
    X(base62, (AT_MOST(22)), NUMBER("", base62, 62)) \
    X(base62ieee, (AT_MOST(22)), NUMBER("", base62ieee, 62)) \
    X(base62id, (FIXED(22), SORTED), NUMBER("", base62, 62), .above = 2) \
    X(base64url, (FIXED(22)), .read = read_bits, BITS(base64url, 6, 2), .pad = 4) \
    X(base64sort, (FIXED(22), SORTED), .read = read_bits, BITS(base64sort, 6, 2), .pad = 4) \
    X(z85, (FIXED(20)), .read = read_z85, .write = write_z85, .alphabet = &alphabet_z85) \
    X(ncname32, (FIXED(26), ANY_CASE), \
      .read = read_bits, BITS(base32_lower, 5, 4), .bookends = true) \
    X(ncname58, (FIXED(23)), .read = read_ncname58, .write = write_ncname58) \
    X(ncname64, (FIXED(22)), \
      .read = read_bits, BITS(base64url, 6, 4), .any_case_ends = true, .bookends = true) \
    X(guid, (FIXED(16), BINARY), REORDERED(guid_order)) \
    X(mysql, (FIXED(16), BINARY), REORDERED(mysql_order)) \
    X(der, (FIXED(18), BINARY, SORTED), .read = read_der, .write = write_der) \
    X(ldap_filter, (FIXED(48), SORTED, ANY_CASE), \
      .read = read_escaped, .write = write_escaped, \
      SPELLED(FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED), UNMISTAKABLE)
/* clang-format on */
#ifdef UUID9562_OMIT_FORMATS
#define FORMATS(X) RFC_FORMATS(X)
#else
#define FORMATS(X) RFC_FORMATS(X) OTHER_FORMATS(X)
#endif

#define FORMAT_ENUM(name, ...) FORMAT_##name,
enum { INPUT_FORMATS(FORMAT_ENUM) FORMATS(FORMAT_ENUM) FORMAT_COUNT };
#undef FORMAT_ENUM

/* The row of FORMAT_name. */
INTERNAL_INLINE const format_row_t *format_row(unsigned index);

/* Whether the text equals this NUL-terminated string. */
INTERNAL bool text_equals(const char *string, const char *text, size_t length);

/* Finds where a text departs from the pattern of a format. Returns what was expected there, or
 * ERR_LONG, with the length of the pattern as offset, where the text has all of it. */
INTERNAL uuid9562_status_t pattern_mismatch(size_t *offset, const format_row_t *format,
                                            const char *text, size_t length);

#endif
