/*
 * The methods of uuid9562_mask, in one table. mask.c defines them.
 */
#ifndef UUID9562_MASK_H
#define UUID9562_MASK_H

#include "../../include/uuid9562_mask.h"

/* X(name, value, function). */
#define MASK_METHODS(X) X(wide, UUID9562_MASK_WIDE, mask_wide) X(v47, UUID9562_MASK_V47, mask_v47)

#endif
