/*
 * The slow paths of a call: names of parameters, keyword arguments, and the messages for wrong
 * arguments. A wrong type is found here (TypeError); a wrong value is passed to the core, which
 * reports it.
 */
#include "call.h"

/* ---- names ---- */

/* The length of the name that begins here. */
static size_t name_length(const char *name)
{
    return strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
}

/* Finds the name of a parameter in the signature; empty if it has fewer. */
static const char *find_parameter(const char *doc, Py_ssize_t number)
{
    doc = strchr(doc, '(') + 1;
    if (*doc == '$') /* $self */
        number++;
    for (; number > 0 && *doc != ')'; number--) {
        while (*doc != ',' && *doc != ')')
            doc++;
        if (*doc == ',')
            doc += strlen(", ");
    }
    return doc;
}

/* Returns whether a keyword is that name. One without UTF-8 is not a name. */
static bool is_named(PyObject *keyword, const char *name)
{
    Py_ssize_t size;
    const char *bytes = PyUnicode_AsUTF8AndSize(keyword, &size);

    if (bytes == NULL) {
        PyErr_Clear();
        return false;
    }
    return (size_t)size == name_length(name) && memcmp(bytes, name, (size_t)size) == 0;
}

/* ---- errors ---- */

enum { NAME_SIZE = 32 };

/* PyErr_Format has no way to print a part of a string before Python 3.12. */
static const char *copy_name(char copy[NAME_SIZE], const char *name)
{
    size_t length = name_length(name);

    memcpy(copy, name, length);
    copy[length] = '\0';
    return copy;
}

/* What a parameter of a kind takes, in words. */
static const char *kind_name(char kind)
{
    static const struct {
        char kind;
        const char *name;
    } names[] = {
        {'u', "a UUID, str or bytes"},
        {'v', "a UUID, str, bytes or None"},
        {'m', "str or bytes"},
        {'f', "str, or bytes in a binary format"},
        {'s', "str"},
        {'b', "bytes"},
        {'i', "int"},
        {'o', "int or None"},
        {'T', "int, str, a date or an aware datetime"},
        {'n', "int, str or None"},
        {'p', "str, bytes or os.PathLike"},
        {'c', "a callable or None"},
        {'d', "a contiguous buffer of bytes"},
        {'a', "a contiguous buffer of bytes or an Arrow column"},
        {'t', "str or a contiguous buffer of bytes"},
    };
    size_t i = 0;

    while (names[i].kind != kind)
        i++;
    return names[i].name;
}

COLD int raise_not(const call_t *call, Py_ssize_t number, char kind, PyObject *what)
{
    char function[NAME_SIZE], parameter[NAME_SIZE];

    if (what != NULL)
        PyErr_Format(PyExc_TypeError, "%s() argument '%s' must be %s, not %U",
                     copy_name(function, call->doc),
                     copy_name(parameter, find_parameter(call->doc, number)), kind_name(kind),
                     what);
    Py_XDECREF(what);
    return -1;
}

COLD int raise_type(const call_t *call, Py_ssize_t number, char kind)
{
    if (PyErr_Occurred()) /* by is_of_kind */
        return -1;
    return raise_not(call, number, kind,
                     PyUnicode_FromFormat("%.200s", Py_TYPE(call->arguments[number])->tp_name));
}

COLD int raise_missing(const call_t *call, Py_ssize_t number)
{
    char function[NAME_SIZE], parameter[NAME_SIZE];

    PyErr_Format(PyExc_TypeError, "%s() missing required argument '%s' (pos %zd)",
                 copy_name(function, call->doc),
                 copy_name(parameter, find_parameter(call->doc, number)), number + 1);
    return -1;
}

COLD int raise_count(const call_t *call, Py_ssize_t most, Py_ssize_t given)
{
    char function[NAME_SIZE];

    PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments (%zd given)",
                 copy_name(function, call->doc), most, given);
    return -1;
}

static int raise_duplicate(const call_t *call, Py_ssize_t number)
{
    char function[NAME_SIZE], parameter[NAME_SIZE];

    PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%s'",
                 copy_name(function, call->doc),
                 copy_name(parameter, find_parameter(call->doc, number)));
    return -1;
}

static int raise_unexpected(const call_t *call, PyObject *keyword)
{
    char function[NAME_SIZE];

    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R",
                 copy_name(function, call->doc), keyword);
    return -1;
}

/* ---- kinds ---- */

INTERNAL bool is_date(PyObject *object)
{
    PyObject *module = PyImport_ImportModule("datetime");
    PyObject *type = module != NULL ? PyObject_GetAttrString(module, "date") : NULL;
    const bool result = type != NULL && PyObject_IsInstance(object, type) == 1;

    Py_XDECREF(module);
    Py_XDECREF(type);
    return result;
}

INTERNAL const char *arrow_method(PyObject *object)
{
    static const char *const names[] = {"__arrow_c_array__", "__arrow_c_stream__"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        PyObject *method = PyObject_GetAttrString(object, names[i]);

        Py_XDECREF(method);
        if (method != NULL)
            return names[i];
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return NULL;
        PyErr_Clear();
    }
    return NULL;
}

/* ---- binding ---- */

INTERNAL int find_generator(call_t *call, PyObject *self)
{
    const generator_t *generator = (generator_t *)self;

    call->module = PyType_GetModuleState(Py_TYPE(self));
    call->generator = generator->core;
    call->runs_python = generator->runs_python;
    return call->module != NULL ? 0 : -1;
}

COLD PyObject *call_frozen(const call_t *call, method_t *method, FASTCALL)
{
    PyObject *generator, *result;

    Py_BEGIN_CRITICAL_SECTION(call->module->generator_type);
    generator = (PyObject *)atomic_load(&call->module->frozen);
    Py_XINCREF(generator);
    Py_END_CRITICAL_SECTION();
    result = method(generator != NULL ? generator : self, args, nargs, kwnames);
    Py_XDECREF(generator);
    return result;
}

INTERNAL void end_work(work_t *work)
{
    if (work->saved != NULL)
        PyEval_RestoreThread(work->saved);
    work->saved = NULL;
}

INTERNAL bool next_piece(work_t *work)
{
    if (work->saved != NULL) {
        end_work(work);
        work->interrupted = PyErr_CheckSignals() != 0;
    }
    work->begin += work->count;
    work->count = work->left < PIECE ? work->left : PIECE;
    work->left -= work->count;
    if (work->count == 0 || work->interrupted)
        return false;
    if (work->count >= RELEASE_THRESHOLD)
        work->saved = PyEval_SaveThread();
    return true;
}

INTERNAL int bind_keyword(call_t *call, PyObject *keyword, PyObject *value)
{
    const char *name;

    for (Py_ssize_t i = 0; *(name = find_parameter(call->doc, i)) != ')'; i++) {
        if (!is_named(keyword, name))
            continue;
        if (call->arguments[i] != NULL)
            return raise_duplicate(call, i);
        call->arguments[i] = value;
        return 0;
    }
    return raise_unexpected(call, keyword);
}

INTERNAL int bind_keywords(call_t *call, PyObject *const *args, PyObject *kwnames)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kwnames); i++)
        if (bind_keyword(call, PyTuple_GET_ITEM(kwnames, i), args[i]) != 0)
            return -1;
    return 0;
}
