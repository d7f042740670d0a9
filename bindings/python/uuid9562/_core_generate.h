/* The functions that generate UUIDs, as functions of the module and as methods of a Generator. */
#ifndef UUID9562_PYTHON_GENERATE_H
#define UUID9562_PYTHON_GENERATE_H

#include "_core.h"

INTERNAL PyMethodDef *generate_functions(void);

#endif
