/*
 * The class ArrowArray: a column that never changes. Other libraries read it by Arrow's C data
 * interface and PyCapsule interface; this package needs none of them.
 */
#include "functions.h"

#include "arrow_column.h"
#include "results.h"

/* ---- export ---- */

/* What an exported array holds. */
typedef struct exported {
    const void *buffers[3];
    column_t *column;
} exported_t;

static void release_array(struct ArrowArray *array)
{
    exported_t *exported = array->private_data;

    array->release = NULL;
    column_drop(exported->column);
    PyMem_RawFree(exported);
}

/* Returns whether there was memory for it. */
static bool export_array(column_t *column, struct ArrowArray *out)
{
    exported_t *exported = PyMem_RawCalloc(1, sizeof *exported);

    if (exported == NULL)
        return false;
    atomic_fetch_add(&column->references, 1);
    exported->column = column;
    exported->buffers[0] = column->validity;
    exported->buffers[1] = column->values;
    exported->buffers[2] = column->texts;
    *out = (struct ArrowArray){
        .length = column->length,
        .null_count = column->null_count,
        .offset = column->offset,
        .n_buffers = column->type->offset_size == 0 ? 2 : 3,
        .buffers = exported->buffers,
        .release = release_array,
        .private_data = exported,
    };
    return true;
}

static void release_schema(struct ArrowSchema *schema)
{
    schema->release = NULL; /* the rest is constant */
}

static void export_schema(const column_t *column, struct ArrowSchema *out)
{
    *out = (struct ArrowSchema){
        .format = column->type->format,
        .name = "",
        .metadata = column->type->metadata,
        .flags = ARROW_FLAG_NULLABLE,
        .release = release_schema,
    };
}

/* A consumer takes a structure out of its capsule and leaves release NULL. */
static void free_array_capsule(PyObject *capsule)
{
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, ARROW_ARRAY_CAPSULE);

    if (array->release != NULL)
        array->release(array);
    PyMem_RawFree(array);
}

/* The content of a schema is constant. */
static void free_schema_capsule(PyObject *capsule)
{
    PyMem_RawFree(PyCapsule_GetPointer(capsule, ARROW_SCHEMA_CAPSULE));
}

static PyObject *schema_capsule(const column_t *column)
{
    struct ArrowSchema *schema = PyMem_RawMalloc(sizeof *schema);
    PyObject *capsule;

    if (schema == NULL)
        return PyErr_NoMemory();
    export_schema(column, schema);
    capsule = PyCapsule_New(schema, ARROW_SCHEMA_CAPSULE, free_schema_capsule);
    if (capsule == NULL)
        PyMem_RawFree(schema);
    return capsule;
}

static PyObject *array_capsule(column_t *column)
{
    struct ArrowArray *array = PyMem_RawMalloc(sizeof *array);
    PyObject *capsule;

    if (array == NULL || !export_array(column, array)) {
        PyMem_RawFree(array);
        return PyErr_NoMemory();
    }
    capsule = PyCapsule_New(array, ARROW_ARRAY_CAPSULE, free_array_capsule);
    if (capsule == NULL) {
        array->release(array);
        PyMem_RawFree(array);
    }
    return capsule;
}

/* ---- the class ---- */

typedef struct arrow_array {
    PyObject head;
    column_t *column;
} arrow_array_t;

static column_t *column_of(PyObject *self)
{
    return ((arrow_array_t *)self)->column;
}

static void arrow_array_dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject *error[3];

    PyErr_Fetch(&error[0], &error[1], &error[2]); /* a release may run Python */
    column_drop(column_of(self));
    PyErr_Restore(error[0], error[1], error[2]);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyObject *arrow_array_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    (void)type, (void)args, (void)kwargs;
    PyErr_SetString(PyExc_TypeError,
                    "cannot create an ArrowArray; use batch_arrow() or to_arrow()");
    return NULL;
}

static Py_ssize_t arrow_array_length(PyObject *self)
{
    return (Py_ssize_t)column_of(self)->length;
}

static PyObject *arrow_array_repr(PyObject *self)
{
    const column_t *column = column_of(self);

    return PyUnicode_FromFormat("<uuid9562.ArrowArray of type %s, length %zd>", column->type->name,
                                (Py_ssize_t)column->length);
}

/* Packages that do not ask for Arrow's interfaces take a sequence: pandas.Series(x). */
static PyObject *arrow_array_item(PyObject *self, Py_ssize_t number)
{
    const column_t *column = column_of(self);
    const module_t *module = PyType_GetModuleState(Py_TYPE(self));

    if (number < 0 || number >= (Py_ssize_t)column->length) {
        PyErr_SetString(PyExc_IndexError, "ArrowArray index out of range");
        return NULL;
    }
    if (!is_valid(column->validity, column->offset + number))
        Py_RETURN_NONE;
    if (column->texts != NULL)
        return PyUnicode_FromStringAndSize(column_text(column, number), UUID9562_CANONICAL_LENGTH);
    return (column->type->metadata != NULL ? as_uuid : as_bytes)(
        module, (const uuid9562_t *)column->values + column->offset + number);
}

