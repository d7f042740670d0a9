/*
 * What the table-valued functions have in common. SQLite knows each without a CREATE VIRTUAL TABLE;
 * its arguments are hidden columns behind the visible ones, which SQLite passes as equalities, and
 * which have the value that counts where an argument was left out; its error messages start with
 * its name.
 *
 * A number of a row (xRowid) identifies the arguments and the row. SQLite may join two scans of one
 * table: for an OR, those of different arguments, whose rows are different; for a RIGHT or a FULL
 * JOIN, two of the same, the second of which skips the rows that the first has joined.
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
    const char *missing; /* the error where a required argument was left out */
    int cursor_size;     /* of its cursor, which begins with an sqlite3_vtab_cursor */
} table_function_t;

/* What a connection has of a table-valued function. */
typedef struct table {
    sqlite3_vtab base;
    const table_function_t *function; /* or a larger row that begins with one */
    sqlite3 *db;
} table_t;

#define ROW_NUMBERS 0x80000000 /* above the number of any row */

enum { PLAN_WITHOUT_ARGUMENTS = 0 }; /* every other plan is a sum of the weights 1, 2, 4 ... */

/* Returns an error code and leaves the message to SQLite: of table_fail behind the function's name,
 * of table_fail_with as it is; that one frees it, and it is NULL where there was no memory. */
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

/* Plans a scan with the arguments that are there, as equalities; they reach xFilter in the order of
 * their columns. estimatedCost is that of a scan with all arguments; it rises for each that is left
 * out. A plan without the required ones is never the best one: SQLite asks for it where it looks at
 * a part of a query only, such as one side of an OR. If it is all there is, table_arguments refuses
 * it.
 * Out: found  the number of the constraint of each argument, or -1 */
INTERNAL int table_plan(sqlite3_vtab *base, sqlite3_index_info *info,
                        int found[MAX_TABLE_ARGUMENTS]);

/* The arguments of a scan, each in its place, NULL where it was left out. */
INTERNAL int table_arguments(sqlite3_vtab *base, sqlite3_value *arguments[MAX_TABLE_ARGUMENTS],
                             int plan, sqlite3_value **argv);

/* Reads an argument. */
INTERNAL int table_read(sqlite3_vtab *base, argument_t *argument, sqlite3_value *value,
                        const parameter_t *parameter);

/* Refuses a scan by a statement that another statement of the connection runs: one of a virtual
 * table that reads tables, or of a function. A statement that has returned a row, and waits for its
 * reader, runs nothing. */
INTERNAL int table_refuse_nested(sqlite3_vtab *base);

#endif
