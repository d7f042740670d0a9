/*
 * A UUID as one SVG document: its digits and bits in two rows of 64 bits, coloured by parts, and a
 * table of the parts below. It needs no other file, is light or dark as the reader prefers, and has
 * a title and a description for screen readers. The same UUID gives the same bytes.
 */
#ifndef UUID9562_CLI_SVG_H
#define UUID9562_CLI_SVG_H

#include "anatomy.h"

void write_svg(const anatomy_t *anatomy);

#endif
