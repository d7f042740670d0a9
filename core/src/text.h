/*
 * The text and binary formats of UUIDs: the rows of their table. text.c has the table and the
 * public functions; text_pattern.c, text_bits.c, text_number.c and text_bytes.c have the readers
 * and writers of one kind each, and ldap.c those of directories.
 *
 * Pure.
 */
#ifndef UUID9562_TEXT_H
#define UUID9562_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../include/uuid9562.h"
#include "compiler.h"

typedef uuid9562_status_t format_read_t(uuid9562_t *out, size_t *offset,
                                        const uuid9562_format_t *format, const char *text,
                                        size_t length);
typedef size_t format_write_t(char *out, const uuid9562_format_t *format, const uuid9562_t *uuid);

/* A row of the table. Every reader obeys one definition of where a text is wrong: the offset is the
 * number of leading bytes that begin some text which the format accepts. Nothing is written to the
 * output unless the whole text is valid. */
struct uuid9562_format {
    uuid9562_format_info_t info;
    format_read_t *read;
    format_write_t *write; /* NULL where the format can only be read */
    const char *digits;    /* the digits by their value; for text_pattern.c, the pattern */
    size_t count;          /* the length of `digits` */

    /* For text_pattern.c: `head` bytes of the pattern precede the canonical text (`body` is 36) or
     * the bare digits (32). For text_number.c: the first `head` of the digits are none, but precede
     * the number. */
    uint8_t head, body;

    /* For text_bits.c: the bits that the first digit holds, each in between, and the last; and the
     * zero bits that the last has below them. */
    uint8_t first, each, last, pad;
    bool any_case_ends; /* the first and the last letter are read in either case */
    bool bookends;      /* the fields are reordered as layout_to_bookends does */

    const uint8_t *order; /* for text_bytes.c: written byte i is byte order[i] of the UUID */
};

INTERNAL format_read_t read_any, read_pattern, read_escaped, read_number, read_bits, read_typeid;
INTERNAL format_read_t read_reordered, read_der;
INTERNAL format_write_t write_pattern, write_escaped, write_number, write_bits;
INTERNAL format_write_t write_reordered, write_der;
INTERNAL const uint8_t guid_order[16], mysql_order[16];

/* X(name, (info), the rest of the row). The formats that can only be read come first. A pattern is
 * h for a hex digit, H for one that is written in upper case, and every other byte for itself. The
 * info has the length and the flags of uuid9562_format_info_t.
 *
 * Sources: any, strict, canonical and upper, RFC 9562 section 4, urn its figure 4, int its figure
 * 3; hex and braced, the formats N and B of Guid.ToString in .NET, braced also MS-DTYP section
 * 2.3.4.3; oid, X.667 (ISO/IEC 9834-8) clause 7; ulid, the ULID specification of
 * github.com/ulid/spec; typeid, TypeID 0.3.0 of github.com/jetify-com/typeid; base32hex and
 * base64url, RFC 4648 sections 7 and 5 without padding, base58 and base62, the alphabets Base58btc
 * and Base62sort, all four as draft-davis-uuidrev-alt-uuid-encoding-methods-00 has them; ncname32
 * and ncname64, draft-taylor-uuid-ncname-05; guid, MS-DTYP section 2.3.4.2; mysql,
 * UUID_TO_BIN(uuid, 1) of the MySQL 8.0 manual; der, RFC 4530 section 2.1; ldap_filter, RFC 4515
 * section 3. */
#define DIGITS(text)      .digits = text, .count = sizeof text - 1
#define CANONICAL_PATTERN "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh"
#define BARE_PATTERN      "hhhhhhhhhhhhhhhhhhhhhhhhhhhhhhhh"
#define UPPER_PATTERN     "HHHHHHHH-HHHH-HHHH-HHHH-HHHHHHHHHHHH"
#define FOUR_ESCAPED      "\\hh\\hh\\hh\\hh"
#define BASE64URL_DIGITS  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
#define BASE58_DIGITS     "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
#define BASE62_DIGITS     "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

#define FIXED(bytes)   .length = bytes, .fixed_length = true
#define AT_MOST(bytes) .length = bytes
#define IMPLIED        .implied = true
#define SORTED         .sorted = true
#define ANY_CASE       .any_case = true
#define BINARY         .binary = true

