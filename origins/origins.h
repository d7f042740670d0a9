/*
 * Who made the values of a column: hypotheses about them, counted value by value. For sqlite/audit
 * and for the command's check, each of which has its own words for the cure.
 *
 *   table.c       what a column may hold: a row each, with its name, its level, the least number of
 *                 values and a sentence
 *   bytes.c       tests of 16 bytes
 *   texts.c       tests of a text
 *   randomness.c  bits that are the same in all, and keys that count up
 *   count.c       counts the values
 *   settle.c      settles on the findings, with settle_texts.c and settle_bytes.c
 *
 * Everything is pure: the caller gives the time and keeps the memory, whose size does not depend on
 * the number of values. The tests that a value passes decide the cells that count it. A finding is
 * a sum of cells, so that its count is right for all values. To add a hypothesis: an origin, its
 * row, its test, and a column of it in the corpus (tests/hosts/sqlite/audit_corpus.py).
 *
 * No false word: a hypothesis is believed from that number of values on which a column of another
 * kind passes by chance less often than once in 10^9. Each row of the table says what that follows
 * from. (It does not hold for keys of one moment, if the bits of a test are alike in all: is_spread
 * refuses what it can.) Below it, the finding of the values that nothing explains says how many
 * would tell.
 *
 * 16 bytes, of BLOBs, of texts and of base64 apart, are settled in this order, so that one
 * hypothesis explains a column of one kind, and a mixture has one finding for each kind:
 *
 *   1. EF Core's GUIDs, which end in a time
 *   2. the versions, if they explain all; another hypothesis, if it explains nearly all
 *   3. versions above the number that chance gives (measured by the values that have none); then,
 *      of the rest, each hypothesis that passes more often than by chance
 *   4. no version, if the rest is enough; otherwise its versions and variants
 */
#ifndef UUID9562_ORIGINS_H
#define UUID9562_ORIGINS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "uuid9562_bindings.h"

#ifndef INTERNAL
#define INTERNAL
#endif

/* ---- values ---- */

typedef enum value_type {
    VALUE_NULL,
    VALUE_INTEGER,
    VALUE_REAL,
    VALUE_TEXT,
    VALUE_BYTES,
    VALUE_UUID /* the 16 bytes that a text has meant, in a format that the caller knows */
} value_type_t;

typedef struct value {
    value_type_t type;
    const char *bytes; /* of TEXT, in UTF-8, of BYTES and of UUID */
    size_t length;
    int64_t integer;
    double real;
} value_t;

/* ---- what a column may hold ---- */

/* A fact needs no action. A fault is a value that is not the UUID that was meant, or that other
 * values of the same UUID do not equal. */
typedef enum level { LEVEL_FACT, LEVEL_WARNING, LEVEL_FAULT } level_t;

typedef enum origin {
    ORIGIN_NULL,
    ORIGIN_INTEGER,
    ORIGIN_FIRST_HALF,
    ORIGIN_SECOND_HALF,
    ORIGIN_REAL,
    ORIGIN_DIGITS_TO_REAL,
    ORIGIN_BLOB,
    ORIGIN_BLOB_TEXT,
    ORIGIN_BLOB_UTF16,
    ORIGIN_BLOB_OTHER,
    ORIGIN_TEXT_BYTES,
    ORIGIN_FORMAT, /* detail: its number in the table of formats */
    ORIGIN_FORMAT_OTHER_CASE,
    ORIGIN_NSUNIQUEID,
    ORIGIN_WHITE_SPACE,
    ORIGIN_QUOTED,
    ORIGIN_PREFIX,
    ORIGIN_SHORTUUID,
    ORIGIN_FLICKR58,
    ORIGIN_INSIDE,
    ORIGIN_MALFORMED, /* detail: MALFORMED_... */
    ORIGIN_SAME_UUID, /* this and the next two are found by whoever has the whole database */
    ORIGIN_NO_PARENT,
    ORIGIN_COLLATION,
    ORIGIN_EF_CORE, /* of 16 bytes, from here on; the order of settling */
    ORIGIN_MYSQL_ORDER,
    ORIGIN_GUID_ORDER,
    ORIGIN_ULIDS,
    ORIGIN_HALVES_ORDER,
    ORIGIN_NO_VERSION,
    ORIGIN_COMBS,
    ORIGIN_SECONDS,
    ORIGIN_SECONDS_36,
    ORIGIN_FUTURE,
    ORIGIN_MICROSECONDS,
    ORIGIN_FIXED, /* detail: the version */
    ORIGIN_COUNTED,
    ORIGIN_NIL,
    ORIGIN_MAX,
    ORIGIN_VERSION,
    ORIGIN_VARIANT, /* detail: a uuid9562_variant_t */
    ORIGIN_COUNT
} origin_t;

