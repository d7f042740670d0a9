/*
 * The operations of the shared vectors: each calls the core with the arguments of a row.
 */
#include <stdio.h>

#include "vectors.h"

value_t arguments[MOST_FIELDS];
int argument_count;

/* ---- arguments ---- */

static bool is_text(const value_t *value)
{
    return value->type == 's' || value->type == 'x';
}

static uint64_t number(int i)
{
    return (uint64_t)arguments[i].integer; /* a negative one is out of every range */
}

static const uint64_t *optional(int i)
{
    static uint64_t numbers[MOST_FIELDS];

    if (i >= argument_count)
        return NULL;
    numbers[i] = number(i);
    return &numbers[i];
}

/* Argument i as a UUID. Returns false where it is none, and the answer says why. */
static bool uuid_argument(answer_t *answer, int i, uuid9562_t *uuid)
{
    const value_t *value = &arguments[i];

    answer->status = is_text(value)
                         ? uuid9562_parse(uuid, &answer->offset, value->bytes, value->length)
                         : uuid9562_from_bytes(uuid, &answer->offset, value->bytes, value->length);
    return answer->status == UUID9562_OK;
}

static bool namespace_at(answer_t *answer, int i, uuid9562_t *uuid)
{
    const value_t *value = &arguments[i];

    if (!is_text(value)) {
        if (!uuid_argument(answer, i, uuid))
            answer->status = UUID9562_ERR_NAMESPACE_ID;
        return answer->status == UUID9562_OK;
    }
    answer->status = uuid9562_parse_namespace(uuid, &answer->offset, value->bytes, value->length);
    return answer->status == UUID9562_OK;
}

static bool namespace_argument(answer_t *answer, uuid9562_t *uuid)
{
    return namespace_at(answer, 0, uuid);
}

/* The first argument as a time. */
static bool time_argument(answer_t *answer, int64_t *unix_ms, uint32_t *width_ms)
{
    const value_t *value = &arguments[0];

    *unix_ms = value->integer;
    if (is_text(value))
        answer->status =
            uuid9562_parse_time(unix_ms, width_ms, &answer->offset, value->bytes, value->length);
    return answer->status == UUID9562_OK;
}

/* ---- operations ---- */

#define OPERATION(name) static void do_##name(answer_t *answer)

/* Operations on one UUID begin so. */
#define TAKES_UUID                                                                                 \
    uuid9562_t uuid;                                                                               \
    if (!uuid_argument(answer, 0, &uuid))                                                          \
    return

static void absent_if_negative(answer_t *answer, int64_t value)
{
    answer->kind = value < 0 ? ANSWER_ABSENT : ANSWER_INTEGER;
    answer->integer = value;
}

static void text_answer(answer_t *answer, const char *text, size_t length)
{
    answer->kind = ANSWER_TEXT;
    memcpy(answer->text, text, length);
    answer->length = length;
}

OPERATION(parse)
{
    const uuid9562_format_t *format;
    const value_t *text = &arguments[0];

    if (argument_count == 1) {
        answer->status = uuid9562_parse(&answer->uuid, &answer->offset, text->bytes, text->length);
        return;
    }
    answer->status = uuid9562_find_format(&format, arguments[1].bytes, arguments[1].length, false);
    if (answer->status == UUID9562_OK)
        answer->status =
            uuid9562_parse_as(&answer->uuid, &answer->offset, format, text->bytes, text->length);
}

OPERATION(format)
{
    const uuid9562_format_t *format;
    char text[UUID9562_TEXT_MAX];
    TAKES_UUID;

    if (argument_count == 1) {
        uuid9562_format(text, &uuid);
        text_answer(answer, text, UUID9562_CANONICAL_LENGTH);
        return;
    }
    answer->status = uuid9562_find_format(&format, arguments[1].bytes, arguments[1].length, true);
    if (answer->status != UUID9562_OK)
        return;
    text_answer(answer, text, uuid9562_format_as(text, format, &uuid));
    answer->kind = uuid9562_format_info(format)->binary ? ANSWER_BYTES : ANSWER_TEXT;
}

/* In every binding the name is checked before the UUID. */
OPERATION(typeid)
{
    uuid9562_t uuid = UUID9562_INIT_NIL;
    const bool is_uuid = uuid_argument(answer, 1, &uuid);
    char text[UUID9562_TYPEID_MAX];
    size_t length;
    uuid9562_status_t status =
        uuid9562_format_typeid(text, &length, &uuid, arguments[0].bytes, arguments[0].length);

    if (status != UUID9562_OK)
        answer->status = status;
    else if (is_uuid)
        text_answer(answer, text, length);
}

