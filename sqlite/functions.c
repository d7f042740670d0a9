/*
 * The scalar functions and their table. To add one: a few lines that call the core, and a row; the
 * row says what it takes, what it gives and whether it is pure.
 *
 * A function finds its arguments read (values.c), none of them NULL.
 */

/* What was left out is NULL. */
static const uint64_t *optional(const call_t *in, int index)
{
    return index < in->count ? &in->a[index].number : NULL;
}

/* ---- generators, bounds, builders ---- */

#define CALL(name) static void call_##name(const call_t *in)

#define UUID_OF(expression)                                                                        \
    uuid9562_t uuid;                                                                               \
    uuid9562_status_t status = (expression);                                                       \
    result_uuid(in, status, &uuid)

CALL(uuid1)
{
    UUID_OF(uuid9562_uuid1(NULL, &uuid, optional(in, 0), optional(in, 1)));
}

CALL(uuid3)
{
    UUID_OF(uuid9562_uuid3(&uuid, &in->a[0].uuid, in->a[1].bytes, in->a[1].length));
}

CALL(uuid4)
{
    UUID_OF(uuid9562_uuid4(NULL, &uuid));
}

CALL(uuid5)
{
    UUID_OF(uuid9562_uuid5(&uuid, &in->a[0].uuid, in->a[1].bytes, in->a[1].length));
}

CALL(uuid6)
{
    UUID_OF(uuid9562_uuid6(NULL, &uuid, optional(in, 0), optional(in, 1)));
}

CALL(uuid6_min)
{
    UUID_OF(uuid9562_uuid6_min(&uuid, in->a[0].integer));
}

CALL(uuid6_max)
{
    UUID_OF(uuid9562_uuid6_max(&uuid, in->a[0].integer));
}

CALL(uuid7)
{
    UUID_OF(uuid9562_uuid7(NULL, &uuid));
}

CALL(uuid7_at)
{
    UUID_OF(uuid9562_uuid7_at(NULL, &uuid, in->a[0].integer));
}

CALL(uuid7_make)
{
    UUID_OF(uuid9562_uuid7_make(&uuid, in->a[0].integer, in->a[1].bytes, in->a[1].length,
                                in->count > 2 ? in->a[2].integer : 0));
}

CALL(uuid7_min)
{
    UUID_OF(uuid9562_uuid7_min(&uuid, in->a[0].integer));
}

CALL(uuid7_max)
{
    UUID_OF(uuid9562_uuid7_max(&uuid, in->a[0].integer));
}

CALL(uuid8)
{
    UUID_OF(uuid9562_uuid8(NULL, &uuid, optional(in, 0), optional(in, 1), optional(in, 2)));
}

CALL(uuid8_name)
{
    UUID_OF(uuid9562_uuid8_name(&uuid, &in->a[0].uuid, in->a[1].bytes, in->a[1].length,
                                in->count > 2 ? in->a[2].bytes : NULL,
                                in->count > 2 ? in->a[2].length : 0));
}

CALL(uuid8_node)
{
    UUID_OF(uuid9562_uuid8_node(NULL, &uuid, in->a[0].number));
}

/* ---- constants ---- */

CALL(nil)
{
    const uuid9562_t uuid = UUID9562_INIT_NIL;
    result_uuid(in, UUID9562_OK, &uuid);
}

CALL(max)
{
    const uuid9562_t uuid = UUID9562_INIT_MAX;
    result_uuid(in, UUID9562_OK, &uuid);
}

CALL(ns)
{
    UUID_OF(uuid9562_namespace_by_name(&uuid, in->a[0].bytes, in->a[0].length));
}

CALL(library_version)
{
    result_word(in->context, uuid9562_version());
}

/* ---- text and bytes ---- */

CALL(same)
{
    result_uuid(in, UUID9562_OK, &in->a[0].uuid);
}

/* A form says what is written in it: a BLOB where it is binary (guid), TEXT in all the others. The
 * other of the two can be no UUID there, whatever is in it, and gives NULL as a number does. A form
 * that is not known is an error for both, for it is read before what is written in it. */
CALL(parse)
{
    const argument_t *written = &in->a[0], *name = &in->a[1];
    const bool is_blob = written->type == SQLITE_BLOB;
    const uuid9562_format_t *form = NULL; /* where none is named, the one of uuid9562_parse */
    uuid9562_t uuid;
    uuid9562_status_t status = UUID9562_OK;

    if (in->count > 1)
        status = uuid9562_find_input_format(&form, name->bytes, name->length);
    if (status == UUID9562_OK && is_blob != (form != NULL && uuid9562_format_info(form)->binary))
        return;
    if (status == UUID9562_OK)
        status = form != NULL
                     ? uuid9562_parse_as(&uuid, NULL, form, written->bytes, written->length)
                     : uuid9562_parse(&uuid, NULL, written->bytes, written->length);
    if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        result_uuid(in, status, &uuid);
}

