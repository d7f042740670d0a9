/*
 * Lower bounds of the Python binding, as a module that bench/python.py builds and measures: the
 * cheapest calls that give a uuid.UUID (without an argument, and with one that is not looked at), a
 * str of 36 characters and a bytes of 16, all of them of constant bytes; and what the core itself
 * costs, in nanoseconds.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <string.h>
#include <structmember.h>
#include <time.h>

#include "uuid9562_bindings.h"

static const unsigned char constant_bytes[16] = "constant bytes";
static const char text[] = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f";
static PyTypeObject *uuid_type;
static PyObject *unknown;
static Py_ssize_t int_offset, is_safe_offset;

/* ---- floors ---- */

static PyObject *uuid(PyObject *module, PyObject *unused)
{
#if PY_VERSION_HEX >= 0x030d0000
    PyObject *number =
        PyLong_FromUnsignedNativeBytes(constant_bytes, 16, Py_ASNATIVEBYTES_BIG_ENDIAN);
#else
    PyObject *number = _PyLong_FromByteArray(constant_bytes, 16, 0, 0);
#endif
    PyObject *result = PyObject_GC_New(PyObject, uuid_type);

    (void)module;
    (void)unused;
    memset(result + 1, 0, (size_t)uuid_type->tp_basicsize - sizeof *result);
    *(PyObject **)(void *)((char *)result + int_offset) = number;
    Py_INCREF(unknown);
    *(PyObject **)(void *)((char *)result + is_safe_offset) = unknown;
    return result;
}

static PyObject *uuids(PyObject *module, PyObject *count)
{
    Py_ssize_t n = PyLong_AsSsize_t(count);
    PyObject *list = PyList_New(n);

    for (Py_ssize_t i = 0; i < n; i++)
        PyList_SET_ITEM(list, i, uuid(module, NULL));
    return list;
}

static PyObject *str(PyObject *module, PyObject *unused)
{
    PyObject *result = PyUnicode_New(36, 0x7f);

    (void)module;
    (void)unused;
    memcpy(PyUnicode_1BYTE_DATA(result), text, 36);
    return result;
}

static PyObject *bytes(PyObject *module, PyObject *unused)
{
    (void)module;
    (void)unused;
    return PyBytes_FromStringAndSize((const char *)constant_bytes, 16);
}

/* ---- the core ---- */

enum { CALLS = 1 << 16, BATCH = 1000 };

static uuid9562_t generated[BATCH];

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

#define CORE(name, calls, each, call)                                                              \
    static PyObject *name(PyObject *module, PyObject *unused)                                      \
    {                                                                                              \
        const double begin = now_ns();                                                             \
        char out[36];                                                                              \
        int bad = 0;                                                                               \
        (void)module;                                                                              \
        (void)unused;                                                                              \
        (void)out;                                                                                 \
        for (int i = 0; i < (calls); i++)                                                          \
            bad |= (call) != UUID9562_OK;                                                          \
        if (bad) {                                                                                 \
            PyErr_SetString(PyExc_RuntimeError, #name);                                            \
            return NULL;                                                                           \
        }                                                                                          \
        return PyFloat_FromDouble((now_ns() - begin) / ((double)(calls) * (each)));                \
    }

CORE(core_uuid4, CALLS, 1, uuid9562_uuid4(NULL, &generated[i % BATCH]))
CORE(core_uuid7, CALLS, 1, uuid9562_uuid7(NULL, &generated[i % BATCH]))
CORE(core_uuid7_str, CALLS, 1,
     uuid9562_uuid7(NULL, generated) || (uuid9562_format(out, generated), UUID9562_OK))
CORE(core_parse, CALLS, 1, uuid9562_parse(&generated[i % BATCH], NULL, text, 36))
CORE(core_from_bytes, CALLS, 1,
     uuid9562_from_bytes(&generated[i % BATCH], NULL, constant_bytes, 16))
CORE(core_batch, CALLS / BATCH + 1, BATCH, uuid9562_batch(NULL, generated, 7, BATCH))

static PyObject *core_batch_bytes(PyObject *module, PyObject *count)
{
    const uint64_t n = PyLong_AsUnsignedLongLong(count);
    uuid9562_t *memory = PyMem_RawMalloc(n * sizeof *memory);
    const double begin = now_ns();
    const uuid9562_status_t status = uuid9562_batch(NULL, memory, 7, n);
    const double spent = now_ns() - begin;

    (void)module;
    PyMem_RawFree(memory);
    return PyFloat_FromDouble(status == UUID9562_OK ? spent / (double)n : -1);
}

/* ---- the module ---- */

static PyMethodDef methods[] = {
    {"uuid", uuid, METH_NOARGS, NULL},
    {"uuid_of", uuid, METH_O, NULL},
    {"uuids", uuids, METH_O, NULL},
    {"str", str, METH_NOARGS, NULL},
    {"bytes", bytes, METH_NOARGS, NULL},
    {"core_uuid4", core_uuid4, METH_NOARGS, NULL},
    {"core_uuid7", core_uuid7, METH_NOARGS, NULL},
    {"core_uuid7_str", core_uuid7_str, METH_NOARGS, NULL},
    {"core_parse", core_parse, METH_NOARGS, NULL},
    {"core_from_bytes", core_from_bytes, METH_NOARGS, NULL},
    {"core_batch", core_batch, METH_NOARGS, NULL},
    {"core_batch_bytes", core_batch_bytes, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "python_floors",
    .m_size = -1,
    .m_methods = methods,
};

static Py_ssize_t offset_of(const char *name)
{
    PyObject *member = PyObject_GetAttrString((PyObject *)uuid_type, name);

    return ((PyMemberDescrObject *)member)->d_member->offset;
}

PyMODINIT_FUNC PyInit_python_floors(void)
{
    PyObject *standard = PyImport_ImportModule("uuid");

    uuid_type = (PyTypeObject *)PyObject_GetAttrString(standard, "UUID");
    unknown = PyObject_GetAttrString(PyObject_GetAttrString(standard, "SafeUUID"), "unknown");
    int_offset = offset_of("int");
    is_safe_offset = offset_of("is_safe");
    return PyModule_Create(&definition);
}
