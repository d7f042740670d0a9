/*
 * The functions for packed texts and bytes of many UUIDs. They create no object for each UUID, and
 * release the interpreter's lock if there are many.
 */
#include "functions.h"

#include <string.h>

#include "arguments.h"
#include "call.h"
#include "results.h"

/* ---- arguments ---- */

/* Argument 1, a str of at most one character, or left out; -1 if there is none. */
static int get_separator(const call_t *call, int *separator)
{
    text_t text = {.length = 0};

    if (call->arguments[1] != NULL)
        get_text(call, 1, &text);
    *separator = text.length > 0 ? (unsigned char)text.bytes[0] : -1;
    if (text.length <= 1 && *separator < 0x80)
        return 0;
    PyErr_SetString(PyExc_ValueError, "separator must be one ASCII character or none");
    return -1;
}

/* Bytes that are read while other threads run: of a buffer, of a str, or a copy of one. */
typedef struct packed {
    const char *bytes;
    size_t length;
    Py_buffer view; /* without an object unless the bytes are a buffer's */
    char *copy;     /* NULL unless the bytes are a copy */
} packed_t;

/* Each character is a byte, so that every text keeps its place: any that is not ASCII, a lone
 * surrogate included, is one that is never valid. */
static int copy_packed(PyObject *str, packed_t *packed)
{
    packed->copy = PyMem_New(char, packed->length);
    if (packed->copy == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < packed->length; i++) {
        const Py_UCS4 character = PyUnicode_ReadChar(str, (Py_ssize_t)i);
        packed->copy[i] = character < 0x80 ? (char)character : '\xff';
    }
    packed->bytes = packed->copy;
    return 0;
}

/* Kind t. */
static int get_packed(const call_t *call, int number, packed_t *packed)
{
    PyObject *object = call->arguments[number];

    memset(packed, 0, sizeof *packed);
    if (!PyUnicode_Check(object)) {
        if (get_buffer(call, number, 't', &packed->view) != 0)
            return -1;
        packed->bytes = packed->view.buf;
        packed->length = (size_t)packed->view.len;
        return 0;
    }
    packed->length = (size_t)PyUnicode_GetLength(object);
    if (!PyUnicode_IS_COMPACT_ASCII(object))
        return copy_packed(object, packed);
    packed->bytes = (const char *)PyUnicode_1BYTE_DATA(object);
    return 0;
}

static void release_packed(packed_t *packed)
{
    PyMem_Free(packed->copy);
    if (packed->view.obj != NULL)
        PyBuffer_Release(&packed->view);
}

static size_t text_width(int separator)
{
    return UUID9562_CANONICAL_LENGTH + (separator >= 0 ? 1 : 0);
}

/* ---- bytes to text ---- */

static PyObject *format_packed(const Py_buffer *view, int separator)
{
    const uint64_t n = (uint64_t)view->len / sizeof(uuid9562_t);
    PyObject *str;
    work_t work;

    if (n > PY_SSIZE_T_MAX / text_width(separator))
        return PyErr_NoMemory();
    str = PyUnicode_New((Py_ssize_t)(n * text_width(separator)), 0x7f);
    if (str == NULL || n == 0)
        return str;
    for (work = begin_work(n); next_piece(&work);)
        uuid9562_format_n((char *)PyUnicode_1BYTE_DATA(str) + work.begin * text_width(separator),
                          (const uuid9562_t *)view->buf + work.begin, work.count, separator);
    if (work.interrupted)
        Py_CLEAR(str);
    return str;
}

static const char format_n_doc[] =
    "format_n($self, bytes, separator=\"\")\n--\n\n"
    "Return the canonical texts of many UUIDs as one str, with a separator after each.\n\n"
    "The bytes are those of batch_bytes(), or any contiguous buffer, of items of 1 byte or of 16\n"
    "bytes: 16 for each UUID. The separator is one ASCII character or none; it follows the last\n"
    "text too. No other thread may change the buffer meanwhile.\n\n"
    "Raises TypeError for other items, such as numbers or objects; ValueError for a length that\n"
    "is not a multiple of 16, and for another separator. RFC 9562 section 4.";

