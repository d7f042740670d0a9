/* Functions that read the fields of a UUID, convert and match it. */
#include "values.h"

#include "uuid9562_ldap.h"

/* ---- inspection ---- */

static void call_version(const call_t *in)
{
    result_unless_negative(in->context, uuid9562_get_version(&in->a[0].uuid));
}

static void call_variant(const call_t *in)
{
    result_constant(in->context, uuid9562_variant_name(uuid9562_get_variant(&in->a[0].uuid)));
}

static void call_timestamp_ms(const call_t *in)
{
    int64_t unix_ms;

    if (uuid9562_get_timestamp_ms(&unix_ms, &in->a[0].uuid))
        sqlite3_result_int64(in->context, unix_ms);
}

static void call_timestamp_ns(const call_t *in)
{
    const uint64_t bits = in->count > 1 ? in->a[1].number : UUID9562_V7_FRACTION_BITS;
    int64_t unix_ns;
    bool present;
    uuid9562_status_t status = uuid9562_get_timestamp_ns(&present, &unix_ns, &in->a[0].uuid, bits);

    if (status != UUID9562_OK)
        fail(in->context, status);
    else if (present)
        sqlite3_result_int64(in->context, unix_ns);
}

static void call_v7_timestamp_ms(const call_t *in)
{
    if (uuid9562_get_version(&in->a[0].uuid) == 7)
        call_timestamp_ms(in);
}

static void call_timestamp(const call_t *in)
{
    char utc[UUID9562_UTC_MAX];
    int64_t unix_ms;

    if (uuid9562_get_timestamp_ms(&unix_ms, &in->a[0].uuid))
        sqlite3_result_text(in->context, utc, (int)uuid9562_format_utc(utc, unix_ms),
                            SQLITE_TRANSIENT);
}

static void result_field(const call_t *in, bool (*get)(uint64_t *field, const uuid9562_t *uuid))
{
    uint64_t field;

    if (get(&field, &in->a[0].uuid))
        sqlite3_result_int64(in->context, (int64_t)field);
}

static void call_timestamp_ticks(const call_t *in)
{
    result_field(in, uuid9562_get_timestamp_ticks);
}

static void call_node(const call_t *in)
{
    result_field(in, uuid9562_get_node);
}

static void call_clock_seq(const call_t *in)
{
    result_field(in, uuid9562_get_clock_seq);
}

static void call_match(const call_t *in)
{
    result_unless_negative(in->context,
                           uuid9562_match(&in->a[0].uuid, in->a[1].bytes, in->a[1].length));
}

static void call_ordering_match(const call_t *in)
{
    result_unless_negative(
        in->context, uuid9562_ordering_match(&in->a[0].uuid, in->a[1].bytes, in->a[1].length));
}

/* ---- conversion ---- */

static void call_v1_to_v6(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_v1_to_v6(&uuid, &in->a[0].uuid), &uuid);
}

static void call_v6_to_v1(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_v6_to_v1(&uuid, &in->a[0].uuid), &uuid);
}

static void call_guid_swap(const call_t *in)
{
    uuid9562_t uuid;

    uuid9562_guid_swap(&uuid, &in->a[0].uuid);
    result_uuid(in, UUID9562_OK, &uuid);
}

/* ---- the table ---- */

/* clang-format off */
static const parameter_t
    in_uuid          = {"X", KIND_UUID},
    in_assertion     = {"A", KIND_TEXT},
    in_fraction_bits = {"fraction_bits", KIND_INTEGER};

static const function_t inspecting_functions[] = {
    {"uuid_version", PURE, RESULT_OTHER, call_version, 1, {&in_uuid}},
    {"uuid_variant", PURE, RESULT_OTHER, call_variant, 1, {&in_uuid}},
    {"uuid_timestamp_ms", PURE, RESULT_OTHER, call_timestamp_ms, 1, {&in_uuid}},
    {"uuid_timestamp_ns", PURE, RESULT_OTHER, call_timestamp_ns, 1, {&in_uuid, &in_fraction_bits}},
    {"uuid_timestamp", PURE, RESULT_OTHER, call_timestamp, 1, {&in_uuid}},
    {"uuid_timestamp_ticks", PURE, RESULT_OTHER, call_timestamp_ticks, 1, {&in_uuid}},
    {"uuid_node", PURE, RESULT_OTHER, call_node, 1, {&in_uuid}},
    {"uuid_clock_seq", PURE, RESULT_OTHER, call_clock_seq, 1, {&in_uuid}},
    {"uuid_match", PURE, RESULT_OTHER, call_match, 2, {&in_uuid, &in_assertion}},
    {"uuid_ordering_match", PURE, RESULT_OTHER, call_ordering_match, 2, {&in_uuid, &in_assertion}},
    {"uuid_v1_to_v6", PURE, RESULT_AS_GIVEN, call_v1_to_v6, 1, {&in_uuid}},
    {"uuid_v6_to_v1", PURE, RESULT_AS_GIVEN, call_v6_to_v1, 1, {&in_uuid}},
    {"uuid_guid_swap", PURE, RESULT_AS_GIVEN, call_guid_swap, 1, {&in_uuid}},

    /* Names of other extensions and databases, so that their schemas run unchanged. */
    {"uuid7_timestamp_ms", PURE, RESULT_OTHER, call_v7_timestamp_ms, 1, {&in_uuid}},
    {"uuid_extract_version", PURE, RESULT_OTHER, call_version, 1, {&in_uuid}},
    {"uuid_extract_timestamp", PURE, RESULT_OTHER, call_timestamp, 1, {&in_uuid}},
};
/* clang-format on */

INTERNAL int register_inspectors(sqlite3 *db)
{
    return register_rows(db, inspecting_functions, ROWS(inspecting_functions), NULL, 0);
}
