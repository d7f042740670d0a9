/*
 * The slots of the standard class while it is accelerated. _accelerate.py decides which.
 *
 * One rule makes it exact: our function answers only for an object whose class is uuid.UUID itself
 * and whose number is an int of 128 bits, and for arguments of the most common kinds. All else, every
 * error among it, goes to the standard's own.
 *
 * In a class written in Python, each special method stands twice: as a function in the dict of the
 * class, and as a C function of CPython in a slot of the type, which calls that one. Only the slots
 * are filled with ours. The dict stays as it is, for whoever looks at it, and for subclasses, whose
 * slots call it. When somebody replaces one of its functions, CPython fills the slot anew.
 */
#include "_core_accelerate.h"

#include <stddef.h>

#include "_core_arguments.h"
#include "_core_call.h"
#include "_core_results.h"
#include "_core_uuid.h"

/* ---- the classes that are accelerated: one in each interpreter ---- */

/* A slot function is given no module, so it finds the state by the class. An entry that nobody uses
 * has no class; it is used again, and never freed, because another interpreter may be reading it. */
typedef struct accelerated {
    _Atomic(PyTypeObject *) type;
    const state_t *_Atomic state;
    struct accelerated *next;
} accelerated_t;

static accelerated_t *_Atomic all_accelerated;

INTERNAL const state_t *accelerated_state(const PyTypeObject *type)
{
    const accelerated_t *entry = atomic_load_explicit(&all_accelerated, memory_order_acquire);

    for (; entry != NULL; entry = entry->next)
        if (atomic_load_explicit(&entry->type, memory_order_acquire) == type)
            return atomic_load_explicit(&entry->state, memory_order_relaxed);
    return NULL;
}

static accelerated_t *entry_of(const state_t *state)
{
    accelerated_t *entry = atomic_load(&all_accelerated);

    while (entry != NULL && atomic_load(&entry->state) != state)
        entry = entry->next;
    return entry;
}

static accelerated_t *claim_entry(const state_t *state)
{
    accelerated_t *entry = atomic_load(&all_accelerated);
    const state_t *nobody = NULL;

    for (; entry != NULL; entry = entry->next, nobody = NULL)
        if (atomic_compare_exchange_strong(&entry->state, &nobody, state))
            return entry;
    entry = PyMem_RawCalloc(1, sizeof *entry);
    if (entry == NULL)
        return NULL;
    atomic_init(&entry->state, state);
    entry->next = atomic_load(&all_accelerated);
    while (!atomic_compare_exchange_weak(&all_accelerated, &entry->next, entry))
        continue;
    return entry;
}

INTERNAL void end_acceleration(const state_t *state)
{
    accelerated_t *entry = entry_of(state);

    if (entry != NULL) {
        atomic_store(&entry->type, NULL);
        atomic_store(&entry->state, NULL);
    }
}

INTERNAL const state_t *read_plain(PyObject *object, uuid9562_t *out)
{
    const state_t *state = accelerated_state(Py_TYPE(object));
    PyObject *number = state != NULL ? uuid_number(state, object) : NULL;

    if (number == NULL || !number_as_uuid(number, out))
        state = NULL;
    Py_XDECREF(number);
    return state;
}

/* ---- slots ---- */

enum { STR, REPR, HASH, COMPARE, INIT, CALL, SLOTS };
typedef void (*slot_t)(void);

/* What CPython has in these slots of a class of Python: the same in each. */
static slot_t _Atomic generic_slots[SLOTS];
#define GENERIC(slot, type) ((type)atomic_load_explicit(&generic_slots[slot], memory_order_relaxed))

static PyObject *slot_str(PyObject *self)
{
    uuid9562_t uuid;
    const state_t *state = read_plain(self, &uuid);

    return state != NULL ? as_str(state, &uuid) : GENERIC(STR, reprfunc)(self);
}

static PyObject *slot_repr(PyObject *self)
{
    static const char before[] = "UUID('", after[] = "')";
    enum { BEFORE = sizeof before - 1, AFTER = sizeof after - 1 };
    uuid9562_t uuid;
    PyObject *str;
    char *text;

    if (Py_TYPE(self)->tp_str != slot_str || strcmp(Py_TYPE(self)->tp_name, "UUID") != 0 ||
        read_plain(self, &uuid) == NULL)
        return GENERIC(REPR, reprfunc)(self);
    str = PyUnicode_New(BEFORE + UUID9562_CANONICAL_LENGTH + AFTER, 0x7f);
    if (str == NULL)
        return NULL;
    text = (char *)PyUnicode_1BYTE_DATA(str);
    memcpy(text, before, BEFORE);
    uuid9562_format(text + BEFORE, &uuid);
    memcpy(text + BEFORE + UUID9562_CANONICAL_LENGTH, after, AFTER);
    return str;
}

