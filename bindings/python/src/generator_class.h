/* The class Generator: see generator_class.c. */
#ifndef UUID9562_PYTHON_GENERATOR_CLASS_H
#define UUID9562_PYTHON_GENERATOR_CLASS_H

#include "common.h"

/* Adds the class to a module. Returns 0, or -1 with an exception set. */
INTERNAL int add_generator(PyObject *self);

#endif
