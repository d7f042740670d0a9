/*
 * The methods of uuid9562_mask, in one table. mask.c defines them.
 */
#ifndef UUID9562_MASK_H
#define UUID9562_MASK_H

#include "../../include/uuid9562_mask.h"

/* X(name, value, function). */
#ifdef UUID9562_OMIT_MASK
#define MASK_METHODS(X) " (none in this build)" /* for the message of MASK_METHOD */
#else
#define MASK_METHODS(X) X(wide, UUID9562_MASK_WIDE, mask_wide) X(v47, UUID9562_MASK_V47, mask_v47)
#endif

#endif