/* A row of the table. */
typedef struct hypothesis {
    const char *name; /* %s: the subject or the format; %d: the version */
    level_t level;
    int least;            /* how many values it needs; 0 and 1 are one */
    const char *sentence; /* who writes such values, or what is wrong; may be NULL */
} hypothesis_t;

INTERNAL const hypothesis_t *hypothesis(origin_t origin);
INTERNAL const char *level_name(level_t level);

/* Where 16 bytes come from: a BLOB, a text that the format `any` reads, or base64. */
typedef enum subject { SUBJECT_BLOB, SUBJECT_TEXT, SUBJECT_BASE64, SUBJECT_COUNT } subject_t;

/* The fault of a text: it ends early, continues after a UUID, or has a wrong character. */
enum { MALFORMED_SHORT, MALFORMED_LONG, MALFORMED_OTHER, MALFORMED_COUNT };

typedef struct finding {
    origin_t origin;
    subject_t subject;
    int detail;
    int64_t count;
    int slot;       /* of its first value */
    origin_t maybe; /* of values that nothing explains: what more of them would be; or COUNT */
    int maybe_detail;
} finding_t;

/* ---- cells ---- */

enum {
    MAX_FORMATS = 24, /* of the table of formats */
    TEXT_CELLS = 256, /* sets of tests that malformed texts pass; rarer ones share the last */
    VERSION_COUNT = 16,
    VARIANT_COUNT = 4,

    /* Of 16 bytes: as stored, a version, no version with its variant, or a kind of version 7; by
     * the set of other hypotheses that they pass. */
    STORED_VARIANT = VERSION_COUNT,
    STORED_SECONDS = STORED_VARIANT + VARIANT_COUNT,
    STORED_SECONDS_36,
    STORED_FUTURE,
    STORED_COUNT,
    ORDER_COUNT = ORIGIN_NO_VERSION - ORIGIN_EF_CORE,
    SUBJECT_CELLS = STORED_COUNT << ORDER_COUNT
};

typedef enum slot {
    SLOT_NULL,
    SLOT_INTEGER,
    SLOT_REAL,
    SLOT_DIGITS_TO_REAL,
    SLOT_BLOB,
    SLOT_BLOB_TEXT,
    SLOT_BLOB_UTF16,
    SLOT_BLOB_OTHER,
    SLOT_TEXT_BYTES,
    SLOT_COUNTED, /* of version 4, of version 7 */
    SLOT_NIL = SLOT_COUNTED + 2,
    SLOT_MAX = SLOT_NIL + SUBJECT_COUNT,
    SLOT_COMB = SLOT_MAX + SUBJECT_COUNT,
    SLOT_FORMAT = SLOT_COMB + SUBJECT_COUNT, /* of each: as it writes, in another case */
    SLOT_TEXT = SLOT_FORMAT + 2 * MAX_FORMATS,
    SLOT_BYTES = SLOT_TEXT + TEXT_CELLS,
    SLOT_COUNT = SLOT_BYTES + SUBJECT_COUNT * SUBJECT_CELLS
} slot_t;

/* The slot of a set of orders and a STORED_... of a subject. */
INTERNAL int bytes_slot(subject_t subject, int stored, unsigned orders);

typedef struct cell {
    int64_t count;
    int64_t first; /* the number of its first value */
} cell_t;

/* ---- a column ---- */

/* The keys of one version: the bits that differ in some, a lower bound of the number of distinct
 * keys or milliseconds, and the number of pairs of neighbours, the first with itself. */
enum { DISTINCT_SLOTS = 1024, DISTINCT_MS = 29 /* of 32, as hashes may be equal */ };
typedef struct randomness {
    uuid9562_t last;
    uint8_t differing[16];
    int distinct;
    bool seen[DISTINCT_SLOTS];
    int64_t pairs;
} randomness_t;

/* The values that pass an order: their versions, and whether the random bits beside the version and
 * the variant differ. If not, as in keys of one moment, all pass by one chance. */
