/* The slots of the standard class while it is accelerated: see accelerate_slots.c. */
#ifndef UUID9562_PYTHON_ACCELERATE_SLOTS_H
#define UUID9562_PYTHON_ACCELERATE_SLOTS_H

#include "common.h"

/* Returns the module of the interpreter whose uuid.UUID this is, or NULL if it is another class, or
 * is not accelerated, or somebody else has changed it since. */
INTERNAL const module_t *accelerated_module(const PyTypeObject *type);

/* Returns that module, and writes the UUID, if the object is of that class itself and its number is
 * an int of 128 bits; else NULL, without an exception. */
INTERNAL const module_t *read_plain(PyObject *object, uuid9562_t *out);

/* The canonical text between two others. */
INTERNAL PyObject *canonical_between(const char *before, const uuid9562_t *uuid, const char *after);

/* Ends it for the class of the module, which is about to go. */
INTERNAL void end_acceleration(const module_t *module);

#endif
