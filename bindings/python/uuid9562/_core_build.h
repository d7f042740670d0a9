/* The functions that build UUIDs from names and from parts. */
#ifndef UUID9562_PYTHON_BUILD_H
#define UUID9562_PYTHON_BUILD_H

#include "_core.h"

INTERNAL PyMethodDef *build_functions(void);

#endif
