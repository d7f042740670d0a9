/*
 * The order of the bits in draft-taylor-uuid-ncname: the version first and the variant last, four
 * bits each, with the other 120 bits between them; and back.
 *
 * Pure.
 */
#ifndef UUID9562_NCNAME_H
#define UUID9562_NCNAME_H

#include "../bits/layout.h"

INTERNAL halves_t to_bookends(halves_t halves);
INTERNAL halves_t from_bookends(halves_t bookends);

#endif
