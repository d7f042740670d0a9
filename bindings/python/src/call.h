/* A call from Python: its arguments bound to the parameters of the function. See call.c. */
#ifndef UUID9562_PYTHON_CALL_H
#define UUID9562_PYTHON_CALL_H

#include "common.h"

#include <string.h>

enum { PARAMETERS_MAX = 4 };

/* A call sets `doc` and `kinds`; bind_call() sets the rest. The arguments are borrowed from the
 * caller, and NULL if they were left out. */
typedef struct call {
    const char *doc;   /* the docstring, which begins with the signature and so holds all names:
                          "uuid7_make($self, unix_ms, random, n=0)" */
    const char *kinds; /* a letter for each parameter (is_of_kind lists them), and a | before those
                          that may be left out: "ib|i" */
    PyObject *arguments[PARAMETERS_MAX];
    module_t *module;
    uuid9562_generator_t *generator; /* NULL for the generator of the process */
    bool runs_python;                /* the generator calls back into Python */
} call_t;

/* Each of these raises TypeError and returns -1. The first keeps an exception that is set; the
 * second takes over a str that describes the argument, or NULL with an exception set. */
COLD int raise_type(const call_t *call, Py_ssize_t number, char kind);
COLD int raise_not(const call_t *call, Py_ssize_t number, char kind, PyObject *what);
COLD int raise_missing(const call_t *call, Py_ssize_t number);
COLD int raise_count(const call_t *call, Py_ssize_t most, Py_ssize_t given);

/* Sets the module and the generator of a `self` that is a Generator. Returns 0, or -1 with an
 * exception set. */
INTERNAL int find_generator(call_t *call, PyObject *self);

/* Calls a function as a method of the Generator that replaces the process's; or, if that has just
 * ended, once more. */
typedef PyObject *method_t(FASTCALL);
COLD PyObject *call_frozen(const call_t *call, method_t *method, FASTCALL);

/* Bind arguments that were given by name. Return 0, or -1 with an exception set. */
INTERNAL int bind_keyword(call_t *call, PyObject *keyword, PyObject *value);
INTERNAL int bind_keywords(call_t *call, PyObject *const *args, PyObject *kwnames);

/* Returns whether the object is a datetime.date, which a datetime is too; false with an exception
 * set if that is unknown. */
INTERNAL bool is_date(PyObject *object);

/* Returns which method of the Arrow PyCapsule interface the object has; NULL if it has none, or
 * with an exception set if that is unknown. */
INTERNAL const char *arrow_method(PyObject *object);

/* Returns whether the object is of a kind; false with or without an exception set if it is not. An
 * integer is an int or has an __index__; a float or a str is neither. */
INLINE bool is_of_kind(const module_t *module, PyObject *object, char kind)
{
    switch (kind) {
    case 'u': /* a UUID */
        return PyUnicode_Check(object) || PyBytes_Check(object) ||
               PyObject_TypeCheck(object, module->uuid_type);
    case 'v': /* an optional UUID */
        return object == Py_None || PyUnicode_Check(object) || PyBytes_Check(object) ||
               PyObject_TypeCheck(object, module->uuid_type);
    case 'm': /* the name of a name-based UUID */
    case 'f': /* a UUID in a format, which decides which of the two */
        return PyUnicode_Check(object) || PyBytes_Check(object);
    case 's': /* str */
        return PyUnicode_Check(object);
    case 'b': /* bytes */
        return PyBytes_Check(object);
    case 'i': /* an integer */
        return PyIndex_Check(object);
    case 'o': /* an optional integer */
        return PyIndex_Check(object) || object == Py_None;
    case 'T': /* a time */
        return (PyIndex_Check(object) && !PyBool_Check(object)) || PyUnicode_Check(object) ||
               is_date(object);
    case 'n': /* an optional node */
        return PyIndex_Check(object) || PyUnicode_Check(object) || object == Py_None;
    case 'p': /* a path */
        return PyUnicode_Check(object) || PyBytes_Check(object) ||
               PyObject_HasAttrString(object, "__fspath__");
    case 'c': /* an optional callable */
        return PyCallable_Check(object) || object == Py_None;
    case 'd': /* a buffer to read */
        return PyObject_CheckBuffer(object);
    case 'a': /* a buffer to read, or a column of Arrow */
        return PyObject_CheckBuffer(object) || arrow_method(object) != NULL;
    case 't': /* text, as characters or as bytes */
        return PyUnicode_Check(object) || PyObject_CheckBuffer(object);
    default: /* '*': any object */
        return true;
    }
}

/* Checks an argument that was given. Returns 0, or -1 with an exception set. */
INLINE int check_kind(const call_t *call, Py_ssize_t number, char kind)
{
    if (is_of_kind(call->module, call->arguments[number], kind))
        return 0;
    return raise_type(call, number, kind);
}

/* Checks that every required argument was given, and that all have the right type. `kinds` is that
 * of the call, by a path on which the compiler sees the constant. Returns 0, or -1 with an
 * exception set. */
INLINE int check_arguments(const call_t *call, const char *kinds)
{
    bool required = true;

#pragma GCC unroll 8
    for (Py_ssize_t i = 0; *kinds != '\0'; kinds++) {
        if (*kinds == '|') {
            required = false;
            continue;
        }
        if (call->arguments[i] == NULL && required)
            return raise_missing(call, i);
        if (call->arguments[i] != NULL && check_kind(call, i, *kinds) != 0)
            return -1;
        i++;
    }
    return 0;
}

INLINE int bind_positions(call_t *call, const char *kinds, PyObject *const *args, Py_ssize_t nargs)
{
    const Py_ssize_t most = (Py_ssize_t)strlen(kinds) - (strchr(kinds, '|') != NULL ? 1 : 0);

    if (nargs > most)
        return raise_count(call, most, nargs);
    for (Py_ssize_t i = 0; i < nargs; i++)
        call->arguments[i] = args[i];
    return 0;
}

/* Binds the arguments of a METH_FASTCALL | METH_KEYWORDS call. All of them have the right type
 * before any is read. Returns 0, or -1 with an exception set. */
INLINE int bind_call(call_t *call, FASTCALL)
{
    const char *const kinds = call->kinds; /* before a function that gets the call */

    if (PyModule_CheckExact(self))
        call->module = PyModule_GetState(self);
    else if (find_generator(call, self) != 0)
        return -1;
    if (bind_positions(call, kinds, args, nargs) != 0 ||
        (kwnames != NULL && bind_keywords(call, args + nargs, kwnames) != 0))
        return -1;
    return check_arguments(call, kinds);
}

/* Many UUIDs in pieces, without the interpreter's lock unless they are few; between two pieces the
 * handlers of signals run, so that Ctrl-C ends a long call:
 *
 *     for (work = begin_work(n); next_piece(&work);)
 *         ... work.count of them, from number work.begin on ...
 *
 * A loop that is left before next_piece() returns false needs end_work(). */
typedef struct work {
    uint64_t begin, count, left;
    PyThreadState *saved; /* NULL while the lock is held */
    bool interrupted;     /* a handler raised an exception */
} work_t;

enum { RELEASE_THRESHOLD = 128, PIECE = 1048576 };

INLINE work_t begin_work(uint64_t n)
{
    return (work_t){.left = n};
}

INTERNAL void end_work(work_t *work);
INTERNAL bool next_piece(work_t *work);

/* Returns whether a call that is bound belongs to call_frozen() instead. */
INLINE bool is_frozen(const call_t *call)
{
    return call->generator == NULL &&
           __builtin_expect(
               atomic_load_explicit(&call->module->frozen, memory_order_relaxed) != NULL, 0);
}

#endif
