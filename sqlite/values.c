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

INTERNAL void fail(sqlite3_context *context, uuid9562_status_t status)
{
    char description[UUID9562_DESCRIPTION_MAX];

    if (status == UUID9562_ERR_MEMORY) {
        sqlite3_result_error_nomem(context);
        return;
    }
    uuid9562_describe(description, status, 0, NULL, 0);
    fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), description));
}

INTERNAL const char *explain(sqlite3 *db, int rc)
{
    return sqlite3_errcode(db) == rc ? sqlite3_errmsg(db) : sqlite3_errstr(rc);
}

INTERNAL inline int list_schemas(sqlite3 *db, char **schemas)
{
    sqlite3_str *out = sqlite3_str_new(db);
    sqlite3_stmt *statement = NULL;
    int rc = sqlite3_prepare_v2(db, "PRAGMA database_list", -1, &statement, NULL);

    sqlite3_str_appendall(out, "(SELECT 1 AS seq, 'temp' AS name");
    while (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        sqlite3_str_appendf(out, " UNION SELECT %d, %Q", sqlite3_column_int(statement, 0),
                            sqlite3_column_text(statement, 1));
        rc = SQLITE_OK;
    }
    sqlite3_finalize(statement);
    sqlite3_str_appendall(out, ")");
    *schemas = sqlite3_str_finish(out);
    if (rc != SQLITE_DONE)
        return rc;
    return *schemas != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

INTERNAL void end_call(sqlite3_context *context, int rc, char *message)
{
    if (rc == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (rc == SQLITE_ERROR)
        fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), message));
    sqlite3_free(message);
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

/* Names the expected type and the argument; of TEXT and of bytes, which may be secret, only the
 * type. NULL if there is no memory. */
static char *describe_wrong_type(const char *parameter, const char *expected, sqlite3_value *value)
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
    return sqlite3_mprintf(
        "%s must be %s, not %s%s", parameter, expected, types[type],
        number && type == SQLITE_TEXT ? "; bind a number, or write CAST(? AS INTEGER)" : "");
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

/* Of TEXT or a BLOB. Returns OK, or MEMORY. */
static inline uuid9562_status_t read_bytes(argument_t *argument)
{
    const bool text = argument->type == SQLITE_TEXT;

    argument->bytes = text ? (const char *)sqlite3_value_text(argument->value)
                           : sqlite3_value_blob(argument->value);
    argument->length = (size_t)sqlite3_value_bytes(argument->value);
    return argument->bytes == NULL && (text || argument->length > 0) ? UUID9562_ERR_MEMORY
                                                                     : UUID9562_OK;
}

/* Readers of arguments whose types have been checked. */

static uuid9562_status_t read_x(argument_t *argument, size_t *offset)
{
    return read_uuid(&argument->uuid, offset, argument);
}

static uuid9562_status_t read_namespace(argument_t *argument, size_t *offset)
{
    if (argument->type == SQLITE_TEXT)
        return uuid9562_parse_namespace(&argument->uuid, offset, argument->bytes, argument->length);
    return read_uuid(&argument->uuid, offset, argument) == UUID9562_OK ? UUID9562_OK
                                                                       : UUID9562_ERR_NAMESPACE_ID;
}

static uuid9562_status_t read_any_space(argument_t *argument, size_t *offset)
{
    uuid9562_status_t status = read_namespace(argument, offset);

    argument->integer = status == UUID9562_ERR_NO_NAMESPACE;
    return argument->integer ? UUID9562_OK : status;
}

static uuid9562_status_t read_name(argument_t *argument, size_t *offset)
{
    (void)offset;
    return argument->length > 0 && memchr(argument->bytes, '\0', argument->length) == NULL
               ? UUID9562_OK
               : UUID9562_ERR_LENGTH;
}

static uuid9562_status_t read_time_ms(argument_t *argument, size_t *offset)
{
    argument->width_ms = 0;
    return argument->type == SQLITE_TEXT
               ? uuid9562_parse_time(&argument->integer, &argument->width_ms, offset,
                                     argument->bytes, argument->length)
               : UUID9562_OK;
}

static uuid9562_status_t read_time_v7(argument_t *argument, size_t *offset)
{
    uuid9562_status_t status = read_time_ms(argument, offset);

    return status == UUID9562_OK ? uuid9562_check_unix_ms(argument->integer) : status;
}

