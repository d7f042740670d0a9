/* Results: a UUID as one of three types of Python, and a status of the core as an exception. */
#ifndef UUID9562_PYTHON_RESULTS_H
#define UUID9562_PYTHON_RESULTS_H

#include "call.h"
#include "uuid_object.h"

/* ---- return types ---- */

/* A return type, which is as_uuid, as_bytes or as_str. Returns a new reference, or NULL with an
 * exception set. */
typedef PyObject *as_t(const module_t *module, const uuid9562_t *uuid);

INTERNAL PyObject *as_bytes(const module_t *module, const uuid9562_t *uuid);
INTERNAL PyObject *as_str(const module_t *module, const uuid9562_t *uuid);

/* Generates or builds a UUID from the arguments of a call. Returns 0, or -1 with an exception. */
typedef int produce_t(const call_t *call, uuid9562_t *out);

/* Defines a function that binds its arguments and returns, as one of these types, the UUID that
 * `produce` makes of them. */
#define RETURNS(function, docstring, argument_kinds, produce, as)                                  \
    static PyObject *function                                                                      \
    {                                                                                              \
        call_t call = {.doc = docstring, .kinds = argument_kinds};                                 \
        uuid9562_t uuid;                                                                           \
                                                                                                   \
        if (bind(&call, self, args, nargs, kwnames) != 0 || produce(&call, &uuid) != 0)            \
            return NULL;                                                                           \
        return as(call.module, &uuid);                                                             \
    }

/* The same for a method of a Generator, which is a function of the module too. */
#define GENERATES(function, name, argument_kinds, produce, as)                                     \
    static PyObject *function                                                                      \
    {                                                                                              \
        call_t call = {.doc = name##_doc, .kinds = argument_kinds};                                \
        uuid9562_t uuid;                                                                           \
                                                                                                   \
        if (bind(&call, self, args, nargs, kwnames) != 0)                                          \
            return NULL;                                                                           \
        if (is_frozen(&call))                                                                      \
            return call_frozen(&call, name, self, args, nargs, kwnames);                           \
        if (produce(&call, &uuid) != 0)                                                            \
            return NULL;                                                                           \
        return as(call.module, &uuid);                                                             \
    }

/* The docstrings of the functions with the other two return types: `parameters` is "" or begins
 * with ", ", as it follows $self. */
#define BYTES_DOC(function, parameters, reference)                                                 \
    function "_bytes($self" parameters ")\n--\n\n"                                                 \
             "Return the UUID of " function "() as 16 bytes, the most significant first.\n\n"      \
             "See " function "() for the arguments. Raises the same exceptions. " reference "."
#define STR_DOC(function, parameters, reference)                                                   \
    function "_str($self" parameters ")\n--\n\n"                                                   \
             "Return the UUID of " function "() as a str of 36 characters in lower case.\n\n"      \
             "See " function "() for the arguments. Raises the same exceptions. " reference "."

/* ---- lists ---- */

/* Takes over the reference to the item, which is NULL if creating it failed. Returns 0, or -1 with
 * an exception set. */
INTERNAL int append(PyObject *list, PyObject *item);

/* ---- errors ---- */

/* Creates ValueError(message) with the attribute `offset`. Returns a new reference, or NULL with an
 * exception set. */
INTERNAL PyObject *malformed_error(PyObject *message, size_t offset);

/* What was wrong with text number `index` of many, and where in that text. */
typedef struct fault {
    uuid9562_status_t status;
    uint64_t index;
    size_t offset;
    const char *text;
    size_t length;
} fault_t;

/* Raises it, with the attributes `index` and `offset`. */
INTERNAL void raise_fault(const fault_t *fault);

/* Raises the exception of a status, unless a source of a Generator has raised one, which then is
 * the reason. Returns 0 for UUID9562_OK, else -1. The offset is passed by reference so that the
 * call which writes it can be the other argument. */
INTERNAL int check_text(uuid9562_status_t status, const size_t *offset, const char *text,
                        size_t length);

/* The same for a status that is never of the class MALFORMED. */
INTERNAL int check(uuid9562_status_t status);

#endif
