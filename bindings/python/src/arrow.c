/*
 * to_arrow(): packed bytes, and the columns of other libraries, as a column of ours. An array that
 * a library exports by Arrow's C interfaces is taken over, and released once.
 */
#include "functions.h"

#include <stddef.h>
#include <string.h>

#include "arguments.h"
#include "arrow_column.h"
#include "results.h"

/* ---- import ---- */

/* Where the elements of an array are. */
typedef enum layout { FIXED, OFFSETS_32, OFFSETS_64, VIEWS, NULLS } layout_t;

typedef struct source_type {
    const char *format; /* of Arrow */
    layout_t layout;
    bool text;
} source_type_t;

static const source_type_t source_types[] = {
    {"u", OFFSETS_32, true},  {"U", OFFSETS_64, true},  {"vu", VIEWS, true},
    {"z", OFFSETS_32, false}, {"Z", OFFSETS_64, false}, {"vz", VIEWS, false},
    {"w:16", FIXED, false},   {"n", NULLS, false},
};

/* An array that was taken from its producer, and which of it is read. */
typedef struct chunk {
    struct ArrowArray owned;
    const struct ArrowArray *array; /* `owned`, or the one column of it */
    int64_t offset;
    int64_t length;
} chunk_t;

/* All that was taken. */
typedef struct import {
    struct ArrowArrayStream stream;
    struct ArrowSchema schema; /* of the stream */
    const source_type_t *type;
    bool is_table; /* each array is a table of one column */
    chunk_t *chunks;
    size_t count;
    int64_t length;
} import_t;

/* Keeps an exception from the releases, which may run Python. */
static void import_release(import_t *import)
{
    PyObject *error[3];

    PyErr_Fetch(&error[0], &error[1], &error[2]);
    for (size_t i = 0; i < import->count; i++)
        if (import->chunks[i].owned.release != NULL)
            import->chunks[i].owned.release(&import->chunks[i].owned);
    if (import->schema.release != NULL)
        import->schema.release(&import->schema);
    if (import->stream.release != NULL)
        import->stream.release(&import->stream);
    PyErr_Restore(error[0], error[1], error[2]);
    PyMem_RawFree(import->chunks);
}

/* Returns 0, or -1 with an exception set. */
static int read_schema(const struct ArrowSchema *schema, import_t *import)
{
    if (strcmp(schema->format, "+s") == 0 && schema->n_children == 1) {
        import->is_table = true;
        schema = schema->children[0];
    }
    if (schema->dictionary != NULL) {
        PyErr_SetString(PyExc_TypeError, "to_arrow() argument 'data' is dictionary-encoded; "
                                         "convert it to a column of strings first");
        return -1;
    }
    for (size_t i = 0; i < sizeof source_types / sizeof *source_types; i++)
        if (strcmp(schema->format, source_types[i].format) == 0) {
            import->type = &source_types[i];
            return 0;
        }
    PyErr_Format(PyExc_TypeError,
                 "to_arrow() argument 'data' must hold strings or 16 bytes each, not the "
                 "Arrow format '%.50s'",
                 schema->format);
    return -1;
}

/* Takes over the array, also if it fails. Returns 0, or -1 with an exception set. */
static int add_chunk(import_t *import, struct ArrowArray *array)
{
    chunk_t *chunks =
        PyMem_RawRealloc(import->chunks, (import->count + 1) * sizeof *import->chunks);
    chunk_t *chunk;

    if (chunks == NULL) {
        array->release(array);
        PyErr_NoMemory();
        return -1;
    }
    import->chunks = chunks;
    chunk = &chunks[import->count++];
    *chunk = (chunk_t){.owned = *array, .offset = array->offset, .length = array->length};
    array->release = NULL;
    import->length += chunk->length;
    if (import->is_table && array->n_buffers > 0 &&
        has_nulls(array->buffers[0], array->offset, array->length, array->null_count)) {
        PyErr_SetString(PyExc_TypeError, "to_arrow() argument 'data' is a table with null rows");
        return -1;
    }
    return 0;
}

/* The chunks move while more are added. */
static void find_columns(import_t *import)
{
    for (size_t i = 0; i < import->count; i++) {
        chunk_t *chunk = &import->chunks[i];

        chunk->array = &chunk->owned;
        if (import->is_table) {
            chunk->array = chunk->owned.children[0];
            chunk->offset += chunk->array->offset;
        }
    }
}

/* The pointer of a capsule that still holds something, or NULL with an exception set. */
static void *open_capsule(PyObject *capsule, const char *name, size_t release)
{
    char *pointer = PyCapsule_GetPointer(capsule, name);
    void *callback = NULL;

    if (pointer == NULL)
        return NULL;
    memcpy(&callback, pointer + release, sizeof callback);
    if (callback != NULL)
        return pointer;
    PyErr_Format(PyExc_ValueError, "the capsule '%s' was used before", name);
    return NULL;
}

