/*
 * What comes in: the arguments of a call bound to its parameters, and each of them as what the core
 * takes. A wrong type is found here, for all arguments before any of them is read (TypeError); a
 * wrong value is handed to the core, which says what is wrong with it.
 */

/* ---- text ---- */

/* What the core may want to see of a str where a UUID, or the name of something, belongs. */
typedef struct text {
    char octets[UUID9562_TEXT_MAX + 1];
    size_t length;
} text_t;

/* Cannot fail. No text that the core accepts is longer than UUID9562_TEXT_MAX, so one octet beyond
 * that is as good as all the rest. Nor does it accept anything but ASCII, so any other character,
 * lone surrogates among them, may stand there as one octet that means nothing; offsets count the
 * octets before it. */
static text_t read_text(PyObject *str)
{
    text_t text;
    size_t length = (size_t)PyUnicode_GetLength(str);

    text.length = length < sizeof text.octets ? length : sizeof text.octets;
    for (size_t i = 0; i < text.length; i++) {
        Py_UCS4 character = PyUnicode_ReadChar(str, (Py_ssize_t)i);
        text.octets[i] = character < 0x80 ? (char)character : '\xff';
    }
    return text;
}

/* ---- a call ---- */

enum { PARAMETERS_MAX = 4, PARAMETER_NAME_MAX = 16 };

/* The arguments are borrowed from the caller; what was left out is NULL. */
typedef struct call {
    const char *function;
    const char *parameters; /* as Python writes them: "unix_ms, random, n=0" */
    const char *kinds;      /* a letter for each, of those below: "ibi" */
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
static bool find_parameter(const char *parameters, Py_ssize_t number, char name[PARAMETER_NAME_MAX],
                           bool *required)
{
    size_t length;

    for (; number > 0; number--) {
        parameters += strcspn(parameters, ",");
        parameters += strspn(parameters, ", ");
    }
    length = strcspn(parameters, ",=");
    memcpy(name, parameters, length);
    name[length] = '\0';
    *required = parameters[length] != '=';
    return length > 0;
}

static int bind_keyword(call_t *call, PyObject *keyword, PyObject *value)
{
    text_t text = read_text(keyword);
    char name[PARAMETER_NAME_MAX];
    bool required;

    for (Py_ssize_t i = 0; find_parameter(call->parameters, i, name, &required); i++) {
        if (strlen(name) != text.length || memcmp(name, text.octets, text.length) != 0)
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
    case 'm': /* the name of a name-based UUID */
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
    default:
        return NULL;
    }
}

/* An integer is an int, or what has an __index__; a float or a str is neither. */
static bool is_of_kind(const state_t *state, PyObject *object, char kind)
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
    default: /* '*': anything; the function sees to it */
        return true;
    }
}

static int raise_type(const call_t *call, Py_ssize_t number, const char *expected)
{
    char name[PARAMETER_NAME_MAX];
    bool required;

    find_parameter(call->parameters, number, name, &required);
    PyErr_Format(PyExc_TypeError, "%s() argument '%s' must be %s, not %.200s", call->function, name,
                 expected, Py_TYPE(call->arguments[number])->tp_name);
    return -1;
}

/* What was left out may be left out, and what was given is of the right type. */
static int check_arguments(const call_t *call)
{
    char name[PARAMETER_NAME_MAX];
    bool required;

    for (Py_ssize_t i = 0; find_parameter(call->parameters, i, name, &required); i++) {
        PyObject *argument = call->arguments[i];

        if (argument == NULL && required) {
            PyErr_Format(PyExc_TypeError, "%s() missing required argument '%s' (pos %zd)",
                         call->function, name, i + 1);
            return -1;
        }
        if (argument != NULL && !is_of_kind(call->state, argument, call->kinds[i]))
            return raise_type(call, i, kind_name(call->kinds[i]));
    }
    return 0;
}

