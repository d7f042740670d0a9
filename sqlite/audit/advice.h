/*
 * What uuid_audit says of a finding: its name, and what to do about it. Advice ends with an
 * expression, where there is one: it turns a wrong value into the right one, or a query needs it.
 */
#ifndef UUID9562_ADVICE_H
#define UUID9562_ADVICE_H

#include "findings.h"

/* A column under audit. */
typedef struct audited {
    char *name, *type;
    const char *affinity;
    bool is_key;   /* of the PRIMARY KEY */
    bool is_utf16; /* as all text of the database */
    findings_t findings;
} audited_t;

INTERNAL void name_finding(sqlite3_str *out, const audited_t *column, int kind);

/* Writes nothing where there is nothing to do. */
INTERNAL void advise(sqlite3_str *out, const audited_t *column, int kind);

#endif