/* Bytes, not items of 16: NumPy would read those as text without trailing zeros, and a memoryview
 * of them cannot be indexed. */
static int arrow_array_getbuffer(PyObject *self, Py_buffer *view, int flags)
{
    const column_t *column = column_of(self);
    const char *what = NULL;

    if (column->type->offset_size != 0)
        what = "an ArrowArray of text is not a buffer of UUIDs";
    else if (has_nulls(column->validity, column->offset, column->length, column->null_count))
        what = "an ArrowArray with nulls is not a buffer of UUIDs; drop the nulls first";
    if (what != NULL) {
        view->obj = NULL;
        PyErr_SetString(PyExc_BufferError, what);
        return -1;
    }
    return PyBuffer_FillInfo(
        view, self, (void *)(uintptr_t)((const uuid9562_t *)column->values + column->offset),
        (Py_ssize_t)(column->length * (int64_t)sizeof(uuid9562_t)), 1, flags);
}

static const char arrow_c_schema_doc[] =
    "__arrow_c_schema__($self)\n--\n\n"
    "Return the Arrow type as a capsule of the Arrow PyCapsule interface.";

static PyObject *arrow_c_schema(PyObject *self, PyObject *nothing)
{
    (void)nothing;
    return schema_capsule(column_of(self));
}

static const char arrow_c_array_doc[] =
    "__arrow_c_array__($self, requested_schema=None)\n--\n\n"
    "Return the type and the array as two capsules of the Arrow PyCapsule interface.\n\n"
    "The array shares the memory of this object and keeps it alive. The type is always that of\n"
    "this object; requested_schema is ignored, as the interface allows.";

static PyObject *arrow_c_array(PyObject *self, PyObject *args, PyObject *kwargs)
{
    static char *names[] = {"requested_schema", NULL};
    PyObject *requested, *schema, *array;

    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|O:__arrow_c_array__", names, &requested))
        return NULL;
    schema = schema_capsule(column_of(self));
    array = schema != NULL ? array_capsule(column_of(self)) : NULL;
    if (array == NULL) {
        Py_XDECREF(schema);
        return NULL;
    }
    return Py_BuildValue("NN", schema, array);
}

static const char arrow_array_doc[] =
    "An Arrow array of UUIDs, from batch_arrow() or to_arrow(). Experimental.\n\n"
    "pyarrow, Polars, DuckDB, pandas and others read it without a copy, by the Arrow PyCapsule\n"
    "interface: pyarrow.array(x), polars.Series(x), pandas.Series.from_arrow(x). It never\n"
    "changes. It is a sequence of UUIDs, bytes or str, as its type is, or None. An array of type\n"
    "uuid or binary without nulls is a read-only buffer, 16 bytes for each UUID:\n"
    "numpy.frombuffer(x, 'V16'), format_n(x).";

INTERNAL int add_arrow_array(PyObject *self)
{
    static PyMethodDef methods[] = {
        {"__arrow_c_schema__", arrow_c_schema, METH_NOARGS, arrow_c_schema_doc},
        {"__arrow_c_array__", (PyCFunction)(void (*)(void))arrow_c_array,
         METH_VARARGS | METH_KEYWORDS, arrow_c_array_doc},
        {NULL, NULL, 0, NULL},
    };
    PyType_Slot slots[] = {
        {Py_tp_doc, (void *)(uintptr_t)arrow_array_doc},
        {Py_tp_new, (void *)(uintptr_t)arrow_array_new},
        {Py_tp_methods, methods},
        {Py_tp_dealloc, (void *)(uintptr_t)arrow_array_dealloc},
        {Py_tp_repr, (void *)(uintptr_t)arrow_array_repr},
        {Py_sq_length, (void *)(uintptr_t)arrow_array_length},
        {Py_sq_item, (void *)(uintptr_t)arrow_array_item},
        {Py_tp_iter, (void *)(uintptr_t)PySeqIter_New},
        {Py_bf_getbuffer, (void *)(uintptr_t)arrow_array_getbuffer},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "uuid9562.ArrowArray",
        .basicsize = sizeof(arrow_array_t),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
        .slots = slots,
    };
    module_t *module = PyModule_GetState(self);
    PyObject *type = PyType_FromModuleAndSpec(self, &spec, NULL);

    module->arrow_array_type = (PyTypeObject *)type;
    return type != NULL ? PyModule_AddType(self, (PyTypeObject *)type) : -1;
}

INTERNAL PyObject *column_object(const module_t *module, column_t *column)
{
    PyObject *self = NULL;

    if (column != NULL)
        self = module->arrow_array_type->tp_alloc(module->arrow_array_type, 0);
    if (self != NULL)
        ((arrow_array_t *)self)->column = column;
    else if (column != NULL)
        column_drop(column);
    return self;
}
