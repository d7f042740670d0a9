/*
 * Arguments as the core takes them: see arguments.h.
 */
#include "arguments.h"

#include <string.h>

/* ---- text and bytes ---- */

_Static_assert(UUID9562_TYPEID_MAX >= UUID9562_TEXT_MAX, "a TypeID is the longest text");

/* The core accepts nothing but ASCII, and its messages name two other characters (seen_table of
 * status.c). Any other one, a lone surrogate included, is a byte that is never valid. */
static size_t write_character(char *out, Py_UCS4 character)
{
    const char *utf8 = character == 0xa0     ? "\xc2\xa0"
                       : character == 0xfeff ? "\xef\xbb\xbf"
                                             : "\xff";

    if (character < 0x80) {
        *out = (char)character;
        return 1;
    }
    memcpy(out, utf8, strlen(utf8));
    return strlen(utf8);
}

/* No text that the core accepts is longer than UUID9562_TYPEID_MAX, so one character more
 * represents all the rest. */
static void copy_text(PyObject *str, text_t *text)
{
    const Py_ssize_t length = PyUnicode_GetLength(str);

    text->length = 0;
    for (Py_ssize_t i = 0; i < length && text->length <= UUID9562_TYPEID_MAX; i++)
        text->length += write_character(text->copy + text->length, PyUnicode_ReadChar(str, i));
    text->bytes = text->copy;
}

