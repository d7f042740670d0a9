/*
 * What uuid_audit says of a finding: its level, a sentence, and the cure, an expression over the
 * column. A cure is pure and, where other values of the column can be told, leaves them as they
 * are, so that it may be the value of an UPDATE without a WHERE.
 */
#ifndef UUID9562_ADVICE_H
#define UUID9562_ADVICE_H

#include "stored.h"

/* An example of a cell, and what is wrong with it as a UUID. */
typedef struct example {
    char *literal, *problem;
} example_t;

/* Slots after those of the cells, of the findings that statements find. */
enum { EXAMPLE_COUNT = SLOT_COUNT + ORIGIN_COLLATION - ORIGIN_SAME_UUID + 1 };

/* A column under audit. */
typedef struct audited {
    char *name, *type;
    const char *affinity;
    char *collation;
    bool is_key; /* of the PRIMARY KEY */
    bool is_strict;
    bool is_utf16; /* the database's encoding */
    column_t *values;
    example_t *examples;             /* EXAMPLE_COUNT */
    char *parent_table, *parent_key; /* of a foreign key of this column alone, or NULL */
    const char *parent_target;       /* how the parent is stored, or NULL */
    const char *other_half;          /* the column with the other 8 bytes, or NULL */
} audited_t;

/* How values of the column should be stored: the name of a format, or to_blob. */
INTERNAL const char to_blob[5];
INTERNAL const char *choose_target(const audited_t *column);

/* For the files of this header: the declared type; the number of values that are not NULL, that
 * are UUIDs, and of a storage class; how the texts of a finding relate to the target; and two of
 * cure.c. */
INTERNAL bool has_affinity(const audited_t *column, const char *affinity);
INTERNAL bool is_declared_for_one(const audited_t *column);
INTERNAL bool is_declared_for_digits(const audited_t *column);
INTERNAL int64_t count_stored(const column_t *values);
INTERNAL int64_t count_uuids(const column_t *values);
INTERNAL int64_t count_storage(const column_t *values, bool is_text);
INTERNAL bool is_for_text(const audited_t *column);
INTERNAL bool is_uniform(const audited_t *column, const finding_t *finding);
INTERNAL bool is_equal_anyway(const audited_t *column, const finding_t *finding);
INTERNAL bool is_hex_prefix(const column_t *values);
INTERNAL void append_convert(sqlite3_str *out, const char *target, bool is_end);
INTERNAL bool is_doubtful(const column_t *values, const finding_t *order);

INTERNAL level_t find_level(const audited_t *column, const finding_t *finding);

/* Each writes nothing if there is nothing to say. */
INTERNAL void advise(sqlite3_str *out, const audited_t *column, const finding_t *finding);
INTERNAL void cure(sqlite3_str *out, const audited_t *column, const finding_t *finding);

/* Whether the declared type may replace text of digits by a number. */
INTERNAL bool is_numeric(const audited_t *column);

#endif
