/*
 * What goes out: a UUID of the core as one of three Python objects, a status of the core as a
 * Python exception.
 */

/* ---- UUIDs ---- */

/* The three faces of a result. Each gives a new reference, or NULL with an exception set. */
typedef PyObject *as_t(const state_t *state, const uuid9562_t *uuid);

static PyObject *as_bytes(const state_t *state, const uuid9562_t *uuid)
{
    (void)state;
    return PyBytes_FromStringAndSize((const char *)uuid->octets, sizeof uuid->octets);
}

static PyObject *as_str(const state_t *state, const uuid9562_t *uuid)
{
    char text[UUID9562_CANONICAL_LENGTH];

    (void)state;
    uuid9562_format(uuid, text);
    return PyUnicode_FromStringAndSize(text, sizeof text);
}

/* An exact uuid.UUID without a call of its __init__. Its own __setattr__ refuses, that of `object`
 * fills the slots. */
static PyObject *as_uuid(const state_t *state, const uuid9562_t *uuid)
{
    PyObject *octets = as_bytes(state, uuid);
    PyObject *value = NULL, *result = NULL;

    if (octets != NULL)
        value = PyObject_CallFunctionObjArgs(state->from_bytes, octets, state->big, NULL);
    if (value != NULL)
        result = state->uuid_type->tp_alloc(state->uuid_type, 0);
    if (result != NULL &&
        (PyObject_GenericSetAttr(result, state->int_name, value) != 0 ||
         PyObject_GenericSetAttr(result, state->is_safe_name, state->safe_unknown) != 0))
        Py_CLEAR(result);
    Py_XDECREF(octets);
    Py_XDECREF(value);
    return result;
}

/* ---- errors ---- */

/* ValueError(message), with the offset as its attribute. */
static void raise_malformed(const char *message, size_t offset)
{
    PyObject *error = PyObject_CallFunction(PyExc_ValueError, "s", message);
    PyObject *number = PyLong_FromSize_t(offset);

    if (error != NULL && number != NULL && PyObject_SetAttrString(error, "offset", number) == 0)
        PyErr_SetObject(PyExc_ValueError, error);
    Py_XDECREF(error);
    Py_XDECREF(number);
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
    char message[UUID9562_EXPLAIN_MAX];

    if (status == UUID9562_OK)
        return 0;
    if (PyErr_Occurred())
        return -1;
    uuid9562_explain(status, *offset, message);
    switch (uuid9562_class(status)) {
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
