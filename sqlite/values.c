/* Reading arguments and returning results (values.h). */
#include "values.h"

#include <string.h>

/* What parameters of several kinds must be. What begins with AN_INTEGER wants a number. */
#define AN_INTEGER "an INTEGER"
static const char a_uuid[] = "a UUID, as TEXT or as a BLOB";

static const double exact_below = 9007199254740992.0; /* 2^53 */

/* ---- errors ---- */

static const char *function_name(sqlite3_context *context)
{
    return ((const function_t *)sqlite3_user_data(context))->name;
}

INTERNAL void fail_with(sqlite3_context *context, char *message)
{
    if (message != NULL)
        sqlite3_result_error(context, message, -1);
    else
        sqlite3_result_error_nomem(context);
    sqlite3_free(message);
}

INTERNAL void fail_type(sqlite3_context *context, const parameter_t *parameter,
                        const char *expected)
{
    fail_with(context, sqlite3_mprintf("%s: %s must be %s", function_name(context), parameter->name,
                                       expected));
}

INTERNAL void fail(sqlite3_context *context, uuid9562_status_t status, size_t offset)
{
    char description[UUID9562_DESCRIPTION_MAX];

    if (status == UUID9562_ERR_MEMORY) {
        sqlite3_result_error_nomem(context);
        return;
    }
    uuid9562_describe_error(description, status, offset);
    fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), description));
}

/* The same for an argument that was read as TEXT or a BLOB. */
static void fail_read(sqlite3_context *context, uuid9562_status_t status, size_t offset,
                      const argument_t *argument)
{
    char description[UUID9562_DESCRIPTION_MAX];

    if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED) {
        fail(context, status, offset);
        return;
    }
    uuid9562_describe_text(description, status, offset, argument->bytes, argument->length);
    fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), description));
}

static void fail_wrong_type(sqlite3_context *context, const parameter_t *parameter,
                            const char *expected, sqlite3_value *value)
{
    char *description = describe_wrong_type(parameter->name, expected, value);

    if (description == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), description));
    sqlite3_free(description);
}

/* ---- arguments ---- */

INTERNAL bool is_integer(sqlite3_value *value)
{
    double real;

    if (sqlite3_value_type(value) != SQLITE_FLOAT)
        return sqlite3_value_type(value) == SQLITE_INTEGER;
    real = sqlite3_value_double(value);
    return real > -exact_below && real < exact_below && real == (double)(int64_t)real;
}

INTERNAL char *describe_wrong_type(const char *parameter, const char *expected,
                                   sqlite3_value *value)
{
    static const char *const types[] = {[SQLITE_INTEGER] = "an INTEGER",
                                        [SQLITE_FLOAT] = "a REAL",
                                        [SQLITE_TEXT] = "TEXT",
                                        [SQLITE_BLOB] = "a BLOB",
                                        [SQLITE_NULL] = "NULL"};
    const int type = sqlite3_value_type(value);
    const bool number = strncmp(expected, AN_INTEGER, sizeof AN_INTEGER - 1) == 0;
    const double real = number && type == SQLITE_FLOAT ? sqlite3_value_double(value) : 0;

    if (number && type == SQLITE_FLOAT)
        return sqlite3_mprintf("%s must be %s, not the REAL %!.16g%s", parameter, expected, real,
                               real <= -exact_below || real >= exact_below
                                   ? "; from 2^53 on bind a 64-bit integer"
                                   : "");
    return sqlite3_mprintf("%s must be %s, not %s%s", parameter, expected, types[type],
                           number && type == SQLITE_TEXT
                               ? "; bind a number, or write CAST(? AS INTEGER)"
                               : "");
}

INTERNAL inline uuid9562_status_t read_uuid(uuid9562_t *uuid, size_t *offset,
                                            const argument_t *argument)
{
    switch (argument->type) {
    case SQLITE_TEXT:
        return uuid9562_parse(uuid, offset, argument->bytes, argument->length);
    case SQLITE_BLOB:
        return uuid9562_from_bytes(uuid, offset, argument->bytes, argument->length);
    default:
        return UUID9562_ERR_LENGTH;
    }
}

