/*
 * From SQL values to the core's arguments and back: what each kind of argument accepts, what it
 * gives where it is wrong, and how a UUID comes out. Every function goes through here, so that the
 * same mistake has the same answer everywhere.
 */
#include <string.h>

/* What an argument of each name is; the name is what an error calls it. */
typedef enum kind {
    KIND_ANY,       /* whatever it is, the function looks at it itself */
    KIND_UUID,      /* TEXT in the form `any`, or a BLOB of 16 bytes; else the result is NULL */
    KIND_LATER,     /* as KIND_UUID, but the function reads it itself */
    KIND_NAMESPACE, /* as KIND_UUID, or TEXT that begins with @ */
    KIND_TEXT,      /* TEXT; else the result is NULL */
    KIND_WRITTEN,   /* TEXT, or a BLOB where the form is binary; else the result is NULL */
    KIND_WORD,      /* TEXT; else an error */
    KIND_NAME,      /* TEXT that names something of the database; else an error */
    KIND_BYTES,     /* TEXT as its UTF-8, or a BLOB; else an error */
    KIND_BLOB,      /* a BLOB; else an error */
    KIND_INTEGER,   /* INTEGER; else an error */
    KIND_NODE       /* INTEGER or TEXT @host; else an error */
} kind_t;

#define ARGUMENTS(X)                                                                               \
    X(VALUE, "X", KIND_ANY)                                                                        \
    X(UUID, "X", KIND_UUID)                                                                        \
    X(ASSERTION, "A", KIND_TEXT)                                                                   \
    X(PARSED, "text", KIND_WRITTEN)                                                                \
    X(FORM, "form", KIND_WORD)                                                                     \
    X(PREFIX, "prefix", KIND_WORD)                                                                 \
    X(PREFIXED, "X", KIND_LATER)                                                                   \
    X(TYPEID, "text", KIND_TEXT)                                                                   \
    X(NAMESPACE, "namespace", KIND_NAMESPACE)                                                      \
    X(NAMESPACE_NAME, "name", KIND_WORD)                                                           \
    X(NAME, "name", KIND_BYTES)                                                                    \
    X(DIGEST, "digest", KIND_WORD)                                                                 \
    X(UNIX_MS, "unix_ms", KIND_INTEGER)                                                            \
    X(RANDOM, "random", KIND_BLOB)                                                                 \
    X(N, "n", KIND_INTEGER)                                                                        \
    X(NODE, "node", KIND_NODE)                                                                     \
    X(NODE_ID, "node", KIND_INTEGER)                                                               \
    X(CLOCK_SEQ, "clock_seq", KIND_INTEGER)                                                        \
    X(A, "a", KIND_INTEGER)                                                                        \
    X(B, "b", KIND_INTEGER)                                                                        \
    X(C, "c", KIND_INTEGER)                                                                        \
    X(TABLE, "table", KIND_NAME)                                                                   \
    X(COLUMN, "column", KIND_NAME)                                                                 \
    X(VERSION, "version", KIND_INTEGER)                                                            \
    X(SCHEMA, "schema", KIND_NAME)

#define ARGUMENT_ENUM(id, name, kind) ARGUMENT_##id,
typedef enum argument_id { ARGUMENT_NONE, ARGUMENTS(ARGUMENT_ENUM) } argument_id_t;

#define ARGUMENT_ROW(id, name, kind) [ARGUMENT_##id] = {name, kind},
static const struct {
    const char *name;
    kind_t kind;
} argument_table[] = {ARGUMENTS(ARGUMENT_ROW)};

enum { MOST_ARGUMENTS = 4 };

/* An argument once it is read. */
typedef struct argument {
    sqlite3_value *value;
    int type; /* its storage class */
    uuid9562_t uuid;
    int64_t integer;
    uint64_t number; /* the integer, where negative ones are out of every range */
    const char *bytes;
    size_t length;
} argument_t;

/* How the UUID of a function comes out: as given is BLOB for BLOB; other is no UUID at all. */
typedef enum result { RESULT_TEXT, RESULT_BLOB, RESULT_AS_GIVEN, RESULT_OTHER } result_t;

/* What a function is called with. */
typedef struct call {
    sqlite3_context *context;
    const struct function *function;
    int count;
    argument_t a[MOST_ARGUMENTS];
} call_t;

/* What a function may be used for: pure ones in indexes and generated columns, generators not, and
 * commands not in a schema at all. */
