/*
 * A value as SQLite stores it, and whether it is or looks like a UUID.
 */
#ifndef UUID9562_STORED_H
#define UUID9562_STORED_H

#include "../extension.h"

/* The versions that RFC 9562 defines. */
enum { FIRST_VERSION = 1, LAST_VERSION = 8 };

enum { LITERAL_BYTES = 48 }; /* shown of a value; twice as many of UTF-16 */

/* Its bytes are valid until the statement moves on. */
typedef struct stored {
    int type;
    const char *bytes; /* of TEXT, in UTF-8, and BLOB */
    size_t length;
    unsigned char raw[2 * LITERAL_BYTES]; /* the first bytes of TEXT in the database's encoding */
    size_t raw_length;                    /* of all of it */
    sqlite3_int64 integer;
    double real;
} stored_t;

INTERNAL int stored_read(stored_t *stored, sqlite3_stmt *statement, int column);

/* The value as a literal of SQL in printable ASCII; a long one is cut, and marked so. NULL if there
 * is no memory. */
INTERNAL char *stored_literal(const stored_t *stored);

/* ---- formats ---- */

/* The formats of the core that the audit knows. */
typedef struct formats {
    const uuid9562_format_t *mysql; /* that of UUID_TO_BIN(uuid, 1) */
    int count;                      /* of `text` */
    const uuid9562_format_t *text[];
} formats_t;

/* NULL if there is no memory. */
INTERNAL formats_t *formats_new(void);

INTERNAL const uuid9562_format_info_t *text_format(const formats_t *formats, int index);

/* Whether the format writes the UUID like this, except for the prefix of a TypeID. */
INTERNAL bool is_written_by(const uuid9562_format_t *format, const uuid9562_t *uuid,
                            const stored_t *text);

/* Whether format number `index` is for UUIDs without a version: ULIDs have none. */
INTERNAL bool needs_no_version(const formats_t *formats, int index);

/* Reads text that could be a UUID in format number `index`, which `any` does not read: it has a
 * version of RFC 9562, or needs none. */
INTERNAL bool could_be_in(const formats_t *formats, int index, uuid9562_t *uuid,
                          const stored_t *text);

/* ---- the order of bytes ---- */

/* Whether the bytes, as stored or in GUID order, have a version of RFC 9562; or have version 1 in
 * the order of MySQL's UUID_TO_BIN(uuid, 1). */
INTERNAL bool has_version(const uuid9562_t *stored);
INTERNAL bool has_version_as_guid(const uuid9562_t *stored);
INTERNAL bool has_version_as_mysql(const formats_t *formats, const uuid9562_t *stored);

/* Whether the value looks like a UUID in any format and order of bytes. 32 digits or 16 bytes do so
 * only if they have a version. */
INTERNAL bool looks_like_a_uuid(const formats_t *formats, const stored_t *stored);

#endif
