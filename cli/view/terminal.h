/*
 * The look of text for people: plain in files and pipes; on a terminal with colours and characters
 * beyond ASCII if it shows them.
 */
#ifndef UUID9562_CLI_TERMINAL_H
#define UUID9562_CLI_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

typedef struct look {
    bool terminal;
    bool colour;  /* a terminal that knows colours, and NO_COLOR is not set (no-color.org) */
    bool utf8;    /* a terminal that shows UTF-8 */
    size_t width; /* characters of a line: 79 unless a terminal has another width */
} look_t;

/* Of standard output. */
look_t look_of_output(void);

#endif
