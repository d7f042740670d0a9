/*
 * What reads and changes the generator of the process, which all connections share: its lead over
 * the clock, its state file, its random bytes.
 *
 * What changes it is never a scalar function, which the schema of a database file could call:
 * SQLite checks SQLITE_DIRECTONLY only in expressions that it reads when it knows the function, and
 * not in every kind of them. These are table-valued functions of one row:
 *
 *   SELECT value FROM uuid_advance((SELECT max(id) FROM t));
 *
 * A CHECK, a DEFAULT, an index and a generated column can hold no subquery, and SQLite refuses
 * SQLITE_VTAB_DIRECTONLY in every view and trigger of a file. What a file can still cause are the
 * statements of other virtual tables, such as the content table of FTS5: those are nested, and
 * refused (table_refuse_nested).
 */
#ifndef UUID9562_SQLITE_GENERATOR_H
#define UUID9562_SQLITE_GENERATOR_H

#include "extension.h"

INTERNAL int register_generator(sqlite3 *db);

#endif