/* Whether an argument is an integer; one that stands for an INTEGER is one from here on. */
static bool take_integer(argument_t *argument)
{
    if (argument->type == SQLITE_FLOAT && is_integer(argument->value))
        argument->type = SQLITE_INTEGER;
    return argument->type == SQLITE_INTEGER;
}

/* Checks that a parameter accepts an argument of this type. Where it does not, the call is over:
 * with an error, or the function returns NULL. */
static bool check_type(sqlite3_context *context, const parameter_t *parameter, nature_t nature,
                       argument_t *argument)
{
    const bool text = argument->type == SQLITE_TEXT, blob = argument->type == SQLITE_BLOB;
    const char *expected = NULL;
    bool valid = true;

    switch (parameter->kind) {
    case KIND_ANY:
        break;
    case KIND_UUID:
    case KIND_RAW:
    case KIND_ENCODED:
        return text || blob;
    case KIND_NAMESPACE:
        valid = text || blob;
        if (nature != BUILDER)
            return valid;
        expected = a_uuid;
        break;
    case KIND_TEXT:
        return text;
    case KIND_STRING:
    case KIND_IDENTIFIER:
        valid = text;
        expected = "TEXT";
        break;
    case KIND_BYTES:
        valid = text || blob;
        expected = "TEXT or a BLOB";
        break;
    case KIND_BLOB:
        valid = blob;
        expected = "a BLOB";
        break;
    case KIND_INTEGER:
        valid = take_integer(argument);
        expected = AN_INTEGER;
        break;
    case KIND_TIME:
    case KIND_TIME_V7:
    case KIND_TIME_NS:
        valid = take_integer(argument) || text;
        expected = AN_INTEGER ", or a time as TEXT";
        break;
    case KIND_NODE:
        valid = take_integer(argument) || text;
        expected = AN_INTEGER " or '@host'";
        break;
    }
    if (!valid)
        fail_wrong_type(context, parameter, expected, argument->value);
    return valid;
}

/* Of TEXT or a BLOB. */
INTERNAL inline uuid9562_status_t read_bytes(argument_t *argument)
{
    const bool text = argument->type == SQLITE_TEXT;

    argument->bytes = text ? (const char *)sqlite3_value_text(argument->value)
                           : sqlite3_value_blob(argument->value);
    argument->length = (size_t)sqlite3_value_bytes(argument->value);
    return argument->bytes == NULL && (text || argument->length > 0) ? UUID9562_ERR_MEMORY
                                                                     : UUID9562_OK;
}

/* Reads a time that is TEXT. One that is malformed is an error: it is no UUID that might be
 * missing. */
static bool read_time_text(sqlite3_context *context, argument_t *argument, kind_t kind)
{
    size_t offset = 0;
    uuid9562_status_t status =
        kind == KIND_TIME_NS
            ? uuid9562_parse_time_ns(&argument->integer, &offset, argument->bytes, argument->length)
            : uuid9562_parse_time(&argument->integer, NULL, &offset, argument->bytes,
                                  argument->length);

    if (status != UUID9562_OK)
        fail_read(context, status, offset, argument);
    return status == UUID9562_OK;
}

/* Reads an argument of a type that its parameter accepts. Returns false where the call is over, as
 * above. */