static int import_pair(PyObject *pair, import_t *import)
{
    struct ArrowSchema *schema;
    struct ArrowArray *array;

    schema = open_capsule(PyTuple_GET_ITEM(pair, 0), ARROW_SCHEMA_CAPSULE,
                          offsetof(struct ArrowSchema, release));
    if (schema == NULL || read_schema(schema, import) != 0)
        return -1;
    array = open_capsule(PyTuple_GET_ITEM(pair, 1), ARROW_ARRAY_CAPSULE,
                         offsetof(struct ArrowArray, release));
    return array != NULL ? add_chunk(import, array) : -1;
}

static int raise_stream(struct ArrowArrayStream *stream, int error)
{
    const char *message = stream->get_last_error(stream);

    if (!PyErr_Occurred())
        PyErr_Format(PyExc_OSError, "the Arrow stream failed with error %d: %.500s", error,
                     message != NULL ? message : "");
    return -1;
}

/* The producer may compute the next array in threads, which may need the interpreter's lock. */
static int import_next(struct ArrowArrayStream *stream, import_t *import, bool *end)
{
    struct ArrowArray array = {.release = NULL};
    PyThreadState *saved = PyEval_SaveThread();
    const int error = stream->get_next(stream, &array);

    PyEval_RestoreThread(saved);
    if (error != 0)
        return raise_stream(stream, error);
    *end = array.release == NULL;
    return *end ? 0 : add_chunk(import, &array);
}

static int import_stream(PyObject *capsule, import_t *import)
{
    struct ArrowArrayStream *in_capsule =
        open_capsule(capsule, ARROW_STREAM_CAPSULE, offsetof(struct ArrowArrayStream, release));
    bool end = false;
    int result;

    if (in_capsule == NULL)
        return -1;
    import->stream = *in_capsule;
    in_capsule->release = NULL;
    result = import->stream.get_schema(&import->stream, &import->schema);
    if (result != 0)
        return raise_stream(&import->stream, result);
    result = read_schema(&import->schema, import);
    while (result == 0 && !end)
        result = import_next(&import->stream, import, &end);
    return result;
}

/* What a method of the interface has returned. */
static int import_capsules(PyObject *capsules, const char *method, import_t *import)
{
    const bool is_stream = strcmp(method, "__arrow_c_stream__") == 0;

    if (is_stream && PyCapsule_CheckExact(capsules))
        return import_stream(capsules, import);
    if (!is_stream && PyTuple_Check(capsules) && PyTuple_GET_SIZE(capsules) == 2)
        return import_pair(capsules, import);
    PyErr_Format(PyExc_TypeError, "%s() must return %s", method,
                 is_stream ? "a capsule" : "two capsules");
    return -1;
}

/* ---- conversion ---- */

/* NULL if no element is null. */
static const uint8_t *validity_of(const chunk_t *chunk)
{
    return chunk->array->null_count != 0 ? chunk->array->buffers[0] : NULL;
}

/* As Arrow defines it: a text of up to 12 bytes is in the view itself. */
typedef struct text_view {
    int32_t length;
    union {
        char inlined[12];
        struct {
            char prefix[4];
            int32_t buffer;
            int32_t offset;
        } far;
    } at;
} text_view_t;

static const char *view_element(const chunk_t *chunk, int64_t number, int64_t *length)
{
    const text_view_t *view = &((const text_view_t *)chunk->array->buffers[1])[number];

    *length = view->length;
    if ((size_t)view->length <= sizeof view->at.inlined)
        return view->at.inlined;
    return (const char *)chunk->array->buffers[2 + view->at.far.buffer] + view->at.far.offset;
}

/* Element `number` of a chunk, which is not null. */
static const char *element(const chunk_t *chunk, layout_t layout, int64_t number, int64_t *length)
{
    const void *values = chunk->array->buffers[1];
    const char *texts = chunk->array->n_buffers > 2 ? chunk->array->buffers[2] : NULL;

    number += chunk->offset;
    switch (layout) {
    case OFFSETS_32:
        *length =
            (int64_t)((const int32_t *)values)[number + 1] - ((const int32_t *)values)[number];
        return texts + ((const int32_t *)values)[number];
    case OFFSETS_64:
        *length = ((const int64_t *)values)[number + 1] - ((const int64_t *)values)[number];
        return texts + ((const int64_t *)values)[number];
    case VIEWS:
        return view_element(chunk, number, length);
    default:
        *length = sizeof(uuid9562_t);
        return (const char *)values + number * (int64_t)sizeof(uuid9562_t);
    }
}