typedef enum nature { PURE, GENERATOR, COMMAND } nature_t;

/* One line of the function table. */
typedef struct function {
    const char *name;
    nature_t nature;
    result_t result;
    void (*call)(const call_t *in);
    int required; /* how many of the arguments must be there */
    argument_id_t arguments[MOST_ARGUMENTS];
} function_t;

static int argument_count(const function_t *function)
{
    int count = 0;
    while (count < MOST_ARGUMENTS && function->arguments[count] != ARGUMENT_NONE)
        count++;
    return count;
}

/* ---- errors ---- */

static const char *function_name(sqlite3_context *context)
{
    return ((const function_t *)sqlite3_user_data(context))->name;
}

/* Takes the message, which is NULL where there was no memory for it. */
static void fail_with(sqlite3_context *context, char *message)
{
    if (message != NULL)
        sqlite3_result_error(context, message, -1);
    else
        sqlite3_result_error_nomem(context);
    sqlite3_free(message);
}

static void fail_type(sqlite3_context *context, argument_id_t id, const char *expected)
{
    fail_with(context, sqlite3_mprintf("%s: %s must be %s", function_name(context),
                                       argument_table[id].name, expected));
}

static void fail(sqlite3_context *context, uuid9562_status_t status, size_t offset)
{
    char explained[UUID9562_DESCRIPTION_MAX];

    if (status == UUID9562_ERR_MEMORY) {
        sqlite3_result_error_nomem(context);
        return;
    }
    uuid9562_describe_error(explained, status, offset);
    fail_with(context, sqlite3_mprintf("%s: %s", function_name(context), explained));
}

/* ---- arguments ---- */

static const void *bytes_of(sqlite3_value *value, int type, size_t *length)
{
    const void *bytes =
        type == SQLITE_TEXT ? (const void *)sqlite3_value_text(value) : sqlite3_value_blob(value);
    *length = (size_t)sqlite3_value_bytes(value);
    return bytes;
}

/* A UUID in an argument of any type whose bytes are read; one that can be no UUID counts as
 * malformed. The offset may be NULL. */
static uuid9562_status_t uuid_of(const argument_t *argument, uuid9562_t *uuid, size_t *offset)
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

/* Is an argument that is not NULL of a type that its kind accepts? Where it is not, the call is
 * over, with an error or with NULL. */
static bool has_type(sqlite3_context *context, argument_id_t id, int type)
{
    bool text = type == SQLITE_TEXT, blob = type == SQLITE_BLOB, integer = type == SQLITE_INTEGER;
    const char *expected = NULL;
    bool is = true;

    switch (argument_table[id].kind) {
    case KIND_ANY:
        break;
    case KIND_UUID:
    case KIND_LATER:
    case KIND_NAMESPACE:
    case KIND_WRITTEN:
        return text || blob;
    case KIND_TEXT:
        return text;
    case KIND_WORD:
    case KIND_NAME:
        is = text;
        expected = "TEXT";
        break;
    case KIND_BYTES:
        is = text || blob;
        expected = "TEXT or a BLOB";
        break;
    case KIND_BLOB:
        is = blob;
        expected = "a BLOB";
        break;
    case KIND_INTEGER:
        is = integer;
        expected = "an INTEGER";
        break;
    case KIND_NODE:
        is = integer || text;
        expected = "an INTEGER or '@host'";
        break;
    }
    if (!is)
        fail_type(context, id, expected);
    return is;
}

/* Reads an argument of the right type. Returns false where the call is over, as above. */
static bool read_argument(sqlite3_context *context, argument_id_t id, argument_t *argument)
{
    const int type = argument->type;
    uuid9562_status_t status = UUID9562_OK;

    if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
        argument->bytes = bytes_of(argument->value, type, &argument->length);
        if (argument->bytes == NULL && (type == SQLITE_TEXT || argument->length > 0))
            status = UUID9562_ERR_MEMORY;
    } else if (type == SQLITE_INTEGER) {
        argument->integer = sqlite3_value_int64(argument->value);
        argument->number = argument->integer < 0 ? UINT64_MAX : (uint64_t)argument->integer;
    }

    if (status == UUID9562_OK) {
        switch (argument_table[id].kind) {
        case KIND_UUID:
            status = uuid_of(argument, &argument->uuid, NULL);
            break;
        case KIND_NAMESPACE:
            status = type == SQLITE_TEXT
                         ? uuid9562_parse_namespace(&argument->uuid, NULL, argument->bytes,
                                                    argument->length)
                         : uuid_of(argument, &argument->uuid, NULL);
            break;
        case KIND_NODE:
            if (type == SQLITE_TEXT)
                status =
                    uuid9562_node_by_name(&argument->number, argument->bytes, argument->length);
            break;
        case KIND_NAME:
            if (argument->length == 0 || memchr(argument->bytes, '\0', argument->length) != NULL) {
                fail_type(context, id, "a name, which is not empty and has no NUL");
                return false;
            }
            break;
        default:
            break;
        }
    }
    if (status != UUID9562_OK && uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        fail(context, status, 0);
    return status == UUID9562_OK;
}

