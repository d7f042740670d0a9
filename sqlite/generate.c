/* Functions that generate UUIDs, from the clock and random bytes. */
#include "values.h"

/* ---- fast functions, which INSERT calls for every row: in four fifths of the time ---- */

static void fast_uuid4(sqlite3_context *context, int count, sqlite3_value **values)
{
    uuid9562_t uuid;

    (void)count, (void)values;
    result_as(context, RESULT_TEXT, uuid9562_uuid4(NULL, &uuid), &uuid);
}

static void fast_uuid4_blob(sqlite3_context *context, int count, sqlite3_value **values)
{
    uuid9562_t uuid;

    (void)count, (void)values;
    result_as(context, RESULT_BLOB, uuid9562_uuid4(NULL, &uuid), &uuid);
}

static void fast_uuid7(sqlite3_context *context, int count, sqlite3_value **values)
{
    uuid9562_t uuid;

    (void)count, (void)values;
    result_as(context, RESULT_TEXT, uuid9562_uuid7(NULL, &uuid), &uuid);
}

static void fast_uuid7_blob(sqlite3_context *context, int count, sqlite3_value **values)
{
    uuid9562_t uuid;

    (void)count, (void)values;
    result_as(context, RESULT_BLOB, uuid9562_uuid7(NULL, &uuid), &uuid);
}

/* ---- the others ---- */

static void call_uuid1(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_uuid1(NULL, &uuid, optional(in, 0), optional(in, 1)), &uuid);
}

static void call_uuid6(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_uuid6(NULL, &uuid, optional(in, 0), optional(in, 1)), &uuid);
}

static void call_uuid7_at(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_uuid7_at(NULL, &uuid, in->a[0].integer), &uuid);
}

static void call_uuid7_at_ns(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_uuid7_at_ns(NULL, &uuid, in->a[0].integer), &uuid);
}

static void call_uuid8(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_uuid8(NULL, &uuid, optional(in, 0), optional(in, 1), optional(in, 2)),
                &uuid);
}

/* ---- the table ---- */

/* clang-format off */
static const parameter_t
    in_unix_ms     = {"unix_ms", KIND_TIME},
    in_unix_ns     = {"unix_ns", KIND_TIME_NS},
    in_node        = {"node", KIND_NODE},
    in_clock_seq   = {"clock_seq", KIND_INTEGER},
    in_a           = {"a", KIND_INTEGER},
    in_b           = {"b", KIND_INTEGER},
    in_c           = {"c", KIND_INTEGER};

static const function_t generating_functions[] = {
    {"uuid1", GENERATOR, RESULT_TEXT, call_uuid1, 0, {&in_node, &in_clock_seq}},
    {"uuid1_blob", GENERATOR, RESULT_BLOB, call_uuid1, 0, {&in_node, &in_clock_seq}},
    {"uuid6", GENERATOR, RESULT_TEXT, call_uuid6, 0, {&in_node, &in_clock_seq}},
    {"uuid6_blob", GENERATOR, RESULT_BLOB, call_uuid6, 0, {&in_node, &in_clock_seq}},
    {"uuid7_at", GENERATOR, RESULT_TEXT, call_uuid7_at, 1, {&in_unix_ms}},
    {"uuid7_at_blob", GENERATOR, RESULT_BLOB, call_uuid7_at, 1, {&in_unix_ms}},
    {"uuid7_at_ns", GENERATOR, RESULT_TEXT, call_uuid7_at_ns, 1, {&in_unix_ns}},
    {"uuid7_at_ns_blob", GENERATOR, RESULT_BLOB, call_uuid7_at_ns, 1, {&in_unix_ns}},
    /* uuid8 is random as far as its arguments are left out. */
    {"uuid8", GENERATOR, RESULT_TEXT, call_uuid8, 0, {&in_a, &in_b}},
    {"uuid8", BUILDER, RESULT_TEXT, call_uuid8, 3, {&in_a, &in_b, &in_c}},
    {"uuid8_blob", GENERATOR, RESULT_BLOB, call_uuid8, 0, {&in_a, &in_b}},
    {"uuid8_blob", BUILDER, RESULT_BLOB, call_uuid8, 3, {&in_a, &in_b, &in_c}},
};

static const fast_function_t generating_fast[] = {
    {{"uuid4", GENERATOR, RESULT_TEXT, NULL, 0, {NULL}}, fast_uuid4},
    {{"uuid4_blob", GENERATOR, RESULT_BLOB, NULL, 0, {NULL}}, fast_uuid4_blob},
    {{"uuid7", GENERATOR, RESULT_TEXT, NULL, 0, {NULL}}, fast_uuid7},
    {{"uuid7_blob", GENERATOR, RESULT_BLOB, NULL, 0, {NULL}}, fast_uuid7_blob},
    /* Names of other extensions and databases, so that their schemas run unchanged. */
    {{"uuid", GENERATOR, RESULT_TEXT, NULL, 0, {NULL}}, fast_uuid4},
    {{"gen_random_uuid", GENERATOR, RESULT_TEXT, NULL, 0, {NULL}}, fast_uuid4},
    {{"uuidv4", GENERATOR, RESULT_TEXT, NULL, 0, {NULL}}, fast_uuid4},
    {{"uuidv7", GENERATOR, RESULT_TEXT, NULL, 0, {NULL}}, fast_uuid7},
};
/* clang-format on */

INTERNAL int register_generators(sqlite3 *db)
{
    return register_rows(db, generating_functions, ROWS(generating_functions), generating_fast,
                         ROWS(generating_fast));
}
