/*
 * For the files that settle on findings: sums of cells, and what is settled of 16 bytes of all
 * subjects together.
 */
#ifndef UUID9562_ORIGINS_SETTLE_H
#define UUID9562_ORIGINS_SETTLE_H

#include "origins.h"

typedef struct sum {
    int64_t count;
    int slot; /* with the first value */
} sum_t;

INTERNAL void sum_add(const column_t *column, sum_t *sum, int slot);
INTERNAL sum_t sum_slot(const column_t *column, int slot);

/* Adds a finding, if there is anything. Returns: it, or NULL */
INTERNAL finding_t *add_finding(column_t *column, origin_t origin, subject_t subject, int detail,
                                sum_t sum);

INTERNAL bool has_finding(const column_t *column, origin_t origin);

/* Whether there are more than chance gives: by three, and six standard deviations. */
INTERNAL bool is_above(int64_t count, double expected);

/* What is settled of all subjects together. */
typedef struct settled {
    sum_t versions[VERSION_COUNT], variants[VARIANT_COUNT];
    sum_t seconds, seconds_36, future;
    origin_t maybe;
    subject_t maybe_subject;
    int64_t all, honest;
} settled_t;

/* Settles the texts that `any` reads and the others. */
INTERNAL void settle_texts(column_t *column);

/* Settles the 16 bytes of a subject. */
INTERNAL void settle_bytes(column_t *column, settled_t *settled, subject_t subject);

#endif
