/*
 * uuid9562._core: the Python binding of uuid9562. This file is the module and its state, and the
 * one that is compiled.
 *
 * The binding converts arguments and results and decides nothing about UUIDs. A call goes through
 *
 *   _core_call.c       binds the arguments to the parameters and checks their types
 *   _core_arguments.c  reads each argument as what the core takes
 *   _core_results.c    returns a UUID as uuid.UUID, bytes or str, and raises the core's errors
 *   _core_uuid.c       creates and reads objects of the standard library's uuid.UUID
 *
 * and the functions stand, each with its docstring, in
 *
 *   _core_generate.c   generators and batches, which are methods of a Generator too
 *   _core_build.c      UUIDs from names and from parts
 *   _core_text.c       text and binary formats of one UUID
 *   _core_bulk.c       packed texts and bytes of many
 *   _core_arrow.c      columns for Apache Arrow: _core_column.c, and _core_arrow_array.c, a class
 *   _core_inspect.c    inspection, conversion, matching, the host
 *   _core_state.c      the state file that processes share
 *   _core_generator.c  the class Generator
 *   _core_accelerate.c the slots of the standard class, while it is accelerated
 *   _core_stand_in.c   and what stands in for its other functions
 *
 * Each file ends with the table of its functions, a line a function.
 *
 * Each interpreter of a process has a module with a state of its own, and nothing is static but
 * constants. After the import only one atomic number of the state changes, so the module needs no
 * lock, not even the interpreter's; and what testing.py freezes, in critical sections. All calls of
 * CPython are public, 3.9 to 3.15, but for two in _core_uuid.c.
 */
#define UUID9562_PYTHON_SINGLE_UNIT

#include "_core_uuid.c"
#include "_core_results.c"
#include "_core_call.c"
#include "_core_arguments.c"
#include "_core_column.c"
#include "_core_arrow_array.c"
#include "_core_generate.c"
#include "_core_build.c"
#include "_core_text.c"
#include "_core_bulk.c"
#include "_core_arrow.c"
#include "_core_inspect.c"
#include "_core_state.c"
#include "_core_generator.c"
#include "_core_accelerate.c"
#include "_core_stand_in.c"

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

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

static int add_constants(PyObject *module, const state_t *state)
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

/* PyPy's inspect takes $self for a parameter: there, the text of a signature has none. */
#ifdef PYPY_VERSION
static int drop_self(PyMethodDef *function)
{
    const char *self = strstr(function->ml_doc, "$self"), *rest;
    char *doc;

    if (self == NULL)
        return 0;
    rest = self + strlen("$self");
    rest += *rest == ',' ? strlen(", ") : 0;
    doc = PyMem_RawCalloc(1, strlen(function->ml_doc)); /* as static as the table */
    if (doc == NULL)
        return -1;
    memcpy(doc, function->ml_doc, (size_t)(self - function->ml_doc));
    strcat(doc, rest);
    function->ml_doc = doc;
    return 0;
}
#else
static int drop_self(PyMethodDef *function)
{
    (void)function;
    return 0;
}
#endif

/* Their module is the public one, which is the one to remember: Django writes it into a migration.
 */
static int add_table(PyObject *module, PyMethodDef *table, PyObject *public_name)
{
    PyObject *names = PyModule_GetDict(module);

    for (; table->ml_name != NULL; table++) {
        PyObject *name = PyUnicode_InternFromString(table->ml_name);
        const int ready = drop_self(table);
        PyObject *function = PyCFunction_NewEx(table, module, public_name);
        const int failed = ready != 0 || name == NULL || function == NULL ||
                           PyDict_SetItem(names, name, function) != 0;

        Py_XDECREF(name);
        Py_XDECREF(function);
        if (failed)
            return -1;
    }
    return 0;
}

static int add_functions(PyObject *module)
{
    PyMethodDef *const tables[] = {generate_functions(), build_functions(),    text_functions(),
                                   bulk_functions(),     arrow_functions(),    inspect_functions(),
                                   state_functions(),    generator_functions(),
                                   accelerate_functions(), stand_in_functions()};
    PyObject *public_name = PyUnicode_InternFromString("uuid9562");
    int result = public_name != NULL ? 0 : -1;

    for (size_t i = 0; i < sizeof tables / sizeof *tables && result == 0; i++)
        result = add_table(module, tables[i], public_name);
    Py_XDECREF(public_name);
    return result;
}

static int module_exec(PyObject *module)
{
    state_t *state = PyModule_GetState(module);

    if (import_standard_uuid(state) != 0)
        return -1;
    state->int_name = PyUnicode_InternFromString("int");
    state->is_safe_name = PyUnicode_InternFromString("is_safe");
    if (state->int_name == NULL || state->is_safe_name == NULL || find_uuid_slots(state) != 0)
        return -1;
    if (add_functions(module) != 0 || add_generator(module) != 0 || add_arrow_array(module) != 0)
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
    Py_VISIT(state->generator_type);
    Py_VISIT(state->arrow_array_type);
    Py_VISIT(atomic_load(&state->frozen));
    Py_VISIT(state->hex_name);
    Py_VISIT(state->bytes_name);
    Py_VISIT(state->urandom);
    return 0;
}

static int module_clear(PyObject *module)
{
    state_t *state = PyModule_GetState(module);
    generator_t *frozen;

    end_acceleration(state);
    Py_CLEAR(state->hex_name);
    Py_CLEAR(state->bytes_name);
    Py_CLEAR(state->urandom);
    Py_CLEAR(state->uuid_type);
    Py_CLEAR(state->safe_unknown);
    Py_CLEAR(state->int_name);
    Py_CLEAR(state->is_safe_name);
    Py_CLEAR(state->generator_type);
    Py_CLEAR(state->arrow_array_type);
    frozen = atomic_exchange(&state->frozen, NULL);
    Py_XDECREF(frozen);
    return 0;
}

static void module_free(void *module)
{
    module_clear(module);
    end_columns(PyModule_GetState(module));
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
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}
