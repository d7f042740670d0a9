/*
 * Many UUIDs packed one after the other: their canonical texts from their bytes and back, without
 * an object for each, and without the lock of the interpreter where there are many.
 */

/* Below this many UUIDs giving up the lock of the interpreter costs more than it gives. */
enum { MANY = 128 };

/* ---- bytes and texts of somebody else ---- */

/* Kind d, or an object that is in the same place as one. */
static int get_buffer(const call_t *call, int number, char kind, Py_buffer *view)
{
    if (PyObject_GetBuffer(call->arguments[number], view, PyBUF_SIMPLE) == 0)
        return 0;
    if (clear_if_ordinary() == NO_UUID)
        raise_type(call, number, kind);
    return -1;
}

/* Argument 1, a str of one byte or of none, or nothing; less than 0 is for none. */
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

/* Bytes that are read while others may run: of a buffer, of a str, or a copy of one. */
typedef struct packed {
    const char *bytes;
    size_t length;
    Py_buffer view; /* has no object where the bytes are none of a buffer */
    char *copy;     /* NULL for none */
} packed_t;

/* What is no ASCII is wrong wherever it stands, so each such character is one byte that means
 * nothing, as in read_text. */
static int copy_packed(PyObject *str, packed_t *packed)
{
    packed->copy = PyMem_New(char, packed->length);
    if (packed->copy == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (size_t i = 0; i < packed->length; i++) {
        Py_UCS4 character = PyUnicode_ReadChar(str, (Py_ssize_t)i);
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

static size_t width_of(int separator)
{
    return UUID9562_CANONICAL_LENGTH + (separator >= 0 ? 1 : 0);
}

/* ---- bytes to text ---- */

static PyObject *format_bytes(const Py_buffer *view, int separator)
{
    const uint64_t n = (uint64_t)view->len / sizeof(uuid9562_t);
    PyThreadState *saved = NULL;
    PyObject *str;

    if (n > PY_SSIZE_T_MAX / width_of(separator))
        return PyErr_NoMemory();
    str = PyUnicode_New((Py_ssize_t)(n * width_of(separator)), 0x7f);
    if (str == NULL || n == 0)
        return str;
    if (n >= MANY)
        saved = PyEval_SaveThread();
    uuid9562_format_n((char *)PyUnicode_1BYTE_DATA(str), view->buf, n, separator);
    if (saved != NULL)
        PyEval_RestoreThread(saved);
    return str;
}

FUNCTION(
    format_n, "bytes, separator=\"\"", "d|s",
    "The canonical texts of many UUIDs, one after the other, each with a separator after it.\n\n"
    "The bytes are those of batch_bytes(), or of any contiguous buffer: 16 for each UUID.\n"
    "The separator is one ASCII character, or none; the last text has one, too.\n\n"
    "Raises ValueError for a length that is no multiple of 16, and for another separator.\n"
    "RFC 9562 section 4.")
{
    PyObject *str = NULL;
    Py_buffer view;
    int separator;

    if (get_buffer(call, 0, 'd', &view) != 0)
        return NULL;
    if ((size_t)view.len % sizeof(uuid9562_t) != 0)
        PyErr_SetString(PyExc_ValueError, "the length of bytes must be a multiple of 16");
    else if (get_separator(call, &separator) == 0)
        str = format_bytes(&view, separator);
    PyBuffer_Release(&view);
    return str;
}

/* ---- text to bytes ---- */

/* What was found wrong. */
typedef struct fault {
    uuid9562_status_t status;
    uint64_t index;
    size_t offset;
} fault_t;

/* The last text may go without its separator. What else is left of the length is a text that ends
 * too early, and what the core says of it. */
static void parse_rest(const packed_t *packed, int separator, uint64_t n, uuid9562_t *out,
                       fault_t *fault)
{
    const size_t begin = (size_t)n * width_of(separator);
    const uuid9562_format_t *strict;

    fault->index = n;
    fault->status = uuid9562_find_input_format(&strict, "strict", strlen("strict"));
    if (fault->status == UUID9562_OK)
        fault->status = uuid9562_parse_as(out, &fault->offset, strict, packed->bytes + begin,
                                          packed->length - begin);
}

static fault_t parse_texts(const packed_t *packed, int separator, uuid9562_t *out)
{
    const uint64_t n = packed->length / width_of(separator);
    fault_t fault = {.status = UUID9562_OK};

    if (n > 0)
        fault.status =
            uuid9562_parse_n(out, &fault.index, &fault.offset, packed->bytes, n, separator);
    if (fault.status == UUID9562_OK && packed->length % width_of(separator) != 0)
        parse_rest(packed, separator, n, &out[n], &fault);
    return fault;
}

static void raise_fault(const fault_t *fault)
{
    char explained[UUID9562_DESCRIPTION_MAX];
    PyObject *message, *error = NULL, *index = PyLong_FromUnsignedLongLong(fault->index);

    uuid9562_describe_error(explained, fault->status, fault->offset);
    message = PyUnicode_FromFormat("number %S: %s", index, explained);
    if (message != NULL)
        error = malformed(message, fault->offset);
    if (error != NULL && PyObject_SetAttrString(error, "index", index) == 0)
        PyErr_SetObject(PyExc_ValueError, error);
    Py_XDECREF(index);
    Py_XDECREF(message);
    Py_XDECREF(error);
}

static PyObject *parse_packed(const packed_t *packed, int separator)
{
    const size_t n = (packed->length + width_of(separator) - 1) / width_of(separator);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(n * sizeof(uuid9562_t)));
    PyThreadState *saved = NULL;
    fault_t fault;

    if (bytes == NULL)
        return NULL;
    if (n >= MANY)
        saved = PyEval_SaveThread();
    fault = parse_texts(packed, separator, (uuid9562_t *)(void *)PyBytes_AS_STRING(bytes));
    if (saved != NULL)
        PyEval_RestoreThread(saved);
    if (fault.status != UUID9562_OK) {
        Py_CLEAR(bytes);
        raise_fault(&fault);
    }
    return bytes;
}

FUNCTION(
    parse_n, "text, separator=\"\"", "t|s",
    "The bytes of many canonical texts that stand one after the other, as one bytes object.\n\n"
    "The text is a str, or bytes in any contiguous buffer, in upper or lower case. The\n"
    "separator, one ASCII character or none, stands after each; the last may go without.\n\n"
    "Raises ValueError for malformed text, with the attributes index, which of them it is,\n"
    "counted from 0, and offset, where in that one; ValueError for another separator.\n"
    "RFC 9562 section 4.")
{
    PyObject *bytes = NULL;
    packed_t packed;
    int separator;

    if (get_packed(call, 0, &packed) != 0)
        return NULL;
    if (get_separator(call, &separator) == 0)
        bytes = parse_packed(&packed, separator);
    release_packed(&packed);
    return bytes;
}
