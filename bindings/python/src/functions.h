/* What module.c adds to a module: the tables of functions, one for each file, and two classes. */
#ifndef UUID9562_PYTHON_FUNCTIONS_H
#define UUID9562_PYTHON_FUNCTIONS_H

#include "common.h"

INTERNAL PyMethodDef *generate_functions(void);
INTERNAL PyMethodDef *build_functions(void);
INTERNAL PyMethodDef *name_functions(void);
INTERNAL PyMethodDef *text_functions(void);
INTERNAL PyMethodDef *bulk_functions(void);
INTERNAL PyMethodDef *arrow_functions(void);
INTERNAL PyMethodDef *inspect_functions(void);
INTERNAL PyMethodDef *order_functions(void);
INTERNAL PyMethodDef *process_functions(void);
INTERNAL PyMethodDef *state_functions(void);
INTERNAL PyMethodDef *generator_functions(void);
INTERNAL PyMethodDef *accelerate_functions(void);
INTERNAL PyMethodDef *stand_in_functions(void);

/* Return 0, or -1 with an exception set. */
INTERNAL int add_generator(PyObject *self);
INTERNAL int add_arrow_array(PyObject *self);

#endif
