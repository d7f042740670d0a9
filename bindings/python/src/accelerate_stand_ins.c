/*
 * Replacements of single functions of the standard module while it is accelerated: getters of
 * properties, a method for pickles, and functions of the module. _accelerate.py installs them.
 *
 * Each is bound to our module and to the standard's own function, which it calls in all cases that
 * the rule of accelerate_slots.c leaves to the standard.
 */
#include "functions.h"

#include "accelerate_slots.h"
#include "results.h"
#include "uuid_object.h"

/* ---- the tuple that they are bound to ---- */

enum { OUR_MODULE, STANDARD_FUNCTION, BOUND };

static const module_t *state_of(PyObject *bound)
{
    return PyModule_GetState(PyTuple_GET_ITEM(bound, OUR_MODULE));
}

static PyObject *call_function(PyObject *bound, PyObject *const *args, Py_ssize_t nargs)
{
    PyObject *function = PyTuple_GET_ITEM(bound, STANDARD_FUNCTION);

    return PyObject_Vectorcall(function, args, (size_t)nargs, NULL);
}

/* ---- properties ---- */

static PyObject *property_hex(PyObject *bound, PyObject *self)
{
    uuid9562_t uuid;
    const module_t *module = read_plain(self, &uuid);
    char text[UUID9562_TEXT_MAX];
    size_t length;
    PyObject *str;

    if (module == NULL)
        return call_function(bound, &self, 1);
    length = uuid9562_format_as(text, module->hex_format, &uuid);
    str = PyUnicode_New((Py_ssize_t)length, 0x7f);
    if (str != NULL)
        memcpy(PyUnicode_1BYTE_DATA(str), text, length);
    return str;
}

static PyObject *property_bytes(PyObject *bound, PyObject *self)
{
    uuid9562_t uuid;
    const module_t *module = read_plain(self, &uuid);

    return module != NULL ? as_bytes(module, &uuid) : call_function(bound, &self, 1);
}

static PyObject *property_urn(PyObject *bound, PyObject *self)
{
    uuid9562_t uuid;

    return read_plain(self, &uuid) != NULL ? canonical_between("urn:uuid:", &uuid, "")
                                           : call_function(bound, &self, 1);
}

/* RFC 9562 section 5.1: time_low, time_mid, time_high and version, the two bytes of the variant and
 * the clock sequence, node. */
static PyObject *property_fields(PyObject *bound, PyObject *self)
{
    uuid9562_t uuid;
    const uint8_t *at = uuid.bytes;

    if (read_plain(self, &uuid) == NULL)
        return call_function(bound, &self, 1);
    return Py_BuildValue("NNNNNN", number_from_bytes(at, 4), number_from_bytes(at + 4, 2),
                         number_from_bytes(at + 6, 2), number_from_bytes(at + 8, 1),
                         number_from_bytes(at + 9, 1), number_from_bytes(at + 10, 6));
}

static PyObject *property_version(PyObject *bound, PyObject *self)
{
    uuid9562_t uuid;
    const module_t *module = read_plain(self, &uuid);
    int version;

    if (module == NULL)
        return call_function(bound, &self, 1);
    version = uuid9562_get_version(&uuid);
    if (version < 0)
        Py_RETURN_NONE;
    return PyLong_FromLong(version);
}

/* ---- pickling ---- */

/* The standard checks nothing either: the number may be any object. */
static PyObject *pickle_setstate(PyObject *bound, PyObject *const *args, Py_ssize_t nargs)
{
    const module_t *module = nargs == 2 ? accelerated_module(Py_TYPE(args[0])) : NULL;
    PyObject *number = NULL;
    int failed;

    if (module != NULL && PyDict_CheckExact(args[1]) && PyDict_GET_SIZE(args[1]) == 1)
        number = PyDict_GetItemWithError(args[1], module->int_name);
    if (number == NULL)
        return PyErr_Occurred() ? NULL : call_function(bound, args, nargs);
    Py_INCREF(number);
    failed = fill_uuid(module, args[0], number);
    Py_DECREF(number);
    if (failed)
        return NULL;
    Py_RETURN_NONE;
}

