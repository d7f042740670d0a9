/*
 * What uuid_audit finds in the values of one column: how many there are of each kind, with one
 * example of it. Memory does not grow with the number of values.
 *
 * A value is judged by its storage class, then:
 *
 *   BLOB  of 16 bytes: a UUID; of another length: text, or nothing
 *   TEXT  that is read as `any`: by the format that writes it so, or else by the one that reads it,
 *         in another case than it is written
 *   TEXT  that is not: for each other format, whether it could be in it (could_be_in), which text
 *         that is something else is once in eight times. So the column is said to be in one format,
 *         that of most of these texts, if it is that of more than half.
 *
 * Another order of bytes is suspected where it can hardly be chance: at least MIN_TO_SUSPECT UUIDs
 * (but for Nil and Max) of one storage class have a version of RFC 9562, all of them, once their
 * bytes are in the other order, and as they are stored not all have one. Bytes that are no UUIDs do
 * so once in 8^4 = 4,096 columns of four rows, and more rarely with each more.
 *
 * Version 7 was made of seconds if its milliseconds are the seconds of a time from 1973 to 2106,
 * 10^8 to 2^32 - 1: as milliseconds they are the first weeks of 1970, which few databases record.
 * Fewer milliseconds, of 1970-01-01 or 02, rather mean that the time is not known.
 */
#ifndef UUID9562_FINDINGS_H
#define UUID9562_FINDINGS_H

#include "stored.h"

enum { VERSION_COUNT = 16, VARIANT_COUNT = 4 };

/* The kinds of findings, in the order of the report: of any value, of each format, and of UUIDs.
 * X(id, how it is reported) */
#define VALUE_KINDS(X)                                                                             \
    X(DECLARED, "declared")                                                                        \
    X(NULL, "null")                                                                                \
    X(INTEGER, "integer")                                                                          \
    X(REAL, "real")                                                                                \
    X(BLOB, "blob of 16 bytes")                                                                    \
    X(BLOB_TEXT, "blob of text")                                                                   \
    X(BLOB_OTHER, "blob of another length")
#define VALUE_KIND(id, name) VALUE_##id,
enum { VALUE_KINDS(VALUE_KIND) VALUE_KIND_COUNT };

/* What is wrong with text: it ends early, goes on behind a UUID, or has another character. */
enum { MALFORMED_SHORT, MALFORMED_LONG, MALFORMED_OTHER, MALFORMED_COUNT };

enum {
    FORMAT_AS_WRITTEN,
    FORMAT_OTHER_CASE,
    FORMAT_REST, /* and MALFORMED_... */
    FORMAT_KIND_COUNT = FORMAT_REST + MALFORMED_COUNT
};

enum {
    UUID_MALFORMED, /* and MALFORMED_... */
    UUID_SAME = UUID_MALFORMED + MALFORMED_COUNT,
    UUID_ORDER_GUID,                        /* of BLOB and of TEXT */
    UUID_ORDER_MYSQL = UUID_ORDER_GUID + 2, /* likewise */
    UUID_SECONDS = UUID_ORDER_MYSQL + 2,
    UUID_NIL,
    UUID_MAX,
    UUID_VERSION,
    UUID_VARIANT = UUID_VERSION + VERSION_COUNT,
    UUID_KIND_COUNT = UUID_VARIANT + VARIANT_COUNT
};

typedef struct finding {
    int64_t count;
    char *example;
    char *problem; /* of malformed text: what is wrong with the example */
} finding_t;

/* How many UUIDs of a storage class, but for Nil and Max, have a version as they are stored, and in
 * other orders of their bytes. */
typedef struct order {
    int64_t all, as_stored, as_guid, as_mysql;
    char *example; /* one that has none as it is stored */
} order_t;

typedef struct findings {
    const formats_t *formats;
    finding_t *kinds;
    order_t orders[2]; /* of BLOB and of TEXT */
} findings_t;

INTERNAL int findings_new(findings_t *findings, const formats_t *formats);
INTERNAL void findings_free(findings_t *findings);

/* The number of kinds, and the place of one among them. */
INTERNAL int count_kinds(const findings_t *findings);
INTERNAL finding_t *value_finding(const findings_t *findings, int kind);
INTERNAL finding_t *format_finding(const findings_t *findings, int format, int kind);
INTERNAL finding_t *uuid_finding(const findings_t *findings, int kind);

/* For each value of the column, and then once. */
INTERNAL int note_value(findings_t *findings, const stored_t *stored);
INTERNAL void settle_findings(findings_t *findings);

/* Whether the UUIDs may be written in more than one way, so that one can be there as several
 * values. */
INTERNAL bool may_repeat(const findings_t *findings);

#endif
