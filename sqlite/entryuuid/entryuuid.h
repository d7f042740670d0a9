/*
 * SQL that gives the rows of a table an entryUUID, as RFC 4530 section 2.4 defines it for the
 * entries of a directory. -DUUID9562_OMIT_ENTRYUUID leaves it out.
 *
 *   SELECT uuid_entryuuid_sql('person');
 *
 * uuid_entryuuid_sql(table [, column [, version [, schema]]]) returns a script that gives the table
 * one, uuid_entryuuid_drop_sql(table [, schema]) a script that takes it away. Both read the schema,
 * and the column if it exists; they change nothing. A script has a statement or a comment on each
 * line; it is there to be read, to be kept as a migration, and to be run in a transaction.
 *
 * An entryUUID is a column (entryUUID) of UUIDs (version 7) with four parts:
 *
 *   unique   an index: no two rows have the same
 *   refuse   a trigger: no INSERT brings one along (NO-USER-MODIFICATION)
 *   assign   a trigger: each row that is inserted is assigned one. The row is found by its lack of
 *            one, not by its key; so a table of any kind will do, whatever its keys are called
 *   keep     a trigger: no UPDATE changes it
 *
 * They are plain SQL in the database. A comment at the end of each, which SQLite keeps, marks it
 * and has the version; so the parts are found again whatever they, the table and the column are
 * renamed to. Where a table has parts, uuid_entryuuid_sql returns a script that drops them, creates
 * all anew, and gives each row without a UUID one.
 */
#ifndef UUID9562_ENTRYUUID_H
#define UUID9562_ENTRYUUID_H

#include "../extension.h"

INTERNAL int register_entryuuid(sqlite3 *db);

#endif
