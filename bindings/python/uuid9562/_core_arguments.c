/*
 * What comes in: the arguments of a call bound to its parameters, and each of them as what the core
 * takes. A wrong type is found here, for all arguments before any of them is read (TypeError); a
 * wrong value is handed to the core, which says what is wrong with it.
 */

/* ---- text ---- */

/* What the core may want to see of a str where a UUID, or the name of something, belongs: bytes of
 * the str itself, or of the copy. It may not be copied. */
typedef struct text {
    const char *bytes;
    size_t length;
    char copy[UUID9562_TYPEID_MAX + 1];
} text_t;

_Static_assert(UUID9562_TYPEID_MAX >= UUID9562_TEXT_MAX, "a TypeID is the longest text");

/* No text that the core accepts is longer than UUID9562_TYPEID_MAX, so one byte beyond that is as
 * good as all the rest. Nor does it accept anything but ASCII, so any other character, lone
 * surrogates among them, may stand there as one byte that means nothing; offsets count the bytes
 * before it. */
static void copy_text(PyObject *str, text_t *text)
{
    if (text->length > sizeof text->copy)
        text->length = sizeof text->copy;
    for (size_t i = 0; i < text->length; i++) {
        Py_UCS4 character = PyUnicode_ReadChar(str, (Py_ssize_t)i);
        text->copy[i] = character < 0x80 ? (char)character : '\xff';
    }
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

/* ---- a call ---- */

enum { PARAMETERS_MAX = 4, PARAMETER_NAME_MAX = 16 };

/* The arguments are borrowed from the caller; what was left out is NULL. */
typedef struct call {
    const char *function;
    const char *parameters; /* as Python writes them: "unix_ms, random, n=0" */
    const char *kinds;      /* a letter for each, of those below, and a | before those that may
                               be left out: "ib|i" */
    PyObject *arguments[PARAMETERS_MAX];
    state_t *state;
    uuid9562_generator_t *generator; /* NULL for that of the process */
    bool runs_python;                /* does the generator call back into Python? */
} call_t;

/* Whose function is called: the module's, or that of a Generator. */
static int find_self(call_t *call, PyObject *self)
{
    const generator_t *generator = (generator_t *)self;

    if (PyModule_Check(self)) {
        call->state = PyModule_GetState(self);
    } else {
        call->state = PyType_GetModuleState(Py_TYPE(self));
        call->generator = generator->core;
        call->runs_python = generator->runs_python;
    }
    return call->state != NULL ? 0 : -1;
}

/* Copies the name of a parameter. Returns whether there is one of that number. */
static bool find_parameter(const char *parameters, Py_ssize_t number, char name[PARAMETER_NAME_MAX])
{
    size_t length;

    for (; number > 0; number--) {
        parameters += strcspn(parameters, ",");
        parameters += strspn(parameters, ", ");
    }
    length = strcspn(parameters, ",=");
    memcpy(name, parameters, length);
    name[length] = '\0';
    return length > 0;
}

static int bind_keyword(call_t *call, PyObject *keyword, PyObject *value)
{
    text_t text;
    char name[PARAMETER_NAME_MAX];

    read_text(keyword, &text);
    for (Py_ssize_t i = 0; find_parameter(call->parameters, i, name); i++) {
        if (strlen(name) != text.length || memcmp(name, text.bytes, text.length) != 0)
            continue;
        if (call->arguments[i] != NULL) {
            PyErr_Format(PyExc_TypeError, "%s() got multiple values for argument '%s'",
                         call->function, name);
            return -1;
        }
        call->arguments[i] = value;
        return 0;
    }
    PyErr_Format(PyExc_TypeError, "%s() got an unexpected keyword argument %R", call->function,
                 keyword);
    return -1;
}

/* What a parameter of a kind takes, in words; NULL for a letter that is no kind. */
static const char *kind_name(char kind)
{
    switch (kind) {
    case 'u':
        return "a UUID, str or bytes";
    case 'm': /* the name of a name-based UUID, or a UUID in a form */
        return "str or bytes";
    case 's':
        return "str";
    case 'b':
        return "bytes";
    case 'i':
        return "int";
    case 'o':
        return "int or None";
    case 'n': /* a node */
        return "int, str or None";
    case 'c':
        return "a callable or None";
    case 'd': /* bytes, which are only read */
        return "a contiguous buffer";
    case 'w': /* bytes, which are written */
        return "a writable contiguous buffer";
    case 't': /* text, as characters or as bytes */
        return "str or a contiguous buffer";
    default:
        return NULL;
    }
}

/* What is part of each function, so that the compiler sees its kinds. */
#define INLINE static inline __attribute__((always_inline))

/* An integer is an int, or what has an __index__; a float or a str is neither. */
INLINE bool is_of_kind(const state_t *state, PyObject *object, char kind)
{
    switch (kind) {
    case 'u':
        return PyUnicode_Check(object) || PyBytes_Check(object) ||
               PyObject_TypeCheck(object, state->uuid_type);
    case 'm':
        return PyUnicode_Check(object) || PyBytes_Check(object);
    case 's':
        return PyUnicode_Check(object);
    case 'b':
        return PyBytes_Check(object);
    case 'i':
        return PyIndex_Check(object);
    case 'o':
        return PyIndex_Check(object) || object == Py_None;
    case 'n':
        return PyIndex_Check(object) || PyUnicode_Check(object) || object == Py_None;
    case 'c':
        return PyCallable_Check(object) || object == Py_None;
    case 'd':
    case 'w':
        return PyObject_CheckBuffer(object);
    case 't':
        return PyUnicode_Check(object) || PyObject_CheckBuffer(object);
    default: /* '*': anything; the function sees to it */
        return true;
    }
}

/* What is not part of each function. */
#define COLD static __attribute__((cold, noinline))

COLD int raise_type(const call_t *call, Py_ssize_t number, char kind)
{
    char name[PARAMETER_NAME_MAX];

    find_parameter(call->parameters, number, name);
    PyErr_Format(PyExc_TypeError, "%s() argument '%s' must be %s, not %.200s", call->function, name,
                 kind_name(kind), Py_TYPE(call->arguments[number])->tp_name);
    return -1;
}

/* Is that argument, which was given, of a kind? */
static int check_kind(const call_t *call, Py_ssize_t number, char kind)
{
    if (is_of_kind(call->state, call->arguments[number], kind))
        return 0;
    return raise_type(call, number, kind);
}

COLD int raise_missing(const call_t *call, Py_ssize_t number)
{
    char name[PARAMETER_NAME_MAX];

    find_parameter(call->parameters, number, name);
    PyErr_Format(PyExc_TypeError, "%s() missing required argument '%s' (pos %zd)", call->function,
                 name, number + 1);
    return -1;
}

/* What was left out may be left out, and what was given is of the right type. */
INLINE int check_arguments(const call_t *call)
{
    const char *kind = call->kinds;
    bool required = true;

#pragma GCC unroll 8
    for (Py_ssize_t i = 0; *kind != '\0'; kind++) {
        if (*kind == '|') {
            required = false;
            continue;
        }
        if (call->arguments[i] == NULL && required)
            return raise_missing(call, i);
        if (call->arguments[i] != NULL && !is_of_kind(call->state, call->arguments[i], *kind))
            return raise_type(call, i, *kind);
        i++;
    }
    return 0;
}

INLINE int bind_positions(call_t *call, PyObject *const *args, Py_ssize_t nargs)
{
    const Py_ssize_t count =
        (Py_ssize_t)strlen(call->kinds) - (strchr(call->kinds, '|') != NULL ? 1 : 0);

    if (nargs > count) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments (%zd given)",
                     call->function, count, nargs);
        return -1;
    }
    for (Py_ssize_t i = 0; i < nargs; i++)
        call->arguments[i] = args[i];
    return 0;
}

