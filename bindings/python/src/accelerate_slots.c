/*
 * The slots of the standard class while it is accelerated (_accelerate.py).
 *
 * One rule makes it exact: our functions answer only for objects whose class is uuid.UUID itself
 * and whose number is an int of 128 bits, for arguments of the most common kinds, and as long as
 * no other code changes the class. Everything else, errors included, goes to the standard's own.
 *
 * A class written in Python has each special method twice: as a function in the dict of the class,
 * and as a C function of CPython in a slot of the type, which calls that one. Only the slots are
 * filled with ours. The dict stays as it is, for those who read it, and for subclasses, whose slots
 * call it.
 */
#include "accelerate_slots.h"

#include <stddef.h>

#include "arguments.h"
#include "call.h"
#include "functions.h"
#include "results.h"
#include "uuid_object.h"

/* ---- the classes that are accelerated: one in each interpreter ---- */

/* A slot function is given no module, so it finds that by the class. An unused entry has no class.
 * It is used again, and never freed, because another interpreter may read it. */
typedef struct accelerated {
    const PyTypeObject *_Atomic type;
    _Atomic unsigned version; /* of the class as we left it */
    const module_t *_Atomic module;
    struct accelerated *next;
} accelerated_t;

static accelerated_t *_Atomic all_accelerated;

/* CPython gives a class another version whenever one of its attributes is set. */
static bool has_version(const PyTypeObject *type, unsigned version)
{
#if PY_VERSION_HEX < 0x030a0000
    if (!(type->tp_flags & Py_TPFLAGS_VALID_VERSION_TAG))
        return false;
#endif
    return version != 0 && type->tp_version_tag == version;
}

INTERNAL const module_t *accelerated_module(const PyTypeObject *type)
{
    const accelerated_t *entry = atomic_load_explicit(&all_accelerated, memory_order_acquire);

    while (entry != NULL && atomic_load_explicit(&entry->type, memory_order_acquire) != type)
        entry = entry->next;
    if (entry == NULL ||
        !has_version(type, atomic_load_explicit(&entry->version, memory_order_relaxed)))
        return NULL;
    return atomic_load_explicit(&entry->module, memory_order_relaxed);
}

static accelerated_t *find_entry(const module_t *module)
{
    accelerated_t *entry = atomic_load(&all_accelerated);

    while (entry != NULL && atomic_load(&entry->module) != module)
        entry = entry->next;
    return entry;
}

/* Returns the entry of the module: its own, an unused or a new one; or NULL if memory ran out. */
static accelerated_t *claim_entry(const module_t *module)
{
    accelerated_t *entry = find_entry(module);
    const module_t *none;

    if (entry != NULL)
        return entry;
    for (entry = atomic_load(&all_accelerated); entry != NULL; entry = entry->next) {
        none = NULL;
        if (atomic_compare_exchange_strong(&entry->module, &none, module))
            return entry;
    }
    entry = PyMem_RawCalloc(1, sizeof *entry);
    if (entry == NULL)
        return NULL;
    atomic_init(&entry->module, module);
    entry->next = atomic_load(&all_accelerated);
    while (!atomic_compare_exchange_weak(&all_accelerated, &entry->next, entry))
        continue;
    return entry;
}

INTERNAL void end_acceleration(const module_t *module)
{
    accelerated_t *entry = find_entry(module);

    if (entry != NULL) {
        atomic_store(&entry->type, NULL);
        atomic_store(&entry->module, NULL);
    }
}

INTERNAL const module_t *read_plain(PyObject *object, uuid9562_t *out)
{
    const module_t *module = accelerated_module(Py_TYPE(object));
    PyObject *number = module != NULL ? uuid_number(module, object) : NULL;

    if (number == NULL || !number_as_uuid(number, out))
        module = NULL;
    Py_XDECREF(number);
    return module;
}

/* ---- slots ---- */

enum { STR, REPR, HASH, COMPARE, CALL, SLOTS };
typedef void (*slot_t)(void);

/* What CPython has in these slots of a class of Python: the same in each. */
static slot_t _Atomic generic_slots[SLOTS];
#define GENERIC(slot, type) ((type)atomic_load_explicit(&generic_slots[slot], memory_order_relaxed))

static PyObject *slot_str(PyObject *self)
{
    uuid9562_t uuid;
    const module_t *module = read_plain(self, &uuid);

    return module != NULL ? as_str(module, &uuid) : GENERIC(STR, reprfunc)(self);
}

INTERNAL PyObject *canonical_between(const char *before, const uuid9562_t *uuid, const char *after)
{
    const size_t begin = strlen(before), end = begin + UUID9562_CANONICAL_LENGTH;
    PyObject *str = PyUnicode_New((Py_ssize_t)(end + strlen(after)), 0x7f);
    char *text = str != NULL ? (char *)PyUnicode_1BYTE_DATA(str) : NULL;

    if (text != NULL) {
        memcpy(text, before, begin);
        uuid9562_format(text + begin, uuid);
        memcpy(text + end, after, strlen(after));
    }
    return str;
}

static PyObject *slot_repr(PyObject *self)
{
    uuid9562_t uuid;

    return read_plain(self, &uuid) != NULL ? canonical_between("UUID('", &uuid, "')")
                                           : GENERIC(REPR, reprfunc)(self);
}

static Py_hash_t slot_hash(PyObject *self)
{
    const module_t *module = accelerated_module(Py_TYPE(self));
    PyObject *number = module != NULL ? uuid_number(module, self) : NULL;
    Py_hash_t hash;

    if (number == NULL)
        return GENERIC(HASH, hashfunc)(self);
    hash = PyLong_Type.tp_hash(number);
    Py_DECREF(number);
    return hash;
}

