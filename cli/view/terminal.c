/*
 * The abilities of the terminal.
 */
#include "terminal.h"

#include <stdlib.h>

#include "../system.h"

look_t look_of_output(void)
{
    const char *no_colour = getenv("NO_COLOR");
    look_t look = {.terminal = system_is_terminal(SYSTEM_OUTPUT)};

    look.width = system_columns(SYSTEM_OUTPUT) - 1;
    look.utf8 = look.terminal && system_shows_utf8();
    look.colour =
        look.terminal && (no_colour == NULL || *no_colour == '\0') && system_shows_colours();
    return look;
}