OPERATION(typeid_prefix)
{
    const value_t *text = &arguments[0];
    size_t length;

    answer->status =
        uuid9562_parse_typeid(&answer->uuid, &length, &answer->offset, text->bytes, text->length);
    if (answer->status == UUID9562_OK)
        text_answer(answer, text->bytes, length);
}

OPERATION(valid)
{
    uuid9562_t uuid;

    answer->integer = uuid_argument(answer, 0, &uuid);
    answer->status = UUID9562_OK;
    answer->kind = ANSWER_TRUTH;
}

OPERATION(from_bytes)
{
    uuid_argument(answer, 0, &answer->uuid);
}

OPERATION(to_bytes)
{
    TAKES_UUID;
    text_answer(answer, (const char *)uuid.bytes, sizeof uuid.bytes);
    answer->kind = ANSWER_BYTES;
}

OPERATION(version)
{
    TAKES_UUID;
    absent_if_negative(answer, uuid9562_get_version(&uuid));
}

OPERATION(variant)
{
    const char *name;
    TAKES_UUID;

    name = uuid9562_variant_name(uuid9562_get_variant(&uuid));
    text_answer(answer, name, strlen(name));
}

OPERATION(timestamp_ms)
{
    TAKES_UUID;
    answer->kind =
        uuid9562_get_timestamp_ms(&answer->integer, &uuid) ? ANSWER_INTEGER : ANSWER_ABSENT;
}

OPERATION(timestamp_ns)
{
    const uint64_t bits = argument_count > 1 ? number(1) : UUID9562_V7_FRACTION_BITS;
    bool present = false;
    TAKES_UUID;

    answer->status = uuid9562_get_timestamp_ns(&present, &answer->integer, &uuid, bits);
    answer->kind = present ? ANSWER_INTEGER : ANSWER_ABSENT;
}

OPERATION(timestamp)
{
    char utc[UUID9562_UTC_MAX];

    do_timestamp_ms(answer);
    if (answer->status == UUID9562_OK && answer->kind == ANSWER_INTEGER)
        text_answer(answer, utc, uuid9562_format_utc(utc, answer->integer));
}

OPERATION(timestamp_ticks)
{
    TAKES_UUID;
    absent_if_negative(answer, ticks_of(&uuid));
}

OPERATION(node)
{
    TAKES_UUID;
    absent_if_negative(answer, node_of(&uuid));
}

OPERATION(clock_seq)
{
    TAKES_UUID;
    absent_if_negative(answer, clock_seq_of(&uuid));
}

OPERATION(uuid9562_compare)
{
    uuid9562_t right;
    TAKES_UUID;

    if (!uuid_argument(answer, 1, &right))
        return;
    answer->kind = ANSWER_INTEGER;
    answer->integer = uuid9562_compare(&uuid, &right);
}

/* A stored value that is not a UUID makes the rule Undefined, here as in every binding. */
static void match(answer_t *answer, int (*rule)(const uuid9562_t *, const char *, size_t))
{
    uuid9562_t stored;
    int truth = -1;

    if (uuid_argument(answer, 0, &stored) && is_text(&arguments[1]))
        truth = rule(&stored, arguments[1].bytes, arguments[1].length);
    answer->status = UUID9562_OK;
    answer->kind = truth < 0 ? ANSWER_ABSENT : ANSWER_TRUTH;
    answer->integer = truth;
}

OPERATION(match)
{
    match(answer, uuid9562_match);
}

OPERATION(ordering_match)
{
    match(answer, uuid9562_ordering_match);
}

/* The row of that name, its cells with a space between them. */
OPERATION(ldap_schema)
{
    const uuid9562_schema_t *row;
    char text[sizeof answer->text];

    answer->kind = ANSWER_ABSENT;
    for (size_t i = 0; (row = uuid9562_ldap_schema(i)) != NULL; i++)
        if (strlen(row->name) == arguments[0].length &&
            memcmp(row->name, arguments[0].bytes, arguments[0].length) == 0)
            text_answer(answer, text,
                        (size_t)snprintf(text, sizeof text, "%s %s %s %s", row->section, row->oid,
                                         row->name, row->description));
}

/* The format of that name, its cells likewise; a length of its own where all texts have one. */
OPERATION(formats)
{
    const uuid9562_format_t *format;
    char text[sizeof answer->text], length[8];

    answer->kind = ANSWER_ABSENT;
    for (size_t i = 0; (format = uuid9562_format_at(i)) != NULL; i++) {
        const uuid9562_format_info_t *info = uuid9562_format_info(format);
        if (strlen(info->name) != arguments[0].length ||
            memcmp(info->name, arguments[0].bytes, arguments[0].length) != 0)
            continue;
        snprintf(length, sizeof length, info->length > 0 ? "%d" : "-", info->length);
        text_answer(answer, text,
                    (size_t)snprintf(text, sizeof text, "%s %s %d %d %d %d %d %d", info->name,
                                     length, info->fixed_length, info->sorted, info->any_case,
                                     info->binary, info->writable, info->implied));
    }
}

