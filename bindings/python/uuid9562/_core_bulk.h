/* The functions for packed texts and bytes of many UUIDs. */
#ifndef UUID9562_PYTHON_BULK_H
#define UUID9562_PYTHON_BULK_H

#include "_core.h"

INTERNAL PyMethodDef *bulk_functions(void);

#endif
