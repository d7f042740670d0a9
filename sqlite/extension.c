/*
 * uuid9562 for SQLite: RFC 9562 UUIDs as SQL functions, a collation and table-valued functions.
 *
 *   .load ./uuid9562
 *   CREATE TABLE t (id BLOB PRIMARY KEY DEFAULT (uuid7_blob()), x) WITHOUT ROWID;
 *   SELECT uuid7(), uuid5('@dns', 'www.example.com'), uuid_timestamp(id) FROM t;
 *
 * A UUID is returned as TEXT (36 characters, lower case), or as a BLOB of 16 bytes by the functions
 * named ..._blob. An argument is either of them, or text in the format `any`; uuid_parse,
 * uuid_format and uuid_typeid read and write the other formats, such as ulid and typeid. NULL
 * returns NULL, but is an error in generators and builders. An invalid UUID returns NULL (an error
 * in uuid_check). Any other wrong argument is an error that names it and the allowed values.
 *
 * Pure functions are DETERMINISTIC, generators are not, and both are INNOCUOUS: a DEFAULT, a CHECK,
 * a generated column, an index, a trigger or a view may use them, as far as SQLite allows it. These
 * functions are DIRECTONLY: uuid_state; those that read tables and schemas, uuid_audit (audit/),
 * uuid_entryuuid_sql and uuid_entryuuid_drop_sql (RFC 4530; entryuuid/). A change of the
 * process's state is never a scalar function, but a table-valued function (process.c).
 *
 * This file registers all of it and is the one translation unit of the extension. To link it
 * statically, compile this file and core/uuid9562.c with -DSQLITE_CORE and call
 * sqlite3_uuid9562_init, or pass that to sqlite3_auto_extension. -DUUID9562_OMIT_AUDIT and
 * -DUUID9562_OMIT_ENTRYUUID leave these two out; -DUUID9562_REPLICATED makes the variant for
 * replicated databases (extension.h).
 */
#define UUID9562_SINGLE_UNIT
#include "extension.h"

#include <string.h>

#pragma GCC visibility push(hidden)
SQLITE_EXTENSION_INIT1
#pragma GCC visibility pop

#include "values.c"
#include "generate.c"
#include "build.c"
#include "names.c"
#include "text.c"
#include "inspect.c"
#include "collation.c"
#include "table.c"
#include "process.c"
#include "series.c"
#include "static_tables.c"
#ifndef UUID9562_OMIT_AUDIT
#include "../origins/table.c"
#include "../origins/bytes.c"
#include "../origins/texts.c"
#include "../origins/randomness.c"
#include "../origins/count.c"
#include "../origins/settle_texts.c"
#include "../origins/settle_bytes.c"
#include "../origins/settle.c"
#include "audit/stored.c"
#include "audit/target.c"
#include "audit/cure.c"
#include "audit/advice.c"
#include "audit/columns.c"
#include "audit/audit.c"
#endif
#ifndef UUID9562_OMIT_ENTRYUUID
#include "entryuuid/entryuuid.c"
#endif

enum { MIN_SQLITE = 3038000 }; /* sqlite3_vtab_rhs_value */

#if SQLITE_VERSION_NUMBER >= 3044000
#define CLIENT_DATA 3044000
static const char client_data[] = "uuid9562"; /* its version */
#endif

/* Whether the extension may be registered already: our collation exists, or we cannot tell. */
static bool may_be_registered(sqlite3 *db)
{
    sqlite3_stmt *statement = NULL;
    bool may_be =
        sqlite3_prepare_v2(db, "PRAGMA collation_list", -1, &statement, NULL) != SQLITE_OK;

    while (!may_be && sqlite3_step(statement) == SQLITE_ROW)
        may_be = sqlite3_stricmp((const char *)sqlite3_column_text(statement, 1), "UUID") == 0;
    sqlite3_finalize(statement);
    return may_be;
}

/* Whether this connection has the whole extension: uuid9562_version is registered last, and
 * functions from Python (_sql.py) come without uuid_state. SQLite would refuse to register
 * functions again while a statement runs. The ordinary variant does not replace the replicated one,
 * because it would restore the functions that the latter refuses.
 *
 * SQLite must not read the schema before the functions in it are registered with their limits.
 * Recent versions read it for every query, so those that have client data are asked without a
 * query. And for an unknown function in a query, SQLite logs an error, which programs may show. */