OPERATION(v1_to_v6)
{
    TAKES_UUID;
    answer->status = uuid9562_v1_to_v6(&answer->uuid, &uuid);
}

OPERATION(v6_to_v1)
{
    TAKES_UUID;
    answer->status = uuid9562_v6_to_v1(&answer->uuid, &uuid);
}

OPERATION(guid_swap)
{
    TAKES_UUID;
    uuid9562_guid_swap(&answer->uuid, &uuid);
}

OPERATION(constant)
{
#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
    static const struct {
        const char *name;
        uuid9562_t uuid;
    } constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(constants[i].name, arguments[0].bytes) == 0)
            answer->uuid = constants[i].uuid;
}

OPERATION(uuid3)
{
    uuid9562_t name_space;
    if (namespace_argument(answer, &name_space))
        answer->status =
            uuid9562_uuid3(&answer->uuid, &name_space, arguments[1].bytes, arguments[1].length);
    else if (answer->status == UUID9562_ERR_NO_NAMESPACE)
        answer->status =
            uuid9562_uuid3_bare(&answer->uuid, arguments[1].bytes, arguments[1].length);
}

OPERATION(uuid5)
{
    uuid9562_t name_space;
    if (namespace_argument(answer, &name_space))
        answer->status =
            uuid9562_uuid5(&answer->uuid, &name_space, arguments[1].bytes, arguments[1].length);
}

/* An optional argument. */
static bool digest_at(answer_t *answer, int index, uuid9562_digest_t *digest)
{
    answer->status = uuid9562_find_digest(
        digest, argument_count > index ? arguments[index].bytes : NULL, arguments[index].length);
    return answer->status == UUID9562_OK;
}

OPERATION(uuid8_name)
{
    uuid9562_digest_t digest;
    uuid9562_t name_space;
    if (namespace_argument(answer, &name_space) && digest_at(answer, 2, &digest))
        answer->status = uuid9562_uuid8_name(&answer->uuid, &name_space, arguments[1].bytes,
                                             arguments[1].length, digest);
}

OPERATION(uuid1)
{
    if (is_text(&arguments[0])) {
        uint64_t node;
        answer->status = uuid9562_parse_node(&node, arguments[0].bytes, arguments[0].length);
    } else {
        answer->status = uuid9562_uuid1(NULL, &answer->uuid, optional(0), optional(1));
    }
}

OPERATION(uuid6)
{
    if (is_text(&arguments[0]))
        do_uuid1(answer);
    else
        answer->status = uuid9562_uuid6(NULL, &answer->uuid, optional(0), optional(1));
}

OPERATION(uuid9562_uuid1_make)
{
    answer->status = uuid9562_uuid1_make(&answer->uuid, number(0), number(1), number(2));
}

OPERATION(uuid4_make)
{
    if (arguments[0].length != UUID9562_V4_RANDOM_LENGTH)
        answer->status = UUID9562_ERR_V4_RANDOM;
    if (answer->status == UUID9562_OK)
        uuid9562_uuid4_make(&answer->uuid, (const uint8_t *)arguments[0].bytes);
}

OPERATION(uuid9562_uuid6_make)
{
    answer->status = uuid9562_uuid6_make(&answer->uuid, number(0), number(1), number(2));
}

/* Operations on one time begin so. */
#define TAKES_TIME                                                                                 \
    int64_t unix_ms;                                                                               \
    uint32_t width_ms = 0;                                                                         \
    if (!time_argument(answer, &unix_ms, &width_ms))                                               \
    return

/* A number is what the functions of C take. */
#define BOUND(name, max)                                                                           \
    OPERATION(name)                                                                                \
    {                                                                                              \
        TAKES_TIME;                                                                                \
        answer->status = width_ms == 0                                                             \
                             ? uuid9562_##name(&answer->uuid, unix_ms)                             \
                             : uuid9562_uuid7_bound(&answer->uuid, max, unix_ms, width_ms);        \
    }

BOUND(uuid7_min, false)
BOUND(uuid7_max, true)

OPERATION(uuid7_at)
{
    TAKES_TIME;
    answer->status = uuid9562_uuid7_at(NULL, &answer->uuid, unix_ms);
}

