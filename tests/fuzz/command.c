/*
 * Streams of the command: the first bytes choose a command line, the formats and how much arrives
 * at a time; the rest is standard input. The exit code, the numbers in the messages, and all that
 * convert and sort write, must be what a loop over the lines expects.
 *
 * The command runs in this process. Its static variables have a section of their own, which is
 * zeros before each run.
 */
#define _POSIX_C_SOURCE 200809L
#include <getopt.h>
#include <setjmp.h>
#include <unistd.h>

#include "fuzz.h"

typedef struct text {
    size_t count;
    char bytes[1 << 21];
} text_t;

static text_t out, said, wanted;
static fuzz_t stream;
static size_t piece;
static void *blocks[2]; /* of the command, to be freed however it ends */
static jmp_buf end;

static void append(text_t *to, const void *bytes, size_t count)
{
    REQUIRE(count < sizeof to->bytes - to->count);
    memcpy(to->bytes + to->count, bytes, count);
    to->count += count;
    to->bytes[to->count] = '\0';
}

static ssize_t fake_read(int file, void *bytes, size_t size)
{
    size_t count = piece < stream.left ? piece : stream.left;

    REQUIRE(file == STDIN_FILENO && size > 0);
    count = count < size ? count : size;
    take(&stream, bytes, count);
    return (ssize_t)count;
}

static ssize_t fake_write(int file, const void *bytes, size_t size)
{
    REQUIRE(file == STDOUT_FILENO);
    append(&out, bytes, size);
    return (ssize_t)size;
}

static int fake_fputs(const char *text, FILE *file)
{
    REQUIRE(file == stderr);
    append(&said, text, strlen(text));
    return 0;
}

static void *fake_realloc(void *old, size_t size)
{
    void **block = blocks[0] == old ? &blocks[0] : &blocks[1];

    REQUIRE(*block == old);
    return *block = realloc(old, size);
}

static _Noreturn void fake_exit(int code)
{
    longjmp(end, code + 1);
}

#define main         command
#define read         fake_read
#define write        fake_write
#define fputs        fake_fputs
#define realloc      fake_realloc
#define free(block)  (void)(block)
#define exit         fake_exit
#define close(file)  0
#define isatty(file) ((void)(file), 0)
#pragma clang section bss = "command_bss"
#include "../../cli/main.c"
#pragma clang section bss = ""
#undef main
#undef free
extern volatile uint64_t __start_command_bss[], __stop_command_bss[];

__attribute__((no_sanitize("address"))) static void clear_command(void)
{
    for (volatile uint64_t *word = __start_command_bss; word < __stop_command_bss; word++)
        *word = 0;
}

static const char *const lines[] = {
    "convert -k",
    "convert",
    "convert -k --change guid_swap",
    "convert -k --change v1_to_v6",
    "convert --change v6_to_v1",
    "sort -k",
    "sort -k --unique",
    "sort --reverse",
    "check",
    "check -k",
    "check -k --uuid 7",
    "check -k --sorted",
    "check -k --summary --json",
    "check -k --summary",
    "inspect -k --json --fraction-bits 12",
    "inspect -k",
    "inspect --draw",
    "inspect -k --summary --json",
};

static int run_line(const char *line, const char *from, const char *to)
{
    char words[200], *arguments[20] = {"uuid9562"};
    int count = 1, code;

    snprintf(words, sizeof words, "%s --from %s%s%s", line, from, *to ? " --to " : "", to);
    for (char *word = strtok(words, " "); word != NULL; word = strtok(NULL, " "))
        arguments[count++] = word;
    clear_command();
    out.count = said.count = 0;
    said.bytes[0] = 0;
    optind = 0;
    code = setjmp(end);
    if (code == 0)
        command(count, arguments);
    for (int i = 0; i < 2; i++, blocks[i - 1] = NULL)
        free(blocks[i]);
    return code - 1;
}

/* NULL is the format of 16 bytes. */
static const uuid9562_format_t *choose(uint8_t number, const char **name, bool writes)
{
    const uuid9562_format_t *format = uuid9562_format_at(number % 32);

    if (format != NULL && (!writes || uuid9562_format_info(format)->writable))
        return *name = uuid9562_format_info(format)->name, format;
    return *name = FORMAT_BYTES, NULL;
}

/* What the command line asks of a UUID, which it may change. */
static bool suits(const char *line, uuid9562_t *uuid, const uuid9562_t *previous)
{
    if (strstr(line, "guid_swap"))
        uuid9562_guid_swap(uuid, uuid);
    else if (strstr(line, "v1_to_v6"))
        return uuid9562_v1_to_v6(uuid, uuid) == UUID9562_OK;
    else if (strstr(line, "v6_to_v1"))
        return uuid9562_v6_to_v1(uuid, uuid) == UUID9562_OK;
    else if (strstr(line, "--uuid 7"))
        return uuid9562_get_version(uuid) == 7;
    else if (strstr(line, "--sorted"))
        return previous == NULL || memcmp(previous, uuid, 16) < 0;
    return true;
}