static bool is_registered(sqlite3 *db)
{
#ifdef CLIENT_DATA
    if (sqlite3_libversion_number() >= CLIENT_DATA) {
        const char *version = sqlite3_get_clientdata(db, client_data);

        return version != NULL && (strcmp(version, EXTENSION_VERSION) == 0 ||
                                   strcmp(version, REPLICATED_VERSION) == 0);
    }
#endif
    static const char query[] = "SELECT CASE WHEN 1 THEN uuid9562_version() IN ('" EXTENSION_VERSION
                                "', '" REPLICATED_VERSION "') ELSE uuid_state() END";
    sqlite3_stmt *statement = NULL;
    bool registered =
        may_be_registered(db) && sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0) != 0;

    sqlite3_finalize(statement);
    return registered;
}

static void call_uuid9562_version(const call_t *in)
{
    result_constant(in->context, EXTENSION_VERSION);
}

static int register_version(sqlite3 *db)
{
    static const function_t row = {"uuid9562_version",    PURE, RESULT_OTHER,
                                   call_uuid9562_version, 0,    {NULL}};
    int rc = register_rows(db, &row, 1, NULL, 0);

#ifdef CLIENT_DATA
    if (rc == SQLITE_OK && sqlite3_libversion_number() >= CLIENT_DATA)
        rc = sqlite3_set_clientdata(db, client_data, (void *)EXTENSION_VERSION, NULL);
#endif
    return rc;
}

static int refuse_version(char **message, char *print(const char *, ...), const char *version)
{
    *message = print("uuid9562 needs SQLite 3.38 or later, this is %s", version);
    return SQLITE_ERROR;
}

static int register_all(sqlite3 *db, char **message)
{
    static int (*const parts[])(sqlite3 *db) = {
        register_generators, register_builders,  register_names,  register_text,
        register_inspectors, register_process,   register_collation, register_series,
#ifndef UUID9562_OMIT_AUDIT
        register_audit,
#endif
#ifndef UUID9562_OMIT_ENTRYUUID
        register_entryuuid,
#endif
        register_static_tables, register_version,
    };
    int rc = SQLITE_OK;

    if (is_registered(db))
        return SQLITE_OK;
    for (size_t i = 0; rc == SQLITE_OK && i < ROWS(parts); i++)
        rc = parts[i](db);
    if (rc != SQLITE_OK)
        *message = sqlite3_mprintf("uuid9562 cannot be registered: %s", explain(db, rc));
    return rc;
}

#ifdef SQLITE_CORE

/* For static linking and sqlite3_auto_extension. */
int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api);
int sqlite3_uuid9562_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    (void)api;
    if (sqlite3_libversion_number() < MIN_SQLITE)
        return refuse_version(message, sqlite3_mprintf, sqlite3_libversion());
    return register_all(db, message);
}

#else

/* Like SQLITE_EXTENSION_INIT2, but accepts only one SQLite: a process may contain several, and a
 * call for one through the functions of another would crash. Written once, because connections of
 * other threads read it without a lock. */
static bool keep_api(const sqlite3_api_routines *api)
{
    const sqlite3_api_routines *kept = __atomic_load_n(&sqlite3_api, __ATOMIC_ACQUIRE);

    return kept == api ||
           (kept == NULL && (__atomic_compare_exchange_n(&sqlite3_api, &kept, api, false,
                                                         __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE) ||
                             kept == api));
}

/* For sqlite3_load_extension. The library stays loaded when the last connection closes, so that the
 * order of its generators survives. */
__attribute__((visibility("default"))) int sqlite3_extension_init(sqlite3 *db, char **message,
                                                                  const sqlite3_api_routines *api);
int sqlite3_extension_init(sqlite3 *db, char **message, const sqlite3_api_routines *api)
{
    int rc;

    if (api->libversion_number() < MIN_SQLITE)
        return refuse_version(message, api->mprintf, api->libversion());
    if (!keep_api(api)) {
        *message = api->mprintf("uuid9562 is in use by another SQLite in this process; for this one"
                                " load a copy of the file");
        return SQLITE_ERROR;
    }
    rc = register_all(db, message);
    return rc == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : rc;
}

#endif
