/* The functions for the text and binary formats of a UUID. */
#ifndef UUID9562_PYTHON_TEXT_H
#define UUID9562_PYTHON_TEXT_H

#include "_core.h"

INTERNAL PyMethodDef *text_functions(void);

#endif
