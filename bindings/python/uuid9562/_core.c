/*
 * The Python face of uuid9562: the module uuid9562._core, its state and the table of its functions.
 *
 * A face converts arguments and results and decides nothing about UUIDs. What comes in is read in
 * _core_arguments.c, what goes out is made in _core_results.c, for both of which _core_uuid.c knows
 * what a uuid.UUID is made of. Between them each function is its name, its signature, its
 * documentation and a call of the core: _core_makers.c holds those that make a UUID and have three
 * faces (UUID, bytes, str), _core_text.c those that read and write one, _core_bulk.c those that do
 * so with many, _core_functions.c the others, and _core_generator.c the class whose methods some of
 * them are as well.
 *
 * Nothing is static but constants: what a module needs lies in its state, so every interpreter of a
 * process has its own, and after the import nothing in it changes but one atomic number: so it
 * needs no lock, not even that of the interpreter. Public calls of CPython only, 3.9 to 3.14, but
 * for two in _core_uuid.c.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <limits.h>
#include <stdatomic.h>
#include <string.h>

#include "uuid9562.h"

/* The objects are strong references; all of them are set when the module is ready. */
typedef struct state {
    PyTypeObject *uuid_type; /* uuid.UUID of the standard library */
    PyObject *safe_unknown;  /* its SafeUUID.unknown */
    PyObject *int_name;      /* the names of the two slots of a UUID: "int", */
    PyObject *is_safe_name;  /* and "is_safe" */
    Py_ssize_t int_offset;   /* where they lie in a UUID; both 0 where that is not known */
    Py_ssize_t is_safe_offset;
    _Atomic uint64_t node; /* what getnode() says; 0 as long as nobody has asked */
} state_t;

/* A uuid9562.Generator. The objects are strong references, or None for the system's own. */
typedef struct generator {
    PyObject head;
    uuid9562_generator_t *core;
    PyObject *clock;
    PyObject *random;
    bool runs_python; /* is there one of the two? */
} generator_t;

#include "_core_uuid.c"
#include "_core_results.c"
#include "_core_arguments.c"
#include "_core_makers.c"
#include "_core_text.c"
#include "_core_bulk.c"
#include "_core_functions.c"
#include "_core_generator.c"

/* ---- the table ---- */

/* clang-format off */
static PyMethodDef methods[] = {
    MAKER_ROWS(uuid1)
    MAKER_ROWS(uuid3)
    MAKER_ROWS(uuid4)
    MAKER_ROWS(uuid5)
    MAKER_ROWS(uuid6)
    MAKER_ROWS(uuid6_min)
    MAKER_ROWS(uuid6_max)
    MAKER_ROWS(uuid7)
    MAKER_ROWS(uuid7_at)
    MAKER_ROWS(uuid7_make)
    MAKER_ROWS(uuid7_min)
    MAKER_ROWS(uuid7_max)
    MAKER_ROWS(uuid8)
    MAKER_ROWS(uuid8_name)
    MAKER_ROWS(uuid8_node)
    ROW(batch)
    ROW(batch_bytes)
    ROW(batch_str)
    ROW(fill)
    ROW(lead_ns)
    ROW(resync)
    ROW(reseed)
    ROW(parse)
    ROW(format)
    ROW(format_n)
    ROW(parse_n)
    ROW(typeid)
    ROW(typeid_prefix)
    ROW(ldap_schema)
    ROW(to_str)
    ROW(to_bytes)
    ROW(from_bytes)
    ROW(valid)
    ROW(version)
    ROW(variant)
    ROW(timestamp_ms)
    ROW(to_datetime)
    ROW(node)
    ROW(clock_seq)
    ROW(compare)
    ROW(v1_to_v6)
    ROW(v6_to_v1)
    ROW(guid_swap)
    ROW(match)
    ROW(ordering_match)
    ROW(getnode)
    {NULL, NULL, 0, NULL},
};
/* clang-format on */

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

/* ---- the module ---- */

static int import_standard_uuid(state_t *state)
{
    PyObject *standard = PyImport_ImportModule("uuid");
    PyObject *type = NULL, *safe = NULL;

    if (standard != NULL)
        type = PyObject_GetAttrString(standard, "UUID");
    if (type != NULL && !PyType_Check(type)) {
        PyErr_SetString(PyExc_ImportError, "uuid.UUID is not a class");
        Py_CLEAR(type);
    }
    state->uuid_type = (PyTypeObject *)type;
    if (type != NULL)
        safe = PyObject_GetAttrString(standard, "SafeUUID");
    if (safe != NULL)
        state->safe_unknown = PyObject_GetAttrString(safe, "unknown");
    Py_XDECREF(standard);
    Py_XDECREF(safe);
    return state->safe_unknown != NULL ? 0 : -1;
}

static int add_constants(PyObject *module, state_t *state)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        PyObject *uuid = as_uuid(state, &constants[i].uuid);

        if (uuid == NULL || PyModule_AddObject(module, constants[i].name, uuid) != 0) {
            Py_XDECREF(uuid);
            return -1;
        }
    }
    return PyModule_AddStringConstant(module, "__version__", uuid9562_version());
}

static int module_exec(PyObject *module)
{
    state_t *state = PyModule_GetState(module);

    if (import_standard_uuid(state) != 0)
        return -1;
    state->int_name = PyUnicode_InternFromString("int");
    state->is_safe_name = PyUnicode_InternFromString("is_safe");
    if (state->int_name == NULL || state->is_safe_name == NULL || find_slots(state) != 0)
        return -1;
    if (add_generator(module) != 0)
        return -1;
    return add_constants(module, state);
}

static int module_traverse(PyObject *module, visitproc visit, void *arg)
{
    state_t *state = PyModule_GetState(module);

    Py_VISIT(state->uuid_type);
    Py_VISIT(state->safe_unknown);
    Py_VISIT(state->int_name);
    Py_VISIT(state->is_safe_name);
    return 0;
}

static int module_clear(PyObject *module)
{
    state_t *state = PyModule_GetState(module);

    Py_CLEAR(state->uuid_type);
    Py_CLEAR(state->safe_unknown);
    Py_CLEAR(state->int_name);
    Py_CLEAR(state->is_safe_name);
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)(uintptr_t)module_exec},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "uuid9562._core",
    .m_doc = "The C core of the package uuid9562; import that one.",
    .m_size = sizeof(state_t),
    .m_methods = methods,
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