typedef struct spread {
    uint8_t version, variant; /* the bytes of the last one */
    bool versions_differ, variants_differ;
    unsigned versions; /* as bits */
} spread_t;

/* INTEGERs that may be half a UUID. */
typedef struct integers {
    int64_t versions[VERSION_COUNT]; /* by the bits of the version in a first half */
    int64_t negative, timed;         /* timed: as the first half of a version 7 of our years */
    int64_t mixed;                   /* with one of its random bits set */
    int64_t second;                  /* with the variant of RFC 9562 at the top */
    int64_t smallest, largest;
} integers_t;

enum {
    MAX_FINDINGS = 160,
    MAX_PREFIX = 24,
    MAX_PREFIXES = 4,
    NOTED_SLOTS = 4,
    LEAST_ULIDS = 4,
    NEAR_UNITS = 3 * 7
};

typedef struct column {
    int64_t now_ms;
    int format_count;
    const uuid9562_format_t *formats[MAX_FORMATS]; /* those of text that can be written */
    int64_t number;                                /* of values */
    int64_t alike, certain; /* values that look like UUIDs; those not by their alphabet alone */
    cell_t cells[SLOT_COUNT];
    uint64_t text_passed[TEXT_CELLS]; /* the tests that the texts of a cell pass */
    int64_t decoded[MAX_FORMATS + 2]; /* texts that a format reads, whatever their version */
    spread_t spread[SUBJECT_COUNT][ORDER_COUNT];
    int64_t mixed_case; /* texts that `any` reads in another case, with a lower-case letter */
    int64_t ulid_times; /* texts that are ULIDs with a time of our years */
    char prefixes[MAX_PREFIXES][MAX_PREFIX + 1]; /* the first ones */
    int prefix_count;
    int64_t texts_of_16;    /* texts that are no UUIDs, of 16 bytes */
    randomness_t random[2]; /* of version 4 and of version 7 */
    int fixed[2][2];        /* settled: how many random bits of each half are the same in all */
    unsigned honest[SUBJECT_COUNT]; /* settled: the versions as stored that are believed, as bits */
    int64_t
        micro[3]; /* version 7: the first of each millisecond; of them, 500 and more after it; of
                         all, 1,000 and more */
    /* Of values that nothing explains: those that have a version as stored, except for its variant;
     * and how many chance gives each order by those that have either there, in 1/NEAR_UNITS. */
    int64_t near_version[SUBJECT_COUNT][VERSION_COUNT], near_order[SUBJECT_COUNT][ORDER_COUNT];
    integers_t halves;
    int finding_count;
    finding_t findings[MAX_FINDINGS]; /* in the order of the table, by format and by subject */
} column_t;

/* Empties the column.
 * Args: now_ms  Unix time: what is later by more than a day is of the future */
INTERNAL void origins_begin(column_t *column, int64_t now_ms);

/* Counts a value.
 * Out: slots  the cells that it fell into, of which the caller may keep an example each
 * Returns: their number */
INTERNAL int origins_note(column_t *column, const value_t *value, int slots[NOTED_SLOTS]);

/* Whether the values so far suggest that the column holds UUIDs. For a key, one certain value is
 * enough: the others are what an audit should find. */
INTERNAL bool origins_suggest(const column_t *column, bool is_key);

/* Writes the findings, once. */
INTERNAL void origins_settle(column_t *column);

/* Adds a finding that the caller has made, in its place. */
INTERNAL void origins_add(column_t *column, origin_t origin, int64_t count, int slot);

/* Which half of UUIDs the column has been found to hold; ORIGIN_COUNT if none. */
INTERNAL origin_t settled_half(const column_t *column);

/* The number of 16 bytes of a subject, and how many of its texts a format has written; settled or
 * not. */
INTERNAL int64_t count_bytes(const column_t *column, subject_t subject);
INTERNAL int64_t count_written(const column_t *column, int format);

/* Whether UUIDs are written in several ways, so that one may be stored as several values. */
INTERNAL bool may_repeat(const column_t *column);

/* Writes the name of a finding, NUL-terminated. */
enum { MAX_NAME = 64 };
INTERNAL void origins_name(char out[MAX_NAME], const column_t *column, const finding_t *finding);

/* Writes what the row says, with the numbers of this column, and of values that nothing explains,
 * what more of them would be; NUL-terminated, empty if there is nothing to say. */
