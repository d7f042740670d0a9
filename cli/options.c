/*
 * The commands and the options, in one table each: what they are called, which command takes which
 * option, and what help.c says of them.
 */
#include <getopt.h>

/* X(name, letter in the table of options, what it takes, what it does). The first is the default.
 */
#define COMMANDS(X)                                                                                \
    X(generate, 'g', "[OPTION]...", "make UUIDs; what is done where no command is named")          \
    X(inspect, 'i', "[OPTION]... [UUID]...", "tell what is in UUIDs")                              \
    X(convert, 'c', "[OPTION]... [UUID]...", "write UUIDs in another form")                        \
    X(sort, 's', "[OPTION]... [UUID]...", "write UUIDs in order")                                  \
    X(check, 'k', "[OPTION]... [UUID]...", "look for what is no UUID, or not the one it should be")

/* X(id, letter, name, argument, the commands, what it means) */
/* clang-format off */
#define OPTIONS(X) \
    X(UUID, 'u', "uuid", "VERSION", "gk", \
      "the version to make: 1, 3, 4, 5, 6, 7 or 8 (default 4); -1, -3 and so on say the same. In" \
      " check, the version that all must have") \
    X(NUMBER, 'n', "count", "NUMBER", "g", "how many to make (default 1)") \
    X(FROM, 'f', "from", "FORM", "icsk", "the form to read (default any)") \
    X(TO, 't', "to", "FORM", "gcs", "the form to write (default canonical)") \
    X(PREFIX, 'p', "prefix", "PREFIX", "gcs", "with --to typeid: the name of the type") \
    X(NODE, 0, "node", "NODE", "g", \
      "for versions 1 and 6: the 48-bit node, or @host for a hardware address of this machine" \
      " (default: random). For version 8: an 8-bit node") \
    X(CLOCK_SEQ, 0, "clock-seq", "NUMBER", "g", "for versions 1 and 6: the 14-bit clock sequence") \
    X(AT, 0, "at", "UNIX_MS", "g", \
      "for versions 1, 6 and 7: the time, in milliseconds since 1970, instead of now; for 1" \
      " and 6 not before 1970 nor after 2554. Version 7 then has 74 random bits and no order") \
    X(NAMESPACE, 0, "namespace", "UUID", "g", \
      "for versions 3, 5 and 8: the namespace of the name, a UUID or @dns, @url, @oid, @x500") \
    X(NAME, 'N', "name", "NAME", "g", \
      "the name; without it, each line of standard input is one, its newline not included") \
    X(DIGEST, 0, "digest", "DIGEST", "g", "for version 8 of a name (default sha256)") \
    X(A, 0, "a", "NUMBER", "g", "for version 8: the first 48 custom bits (default: random)") \
    X(B, 0, "b", "NUMBER", "g", "the 12 custom bits behind them") \
    X(C, 0, "c", "NUMBER", "g", "the 62 custom bits at the end") \
    X(CHANGE, 0, "change", "CHANGE", "c", \
      "make another UUID of each: v1_to_v6 or v6_to_v1, where one of another version is an error," \
      " or guid_swap") \
    X(JSON, 'j', "json", NULL, "i", "one JSON object a line, in which what is absent is null") \
    X(SORTED, 0, "sorted", NULL, "k", "each must sort after the one before it") \
    X(REVERSE, 'r', "reverse", NULL, "s", "the last first") \
    X(UNIQUE, 0, "unique", NULL, "s", "each once") \
    X(KEEP_GOING, 'k', "keep-going", NULL, "icsk", "report every error, not only the first") \
    X(HELP, 'h', "help", NULL, "gicsk", "this text; after a command, what it takes") \
    X(VERSION, 'V', "version", NULL, "gicsk", "the version of the library")
/* clang-format on */

#define COMMAND_ENUM(name, ...) COMMAND_##name,
typedef enum command { COMMANDS(COMMAND_ENUM) COMMAND_COUNT } command_t;

#define COMMAND_ROW(name, ...) {#name, __VA_ARGS__},
static const struct {
    const char *name;
    char letter;
    const char *takes, *does;
} command_table[] = {COMMANDS(COMMAND_ROW)};

#define OPTION_ENUM(id, ...) OPTION_##id,
typedef enum option_id { OPTIONS(OPTION_ENUM) OPTION_COUNT } option_id_t;

