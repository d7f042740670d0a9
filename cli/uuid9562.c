/*
 * uuid9562, the command: makes UUIDs, and inspects, converts, sorts and checks them in a stream.
 *
 * It stands on uuid9562.h alone. What is said of it to its users is in help.c, of which the manual
 * page is made. This file knows which command is meant; each has a file of its own beside it, and
 * so has each thing that several need:
 *
 *   report.c    how it ends, and what it says on the way
 *   output.c    standard output       input.c     standard input
 *   options.c   the one table of options
 *   reader.c    UUIDs coming in       writer.c    UUIDs going out
 */
#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "uuid9562.h"

#include "report.c"
#include "output.c"
#include "input.c"
#include "options.c"
#include "reader.c"
#include "writer.c"

#include "generate.c"
#include "inspect.c"
#include "convert.c"
#include "sort.c"
#include "check.c"
#include "help.c"

#define COMMAND_RUN(name, ...) [COMMAND_##name] = name,
static void (*const runs[])(const options_t *options) = {COMMANDS(COMMAND_RUN)};

int main(int count, char **arguments)
{
    options_t options;

    options_read(&options, count, arguments);
    if (has(&options, OPTION_VERSION))
        help_version();
    else if (has(&options, OPTION_HELP))
        help(&options);
    else
        runs[options.command](&options);
    finish(EXIT_GOOD);
}