/* ---- functions of the module ---- */

/* Before the caller's arguments is the class that the standard's function would use: it has to be
 * ours, and as we left it. */
static bool uses_class(const module_t *module, PyObject *const *args)
{
    return args[0] == (PyObject *)module->uuid_type &&
           accelerated_module(module->uuid_type) == module;
}

/* And here the function that returns random bytes: it has to be the system's. */
static PyObject *stand_in_uuid4(PyObject *bound, PyObject *const *args, Py_ssize_t nargs)
{
    const module_t *module = state_of(bound);
    uuid9562_t uuid;

    if (nargs == 2 && uses_class(module, args) && args[1] == module->urandom &&
        uuid9562_uuid4(NULL, &uuid) == UUID9562_OK)
        return as_uuid(module, &uuid);
    return call_function(bound, NULL, 0);
}

typedef uuid9562_status_t derive_t(uuid9562_t *out, const uuid9562_t *name_space, const void *name,
                                   size_t length);

/* Of a str alone, because bytes are an error before Python 3.12. */
static PyObject *derive(PyObject *bound, PyObject *const *args, Py_ssize_t nargs,
                        derive_t *derive_uuid)
{
    const module_t *module = state_of(bound);
    const char *name = NULL;
    Py_ssize_t length;
    uuid9562_t uuid, name_space;

    if (nargs == 3 && uses_class(module, args) && PyUnicode_CheckExact(args[2]) &&
        read_plain(args[1], &name_space) != NULL &&
        (name = PyUnicode_AsUTF8AndSize(args[2], &length)) == NULL)
        PyErr_Clear();
    if (name != NULL && derive_uuid(&uuid, &name_space, name, (size_t)length) == UUID9562_OK)
        return as_uuid(module, &uuid);
    return call_function(bound, args + 1, nargs - 1);
}

static PyObject *stand_in_uuid3(PyObject *bound, PyObject *const *args, Py_ssize_t nargs)
{
    return derive(bound, args, nargs, uuid9562_uuid3);
}

static PyObject *stand_in_uuid5(PyObject *bound, PyObject *const *args, Py_ssize_t nargs)
{
    return derive(bound, args, nargs, uuid9562_uuid5);
}

/* ---- table ---- */

#define GETTER(function)   (PyCFunction) function, METH_O, NULL
#define STAND_IN(function) (PyCFunction)(void (*)(void)) function, METH_FASTCALL, NULL
static PyMethodDef stand_ins[] = {
    {"hex", GETTER(property_hex)},
    {"bytes", GETTER(property_bytes)},
    {"urn", GETTER(property_urn)},
    {"fields", GETTER(property_fields)},
    {"version", GETTER(property_version)},
    {"setstate", STAND_IN(pickle_setstate)},
    {"uuid3", STAND_IN(stand_in_uuid3)},
    {"uuid4", STAND_IN(stand_in_uuid4)},
    {"uuid5", STAND_IN(stand_in_uuid5)},
};

static const char stand_in_doc[] =
    "_stand_in($self, name, function)\n--\n\n"
    "Return the replacement of a function of the standard module, or None.";

static PyObject *stand_in(FASTCALL)
{
    call_t call = {.doc = stand_in_doc, .kinds = "s*"};
    PyObject *bound, *result;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof stand_ins / sizeof *stand_ins; i++) {
        if (PyUnicode_CompareWithASCIIString(call.arguments[0], stand_ins[i].ml_name) != 0)
            continue;
        bound = PyTuple_Pack(BOUND, self, call.arguments[1]);
        result = bound != NULL ? PyCFunction_NewEx(&stand_ins[i], bound, NULL) : NULL;
        Py_XDECREF(bound);
        return result;
    }
    Py_RETURN_NONE;
}

INTERNAL PyMethodDef *stand_in_functions(void)
{
    static PyMethodDef functions[] = {
        {"_stand_in", METHOD(stand_in), stand_in_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
