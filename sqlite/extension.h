/*
 * Included by every file of the extension: the interfaces of SQLite and of the core, and INTERNAL,
 * for functions that one file offers to others.
 *
 * extension.c compiles all of them as one translation unit and defines UUID9562_SINGLE_UNIT: then
 * INTERNAL is static. A file that is opened or checked alone sees external declarations instead.
 */
#ifndef UUID9562_EXTENSION_H
#define UUID9562_EXTENSION_H

#include <sqlite3ext.h>

#pragma GCC visibility push(hidden) /* sqlite3_api is this extension's own */
SQLITE_EXTENSION_INIT3
#pragma GCC visibility pop

#include "private/uuid9562_host.h"
#include "uuid9562_bindings.h"

/* The variant for databases that replicate statements, such as rqlite: each node runs them, so a
 * function that does not depend on its arguments alone is an error. docs/sqlite/replication.md is
 * its manual. */
#define REPLICATED_VERSION UUID9562_VERSION " replicated"
#ifdef UUID9562_REPLICATED
#ifndef UUID9562_OMIT_OPENSSL /* by whose policy a node may lack a digest that others have */
#error "compile the replicated variant, and its core, with -DUUID9562_OMIT_OPENSSL too"
#endif
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

#define COLD __attribute__((noinline, cold)) /* errors, away from the path of every call */

#endif
