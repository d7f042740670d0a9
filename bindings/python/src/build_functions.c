/*
 * The functions that build UUIDs from names and from parts. They are pure: the same arguments give
 * the same UUID.
 */
#include "functions.h"

#include "arguments.h"
#include "call.h"
#include "results.h"

/* ---- names ---- */

typedef struct name_pair {
    uuid9562_t name_space;
    const char *name;
    size_t length;
} name_pair_t;

static int get_name_pair(const call_t *call, name_pair_t *pair)
{
    if (get_namespace(call, 0, &pair->name_space) != 0)
        return -1;
    return get_name(call, 1, &pair->name, &pair->length);
}

typedef uuid9562_status_t named_t(uuid9562_t *out, const uuid9562_t *name_space, const void *name,
                                  size_t length);

static int build_named(const call_t *call, named_t *build, uuid9562_t *out)
{
    name_pair_t pair;

    if (get_name_pair(call, &pair) != 0)
        return -1;
    return check(build(out, &pair.name_space, pair.name, pair.length));
}

static const char uuid3_doc[] =
    "uuid3($self, namespace, name)\n--\n\n"
    "Build the version 3 UUID of a name in a namespace, with MD5.\n\n"
    "The namespace is a UUID, its text or its 16 bytes, or one of '@dns', '@url', '@oid' and\n"
    "'@x500'. The name is bytes, or a str, of which the UTF-8 is taken.\n\n"
    "Raises ValueError for an unknown namespace, RuntimeError if OpenSSL's policy forbids MD5.\n"
    "RFC 9562 sections 5.3 and 6.5.";

RETURNS(uuid3, "um", as_uuid, build_named(call, uuid9562_uuid3, out))

static const char uuid5_doc[] =
    "uuid5($self, namespace, name)\n--\n\n"
    "Build the version 5 UUID of a name in a namespace, with SHA-1.\n\n"
    "The namespace is a UUID, its text or its 16 bytes, or one of '@dns', '@url', '@oid' and\n"
    "'@x500'. The name is bytes, or a str, of which the UTF-8 is taken.\n\n"
    "Raises ValueError for an unknown namespace, RuntimeError if OpenSSL's policy forbids SHA-1.\n"
    "RFC 9562 sections 5.5 and 6.5.";

RETURNS(uuid5, "um", as_uuid, build_named(call, uuid9562_uuid5, out))

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

    if (get_name_pair(call, &pair) != 0 || get_digest(call, 2, &digest) != 0)
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
        get_namespace(call, 1, &space) != 0 || get_name(call, 2, &name, &length) != 0 ||
        get_digest(call, 3, &digest) != 0)
        return -1;
    return check(uuid9562_uuid7_name(out, unix_ms, &space, name, length, digest));
}

RETURNS(uuid7_name, "Tum|s", as_uuid, build_uuid7_name(call, out))

/* ---- version 4 from random bytes ---- */

static const char uuid4_make_doc[] =
    "uuid4_make($self, random)\n--\n\n"
    "Build the version 4 UUID of 16 random bytes, of which 6 bits are replaced.\n\n"
    "Raises ValueError for random of another length. RFC 9562 section 5.4.";

static int build_uuid4_make(const call_t *call, uuid9562_t *out)
{
    size_t length;
    const char *random = get_bytes(call, 0, &length);

    if (check(uuid9562_check_length(UUID9562_ERR_V4_RANDOM, length)) != 0)
        return -1;
    uuid9562_uuid4_make(out, (const uint8_t *)random);
    return 0;
}

RETURNS(uuid4_make, "b", as_uuid, build_uuid4_make(call, out))

/* ---- version 7 from its parts ---- */

static const char uuid7_make_doc[] =
    "uuid7_make($self, unix_ms, random, n=0)\n--\n\n"
    "Build the version 7 UUID of a time, 10 random bytes, and a number to add to them.\n\n"
    "The same arguments give the same UUID, so statements can be replayed; UUIDs of neighbouring\n"
    "n are guessable. The top 6 bits of random are dropped. The time is that of uuid7_min().\n\n"
    "Raises ValueError for a time or n out of range, for random of another length, and if the\n"
    "sum needs more than 74 bits; ValueError, with the attribute offset, for a malformed time.\n"
    "RFC 9562 section 5.7.";

static int build_uuid7_make(const call_t *call, uuid9562_t *out)
{
    int64_t unix_ms, n = 0;
    const char *random;
    size_t length;

    if (get_unix_ms(call, 0, &unix_ms) != 0)
        return -1;
    random = get_bytes(call, 1, &length);
    if (call->arguments[2] != NULL && get_int64(call, 2, &n) != 0)
        return -1;
    return check(uuid9562_uuid7_make_of(out, unix_ms, random, length, n));
}

RETURNS(uuid7_make, "Tb|i", as_uuid, build_uuid7_make(call, out))

/* ---- bounds of times ---- */

static int build_bound(const call_t *call, bool max, uuid9562_t *out)
{
    int64_t unix_ms;
    uint32_t width_ms;

    if (get_span(call, 0, &unix_ms, &width_ms) != 0)
        return -1;
    return check(uuid9562_uuid7_bound(out, max, unix_ms, width_ms));
}

static const char uuid7_min_doc[] =
    "uuid7_min($self, unix_ms)\n--\n\n"
    "Build the smallest version 7 UUID of a time, for range scans.\n\n"
    "The time is an int, milliseconds since 1970; a str such as '2024-02-29' or\n"
    "'2024-02-29T12:30:00.25+01:00', which is UTC without an offset; a date, which is its str; or\n"
    "an aware datetime.\n\n"
    "Raises ValueError for a malformed time, with the attribute offset, and for a time out of\n"
    "range or a naive datetime. RFC 9562 section 5.7.";

RETURNS(uuid7_min, "T", as_uuid, build_bound(call, false, out))

static const char uuid7_max_doc[] =
    "uuid7_max($self, unix_ms)\n--\n\n"
    "Build the largest version 7 UUID of a time, for range scans.\n\n"
    "The time is that of uuid7_min(); of a str or a date it is the end of its day, minute or\n"
    "second.\n\n"
    "Raises ValueError for a malformed time, with the attribute offset, and for a time out of\n"
    "range or a naive datetime. RFC 9562 section 5.7.";

RETURNS(uuid7_max, "T", as_uuid, build_bound(call, true, out))

/* ---- table ---- */

INTERNAL PyMethodDef *build_functions(void)
{
    static PyMethodDef functions[] = {
        {"uuid3", METHOD(uuid3), uuid3_doc},
        {"uuid5", METHOD(uuid5), uuid5_doc},
        {"uuid8_name", METHOD(uuid8_name), uuid8_name_doc},
        {"uuid7_name", METHOD(uuid7_name), uuid7_name_doc},
        {"uuid4_make", METHOD(uuid4_make), uuid4_make_doc},
        {"uuid7_make", METHOD(uuid7_make), uuid7_make_doc},
        {"uuid7_min", METHOD(uuid7_min), uuid7_min_doc},
        {"uuid7_max", METHOD(uuid7_max), uuid7_max_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