/* Cannot fail. */
static void read_text(PyObject *str, text_t *text)
{
    if (PyUnicode_IS_COMPACT_ASCII(str)) {
        text->length = (size_t)PyUnicode_GET_LENGTH(str);
        text->bytes = (const char *)PyUnicode_1BYTE_DATA(str);
    } else {
        copy_text(str, text);
    }
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

INTERNAL int get_format(const call_t *call, int number, bool to_write,
                        const uuid9562_format_t **format)
{
    text_t name;

    get_text(call, number, &name);
    return check(uuid9562_find_format(format, name.bytes, name.length, to_write));
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
    PyErr_Clear(); /* can only be OverflowError */
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
    return check(uuid9562_parse_node(value, name.bytes, name.length));
}

/* ---- times ---- */

/* The text of a time has no maximum length, so all of it is copied. A lone surrogate becomes a
 * question mark, which is in no time. In nanoseconds where `width_ms` is NULL. */
static int read_time_text(PyObject *str, int64_t *time, uint32_t *width_ms)
{
    PyObject *utf8 = PyUnicode_AsEncodedString(str, "utf-8", "replace");
    size_t offset = 0, length;
    const char *text;
    int result;

    if (utf8 == NULL)
        return -1;
    text = PyBytes_AS_STRING(utf8);
    length = (size_t)PyBytes_GET_SIZE(utf8);
    result = check_text(width_ms != NULL
                            ? uuid9562_parse_time(time, width_ms, &offset, text, length)
                            : uuid9562_parse_time_ns(time, &offset, text, length),
                        &offset, text, length);
    Py_DECREF(utf8);
    return result;
}

/* Reads a time that is not an integer: a text, or microseconds since 1970 (_time.py). Returns
 * a new reference, or NULL with an exception set. */
static PyObject *plain_time(PyObject *time)
{
    PyObject *module, *plain = NULL;

    if (PyUnicode_Check(time)) {
        Py_INCREF(time);
        return time;
    }
    module = PyImport_ImportModule("uuid9562._time");
    if (module != NULL)
        plain = PyObject_CallMethod(module, "plain", "O", time);
    Py_XDECREF(module);
    return plain;
}

/* The same arguments as read_time_text, for a time that is not an integer. */
static int read_time_object(PyObject *object, int64_t *time, uint32_t *width_ms)
{
    PyObject *plain = plain_time(object);
    int64_t unix_us = -1;
    int failed = 0;

    if (plain == NULL)
        return -1;
    if (PyUnicode_Check(plain)) {
        failed = read_time_text(plain, time, width_ms);
    } else if ((unix_us = PyLong_AsLongLong(plain)) == -1 && PyErr_Occurred()) {
        failed = -1;
    } else if (width_ms != NULL) {
        *time = unix_us / 1000 - (unix_us % 1000 < 0);
        *width_ms = 1;
    } else { /* as for a number of more than 64 bits */
        *time = unix_us > INT64_MAX / 1000 || unix_us < 0 ? INT64_MIN : unix_us * 1000;
    }
    Py_DECREF(plain);
    return failed;
}

INTERNAL int get_span(const call_t *call, int number, int64_t *unix_ms, uint32_t *width_ms)
{
    PyObject *time = call->arguments[number];

    *width_ms = 0;
    return PyIndex_Check(time) ? get_int64(call, number, unix_ms)
                               : read_time_object(time, unix_ms, width_ms);
}

INTERNAL int get_unix_ms(const call_t *call, int number, int64_t *unix_ms)
{
    uint32_t width_ms;

    return get_span(call, number, unix_ms, &width_ms);
}

INTERNAL int get_unix_ns(const call_t *call, int number, int64_t *unix_ns)
{
    PyObject *time = call->arguments[number];

    return PyIndex_Check(time) ? get_int64(call, number, unix_ns)
                               : read_time_object(time, unix_ns, NULL);
}

/* ---- UUIDs ---- */

/* Whether the exception that is set concerns the object, not the interpreter: out of memory, or
 * KeyboardInterrupt. */
static bool is_ordinary(void)
{
    return !PyErr_ExceptionMatches(PyExc_MemoryError) && PyErr_ExceptionMatches(PyExc_Exception);
}

/* Clears an exception that is ordinary, and returns NO_UUID; or keeps it, and returns RAISED. */
static int clear_if_ordinary(void)
{
    if (PyErr_Occurred() && !is_ordinary())
        return RAISED;
    PyErr_Clear();
    return NO_UUID;
}

typedef uuid9562_status_t parse_t(uuid9562_t *out, size_t *offset, const char *text, size_t length);

static int read_parsed(const module_t *module, PyObject *object, parse_t *parse, uuid9562_t *out,
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
    if (PyObject_TypeCheck(object, module->uuid_type)) /* its attributes may have been replaced */
        return read_uuid_object(module, object, out) ? UUID9562_OK : clear_if_ordinary();
    return NO_UUID;
}

INTERNAL int read_uuid(const module_t *module, PyObject *object, uuid9562_t *out)
{
    return read_parsed(module, object, uuid9562_parse, out, NULL);
}

/* Only the error needs the text again. Returns -1. */
static __attribute__((cold, noinline)) int raise_parsed(const call_t *call, int number,
                                                        uuid9562_status_t status, size_t offset)
{
    PyObject *object = call->arguments[number];
    text_t text;

    if (PyBytes_Check(object))
        return check_text(status, &offset, PyBytes_AS_STRING(object),
                          (size_t)PyBytes_GET_SIZE(object));
    get_text(call, number, &text);
    return check_text(status, &offset, text.bytes, text.length);
}

/* Returns 0, or -1 with an exception; or `other`, a status that the caller takes. */
static int get_parsed(const call_t *call, int number, parse_t *parse, uuid9562_t *uuid, int other)
{
    size_t offset = 0;
    int status = read_parsed(call->module, call->arguments[number], parse, uuid, &offset);

    if (status == UUID9562_OK || status == other)
        return status;
    if (status == RAISED)
        return -1;
    if (status == NO_UUID) /* a UUID that was not filled, or with a wrong `int` */
        return raise_not(call, number, 'u',
                         PyUnicode_FromString("a UUID without a value of 128 bits"));
    if (status == UUID9562_ERR_LENGTH && parse == uuid9562_parse_namespace)
        status = UUID9562_ERR_NAMESPACE_ID;
    return raise_parsed(call, number, (uuid9562_status_t)status, offset);
}

INTERNAL int get_uuid(const call_t *call, int number, uuid9562_t *uuid)
{
    return get_parsed(call, number, uuid9562_parse, uuid, UUID9562_OK);
}

INTERNAL int get_namespace(const call_t *call, int number, uuid9562_t *uuid, bool *none)
{
    const int other = none != NULL ? UUID9562_ERR_NO_NAMESPACE : UUID9562_OK;
    const int result = get_parsed(call, number, uuid9562_parse_namespace, uuid, other);

    if (none != NULL)
        *none = result == other;
    return result < 0 ? -1 : 0;
}

/* ---- buffers ---- */

/* Items of more than one byte may be addresses of objects, or have an order of their own. A format
 * is that of PEP 3118, with the names of fields between colons; NULL stands for "B". */
static bool has_bytes(const Py_buffer *view, char kind)
{
    bool in_name = false;

    if (view->itemsize == 1)
        return true;
    if (kind != 't' && view->itemsize != (Py_ssize_t)sizeof(uuid9562_t))
        return false;
    for (const char *at = view->format; at != NULL && *at != '\0'; at++)
        if (*at == ':')
            in_name = !in_name;
        else if (!in_name && strchr("0123456789(),T{}@=<>!^sxcbB", *at) == NULL)
            return false;
    return true;
}

/* What an argument is with other items. */
static PyObject *items_of(const Py_buffer *view, char kind)
{
    const char *instead = "b''.join(map(to_bytes, x))";

    if (kind == 'a')
        instead = "the Series or column itself, or b''.join(map(to_bytes, x))";
    else if (kind == 't')
        instead = "''.join(x)";
    return PyUnicode_FromFormat("of items '%.50s'; for objects or texts use %s; for packed bytes, "
                                "memoryview(x).cast('B')",
                                view->format != NULL ? view->format : "B", instead);
}

/* What an argument is that refuses a buffer, with the message of its exception. */
static PyObject *refusal_of(PyObject *object)
{
    PyObject *error[3], *what;

    PyErr_Fetch(&error[0], &error[1], &error[2]);
    PyErr_NormalizeException(&error[0], &error[1], &error[2]);
    what = PyUnicode_FromFormat("%.200s: %S", Py_TYPE(object)->tp_name, error[1]);
    for (size_t i = 0; i < sizeof error / sizeof *error; i++)
        Py_XDECREF(error[i]);
    return what;
}

INTERNAL int get_buffer(const call_t *call, int number, char kind, Py_buffer *view)
{
    PyObject *object = call->arguments[number], *wrong_items = NULL;

    if (PyObject_GetBuffer(object, view, PyBUF_RECORDS_RO) != 0)
        return is_ordinary() ? raise_not(call, number, kind, refusal_of(object)) : -1;
    if (!has_bytes(view, kind))
        wrong_items = items_of(view, kind);
    /* PyPy gives a buffer with gaps also to who asks for one without. */
    else if (PyBuffer_IsContiguous(view, 'C'))
        return 0;
    PyBuffer_Release(view);
    return wrong_items != NULL ? raise_not(call, number, kind, wrong_items)
                               : raise_type(call, number, kind);
}