static Py_hash_t slot_hash(PyObject *self)
{
    const state_t *state = accelerated_state(Py_TYPE(self));
    PyObject *number = state != NULL ? uuid_number(state, self) : NULL;
    Py_hash_t hash;

    if (number == NULL)
        return GENERIC(HASH, hashfunc)(self);
    hash = PyLong_Type.tp_hash(number);
    Py_DECREF(number);
    return hash;
}

static PyObject *slot_compare(PyObject *self, PyObject *other, int operator)
{
    const state_t *state = Py_TYPE(self) == Py_TYPE(other) ? accelerated_state(Py_TYPE(self)) : NULL;
    PyObject *left = state != NULL ? uuid_number(state, self) : NULL;
    PyObject *right = left != NULL ? uuid_number(state, other) : NULL;
    PyObject *result;

    if (right != NULL)
        result = PyLong_Type.tp_richcompare(left, right, operator);
    else
        result = GENERIC(COMPARE, richcmpfunc)(self, other, operator);
    Py_XDECREF(left);
    Py_XDECREF(right);
    return result;
}

/* It is there so that slot_call sees when somebody replaces __init__. */
static int slot_init(PyObject *self, PyObject *args, PyObject *kwargs)
{
    return GENERIC(INIT, initproc)(self, args, kwargs);
}

/* Returns a new reference to the number that the text has for the standard class too: canonical, or
 * 32 digits. NULL without an exception for another text. */
static PyObject *number_of_text(PyObject *text)
{
    Py_ssize_t length;
    uuid9562_t uuid;

    if (!PyUnicode_CheckExact(text) || !PyUnicode_IS_COMPACT_ASCII(text))
        return NULL;
    length = PyUnicode_GET_LENGTH(text);
    if ((length != 36 && length != 32) ||
        uuid9562_parse(&uuid, NULL, (const char *)PyUnicode_1BYTE_DATA(text), (size_t)length) !=
            UUID9562_OK)
        return NULL;
    return number_from_uuid(&uuid);
}

static PyObject *number_of_bytes(PyObject *bytes)
{
    uuid9562_t uuid;

    if (!PyBytes_CheckExact(bytes) || PyBytes_GET_SIZE(bytes) != sizeof uuid.bytes)
        return NULL;
    memcpy(uuid.bytes, PyBytes_AS_STRING(bytes), sizeof uuid.bytes);
    return number_from_uuid(&uuid);
}

static PyObject *number_of_int(PyObject *number)
{
    uuid9562_t uuid;

    if (!PyLong_CheckExact(number) || !number_as_uuid(number, &uuid))
        return NULL;
    Py_INCREF(number);
    return number;
}

/* The number of UUID(text), UUID(hex=text), UUID(bytes=b) or UUID(int=n). The name of a keyword in
 * a program is interned. */
static PyObject *number_of_arguments(const state_t *state, PyObject *const *args, Py_ssize_t nargs,
                                     PyObject *kwnames)
{
    PyObject *name;

    if (nargs + (kwnames != NULL ? PyTuple_GET_SIZE(kwnames) : 0) != 1)
        return NULL;
    if (nargs == 1)
        return number_of_text(args[0]);
    name = PyTuple_GET_ITEM(kwnames, 0);
    if (name == state->hex_name)
        return number_of_text(args[0]);
    if (name == state->bytes_name)
        return number_of_bytes(args[0]);
    return name == state->int_name ? number_of_int(args[0]) : NULL;
}

/* What calling a class does without the slot. */
static PyObject *call_type(PyObject *type, PyObject *const *args, Py_ssize_t nargs,
                           PyObject *kwnames)
{
    PyObject *positional = PyTuple_New(nargs), *named = NULL, *result = NULL;
    int failed = positional == NULL;

    for (Py_ssize_t i = 0; !failed && i < nargs; i++) {
        Py_INCREF(args[i]);
        PyTuple_SET_ITEM(positional, i, args[i]);
    }
    if (!failed && kwnames != NULL)
        failed = (named = PyDict_New()) == NULL;
    for (Py_ssize_t i = 0; !failed && named != NULL && i < PyTuple_GET_SIZE(kwnames); i++)
        failed = PyDict_SetItem(named, PyTuple_GET_ITEM(kwnames, i), args[nargs + i]);
    if (!failed)
        result = PyType_Type.tp_call(type, positional, named);
    Py_XDECREF(positional);
    Py_XDECREF(named);
    return result;
}