CALL(format)
{
    const uuid9562_format_t *form;
    char written[UUID9562_TEXT_MAX];
    uuid9562_status_t status;
    int length;

    if (in->count == 1) {
        result_text(in->context, &in->a[0].uuid);
        return;
    }
    status = uuid9562_find_output_format(&form, in->a[1].bytes, in->a[1].length);
    if (status != UUID9562_OK) {
        fail(in->context, status, 0);
        return;
    }
    length = (int)uuid9562_format_as(written, form, &in->a[0].uuid);
    if (uuid9562_format_info(form)->binary)
        sqlite3_result_blob(in->context, written, length, SQLITE_TRANSIENT);
    else
        sqlite3_result_text(in->context, written, length, SQLITE_TRANSIENT);
}

/* Values are judged from left to right: a prefix that is not allowed is an error beside an X that
 * is no UUID, too. Nil then stands in for X. */
CALL(typeid)
{
    const argument_t *prefix = &in->a[0];
    char text[UUID9562_TYPEID_MAX];
    size_t length;
    uuid9562_t uuid = UUID9562_INIT_NIL;
    const uuid9562_status_t found = uuid_of(&in->a[1], &uuid, NULL);
    uuid9562_status_t status =
        uuid9562_format_typeid(text, &length, &uuid, prefix->bytes, prefix->length);

    if (status == UUID9562_OK)
        status = found;
    if (status == UUID9562_OK)
        sqlite3_result_text(in->context, text, (int)length, SQLITE_TRANSIENT);
    else if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        fail(in->context, status, 0);
}

CALL(typeid_prefix)
{
    const argument_t *text = &in->a[0];
    uuid9562_t uuid;
    size_t length;

    if (uuid9562_parse_typeid(&uuid, &length, NULL, text->bytes, text->length) == UUID9562_OK)
        sqlite3_result_text(in->context, text->bytes, (int)length, SQLITE_TRANSIENT);
}

CALL(valid)
{
    uuid9562_t uuid;

    sqlite3_result_int(in->context, uuid_of(&in->a[0], &uuid, NULL) == UUID9562_OK);
}

CALL(check)
{
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = uuid_of(&in->a[0], &uuid, &offset);
    const int type = in->a[0].type;

    if (type != SQLITE_TEXT && type != SQLITE_BLOB)
        fail_type(in->context, ARGUMENT_VALUE, "a UUID, as TEXT or as a BLOB");
    else if (status != UUID9562_OK)
        fail(in->context, status, offset);
    else
        sqlite3_result_value(in->context, in->a[0].value);
}

/* ---- inspection ---- */

CALL(version)
{
    result_unless_negative(in->context, uuid9562_get_version(&in->a[0].uuid));
}

CALL(variant)
{
    result_word(in->context, uuid9562_variant_name(uuid9562_get_variant(&in->a[0].uuid)));
}

CALL(timestamp_ms)
{
    int64_t unix_ms;

    if (uuid9562_get_timestamp_ms(&unix_ms, &in->a[0].uuid))
        sqlite3_result_int64(in->context, unix_ms);
}

CALL(v7_timestamp_ms)
{
    if (uuid9562_get_version(&in->a[0].uuid) == 7)
        call_timestamp_ms(in);
}

CALL(timestamp)
{
    char utc[UUID9562_UTC_MAX];
    int64_t unix_ms;

    if (uuid9562_get_timestamp_ms(&unix_ms, &in->a[0].uuid))
        sqlite3_result_text(in->context, utc, (int)uuid9562_format_utc(utc, unix_ms),
                            SQLITE_TRANSIENT);
}

CALL(node)
{
    result_unless_negative(in->context, uuid9562_get_node(&in->a[0].uuid));
}

CALL(clock_seq)
{
    result_unless_negative(in->context, uuid9562_get_clock_seq(&in->a[0].uuid));
}

CALL(compare)
{
    sqlite3_result_int(in->context, uuid9562_compare(&in->a[0].uuid, &in->a[1].uuid));
}

CALL(match)
{
    result_unless_negative(in->context,
                           uuid9562_match(&in->a[0].uuid, in->a[1].bytes, in->a[1].length));
}

CALL(ordering_match)
{
    result_unless_negative(
        in->context, uuid9562_ordering_match(&in->a[0].uuid, in->a[1].bytes, in->a[1].length));
}

