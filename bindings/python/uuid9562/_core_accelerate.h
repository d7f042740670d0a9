/* The slots of the standard class while it is accelerated: see _core_accelerate.c. */
#ifndef UUID9562_PYTHON_ACCELERATE_H
#define UUID9562_PYTHON_ACCELERATE_H

#include "_core.h"

/* Returns the state of the interpreter whose uuid.UUID this is, or NULL if it is another class, or
 * is not accelerated, or somebody else has changed it since. */
INTERNAL const state_t *accelerated_state(const PyTypeObject *type);

/* Returns that state, and writes the UUID, if the object is of that class itself and its number is
 * an int of 128 bits; else NULL, without an exception. */
INTERNAL const state_t *read_plain(PyObject *object, uuid9562_t *out);

/* Ends it for the class of the state, which is about to go. */
INTERNAL void end_acceleration(const state_t *state);

INTERNAL PyMethodDef *accelerate_functions(void);

#endif
