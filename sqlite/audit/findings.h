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
 *
 * Randomness of version 4 or 7 is weak where it shows in the values, unless a quarter of all UUIDs
 * have no version, as in another order of bytes:
 *   - Fixed: some random bits are the same in all. Of version 4 any of the 122, over MIN_DISTINCT
 *     UUIDs; of version 7 any of the last 48, which fractions of the time and counters leave out,
 *     over as many milliseconds, since some libraries draw once in each. Of honest columns one in
 *     2^99 / 122 has such a bit. Hashes are counted, which are no more than the distinct keys.
 *   - Counted: of MIN_DISTINCT neighbours (in version 7: of one millisecond) more than half have
 *     the last 8 bytes of the one before plus less than 2^16, as one honest pair in 2^48 has. RFC
 *     9562 section 6.2 allows it (method 2, monotonic ULIDs), but such a neighbour can be guessed.
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
    UUID_FIXED,                    /* of version 4 and of version 7 */
    UUID_COUNTED = UUID_FIXED + 2, /* likewise */
    UUID_NIL = UUID_COUNTED + 2,
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

/* The keys of one version: which bits differ in some, how many keys or milliseconds are distinct at
 * least, and how many were compared with the one before, the first with itself. */
enum { DISTINCT_SLOTS = 1024 };
typedef struct randomness {
    uuid9562_t last;
    uint8_t differing[16];
    int distinct;
    bool seen[DISTINCT_SLOTS];
    int64_t pairs;
    int fixed[2]; /* once settled: how many random bits of each half are the same in all */
} randomness_t;

typedef struct findings {
    const formats_t *formats;
    finding_t *kinds;
    bool has_negative;      /* an INTEGER below 0 */
    order_t orders[2];      /* of BLOB and of TEXT */
    randomness_t random[2]; /* of version 4 and of version 7 */
} findings_t;

INTERNAL int findings_new(findings_t *findings, const formats_t *formats);
INTERNAL void findings_free(findings_t *findings);

/* The number of kinds, and the places of those of a format and of UUIDs among them. */
INTERNAL int count_kinds(const findings_t *findings);
INTERNAL finding_t *format_finding(const findings_t *findings, int format, int kind);
INTERNAL finding_t *uuid_finding(const findings_t *findings, int kind);

/* For each value of the column, and then once. */
INTERNAL int note_value(findings_t *findings, const stored_t *stored);
INTERNAL void settle_findings(findings_t *findings);

/* Whether the UUIDs may be written in more than one way, so that one can be there as several
 * values. */
INTERNAL bool may_repeat(const findings_t *findings);

#endif
