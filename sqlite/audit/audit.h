/*
 * The table-valued function uuid_audit(table [, only [, schema]]): what is in the columns of a
 * table that hold UUIDs, or seem to. -DUUID9562_OMIT_AUDIT leaves it out.
 *
 *   SELECT * FROM uuid_audit('event');
 *   SELECT * FROM uuid_audit('event', 'id');
 *   SELECT * FROM uuid_audit('event') WHERE schema = 'archive';
 *   SELECT l.name, a.* FROM pragma_table_list AS l, uuid_audit(l.name, NULL, l.schema) AS a
 *    WHERE l.type = 'table';
 *
 * Its columns: `column`, the name; `finding`, what is counted; `count`; `example`, one such value
 * as SQL writes it; `advice`, where something should be done. A row is a column and a finding; the
 * first of each column is `declared`, with all values counted and the declared type as example.
 *
 * It looks at the column that `only` names, or without it at each that is not hidden and
 *   - whose name, declared type or default says so (see name_suggests_uuids), or
 *   - of whose first 100 values that are not NULL more than half, or in the PRIMARY KEY one, look
 *     like UUIDs: text that is read as `any`, with or without something behind it, also in a BLOB;
 *     16 bytes or 32 digits with a version of RFC 9562 in the order in which they are, of GUIDs, or
 *     of MySQL; text in another format of the core with such a version; ULIDs.
 *
 * The table may be a view or a virtual table: then nothing is said of declared types, and what it
 * does when it is read is its own affair. The schema is found as SQLite finds it, temp first. A
 * table or a column that does not exist is an error; NULL for the table returns no rows.
 *
 * It reads the table once for all columns; before that the head of it for each column whose name
 * and type say nothing (as far as the hundredth value); and after that once, sorted, each column
 * that has UUIDs written in several ways, to find those that are the same. Memory does not grow
 * with the table, except in sorting, as far as SQLite does not sort on disk. Without a transaction
 * around it, other connections may write between these readings. sqlite3_interrupt and the progress
 * handler stop it. No view or trigger of a database may use it (DIRECTONLY), because it reads any
 * table.
 */
#ifndef UUID9562_AUDIT_H
#define UUID9562_AUDIT_H

#include "../extension.h"

INTERNAL int register_audit(sqlite3 *db);

#endif
