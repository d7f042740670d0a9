/*
 * One argument of a call as what the core takes: see _core_arguments.h.
 */
#include "_core_arguments.h"

/* ---- text and bytes ---- */

_Static_assert(UUID9562_TYPEID_MAX >= UUID9562_TEXT_MAX, "a TypeID is the longest text");

/* No text that the core accepts is longer than UUID9562_TYPEID_MAX, so one byte beyond that stands
 * for all the rest. */
static void copy_text(PyObject *str, text_t *text)
{
    if (text->length > sizeof text->copy)
        text->length = sizeof text->copy;
    for (size_t i = 0; i < text->length; i++)
        text->copy[i] = ascii_or_invalid(PyUnicode_ReadChar(str, (Py_ssize_t)i));
    text->bytes = text->copy;
}

/* Cannot fail. */
static void read_text(PyObject *str, text_t *text)
{
    text->length = (size_t)PyUnicode_GetLength(str);
    if (PyUnicode_IS_COMPACT_ASCII(str))
        text->bytes = (const char *)PyUnicode_1BYTE_DATA(str);
    else
        copy_text(str, text);
}

INTERNAL void get_text(const call_t *call, int number, text_t *text)
{
    read_text(call->arguments[number], text);
}

INTERNAL const char *get_bytes(const call_t *call, int number, size_t *length)
{
    *length = (size_t)PyBytes_GET_SIZE(call->arguments[number]);
    return PyBytes_AS_STRING(call->arguments[number]);
}

INTERNAL int get_name(const call_t *call, int number, const char **bytes, size_t *length)
{
    Py_ssize_t size = 0;

    if (PyBytes_Check(call->arguments[number])) {
        *bytes = get_bytes(call, number, length);
        return 0;
    }
    *bytes = PyUnicode_AsUTF8AndSize(call->arguments[number], &size);
    *length = (size_t)size;
    return *bytes != NULL ? 0 : -1;
}

INTERNAL int get_format(const call_t *call, int number, find_format_t *find,
                        const uuid9562_format_t **format)
{
    text_t name;

    get_text(call, number, &name);
    return check(find(format, name.bytes, name.length));
}

/* ---- integers ---- */

INTERNAL int read_uint64(PyObject *object, uint64_t *value)
{
    PyObject *integer = PyNumber_Index(object);

    if (integer == NULL)
        return -1;
    *value = PyLong_AsUnsignedLongLong(integer);
    Py_DECREF(integer);
    if (!PyErr_Occurred())
        return 1;
    PyErr_Clear(); /* it can only be OverflowError */
    return 0;
}

INTERNAL int get_int64(const call_t *call, int number, int64_t *value)
{
    PyObject *integer = PyNumber_Index(call->arguments[number]);
    int overflow;

    if (integer == NULL)
        return -1;
    *value = PyLong_AsLongLongAndOverflow(integer, &overflow);
    if (overflow != 0)
        *value = INT64_MIN;
    Py_DECREF(integer);
    return 0;
}

INTERNAL int get_uint64(const call_t *call, int number, uint64_t *value)
{
    int fits = read_uint64(call->arguments[number], value);

    if (fits == 0)
        *value = UINT64_MAX;
    return fits >= 0 ? 0 : -1;
}

INTERNAL int get_optional(const call_t *call, int number, uint64_t *value, const uint64_t **given)
{
    *given = NULL;
    if (call->arguments[number] == NULL || call->arguments[number] == Py_None)
        return 0;
    *given = value;
    return get_uint64(call, number, value);
}

INTERNAL int get_node(const call_t *call, int number, uint64_t *value, const uint64_t **given)
{
    text_t name;

    if (call->arguments[number] == NULL || !PyUnicode_Check(call->arguments[number]))
        return get_optional(call, number, value, given);
    *given = value;
    get_text(call, number, &name);
    return check(uuid9562_node_by_name(value, name.bytes, name.length));
}

/* ---- UUIDs ---- */

INTERNAL int clear_if_ordinary(void)
{
    if (PyErr_Occurred() &&
        (PyErr_ExceptionMatches(PyExc_MemoryError) || !PyErr_ExceptionMatches(PyExc_Exception)))
        return RAISED;
    PyErr_Clear();
    return NO_UUID;
}

typedef uuid9562_status_t parse_t(uuid9562_t *out, size_t *offset, const char *text, size_t length);

static int read_parsed(const state_t *state, PyObject *object, parse_t *parse, uuid9562_t *out,
                       size_t *offset)
{
    if (PyUnicode_Check(object)) {
        text_t text;

        read_text(object, &text);
        return (int)parse(out, offset, text.bytes, text.length);
    }
    if (PyBytes_Check(object))
        return (int)uuid9562_from_bytes(out, offset, PyBytes_AS_STRING(object),
                                        (size_t)PyBytes_GET_SIZE(object));
    if (PyObject_TypeCheck(object, state->uuid_type)) /* its attributes may have been replaced */
        return read_uuid_object(state, object, out) ? UUID9562_OK : clear_if_ordinary();
    return NO_UUID;
}

INTERNAL int read_uuid(const state_t *state, PyObject *object, uuid9562_t *out, size_t *offset)
{
    return read_parsed(state, object, uuid9562_parse, out, offset);
}

static int get_parsed(const call_t *call, int number, parse_t *parse, uuid9562_t *uuid)
{
    size_t offset = 0;
    int status = read_parsed(call->state, call->arguments[number], parse, uuid, &offset);

    if (status == RAISED)
        return -1;
    if (status == NO_UUID)
        return raise_type(call, number, 'u');
    return check_at((uuid9562_status_t)status, &offset);
}

INTERNAL int get_uuid(const call_t *call, int number, uuid9562_t *uuid)
{
    return get_parsed(call, number, uuid9562_parse, uuid);
}

INTERNAL int get_namespace(const call_t *call, int number, uuid9562_t *uuid)
{
    return get_parsed(call, number, uuid9562_parse_namespace, uuid);
}

/* ---- buffers ---- */

INTERNAL int get_buffer(const call_t *call, int number, char kind, Py_buffer *view)
{
    const int flags = kind == 'w' ? PyBUF_WRITABLE : PyBUF_SIMPLE;

    if (PyObject_GetBuffer(call->arguments[number], view, flags) == 0)
        return 0;
    if (clear_if_ordinary() == NO_UUID)
        raise_type(call, number, kind);
    return -1;
}
