/*
 * uuid9562 for SQLite: RFC 9562 UUIDs as SQL functions, a collation and table-valued functions.
 *
 *   .load ./uuid9562
 *   CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x) WITHOUT ROWID;
 *   SELECT uuid7(), uuid5('@dns', 'www.example.com'), uuid_timestamp(id) FROM t;
 *
 * A UUID comes out as TEXT (36 characters, lower case), from the functions named ..._blob as a BLOB
 * of 16 bytes, and goes in as either, or in any other form that uuid_parse reads without being
 * told. Those that it has to be told, ulid and typeid among them, go in through it, and out through
 * uuid_format and uuid_typeid. A NULL argument gives NULL; what is no UUID where one belongs gives
 * NULL (uuid_check raises instead); any other wrong argument is an error that says which and what
 * is allowed.
 *
 * Pure functions are DETERMINISTIC, generators are not, both are INNOCUOUS: they may stand in a
 * DEFAULT, a CHECK, a generated column, an index, a trigger or a view, as far as SQLite allows it
 * for the one or the other. The commands are DIRECTONLY: uuid_resync, uuid_reseed, and
 * uuid_entry_create and uuid_entry_drop, which give a table an entryUUID (RFC 4530); and so is
 * uuid_audit, which tells what UUIDs are in a table and how they are stored.
 *
 * This file registers it all; the parts that it is made of stand beside it. To link the extension
 * statically, compile this file and core/uuid9562.c with -DSQLITE_CORE and call
 * sqlite3_uuid9562_init, or give that to sqlite3_auto_extension.
 */
#include "sqlite3ext.h"

#pragma GCC visibility push(hidden) /* sqlite3_api is this extension's own */
SQLITE_EXTENSION_INIT1
#pragma GCC visibility pop

#include "uuid9562.h"

#include "values.c"
#include "entry_parts.c"
#include "entry.c"
#include "functions.c"
#include "collation.c"
#include "tables.c"
#include "series.c"
#include "ldap.c"
#include "findings.c"
#include "advice.c"
#include "audit.c"

enum { LEAST_SQLITE = 3038000 }; /* sqlite3_vtab_rhs_value */

static int register_functions(sqlite3 *db)
{
    static const int flags_of[] = {
        [PURE] = SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
        [GENERATOR] = SQLITE_INNOCUOUS,
        [COMMAND] = SQLITE_DIRECTONLY,
    };

    for (const function_t *f = function_table; f->name != NULL; f++) {
        int flags = SQLITE_UTF8 | flags_of[f->nature];

        for (int count = f->required; count <= argument_count(f); count++) {
            int rc = sqlite3_create_function_v2(db, f->name, count, flags, (void *)f,
                                                caller_of(f, count), NULL, NULL, NULL);
            if (rc != SQLITE_OK)
                return rc;
        }
    }
    return SQLITE_OK;
}

/* Has this connection all of it already, the table (registered last) included? SQLite would refuse
 * to register it again while a statement runs. */
static bool is_registered(sqlite3 *db)
{
    static const char query[] =
        "SELECT uuid9562_version() WHERE NOT EXISTS (SELECT 1 FROM uuid_audit(NULL))";
    sqlite3_stmt *statement = NULL;
    bool is =
        sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        sqlite3_stricmp((const char *)sqlite3_column_text(statement, 0), uuid9562_version()) == 0;

    sqlite3_finalize(statement);
    return is;
}

static int register_all(sqlite3 *db, char **message)
{
    int rc;

    if (sqlite3_libversion_number() < LEAST_SQLITE) {
        *message = sqlite3_mprintf("uuid9562 needs SQLite 3.38 or later, this is %s",
                                   sqlite3_libversion());
        return SQLITE_ERROR;
    }
    if (is_registered(db))
        return SQLITE_OK;
    rc = register_functions(db);
    if (rc == SQLITE_OK)
        rc = register_collation(db);
    if (rc == SQLITE_OK)
        rc = register_series(db);
    if (rc == SQLITE_OK)
        rc = register_ldap_schema(db);
    if (rc == SQLITE_OK)
        rc = register_audit(db);
    if (rc != SQLITE_OK)
        *message = sqlite3_mprintf("uuid9562 cannot be registered: %s", sqlite3_errmsg(db));
    return rc;
}

#ifdef SQLITE_CORE

/* For static linking and sqlite3_auto_extension. */
int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);
int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    (void)api;
    return register_all(db, message);
}

#else

/* As SQLITE_EXTENSION_INIT2, but written only where it changes, and of threads that load at once by
 * one: connections of other threads read it meanwhile. */
static void keep_api(const sqlite3_api_routines *api)
{
    const sqlite3_api_routines *kept = __atomic_load_n(&sqlite3_api, __ATOMIC_ACQUIRE);

    if (kept == NULL && __atomic_compare_exchange_n(&sqlite3_api, &kept, api, false,
                                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return;
    if (kept != api)
        __atomic_store_n(&sqlite3_api, api, __ATOMIC_RELEASE);
}

/* For sqlite3_load_extension. The library stays when the last connection closes, for the order of
 * its generators must survive that. */
__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **message,
                                                                  const sqlite3_api_routines *api);
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    int rc;

    keep_api(api);
    rc = register_all(db, message);
    return rc == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : rc;
}

#endif