static bool read_argument(sqlite3_context *context, argument_t *argument,
                          const parameter_t *parameter, nature_t nature)
{
    const int type = argument->type;
    uuid9562_status_t status = UUID9562_OK;
    size_t offset = 0;

    if (type == SQLITE_TEXT || type == SQLITE_BLOB)
        status = read_bytes(argument);
    else if (type == SQLITE_INTEGER) {
        argument->integer = sqlite3_value_int64(argument->value);
        argument->number = argument->integer < 0 ? UINT64_MAX : (uint64_t)argument->integer;
    }

    if (status == UUID9562_OK) {
        switch (parameter->kind) {
        case KIND_UUID:
            status = read_uuid(&argument->uuid, NULL, argument);
            break;
        case KIND_NAMESPACE:
            status = type == SQLITE_TEXT
                         ? uuid9562_parse_namespace(&argument->uuid, &offset, argument->bytes,
                                                    argument->length)
                         : read_uuid(&argument->uuid, &offset, argument);
            break;
        case KIND_TIME:
        case KIND_TIME_NS:
            return type != SQLITE_TEXT || read_time_text(context, argument, parameter->kind);
        case KIND_TIME_V7:
            if (type == SQLITE_TEXT && !read_time_text(context, argument, parameter->kind))
                return false;
            status = uuid9562_uuid7_min(&argument->uuid, argument->integer);
            break;
        case KIND_NODE:
            if (type == SQLITE_TEXT)
                status =
                    uuid9562_node_by_name(&argument->number, argument->bytes, argument->length);
            break;
        case KIND_IDENTIFIER:
            if (argument->length == 0 || memchr(argument->bytes, '\0', argument->length) != NULL) {
                fail_type(context, parameter, "a name: not empty, without a NUL");
                return false;
            }
            break;
        default:
            break;
        }
    }
    if (status != UUID9562_OK &&
        (nature == BUILDER || uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED))
        fail_read(context, status, offset, argument);
    return status == UUID9562_OK;
}

INTERNAL bool read_only_argument(sqlite3_context *context, argument_t *argument,
                                 sqlite3_value *value)
{
    uuid9562_status_t status;

    argument->value = value;
    argument->type = sqlite3_value_type(value);
    if (argument->type != SQLITE_TEXT && argument->type != SQLITE_BLOB)
        return false;
    status = read_bytes(argument);
    if (status == UUID9562_OK)
        status = read_uuid(&argument->uuid, NULL, argument);
    if (status == UUID9562_ERR_MEMORY)
        fail(context, status, 0);
    return status == UUID9562_OK;
}

/* Sets the values and the types of all arguments, and judges first the NULLs that make the function
 * return NULL, then types from left to right. Returns false where the call is over. */
static bool check_types(call_t *in, sqlite3_value **values)
{
    const function_t *function = in->function;
    const bool null_for_null = function->nature == PURE || function->nature == KEYED;

    for (int i = 0; i < in->count; i++) {
        in->a[i].value = values[i];
        in->a[i].type = sqlite3_value_type(values[i]);
        if (in->a[i].type == SQLITE_NULL && null_for_null)
            return false;
    }
    for (int i = 0; i < in->count; i++)
        if (!check_type(in->context, function->parameters[i], function->nature, &in->a[i]))
            return false;
    return true;
}

INTERNAL void refuse_types(sqlite3_context *context, int count, sqlite3_value **values)
{
    call_t in = {.context = context, .function = sqlite3_user_data(context), .count = count};

    check_types(&in, values);
}

/* What SQLite calls for a function: reads the arguments and hands them on. Types are judged before
 * the values, which are read from left to right. */
static void call_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const function_t *function = sqlite3_user_data(context);
    call_t in; /* only what is used is set: zeroing all of it takes longer than a UUID */

    in.context = context;
    in.function = function;
    in.count = count;
    if (!check_types(&in, values))
        return;
    for (int i = 0; i < count; i++)
        if (!read_argument(context, &in.a[i], function->parameters[i], function->nature))
            return;
    function->call(&in);
}

/* The same for one UUID, with nothing to loop over: in four fifths of the time. */
static void call_with_uuid(sqlite3_context *context, int count, sqlite3_value **values)
{
    call_t in;

    in.context = context;
    in.function = sqlite3_user_data(context);
    in.count = count;
    if (read_only_argument(context, &in.a[0], values[0]))
        in.function->call(&in);
}

