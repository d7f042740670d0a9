/*
 * The tables of commands and options, and getopt_long over them.
 */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"

#define READS_UUIDS "[OPTION]... [UUID]..."

const command_row_t command_table[COMMAND_COUNT] = {
    [COMMAND_GENERATE] = {'g', "generate", "[OPTION]...", "generate UUIDs (the default command)"},
    [COMMAND_INSPECT] = {'i', "inspect", READS_UUIDS, "decode UUIDs (variant, version, fields)"},
    [COMMAND_CONVERT] = {'c', "convert", READS_UUIDS, "write UUIDs in another format"},
    [COMMAND_SORT] = {'s', "sort", READS_UUIDS, "write UUIDs in ascending order"},
    [COMMAND_CHECK] = {'k', "check", READS_UUIDS, "validate UUIDs (format, version, order)"},
    [COMMAND_STATE] = {'f', "state", "[OPTION]... FILE",
                       "show or create a state file, which gives processes one order (rm removes"
                       " it)"},
};

/* clang-format off */
const option_row_t option_table[OPTION_COUNT] = {
    [OPTION_UUID] = {'u', "uuid", "VERSION", "gk",
        "version of the UUIDs: to generate, 1 or 3 to 8 (default: 4); to check, 0 to 15 (default:"
        " any). uuid7 means 7, and -7 is short for -u 7"},
    [OPTION_NUMBER] = {'C', "count", "NUMBER", "g",
        "number of UUIDs to generate (default: 1)"},
    [OPTION_NAMESPACE] = {'n', "namespace", "UUID", "g",
        "namespace of the name (versions 3, 5, 7 and 8): a UUID, @dns, @url, @oid or @x500; or"
        " @none (version 3), as Java's UUID.nameUUIDFromBytes"},
    [OPTION_NAME] = {'N', "name", "NAME", "g",
        "name (versions 3, 5, 7 and 8; version 7 also requires --at); without this option, each"
        " line of standard input is a name"},
    [OPTION_DIGEST] = {0, "digest", "DIGEST", "g",
        "digest of the namespace and the name in versions 7 and 8 (default: sha256)"},
    [OPTION_NODE] = {0, "node", "NODE", "gf",
        "node of versions 1 and 6, or of a new state file: 48 bits, or @host for a hardware address"
        " of this machine (default: random). Numbers are decimal or, after 0x, hexadecimal"},
    [OPTION_CLOCK_SEQ] = {0, "clock-seq", "NUMBER", "g",
        "clock sequence of versions 1 and 6, 14 bits (default: random with a given node, otherwise"
        " the nanoseconds within the tick of 100 ns and 7 random bits)"},
    [OPTION_AT] = {0, "at", "TIME", "g",
        "time of versions 1, 6 and 7 instead of now: milliseconds since 1970-01-01 UTC, or a time"
        " such as 2024-02-29 or 2024-02-29T12:30:00.25+01:00 (UTC without an offset). UUIDs of"
        " version 7 are then in random order"},
    [OPTION_AT_NS] = {0, "at-ns", "TIME", "g",
        "time of version 7 instead of now: nanoseconds since 1970-01-01 UTC, or a time as for"
        " --at"},
    [OPTION_A] = {0, "a", "NUMBER", "g",
        "first 48 custom bits of version 8 (default: random)"},
    [OPTION_B] = {0, "b", "NUMBER", "g",
        "next 12 custom bits of version 8 (default: random)"},
    [OPTION_C] = {0, "c", "NUMBER", "g",
        "last 62 custom bits of version 8 (default: random)"},
    [OPTION_FROM] = {'f', "from", "FORMAT", "icsk",
        "input format (default: any)"},
    [OPTION_TO] = {'t', "to", "FORMAT", "gcs",
        "output format (default: canonical)"},
    [OPTION_PREFIX] = {'p', "prefix", "PREFIX", "gcs",
        "type prefix of TypeIDs, with --to typeid"},
    [OPTION_CHANGE] = {0, "change", "CHANGE", "c",
        "change each UUID: v1_to_v6 or v6_to_v1 (other versions are invalid); guid_swap (to or"
        " from the byte order of GUIDs)"},
    [OPTION_FRACTION_BITS] = {0, "fraction-bits", "NUMBER", "i",
        "also show unix_ns, nanoseconds since 1970; in version 7, this number of bits after the"
        " millisecond is read as its fraction: 20 if uuid9562 generated it, 12 if"
        " PostgreSQL did, otherwise 0"},
    [OPTION_DRAW] = {'d', "draw", NULL, "i",
        "draw the fields of each UUID under its digits even if the output is not a terminal (in"
        " ASCII, without colours)"},
    [OPTION_SUMMARY] = {'s', "summary", NULL, "ik",
        "summarise the UUIDs at the end: number, variants, versions, first and last time, order,"
        " who made them (facts, warnings, and faults with a command that corrects them), and a"
        " histogram of their times; inspect then omits the UUIDs"},
    [OPTION_JSON] = {'j', "json", NULL, "ikf",
        "write one JSON object per line, with null for absent fields; with check, one object: the"
        " summary"},
    [OPTION_REVERSE] = {'r', "reverse", NULL, "s",
        "write UUIDs in descending order"},
    [OPTION_UNIQUE] = {0, "unique", NULL, "s",
        "omit duplicates"},
    [OPTION_SORTED] = {0, "sorted", NULL, "k",
        "require ascending order without duplicates"},
    [OPTION_CREATE] = {0, "create", NULL, "f",
        "create the file; fails if it exists"},
    [OPTION_REPLACE] = {0, "replace", NULL, "f",
        "replace the file by a new one, for example if it is damaged; processes that use the old"
        " file fail within seconds"},
    [OPTION_MODE] = {0, "mode", "OCTAL", "f",
        "permissions of a new file (default: 600, for its owner alone)"},
    [OPTION_KEEP_GOING] = {'k', "keep-going", NULL, "icsk",
        "report every invalid UUID, not only the first"},
    [OPTION_HELP] = {'h', "help", NULL, "gicskf",
        "show the help; after a command, the help of that command"},
    [OPTION_VERSION] = {'V', "version", NULL, "gicskf",
        "show the version and the clock source: system, or counter (the processor's cycle counter,"
        " set by the system's clock every 20 microseconds)"},
};
/* clang-format on */

