/*
 * The methods of uuid9562_mask, in one table. mask.c defines them.
 */
#ifndef UUID9562_MASK_H
#define UUID9562_MASK_H

#include "../../include/uuid9562.h"

/* X(name, function). The default is `wide`. */
#define MASK_METHODS(X) X(wide, mask_wide) X(v47, mask_v47)

#endif
