/*
 * The class Generator: a generator with an order of its own, which reads the clock and the
 * randomness that Python gives it. Its methods are the functions of generate.c and process.c.
 *
 * The interpreter's lock is held wherever Python is called back. The callback may use the same
 * generator, as the core holds no lock meanwhile, but not resync it: version 1 would begin again.
 */
#include "functions.h"

#include <string.h>

#include "arguments.h"
#include "call.h"
#include "results.h"

/* ---- sources: see uuid9562_sources_t ---- */

/* A number of more than 64 bits becomes a time outside every range of the core. */
static int read_time_answer(PyObject *answer, int64_t *seconds, uint32_t *nanoseconds)
{
    const uint64_t ns_per_s = 1000000000;
    uint64_t unix_ns = 0;
    int fits;

    if (!PyIndex_Check(answer)) {
        PyErr_Format(PyExc_TypeError,
                     "clock() must return int, the nanoseconds since 1970, not %.200s",
                     Py_TYPE(answer)->tp_name);
        return -1;
    }
    fits = read_uint64(answer, &unix_ns);
    *seconds = fits == 1 ? (int64_t)(unix_ns / ns_per_s) : -1;
    *nanoseconds = (uint32_t)(unix_ns % ns_per_s);
    return fits >= 0 ? 0 : -1;
}

static int call_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const generator_t *self = context;
    PyObject *answer = PyObject_CallNoArgs(self->clock);
    int result = answer != NULL ? read_time_answer(answer, seconds, nanoseconds) : -1;

    Py_XDECREF(answer);
    return result;
}

static int read_random_answer(PyObject *answer, void *bytes, size_t count)
{
    if (!PyBytes_Check(answer)) {
        PyErr_Format(PyExc_TypeError, "random() must return bytes, not %.200s",
                     Py_TYPE(answer)->tp_name);
        return -1;
    }
    if ((size_t)PyBytes_GET_SIZE(answer) != count) {
        PyErr_Format(PyExc_ValueError, "random(%zu) returned %zd bytes", count,
                     PyBytes_GET_SIZE(answer));
        return -1;
    }
    memcpy(bytes, PyBytes_AS_STRING(answer), count);
    return 0;
}

static int call_random(void *context, void *bytes, size_t count)
{
    const generator_t *self = context;
    PyObject *answer = PyObject_CallFunction(self->random, "n", (Py_ssize_t)count);
    int result = answer != NULL ? read_random_answer(answer, bytes, count) : -1;

    Py_XDECREF(answer);
    return result;
}

/* ---- life of an object ---- */

static int generator_traverse(PyObject *object, visitproc visit, void *arg)
{
    const generator_t *self = (generator_t *)object;

    Py_VISIT(Py_TYPE(self));
    Py_VISIT(self->clock);
    Py_VISIT(self->random);
    Py_VISIT(atomic_load(&self->frozen_before));
    return 0;
}

