/* The class Generator: see _core_generator.c. */
#ifndef UUID9562_PYTHON_GENERATOR_H
#define UUID9562_PYTHON_GENERATOR_H

#include "_core.h"

/* Adds the class to a module. Returns 0, or -1 with an exception set. */
INTERNAL int add_generator(PyObject *module);

INTERNAL PyMethodDef *generator_functions(void);

#endif