/* How many elements from `number` on are valid, adjacent, and of `width` bytes each. */
static int64_t count_adjacent(const chunk_t *chunk, layout_t layout, int64_t number, int64_t most,
                              int64_t width, const char **begin)
{
    const uint8_t *validity = validity_of(chunk);
    int64_t count = 0, length;

    for (; count < most && is_valid(validity, chunk->offset + number + count); count++) {
        const char *place = element(chunk, layout, number + count, &length);

        if (count == 0)
            *begin = place;
        if (length != width || place != *begin + count * width)
            break;
    }
    return count;
}

/* Reads one element, which is valid. */
static void read_element(const chunk_t *chunk, const source_type_t *type, int64_t number,
                         uuid9562_t *out, fault_t *fault)
{
    int64_t length;

    fault->text = element(chunk, type->layout, number, &length);
    fault->length = (size_t)length;
    if (type->text)
        fault->status = uuid9562_parse(out, &fault->offset, fault->text, fault->length);
    else
        fault->status = uuid9562_from_bytes(out, &fault->offset, fault->text, fault->length);
}

/* Reads `count` elements; nulls become Nil. Adjacent canonical texts are read together, the others
 * one by one. On an error, fault->index is among these. */
static void read_elements(const chunk_t *chunk, const source_type_t *type, int64_t number,
                          int64_t count, uuid9562_t *out, fault_t *fault)
{
    const int64_t width = type->text ? UUID9562_CANONICAL_LENGTH : (int64_t)sizeof *out;
    int64_t i = 0;

    while (i < count && fault->status == UUID9562_OK) {
        const char *begin = NULL;
        uint64_t done =
            (uint64_t)count_adjacent(chunk, type->layout, number + i, count - i, width, &begin);
        bool one = done == 0;

        if (done > 0 && type->text)
            one = uuid9562_parse_n(out + i, &done, NULL, begin, done, -1) != UUID9562_OK;
        else if (done > 0)
            memcpy(out + i, begin, done * sizeof *out);
        i += (int64_t)done;
        if (!one)
            continue;
        fault->index = (uint64_t)i;
        if (is_valid(validity_of(chunk), chunk->offset + number + i))
            read_element(chunk, type, number + i, out + i, fault);
        else
            out[i] = (uuid9562_t){{0}};
        i++;
    }
}

/* Copies which are valid, from `number` on, to `validity` from `to` on. Returns how many are
 * not. */
static int64_t copy_validity(uint8_t *validity, int64_t to, const chunk_t *chunk, int64_t number,
                             int64_t count)
{
    int64_t nulls = 0;

    for (int64_t i = 0; i < count; i++)
        if (is_valid(validity_of(chunk), chunk->offset + number + i))
            validity[(to + i) / 8] |= BITS[(to + i) % 8];
        else
            nulls++;
    return nulls;
}

/* Converts a chunk, to the column from `to` on. Validity is NULL if nothing is null. Returns 0, or
 * -1 with the exception of a signal's handler. */
static int convert_chunk(const chunk_t *chunk, const source_type_t *type, column_t *column,
                         int64_t to, uint8_t *validity, fault_t *fault)
{
    work_t work = begin_work((uint64_t)chunk->length);

    while (fault->status == UUID9562_OK && next_piece(&work)) {
        const int64_t number = (int64_t)work.begin, count = (int64_t)work.count;

        read_elements(chunk, type, number, count, column_uuids(column) + to + number, fault);
        if (validity != NULL)
            column->null_count += copy_validity(validity, to + number, chunk, number, count);
        fault->index += (uint64_t)(to + number);
    }
    end_work(&work);
    return work.interrupted ? -1 : 0;
}

static int convert(const import_t *import, column_t *column, uint8_t *validity)
{
    fault_t fault = {.status = UUID9562_OK};
    int64_t to = 0;

    for (size_t i = 0; i < import->count; to += import->chunks[i++].length) {
        if (convert_chunk(&import->chunks[i], import->type, column, to, validity, &fault) != 0)
            return -1;
        if (fault.status != UUID9562_OK) {
            raise_fault(&fault);
            return -1;
        }
    }
    return column_finish(column);
}

static bool may_have_nulls(const import_t *import)
{
    for (size_t i = 0; i < import->count; i++)
        if (validity_of(&import->chunks[i]) != NULL)
            return true;
    return false;
}

static column_t *convert_import(const import_t *import, const column_type_t *type)
{
    uint8_t *validity = NULL;
    column_t *column =
        column_new(type, (uint64_t)import->length, may_have_nulls(import) ? &validity : NULL);

    if (column != NULL && convert(import, column, validity) != 0) {
        column_drop(column);
        return NULL;
    }
    return column;
}

/* Takes over the column, whose UUIDs are written. */
static column_t *finished(column_t *column)
{
    if (column_finish(column) == 0)
        return column;
    column_drop(column);
    return NULL;
}

