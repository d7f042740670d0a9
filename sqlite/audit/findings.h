/*
 * The findings of uuid_audit in the values of one column: a count and an example of each kind.
 * Memory does not grow with the number of values.
 *
 * A value is classified by its storage class, then:
 *
 *   BLOB of 16 bytes       a UUID
 *   another BLOB           UTF-8 text of a UUID, or not a UUID
 *   TEXT that `any` reads  the format that writes it so; otherwise one that reads it, in another
 *                          case
 *   other TEXT             each other format that it could have (could_be_in); unrelated text
 *                          passes for a UUID once in eight times, so only the format of more than
 *                          half of these texts is reported
 *
 * Another order of bytes is suspected if chance is unlikely: all UUIDs of one storage class, at
 * least MIN_TO_SUSPECT without Nil and Max, have a version of RFC 9562 in the other order, but not
 * all have one as stored. Random bytes do so in one of 8^4 = 4,096 columns of four rows, and more
 * rarely in longer ones.
 *
 * A version 7 was built from seconds if its milliseconds are 10^8 to 2^32 - 1: as seconds these are
 * the years 1973 to 2106, but as milliseconds the first weeks of 1970, which few databases record.
 * Smaller numbers, 1970-01-01 or 02, usually mean an unknown time.
 *
 * Weak randomness is reported for versions 4 and 7, unless a quarter of all UUIDs have no version,
 * as in another order of bytes:
 *   - Fixed: some random bits are the same in all. Version 4: any of the 122, over MIN_DISTINCT
 *     UUIDs. Version 7: any of the last 48, which fractions and counters do not use, over as many
 *     milliseconds, because some libraries draw once in each. One honest column in 2^99 / 122 has
 *     such a bit. Distinct hashes are counted, at most as many as distinct keys.
 *   - Counted: more than half of MIN_DISTINCT neighbours (in version 7: of one millisecond) have
 *     the last 8 bytes of the previous key plus less than 2^16, as one honest pair in 2^48. RFC
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

/* The fault of a text: it ends early, continues after a UUID, or has a wrong character. */
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
    char *problem; /* of malformed text: the fault of the example */
} finding_t;

/* How many UUIDs of a storage class, without Nil and Max, have a version as stored, and in other
 * orders of their bytes. */
typedef struct order {
    int64_t all, as_stored, as_guid, as_mysql;
    char *example; /* without a version as stored */
} order_t;

/* The keys of one version: the bits that differ in some, a lower bound of the number of distinct
 * keys or milliseconds, and the number of pairs of neighbours, the first with itself. */
enum { DISTINCT_SLOTS = 1024 };
typedef struct randomness {
    uuid9562_t last;
    uint8_t differing[16];
    int distinct;
    bool seen[DISTINCT_SLOTS];
    int64_t pairs;
    int fixed[2]; /* when settled: how many random bits of each half are the same in all */
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

/* Whether UUIDs are written in several ways, so that one may be stored as several values. */
INTERNAL bool may_repeat(const findings_t *findings);

#endif
