/* UUIDs that are made from names. */
#include "values.h"

#include <string.h>

/* The digests of the replicated variant, which OpenSSL offers under every policy, and Windows too,
 * each with its UUID of @dns and www.example.com. */
static const struct {
    const char *name;
    uuid9562_digest_t digest;
    char uuid8[UUID9562_CANONICAL_LENGTH + 1];
} replicated_digests[] = {
    {"sha1", UUID9562_SHA1, "2ed6657d-e927-868b-95e1-2665a8aea6a2"},
    {"sha256", UUID9562_SHA256, "5c146b14-3c52-8afd-938a-375d0df1fbf6"},
    {"sha384", UUID9562_SHA384, "3df00ae4-42a7-8066-88ad-1f925b8b8e54"},
    {"sha512", UUID9562_SHA512, "94ee4ddb-9f36-8018-9ccf-86a4441691e0"},
};

/* Of the replicated variant, which gives the same on every node or is not loaded: whether each
 * digest that it offers works here. Returns an error with a message to be freed if one does not. */
INTERNAL int check_digests(char **message)
{
    static const char name[] = "www.example.com";
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;

    for (size_t i = 0; REPLICATED && i < ROWS(replicated_digests); i++) {
        char text[UUID9562_CANONICAL_LENGTH], description[UUID9562_DESCRIPTION_MAX];
        uuid9562_t uuid = UUID9562_INIT_NIL;
        uuid9562_status_t status = uuid9562_uuid8_name(&uuid, &dns, name, sizeof name - 1,
                                                       replicated_digests[i].digest);

        uuid9562_format(text, &uuid);
        if (memcmp(text, replicated_digests[i].uuid8, sizeof text) == 0)
            continue;
        uuid9562_describe(description, status, 0, NULL, 0);
        *message = sqlite3_mprintf("the replicated variant of uuid9562 is not loaded where it"
                                   " cannot compute %s: %s",
                                   replicated_digests[i].name,
                                   status != UUID9562_OK ? description : "the result is wrong");
        return *message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
    }
    return SQLITE_OK;
}

/* Whether the variant has the digest; otherwise the call is over. */
static bool has_digest(const call_t *in, uuid9562_digest_t digest)
{
    if (!REPLICATED || digest != UUID9562_MD5)
        return true;
    fail_with(in->context, sqlite3_mprintf("%s: the replicated variant of uuid9562 has only sha1,"
                                           " sha256, sha384 and sha512, which every node can"
                                           " compute",
                                           in->function->name));
    return false;
}

/* The digest that argument number `index` names, or the default. Returns false if the call is
 * over. */
static bool read_digest(const call_t *in, int index, uuid9562_digest_t *digest)
{
    const bool given = in->count > index;
    uuid9562_status_t status = uuid9562_find_digest(digest, given ? in->a[index].bytes : NULL,
                                                    given ? in->a[index].length : 0);

    if (status != UUID9562_OK)
        fail(in->context, status);
    return status == UUID9562_OK && has_digest(in, *digest);
}

static void call_uuid3(const call_t *in)
{
    uuid9562_t uuid;

    if (has_digest(in, UUID9562_MD5))
        result_uuid(in, uuid9562_uuid3(&uuid, &in->a[0].uuid, in->a[1].bytes, in->a[1].length),
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
    in_name           = {"name", KIND_BYTES},
    in_digest         = {"digest", KIND_STRING},
    in_name_unix_ms   = {"unix_ms", KIND_TIME_V7};

static const function_t name_functions[] = {
    {"uuid3", PURE, RESULT_TEXT, call_uuid3, 2, {&in_namespace, &in_name}},
    {"uuid3_blob", PURE, RESULT_BLOB, call_uuid3, 2, {&in_namespace, &in_name}},
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
