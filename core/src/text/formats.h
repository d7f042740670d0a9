/*
 * The text and binary formats of UUIDs: their names and the type of a row. formats.c has the table
 * and the public functions, the other files the readers and writers that the rows name.
 *
 * A format that has a reader and a writer is a name here, a row in formats.c, and an alphabet in
 * digits.c if its digits are new. CONTRIBUTING.md lists the rest.
 */
#ifndef UUID9562_FORMATS_H
#define UUID9562_FORMATS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562_bindings.h"
#include "../compiler.h"
#include "digits.h"

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

    /* For patterns.c and rfc4530.c: of `count` bytes, of which `head` precede the canonical text
     * (`body` is 36) or the bare digits (32). For numbers.c: what precedes the number. For
     * base32_base64.c: what follows the digits. */
    const char *pattern;
    size_t count;
    uint8_t head, body;

    const alphabet_t *alphabet; /* for base32_base64.c and numbers.c */
    const radix_t *radix;       /* for numbers.c */

    /* For base32_base64.c: how many bits a digit holds, 5 or 6; the last holds `last` of them,
     * above zero bits, and the first 8 - last. */
    uint8_t each, last;

    const uint8_t *order; /* for byte_orders.c: written byte i is byte order[i] of the UUID */

    bool unmistakable; /* unlikely to match by accident: the message of an error names the format */
};

INTERNAL format_read_t read_any, read_pattern, read_escaped, read_number, read_bits, read_typeid;
INTERNAL format_read_t read_reordered, read_der;
INTERNAL format_write_t write_pattern, write_escaped, write_number, write_bits;
INTERNAL format_write_t write_reordered, write_der;
INTERNAL const uint8_t guid_order[16];
#ifndef UUID9562_OMIT_FORMATS
INTERNAL const uint8_t mysql_order[16], halves_order[16];
#endif

/* The names, in the order of the table. The formats that can only be read come first. */
#define INPUT_FORMATS(X) X(any) X(strict)
#define RFC_FORMATS(X)   X(canonical) X(upper) X(hex) X(braced) X(urn) X(int)
#define OTHER_FORMATS(X)                                                                           \
    X(oid)                                                                                         \
    X(ulid)                                                                                        \
    X(typeid) X(base32hex) X(base36) X(base58) X(base62) X(base64url) X(base64) X(guid) X(mysql)   \
        X(halves) X(der) X(ldap_filter)
#ifdef UUID9562_OMIT_FORMATS
#define FORMATS(X) RFC_FORMATS(X)
#else
#define FORMATS(X) RFC_FORMATS(X) OTHER_FORMATS(X)
#endif

#define FORMAT_ENUM(name) FORMAT_##name,
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
