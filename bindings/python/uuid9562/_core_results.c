/*
 * What goes out: a UUID of the core as one of three Python objects, of which _core_uuid.c makes the
 * uuid.UUID; and a status of the core as a Python exception.
 */

/* ---- UUIDs ---- */

/* The three faces of a result. Each gives a new reference, or NULL with an exception set. */
typedef PyObject *as_t(const state_t *state, const uuid9562_t *uuid);

static PyObject *as_bytes(const state_t *state, const uuid9562_t *uuid)
{
    (void)state;
    return PyBytes_FromStringAndSize((const char *)uuid->bytes, sizeof uuid->bytes);
}

static PyObject *as_str(const state_t *state, const uuid9562_t *uuid)
{
    PyObject *str = PyUnicode_New(UUID9562_CANONICAL_LENGTH, 0x7f);

    (void)state;
    if (str != NULL)
        uuid9562_format((char *)PyUnicode_1BYTE_DATA(str), uuid);
    return str;
}

/* ---- errors ---- */

/* ValueError(message), with the offset as its attribute: a new reference, or NULL with an exception
 * set. */
static PyObject *malformed(PyObject *message, size_t offset)
{
    PyObject *error = PyObject_CallFunctionObjArgs(PyExc_ValueError, message, NULL);
    PyObject *number = PyLong_FromSize_t(offset);

    if (error != NULL && (number == NULL || PyObject_SetAttrString(error, "offset", number) != 0))
        Py_CLEAR(error);
    Py_XDECREF(number);
    return error;
}

static void raise_malformed(const char *message, size_t offset)
{
    PyObject *text = PyUnicode_FromString(message);
    PyObject *error = text != NULL ? malformed(text, offset) : NULL;

    if (error != NULL)
        PyErr_SetObject(PyExc_ValueError, error);
    Py_XDECREF(text);
    Py_XDECREF(error);
}

static void raise_system(uuid9562_status_t status, const char *message)
{
    switch (status) {
    case UUID9562_ERR_MEMORY:
        PyErr_NoMemory();
        break;
    case UUID9562_ERR_DIGEST_POLICY:
        PyErr_SetString(PyExc_RuntimeError, message);
        break;
    default:
        PyErr_SetString(PyExc_OSError, message);
    }
}

/* The one place that turns a status into an exception, unless a callback of a Generator has raised
 * one, which then is what went wrong. Returns 0 for OK, else -1. The offset comes by reference, so
 * that the call which sets it may stand beside it as an argument. */
static int check_at(uuid9562_status_t status, const size_t *offset)
{
    char message[UUID9562_DESCRIPTION_MAX];

    if (status == UUID9562_OK)
        return 0;
    if (PyErr_Occurred())
        return -1;
    uuid9562_describe_error(message, status, *offset);
    switch (uuid9562_status_class(status)) {
    case UUID9562_CLASS_MALFORMED:
        raise_malformed(message, *offset);
        break;
    case UUID9562_CLASS_RANGE:
        PyErr_SetString(PyExc_ValueError, message);
        break;
    default:
        raise_system(status, message);
    }
    return -1;
}

/* The same for a status that is never of the class MALFORMED. */
static int check(uuid9562_status_t status)
{
    const size_t none = 0;

    return check_at(status, &none);
}
