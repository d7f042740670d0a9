/*
 * From SQL values to the core's arguments and back: the values that each kind of parameter accepts,
 * the result for a wrong argument, and how a UUID is returned. Every function goes through here, so
 * that the same mistake has the same result everywhere.
 */
#ifndef UUID9562_VALUES_H
#define UUID9562_VALUES_H

#include "extension.h"

/* The values that a parameter accepts. Another is an error, or the function returns NULL. */
typedef enum kind {
    KIND_ANY,        /* every value; the function reads it itself */
    KIND_UUID,       /* TEXT in the format `any`, or a BLOB of 16 bytes; else NULL */
    KIND_UUID_ONLY,  /* the same; else an error */
    KIND_RAW,        /* as KIND_UUID, but the function reads it itself */
    KIND_NAMESPACE,  /* as KIND_UUID, or TEXT that starts with @ */
    KIND_ANY_SPACE,  /* the same, or @none, for which `integer` is 1 */
    KIND_TEXT,       /* TEXT; else NULL */
    KIND_ENCODED,    /* TEXT, or a BLOB of its bytes; else NULL */
    KIND_STRING,     /* TEXT; else an error */
    KIND_IDENTIFIER, /* TEXT that may name something in the database, or a file; else an error */
    KIND_BYTES,      /* TEXT as its UTF-8, or a BLOB; else an error */
    KIND_BLOB,       /* a BLOB; else an error */
    KIND_INTEGER,    /* an integer (is_integer); else an error */
    KIND_TIME,       /* the same, or TEXT that is a time; else an error; sets width_ms */
    KIND_TIME_V7,    /* the same in the range of version 7, checked before later arguments */
    KIND_TIME_NS,    /* the same in nanoseconds */
    KIND_NODE        /* an integer or TEXT @host; else an error */
} kind_t;

typedef struct parameter {
    const char *name; /* in error messages */
    kind_t kind;
} parameter_t;

/* An argument that has been read. */
typedef struct argument {
    sqlite3_value *value;
    int type; /* its storage class; SQLITE_INTEGER of a REAL that is taken as one */
    uuid9562_t uuid;
    int64_t integer;
    uint64_t number; /* the integer; UINT64_MAX, out of every range, if negative */
    uint32_t width_ms; /* of a time: see uuid9562_uuid7_bound */
    const char *bytes;
    size_t length;
} argument_t;

enum { MAX_ARGUMENTS = 4 };

/* How a function returns a UUID. */
typedef enum result {
    RESULT_TEXT,
    RESULT_BLOB,
    RESULT_AS_GIVEN, /* a BLOB for a BLOB, TEXT for TEXT */
    RESULT_OTHER     /* it returns something else */
} result_t;

/* Where SQLite may use a function. PURE and BUILDER are pure: also in indexes and generated
 * columns. GENERATOR: elsewhere in a schema. DIRECT_ONLY: in no schema. PURE returns NULL for a
 * NULL. The others make a key: to them NULL is an argument of the wrong type, so that it is
 * noticed; an invalid namespace is an error for builders. */
typedef enum trust { PURE, BUILDER, GENERATOR, DIRECT_ONLY } trust_t;

struct function;

/* A call of a function. */
typedef struct call {
    sqlite3_context *context;
    const struct function *function;
    int count;
    argument_t a[MAX_ARGUMENTS];
} call_t;

/* A function as SQLite itself calls it. */
typedef void fast_t(sqlite3_context *context, int count, sqlite3_value **values);

/* One row of a table of functions. To add one: a function that calls the core, in the file of its
 * topic, and a row of the table at the end of that file. Its arguments are read already, and none
 * is NULL; a fast one reads its own. */
typedef struct function {
    const char *name;
    trust_t trust;
    result_t result;
    void (*call)(const call_t *in); /* NULL of a fast one */
    int required;                   /* the number of arguments that are not optional */
    const parameter_t *parameters[MAX_ARGUMENTS];
} function_t;

/* The error of functions that are not pure in the replicated variant, after the name. */
#define REFUSED_REPLICATED                                                                         \
    "not in the replicated variant of uuid9562, where a result depends on the arguments alone; "   \
    "bind the value, or use uuid7_make or uuid4_make"

/* A function of which SQLite calls `fast` itself; its `call` is NULL. */
typedef struct fast_function {
    function_t function;
    fast_t *fast;
} fast_function_t;

#define ROWS(table) (sizeof(table) / sizeof *(table))

INTERNAL int register_rows(sqlite3 *db, const function_t *functions, size_t count,
                           const fast_function_t *fast, size_t fast_count);

/* ---- errors ---- */

/* Frees the message, which may be NULL for lack of memory. */
INTERNAL void fail_with(sqlite3_context *context, char *message);
INTERNAL void fail(sqlite3_context *context, uuid9562_status_t status);

/* The message of the error `rc` of SQLite: the connection's or, if that has another, the code's. */
INTERNAL const char *explain(sqlite3 *db, int rc);

/* ---- arguments ---- */

/* Whether a value is an INTEGER, or a REAL with a whole value: languages whose numbers are REAL
 * bind nothing else. From 2^53 on a REAL may be the neighbour of the intended integer. */
INTERNAL bool is_integer(sqlite3_value *value);

/* Checks the type of an argument, and reads it. A REAL with a whole value becomes an INTEGER.
 * Returns: SQLITE_OK; SQLITE_DONE if the function returns NULL, which a builder may not; NOMEM;
 *          ERROR, with a message to be freed, to follow the function's name */
INTERNAL int check_type(argument_t *argument, sqlite3_value *value, const parameter_t *parameter,
                        bool may_be_null, char **message);
INTERNAL int read_argument(argument_t *argument, const parameter_t *parameter, bool may_be_null,
                           char **message);

/* Ends a call with the error of one of the two. Frees the message. */
INTERNAL void end_call(sqlite3_context *context, int rc, char *message);

/* Reads a UUID from an argument of any type; a number counts as malformed.
 * Out: offset  as for uuid9562_parse; may be NULL */
INTERNAL uuid9562_status_t read_uuid(uuid9562_t *uuid, size_t *offset, const argument_t *argument);

/* The schemas of the connection as a table for FROM, with columns seq and name; temp is always
 * there. It names no table that a view of the file could replace.
 * Out: schemas  to be freed */
INTERNAL int list_schemas(sqlite3 *db, char **schemas);

/* Reads the one argument, a KIND_UUID, of a function that takes no other. Returns false if the call
 * is over. */
INTERNAL bool read_only_argument(sqlite3_context *context, argument_t *argument,
                                 sqlite3_value *value);

/* The number of an argument; NULL if omitted. */
INTERNAL const uint64_t *optional(const call_t *in, int index);

/* ---- results ---- */

INTERNAL void result_text(sqlite3_context *context, const uuid9562_t *uuid);
INTERNAL void result_blob(sqlite3_context *context, const uuid9562_t *uuid);

/* The UUID as TEXT or as a BLOB, or an error. */
INTERNAL void result_as(sqlite3_context *context, result_t result, uuid9562_status_t status,
                        const uuid9562_t *uuid);

/* The same, as the function returns it. */
INTERNAL void result_uuid(const call_t *in, uuid9562_status_t status, const uuid9562_t *uuid);

INTERNAL void result_constant(sqlite3_context *context, const char *text);

/* For functions of the core that return a negative number for an absent field. */
INTERNAL void result_unless_negative(sqlite3_context *context, int64_t value);

#endif
