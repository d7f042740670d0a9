/*
 * uuid9562 for SQLite: RFC 9562 UUIDs as SQL functions, a collation and table-valued functions.
 *
 *   .load ./uuid9562
 *   CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x) WITHOUT ROWID;
 *   SELECT uuid7(), uuid5('@dns', 'www.example.com'), uuid_timestamp(id) FROM t;
 *
 * A UUID is returned as TEXT (36 characters, lower case), by the functions named ..._blob as a BLOB
 * of 16 bytes, and taken as either, or as text in any format that uuid_parse reads without being
 * told. Those that it has to be told, ulid and typeid among them, are read by uuid_parse and
 * written by uuid_format and uuid_typeid. A NULL argument returns NULL, but from generators and
 * builders, to which it is a wrong one; invalid input where a UUID belongs returns NULL (uuid_check
 * raises instead); any other wrong argument is an error that says which one and what is allowed.
 *
 * Pure functions are DETERMINISTIC, generators are not, both are INNOCUOUS: they may stand in a
 * DEFAULT, a CHECK, a generated column, an index, a trigger or a view, as far as SQLite allows it
 * for the one or the other. DIRECTONLY are uuid_set_max_lead_ns, uuid_advance, uuid_resync,
 * uuid_state_open and uuid_reseed, which change the state of the process, uuid_state, which tells
 * of its files, and what reads tables and schemas: uuid_audit, which reports what UUIDs are in a
 * table and how they are stored (audit/), and uuid_entryuuid_sql and uuid_entryuuid_drop_sql, which
 * write the SQL of an entryUUID (RFC 4530; entryuuid/).
 *
 * This file registers all of it and is the one translation unit of the extension. To link it
 * statically, compile this file and core/uuid9562.c with -DSQLITE_CORE and call
 * sqlite3_uuid9562_init, or pass that to sqlite3_auto_extension. -DUUID9562_OMIT_AUDIT and
 * -DUUID9562_OMIT_ENTRYUUID leave these two out; -DUUID9562_REPLICATED makes the variant for
 * replicated databases (extension.h).
 */
#define UUID9562_SINGLE_UNIT
#include "extension.h"

#pragma GCC visibility push(hidden)
SQLITE_EXTENSION_INIT1
#pragma GCC visibility pop

#include "values.c"
#include "functions.c"
#include "collation.c"
#include "table.c"
#include "generator.c"
#include "series.c"
#include "catalog.c"
#ifndef UUID9562_OMIT_AUDIT
#include "audit/stored.c"
#include "audit/findings.c"
#include "audit/advice.c"
#include "audit/audit.c"
#endif
#ifndef UUID9562_OMIT_ENTRYUUID
#include "entryuuid/entryuuid.c"
#endif

enum { MIN_SQLITE = 3038000 }; /* sqlite3_vtab_rhs_value */

/* Whether this connection has all of it already: uuid9562_version is registered last, and what
 * registers functions from Python has no uuid_state. SQLite would refuse to register it again while
 * a statement runs. The query names no table: for one, SQLite would read the schema before it knows
 * what the functions in it may not do. The replicated variant is not replaced by the ordinary
 * one: that would give back what it refuses. */
static bool is_registered(sqlite3 *db)
{
    static const char query[] = "SELECT CASE WHEN 1 THEN uuid9562_version() IN ('" EXTENSION_VERSION
                                "', '" REPLICATED_VERSION "') ELSE uuid_state() END";
    sqlite3_stmt *statement = NULL;
    bool registered = sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
                      sqlite3_step(statement) == SQLITE_ROW &&
                      sqlite3_column_int(statement, 0) != 0;

    sqlite3_finalize(statement);
    return registered;
}

static int register_all(sqlite3 *db, char **message)
{
    int rc;

    if (sqlite3_libversion_number() < MIN_SQLITE) {
        *message = sqlite3_mprintf("uuid9562 needs SQLite 3.38 or later, this is %s",
                                   sqlite3_libversion());
        return SQLITE_ERROR;
    }
    if (is_registered(db))
        return SQLITE_OK;
    rc = register_functions(db);
    if (rc == SQLITE_OK)
        rc = register_generator(db);
    if (rc == SQLITE_OK)
        rc = register_collation(db);
    if (rc == SQLITE_OK)
        rc = register_series(db);
#ifndef UUID9562_OMIT_AUDIT
    if (rc == SQLITE_OK)
        rc = register_audit(db);
#endif
#ifndef UUID9562_OMIT_ENTRYUUID
    if (rc == SQLITE_OK)
        rc = register_entryuuid(db);
#endif
    if (rc == SQLITE_OK)
        rc = register_catalogs(db);
    if (rc == SQLITE_OK)
        rc = register_version(db);
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

/* As SQLITE_EXTENSION_INIT2, but written only where it changes, and by one of the threads that load
 * at once: connections of other threads read it meanwhile. */
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