/* What SQLite calls for every function: reads the arguments and hands them on. First come all
 * NULLs, then all types, then the values from left to right. A command is not passed over for a
 * NULL: that is of the wrong type. */
static void call_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const function_t *function = sqlite3_user_data(context);
    call_t in; /* only what is used is set: zeros for all of it take longer than a UUID */

    in.context = context;
    in.function = function;
    in.count = count;
    for (int i = 0; i < count; i++) {
        in.a[i].value = values[i];
        in.a[i].type = sqlite3_value_type(values[i]);
        if (in.a[i].type == SQLITE_NULL && function->nature != COMMAND)
            return;
    }
    for (int i = 0; i < count; i++)
        if (!has_type(context, function->arguments[i], in.a[i].type))
            return;
    for (int i = 0; i < count; i++)
        if (!read_argument(context, function->arguments[i], &in.a[i]))
            return;
    function->call(&in);
}

/* The same for functions without arguments, and for those of one UUID, which are called for every
 * row: there is nothing to loop over. */
static void call_function_of_none(sqlite3_context *context, int count, sqlite3_value **values)
{
    call_t in;

    (void)values;
    in.context = context;
    in.function = sqlite3_user_data(context);
    in.count = count;
    in.function->call(&in);
}

static void call_function_of_uuid(sqlite3_context *context, int count, sqlite3_value **values)
{
    call_t in;
    argument_t *x = &in.a[0];

    in.context = context;
    in.function = sqlite3_user_data(context);
    in.count = count;
    x->value = values[0];
    x->type = sqlite3_value_type(values[0]);
    if ((x->type == SQLITE_TEXT || x->type == SQLITE_BLOB) &&
        read_argument(context, ARGUMENT_UUID, x))
        in.function->call(&in);
}

typedef void caller_t(sqlite3_context *context, int count, sqlite3_value **values);

/* The one of the three that a function is registered with for so many arguments. */
static caller_t *caller_of(const function_t *function, int count)
{
    if (count == 0)
        return call_function_of_none;
    return count == 1 && function->arguments[0] == ARGUMENT_UUID ? call_function_of_uuid
                                                                 : call_function;
}

/* ---- results ---- */

static void result_text(sqlite3_context *context, const uuid9562_t *uuid)
{
    _Alignas(64) char text[UUID9562_CANONICAL_LENGTH]; /* in one line of the cache, to be copied */

    uuid9562_format(text, uuid);
    sqlite3_result_text(context, text, sizeof text, SQLITE_TRANSIENT);
}

static void result_blob(sqlite3_context *context, const uuid9562_t *uuid)
{
    sqlite3_result_blob(context, uuid->bytes, sizeof uuid->bytes, SQLITE_TRANSIENT);
}

/* The UUID of a function, or the error that it met. */
static void result_uuid(const call_t *in, uuid9562_status_t status, const uuid9562_t *uuid)
{
    const result_t result = in->function->result;

    if (status != UUID9562_OK)
        fail(in->context, status, 0);
    else if (result == RESULT_BLOB || (result == RESULT_AS_GIVEN && in->a[0].type == SQLITE_BLOB))
        result_blob(in->context, uuid);
    else
        result_text(in->context, uuid);
}

static void result_word(sqlite3_context *context, const char *constant)
{
    sqlite3_result_text(context, constant, -1, SQLITE_STATIC);
}

/* Of a statement. */
static int bind_name(sqlite3_stmt *statement, int parameter, const char *name)
{
    return sqlite3_bind_text(statement, parameter, name, -1, SQLITE_STATIC);
}

/* Of the core's functions that say with a negative number that there is nothing to say. */
static void result_unless_negative(sqlite3_context *context, int64_t value)
{
    if (value >= 0)
        sqlite3_result_int64(context, value);
}
