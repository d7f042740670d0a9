/*
 * The functions that build UUIDs from names.
 */
#include "functions.h"

#include "arguments.h"
#include "call.h"
#include "results.h"

typedef struct name_pair {
    uuid9562_t name_space;
    const char *name;
    size_t length;
} name_pair_t;

static int get_name_pair(const call_t *call, name_pair_t *pair, bool *none)
{
    if (get_namespace(call, 0, &pair->name_space, none) != 0)
        return -1;
    return get_name(call, 1, &pair->name, &pair->length);
}

typedef uuid9562_status_t named_t(uuid9562_t *out, const uuid9562_t *name_space, const void *name,
                                  size_t length);

typedef uuid9562_status_t bare_t(uuid9562_t *out, const void *name, size_t length);

/* `bare` is for "@none"; NULL refuses it. */
static int build_named(const call_t *call, named_t *build, bare_t *bare, uuid9562_t *out)
{
    name_pair_t pair;
    bool none = false;

    if (get_name_pair(call, &pair, bare != NULL ? &none : NULL) != 0)
        return -1;
    if (none)
        return check(bare(out, pair.name, pair.length));
    return check(build(out, &pair.name_space, pair.name, pair.length));
}

static const char uuid3_doc[] =
    "uuid3($self, namespace, name)\n--\n\n"
    "Build the version 3 UUID of a name in a namespace, with MD5.\n\n"
    "The namespace is a UUID, its text or its 16 bytes, or one of '@dns', '@url', '@oid' and\n"
    "'@x500'; '@none' leaves it out, as Java's UUID.nameUUIDFromBytes does, unlike the RFC. The\n"
    "name is bytes, or a str, of which the UTF-8 is taken.\n\n"
    "Raises ValueError for an unknown namespace, RuntimeError if OpenSSL's policy forbids MD5.\n"
    "RFC 9562 sections 5.3 and 6.5.";

RETURNS(uuid3, "um", as_uuid, build_named(call, uuid9562_uuid3, uuid9562_uuid3_bare, out))

static const char uuid5_doc[] =
    "uuid5($self, namespace, name)\n--\n\n"
    "Build the version 5 UUID of a name in a namespace, with SHA-1.\n\n"
    "The namespace is a UUID, its text or its 16 bytes, or one of '@dns', '@url', '@oid' and\n"
    "'@x500'. The name is bytes, or a str, of which the UTF-8 is taken.\n\n"
    "Raises ValueError for an unknown namespace, RuntimeError if OpenSSL's policy forbids SHA-1.\n"
    "RFC 9562 sections 5.5 and 6.5.";

RETURNS(uuid5, "um", as_uuid, build_named(call, uuid9562_uuid5, NULL, out))

static const char uuid8_name_doc[] =
    "uuid8_name($self, namespace, name, digest=\"sha256\")\n--\n\n"
    "Build the version 8 UUID of a name in a namespace, by a digest.\n\n"
    "The namespace and the name are those of uuid5(). The message for an unknown digest lists all\n"
    "digests.\n\n"
    "Raises ValueError for an unknown namespace or digest, RuntimeError if OpenSSL's policy\n"
    "forbids the digest. RFC 9562 sections 5.8 and B.2.";

/* An optional argument. */
static int get_digest(const call_t *call, int number, uuid9562_digest_t *digest)
{
    text_t name = {.bytes = NULL, .length = 0};

    if (call->arguments[number] != NULL)
        get_text(call, number, &name);
    return check(uuid9562_find_digest(digest, name.bytes, name.length));
}

static int build_uuid8_name(const call_t *call, uuid9562_t *out)
{
    name_pair_t pair;
    uuid9562_digest_t digest;

    if (get_name_pair(call, &pair, NULL) != 0 || get_digest(call, 2, &digest) != 0)
        return -1;
    return check(uuid9562_uuid8_name(out, &pair.name_space, pair.name, pair.length, digest));
}

RETURNS(uuid8_name, "um|s", as_uuid, build_uuid8_name(call, out))

static const char uuid7_name_doc[] =
    "uuid7_name($self, unix_ms, namespace, name, digest=\"sha256\")\n--\n\n"
    "Build the version 7 UUID of a time and of a name in a namespace, by a digest.\n\n"
    "It is uuid8_name() with the time in front, so a replica or a second run derives the same\n"
    "key. The namespace may be the key that this one is derived from.\n\n"
    "Raises ValueError for a time out of range or a naive datetime, and where uuid8_name() does;\n"
    "RuntimeError if OpenSSL's policy forbids the digest. RFC 9562 sections 5.7 and B.2.";

static int build_uuid7_name(const call_t *call, uuid9562_t *out)
{
    int64_t unix_ms;
    uuid9562_t space;
    const char *name;
    size_t length;
    uuid9562_digest_t digest;

    /* an error of the time comes first */
    if (get_unix_ms(call, 0, &unix_ms) != 0 || check(uuid9562_check_unix_ms(unix_ms)) != 0 ||
        get_namespace(call, 1, &space, NULL) != 0 || get_name(call, 2, &name, &length) != 0 ||
        get_digest(call, 3, &digest) != 0)
        return -1;
    return check(uuid9562_uuid7_name(out, unix_ms, &space, name, length, digest));
}

RETURNS(uuid7_name, "Tum|s", as_uuid, build_uuid7_name(call, out))

/* ---- table ---- */

INTERNAL PyMethodDef *name_functions(void)
{
    static PyMethodDef functions[] = {
        {"uuid3", METHOD(uuid3), uuid3_doc},
        {"uuid5", METHOD(uuid5), uuid5_doc},
        {"uuid8_name", METHOD(uuid8_name), uuid8_name_doc},
        {"uuid7_name", METHOD(uuid7_name), uuid7_name_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