/* ---- the generator ---- */

CALL(lead_ns)
{
    uint64_t lead_ns;
    uuid9562_status_t status = uuid9562_lead_ns(NULL, &lead_ns);

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
    else
        sqlite3_result_int64(in->context, lead_ns < INT64_MAX ? (int64_t)lead_ns : INT64_MAX);
}

/* The result is NULL, or an error. */
static void call_command(const call_t *in, uuid9562_status_t status)
{
    if (status != UUID9562_OK)
        fail(in->context, status, 0);
}

CALL(resync)
{
    call_command(in, uuid9562_resync(NULL));
}

CALL(reseed)
{
    call_command(in, uuid9562_reseed());
}

/* ---- entries ---- */

CALL(entry_create)
{
    const char *column = in->count > 1 ? in->a[1].bytes : NULL;
    int version = 0; /* whichever it is */
    uuid9562_t none;
    uuid9562_status_t status = UUID9562_OK;

    if (in->count > 2) {
        version = in->a[2].number < 16 ? (int)in->a[2].number : -1;
        status = uuid9562_batch(NULL, &none, version, 0); /* is there such a version? */
    }
    if (status == UUID9562_OK)
        entry_call(in, in->count > 3 ? &in->a[3] : NULL, column, version, create_entry);
    else
        fail(in->context, status, 0);
}

CALL(entry_drop)
{
    entry_call(in, in->count > 1 ? &in->a[1] : NULL, NULL, 0, drop_entry);
}

/* ---- conversion ---- */

CALL(v1_to_v6)
{
    UUID_OF(uuid9562_v1_to_v6(&uuid, &in->a[0].uuid));
}

CALL(v6_to_v1)
{
    UUID_OF(uuid9562_v6_to_v1(&uuid, &in->a[0].uuid));
}

CALL(guid_swap)
{
    uuid9562_t uuid;

    uuid9562_guid_swap(&uuid, &in->a[0].uuid);
    result_uuid(in, UUID9562_OK, &uuid);
}

#undef CALL
#undef UUID_OF

/* ---- the table ---- */

/* clang-format off */
#define ARGS(...) {__VA_ARGS__}
#define NO_ARGS   {ARGUMENT_NONE}
#define BOTH(name, nature, call, required, arguments) \
    {name, nature, RESULT_TEXT, call, required, arguments}, \
    {name "_blob", nature, RESULT_BLOB, call, required, arguments}