static int bind_positions(call_t *call, PyObject *const *args, Py_ssize_t nargs)
{
    Py_ssize_t count = (Py_ssize_t)strlen(call->kinds);

    if (nargs > count) {
        PyErr_Format(PyExc_TypeError, "%s() takes at most %zd arguments (%zd given)",
                     call->function, count, nargs);
        return -1;
    }
    for (Py_ssize_t i = 0; i < nargs; i++)
        call->arguments[i] = args[i];
    return 0;
}

/* Spreads the arguments of a METH_FASTCALL | METH_KEYWORDS call over the parameters. */
static int bind(call_t *call, PyObject *const *args, Py_ssize_t nargs, PyObject *kwnames)
{
    Py_ssize_t keywords = kwnames != NULL ? PyTuple_GET_SIZE(kwnames) : 0;

    if (bind_positions(call, args, nargs) != 0)
        return -1;
    for (Py_ssize_t i = 0; i < keywords; i++)
        if (bind_keyword(call, PyTuple_GET_ITEM(kwnames, i), args[nargs + i]) != 0)
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
static text_t get_text(const call_t *call, int number)
{
    return read_text(call->arguments[number]);
}

/* Kind b. */
static const char *get_octets(const call_t *call, int number, size_t *length)
{
    *length = (size_t)PyBytes_GET_SIZE(call->arguments[number]);
    return PyBytes_AS_STRING(call->arguments[number]);
}

/* Kind m. A name is octets: those of bytes, or the UTF-8 of a str (a str that has none is a
 * UnicodeEncodeError, which is a ValueError). */
static int get_name(const call_t *call, int number, const char **octets, size_t *length)
{
    Py_ssize_t size = 0;

    if (PyBytes_Check(call->arguments[number])) {
        *octets = get_octets(call, number, length);
        return 0;
    }
    *octets = PyUnicode_AsUTF8AndSize(call->arguments[number], &size);
    *length = (size_t)size;
    return *octets != NULL ? 0 : -1;
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
    name = get_text(call, number);
    return check(uuid9562_node_by_name(value, name.octets, name.length));
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

/* The octets of a uuid.UUID, by way of its attribute `int`. Returns UUID9562_OK, or NO_UUID for an
 * object that somebody has spoiled, or RAISED. */
static int read_uuid_object(const state_t *state, PyObject *object, uuid9562_t *out)
{
    PyObject *value = PyObject_GetAttr(object, state->int_name);
    PyObject *octets = NULL;

    if (value != NULL)
        octets = PyObject_CallFunction(state->to_bytes, "OiO", value, (int)sizeof out->octets,
                                       state->big);
    Py_XDECREF(value);
    if (octets == NULL)
        return clear_if_ordinary();
    memcpy(out->octets, PyBytes_AS_STRING(octets), sizeof out->octets);
    Py_DECREF(octets);
    return UUID9562_OK;
}

typedef uuid9562_status_t parse_t(uuid9562_t *out, const char *text, size_t length, size_t *offset);

/* Any object as a UUID. Returns a status of the core, with no exception set; or NO_UUID where the
 * object is of a type that can be none; or RAISED. */
static int read_uuid(const state_t *state, PyObject *object, parse_t *parse, uuid9562_t *out,
                     size_t *offset)
{
    if (PyUnicode_Check(object)) {
        text_t text = read_text(object);
        return (int)parse(out, text.octets, text.length, offset);
    }
    if (PyBytes_Check(object))
        return (int)uuid9562_from_bytes(out, PyBytes_AS_STRING(object),
                                        (size_t)PyBytes_GET_SIZE(object), offset);
    if (PyObject_TypeCheck(object, state->uuid_type))
        return read_uuid_object(state, object, out);
    return NO_UUID;
}

static int get_parsed(const call_t *call, int number, parse_t *parse, uuid9562_t *uuid)
{
    size_t offset = 0;
    int status = read_uuid(call->state, call->arguments[number], parse, uuid, &offset);

    if (status == RAISED)
        return -1;
    if (status == NO_UUID)
        return raise_type(call, number, kind_name('u'));
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