#define PATTERN          .read = read_pattern, .write = write_pattern
#define NUMBER           .read = read_number, .write = write_number
#define BITS             .read = read_bits, .write = write_bits
#define REORDERED(bytes) .read = read_reordered, .write = write_reordered, .order = bytes
/* clang-format off */
#define INPUT_FORMATS(X) \
    X(any, (ANY_CASE), .read = read_any) \
    X(strict, (FIXED(36), SORTED, ANY_CASE), \
      .read = read_pattern, DIGITS(CANONICAL_PATTERN), .body = 36)
#define FORMATS(X) \
    X(canonical, (FIXED(36), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, DIGITS(CANONICAL_PATTERN), .body = 36) \
    X(upper, (FIXED(36), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, DIGITS(UPPER_PATTERN), .body = 36) \
    X(hex, (FIXED(32), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, DIGITS(BARE_PATTERN), .body = 32) \
    X(braced, (FIXED(38), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, DIGITS("{" CANONICAL_PATTERN "}"), .head = 1, .body = 36) \
    X(urn, (FIXED(45), IMPLIED, SORTED, ANY_CASE), \
      PATTERN, DIGITS("urn:uuid:" CANONICAL_PATTERN), .head = 9, .body = 36) \
    X(int, (AT_MOST(39)), NUMBER, DIGITS("0123456789")) \
    X(oid, (AT_MOST(44)), NUMBER, DIGITS("2.25." "0123456789"), .head = 5) \
    X(ulid, (FIXED(26), SORTED, ANY_CASE), \
      BITS, DIGITS("0123456789ABCDEFGHJKMNPQRSTVWXYZ"), .first = 3, .each = 5, .last = 5) \
    X(typeid, (FIXED(26), SORTED), .read = read_typeid, .write = write_bits, \
      DIGITS("0123456789abcdefghjkmnpqrstvwxyz"), .first = 3, .each = 5, .last = 5) \
    X(base32hex, (FIXED(26), SORTED, ANY_CASE), \
      BITS, DIGITS("0123456789ABCDEFGHIJKLMNOPQRSTUV"), \
      .first = 5, .each = 5, .last = 3, .pad = 2) \
    X(base64url, (FIXED(22)), \
      BITS, DIGITS(BASE64URL_DIGITS), .first = 6, .each = 6, .last = 2, .pad = 4) \
    X(base58, (AT_MOST(22)), NUMBER, DIGITS(BASE58_DIGITS)) \
    X(base62, (AT_MOST(22)), NUMBER, DIGITS(BASE62_DIGITS)) \
    X(ncname32, (FIXED(26), ANY_CASE), \
      BITS, DIGITS("abcdefghijklmnopqrstuvwxyz234567"), \
      .first = 4, .each = 5, .last = 4, .bookends = true) \
    X(ncname64, (FIXED(22)), \
      BITS, DIGITS(BASE64URL_DIGITS), \
      .first = 4, .each = 6, .last = 4, .any_case_ends = true, .bookends = true) \
    X(guid, (FIXED(16), BINARY), REORDERED(guid_order)) \
    X(mysql, (FIXED(16), BINARY), REORDERED(mysql_order)) \
    X(der, (FIXED(18), BINARY, SORTED), .read = read_der, .write = write_der) \
    X(ldap_filter, (FIXED(48), SORTED, ANY_CASE), \
      .read = read_escaped, .write = write_escaped, \
      DIGITS(FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED))
/* clang-format on */

#define FORMAT_ENUM(name, ...) FORMAT_##name,
enum { INPUT_FORMATS(FORMAT_ENUM) FORMATS(FORMAT_ENUM) FORMAT_COUNT };
#undef FORMAT_ENUM

/* The row of FORMAT_name. */
INTERNAL_INLINE const uuid9562_format_t *format_row(unsigned index);

/* Reads the format `strict`. */
INTERNAL uuid9562_status_t text_read_strict(uuid9562_t *out, const char *text, size_t length);

/* Whether the text equals this NUL-terminated string. */
INTERNAL bool text_equals(const char *string, const char *text, size_t length);

/* Finds where a text departs from the pattern of a format. Returns what was expected there, or
 * ERR_LONG, with the length of the pattern as offset, where the text has all of it. */
INTERNAL uuid9562_status_t pattern_mismatch(size_t *offset, const uuid9562_format_t *format,
                                            const char *text, size_t length);

/* The other case of an ASCII letter, whatever the locale; any other byte as it is. */
INTERNAL char swap_case(char c);

#endif
