/* What stands in for single functions of the standard module: see _core_stand_in.c. */
#ifndef UUID9562_PYTHON_STAND_IN_H
#define UUID9562_PYTHON_STAND_IN_H

#include "_core.h"

INTERNAL PyMethodDef *stand_in_functions(void);

#endif