/* Of Arrow's type null, whose arrays have no buffers. */
static column_t *column_of_nulls(int64_t length, const column_type_t *type)
{
    uint8_t *validity;
    column_t *column = column_new(type, (uint64_t)length, &validity);

    if (column == NULL)
        return NULL;
    column->null_count = length;
    memset(column_uuids(column), 0, (size_t)length * sizeof(uuid9562_t));
    return finished(column);
}

/* One array of 16 bytes each becomes the column. */
static column_t *adopt_chunk(chunk_t *chunk, const column_type_t *type)
{
    unsigned char *memory;
    column_t *column = column_alloc(type, chunk->length, 0, &memory);

    if (column == NULL)
        return NULL;
    column->offset = chunk->offset;
    column->values = chunk->array->buffers[1];
    column->validity = validity_of(chunk);
    if (column->validity != NULL)
        column->null_count = chunk->array == &chunk->owned ? chunk->owned.null_count : -1;
    column->source = chunk->owned;
    chunk->owned.release = NULL;
    return column;
}

static column_t *column_of_import(import_t *import, const column_type_t *type)
{
    if (import->type->layout == NULLS)
        return column_of_nulls(import->length, type);
    find_columns(import);
    if (import->count == 1 && import->type->layout == FIXED && type->offset_size == 0 &&
        import->length > 0)
        return adopt_chunk(&import->chunks[0], type);
    return convert_import(import, type);
}

/* Of an object with that method, one of two. */
static column_t *column_of_arrow(PyObject *data, const char *method, const column_type_t *type)
{
    PyObject *capsules = PyObject_CallMethod(data, method, NULL);
    import_t import = {.chunks = NULL};
    column_t *column = NULL;

    if (capsules == NULL)
        return NULL;
    if (import_capsules(capsules, method, &import) == 0)
        column = column_of_import(&import, type);
    import_release(&import);
    Py_DECREF(capsules);
    return column;
}

/* ---- buffers of Python ---- */

/* Copied, since only a thread of the interpreter could release the view. */
static column_t *column_of_view(const Py_buffer *view, const column_type_t *type)
{
    const uint64_t n = (uint64_t)view->len / sizeof(uuid9562_t);
    column_t *column;

    if ((uint64_t)view->len != n * sizeof(uuid9562_t)) {
        PyErr_SetString(PyExc_ValueError, "the length of data must be a multiple of 16");
        return NULL;
    }
    column = column_new(type, n, NULL);
    if (column == NULL)
        return NULL;
    memcpy(column_uuids(column), view->buf, (size_t)view->len);
    return finished(column);
}

/* ---- the function ---- */

static const char to_arrow_doc[] =
    "to_arrow($self, data, type=\"uuid\")\n--\n\n"
    "Return the UUIDs of bytes, or of a column, as an ArrowArray.\n\n"
    "The data are bytes or another contiguous buffer, as in format_n(); or a column of pyarrow,\n"
    "Polars, DuckDB, pandas or another library with the Arrow PyCapsule interface, or a table of\n"
    "one column: of strings in the format 'any', as parse() reads them, of 16 bytes each, of\n"
    "Arrow's type for UUIDs, or of its type null. Nulls stay nulls; the chunks of a column become\n"
    "one array. The type is 'uuid' (arrow.uuid), 'binary' (16 bytes each), 'text' (canonical, of\n"
    "Arrow's type utf8, for at most 59652323 UUIDs) or 'large_text' (large_utf8).\n\n"
    "A column of 16 bytes each is not copied where 16 bytes each are wanted, unless it has\n"
    "several chunks: the ArrowArray holds its memory.\n\n"
    "Raises ValueError for malformed text and for another number of bytes, with the attributes\n"
    "index, counted from 0, and offset in that text; ValueError for an unknown type and for a\n"
    "buffer whose length is not a multiple of 16; TypeError for columns of other or\n"
    "dictionary-encoded data and for buffers of other items; OSError for a stream that fails.\n"
    "RFC 9562 section 4.";

static column_t *column_of_data(const call_t *call, const column_type_t *type)
{
    PyObject *data = call->arguments[0];
    const char *method = arrow_method(data);
    Py_buffer view;
    column_t *column;

    if (method != NULL)
        return column_of_arrow(data, method, type);
    if (PyErr_Occurred() || get_buffer(call, 0, 'a', &view) != 0)
        return NULL;
    column = column_of_view(&view, type);
    PyBuffer_Release(&view);
    return column;
}

static PyObject *to_arrow(FASTCALL)
{
    call_t call = {.doc = to_arrow_doc, .kinds = "a|s"};
    const column_type_t *type;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    type = get_column_type(&call, 1);
    return type != NULL ? column_object(call.module, column_of_data(&call, type)) : NULL;
}

/* ---- table ---- */

INTERNAL PyMethodDef *arrow_functions(void)
{
    static PyMethodDef functions[] = {
        {"to_arrow", METHOD(to_arrow), to_arrow_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