static PyObject *slot_call(PyObject *callable, PyObject *const *args, size_t nargsf,
                           PyObject *kwnames)
{
    PyTypeObject *type = (PyTypeObject *)callable;
    const Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    const state_t *state = accelerated_state(type);
    PyObject *number = NULL;

    if (state != NULL && type->tp_init == slot_init && type->tp_new == PyBaseObject_Type.tp_new)
        number = number_of_arguments(state, args, nargs, kwnames);
    if (number != NULL)
        return uuid_of_number(state, number);
    return PyErr_Occurred() ? NULL : call_type(callable, args, nargs, kwnames);
}

static const struct {
    const char *name;
    size_t offset;
    slot_t function;
} slot_table[SLOTS] = {
    [STR] = {"str", offsetof(PyTypeObject, tp_str), (slot_t)slot_str},
    [REPR] = {"repr", offsetof(PyTypeObject, tp_repr), (slot_t)slot_repr},
    [HASH] = {"hash", offsetof(PyTypeObject, tp_hash), (slot_t)slot_hash},
    [COMPARE] = {"compare", offsetof(PyTypeObject, tp_richcompare), (slot_t)slot_compare},
    [INIT] = {"call", offsetof(PyTypeObject, tp_init), (slot_t)slot_init},
    [CALL] = {"call", offsetof(PyTypeObject, tp_vectorcall), (slot_t)slot_call},
};

/* Puts our function into a slot, or takes it out if it is still there. */
static void set_slot(PyTypeObject *type, int slot, bool on)
{
    slot_t *place = (slot_t *)(void *)((char *)type + slot_table[slot].offset);
    const slot_t ours = slot_table[slot].function;

    if (on && *place != ours) {
        atomic_store(&generic_slots[slot], *place);
        *place = ours;
    } else if (!on && *place == ours) {
        *place = atomic_load(&generic_slots[slot]);
    }
}

static int set_up(state_t *state)
{
    PyObject *os;

    if (state->urandom != NULL)
        return 0;
    os = PyImport_ImportModule("os");
    if (os != NULL && state->hex_name == NULL)
        state->hex_name = PyUnicode_InternFromString("hex");
    if (state->hex_name != NULL && state->bytes_name == NULL)
        state->bytes_name = PyUnicode_InternFromString("bytes");
    if (state->bytes_name != NULL)
        state->urandom = PyObject_GetAttrString(os, "urandom");
    Py_XDECREF(os);
    if (state->urandom == NULL)
        return -1;
    return check(uuid9562_find_output_format(&state->hex_format, "hex", strlen("hex")));
}

/* Looks an attribute up, so that CPython gives the class a version, which changes with the class. */
static int store_version(state_t *state)
{
    PyObject *number = PyObject_GetAttr((PyObject *)state->uuid_type, state->int_name);

    Py_XDECREF(number);
    atomic_store(&state->class_version, state->uuid_type->tp_version_tag);
    return number != NULL ? 0 : -1;
}

INTERNAL bool is_unchanged(const state_t *state)
{
    const unsigned version = atomic_load_explicit(&state->class_version, memory_order_relaxed);

    return version != 0 && state->uuid_type->tp_version_tag == version;
}

static const char fill_slots_doc[] =
    "_fill_slots($self, names)\n--\n\n"
    "Fill the slots of uuid.UUID that are named, and empty the others; no name ends it.\n\n"
    "The names: str, repr, hash, compare, call. Return whether the slots could be filled, which\n"
    "needs a class as that of CPython 3.9 to 3.15.";

static PyObject *fill_slots(FASTCALL)
{
    call_t call = {.doc = fill_slots_doc, .kinds = "*"};
    bool wanted[SLOTS] = {false}, any = false;
    accelerated_t *entry;

    if (bind(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    if (call.state->int_offset == 0)
        Py_RETURN_FALSE;
    if (set_up(call.state) != 0)
        return NULL;
    for (int slot = 0; slot < SLOTS; slot++) {
        PyObject *name = PyUnicode_FromString(slot_table[slot].name);
        const int found = name != NULL ? PySequence_Contains(call.arguments[0], name) : -1;

        Py_XDECREF(name);
        if (found < 0)
            return NULL;
        wanted[slot] = found;
        any = any || found;
    }
    if (!any)
        end_acceleration(call.state);
    for (int slot = 0; slot < SLOTS; slot++)
        set_slot(call.state->uuid_type, slot, wanted[slot]);
    PyType_Modified(call.state->uuid_type);
    if (any) {
        entry = claim_entry(call.state);
        if (entry == NULL)
            return PyErr_NoMemory();
        atomic_store(&entry->type, call.state->uuid_type);
    }
    return store_version(call.state) == 0 ? PyBool_FromLong(any) : NULL;
}

/* ---- table ---- */

INTERNAL PyMethodDef *accelerate_functions(void)
{
    static PyMethodDef functions[] = {
        {"_fill_slots", METHOD(fill_slots), fill_slots_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