static PyObject *slot_compare(PyObject *self, PyObject *other, int operator)
{
    PyTypeObject *type = Py_TYPE(self);
    const module_t *module = type == Py_TYPE(other) ? accelerated_module(type) : NULL;
    PyObject *left = module != NULL ? uuid_number(module, self) : NULL;
    PyObject *right = left != NULL ? uuid_number(module, other) : NULL;
    PyObject *result;

    if (right != NULL)
        result = PyLong_Type.tp_richcompare(left, right, operator);
    else
        result = GENERIC(COMPARE, richcmpfunc)(self, other, operator);
    Py_XDECREF(left);
    Py_XDECREF(right);
    return result;
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
static PyObject *number_of_arguments(const module_t *module, PyObject *const *args,
                                     Py_ssize_t nargs, PyObject *kwnames)
{
    PyObject *name;

    if (nargs + (kwnames != NULL ? PyTuple_GET_SIZE(kwnames) : 0) != 1)
        return NULL;
    if (nargs == 1)
        return number_of_text(args[0]);
    name = PyTuple_GET_ITEM(kwnames, 0);
    if (name == module->hex_name)
        return number_of_text(args[0]);
    if (name == module->bytes_name)
        return number_of_bytes(args[0]);
    return name == module->int_name ? number_of_int(args[0]) : NULL;
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
    const Py_ssize_t nargs = PyVectorcall_NARGS(nargsf);
    const module_t *module = accelerated_module((PyTypeObject *)callable);
    PyObject *number = module != NULL ? number_of_arguments(module, args, nargs, kwnames) : NULL;

    if (number != NULL)
        return uuid_of_number(module, number);
    return PyErr_Occurred() ? NULL : call_type(callable, args, nargs, kwnames);
}

static const struct {
    size_t offset;
    slot_t function;
} slot_table[SLOTS] = {
    [STR] = {offsetof(PyTypeObject, tp_str), (slot_t)slot_str},
    [REPR] = {offsetof(PyTypeObject, tp_repr), (slot_t)slot_repr},
    [HASH] = {offsetof(PyTypeObject, tp_hash), (slot_t)slot_hash},
    [COMPARE] = {offsetof(PyTypeObject, tp_richcompare), (slot_t)slot_compare},
    [CALL] = {offsetof(PyTypeObject, tp_vectorcall), (slot_t)slot_call},
};

/* Puts our functions into the slots, or takes out those that are still there. */
static void fill_slots(PyTypeObject *type, bool on)
{
    for (int i = 0; i < SLOTS; i++) {
        slot_t *slot = (slot_t *)(void *)((char *)type + slot_table[i].offset);
        const bool is_ours = *slot == slot_table[i].function;

        if (on && !is_ours) {
            atomic_store(&generic_slots[i], *slot);
            *slot = slot_table[i].function;
        } else if (!on && is_ours) {
            *slot = atomic_load(&generic_slots[i]);
        }
    }
    PyType_Modified(type);
}

static int set_up(module_t *module)
{
    PyObject *os;

    if (module->urandom != NULL)
        return 0;
    os = PyImport_ImportModule("os");
    if (os != NULL && module->hex_name == NULL)
        module->hex_name = PyUnicode_InternFromString("hex");
    if (module->hex_name != NULL && module->bytes_name == NULL)
        module->bytes_name = PyUnicode_InternFromString("bytes");
    if (module->bytes_name != NULL)
        module->urandom = PyObject_GetAttrString(os, "urandom");
    Py_XDECREF(os);
    if (module->urandom == NULL)
        return -1;
    return check(uuid9562_find_format(&module->hex_format, "hex", strlen("hex"), true));
}

/* Returns 0, or -1 with an exception set. */
static int begin(module_t *module)
{
    accelerated_t *entry;
    PyObject *number;

    if (set_up(module) != 0)
        return -1;
    entry = claim_entry(module);
    if (entry == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    fill_slots(module->uuid_type, true);
    /* CPython numbers the version when it looks an attribute up. */
    number = PyObject_GetAttr((PyObject *)module->uuid_type, module->int_name);
    Py_XDECREF(number);
    atomic_store(&entry->version, module->uuid_type->tp_version_tag);
    atomic_store(&entry->type, module->uuid_type);
    return number != NULL ? 0 : -1;
}

static const char accelerate_doc[] =
    "_accelerate($self, on=None)\n--\n\n"
    "Fill the slots of uuid.UUID, or empty them again, with True or False.\n\n"
    "Return whether they are filled and in use, which needs a class as in CPython 3.9 to 3.15.";

static PyObject *accelerate(FASTCALL)
{
    call_t call = {.doc = accelerate_doc, .kinds = "|*"};
    PyObject *on;

    if (bind_call(&call, self, args, nargs, kwnames) != 0)
        return NULL;
    on = call.arguments[0];
    if (on == Py_True && call.module->int_offset != 0 && begin(call.module) != 0)
        return NULL;
    if (on == Py_False) {
        end_acceleration(call.module);
        fill_slots(call.module->uuid_type, false);
    }
    return PyBool_FromLong(accelerated_module(call.module->uuid_type) != NULL);
}

/* ---- table ---- */

INTERNAL PyMethodDef *accelerate_functions(void)
{
    static PyMethodDef functions[] = {
        {"_accelerate", METHOD(accelerate), accelerate_doc},
        {NULL, NULL, 0, NULL},
    };

    return functions;
}
