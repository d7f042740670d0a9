/* Objects of the standard library's class uuid.UUID: see uuid_object.c. */
#ifndef UUID9562_PYTHON_UUID_OBJECT_H
#define UUID9562_PYTHON_UUID_OBJECT_H

#include "common.h"

/* Finds out how the class uuid.UUID stores its objects. Returns 0, or -1 with an exception. */
INTERNAL int find_uuid_slots(module_t *module);

/* Creates an exact uuid.UUID without calling its __init__. Returns a new reference, or NULL with an
 * exception set. */
INTERNAL PyObject *as_uuid(const module_t *module, const uuid9562_t *uuid);

/* Reads a uuid.UUID, or an object of a derived class, which may have an attribute `int` of its own.
 * Returns whether it holds a number of 128 bits; if not, an exception may be set. */
INTERNAL bool read_uuid_object(const module_t *module, PyObject *object, uuid9562_t *out);

/* ---- numbers, which objects hold ---- */

/* Return a new reference to the int of a UUID, and of some bytes, the most significant first; or
 * NULL with an exception set. */
INTERNAL PyObject *number_from_uuid(const uuid9562_t *uuid);
INTERNAL PyObject *number_from_bytes(const uint8_t *bytes, size_t length);

/* Returns whether it is exactly an int, of 128 bits; sets no exception. */
INTERNAL bool number_as_uuid(PyObject *number, uuid9562_t *out);

/* Creates an exact uuid.UUID of a number, and takes over the reference to that. Returns a new
 * reference, or NULL with an exception set. */
INTERNAL PyObject *uuid_of_number(const module_t *module, PyObject *number);

/* Gives an object that number, which is not checked. Returns 0, or -1 with an exception set. */
INTERNAL int fill_uuid(const module_t *module, PyObject *object, PyObject *number);

/* Returns a new reference to the number of an exact uuid.UUID; NULL without an exception if that is
 * not exactly an int. */
INTERNAL PyObject *uuid_number(const module_t *module, PyObject *object);

#endif