bool option_is_of(option_id_t id, command_t command)
{
    return strchr(option_table[id].commands, command_table[command].letter) != NULL;
}

bool option_given(const options_t *options, option_id_t id)
{
    return options->value[id] != NULL;
}

/* ---- reading the command line ---- */

static command_t find_command(const char *name)
{
    for (command_t command = 0; command < COMMAND_COUNT; command++)
        if (strcmp(command_table[command].name, name) == 0)
            return command;
    USAGE_ERROR("unknown command: %s", name);
}

static option_id_t find_option(int letter)
{
    option_id_t id = 0;

    while (option_table[id].letter != letter)
        id++;
    return id;
}

enum { NAMED = 256 }; /* getopt_long's result for option 0: more than any letter */

/* The options of the command, for getopt_long. */
static void describe_options(command_t command, struct option *rows, char *letters)
{
    for (option_id_t id = 0; id < OPTION_COUNT; id++) {
        const option_row_t *option = &option_table[id];

        if (!option_is_of(id, command))
            continue;
        *rows++ = (struct option){
            .name = option->name,
            .has_arg = option->argument != NULL ? required_argument : no_argument,
            .val = NAMED + (int)id,
        };
        if (option->letter != 0)
            *letters++ = option->letter;
        if (option->letter != 0 && option->argument != NULL)
            *letters++ = ':';
    }
    *rows = (struct option){0};
    strcpy(letters, option_is_of(OPTION_UUID, command) ? "12345678" : "");
}

void options_read(options_t *options, int count, char **arguments)
{
    static char command_name[] = "uuid9562";
    static const char *const versions[] = {"1", "2", "3", "4", "5", "6", "7", "8"};
    struct option rows[OPTION_COUNT + 1];
    char letters[2 * OPTION_COUNT + sizeof "12345678"];
    int found;

    *options = (options_t){.command = COMMAND_GENERATE};
    /* A command comes before everything else, so that no value is taken for one. */
    if (count > 1 && arguments[1][0] != '-') {
        options->command = find_command(arguments[1]);
        options->command_given = true;
        arguments++;
        count--;
    }
    describe_options(options->command, rows, letters);
    if (count > 0)
        arguments[0] = command_name; /* for the messages of getopt_long */
    while ((found = getopt_long(count, arguments, letters, rows, NULL)) != -1) {
        if (found == '?') /* getopt_long has reported it */
            finish_usage();
        if (found >= '1' && found <= '8') {
            options->value[OPTION_UUID] = versions[found - '1'];
        } else {
            option_id_t id = found >= NAMED ? (option_id_t)(found - NAMED) : find_option(found);

            options->value[id] = option_table[id].argument != NULL ? optarg : "";
        }
    }
    options->arguments = arguments + optind;
    options->argument_count = (size_t)(count - optind);
}

