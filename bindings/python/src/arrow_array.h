/* The class ArrowArray: see arrow_array.c. */
#ifndef UUID9562_PYTHON_ARROW_ARRAY_H
#define UUID9562_PYTHON_ARROW_ARRAY_H

#include "arrow_column.h"

/* Returns a new ArrowArray, which takes the column over, or NULL with an exception set; NULL for
 * NULL. */
INTERNAL PyObject *column_object(const module_t *module, column_t *column);

/* Adds the class to a module. Returns 0, or -1 with an exception set. */
INTERNAL int add_arrow_array(PyObject *self);

#endif
