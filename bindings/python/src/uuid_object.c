/*
 * Objects of the standard library's class uuid.UUID: an int and a SafeUUID, each in a slot.
 *
 * The import looks up where the class has these slots; from then on an object is created and read
 * without running any Python. If the class is not as in CPython 3.9 to 3.15, the attributes are
 * used instead, with the same result in more time.
 */
#include "uuid_object.h"

#include <string.h>
#include <structmember.h>

/* ---- the number ---- */

/* Python 3.13 has public calls for this. The private ones of earlier versions will not change any
 * more. */
INTERNAL PyObject *number_from_bytes(const uint8_t *bytes, size_t length)
{
#if PY_VERSION_HEX >= 0x030d0000
    return PyLong_FromUnsignedNativeBytes(bytes, length, Py_ASNATIVEBYTES_BIG_ENDIAN);
#else
    return _PyLong_FromByteArray(bytes, length, 0, 0);
#endif
}

INTERNAL PyObject *number_from_uuid(const uuid9562_t *uuid)
{
    return number_from_bytes(uuid->bytes, sizeof uuid->bytes);
}

/* Returns whether it is an int of 128 bits; if not, an exception may be set. */
static bool read_int(PyObject *number, uuid9562_t *out)
{
    if (!PyLong_Check(number))
        return false;
#if PY_VERSION_HEX >= 0x030d0000
    const Py_ssize_t length =
        PyLong_AsNativeBytes(number, out->bytes, sizeof out->bytes,
                             Py_ASNATIVEBYTES_BIG_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER |
                                 Py_ASNATIVEBYTES_REJECT_NEGATIVE);
    return length >= 0 && length <= (Py_ssize_t)sizeof out->bytes;
#else
    return _PyLong_AsByteArray((PyLongObject *)number, out->bytes, sizeof out->bytes, 0, 0) == 0;
#endif
}

INTERNAL bool number_as_uuid(PyObject *number, uuid9562_t *out)
{
    if (PyLong_CheckExact(number) && read_int(number, out))
        return true;
    PyErr_Clear();
    return false;
}

/* ---- the slots ---- */

/* Returns the offset of a slot within the objects of a class, 0 if the class has no such slot, or
 * -1 with an exception set. */
static Py_ssize_t find_slot(PyTypeObject *type, PyObject *name)
{
    PyObject *object = PyObject_GetAttr((PyObject *)type, name);
    Py_ssize_t offset = 0;

    if (object == NULL) {
        if (!PyErr_ExceptionMatches(PyExc_AttributeError))
            return -1;
        PyErr_Clear();
        return 0;
    }
    if (Py_TYPE(object) == &PyMemberDescr_Type) {
        const PyMemberDef *member = ((PyMemberDescrObject *)object)->d_member;

        if (PyDescr_TYPE(object) == type && member->type == T_OBJECT_EX && member->flags == 0)
            offset = member->offset;
    }
    Py_DECREF(object);
    return offset;
}

/* Returns whether objects of the class consist of slots alone, so they can be allocated here. */
static bool has_only_slots(PyTypeObject *type)
{
    return PyType_IS_GC(type) && type->tp_alloc == PyType_GenericAlloc && type->tp_itemsize == 0 &&
           type->tp_dictoffset == 0;
}

INTERNAL int find_uuid_slots(module_t *module)
{
    Py_ssize_t number = find_slot(module->uuid_type, module->int_name);
    Py_ssize_t is_safe = find_slot(module->uuid_type, module->is_safe_name);

    if (number < 0 || is_safe < 0)
        return -1;
    if (number > 0 && is_safe > 0 && has_only_slots(module->uuid_type)) {
        module->int_offset = number;
        module->is_safe_offset = is_safe;
    }
    return 0;
}

static PyObject **slot_at(PyObject *object, Py_ssize_t offset)
{
    return (PyObject **)(void *)((char *)object + offset);
}

/* ---- objects ---- */

/* The class's own __setattr__ refuses; that of `object` fills the slots or their replacement. */
INTERNAL int fill_uuid(const module_t *module, PyObject *object, PyObject *number)
{
    if (PyObject_GenericSetAttr(object, module->int_name, number) != 0)
        return -1;
    return PyObject_GenericSetAttr(object, module->is_safe_name, module->safe_unknown);
}

static PyObject *create_by_attributes(const module_t *module, PyObject *number)
{
    PyObject *result = module->uuid_type->tp_alloc(module->uuid_type, 0);

    if (result != NULL && fill_uuid(module, result, number) != 0)
        Py_CLEAR(result);
    return result;
}

/* The garbage collector need not track it: neither an int nor a member of an enum refers to it. */
static PyObject *create_by_slots(const module_t *module, PyObject *number)
{
    PyObject *result = PyObject_GC_New(PyObject, module->uuid_type);

    if (result == NULL) {
        Py_DECREF(number);
        return NULL;
    }
    memset(result + 1, 0, (size_t)module->uuid_type->tp_basicsize - sizeof *result);
    *slot_at(result, module->int_offset) = number;
    Py_INCREF(module->safe_unknown);
    *slot_at(result, module->is_safe_offset) = module->safe_unknown;
    return result;
}

INTERNAL PyObject *uuid_of_number(const module_t *module, PyObject *number)
{
    PyObject *result;

    if (module->int_offset > 0)
        return create_by_slots(module, number);
    result = create_by_attributes(module, number);
    Py_DECREF(number);
    return result;
}

INTERNAL PyObject *as_uuid(const module_t *module, const uuid9562_t *uuid)
{
    PyObject *number = number_from_uuid(uuid);

    return number != NULL ? uuid_of_number(module, number) : NULL;
}

/* Only the interpreter's lock keeps another thread from replacing the object in a slot while it is
 * read. In a build without that lock, the attribute is as safe as the class. */
#ifdef Py_GIL_DISABLED
static const bool reads_slots = false;
#else
static const bool reads_slots = true;
#endif

/* Returns a new reference to the value in a slot of an object of the class itself; NULL, with or
 * without an exception set, if the slot is empty. */
static PyObject *read_slot(const module_t *module, PyObject *object, Py_ssize_t offset,
                           PyObject *name)
{
    PyObject *value;

    if (!reads_slots || module->int_offset == 0)
        return PyObject_GetAttr(object, name);
    value = *slot_at(object, offset);
    Py_XINCREF(value);
    return value;
}

INTERNAL bool read_uuid_object(const module_t *module, PyObject *object, uuid9562_t *out)
{
    PyObject *number;
    bool valid;

    if (Py_TYPE(object) == module->uuid_type)
        number = read_slot(module, object, module->int_offset, module->int_name);
    else
        number = PyObject_GetAttr(object, module->int_name);
    valid = number != NULL && read_int(number, out);
    Py_XDECREF(number);
    return valid;
}

INTERNAL PyObject *uuid_number(const module_t *module, PyObject *object)
{
    PyObject *number = read_slot(module, object, module->int_offset, module->int_name);

    if (number != NULL && PyLong_CheckExact(number))
        return number;
    Py_XDECREF(number);
    PyErr_Clear();
    return NULL;
}