#define OPTION_ROW(id, ...) {__VA_ARGS__},
static const struct {
    char letter;
    const char *name, *argument, *commands, *does;
} option_table[] = {OPTIONS(OPTION_ROW)};

/* What the user said. */
typedef struct options {
    command_t command;
    bool named; /* the command was */
    const char *value[OPTION_COUNT];
    char digit[2]; /* of -1 to -8 */
    char **arguments;
    size_t count;
} options_t;

static bool has(const options_t *options, option_id_t id)
{
    return options->value[id] != NULL;
}

static bool option_is_of(option_id_t id, command_t command)
{
    return strchr(option_table[id].commands, command_table[command].letter) != NULL;
}

static command_t command_by_name(const char *name)
{
    command_t command = 0;

    while (command < COMMAND_COUNT && strcmp(command_table[command].name, name) != 0)
        command++;
    return command;
}

enum { LONG = 256 }; /* what getopt_long gives for option 0; above every letter */
static const char versions[] = "12345678";

/* Notes an option that getopt_long has found. */
static void option_found(options_t *options, int found)
{
    option_id_t id = OPTION_UUID;

    if (found < LONG && strchr(versions, found) != NULL) {
        options->digit[0] = (char)found;
        options->value[id] = options->digit;
        return;
    }
    if (found >= LONG)
        id = (option_id_t)(found - LONG);
    else
        while (option_table[id].letter != found)
            id++;
    options->value[id] = option_table[id].argument != NULL ? optarg : "";
}

/* A command is named in front of everything else, so that nothing else is taken for one. */
static void options_read(options_t *options, int count, char **arguments)
{
    static char own_name[] = "uuid9562";
    struct option rows[OPTION_COUNT + 1] = {{0}};
    char letters[2 * OPTION_COUNT + sizeof versions] = "";
    size_t used = 0;
    int found;

    *options = (options_t){.command = COMMAND_generate};
    if (count > 1 && arguments[1][0] != '-') {
        options->command = command_by_name(arguments[1]);
        options->named = true;
        if (options->command == COMMAND_COUNT)
            USAGE_ERROR("unknown command: %s", arguments[1]);
        arguments++;
        count--;
    }
    for (option_id_t id = 0, row = 0; id < OPTION_COUNT; id++) {
        if (!option_is_of(id, options->command))
            continue;
        rows[row].name = option_table[id].name;
        rows[row].has_arg = option_table[id].argument != NULL ? required_argument : no_argument;
        rows[row++].val = LONG + (int)id;
        if (option_table[id].letter != 0)
            letters[used++] = option_table[id].letter;
        if (option_table[id].letter != 0 && option_table[id].argument != NULL)
            letters[used++] = ':';
    }
    if (option_is_of(OPTION_UUID, options->command))
        memcpy(letters + used, versions, sizeof versions);

    if (count > 0)
        arguments[0] = own_name; /* in the messages of getopt_long */
    while ((found = getopt_long(count, arguments, letters, rows, NULL)) != -1) {
        if (found == '?') /* which it has said */
            usage_end();
        option_found(options, found);
    }
    options->arguments = arguments + optind;
    options->count = (size_t)(count - optind);
}

/* ---- values ---- */

/* Digits, or hex digits behind 0x. */
static uint64_t number_of(option_id_t id, const char *text)
{
    const bool hex = strncmp(text, "0x", 2) == 0;
    const char *digits = hex ? text + 2 : text;
    uint64_t number;

    if (*digits == '\0' ||
        digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")] != '\0')
        USAGE_ERROR("--%s: not a number: %s", option_table[id].name, text);
    errno = 0;
    number = strtoull(digits, NULL, hex ? 16 : 10);
    if (errno != 0)
        USAGE_ERROR("--%s: too big: %s", option_table[id].name, text);
    return number;
}

static uint64_t option_number(const options_t *options, option_id_t id)
{
    return number_of(id, options->value[id]);
}

/* One that may be negative. */
static int64_t option_integer(const options_t *options, option_id_t id)
{
    const char *text = options->value[id];
    const bool negative = *text == '-';
    const uint64_t number = number_of(id, text + negative);

    if (number > INT64_MAX)
        USAGE_ERROR("--%s: too big: %s", option_table[id].name, text);
    return negative ? -(int64_t)number : (int64_t)number;
}