static int bind_keywords(call_t *call, PyObject *const *args, PyObject *kwnames)
{
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(kwnames); i++)
        if (bind_keyword(call, PyTuple_GET_ITEM(kwnames, i), args[i]) != 0)
            return -1;
    return 0;
}

/* Spreads the arguments of a METH_FASTCALL | METH_KEYWORDS call over the parameters. */
INLINE int bind(call_t *call, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    if (bind_positions(call, args, nargs) != 0 ||
        (kwnames != NULL && bind_keywords(call, args + nargs, kwnames) != 0))
        return -1;
    return check_arguments(call);
}

/* The same for those that the making of an object comes with; kwargs may be NULL. */
static int bind_new(call_t *call, PyObject *args, PyObject *kwargs)
{
    PyObject *keyword, *value;
    Py_ssize_t position = 0;

    if (bind_positions(call, PySequence_Fast_ITEMS(args), PyTuple_GET_SIZE(args)) != 0)
        return -1;
    while (kwargs != NULL && PyDict_Next(kwargs, &position, &keyword, &value))
        if (bind_keyword(call, keyword, value) != 0)
            return -1;
    return check_arguments(call);
}

/* ---- one argument ----
 *
 * Each reads argument `number` of a call, which is of the kind that the comment says, and was
 * given. Those that can fail return 0, or -1 with an exception set. */