INTERNAL const uint64_t *optional(const call_t *in, int index)
{
    return index < in->count ? &in->a[index].number : NULL;
}

INTERNAL bool require_uuid(const call_t *in, uuid9562_t *uuid)
{
    size_t offset = 0;
    uuid9562_status_t status = read_uuid(uuid, &offset, &in->a[0]);
    const int type = in->a[0].type;

    if (type != SQLITE_TEXT && type != SQLITE_BLOB)
        fail_wrong_type(in->context, in->function->parameters[0], a_uuid, in->a[0].value);
    else if (status != UUID9562_OK)
        fail_read(in->context, status, offset, &in->a[0]);
    else
        return true;
    return false;
}

/* ---- registration ---- */

static int count_parameters(const function_t *function)
{
    int count = 0;

    while (count < MAX_ARGUMENTS && function->parameters[count] != NULL)
        count++;
    return count;
}

/* Called instead of a function that is not pure, in the replicated variant. */
static void refuse_replicated(sqlite3_context *context, int count, sqlite3_value **values)
{
    (void)count;
    (void)values;
    fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), REFUSED_REPLICATED));
}

INTERNAL int register_function(sqlite3 *db, const function_t *function, fast_t *fast)
{
    static const int flags[] = {
        [PURE] = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
        [KEYED] = SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC,
        [BUILDER] = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
        [GENERATOR] = SQLITE_UTF8 | SQLITE_INNOCUOUS,
        [DIRECT_ONLY] = SQLITE_UTF8 | SQLITE_DIRECTONLY,
    };
    const int most = count_parameters(function);
    int rc = SQLITE_OK;

    for (int count = function->required; rc == SQLITE_OK && count <= most; count++) {
        fast_t *call = call_function;

        if (REPLICATED && (function->nature == GENERATOR || function->nature == DIRECT_ONLY))
            call = refuse_replicated;
        else if (fast != NULL)
            call = fast;
        else if (count == 1 && function->parameters[0]->kind == KIND_UUID)
            call = call_with_uuid;
        rc = sqlite3_create_function_v2(db, function->name, count, flags[function->nature],
                                        (void *)function, call, NULL, NULL, NULL);
    }
    return rc;
}

/* ---- results ---- */

INTERNAL void result_text(sqlite3_context *context, const uuid9562_t *uuid)
{
    _Alignas(64) char text[UUID9562_CANONICAL_LENGTH]; /* in one line of the cache, to be copied */

    uuid9562_format(text, uuid);
    sqlite3_result_text(context, text, sizeof text, SQLITE_TRANSIENT);
}

INTERNAL void result_blob(sqlite3_context *context, const uuid9562_t *uuid)
{
    sqlite3_result_blob(context, uuid->bytes, sizeof uuid->bytes, SQLITE_TRANSIENT);
}

INTERNAL inline void result_as(sqlite3_context *context, result_t result, uuid9562_status_t status,
                               const uuid9562_t *uuid)
{
    if (status != UUID9562_OK)
        fail(context, status, 0);
    else if (result == RESULT_BLOB)
        result_blob(context, uuid);
    else
        result_text(context, uuid);
}

INTERNAL void result_uuid(const call_t *in, uuid9562_status_t status, const uuid9562_t *uuid)
{
    result_t result = in->function->result;

    if (result == RESULT_AS_GIVEN)
        result = in->a[0].type == SQLITE_BLOB ? RESULT_BLOB : RESULT_TEXT;
    result_as(in->context, result, status, uuid);
}

INTERNAL void result_constant(sqlite3_context *context, const char *text)
{
    sqlite3_result_text(context, text, -1, SQLITE_STATIC);
}

INTERNAL void result_unless_negative(sqlite3_context *context, int64_t value)
{
    if (value >= 0)
        sqlite3_result_int64(context, value);
}
