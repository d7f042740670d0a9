/*
 * A scan of uuid_audit: the table, and the columns that it examines.
 */
#ifndef UUID9562_COLUMNS_H
#define UUID9562_COLUMNS_H

#include "../table.h"
#include "advice.h"

enum { AUDIT_ARGUMENTS = 3 };

typedef struct audit_cursor {
    sqlite3_vtab_cursor base;
    char *arguments[AUDIT_ARGUMENTS]; /* table, only, schema; or NULL */
    char *from;                       /* the table as a statement names it */
    char *schema;                     /* the one that has the table */
    bool stored, strict;              /* a table, not a view; a STRICT one */
    bool is_utf16;                    /* the text of the database */
    sqlite3_int64 now_ms;
    audited_t *columns;
    int column_count;
    int column, row; /* 0 is `declared`, others are findings */
} audit_cursor_t;

/* Reads the table that the arguments name, and settles on the findings of each column. */
INTERNAL int audit_table(audit_cursor_t *audit);

/* Drops the arguments and results of a scan. */
INTERNAL void audit_clear(audit_cursor_t *audit);

#endif
