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

/* ---- functions of Python ---- */

/* Defines the function `name` with the docstring name_doc: it binds its arguments and returns
 * `answer`, an expression of `call`, which is a new reference, or NULL with an exception set. It
 * may write a UUID to `out`. */
#define FUNCTION(name, argument_kinds, answer)                                                     \
    static PyObject *name(FASTCALL)                                                                \
    {                                                                                              \
        call_t bound = {.doc = name##_doc, .kinds = argument_kinds};                               \
        const call_t *const call = &bound;                                                         \
        uuid9562_t uuid, *const out = &uuid;                                                       \
                                                                                                   \
        (void)call, (void)out;                                                                     \
        return bind_call(&bound, self, args, nargs, kwnames) == 0 ? (answer) : NULL;               \
    }

/* The same for a method of a Generator, which is a function of the module too. */
#define GENERATOR_FUNCTION(name, argument_kinds, answer)                                           \
    FUNCTION(name, argument_kinds,                                                                 \
             is_frozen(call) ? call_frozen(call, name, self, args, nargs, kwnames) : (answer))

/* The same two for a UUID of the return type `as`: `produce` is an expression of `call` and `out`
 * that writes the UUID there. It is 0, or -1 with an exception set. */
#define RETURNS(name, argument_kinds, as, produce)                                                 \
    FUNCTION(name, argument_kinds, (produce) == 0 ? as(call->module, out) : NULL)
#define GENERATES(name, argument_kinds, as, produce)                                               \
    GENERATOR_FUNCTION(name, argument_kinds, (produce) == 0 ? as(call->module, out) : NULL)

/* Docstrings of the _bytes and _str twins of `function`. */
#define BYTES_DOC(signature, function, section)                                                    \
    signature "\n--\n\n"                                                                           \
              "Return the UUID of " function "() as 16 bytes, the most significant first.\n\n"     \
              "See " function "() for the arguments. Raises the same exceptions. RFC 9562 section "\
              section "."
#define STR_DOC(signature, function, section)                                                      \
    signature "\n--\n\n"                                                                           \
              "Return the UUID of " function "() as a str of 36 characters in lower case.\n\n"     \
              "See " function "() for the arguments. Raises the same exceptions. RFC 9562 section "\
              section "."

/* None, unless an exception is set. */
INLINE PyObject *none_if(int failed)
{
    return failed == 0 ? Py_BuildValue("") : NULL;
}

/* ---- lists ---- */

/* Takes over the reference to the item, which is NULL if creating it failed. Returns 0, or -1 with
 * an exception set. */
INTERNAL int append_item(PyObject *list, PyObject *item);

/* ---- errors ---- */

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
