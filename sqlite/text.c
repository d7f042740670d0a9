/* Functions that read and write a UUID as text and bytes, in each format. */
#include "values.h"

/* ---- fast functions, which queries call for every row: in four fifths of the time ---- */

static void fast_str(sqlite3_context *context, int count, sqlite3_value **values)
{
    argument_t x;

    (void)count;
    if (read_only_argument(context, &x, values[0]))
        result_text(context, &x.uuid);
}

static void fast_blob(sqlite3_context *context, int count, sqlite3_value **values)
{
    argument_t x;

    (void)count;
    if (read_only_argument(context, &x, values[0]))
        result_blob(context, &x.uuid);
}

/* ---- text and bytes ---- */

/* A BLOB is the bytes of the text, in UTF-8 whatever the database has. A binary format needs one;
 * TEXT gives NULL for it, as a number does for all. An unknown format is an error in either case,
 * because it is read first. */
static void call_parse(const call_t *in)
{
    const argument_t *encoded = &in->a[0], *name = &in->a[1];
    const uuid9562_format_t *format = NULL; /* that of uuid9562_parse */
    bool binary = false;
    uuid9562_t uuid;
    uuid9562_status_t status = UUID9562_OK;

    if (in->count > 1) {
        status = uuid9562_find_format(&format, name->bytes, name->length, false);
        binary = status == UUID9562_OK && uuid9562_format_info(format)->binary;
    }
    if (binary && encoded->type != SQLITE_BLOB)
        return;
    if (status == UUID9562_OK)
        status = format != NULL
                     ? uuid9562_parse_as(&uuid, NULL, format, encoded->bytes, encoded->length)
                     : uuid9562_parse(&uuid, NULL, encoded->bytes, encoded->length);
    if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        result_uuid(in, status, &uuid);
}

/* The UUID of the first argument in the format of that name, or an error. */
static void result_format(const call_t *in, const char *name, size_t name_length)
{
    const uuid9562_format_t *format;
    char encoded[UUID9562_TEXT_MAX];
    uuid9562_status_t status = uuid9562_find_format(&format, name, name_length, true);
    int length;

    if (status != UUID9562_OK) {
        fail(in->context, status);
        return;
    }
    length = (int)uuid9562_format_as(encoded, format, &in->a[0].uuid);
    if (uuid9562_format_info(format)->binary)
        sqlite3_result_blob(in->context, encoded, length, SQLITE_TRANSIENT);
    else
        sqlite3_result_text(in->context, encoded, length, SQLITE_TRANSIENT);
}

static void call_format(const call_t *in)
{
    if (in->count == 1)
        result_text(in->context, &in->a[0].uuid);
    else
        result_format(in, in->a[1].bytes, in->a[1].length);
}

static void call_hex(const call_t *in)
{
    static const char name[] = "hex";

    result_format(in, name, sizeof name - 1);
}

/* Values are checked from left to right: an invalid prefix is an error even if X is malformed. */
static void call_typeid(const call_t *in)
{
    const argument_t *prefix = &in->a[0];
    char text[UUID9562_TYPEID_MAX];
    size_t length;
    uuid9562_t uuid = UUID9562_INIT_NIL;
    const bool is_uuid = read_uuid(&uuid, NULL, &in->a[1]) == UUID9562_OK;
    uuid9562_status_t status =
        uuid9562_format_typeid(text, &length, &uuid, prefix->bytes, prefix->length);

    if (status != UUID9562_OK)
        fail(in->context, status);
    else if (is_uuid)
        sqlite3_result_text(in->context, text, (int)length, SQLITE_TRANSIENT);
}

static void call_typeid_prefix(const call_t *in)
{
    const argument_t *text = &in->a[0];
    uuid9562_t uuid;
    size_t length;

    if (uuid9562_parse_typeid(&uuid, &length, NULL, text->bytes, text->length) == UUID9562_OK)
        sqlite3_result_text(in->context, text->bytes, (int)length, SQLITE_TRANSIENT);
}

static void call_valid(const call_t *in)
{
    uuid9562_t uuid;

    sqlite3_result_int(in->context, read_uuid(&uuid, NULL, &in->a[0]) == UUID9562_OK);
}

static void call_check(const call_t *in)
{
    sqlite3_result_value(in->context, in->a[0].value);
}

/* The same of a format, which says whether the UUID is TEXT or a BLOB. */
static void call_check_format(const call_t *in)
{
    static const parameter_t text = {"X", KIND_STRING}, blob = {"X", KIND_BLOB};
    const uuid9562_format_t *format;
    argument_t x = in->a[0];
    char *message = NULL, description[UUID9562_DESCRIPTION_MAX];
    size_t offset;
    uuid9562_t uuid;
    uuid9562_status_t status =
        uuid9562_find_format(&format, in->a[1].bytes, in->a[1].length, false);
    int rc;

    if (status != UUID9562_OK)
        fail(in->context, status);
    else if ((rc = check_type(&x, x.value,
                              uuid9562_format_info(format)->binary ? &blob : &text, false,
                              &message)) != SQLITE_OK)
        end_call(in->context, rc, message);
    else if ((status = uuid9562_parse_as(&uuid, &offset, format, x.bytes, x.length)) == UUID9562_OK)
        call_check(in);
    else {
        uuid9562_describe(description, status, offset, x.bytes, x.length);
        fail_with(in->context, sqlite3_mprintf("%s: %s", in->function->name, description));
    }
}

/* ---- the table ---- */

/* clang-format off */
static const parameter_t
    in_value     = {"X", KIND_ANY},
    in_x         = {"X", KIND_UUID},
    in_uuid_only = {"X", KIND_UUID_ONLY},
    in_raw_uuid  = {"X", KIND_RAW},
    in_encoded   = {"text", KIND_ENCODED},
    in_bytes     = {"X", KIND_BYTES},
    in_format    = {"format", KIND_STRING},
    in_prefix    = {"prefix", KIND_STRING},
    in_typeid    = {"text", KIND_TEXT};

static const function_t text_functions[] = {
    {"uuid_parse", PURE, RESULT_TEXT, call_parse, 1, {&in_encoded, &in_format}},
    {"uuid_format", PURE, RESULT_OTHER, call_format, 1, {&in_x, &in_format}},
    {"uuid_hex", PURE, RESULT_OTHER, call_hex, 1, {&in_x}},
    {"uuid_typeid", PURE, RESULT_OTHER, call_typeid, 2, {&in_prefix, &in_raw_uuid}},
    {"uuid_typeid_prefix", PURE, RESULT_OTHER, call_typeid_prefix, 1, {&in_typeid}},
    {"uuid_valid", PURE, RESULT_OTHER, call_valid, 1, {&in_value}},
    {"uuid_check", PURE, RESULT_OTHER, call_check, 1, {&in_uuid_only}},
    {"uuid_check", PURE, RESULT_OTHER, call_check_format, 2, {&in_bytes, &in_format}},
};

static const fast_function_t text_fast[] = {
    {{"uuid_str", PURE, RESULT_TEXT, NULL, 1, {&in_x}}, fast_str},
    {{"uuid_blob", PURE, RESULT_BLOB, NULL, 1, {&in_x}}, fast_blob},
};
/* clang-format on */

INTERNAL int register_text(sqlite3 *db)
{
    return register_rows(db, text_functions, ROWS(text_functions), text_fast, ROWS(text_fast));
}