static int generator_clear(PyObject *object)
{
    generator_t *self = (generator_t *)object, *before;

    Py_CLEAR(self->clock);
    Py_CLEAR(self->random);
    before = atomic_exchange(&self->frozen_before, NULL);
    Py_XDECREF(before);
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

/* Keeps a callback, or None if it was left out. Returns whether there is a callback. */
static bool keep_callback(const call_t *call, int number, PyObject **callback)
{
    *callback = call->arguments[number] != NULL ? call->arguments[number] : Py_None;
    Py_INCREF(*callback);
    return *callback != Py_None;
}

static int create_core(const call_t *call, generator_t *self, const uint64_t *node,
                       const uint64_t *clock_seq)
{
    uuid9562_sources_t sources = {.context = self};

    if (keep_callback(call, 0, &self->clock))
        sources.clock = call_clock;
    if (keep_callback(call, 1, &self->random))
        sources.random = call_random;
    self->runs_python = sources.clock != NULL || sources.random != NULL;
    return check(uuid9562_generator_new(&self->core, &sources, node, clock_seq));
}

/* Binds the arguments of a constructor, which come in a tuple and a dict or NULL. */
static int bind_constructor(call_t *call, PyObject *args, PyObject *kwargs)
{
    PyObject *keyword, *value;
    Py_ssize_t position = 0;

    if (bind_positions(call, call->kinds, PySequence_Fast_ITEMS(args), PyTuple_GET_SIZE(args)) != 0)
        return -1;
    while (kwargs != NULL && PyDict_Next(kwargs, &position, &keyword, &value))
        if (bind_keyword(call, keyword, value) != 0)
            return -1;
    return check_arguments(call, call->kinds);
}

static const char generator_doc[] =
    "Generator(clock=None, random=None, node=None, clock_seq=None)\n--\n\n"
    "A generator with an order of its own: for tests, replay, isolation.\n\n"
    "Its methods are the functions of the module with the same names. clock() returns the\n"
    "nanoseconds since 1970 as an int, random(n) returns n bytes; by default they are the\n"
    "system's. If one raises an exception, so does the method that called it, and the order is\n"
    "unchanged. node, which may be '@host', and clock_seq are the defaults of uuid1() and\n"
    "uuid6(); without them, both are random. Several threads may use a Generator; its callbacks\n"
    "run in them, and may use it too, but must not resync it. A forked process continues with the\n"
    "same sources, and so may repeat UUIDs of its parent.\n\n"
    "Raises ValueError for a node or clock_seq out of range, OSError if the host has no address.\n"
    "RFC 9562 section 6.";

static PyObject *generator_new(PyTypeObject *type, PyObject *args, PyObject *kwargs)
{
    call_t call = {.doc = generator_doc, .kinds = "|ccno"};
    uint64_t values[2];
    const uint64_t *node, *clock_seq;
    PyObject *object;

    if (bind_constructor(&call, args, kwargs) != 0 || get_node(&call, 2, &values[0], &node) != 0 ||
        get_optional(&call, 3, &values[1], &clock_seq) != 0)
        return NULL;
    object = type->tp_alloc(type, 0);
    if (object != NULL && create_core(&call, (generator_t *)object, node, clock_seq) != 0)
        Py_CLEAR(object);
    return object;
}

/* ---- those that replace the process's ---- */

/* Takes it out of the list. Returns whether it was there. */
static bool take_out(module_t *module, generator_t *generator)
{
    struct generator *_Atomic *at = &module->frozen;

    while (*at != NULL && *at != generator)
        at = &(*at)->frozen_before;
    if (*at == NULL)
        return false;
    *at = generator->frozen_before;
    generator->frozen_before = NULL;
    return true;
}

static const char freeze_doc[] =
    "_freeze($self, generator, begin)\n--\n\n"
    "Replace the generator of the process, in the functions of the module, until another begins;\n"
    "or, if begin is 0, put back the one before it, in whichever order they end.\n\n"
    "For uuid9562.testing. Raises TypeError for another object.";

/* One step for all threads, and for a fork: nothing of Python runs before the reference is given
 * up. */
static PyObject *freeze(FASTCALL)
{
    call_t call = {.doc = freeze_doc, .kinds = "*i"};
    generator_t *generator;
    uint64_t begin;
    bool was_in;

    if (bind_call(&call, self, args, nargs, kwnames) != 0 || get_uint64(&call, 1, &begin) != 0)
        return NULL;
    if (Py_TYPE(call.arguments[0]) != call.module->generator_type)
        return PyErr_Format(PyExc_TypeError, "_freeze() takes a Generator");
    generator = (generator_t *)call.arguments[0];
    Py_BEGIN_CRITICAL_SECTION(call.module->generator_type);
    was_in = take_out(call.module, generator);
    if (begin) {
        generator->frozen_before = call.module->frozen;
        call.module->frozen = generator;
    }
    Py_END_CRITICAL_SECTION();
    if (begin && !was_in)
        Py_INCREF(generator);
    if (!begin && was_in)
        Py_DECREF(generator);
    Py_RETURN_NONE;
}

/* ---- the class ---- */

static PyMethodDef *methods(void)
{
    enum { MOST = 32 };
    static PyMethodDef all[MOST];
    PyMethodDef *end = all;

    for (const PyMethodDef *one = generate_functions(); one->ml_name != NULL; one++)
        *end++ = *one;
    for (const PyMethodDef *one = order_functions(); one->ml_name != NULL; one++)
        *end++ = *one;
    return all;
}

/* The class cannot be derived from: a subclass could change nothing that the arguments cannot.
 * Copying and pickling are refused by Python, since nothing here allows them: two generators would
 * give out the same times. */
INTERNAL int add_generator(PyObject *self)
{
    PyType_Slot slots[] = {
        {Py_tp_doc, (void *)(uintptr_t)generator_doc},
        {Py_tp_new, (void *)(uintptr_t)generator_new},
        {Py_tp_methods, methods()},
        {Py_tp_traverse, (void *)(uintptr_t)generator_traverse},
        {Py_tp_clear, (void *)(uintptr_t)generator_clear},
        {Py_tp_dealloc, (void *)(uintptr_t)generator_dealloc},
        {0, NULL},
    };
    PyType_Spec spec = {
        .name = "uuid9562.Generator",
        .basicsize = sizeof(generator_t),
        .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_IMMUTABLETYPE,
        .slots = slots,
    };
    module_t *module = PyModule_GetState(self);
    PyObject *type = PyType_FromModuleAndSpec(self, &spec, NULL);

    module->generator_type = (PyTypeObject *)type;
    return type != NULL ? PyModule_AddType(self, (PyTypeObject *)type) : -1;
}

INTERNAL PyMethodDef *generator_functions(void)
{
    static PyMethodDef functions[] = {
        {"_freeze", METHOD(freeze), freeze_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
