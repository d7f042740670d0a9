/*
 * Which variant of hex.h serves this processor.
 */
#ifndef UUID9562_HEX_DISPATCH_H
#define UUID9562_HEX_DISPATCH_H

#include "hex.h"

/* The fastest variant that this processor supports; always the same. */
INTERNAL_INLINE const hex_variant_t *hex(void);

#endif