OPERATION(uuid7_at_ns)
{
    const value_t *time = &arguments[0];
    int64_t unix_ns = time->integer;

    if (is_text(time))
        answer->status =
            uuid9562_parse_time_ns(&unix_ns, &answer->offset, time->bytes, time->length);
    if (answer->status == UUID9562_OK)
        answer->status = uuid9562_uuid7_at_ns(NULL, &answer->uuid, unix_ns);
}

OPERATION(uuid7_make)
{
    TAKES_TIME;
    answer->status =
        uuid9562_uuid7_make_of(&answer->uuid, unix_ms, arguments[1].bytes, arguments[1].length,
                               argument_count > 2 ? arguments[2].integer : 0);
}

OPERATION(uuid7_name)
{
    uuid9562_digest_t digest;
    uuid9562_t name_space;
    TAKES_TIME;

    answer->status = uuid9562_check_unix_ms(unix_ms); /* before the namespace */
    if (answer->status == UUID9562_OK && namespace_at(answer, 1, &name_space) &&
        digest_at(answer, 3, &digest))
        answer->status = uuid9562_uuid7_name(&answer->uuid, unix_ms, &name_space,
                                             arguments[2].bytes, arguments[2].length, digest);
}

OPERATION(uuid8)
{
    answer->status = uuid9562_uuid8(NULL, &answer->uuid, optional(0), optional(1), optional(2));
}

OPERATION(batch)
{
    int64_t version = arguments[0].integer;
    answer->status =
        uuid9562_batch(NULL, &answer->uuid, version == (int)version ? (int)version : -1, number(1));
}

/* ---- the table ---- */

/* `accepts` has a letter for each argument, the types that C takes: u text or bytes, t text, f text
 * or bytes as the format in the next argument is, o any bytes, i an integer, n a node or a time. */
#define ROW(name, accepts)                                                                         \
    {                                                                                              \
#name, accepts, do_##name                                                                  \
    }
static const struct {
    const char *name;
    const char *accepts;
    void (*run)(answer_t *answer);
} operations[] = {
    ROW(parse, "ft"),          ROW(format, "ut"),         ROW(typeid, "tu"),
    ROW(typeid_prefix, "t"),   ROW(valid, "u"),           ROW(from_bytes, "u"),
    ROW(to_bytes, "u"),        ROW(version, "u"),         ROW(variant, "u"),
    ROW(timestamp_ms, "u"),    ROW(timestamp, "u"),       ROW(node, "u"),
    ROW(clock_seq, "u"),       ROW(match, "uu"),          ROW(ordering_match, "uu"),
    ROW(v1_to_v6, "u"),        ROW(v6_to_v1, "u"),        ROW(guid_swap, "u"),
    ROW(constant, "t"),        ROW(uuid1, "ni"),          ROW(uuid3, "uo"),
    ROW(uuid5, "uo"),          ROW(uuid6, "ni"),          ROW(uuid7_at, "n"),
    ROW(uuid7_make, "noi"),    ROW(uuid7_min, "n"),       ROW(uuid7_max, "n"),
    ROW(uuid8, "iii"),         ROW(uuid8_name, "uot"),    ROW(batch, "ii"),
    ROW(ldap_schema, "t"),     ROW(uuid4_make, "o"),      ROW(timestamp_ticks, "u"),
    ROW(uuid7_at_ns, "n"),     ROW(timestamp_ns, "ui"),   ROW(formats, "t"),
    ROW(uuid7_name, "nuot"),   ROW(uuid9562_compare, "uu"),
    ROW(uuid9562_uuid1_make, "iii"), ROW(uuid9562_uuid6_make, "iii"),
};

static bool fits_format(const value_t *value, const value_t *name)
{
    const uuid9562_format_t *format;
    const bool bytes =
        uuid9562_find_format(&format, name->bytes, name->length, false) == UUID9562_OK &&
        uuid9562_format_info(format)->binary;

    return bytes ? value->type == 'b' : is_text(value);
}

static bool accepted(char accepts, const value_t *value)
{
    switch (accepts) {
    case 'f':
        return fits_format(value, value + 1);
    case 't':
        return is_text(value);
    case 'i':
        return value->type == 'i';
    case 'n':
        return value->type == 'i' || is_text(value);
    default:
        return is_text(value) || value->type == 'b';
    }
}

verdict_t run_operation(answer_t *answer, const char *name)
{
    size_t which = 0;

    while (strcmp(operations[which].name, name) != 0)
        if (++which == sizeof operations / sizeof *operations)
            return FAILED;
    for (int i = 0; i < argument_count; i++)
        if (i >= (int)strlen(operations[which].accepts) ||
            !accepted(operations[which].accepts[i], &arguments[i]))
            return SKIPPED;
    operations[which].run(answer);
    return PASSED;
}