enum { MAX_SENTENCE = 256 };
INTERNAL void origins_sentence(char out[MAX_SENTENCE], const column_t *column,
                               const finding_t *finding);
INTERNAL void origins_maybe(char out[MAX_SENTENCE], const column_t *column,
                            const finding_t *finding);

/* ---- tests of 16 bytes (bytes.c) ---- */

INTERNAL bool is_defined_version(int version);

/* The place among STORED_..., which says the version; the ORDER bits: bit n is hypothesis
 * ORIGIN_EF_CORE + n. */
INTERNAL int stored_kind(const uuid9562_t *uuid, int64_t now_ms);
INTERNAL unsigned orders_passed(const uuid9562_t *uuid, int64_t now_ms);

/* Whether another order gives a version and its variant, or one of them. */
typedef enum order_fit { FITS_NOT, FITS_VERSION, FITS_VARIANT, FITS } order_fit_t;
INTERNAL order_fit_t fit_order(const uuid9562_t *uuid, origin_t order, int64_t now_ms);

INTERNAL bool is_comb(const uuid9562_t *uuid, int64_t now_ms);

/* The milliseconds of a version 7 that ORIGIN_SECONDS or ORIGIN_SECONDS_36 explains. */
typedef struct times {
    int64_t first, last;
} times_t;
INTERNAL times_t wrong_times(origin_t origin, int64_t now_ms);

/* The binary format of another order of bytes; NULL of other hypotheses. */
INTERNAL const char *order_format(origin_t origin);

/* Whether milliseconds are of 2010 to tomorrow. */
INTERNAL bool is_of_our_years(int64_t unix_ms, int64_t now_ms);

/* Whether a version is among bits. */
INTERNAL bool has_bit(unsigned versions, int version);

/* Notes bytes that pass an order. */
INTERNAL void note_spread(spread_t *spread, const uuid9562_t *stored, origin_t order);

/* How often random bytes pass: once in so many. */
INTERNAL int chance_of(origin_t order);

/* ---- tests of texts (texts.c) ---- */

/* The bits of text_passed: each format that reads it as a UUID with a version (a ULID: or with a
 * time of our years), each that also writes it so, each other hypothesis from ORIGIN_NSUNIQUEID on,
 * and the fault for `any`. */
enum {
    PASSED_WRITTEN = MAX_FORMATS,
    PASSED_OTHER = 2 * MAX_FORMATS,
    PASSED_MALFORMED = PASSED_OTHER + ORIGIN_MALFORMED - ORIGIN_NSUNIQUEID
};

/* Whether a format that `any` does not read writes 16 bytes of every kind so distinctly that they
 * are examined like those of a BLOB. */
INTERNAL bool is_base64(const uuid9562_format_t *format);

/* Whether it is the format of that name; whether no other text looks like it (oid, ldap_filter). */
INTERNAL bool is_ulid(const uuid9562_format_t *format);
INTERNAL bool is_base64url(const uuid9562_format_t *format);
INTERNAL bool is_of_shape(const uuid9562_format_t *format);

INTERNAL bool is_implied(const uuid9562_format_t *format);

/* Whether the format writes the UUID like this, except for the prefix of a TypeID. */
INTERNAL bool is_written_by(const uuid9562_format_t *format, const uuid9562_t *uuid,
                            const char *text, size_t length);

INTERNAL uint64_t test_of(origin_t origin); /* the bit of one from ORIGIN_NSUNIQUEID on */
INTERNAL uint64_t text_tests(column_t *column, const char *text, size_t length);

/* Whether a TEXT is 16 bytes that are no text, and whether BYTES are ASCII in UTF-16 that `any`
 * reads. */
INTERNAL bool is_bytes_as_text(const column_t *column, const char *text, size_t length);
INTERNAL bool is_utf16_uuid(const char *bytes, size_t length);

/* ---- randomness (randomness.c) ---- */

/* Notes a key of version 4 or 7 (timed). Returns: whether it is the last one plus little */
INTERNAL bool note_randomness(randomness_t *random, bool timed, const uuid9562_t *uuid);

/* Whether there are enough distinct keys to judge, and how many random bits are the same in all. */
INTERNAL bool has_fixed_bits(const randomness_t *random, bool timed, int fixed[2]);
INTERNAL bool counts_up(const randomness_t *random, int64_t counted);

#endif
