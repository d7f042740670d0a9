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

INTERNAL level_t find_level(const audited_t *column, const finding_t *finding);

/* Each writes nothing if there is nothing to say. */
INTERNAL void advise(sqlite3_str *out, const audited_t *column, const finding_t *finding);
INTERNAL void cure(sqlite3_str *out, const audited_t *column, const finding_t *finding);

/* Whether the declared type may replace text of digits by a number. */
INTERNAL bool is_numeric(const audited_t *column);

#endif
