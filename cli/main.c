/*
 * uuid9562, the command: generates UUIDs, and decodes, converts, sorts and validates streams of
 * them.
 *
 *   options.c   the command line          help.c      --help
 *   reader.c    reads UUIDs               writer.c    writes UUIDs
 *   input.c     standard input            output.c    standard output, messages, the exit
 *   system.h    the system: POSIX or Windows
 *   view/       for people: the parts of a UUID and their drawing, summaries and findings, and the
 *               abilities of the terminal
 *   ../origins  who made the UUIDs of a stream
 *
 * Each command is in a file of its name. This file includes all others, so that the command is one
 * source file: cc cli/main.c core/uuid9562.c.
 */
#define _POSIX_C_SOURCE 200809L

#include "commands.h"
#include "options.h"
#include "output.h"
#include "system.h"

#include "system_posix.c"
#include "system_windows.c"
#include "output.c"
#include "input.c"
#include "options.c"
#include "../origins/table.c"
#include "../origins/bytes.c"
#include "../origins/texts.c"
#include "../origins/randomness.c"
#include "../origins/count.c"
#include "../origins/settle_texts.c"
#include "../origins/settle_bytes.c"
#include "../origins/settle.c"
#include "reader.c"
#include "writer.c"
#include "view/terminal.c"
#include "view/anatomy.c"
#include "view/draw.c"
#include "view/histogram.c"
#include "view/findings.c"
#include "view/summary.c"
#include "generate.c"
#include "inspect.c"
#include "convert.c"
#include "sort.c"
#include "check.c"
#include "state.c"
#include "help.c"

static void (*const run[COMMAND_COUNT])(const options_t *options) = {
    [COMMAND_GENERATE] = generate, [COMMAND_INSPECT] = inspect, [COMMAND_CONVERT] = convert,
    [COMMAND_SORT] = sort,         [COMMAND_CHECK] = check,     [COMMAND_STATE] = state,
};

int main(int count, char **arguments)
{
    options_t options;

    require(system_begin(&count, &arguments) ? UUID9562_OK : UUID9562_ERR_MEMORY);
    options_read(&options, count, arguments);
    if (option_given(&options, OPTION_VERSION))
        help_version();
    else if (option_given(&options, OPTION_HELP))
        help(&options);
    else
        run[options.command](&options);
    finish(EXIT_VALID);
}