static int in_order(const void *left, const void *right)
{
    return memcmp(left, right, sizeof(uuid9562_t));
}

static void want(const uuid9562_format_t *to, const uuid9562_t *uuid)
{
    char text[UUID9562_TYPEID_MAX + 1];

    if (to == NULL)
        append(&wanted, uuid, sizeof *uuid);
    else
        append(&wanted, text, uuid9562_format_as(text, to, uuid));
    if (to != NULL && !uuid9562_format_info(to)->binary)
        append(&wanted, "\n", 1);
}

/* Reads the input as the command should have: the UUIDs that it takes, up to the first one that it
 * refuses or, with -k, to the end. For each of these there is a message. */
static size_t read_as_said(const char *line, const uuid9562_format_t *from, fuzz_t in,
                           uuid9562_t *uuids, size_t *refused)
{
    const size_t unit = from == NULL                         ? 16
                        : uuid9562_format_info(from)->binary ? uuid9562_format_info(from)->length
                                                             : 0;
    const char *message = said.bytes;
    size_t n = 0, length;

    for (size_t number = 1; in.left > 0 && (*refused == 0 || strstr(line, "-k")); number++) {
        const char *text = (const char *)in.bytes, *newline = memchr(text, '\n', in.left);
        char prefix[60];

        length = unit > 0 ? unit : newline != NULL ? (size_t)(newline - text) : in.left;
        length = length < in.left ? length : in.left;
        in.bytes += length + (unit == 0 && newline != NULL);
        in.left -= length + (unit == 0 && newline != NULL);
        if ((from != NULL ? uuid9562_parse_as(&uuids[n], NULL, from, text, length)
                          : uuid9562_from_bytes(&uuids[n], NULL, text, length)) == UUID9562_OK &&
            suits(line, &uuids[n], n > 0 ? &uuids[n - 1] : NULL)) {
            n++;
            continue;
        }
        sprintf(prefix, "uuid9562: %s %zu: ", unit > 0 ? "UUID" : "line", number);
        REQUIRE(strncmp(message, prefix, strlen(prefix)) == 0);
        message = strchr(message, '\n') + 1;
        ++*refused;
    }
    while (*refused > 0 && strncmp(line, "check", 5) == 0 && /* who made these texts */
           (strncmp(message, "uuid9562: text ", 15) == 0 ||
            strncmp(message, "uuid9562: uuid inside text", 26) == 0))
        message = strchr(message, '\n') + 1;
    REQUIRE(message == said.bytes + said.count);
    return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uuid9562_t uuids[1 << 16];
    fuzz_t in = {data, size < sizeof uuids / sizeof *uuids ? size : 0};
    const char *line = lines[take_byte(&in) % (sizeof lines / sizeof *lines)], *from_name, *to_name;
    const uuid9562_format_t *from = choose(take_byte(&in), &from_name, false);
    const uuid9562_format_t *to = choose(take_byte(&in), &to_name, true);
    const bool sorts = strncmp(line, "sort", 4) == 0;
    const bool writes = sorts || strncmp(line, "convert", 7) == 0;
    size_t refused = 0, n;
    int code;

    piece = 1 + (size_t)take_byte(&in) * take_byte(&in);
    stream = in;
    code = run_line(line, from_name, writes ? to_name : "");
    n = read_as_said(line, from, in, uuids, &refused);
    REQUIRE(is_utf8(said.bytes, said.count));
    REQUIRE(code == (refused > 0 ? EXIT_INVALID : EXIT_VALID));
    wanted.count = 0;
    if (sorts)
        qsort(uuids, n, sizeof *uuids, in_order);
    for (size_t i = 0; writes && i < n && (!sorts || refused == 0 || strstr(line, "-k")); i++)
        if (!strstr(line, "--unique") || i == 0 || in_order(&uuids[i - 1], &uuids[i]) != 0)
            want(to, &uuids[strstr(line, "--reverse") ? n - 1 - i : i]);
    if (writes || strcmp(line, "check -k") == 0)
        REQUIRE(out.count == wanted.count && memcmp(out.bytes, wanted.bytes, out.count) == 0);
    else
        REQUIRE(is_utf8(out.bytes, out.count) &&
                (out.count == 0 || out.bytes[out.count - 1] == '\n'));
    return 0;
}
