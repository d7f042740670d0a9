/*
 * The name of a finding, and advice on it. Advice may end with an expression, which corrects a
 * wrong value or belongs in a query.
 */
#ifndef UUID9562_ADVICE_H
#define UUID9562_ADVICE_H

#include "findings.h"

/* A column under audit. */
typedef struct audited {
    char *name, *type;
    const char *affinity;
    bool is_key;   /* of the PRIMARY KEY */
    bool is_utf16; /* the database's encoding */
    findings_t findings;
} audited_t;

INTERNAL void name_finding(sqlite3_str *out, const audited_t *column, int kind);

/* Writes nothing if nothing needs to be done. */
INTERNAL void advise(sqlite3_str *out, const audited_t *column, int kind);

#endif
