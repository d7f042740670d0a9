/*
 * The table-valued function uuid_series(version, count): `count` fresh UUIDs of version 1, 4, 6 or
 * 7 in the columns n (1 to count), uuid (TEXT) and blob (BLOB). They are generated block by block
 * as rows are read, in constant memory.
 *
 *   INSERT INTO t (id) SELECT blob FROM uuid_series(7, 1000000);
 *
 * Each scan of the table generates new ones. NULL for an argument returns no rows; an argument that
 * is missing, not an INTEGER or out of range is an error.
 */
#ifndef UUID9562_SERIES_H
#define UUID9562_SERIES_H

#include "extension.h"

INTERNAL int register_series(sqlite3 *db);

#endif