/* ---- values ---- */

/* A number in decimal or, after 0x, hex digits. One below 0 or of more than 64 bits becomes the
 * greatest, which every caller refuses with its range, except the count, which has 64 bits. */
static uint64_t number_of(option_id_t id, const char *text)
{
    const char *unsigned_text = text + (*text == '-');
    const bool hex = strncmp(unsigned_text, "0x", 2) == 0;
    const char *digits = hex ? unsigned_text + 2 : unsigned_text;
    uint64_t number;

    if (*digits == '\0' ||
        digits[strspn(digits, hex ? "0123456789abcdefABCDEF" : "0123456789")] != '\0')
        USAGE_ERROR("--%s: not a number: %s", option_table[id].name, text);
    errno = 0;
    number = strtoull(digits, NULL, hex ? 16 : 10);
    if (*text != '-' && errno == 0)
        return number;
    if (id == OPTION_NUMBER)
        USAGE_ERROR("--%s is out of range: 0 to %" PRIu64, option_table[id].name, UINT64_MAX);
    return UINT64_MAX;
}

uint64_t option_number(const options_t *options, option_id_t id)
{
    return number_of(id, options->value[id]);
}

/* May be negative. */
static int64_t option_integer(const options_t *options, option_id_t id)
{
    const char *text = options->value[id];
    const bool negative = *text == '-';
    const uint64_t number = number_of(id, text + negative);

    if (number > INT64_MAX)
        USAGE_ERROR("--%s: number too large: %s", option_table[id].name, text);
    return negative ? -(int64_t)number : (int64_t)number;
}

/* Whether a value is a number rather than a time. */
static bool is_number(const char *text)
{
    const char *digits = text + (*text == '-');

    return strncmp(digits, "0x", 2) == 0 ||
           (*digits != '\0' && digits[strspn(digits, "0123456789")] == '\0');
}

typedef uuid9562_status_t parse_time_t(int64_t *time, size_t *offset, const char *text,
                                       size_t length);

static int64_t option_time(const options_t *options, option_id_t id, parse_time_t *parse)
{
    const char *text = options->value[id];
    char problem[UUID9562_DESCRIPTION_MAX];
    int64_t time = 0;
    size_t offset = 0;
    uuid9562_status_t status;

    if (is_number(text))
        return option_integer(options, id);
    status = parse(&time, &offset, text, strlen(text));
    uuid9562_describe(problem, status, offset, text, strlen(text));
    if (status == UUID9562_ERR_TIME)
        USAGE_ERROR("--%s: %s", option_table[id].name, problem);
    require(status);
    return time;
}

static uuid9562_status_t parse_unix_ms(int64_t *unix_ms, size_t *offset, const char *text,
                                       size_t length)
{
    return uuid9562_parse_time(unix_ms, NULL, offset, text, length);
}

int64_t option_unix_ms(const options_t *options, option_id_t id)
{
    return option_time(options, id, parse_unix_ms);
}

int64_t option_unix_ns(const options_t *options, option_id_t id)
{
    return option_time(options, id, uuid9562_parse_time_ns);
}

uint64_t option_node(const options_t *options, option_id_t id)
{
    const char *text = options->value[id];
    uint64_t node;

    if (text[0] != '@')
        return number_of(id, text);
    require(uuid9562_parse_node(&node, text, strlen(text)));
    return node;
}

unsigned option_mode(const options_t *options, option_id_t id)
{
    const char *text = options->value[id];
    const size_t digits = strspn(text, "01234567");

    if (digits == 0 || digits > 4 || text[digits] != '\0' || strtoul(text, NULL, 8) > 0777)
        USAGE_ERROR("--%s: invalid mode: %s; expected octal 0 to 777", option_table[id].name, text);
    return (unsigned)strtoul(text, NULL, 8);
}

uint64_t option_version(const options_t *options, option_id_t id)
{
    const char *text = options->value[id];

    if (strcmp(text, "uuid") == 0)
        USAGE_ERROR("--%s: no version number after uuid", option_table[id].name);
    return number_of(id, strncmp(text, "uuid", 4) == 0 ? text + 4 : text);
}