static PyObject *format_n(FASTCALL)
{
    call_t call = {.doc = format_n_doc, .kinds = "d|s"};
    PyObject *str = NULL;
    Py_buffer view;
    int separator;

    if (bind_call(&call, self, args, nargs, kwnames) != 0 || get_buffer(&call, 0, 'd', &view) != 0)
        return NULL;
    if ((size_t)view.len % sizeof(uuid9562_t) != 0)
        PyErr_SetString(PyExc_ValueError, "the length of bytes must be a multiple of 16");
    else if (get_separator(&call, &separator) == 0)
        str = format_packed(&view, separator);
    PyBuffer_Release(&view);
    return str;
}

/* ---- text to bytes ---- */

/* The last text may lack its separator. Any other remainder is malformed, and the core reports
 * where. */
static void parse_remainder(const packed_t *packed, int separator, uint64_t n, uuid9562_t *out,
                            fault_t *fault)
{
    const size_t begin = (size_t)n * text_width(separator);
    const uuid9562_format_t *strict;

    fault->index = n;
    fault->status = uuid9562_find_format(&strict, "strict", strlen("strict"), false);
    if (fault->status == UUID9562_OK)
        fault->status = uuid9562_parse_as(out, &fault->offset, strict, packed->bytes + begin,
                                          packed->length - begin);
}

/* Returns whether a handler of a signal raised an exception. */
static bool parse_texts(const packed_t *packed, int separator, uuid9562_t *out, fault_t *fault)
{
    const size_t width = text_width(separator);
    const uint64_t n = packed->length / width;
    work_t work = begin_work(n);

    while (fault->status == UUID9562_OK && next_piece(&work))
        fault->status =
            uuid9562_parse_n(out + work.begin, &fault->index, &fault->offset,
                             packed->bytes + work.begin * width, work.count, separator);
    end_work(&work);
    if (fault->status != UUID9562_OK)
        fault->index += work.begin;
    else if (!work.interrupted && packed->length % width != 0)
        parse_remainder(packed, separator, n, &out[n], fault);
    return work.interrupted;
}

static PyObject *parse_packed(const packed_t *packed, int separator)
{
    const size_t n = (packed->length + text_width(separator) - 1) / text_width(separator);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * sizeof(uuid9562_t)));
    fault_t fault = {.status = UUID9562_OK};

    if (bytes == NULL)
        return NULL;
    if (parse_texts(packed, separator, (uuid9562_t *)(void *)PyBytes_AS_STRING(bytes), &fault))
        Py_CLEAR(bytes);
    if (fault.status != UUID9562_OK) {
        Py_CLEAR(bytes);
        fault.text = packed->bytes + (size_t)fault.index * text_width(separator);
        fault.length = packed->length - (size_t)fault.index * text_width(separator);
        raise_fault(&fault);
    }
    return bytes;
}

static const char parse_n_doc[] =
    "parse_n($self, text, separator=\"\")\n--\n\n"
    "Return the bytes of many canonical texts as one bytes object, 16 bytes each.\n\n"
    "The text is a str, or any contiguous buffer of bytes, in upper or lower case. A separator of\n"
    "one ASCII character or none follows each; the last may lack it. No other thread may change\n"
    "the buffer meanwhile.\n\n"
    "Raises ValueError for malformed text, with the attributes index, the number of the first\n"
    "malformed text counted from 0, and offset, the place in that text; ValueError for another\n"
    "separator. RFC 9562 section 4.";

static PyObject *parse_n(FASTCALL)
{
    call_t call = {.doc = parse_n_doc, .kinds = "t|s"};
    PyObject *bytes = NULL;
    packed_t packed;
    int separator;

    if (bind_call(&call, self, args, nargs, kwnames) != 0 || get_packed(&call, 0, &packed) != 0)
        return NULL;
    if (get_separator(&call, &separator) == 0)
        bytes = parse_packed(&packed, separator);
    release_packed(&packed);
    return bytes;
}

/* ---- table ---- */

INTERNAL PyMethodDef *bulk_functions(void)
{
    static PyMethodDef functions[] = {
        {"format_n", METHOD(format_n), format_n_doc},
        {"parse_n", METHOD(parse_n), parse_n_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
