/*
 * A value as SQLite stores it, and whether it is, or looks like, a UUID.
 */
#ifndef UUID9562_STORED_H
#define UUID9562_STORED_H

#include "../extension.h"

/* The versions that RFC 9562 defines. */
enum { FIRST_VERSION = 1, LAST_VERSION = 8 };

enum { LITERAL_BYTES = 48 }; /* as many are shown; of UTF-16 twice as many */

/* Its bytes are valid until the statement moves on. */
typedef struct stored {
    int type;
    const char *bytes; /* of TEXT, in UTF-8, and BLOB */
    size_t length;
    unsigned char raw[2 * LITERAL_BYTES]; /* how TEXT begins in the encoding of the database */
    size_t raw_length;                    /* of all of it */
    sqlite3_int64 integer;
    double real;
} stored_t;

INTERNAL int stored_read(stored_t *stored, sqlite3_stmt *statement, int column);

/* The value as SQL writes it, in printable ASCII whatever is in it; a long one is cut and says so.
 * NULL where there is no memory. */
INTERNAL char *stored_literal(const stored_t *stored);

/* ---- formats ---- */

/* The formats of the core that the audit knows, with what is known of them. */
typedef struct formats {
    const uuid9562_format_t *mysql; /* that of UUID_TO_BIN(uuid, 1) */
    int count;                      /* of those that text is written in */
    const uuid9562_format_t *text[];
} formats_t;

/* NULL where there is no memory. */
INTERNAL formats_t *formats_new(void);

/* What format number `index` is. */
INTERNAL const uuid9562_format_info_t *text_format(const formats_t *formats, int index);

/* Whether the format writes the UUID like this, but for a prefix (that of a TypeID). */
INTERNAL bool is_written_by(const uuid9562_format_t *format, const uuid9562_t *uuid,
                            const stored_t *text);

/* Whether UUIDs in format number `index` may be without a version: ULIDs have none. */
INTERNAL bool needs_no_version(const formats_t *formats, int index);

/* Reads text that could be a UUID in format number `index`, one that is not read as `any`: it has a
 * version of RFC 9562, or needs none. */
INTERNAL bool could_be_in(const formats_t *formats, int index, uuid9562_t *uuid,
                          const stored_t *text);

/* ---- the order of bytes ---- */

/* Whether the UUID has a version of RFC 9562 as it is stored; as a GUID; version 1 as MySQL's
 * UUID_TO_BIN(uuid, 1) stores it. */
INTERNAL bool has_version(const uuid9562_t *stored);
INTERNAL bool has_version_as_guid(const uuid9562_t *stored);
INTERNAL bool has_version_as_mysql(const formats_t *formats, const uuid9562_t *stored);

/* The value looks like a UUID, in whatever format and order of bytes. 32 digits and 16 bytes may be
 * anything: they look like one if they have a version. */
INTERNAL bool looks_like_a_uuid(const formats_t *formats, const stored_t *stored);

#endif
