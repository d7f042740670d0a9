/*
 * How text for people may look: plain where it goes to a file or a program, with colours and
 * characters beyond ASCII where a terminal shows them.
 */
#ifndef UUID9562_CLI_TERMINAL_H
#define UUID9562_CLI_TERMINAL_H

#include <stdbool.h>

typedef struct look {
    bool terminal;
    bool colour; /* a terminal that knows colours, and NO_COLOR is not set (no-color.org) */
    bool utf8;   /* a terminal that shows UTF-8 */
} look_t;

/* Of standard output. */
look_t look_of_output(void);

#endif
