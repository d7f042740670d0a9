/*
 * The Python module: an embedded interpreter calls `run` of python_calls.py for each input, and
 * what that raises is a fault. It and Python's own library are in the archive beside the program,
 * since OSS-Fuzz copies one folder only.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "fuzz.h"

PyMODINIT_FUNC PyInit__uuid9562(void);

static PyObject *run;

/* For sanitizers the memory is malloc's. */
static void initialize(const char *program)
{
    PyPreConfig before;
    PyConfig config;
    wchar_t library[4096];

    PyPreConfig_InitIsolatedConfig(&before);
    before.allocator = PYMEM_ALLOCATOR_MALLOC;
    REQUIRE(!PyStatus_Exception(Py_PreInitialize(&before)));
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = config.write_bytecode = 0;
    swprintf(library, sizeof library / sizeof *library, L"%.*s/python.zip",
             (int)(strrchr(program, '/') - program), program);
    config.module_search_paths_set = 1;
    PyWideStringList_Append(&config.module_search_paths, library);
    REQUIRE(!PyStatus_Exception(Py_InitializeFromConfig(&config)));
    PyConfig_Clear(&config);
}

int LLVMFuzzerInitialize(int *count, char ***arguments)
{
    PyObject *calls;

    (void)count;
    REQUIRE(PyImport_AppendInittab("_uuid9562", PyInit__uuid9562) == 0);
    initialize((*arguments)[0]);
    calls = PyImport_ImportModule("python_calls");
    if (calls == NULL)
        PyErr_Print();
    run = PyObject_GetAttrString(calls, "run");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    PyObject *result = PyObject_CallFunction(run, "y#", (const char *)data, (Py_ssize_t)size);

    if (result == NULL) {
        PyErr_Print();
        abort();
    }
    Py_DECREF(result);
    return 0;
}
