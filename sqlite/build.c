/* Functions that build UUIDs from given parts: the same arguments give the same UUID. */
#include "values.h"

static void call_uuid4_make(const call_t *in)
{
    uuid9562_status_t status =
        in->a[0].length == UUID9562_V4_RANDOM_LENGTH ? UUID9562_OK : UUID9562_ERR_V4_RANDOM;
    uuid9562_t uuid;

    if (status == UUID9562_OK)
        uuid9562_uuid4_make(&uuid, (const uint8_t *)in->a[0].bytes);
    result_uuid(in, status, &uuid);
}

static void call_uuid7_make(const call_t *in)
{
    const argument_t *random = &in->a[1];
    const int64_t n = in->count > 2 ? in->a[2].integer : 0;
    uuid9562_t uuid;

    result_uuid(in,
                uuid9562_uuid7_make_of(&uuid, in->a[0].integer, random->bytes, random->length, n),
                &uuid);
}

static void result_bound(const call_t *in, bool max)
{
    const argument_t *time = &in->a[0];
    uuid9562_t uuid;

    result_uuid(in, uuid9562_uuid7_bound(&uuid, max, time->integer, time->width_ms), &uuid);
}

static void call_uuid7_min(const call_t *in)
{
    result_bound(in, false);
}

static void call_uuid7_max(const call_t *in)
{
    result_bound(in, true);
}

/* ---- the table ---- */

/* clang-format off */
static const parameter_t
    in_time   = {"unix_ms", KIND_TIME},
    in_random = {"random", KIND_BLOB},
    in_n      = {"n", KIND_INTEGER};

static const function_t building_functions[] = {
    {"uuid4_make", BUILDER, RESULT_TEXT, call_uuid4_make, 1, {&in_random}},
    {"uuid4_make_blob", BUILDER, RESULT_BLOB, call_uuid4_make, 1, {&in_random}},
    {"uuid7_make", BUILDER, RESULT_TEXT, call_uuid7_make, 2, {&in_time, &in_random, &in_n}},
    {"uuid7_make_blob", BUILDER, RESULT_BLOB, call_uuid7_make, 2, {&in_time, &in_random, &in_n}},
    {"uuid7_min", PURE, RESULT_TEXT, call_uuid7_min, 1, {&in_time}},
    {"uuid7_min_blob", PURE, RESULT_BLOB, call_uuid7_min, 1, {&in_time}},
    {"uuid7_max", PURE, RESULT_TEXT, call_uuid7_max, 1, {&in_time}},
    {"uuid7_max_blob", PURE, RESULT_BLOB, call_uuid7_max, 1, {&in_time}},
};
/* clang-format on */

INTERNAL int register_builders(sqlite3 *db)
{
    return register_rows(db, building_functions, ROWS(building_functions), NULL, 0);
}
