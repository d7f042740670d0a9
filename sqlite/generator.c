/* Its functions, and their table at the end (generator.h). */
#include "generator.h"

#include "values.h"

static void call_lead_ns(const call_t *in)
{
    uint64_t lead_ns;
    uuid9562_status_t status = uuid9562_lead_ns(NULL, &lead_ns);

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
    else
        sqlite3_result_int64(in->context, lead_ns < INT64_MAX ? (int64_t)lead_ns : INT64_MAX);
}

static void call_set_max_lead_ns(const call_t *in)
{
    uuid9562_status_t status = uuid9562_set_max_lead_ns(NULL, in->a[0].number);

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
}

/* max(id) of an empty table is NULL. */
static void call_advance(const call_t *in)
{
    uuid9562_t after;
    uuid9562_status_t status;

    if (in->a[0].type == SQLITE_NULL || !require_uuid(in, &after))
        return;
    status = uuid9562_advance(NULL, &after);
    if (status != UUID9562_OK)
        fail(in->context, status, 0);
}

static void call_resync(const call_t *in)
{
    uuid9562_status_t status = uuid9562_resync(NULL);

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
}

static void call_state_open(const call_t *in)
{
    uuid9562_state_t state;
    uuid9562_status_t status = uuid9562_state_open(in->a[0].bytes, optional(in, 1));

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
    else if (uuid9562_state_get(&state))
        sqlite3_result_text(in->context, state.path, -1, SQLITE_TRANSIENT);
}

/* SQLite itself escapes the path. */
static void call_state(const call_t *in)
{
    static const char query[] = "SELECT json_object('path', ?1, 'node', ?2, 'clock_seq', ?3,"
                                " 'last_ns', ?4, 'until_ns', ?5)";
    sqlite3 *db = sqlite3_context_db_handle(in->context);
    sqlite3_stmt *statement;
    uuid9562_state_t state;

    if (!uuid9562_state_get(&state))
        return;
    if (sqlite3_prepare_v2(db, query, -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_bind_text(statement, 1, state.path, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 2, (int64_t)state.node) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 3, (int64_t)state.clock_seq) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 4, (int64_t)state.last_ns) == SQLITE_OK &&
        sqlite3_bind_int64(statement, 5, (int64_t)state.until_ns) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        sqlite3_result_value(in->context, sqlite3_column_value(statement, 0));
    else
        fail_with(in->context, sqlite3_mprintf("uuid_state: %s", sqlite3_errmsg(db)));
    sqlite3_finalize(statement);
}

static void call_reseed(const call_t *in)
{
    uuid9562_status_t status = uuid9562_reseed();

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
}

/* ---- the table ---- */

/* clang-format off */
static const parameter_t
    in_after       = {"X", KIND_ANY},
    in_max_lead_ns = {"max_lead_ns", KIND_INTEGER},
    in_path        = {"path", KIND_IDENTIFIER},
    in_state_node  = {"node", KIND_NODE};

static const function_t generator_functions[] = {
    {"uuid_lead_ns", GENERATOR, RESULT_OTHER, call_lead_ns, 0, {NULL}},
    {"uuid_set_max_lead_ns", DIRECT_ONLY, RESULT_OTHER, call_set_max_lead_ns, 1, {&in_max_lead_ns}},
    {"uuid_advance", DIRECT_ONLY, RESULT_OTHER, call_advance, 1, {&in_after}},
    {"uuid_resync", DIRECT_ONLY, RESULT_OTHER, call_resync, 0, {NULL}},
    {"uuid_state_open", DIRECT_ONLY, RESULT_OTHER, call_state_open, 1, {&in_path, &in_state_node}},
    {"uuid_state", DIRECT_ONLY, RESULT_OTHER, call_state, 0, {NULL}},
    {"uuid_reseed", DIRECT_ONLY, RESULT_OTHER, call_reseed, 0, {NULL}},
};
/* clang-format on */

INTERNAL int register_generator(sqlite3 *db)
{
    int rc = SQLITE_OK;

    for (size_t i = 0;
         rc == SQLITE_OK && i < sizeof generator_functions / sizeof *generator_functions; i++)
        rc = register_function(db, &generator_functions[i], NULL);
    return rc;
}
