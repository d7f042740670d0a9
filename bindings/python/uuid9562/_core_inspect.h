/* The functions that inspect, convert and match UUIDs, and those about the host. */
#ifndef UUID9562_PYTHON_INSPECT_H
#define UUID9562_PYTHON_INSPECT_H

#include "_core.h"

INTERNAL PyMethodDef *inspect_functions(void);

#endif
