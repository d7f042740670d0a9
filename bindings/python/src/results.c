/*
 * Results of calls: see results.h.
 */
#include "results.h"

#include <errno.h>

/* ---- return types ---- */

INTERNAL PyObject *as_bytes(const module_t *module, const uuid9562_t *uuid)
{
    (void)module;
    return PyBytes_FromStringAndSize((const char *)uuid->bytes, sizeof uuid->bytes);
}

INTERNAL PyObject *as_str(const module_t *module, const uuid9562_t *uuid)
{
    PyObject *str = PyUnicode_New(UUID9562_CANONICAL_LENGTH, 0x7f);

    (void)module;
    if (str != NULL)
        uuid9562_format((char *)PyUnicode_1BYTE_DATA(str), uuid);
    return str;
}

/* ---- lists ---- */

INTERNAL int append_item(PyObject *list, PyObject *item)
{
    int failed = item != NULL ? PyList_Append(list, item) : -1;

    Py_XDECREF(item);
    return failed;
}

/* ---- errors ---- */

/* Creates ValueError(message) with the attribute `offset`. Returns a new reference, or NULL with an
 * exception set. */
static PyObject *malformed_error(PyObject *message, size_t offset)
{
    PyObject *error = PyObject_CallFunctionObjArgs(PyExc_ValueError, message, NULL);
    PyObject *number = PyLong_FromSize_t(offset);

    if (error != NULL && (number == NULL || PyObject_SetAttrString(error, "offset", number) != 0))
        Py_CLEAR(error);
    Py_XDECREF(number);
    return error;
}

INTERNAL void raise_fault(const fault_t *fault)
{
    char description[UUID9562_DESCRIPTION_MAX];
    PyObject *message, *error = NULL, *index = PyLong_FromUnsignedLongLong(fault->index);

    uuid9562_describe(description, fault->status, fault->offset, fault->text, fault->length);
    message = PyUnicode_FromFormat("number %S: %s", index, description);
    if (message != NULL)
        error = malformed_error(message, fault->offset);
    if (error != NULL && PyObject_SetAttrString(error, "index", index) == 0)
        PyErr_SetObject(PyExc_ValueError, error);
    Py_XDECREF(index);
    Py_XDECREF(message);
    Py_XDECREF(error);
}

static void raise_malformed(const char *message, size_t offset)
{
    PyObject *text = PyUnicode_FromString(message);
    PyObject *error = text != NULL ? malformed_error(text, offset) : NULL;

    if (error != NULL)
        PyErr_SetObject(PyExc_ValueError, error);
    Py_XDECREF(text);
    Py_XDECREF(error);
}

/* OSError chooses its subclass by errno. */
static void raise_os(int reason, const char *message)
{
    PyObject *error = reason != 0 ? PyObject_CallFunction(PyExc_OSError, "is", reason, message)
                                  : PyObject_CallFunction(PyExc_OSError, "s", message);

    if (error != NULL)
        PyErr_SetObject((PyObject *)Py_TYPE(error), error);
    Py_XDECREF(error);
}

static void raise_system(uuid9562_status_t status, int reason, const char *message)
{
    switch (status) {
    case UUID9562_ERR_STATE_OPEN:
    case UUID9562_ERR_STATE_WRITE:
        raise_os(reason, message);
        break;
    case UUID9562_ERR_MEMORY:
        PyErr_NoMemory();
        break;
    case UUID9562_ERR_DIGEST_POLICY:
        PyErr_SetString(PyExc_RuntimeError, message);
        break;
    default:
        raise_os(0, message);
    }
}

static __attribute__((cold, noinline)) void raise_status(uuid9562_status_t status, size_t offset,
                                                         const char *text, size_t length)
{
    const int reason = errno;
    char message[UUID9562_DESCRIPTION_MAX];

    uuid9562_describe(message, status, offset, text, length);
    switch (uuid9562_status_class(status)) {
    case UUID9562_CLASS_MALFORMED:
        raise_malformed(message, offset);
        break;
    case UUID9562_CLASS_RANGE:
        PyErr_SetString(PyExc_ValueError, message);
        break;
    default:
        raise_system(status, reason, message);
    }
}

INTERNAL int check_text(uuid9562_status_t status, const size_t *offset, const char *text,
                        size_t length)
{
    if (status == UUID9562_OK)
        return 0;
    if (!PyErr_Occurred())
        raise_status(status, *offset, text, length);
    return -1;
}

INTERNAL int check(uuid9562_status_t status)
{
    const size_t no_offset = 0;

    return check_text(status, &no_offset, "", 0);
}