static const function_t function_table[] = {
    BOTH("uuid1", GENERATOR, call_uuid1, 0, ARGS(ARGUMENT_NODE, ARGUMENT_CLOCK_SEQ)),
    BOTH("uuid3", PURE, call_uuid3, 2, ARGS(ARGUMENT_NAMESPACE, ARGUMENT_NAME)),
    BOTH("uuid4", GENERATOR, call_uuid4, 0, NO_ARGS),
    BOTH("uuid5", PURE, call_uuid5, 2, ARGS(ARGUMENT_NAMESPACE, ARGUMENT_NAME)),
    BOTH("uuid6", GENERATOR, call_uuid6, 0, ARGS(ARGUMENT_NODE, ARGUMENT_CLOCK_SEQ)),
    BOTH("uuid6_min", PURE, call_uuid6_min, 1, ARGS(ARGUMENT_UNIX_MS)),
    BOTH("uuid6_max", PURE, call_uuid6_max, 1, ARGS(ARGUMENT_UNIX_MS)),
    BOTH("uuid7", GENERATOR, call_uuid7, 0, NO_ARGS),
    BOTH("uuid7_at", GENERATOR, call_uuid7_at, 1, ARGS(ARGUMENT_UNIX_MS)),
    BOTH("uuid7_make", PURE, call_uuid7_make, 2, ARGS(ARGUMENT_UNIX_MS, ARGUMENT_RANDOM, ARGUMENT_N)),
    BOTH("uuid7_min", PURE, call_uuid7_min, 1, ARGS(ARGUMENT_UNIX_MS)),
    BOTH("uuid7_max", PURE, call_uuid7_max, 1, ARGS(ARGUMENT_UNIX_MS)),
    BOTH("uuid8", GENERATOR, call_uuid8, 0, ARGS(ARGUMENT_A, ARGUMENT_B)),
    BOTH("uuid8", PURE, call_uuid8, 3, ARGS(ARGUMENT_A, ARGUMENT_B, ARGUMENT_C)),
    BOTH("uuid8_name", PURE, call_uuid8_name, 2, ARGS(ARGUMENT_NAMESPACE, ARGUMENT_NAME, ARGUMENT_DIGEST)),
    BOTH("uuid8_node", GENERATOR, call_uuid8_node, 1, ARGS(ARGUMENT_NODE_ID)),

    {"uuid_nil", PURE, RESULT_TEXT, call_nil, 0, NO_ARGS},
    {"uuid_max", PURE, RESULT_TEXT, call_max, 0, NO_ARGS},
    {"uuid_ns", PURE, RESULT_TEXT, call_ns, 1, ARGS(ARGUMENT_NAMESPACE_NAME)},
    {"uuid9562_version", PURE, RESULT_OTHER, call_library_version, 0, NO_ARGS},

    {"uuid_str", PURE, RESULT_TEXT, call_same, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_blob", PURE, RESULT_BLOB, call_same, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_parse", PURE, RESULT_TEXT, call_parse, 1, ARGS(ARGUMENT_PARSED, ARGUMENT_FORM)},
    {"uuid_format", PURE, RESULT_OTHER, call_format, 1, ARGS(ARGUMENT_UUID, ARGUMENT_FORM)},
    {"uuid_typeid", PURE, RESULT_OTHER, call_typeid, 2, ARGS(ARGUMENT_PREFIX, ARGUMENT_PREFIXED)},
    {"uuid_typeid_prefix", PURE, RESULT_OTHER, call_typeid_prefix, 1, ARGS(ARGUMENT_TYPEID)},
    {"uuid_valid", PURE, RESULT_OTHER, call_valid, 1, ARGS(ARGUMENT_VALUE)},
    {"uuid_check", PURE, RESULT_OTHER, call_check, 1, ARGS(ARGUMENT_VALUE)},

    {"uuid_version", PURE, RESULT_OTHER, call_version, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_variant", PURE, RESULT_OTHER, call_variant, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_timestamp_ms", PURE, RESULT_OTHER, call_timestamp_ms, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_timestamp", PURE, RESULT_OTHER, call_timestamp, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_node", PURE, RESULT_OTHER, call_node, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_clock_seq", PURE, RESULT_OTHER, call_clock_seq, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_compare", PURE, RESULT_OTHER, call_compare, 2, ARGS(ARGUMENT_UUID, ARGUMENT_UUID)},
    {"uuid_match", PURE, RESULT_OTHER, call_match, 2, ARGS(ARGUMENT_UUID, ARGUMENT_ASSERTION)},
    {"uuid_ordering_match", PURE, RESULT_OTHER, call_ordering_match, 2, ARGS(ARGUMENT_UUID, ARGUMENT_ASSERTION)},
    {"uuid_v1_to_v6", PURE, RESULT_AS_GIVEN, call_v1_to_v6, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_v6_to_v1", PURE, RESULT_AS_GIVEN, call_v6_to_v1, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_guid_swap", PURE, RESULT_AS_GIVEN, call_guid_swap, 1, ARGS(ARGUMENT_UUID)},

    {"uuid_lead_ns", GENERATOR, RESULT_OTHER, call_lead_ns, 0, NO_ARGS},
    {"uuid_resync", COMMAND, RESULT_OTHER, call_resync, 0, NO_ARGS},
    {"uuid_reseed", COMMAND, RESULT_OTHER, call_reseed, 0, NO_ARGS},
    {"uuid_entry_create", COMMAND, RESULT_OTHER, call_entry_create, 1, ARGS(ARGUMENT_TABLE, ARGUMENT_COLUMN, ARGUMENT_VERSION, ARGUMENT_SCHEMA)},
    {"uuid_entry_drop", COMMAND, RESULT_OTHER, call_entry_drop, 1, ARGS(ARGUMENT_TABLE, ARGUMENT_SCHEMA)},

    /* Names of other extensions and databases, so that their schemas run unchanged. */
    {"uuid", GENERATOR, RESULT_TEXT, call_uuid4, 0, NO_ARGS},
    {"gen_random_uuid", GENERATOR, RESULT_TEXT, call_uuid4, 0, NO_ARGS},
    {"uuidv4", GENERATOR, RESULT_TEXT, call_uuid4, 0, NO_ARGS},
    {"uuidv7", GENERATOR, RESULT_TEXT, call_uuid7, 0, NO_ARGS},
    {"uuid7_timestamp_ms", PURE, RESULT_OTHER, call_v7_timestamp_ms, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_extract_version", PURE, RESULT_OTHER, call_version, 1, ARGS(ARGUMENT_UUID)},
    {"uuid_extract_timestamp", PURE, RESULT_OTHER, call_timestamp, 1, ARGS(ARGUMENT_UUID)},

    {NULL, PURE, RESULT_OTHER, NULL, 0, NO_ARGS},
};
/* clang-format on */
