/*
 * The common part of the table-valued functions. Each is an eponymous virtual table: its arguments
 * are hidden columns after the visible ones, which SQLite passes as equalities; the column of an
 * omitted argument has its default. Error messages start with the function's name.
 *
 * The number of a row (xRowid) identifies the arguments and the row, because SQLite may join two
 * scans of one table: for an OR, scans with different arguments, whose rows are different; for a
 * RIGHT or FULL JOIN, two equal scans, the second of which skips rows that the first has joined.
 */
#ifndef UUID9562_TABLE_H
#define UUID9562_TABLE_H

#include "values.h"

enum { MAX_TABLE_ARGUMENTS = 4 };

typedef struct table_function {
    const char *name;
    const char *columns; /* as a CREATE TABLE, the arguments last */
    int trust;           /* SQLITE_VTAB_INNOCUOUS, or _DIRECTONLY: not in views and triggers */
    int arguments, required;
    int first_argument;  /* the number of its column */
    const char *missing; /* the error if a required argument is omitted */
    int cursor_size;     /* of its cursor, which begins with an sqlite3_vtab_cursor */
} table_function_t;

/* A table-valued function in a connection. */
typedef struct table {
    sqlite3_vtab base;
    const table_function_t *function; /* or a larger row that begins with one */
    sqlite3 *db;
} table_t;

#define ROW_NUMBERS 0x80000000 /* above the number of any row */

enum { PLAN_WITHOUT_ARGUMENTS = 0 }; /* every other plan is a sum of the weights 1, 2, 4 ... */

/* Return an error code and pass the message to SQLite. table_fail prepends the function's name;
 * table_fail_with takes over the message, which may be NULL for lack of memory. */
INTERNAL int table_fail(sqlite3_vtab *base, const char *message);
INTERNAL int table_fail_with(sqlite3_vtab *base, char *message);
INTERNAL int table_fail_status(sqlite3_vtab *base, uuid9562_status_t status);

/* xConnect, whose context is the table_function_t; xDisconnect. */
INTERNAL int table_connect(sqlite3 *db, void *function, int argc, const char *const *argv,
                           sqlite3_vtab **base, char **message);
INTERNAL int table_disconnect(sqlite3_vtab *base);

/* xOpen, which zeroes the cursor; xClose. */
INTERNAL int table_open(sqlite3_vtab *base, sqlite3_vtab_cursor **cursor);
INTERNAL int table_close(sqlite3_vtab_cursor *cursor);

/* A cursor that counts its rows from 0; xNext; xRowid, from 1. */
typedef struct row_cursor {
    sqlite3_vtab_cursor base;
    size_t row;
} row_cursor_t;

INTERNAL int row_next(sqlite3_vtab_cursor *cursor);
INTERNAL int row_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid);

/* Plans a scan with the given arguments, as equalities; they reach xFilter in the order of their
 * columns. estimatedCost is that of a scan with all arguments, and rises for each omitted one. A
 * plan without the required ones is never the best: SQLite asks for it when it looks at a part of a
 * query, such as one side of an OR. If SQLite has no other, table_arguments refuses it.
 * Out: found  the number of the constraint of each argument, or -1 */
INTERNAL int table_plan(sqlite3_vtab *base, sqlite3_index_info *info,
                        int found[MAX_TABLE_ARGUMENTS]);

/* The arguments of a scan, each in its place, NULL if omitted. */
INTERNAL int table_arguments(sqlite3_vtab *base, sqlite3_value *arguments[MAX_TABLE_ARGUMENTS],
                             int plan, sqlite3_value **argv);

/* Reads an argument. */
INTERNAL int table_read(sqlite3_vtab *base, argument_t *argument, sqlite3_value *value,
                        const parameter_t *parameter);

/* Refuses a scan by a statement that runs inside another statement of the connection: that of a
 * virtual table that reads tables, or of a function. A statement that has returned a row, and waits
 * for its reader, does not count. */
INTERNAL int table_refuse_nested(sqlite3_vtab *base);

#endif
