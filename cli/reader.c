/*
 * Reads UUIDs into blocks: canonical text many at once, every other format one by one.
 */
#include "reader.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "input.h"
#include "output.h"
#include "system.h"
#include "view/findings.h"

typedef struct reader {
    const uuid9562_format_t *format; /* NULL for FORMAT_BYTES */
    size_t binary_size;              /* bytes of a UUID in a binary format; 0 for text */
    bool canonical;                  /* the format reads canonical text */
    bool keep_going;
    bool from_arguments;
    uint64_t refused; /* UUIDs */
    const char *unit; /* that is counted */
    uint64_t number;  /* of the last one, taken or refused, from 1 */
    take_t *take;
    void *context;
    column_t *values; /* or NULL */
    bool notes_all;   /* not only refused texts */
    bool implied;     /* the format `any` reads the same texts */
    size_t held;
    uuid9562_t block[BLOCK];
} reader_t;

/* Shows the line and a caret below the wrong byte on a terminal, if the text is ASCII and fits. */
static void show_place(const char *text, size_t length, size_t offset)
{
    char line[256];

    if (!system_is_terminal(SYSTEM_ERROR) || length + 3 > system_columns(SYSTEM_ERROR) ||
        2 * length + sizeof "  \n  ^\n" > sizeof line)
        return;
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return;
    snprintf(line, sizeof line, "  %.*s\n  %*s^\n", (int)length, text, (int)offset, "");
    system_complain(line);
}

/* Notes a text that is refused or, if all are noted, any value. */
static void note(const reader_t *reader, bool refused, const uuid9562_t *uuid, const char *text,
                 size_t length)
{
    int slots[NOTED_SLOTS];
    value_t value = {VALUE_TEXT, text, length, 0, 0};

    if (reader->values == NULL || (refused ? reader->binary_size > 0 : !reader->notes_all))
        return;
    if (!refused && !reader->implied)
        value = (value_t){reader->binary_size > 0 ? VALUE_BYTES : VALUE_UUID,
                          (const char *)uuid->bytes, sizeof *uuid, 0, 0};
    origins_note(reader->values, &value, slots);
}

/* Args: text  the text that is malformed at `offset`; NULL for another problem */
static void refuse(reader_t *reader, const char *problem, const char *text, size_t length,
                   size_t offset)
{
    reader->number++;
    output_flush();
    complain("%s %" PRIu64 ": %s", reader->unit, reader->number, problem);
    if (text != NULL)
        show_place(text, length, offset);
    reader->refused++;
    if (reader->keep_going)
        return;
    if (reader->values != NULL)
        findings_complain(reader->values);
    finish(EXIT_INVALID);
}

/* Passes the held UUIDs on. */
static void reader_flush(reader_t *reader)
{
    for (size_t done = 0; done < reader->held;) {
        const char *problem = NULL;
        const size_t taken =
            reader->take(reader->context, reader->block + done, reader->held - done, &problem);

        reader->number += taken;
        done += taken;
        if (problem != NULL) {
            refuse(reader, problem, NULL, 0, 0);
            done++;
        }
    }
    reader->held = 0;
}

static void reader_hold(reader_t *reader, size_t count)
{
    reader->held += count;
    if (reader->held == BLOCK)
        reader_flush(reader);
}

static void read_one(reader_t *reader, const char *text, size_t length)
{
    size_t offset = 0;
    uuid9562_t *out = &reader->block[reader->held];
    char problem[UUID9562_DESCRIPTION_MAX + sizeof " (to read a file: < FILE)"];
    uuid9562_status_t status = reader->format == NULL
                                   ? uuid9562_from_bytes(out, &offset, text, length)
                                   : uuid9562_parse_as(out, &offset, reader->format, text, length);

    note(reader, status != UUID9562_OK, out, text, length);
    if (status == UUID9562_OK) {
        reader_hold(reader, 1);
        return;
    }
    reader_flush(reader);
    uuid9562_describe(problem, status, offset, text, length);
    if (reader->binary_size == 0 && !reader->from_arguments && length > 0 &&
        text[length - 1] == '\r')
        strcat(problem, " (the line ends in CR LF)");
    if (reader->from_arguments && system_has_file(text))
        strcat(problem, " (to read a file: < FILE)");
    refuse(reader, problem,
           uuid9562_status_class(status) == UUID9562_CLASS_MALFORMED && reader->binary_size == 0
               ? text
               : NULL,
           length, offset);
}

