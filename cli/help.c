/*
 * help: the usage text, from the tables of commands, options and formats.
 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "reader.h"
#include "uuid9562_generator.h"

enum { WIDTH = 79, INDENT = 2, COLUMN = 26 };

static void print_paragraph(const char *text)
{
    output_words(text, 0, INDENT, WIDTH);
}

static void print_term(const char *term, const char *meaning)
{
    int column = INDENT + (int)strlen(term);

    output_print("%*s%s", INDENT, "", term);
    if (column > COLUMN - 2) {
        output_text("\n");
        column = 0;
    }
    output_words(meaning, column, COLUMN, WIDTH);
}

/* ---- options ---- */

static bool is_shared(option_id_t id)
{
    return strlen(option_table[id].commands) > 1;
}

static void print_option(option_id_t id, const char *note)
{
    const option_row_t *option = &option_table[id];
    char term[64], meaning[512];

    snprintf(term, sizeof term, "%c%c%s--%s%s%s", option->letter != 0 ? '-' : ' ',
             option->letter != 0 ? option->letter : ' ', option->letter != 0 ? ", " : "  ",
             option->name, option->argument != NULL ? " " : "",
             option->argument != NULL ? option->argument : "");
    snprintf(meaning, sizeof meaning, "%s%s", option->meaning, note);
    print_term(term, meaning);
}

/* With the commands that take it, unless all do. */
static void print_shared_option(option_id_t id)
{
    char note[80] = "";
    size_t used = 0;

    if (strlen(option_table[id].commands) < COMMAND_COUNT)
        for (command_t command = 0; command < COMMAND_COUNT; command++)
            if (option_is_of(id, command))
                used += (size_t)snprintf(note + used, sizeof note - used, "%s%s",
                                         used == 0 ? " [" : ", ", command_table[command].name);
    if (used > 0)
        strcat(note, "]");
    print_option(id, note);
}

static void print_options(void)
{
    output_text("\nOptions:\n");
    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (is_shared(id))
            print_shared_option(id);
    for (command_t command = 0; command < COMMAND_COUNT; command++) {
        output_print("\nOptions of %s:\n", command_table[command].name);
        for (option_id_t id = 0; id < OPTION_COUNT; id++)
            if (!is_shared(id) && option_is_of(id, command))
                print_option(id, "");
    }
}

static void print_options_of(command_t command)
{
    output_text("\nOptions:\n");
    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (option_is_of(id, command))
            print_option(id, "");
}

/* ---- the other parts ---- */

static void print_usage(command_t command)
{
    output_print("  uuid9562 %s %s\n",
                 command == COMMAND_GENERATE ? "[generate]" : command_table[command].name,
                 command_table[command].usage);
}

static void print_commands(void)
{
    output_text("\nCommands:\n");
    for (command_t command = 0; command < COMMAND_COUNT; command++)
        print_term(command_table[command].name, command_table[command].summary);
}

static void print_formats(void)
{
    const uuid9562_format_t *format;
    char names[512] = "";
    size_t used = 0;

    output_text("\nFormats:\n");
    for (size_t i = 0; (format = uuid9562_format_at(i)) != NULL; i++) {
        const uuid9562_format_info_t *info = uuid9562_format_info(format);

        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s, ", info->name,
                                 info->writable ? "" : " (input only)");
    }
    snprintf(names + used, sizeof names - used, FORMAT_BYTES);
    print_paragraph(names);
    output_text("\n");
    print_paragraph("The input format any accepts canonical, hex, braced and urn. The formats guid,"
                    " mysql, halves, der and bytes (the 16 bytes alone) are binary: in them, UUIDs"
                    " follow each other without a separator. In the other formats, each line is one"
                    " UUID.");
}

static void print_input(void)
{
    output_text("\nInput:\n");
    print_paragraph(
        "UUIDs are read from the arguments or, if there are none, from standard input,"
        " one per line. Empty lines, lines with white space and, except on Windows,"
        " lines that end in CR LF are invalid. The last newline is optional. Put -- before"
        " arguments that may begin with -, as in base64url.");
    output_text("\n");
    print_paragraph("The command stops at the first invalid UUID, and reports the number of its"
                    " line or argument and the offset of the first invalid byte, counted from 0."
                    " Every command except sort has then written its output for those before it."
                    " With --keep-going, invalid UUIDs are reported and skipped.");
    output_text("\n");
    print_paragraph("On a terminal, inspect draws the fields of each UUID under its digits.");
    output_text("\n");
    print_paragraph("sort keeps all UUIDs in memory, 16 bytes each; generate keeps one name at a"
                    " time. Otherwise memory use is constant.");
}

static void print_environment(void)
{
    output_text("\nEnvironment:\n");
    print_term("UUID9562_STATE", "the state file with the order of versions 1, 6 and 7; generate"
                                 " creates it if it does not exist");
    print_term("UUID9562_RANDOM", "system: no random bytes are buffered");
    print_term("UUID9562_CLOCK", "system: the processor's cycle counter is not read");
    print_term("NO_COLOR", "if set and not empty, the output has no colours");
    print_term("TERM", "if dumb or empty, the output has no colours");
    print_term("LC_ALL, LC_CTYPE, LANG",
               "the charset of the first one that is set says whether a terminal shows UTF-8");
}

static void print_exit_status(void)
{
    output_text("\nExit status:\n");
    print_term("0", "success");
    print_term("1", "invalid input");
    print_term("2", "invalid option, value or argument");
    print_term("3", "system error, for example a full disk");
}

static void print_examples(void)
{
    output_text("\nExamples:\n"
                "  $ uuid9562 -u uuid5 -n @dns -N www.example.com\n"
                "  2ed6657d-e927-568b-95e1-2665a8aea6a2\n"
                "\n"
                "  $ uuid9562 convert --to ulid 017f22e2-79b0-7cc3-98c4-dc0c0c07398f\n"
                "  01FWHE4YDGFK1SHH6W1G60EECF\n"
                "\n"
                "  $ uuid9562 -7 -C 3 | uuid9562 sort --reverse | uuid9562 check --sorted\n"
                "  uuid9562: line 2: the UUID is not greater than the one before it\n"
                "\n"
                "  $ uuid9562 inspect 017f22e2-79b0-7cc3-98c4-dc0c0c07398f | tail -n 2\n"
                "  time       2022-02-22T19:22:22.000Z\n"
                "  unix_ms    1645557742000\n");
}

/* ---- the whole ---- */

void help(const options_t *options)
{
    output_text("Usage:\n");
    if (options->command_given) {
        print_usage(options->command);
        output_print("\nuuid9562 %s: %s\n", command_table[options->command].name,
                     command_table[options->command].summary);
        print_options_of(options->command);
        return;
    }
    for (command_t command = 0; command < COMMAND_COUNT; command++)
        print_usage(command);
    output_text("\n");
    output_words("uuid9562 generates UUIDs as RFC 9562 defines them, and decodes, converts, sorts"
                 " and validates streams of UUIDs.",
                 0, 0, WIDTH);
    print_commands();
    print_options();
    print_formats();
    print_input();
    print_environment();
    print_exit_status();
    print_examples();
}

void help_version(void)
{
    output_print("uuid9562 %s\nclock: %s\n", uuid9562_version(), uuid9562_clock_source());
}
