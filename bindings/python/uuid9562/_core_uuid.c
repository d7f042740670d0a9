/*
 * What a uuid.UUID of the standard library is made of: an int and a SafeUUID, each in a slot of the
 * class. Where the slots lie is read from the class when the module is imported; then an object is
 * made, and read, without a call of Python. Where the class is not as it was in CPython 3.9
 * to 3.14, all of it goes by the attributes, which is slower and says the same.
 */
#include <structmember.h>

/* ---- the number ---- */

/* 3.13 has public calls for this; those of the versions before, which will not change any more, are
 * private by their names only. */
static PyObject *number_of(const uuid9562_t *uuid)
{
#if PY_VERSION_HEX >= 0x030d0000
    return PyLong_FromUnsignedNativeBytes(uuid->bytes, sizeof uuid->bytes,
                                          Py_ASNATIVEBYTES_BIG_ENDIAN);
#else
    return _PyLong_FromByteArray(uuid->bytes, sizeof uuid->bytes, 0, 0);
#endif
}

/* Returns whether it is an int of 128 bits; an exception may be set where it is not. */
static bool read_number(PyObject *number, uuid9562_t *out)
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

/* ---- the slots ---- */

/* Where a slot of the class lies in its objects, or 0 where it has no such slot; -1 with an
 * exception set. */
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

/* Can an object of the class be allocated here? It has slots and nothing else. */
static bool is_plain(PyTypeObject *type)
{
    return PyType_IS_GC(type) && type->tp_alloc == PyType_GenericAlloc && type->tp_itemsize == 0 &&
           type->tp_dictoffset == 0;
}

static int find_slots(state_t *state)
{
    Py_ssize_t number = find_slot(state->uuid_type, state->int_name);
    Py_ssize_t is_safe = find_slot(state->uuid_type, state->is_safe_name);

    if (number < 0 || is_safe < 0)
        return -1;
    if (number > 0 && is_safe > 0 && is_plain(state->uuid_type)) {
        state->int_offset = number;
        state->is_safe_offset = is_safe;
    }
    return 0;
}

static PyObject **slot(PyObject *object, Py_ssize_t offset)
{
    return (PyObject **)(void *)((char *)object + offset);
}

/* ---- objects ---- */

/* Its own __setattr__ refuses, that of `object` fills the slots, or what is there instead. */
static PyObject *make_by_attributes(const state_t *state, PyObject *number)
{
    PyObject *result = state->uuid_type->tp_alloc(state->uuid_type, 0);

    if (result != NULL &&
        (PyObject_GenericSetAttr(result, state->int_name, number) != 0 ||
         PyObject_GenericSetAttr(result, state->is_safe_name, state->safe_unknown) != 0))
        Py_CLEAR(result);
    return result;
}

/* Takes over the number. The object is not tracked by the garbage collector: neither an int nor a
 * member of an enum leads back to it. */
static PyObject *make_by_slots(const state_t *state, PyObject *number)
{
    PyObject *result = PyObject_GC_New(PyObject, state->uuid_type);

    if (result == NULL) {
        Py_DECREF(number);
        return NULL;
    }
    memset(result + 1, 0, (size_t)state->uuid_type->tp_basicsize - sizeof *result);
    *slot(result, state->int_offset) = number;
    Py_INCREF(state->safe_unknown);
    *slot(result, state->is_safe_offset) = state->safe_unknown;
    return result;
}

/* An exact uuid.UUID, made without a call of its __init__. Returns a new reference, or NULL with an
 * exception set. */
static PyObject *as_uuid(const state_t *state, const uuid9562_t *uuid)
{
    PyObject *number = number_of(uuid), *result;

    if (number == NULL)
        return NULL;
    if (state->int_offset > 0)
        return make_by_slots(state, number);
    result = make_by_attributes(state, number);
    Py_DECREF(number);
    return result;
}

/* Only the lock of the interpreter keeps another thread from replacing what is in a slot while it
 * is read; where there is none, the attribute is as safe as the class. */
#ifdef Py_GIL_DISABLED
static const bool reads_slots = false;
#else
static const bool reads_slots = true;
#endif

/* The bytes of a uuid.UUID, or of an object of a class derived from it, which may have its own
 * attribute `int`. Returns whether there are any; an exception may be set where not. */
static bool read_uuid_object(const state_t *state, PyObject *object, uuid9562_t *out)
{
    PyObject *number;
    bool is;

    if (reads_slots && Py_TYPE(object) == state->uuid_type && state->int_offset > 0) {
        number = *slot(object, state->int_offset);
        Py_XINCREF(number);
    } else {
        number = PyObject_GetAttr(object, state->int_name);
    }
    is = number != NULL && read_number(number, out);
    Py_XDECREF(number);
    return is;
}