/* Reads lines of canonical text, many at once. Returns false if the next line is not. */
static bool read_canonical(reader_t *reader, input_t *input)
{
    enum { LINE = UUID9562_CANONICAL_LENGTH + 1 };
    const char *text;
    size_t n = input_ahead(input, &text) / LINE;
    uint64_t valid = n;

    if (n > BLOCK - reader->held)
        n = BLOCK - reader->held;
    if (n == 0 || text[LINE - 1] != '\n')
        return false;
    if (uuid9562_parse_n(reader->block + reader->held, &valid, NULL, text, n, '\n') !=
            UUID9562_OK &&
        valid == 0)
        return false;
    input_skip(input, (size_t)valid * LINE);
    reader_hold(reader, (size_t)valid);
    return true;
}

/* Reads one line, or many. Returns false if the buffer holds no whole line. */
static bool read_line(reader_t *reader, input_t *input)
{
    const char *line;
    size_t length;

    if (reader->canonical && !reader->notes_all && read_canonical(reader, input))
        return true;
    if (!input_line(input, &line, &length))
        return false;
    read_one(reader, line, length);
    return true;
}

static void read_lines(reader_t *reader, input_t *input)
{
    do {
        while (read_line(reader, input))
            ;
        reader_flush(reader);
    } while (input_fill(input));
}

static void read_binary(reader_t *reader, input_t *input)
{
    const size_t size = reader->binary_size;
    const char *bytes;
    size_t ahead;

    do {
        for (; (ahead = input_ahead(input, &bytes)) >= size; input_skip(input, size))
            read_one(reader, bytes, size);
        reader_flush(reader);
    } while (input_fill(input));
    if (ahead > 0)
        read_one(reader, bytes, ahead);
}

const char *reader_format(const options_t *options)
{
    return option_given(options, OPTION_FROM) ? options->value[OPTION_FROM] : "any";
}

static void reader_open(reader_t *reader, const options_t *options)
{
    const char *name = reader_format(options);

    reader->notes_all = option_given(options, OPTION_SUMMARY);
    reader->keep_going = option_given(options, OPTION_KEEP_GOING);
    if (strcmp(name, FORMAT_BYTES) == 0) {
        reader->binary_size = sizeof(uuid9562_t);
    } else {
        uuid9562_status_t status = uuid9562_find_format(&reader->format, name, strlen(name), false);
        const uuid9562_format_info_t *info;

        if (status != UUID9562_OK)
            USAGE_ERROR("%s " FORMAT_BYTES, uuid9562_strerror(status));
        info = uuid9562_format_info(reader->format);
        reader->binary_size = info->binary ? info->length : 0;
        reader->implied = info->implied || strcmp(name, "any") == 0;
        reader->canonical = info->length == UUID9562_CANONICAL_LENGTH || strcmp(name, "any") == 0;
    }
    reader->from_arguments = options->argument_count > 0;
    reader->unit = reader->from_arguments ? "argument" : reader->binary_size > 0 ? "UUID" : "line";
    if (reader->binary_size > 0 && reader->from_arguments)
        USAGE_ERROR("binary UUIDs are read from standard input, not from arguments");
}

uint64_t read_uuids(const options_t *options, take_t *take, void *context, column_t *values)
{
    static reader_t reader;
    input_t input;

    reader.take = take;
    reader.context = context;
    reader.values = values;
    reader_open(&reader, options);
    if (values != NULL)
        origins_begin(values, system_unix_ms());
    for (size_t i = 0; i < options->argument_count; i++)
        read_one(&reader, options->arguments[i], strlen(options->arguments[i]));
    reader_flush(&reader);
    if (options->argument_count == 0) {
        input_open(&input, false);
        (reader.binary_size > 0 ? read_binary : read_lines)(&reader, &input);
        input_close(&input);
    }
    if (values != NULL && reader.refused > 0 && !reader.notes_all)
        findings_complain(values);
    return reader.refused;
}
