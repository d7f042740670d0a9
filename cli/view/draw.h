/*
 * A UUID as a drawing of characters: its digits, a bracket under each part, and a line for each
 * part with its name, width and meaning.
 */
#ifndef UUID9562_CLI_DRAW_H
#define UUID9562_CLI_DRAW_H

#include "anatomy.h"
#include "terminal.h"

/* At most 80 columns wide. A digit that holds bits of two parts belongs to the brackets of both. */
void draw(const anatomy_t *anatomy, const look_t *look);

#endif
