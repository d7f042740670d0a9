/* UUIDs that are made from names. */
#include "values.h"

/* The digest that argument number `index` names, or the default. Returns false if the call is
 * over. */
static bool read_digest(const call_t *in, int index, uuid9562_digest_t *digest)
{
    const bool given = in->count > index;
    uuid9562_status_t status = uuid9562_find_digest(digest, given ? in->a[index].bytes : NULL,
                                                    given ? in->a[index].length : 0);

    if (status != UUID9562_OK)
        fail(in->context, status);
    return status == UUID9562_OK;
}

static void call_uuid3(const call_t *in)
{
    const argument_t *space = &in->a[0], *name = &in->a[1];
    uuid9562_t uuid;
    result_uuid(in,
                space->integer ? uuid9562_uuid3_bare(&uuid, name->bytes, name->length)
                               : uuid9562_uuid3(&uuid, &space->uuid, name->bytes, name->length),
                &uuid);
}

static void call_uuid5(const call_t *in)
{
    uuid9562_t uuid;
    result_uuid(in, uuid9562_uuid5(&uuid, &in->a[0].uuid, in->a[1].bytes, in->a[1].length), &uuid);
}

static void call_uuid8_name(const call_t *in)
{
    const argument_t *name = &in->a[1];
    uuid9562_digest_t digest;
    uuid9562_t uuid;

    if (read_digest(in, 2, &digest))
        result_uuid(in,
                    uuid9562_uuid8_name(&uuid, &in->a[0].uuid, name->bytes, name->length, digest),
                    &uuid);
}

static void call_uuid7_name(const call_t *in)
{
    const argument_t *name = &in->a[2];
    uuid9562_digest_t digest;
    uuid9562_t uuid;

    if (read_digest(in, 3, &digest))
        result_uuid(in,
                    uuid9562_uuid7_name(&uuid, in->a[0].integer, &in->a[1].uuid, name->bytes,
                                        name->length, digest),
                    &uuid);
}

/* ---- the table ---- */

/* clang-format off */
static const parameter_t
    in_namespace      = {"namespace", KIND_NAMESPACE},
    in_space_or_none  = {"namespace", KIND_ANY_SPACE},
    in_name           = {"name", KIND_BYTES},
    in_digest         = {"digest", KIND_STRING},
    in_name_unix_ms   = {"unix_ms", KIND_TIME_V7};

static const function_t name_functions[] = {
    {"uuid3", PURE, RESULT_TEXT, call_uuid3, 2, {&in_space_or_none, &in_name}},
    {"uuid3_blob", PURE, RESULT_BLOB, call_uuid3, 2, {&in_space_or_none, &in_name}},
    {"uuid5", PURE, RESULT_TEXT, call_uuid5, 2, {&in_namespace, &in_name}},
    {"uuid5_blob", PURE, RESULT_BLOB, call_uuid5, 2, {&in_namespace, &in_name}},
    {"uuid7_name", BUILDER, RESULT_TEXT, call_uuid7_name, 3,
     {&in_name_unix_ms, &in_namespace, &in_name, &in_digest}},
    {"uuid7_name_blob", BUILDER, RESULT_BLOB, call_uuid7_name, 3,
     {&in_name_unix_ms, &in_namespace, &in_name, &in_digest}},
    {"uuid8_name", PURE, RESULT_TEXT, call_uuid8_name, 2, {&in_namespace, &in_name, &in_digest}},
    {"uuid8_name_blob", PURE, RESULT_BLOB, call_uuid8_name, 2,
     {&in_namespace, &in_name, &in_digest}},
};
/* clang-format on */

INTERNAL int register_names(sqlite3 *db)
{
    return register_rows(db, name_functions, ROWS(name_functions), NULL, 0);
}
