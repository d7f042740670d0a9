/*
 * The functions that build UUIDs from given parts: the same arguments give the same UUID.
 */
#include "functions.h"

#include "arguments.h"
#include "call.h"
#include "results.h"

/* ---- version 4 from random bytes ---- */

static const char uuid4_make_doc[] =
    "uuid4_make($self, random)\n--\n\n"
    "Build the version 4 UUID of 16 random bytes, of which 6 bits are replaced.\n\n"
    "Raises ValueError for random of another length. RFC 9562 section 5.4.";

static int build_uuid4_make(const call_t *call, uuid9562_t *out)
{
    size_t length;
    const char *random = get_bytes(call, 0, &length);

    if (length != UUID9562_V4_RANDOM_LENGTH)
        return check(UUID9562_ERR_V4_RANDOM);
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
        {"uuid4_make", METHOD(uuid4_make), uuid4_make_doc},
        {"uuid7_make", METHOD(uuid7_make), uuid7_make_doc},
        {"uuid7_min", METHOD(uuid7_min), uuid7_min_doc},
        {"uuid7_max", METHOD(uuid7_max), uuid7_max_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