static uuid9562_status_t read_time_ns(argument_t *argument, size_t *offset)
{
    return argument->type == SQLITE_TEXT ? uuid9562_parse_time_ns(&argument->integer, offset,
                                                                  argument->bytes, argument->length)
                                         : UUID9562_OK;
}

static uuid9562_status_t read_node(argument_t *argument, size_t *offset)
{
    (void)offset;
    return argument->type == SQLITE_TEXT
               ? uuid9562_parse_node(&argument->number, argument->bytes, argument->length)
               : UUID9562_OK;
}

#define INTEGER [SQLITE_INTEGER] = true
#define REAL    [SQLITE_FLOAT] = true
#define TEXT    [SQLITE_TEXT] = true
#define BLOB    [SQLITE_BLOB] = true

static const struct {
    bool accepts[SQLITE_NULL + 1]; /* by the type of the argument */
    const char *expected;          /* the types, for the error */
    bool null; /* a wrong type, or malformed text, is NULL; of a builder, an error */
    uuid9562_status_t (*read)(argument_t *argument, size_t *offset); /* NULL: there is no more */
} kinds[] = {
    [KIND_ANY] = {{INTEGER, REAL, TEXT, BLOB}, NULL, false, NULL},
    [KIND_UUID] = {{TEXT, BLOB}, a_uuid, true, read_x},
    [KIND_UUID_ONLY] = {{TEXT, BLOB}, a_uuid, false, read_x},
    [KIND_RAW] = {{TEXT, BLOB}, a_uuid, true, NULL},
    [KIND_NAMESPACE] = {{TEXT, BLOB}, a_uuid, true, read_namespace},
    [KIND_ANY_SPACE] = {{TEXT, BLOB}, a_uuid, true, read_any_space},
    [KIND_TEXT] = {{TEXT}, "TEXT", true, NULL},
    [KIND_ENCODED] = {{TEXT, BLOB}, "TEXT or a BLOB", true, NULL},
    [KIND_STRING] = {{TEXT}, "TEXT", false, NULL},
    [KIND_IDENTIFIER] = {{TEXT}, "TEXT", false, read_name},
    [KIND_BYTES] = {{TEXT, BLOB}, "TEXT or a BLOB", false, NULL},
    [KIND_BLOB] = {{BLOB}, "a BLOB", false, NULL},
    [KIND_INTEGER] = {{INTEGER}, AN_INTEGER, false, NULL},
    [KIND_TIME] = {{INTEGER, TEXT}, AN_INTEGER ", or a time as TEXT", false, read_time_ms},
    [KIND_TIME_V7] = {{INTEGER, TEXT}, AN_INTEGER ", or a time as TEXT", false, read_time_v7},
    [KIND_TIME_NS] = {{INTEGER, TEXT}, AN_INTEGER ", or a time as TEXT", false, read_time_ns},
    [KIND_NODE] = {{INTEGER, TEXT}, AN_INTEGER " or '@host'", false, read_node},
};

#undef INTEGER
#undef REAL
#undef TEXT
#undef BLOB

