/* The state file that processes share. */
#ifndef UUID9562_PYTHON_STATE_H
#define UUID9562_PYTHON_STATE_H

#include "_core.h"

INTERNAL PyMethodDef *state_functions(void);

#endif