/* Kind s: a string of the core's own. */
static void get_text(const call_t *call, int number, text_t *text)
{
    read_text(call->arguments[number], text);
}

/* Kind b. */
static const char *get_bytes(const call_t *call, int number, size_t *length)
{
    *length = (size_t)PyBytes_GET_SIZE(call->arguments[number]);
    return PyBytes_AS_STRING(call->arguments[number]);
}

/* Kind m, a name. It is bytes: those of bytes, or the UTF-8 of a str (a str that has none is a
 * UnicodeEncodeError, which is a ValueError). */
static int get_name(const call_t *call, int number, const char **bytes, size_t *length)
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

typedef uuid9562_status_t find_form_t(const uuid9562_format_t **form, const char *name,
                                      size_t length);

/* Kind s, the name of a form to read, or to write. */
static int get_form(const call_t *call, int number, find_form_t *find,
                    const uuid9562_format_t **form)
{
    text_t name;

    get_text(call, number, &name);
    return check(find(form, name.bytes, name.length));
}

/* Kind i. What 64 bits do not hold becomes a number outside every range of the core, so that the
 * core refuses it. */
static int get_int64(const call_t *call, int number, int64_t *value)
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

/* Any object that is an integer. Returns 1 where 64 bits hold it, 0 where not, -1 with an exception
 * set. */
static int read_uint64(PyObject *object, uint64_t *value)
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

/* Kind i, for unsigned numbers: UINT64_MAX is outside every range, and so is below 0. */
static int get_uint64(const call_t *call, int number, uint64_t *value)
{
    int fits = read_uint64(call->arguments[number], value);

    if (fits == 0)
        *value = UINT64_MAX;
    return fits >= 0 ? 0 : -1;
}

/* Kind o, or nothing: *given is NULL for a number that is None or left out, else it points to
 * *value. */
static int get_optional(const call_t *call, int number, uint64_t *value, const uint64_t **given)
{
    *given = NULL;
    if (call->arguments[number] == NULL || call->arguments[number] == Py_None)
        return 0;
    *given = value;
    return get_uint64(call, number, value);
}

/* Kind n, or nothing: the same for a node, which may also be named. */
static int get_node(const call_t *call, int number, uint64_t *value, const uint64_t **given)
{
    text_t name;

    if (call->arguments[number] == NULL || !PyUnicode_Check(call->arguments[number]))
        return get_optional(call, number, value, given);
    *given = value;
    get_text(call, number, &name);
    return check(uuid9562_node_by_name(value, name.bytes, name.length));
}

/* ---- UUIDs ---- */

enum { NO_UUID = -1, RAISED = -2 };

/* Clears an exception that only says what an object is not. Returns NO_UUID; or RAISED where it
 * says that the interpreter has no memory or is to stop (KeyboardInterrupt): then it stays. */
static int clear_if_ordinary(void)
{
    if (PyErr_Occurred() &&
        (PyErr_ExceptionMatches(PyExc_MemoryError) || !PyErr_ExceptionMatches(PyExc_Exception)))
        return RAISED;
    PyErr_Clear();
    return NO_UUID;
}

typedef uuid9562_status_t parse_t(uuid9562_t *out, size_t *offset, const char *text, size_t length);

/* Any object as a UUID. Returns a status of the core, with no exception set; or NO_UUID where the
 * object is of a type that can be none; or RAISED. */
static int read_uuid(const state_t *state, PyObject *object, parse_t *parse, uuid9562_t *out,
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
    if (PyObject_TypeCheck(object, state->uuid_type)) /* that somebody may have spoiled */
        return read_uuid_object(state, object, out) ? UUID9562_OK : clear_if_ordinary();
    return NO_UUID;
}

static int get_parsed(const call_t *call, int number, parse_t *parse, uuid9562_t *uuid)
{
    size_t offset = 0;
    int status = read_uuid(call->state, call->arguments[number], parse, uuid, &offset);

    if (status == RAISED)
        return -1;
    if (status == NO_UUID)
        return raise_type(call, number, 'u');
    return check_at((uuid9562_status_t)status, &offset);
}

/* Kind u. */
static int get_uuid(const call_t *call, int number, uuid9562_t *uuid)
{
    return get_parsed(call, number, uuid9562_parse, uuid);
}

/* Kind u, or the name of a namespace: "@dns". */
static int get_namespace(const call_t *call, int number, uuid9562_t *uuid)
{
    return get_parsed(call, number, uuid9562_parse_namespace, uuid);
}
