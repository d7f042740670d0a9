/*
 * What all C files of uuid9562._core share: the data of a module, the object behind a Generator,
 * and how a function of Python is declared.
 *
 * module.c compiles the files as one translation unit and defines UUID9562_PYTHON_SINGLE_UNIT: then
 * everything that one file offers another is static, and small functions are inlined across files.
 * A file that is opened or checked alone has ordinary external declarations instead.
 */
#ifndef UUID9562_PYTHON_COMMON_H
#define UUID9562_PYTHON_COMMON_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "private/uuid9562_host.h"
#include "uuid9562_bindings.h"
#include "uuid9562_generator.h"

#ifdef UUID9562_PYTHON_SINGLE_UNIT
#define INTERNAL static
#else
#define INTERNAL
#endif

/* Part of each function that calls it, so that the compiler sees its constants. */
#define INLINE static inline __attribute__((always_inline, unused))

/* Kept out of the functions that call it: it raises an exception. */
#define COLD INTERNAL __attribute__((cold, noinline))

/* The data of a module. The objects are strong references; all are set when the import is done. */
typedef struct module {
    PyTypeObject *uuid_type; /* uuid.UUID of the standard library */
    PyObject *safe_unknown;  /* its SafeUUID.unknown */
    PyObject *int_name;      /* the names of the two slots of a UUID: "int", */
    PyObject *is_safe_name;  /* and "is_safe" */
    Py_ssize_t int_offset;   /* where these slots are in a UUID; both 0 if that is unknown */
    Py_ssize_t is_safe_offset;
    PyTypeObject *generator_type;   /* Generator */
    PyTypeObject *arrow_array_type; /* ArrowArray */
    _Atomic uint64_t node;          /* what getnode() returns; 0 until it is first called */

    /* The Generators that replace the process's, for tests (testing.py): a list of strong
     * references that begins with the one in effect. All but the question whether there is one is
     * in a critical section of generator_type. */
    struct generator *_Atomic frozen;

    /* For accelerate_slots.c, NULL until the first _accelerate(): strong references to two names
     * and to os.urandom, and a format. */
    PyObject *hex_name;
    PyObject *bytes_name;
    PyObject *urandom;
    const uuid9562_format_t *hex_format;
} module_t;

/* A uuid9562.Generator. Each source is a strong reference, or None for the system's own. */
typedef struct generator {
    PyObject head;
    uuid9562_generator_t *core;
    PyObject *clock;
    PyObject *random;
    bool runs_python;                        /* one of the sources is written in Python */
    struct generator *_Atomic frozen_before; /* the next in that list */
} generator_t;

/* The parameters of a C function that Python calls, and its cells in a PyMethodDef. */
#define FASTCALL         PyObject *self, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames
#define METHOD(function) (PyCFunction)(void (*)(void)) function, METH_FASTCALL | METH_KEYWORDS

/* Nothing sets an attribute of a class, from Python 3.10 on. */
#ifndef Py_TPFLAGS_IMMUTABLETYPE
#define Py_TPFLAGS_IMMUTABLETYPE 0
#endif

/* Until 3.12 the interpreter's lock is enough. No lock is held over a fork: with that lock only one
 * thread is in C code, without it a fork stops the others outside of these sections. */
#ifndef Py_BEGIN_CRITICAL_SECTION
#define Py_BEGIN_CRITICAL_SECTION(object) {
#define Py_END_CRITICAL_SECTION()         }
#endif

#endif
