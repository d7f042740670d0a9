/*
 * The collation UUID: texts of the same UUID are equal in whatever case or format that is read as
 * `any`, and UUIDs sort as bytes. Text that is not a UUID sorts after all UUIDs, as bytes. This
 * is a total order: each text has one place, by its UUID or by itself.
 */
#ifndef UUID9562_COLLATION_H
#define UUID9562_COLLATION_H

#include "extension.h"

INTERNAL int register_collation(sqlite3 *db);

#endif
