/*
 * What every file of the extension includes: the interfaces of SQLite and of the core, and how one
 * file offers something to another.
 *
 * extension.c compiles all of them as one translation unit and defines UUID9562_SINGLE_UNIT: then
 * all of that is static. A file that is opened or checked alone sees external declarations instead.
 */
#ifndef UUID9562_EXTENSION_H
#define UUID9562_EXTENSION_H

#include <sqlite3ext.h>

#pragma GCC visibility push(hidden) /* sqlite3_api is this extension's own */
SQLITE_EXTENSION_INIT3
#pragma GCC visibility pop

#include "uuid9562_bindings.h"

/* The variant for databases that replicate statements, such as rqlite: each node runs them, so what
 * is not determined by its arguments is an error. docs/sqlite/replication.md is its manual. */
#define REPLICATED_VERSION UUID9562_VERSION " replicated"
#ifdef UUID9562_REPLICATED
enum { REPLICATED = 1 };
#define EXTENSION_VERSION REPLICATED_VERSION
#else
enum { REPLICATED = 0 };
#define EXTENSION_VERSION UUID9562_VERSION
#endif

#ifdef UUID9562_SINGLE_UNIT
#define INTERNAL static
#else
#define INTERNAL
#endif

#define COLD __attribute__((noinline, cold)) /* errors, apart from what every call passes */

#endif
