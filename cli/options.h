/*
 * The command line: the commands, the options and their values.
 *
 * -u --uuid, -n --namespace, -N --name and -C --count are those of Python's module uuid (python3 -m
 * uuid, Python 3.14); uuidgen of util-linux has the last three, too. So arguments of `python3 -m
 * uuid` or `python3 -m uuid9562` mean the same here: --uuid takes the name of Python's function,
 * uuid7, as well as the version, 7.
 */
#ifndef UUID9562_CLI_OPTIONS_H
#define UUID9562_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum command {
    COMMAND_GENERATE, /* the default */
    COMMAND_INSPECT,
    COMMAND_CONVERT,
    COMMAND_SORT,
    COMMAND_CHECK,
    COMMAND_STATE,
    COMMAND_COUNT
} command_t;

typedef struct command_row {
    char letter; /* in option_row_t.commands */
    const char *name, *usage, *summary;
} command_row_t;

extern const command_row_t command_table[COMMAND_COUNT];

typedef enum option_id {
    OPTION_UUID,
    OPTION_NUMBER,
    OPTION_NAMESPACE,
    OPTION_NAME,
    OPTION_DIGEST,
    OPTION_NODE,
    OPTION_CLOCK_SEQ,
    OPTION_AT,
    OPTION_AT_NS,
    OPTION_A,
    OPTION_B,
    OPTION_C,
    OPTION_FROM,
    OPTION_TO,
    OPTION_PREFIX,
    OPTION_CHANGE,
    OPTION_FRACTION_BITS,
    OPTION_DRAW,
    OPTION_SUMMARY,
    OPTION_JSON,
    OPTION_REVERSE,
    OPTION_UNIQUE,
    OPTION_SORTED,
    OPTION_CREATE,
    OPTION_REPLACE,
    OPTION_MODE,
    OPTION_KEEP_GOING,
    OPTION_HELP,
    OPTION_VERSION,
    OPTION_COUNT
} option_id_t;

typedef struct option_row {
    char letter; /* or 0 */
    const char *name;
    const char *argument; /* or NULL */
    const char *commands; /* with this option, by their letters */
    const char *meaning;
} option_row_t;

extern const option_row_t option_table[OPTION_COUNT];

bool option_is_of(option_id_t id, command_t command);

/* The command line. */
typedef struct options {
    command_t command;
    bool command_given;
    const char *value[OPTION_COUNT]; /* NULL if not given; "" for an option without an argument */
    char **arguments;
    size_t argument_count;
} options_t;

/* Finishes with a usage error if the command line is invalid. */
void options_read(options_t *options, int count, char **arguments);

bool option_given(const options_t *options, option_id_t id);

/* The values of given options; an invalid one is a usage error. */
uint64_t option_number(const options_t *options, option_id_t id);
int64_t option_unix_ms(const options_t *options, option_id_t id); /* a time, or an integer */
int64_t option_unix_ns(const options_t *options, option_id_t id); /* likewise */
uint64_t option_version(const options_t *options, option_id_t id);
uint64_t option_node(const options_t *options, option_id_t id);
unsigned option_mode(const options_t *options, option_id_t id);

#endif
