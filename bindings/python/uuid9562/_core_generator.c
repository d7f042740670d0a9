/*
 * The class Generator: a generator of one's own, which sees the clock and the randomness that
 * Python gives it. Its methods are functions of _core_makers.c and _core_functions.c, called on it.
 *
 * The lock of the interpreter is held wherever Python is called back. What is called may do
 * anything, also use the same generator: the core holds no lock meanwhile.
 */

/* ---- the world of a generator: see uuid9562_sources_t ---- */

/* What 64 bits do not hold becomes a time outside every range of the core. */
static int read_time(PyObject *answer, int64_t *seconds, uint32_t *nanoseconds)
{
    const uint64_t ns_per_second = 1000000000;
    uint64_t unix_ns = 0;
    int fits;

    if (!PyIndex_Check(answer)) {
        PyErr_Format(PyExc_TypeError,
                     "clock() must return int, the nanoseconds since 1970, not %.200s",
                     Py_TYPE(answer)->tp_name);
        return -1;
    }
    fits = read_uint64(answer, &unix_ns);
    *seconds = fits == 1 ? (int64_t)(unix_ns / ns_per_second) : -1;
    *nanoseconds = (uint32_t)(unix_ns % ns_per_second);
    return fits >= 0 ? 0 : -1;
}

static int ask_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const generator_t *self = context;
    PyObject *answer = PyObject_CallNoArgs(self->clock);
    int result = answer != NULL ? read_time(answer, seconds, nanoseconds) : -1;

    Py_XDECREF(answer);
    return result;
}

static int read_random(PyObject *answer, void *bytes, size_t count)
{
    if (!PyBytes_Check(answer)) {
        PyErr_Format(PyExc_TypeError, "random() must return bytes, not %.200s",
                     Py_TYPE(answer)->tp_name);
        return -1;
    }
    if ((size_t)PyBytes_GET_SIZE(answer) != count) {
        PyErr_Format(PyExc_ValueError, "random(%zu) must return as many bytes, not %zd", count,
                     PyBytes_GET_SIZE(answer));
        return -1;
    }
    memcpy(bytes, PyBytes_AS_STRING(answer), count);
    return 0;
}

static int ask_random(void *context, void *bytes, size_t count)
{
    const generator_t *self = context;
    PyObject *answer = PyObject_CallFunction(self->random, "n", (Py_ssize_t)count);
    int result = answer != NULL ? read_random(answer, bytes, count) : -1;

    Py_XDECREF(answer);
    return result;
}

/* ---- its life ---- */

static int generator_traverse(PyObject *object, visitproc visit, void *arg)
{
    const generator_t *self = (generator_t *)object;

    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->clock);
    Py_VISIT(self->random);
    return 0;
}

static int generator_clear(PyObject *object)
{
    generator_t *self = (generator_t *)object;

    Py_CLEAR(self->clock);
    Py_CLEAR(self->random);
    return 0;
}

static void generator_dealloc(PyObject *object)
{
    generator_t *self = (generator_t *)object;
    PyTypeObject *type = Py_TYPE(self);

    PyObject_GC_UnTrack(object);
    generator_clear(object);
    uuid9562_generator_free(self->core);
    type->tp_free(object);
    Py_DECREF(type);
}

/* A callback as it is given: one that was left out is None. Returns whether there is one. */
static bool keep_callback(const call_t *call, int number, PyObject **callback)
{
    *callback = call->arguments[number] != NULL ? call->arguments[number] : Py_None;
    Py_INCREF(*callback);
    return *callback != Py_None;
}

static int make_core(const call_t *call, generator_t *self, const uint64_t *node,
                     const uint64_t *clock_seq)
{
    uuid9562_sources_t world = {.context = self};

    if (keep_callback(call, 0, &self->clock))
        world.clock = ask_clock;
    if (keep_callback(call, 1, &self->random))
        world.random = ask_random;
    self->runs_python = world.clock != NULL || world.random != NULL;
    return check(uuid9562_generator_new(&self->core, &world, node, clock_seq));
}

#define GENERATOR_PARAMETERS "clock=None, random=None, node=None, clock_seq=None"

static PyObject *generator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    call_t call = {"Generator", GENERATOR_PARAMETERS, "|ccno", {NULL}, NULL, NULL, false};
    uint64_t values[2];
    const uint64_t *node, *clock_seq;
    PyObject *object;

    if (bind_new(&call, args, kwargs) != 0 || get_node(&call, 2, &values[0], &node) != 0 ||
        get_optional(&call, 3, &values[1], &clock_seq) != 0)
        return NULL;
    object = type->tp_alloc(type, 0);
    if (object != NULL && make_core(&call, (generator_t *)object, node, clock_seq) != 0)
        Py_CLEAR(object);
    return object;
}

/* ---- the class ---- */

/* What pickle and copy ask for. */
static PyObject *generator_reduce(PyObject *object, PyObject *unused)
{
    (void)object;
    (void)unused;
    PyErr_SetString(PyExc_TypeError, "a Generator cannot be copied or pickled: there would be two "
                                     "that give out the same times");
    return NULL;
}

/* clang-format off */
static PyMethodDef generator_methods[] = {
    MAKER_ROWS(uuid1)
    MAKER_ROWS(uuid4)
    MAKER_ROWS(uuid6)
    MAKER_ROWS(uuid7)
    MAKER_ROWS(uuid7_at)
    MAKER_ROWS(uuid8)
    MAKER_ROWS(uuid8_node)
    ROW(batch)
    ROW(batch_bytes)
    ROW(batch_str)
    ROW(fill)
    ROW(lead_ns)
    ROW(resync)
    {"__reduce__", generator_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};
/* clang-format on */

static const char generator_doc[] =
    "Generator(" GENERATOR_PARAMETERS ")\n--\n\n"
    "A generator with an order of its own: for tests, replay, isolation.\n\n"
    "Its methods are the functions of the module that have their names. clock() returns the\n"
    "nanoseconds since 1970 as an int, random(n) returns n bytes as bytes; by default they are\n"
    "the system's. What they raise comes out of the method that asked them, and the order goes\n"
    "on. node, which may be '@host', and clock_seq are for versions 1 and 6 where a call gives\n"
    "none; by default they are random. A process that is forked goes on with what is given here,\n"
    "and so may repeat what its parent makes.\n\n"
    "Raises ValueError for a node or clock_seq out of range, OSError without a host address.\n"
    "RFC 9562 section 6.";

static PyType_Slot generator_slots[] = {
    {Py_tp_doc, (void *)(uintptr_t)generator_doc},
    {Py_tp_new, (void *)(uintptr_t)generator_new},
    {Py_tp_methods, generator_methods},
    {Py_tp_traverse, (void *)(uintptr_t)generator_traverse},
    {Py_tp_clear, (void *)(uintptr_t)generator_clear},
    {Py_tp_dealloc, (void *)(uintptr_t)generator_dealloc},
    {0, NULL},
};

/* It cannot be a base: a subclass would change nothing that the arguments do not. */
static PyType_Spec generator_spec = {
    .name = "uuid9562.Generator",
    .basicsize = sizeof(generator_t),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .slots = generator_slots,
};

static int add_generator(PyObject *module)
{
    PyObject *type = PyType_FromModuleAndSpec(module, &generator_spec, NULL);
    int result = type != NULL ? PyModule_AddType(module, (PyTypeObject *)type) : -1;

    Py_XDECREF(type);
    return result;
}
