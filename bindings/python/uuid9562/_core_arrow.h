/* Columns of other libraries and packed bytes as columns: see _core_arrow.c. */
#ifndef UUID9562_PYTHON_ARROW_H
#define UUID9562_PYTHON_ARROW_H

#include "_core.h"

INTERNAL PyMethodDef *arrow_functions(void);

#endif