static int with_message(char **message, char *allocated)
{
    *message = allocated;
    return allocated != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

static COLD int refuse_type(sqlite3_value *value, const parameter_t *parameter, bool may_be_null,
                            char **message)
{
    if (kinds[parameter->kind].null && may_be_null)
        return SQLITE_DONE;
    return with_message(
        message, describe_wrong_type(parameter->name, kinds[parameter->kind].expected, value));
}

INTERNAL inline int check_type(argument_t *argument, sqlite3_value *value,
                               const parameter_t *parameter, bool may_be_null, char **message)
{
    const bool *accepts = kinds[parameter->kind].accepts;

    argument->value = value;
    argument->type = sqlite3_value_type(value);
    if (argument->type == SQLITE_FLOAT && !accepts[SQLITE_FLOAT] && is_integer(value))
        argument->type = SQLITE_INTEGER;
    return accepts[argument->type] ? SQLITE_OK
                                   : refuse_type(value, parameter, may_be_null, message);
}

/* What is wrong with the value of an argument. */
static COLD int refuse_value(const argument_t *argument, const parameter_t *parameter,
                             bool may_be_null, uuid9562_status_t status, size_t offset,
                             char **message)
{
    char description[UUID9562_DESCRIPTION_MAX];

    if (status == UUID9562_ERR_MEMORY)
        return SQLITE_NOMEM;
    if (parameter->kind == KIND_IDENTIFIER)
        return with_message(message, sqlite3_mprintf("%s must be a name: not empty, without a NUL",
                                                     parameter->name));
    if (uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        uuid9562_describe(description, status, offset, NULL, 0);
    else if (kinds[parameter->kind].null && may_be_null)
        return SQLITE_DONE;
    else
        uuid9562_describe(description, status, offset, argument->bytes, argument->length);
    return with_message(message, sqlite3_mprintf("%s", description));
}

INTERNAL inline int read_argument(argument_t *argument, const parameter_t *parameter,
                                  bool may_be_null, char **message)
{
    uuid9562_status_t status = UUID9562_OK;
    size_t offset = 0;

    if (argument->type == SQLITE_TEXT || argument->type == SQLITE_BLOB)
        status = read_bytes(argument);
    else if (argument->type == SQLITE_INTEGER) {
        argument->integer = sqlite3_value_int64(argument->value);
        argument->number = argument->integer < 0 ? UINT64_MAX : (uint64_t)argument->integer;
    }
    if (status == UUID9562_OK && kinds[parameter->kind].read != NULL)
        status = kinds[parameter->kind].read(argument, &offset);
    return status == UUID9562_OK
               ? SQLITE_OK
               : refuse_value(argument, parameter, may_be_null, status, offset, message);
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
        fail(context, status);
    return status == UUID9562_OK;
}

/* Checks first the NULLs that make the function return NULL, then types from left to right. Returns
 * false if the call is over. */
static bool check_types(call_t *in, sqlite3_value **values)
{
    const function_t *function = in->function;
    char *message = NULL;
    int rc = SQLITE_OK;

    for (int i = 0; function->trust == PURE && i < in->count; i++)
        if (sqlite3_value_type(values[i]) == SQLITE_NULL)
            return false;
    for (int i = 0; rc == SQLITE_OK && i < in->count; i++)
        rc = check_type(&in->a[i], values[i], function->parameters[i], function->trust != BUILDER,
                        &message);
    if (rc != SQLITE_OK)
        end_call(in->context, rc, message);
    return rc == SQLITE_OK;
}

/* SQLite calls this for a function: it reads the arguments and passes them on. Types are checked
 * before the values, which are read from left to right. */
static void call_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const function_t *function = sqlite3_user_data(context);
    char *message = NULL;
    int rc = SQLITE_OK;
    call_t in; /* only its used part is set: zeroing it takes longer than a UUID */

    in.context = context;
    in.function = function;
    in.count = count;
    if (!check_types(&in, values))
        return;
    for (int i = 0; rc == SQLITE_OK && i < count; i++)
        rc =
            read_argument(&in.a[i], function->parameters[i], function->trust != BUILDER, &message);
    if (rc == SQLITE_OK)
        function->call(&in);
    else
        end_call(context, rc, message);
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

static int register_function(sqlite3 *db, const function_t *function, fast_t *fast)
{
    static const int flags[] = {
        [PURE] = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
        [BUILDER] = SQLITE_UTF8 | SQLITE_INNOCUOUS | SQLITE_DETERMINISTIC,
        [GENERATOR] = SQLITE_UTF8 | SQLITE_INNOCUOUS,
        [DIRECT_ONLY] = SQLITE_UTF8 | SQLITE_DIRECTONLY,
    };
    const int most = count_parameters(function);
    int rc = SQLITE_OK;

    for (int count = function->required; rc == SQLITE_OK && count <= most; count++) {
        fast_t *call = call_function;

        if (REPLICATED && (function->trust == GENERATOR || function->trust == DIRECT_ONLY))
            call = refuse_replicated;
        else if (fast != NULL)
            call = fast;
        else if (count == 1 && function->parameters[0]->kind == KIND_UUID)
            call = call_with_uuid;
        rc = sqlite3_create_function_v2(db, function->name, count, flags[function->trust],
                                        (void *)function, call, NULL, NULL, NULL);
    }
    return rc;
}

INTERNAL int register_rows(sqlite3 *db, const function_t *functions, size_t count,
                           const fast_function_t *fast, size_t fast_count)
{
    int rc = SQLITE_OK;

    for (size_t i = 0; rc == SQLITE_OK && i < count; i++)
        rc = register_function(db, &functions[i], NULL);
    for (size_t i = 0; rc == SQLITE_OK && i < fast_count; i++)
        rc = register_function(db, &fast[i].function, fast[i].fast);
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
        fail(context, status);
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
