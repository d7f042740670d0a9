/*
 * uuid9562._core: the Python binding of uuid9562. This is the file that is compiled; it includes
 * the others, and adds their functions to the module.
 *
 * The binding converts arguments and results and decides nothing about UUIDs. A call goes through
 *
 *   call.c                  binds the arguments to the parameters and checks their types
 *   arguments.c             reads each argument as the core takes it
 *   results.c               returns a UUID as uuid.UUID, bytes or str, and raises the core's errors
 *   uuid_object.c           creates and reads objects of the standard library's uuid.UUID
 *
 * and the functions, each with its docstring, are in
 *
 *   generate.c              generators and batches, which are methods of a Generator too
 *   build.c, names.c        UUIDs from parts, UUIDs from names
 *   text.c                  text and binary formats of one UUID
 *   bulk.c                  packed texts and bytes of many
 *   arrow.c                 columns for Apache Arrow: arrow_column.c, and arrow_array.c, a class
 *   inspect.c               inspection, conversion, matching
 *   process.c, state.c      the order, randomness and node of the process; its state file
 *   generator_class.c       the class Generator
 *   accelerate_slots.c      the slots of the standard class, while it is accelerated
 *   accelerate_stand_ins.c  the substitutes of the standard module's other functions, meanwhile
 *
 * Each file ends with the table of its functions, a line a function.
 *
 * Each interpreter of a process has a module of its own (module_t), and nothing is static but
 * constants. After the import only one atomic number of a module changes, so it needs no lock, not
 * even the interpreter's; the time that testing.py freezes changes in critical sections. Except for
 * two in uuid_object.c, all calls of CPython are public, 3.9 to 3.15.
 */
#define UUID9562_PYTHON_SINGLE_UNIT

#include "uuid_object.c"
#include "results.c"
#include "call.c"
#include "arguments.c"
#include "arrow_column.c"
#include "arrow_array.c"
#include "generate.c"
#include "build.c"
#include "names.c"
#include "text.c"
#include "bulk.c"
#include "arrow.c"
#include "inspect.c"
#include "process.c"
#include "state.c"
#include "generator_class.c"
#include "accelerate_slots.c"
#include "accelerate_stand_ins.c"

#define CONSTANT_ROW(name) {#name, UUID9562_INIT_##name},
static const struct {
    const char *name;
    uuid9562_t uuid;
} constants[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};

static int import_standard_uuid(module_t *module)
{
    PyObject *standard = PyImport_ImportModule("uuid");
    PyObject *type = NULL, *safe = NULL;

    if (standard != NULL)
        type = PyObject_GetAttrString(standard, "UUID");
    if (type != NULL && !PyType_Check(type)) {
        PyErr_SetString(PyExc_ImportError, "uuid.UUID is not a class");
        Py_CLEAR(type);
    }
    module->uuid_type = (PyTypeObject *)type;
    if (type != NULL)
        safe = PyObject_GetAttrString(standard, "SafeUUID");
    if (safe != NULL)
        module->safe_unknown = PyObject_GetAttrString(safe, "unknown");
    Py_XDECREF(standard);
    Py_XDECREF(safe);
    return module->safe_unknown != NULL ? 0 : -1;
}

static int add_constants(PyObject *self, const module_t *module)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        PyObject *uuid = as_uuid(module, &constants[i].uuid);

        if (uuid == NULL || PyModule_AddObject(self, constants[i].name, uuid) != 0) {
            Py_XDECREF(uuid);
            return -1;
        }
    }
    return PyModule_AddStringConstant(self, "__version__", uuid9562_version());
}

/* PyPy's inspect reads $self as a parameter, so the text of a signature has none there. */
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

/* Their module is the public one: Django writes its name into migrations. */
static int add_table(PyObject *self, PyMethodDef *table, PyObject *public_name)
{
    PyObject *names = PyModule_GetDict(self);

    for (; table->ml_name != NULL; table++) {
        PyObject *name = PyUnicode_InternFromString(table->ml_name);
        const int ready = drop_self(table);
        PyObject *function = PyCFunction_NewEx(table, self, public_name);
        const int failed = ready != 0 || name == NULL || function == NULL ||
                           PyDict_SetItem(names, name, function) != 0;

        Py_XDECREF(name);
        Py_XDECREF(function);
        if (failed)
            return -1;
    }
    return 0;
}

static int add_functions(PyObject *self)
{
    PyMethodDef *const tables[] = {
        generate_functions(), build_functions(),     name_functions(),       text_functions(),
        bulk_functions(),     arrow_functions(),     inspect_functions(),    process_functions(),
        order_functions(),    state_functions(),     generator_functions(),  accelerate_functions(),
        stand_in_functions()};
    PyObject *public_name = PyUnicode_InternFromString("uuid9562");
    int result = public_name != NULL ? 0 : -1;

    for (size_t i = 0; i < sizeof tables / sizeof *tables && result == 0; i++)
        result = add_table(self, tables[i], public_name);
    Py_XDECREF(public_name);
    return result;
}

static int module_exec(PyObject *self)
{
    module_t *module = PyModule_GetState(self);

    if (import_standard_uuid(module) != 0)
        return -1;
    module->int_name = PyUnicode_InternFromString("int");
    module->is_safe_name = PyUnicode_InternFromString("is_safe");
    if (module->int_name == NULL || module->is_safe_name == NULL || find_uuid_slots(module) != 0)
        return -1;
    if (add_functions(self) != 0 || add_generator(self) != 0 || add_arrow_array(self) != 0)
        return -1;
    return add_constants(self, module);
}

static int module_traverse(PyObject *self, visitproc visit, void *arg)
{
    module_t *module = PyModule_GetState(self);

    Py_VISIT(module->uuid_type);
    Py_VISIT(module->safe_unknown);
    Py_VISIT(module->int_name);
    Py_VISIT(module->is_safe_name);
    Py_VISIT(module->generator_type);
    Py_VISIT(module->arrow_array_type);
    Py_VISIT(atomic_load(&module->frozen));
    Py_VISIT(module->hex_name);
    Py_VISIT(module->bytes_name);
    Py_VISIT(module->urandom);
    return 0;
}

static int module_clear(PyObject *self)
{
    module_t *module = PyModule_GetState(self);
    generator_t *frozen;

    end_acceleration(module);
    Py_CLEAR(module->hex_name);
    Py_CLEAR(module->bytes_name);
    Py_CLEAR(module->urandom);
    Py_CLEAR(module->uuid_type);
    Py_CLEAR(module->safe_unknown);
    Py_CLEAR(module->int_name);
    Py_CLEAR(module->is_safe_name);
    Py_CLEAR(module->generator_type);
    Py_CLEAR(module->arrow_array_type);
    frozen = atomic_exchange(&module->frozen, NULL);
    Py_XDECREF(frozen);
    return 0;
}

static void module_free(void *self)
{
    module_clear(self);
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
    .m_size = sizeof(module_t),
    .m_slots = slots,
    .m_traverse = module_traverse,
    .m_clear = module_clear,
    .m_free = module_free,
};

/* The name is for a program that contains the module: PyImport_AppendInittab("_uuid9562",
 * PyInit__uuid9562) before Py_Initialize. setup.py compiles it as PyInit__core, for a file. */
PyMODINIT_FUNC PyInit__uuid9562(void)
{
    return PyModuleDef_Init(&definition);
}
