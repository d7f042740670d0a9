/*
 * UUIDs coming in: from the arguments or, where there are none, from standard input, block by
 * block. What is no UUID is reported with the number of its argument or line.
 *
 * Text is lines, the last of which need not end. A form that is bytes comes without anything in
 * between. Lines of canonical text, where they are allowed, are read many at once.
 */
#include <inttypes.h>

/* UUIDs as they are, which the library has for a type and not for a form. */
#define BYTES "bytes"

enum { BLOCK = 4096 };

/* What a command does with the UUIDs that come in: takes n of them, in order, which it may change.
 * Returns how many were right; where that is fewer, `why` is what is wrong with the next. */
typedef size_t take_t(void *context, uuid9562_t *uuids, size_t n, const char **why);

typedef struct reader {
    const uuid9562_format_t *form; /* NULL for bytes */
    size_t size;                   /* of a UUID in a form that is bytes; 0 for text */
    bool reads_canonical;
    bool keep_going;
    bool refused; /* something */
    const char *unit;
    uint64_t number; /* of the last one that was taken or refused, from 1 */
    take_t *take;
    void *context;
    size_t held;
    uuid9562_t block[BLOCK];
} reader_t;

static void refuse(reader_t *reader, const char *why)
{
    output_flush();
    complain("%s %" PRIu64 ": %s", reader->unit, reader->number, why);
    if (!reader->keep_going)
        finish(EXIT_INPUT);
    reader->refused = true;
}

/* Hands on what it holds. */
static void reader_flush(reader_t *reader)
{
    for (size_t done = 0; done < reader->held;) {
        const char *why = NULL;
        const size_t taken =
            reader->take(reader->context, reader->block + done, reader->held - done, &why);

        reader->number += taken;
        done += taken;
        if (why != NULL) {
            reader->number++;
            done++;
            refuse(reader, why);
        }
    }
    reader->held = 0;
}

static bool ends_in_cr(const char *text, size_t length)
{
    return length > 0 && text[length - 1] == '\r';
}

static void read_text(reader_t *reader, const char *text, size_t length)
{
    size_t offset = 0;
    uuid9562_t *out = &reader->block[reader->held];
    char why[UUID9562_DESCRIPTION_MAX + sizeof " (the line ends in CR LF)"];
    uuid9562_status_t status = reader->form == NULL
                                   ? uuid9562_from_bytes(out, &offset, text, length)
                                   : uuid9562_parse_as(out, &offset, reader->form, text, length);

    if (status == UUID9562_OK) {
        reader->held++;
        if (reader->held == BLOCK)
            reader_flush(reader);
        return;
    }
    reader_flush(reader);
    reader->number++;
    uuid9562_describe_error(why, status, offset);
    if (reader->size == 0 && ends_in_cr(text, length))
        strcat(why, " (the line ends in CR LF)");
    refuse(reader, why);
}

/* Takes canonical lines for as long as there are any. Returns false where there was none. */
static bool read_canonical(reader_t *reader, input_t *input)
{
    enum { LINE = UUID9562_CANONICAL_LENGTH + 1 };
    const char *text;
    size_t n = input_ahead(input, &text) / LINE;
    uint64_t right = 0;

    if (n > BLOCK - reader->held)
        n = BLOCK - reader->held;
    if (n == 0 || text[LINE - 1] != '\n')
        return false;
    if (uuid9562_parse_n(reader->block + reader->held, &right, NULL, text, n, '\n') !=
            UUID9562_OK &&
        right == 0)
        return false;
    reader->held += right;
    if (reader->held == BLOCK)
        reader_flush(reader);
    input_skip(input, right * LINE);
    return true;
}

static void read_lines(reader_t *reader, input_t *input)
{
    const char *line;
    size_t length;

    do {
        while ((reader->reads_canonical && read_canonical(reader, input)) ||
               (input_line(input, &line, &length) && (read_text(reader, line, length), true)))
            ;
        reader_flush(reader);
    } while (input_fill(input));
}

static void read_bytes(reader_t *reader, input_t *input)
{
    const size_t size = reader->size;
    const char *bytes;
    size_t ahead;

    do {
        for (; (ahead = input_ahead(input, &bytes)) >= size; input_skip(input, size))
            read_text(reader, bytes, size);
        reader_flush(reader);
    } while (input_fill(input));
    if (ahead > 0)
        read_text(reader, bytes, ahead);
}

/* Does the form read canonical text, in either case, and as what it is? */
static bool form_reads_canonical(const uuid9562_format_t *form)
{
    static const char text[] = "6ba7b810-9DAD-11d1-80B4-00c04fd430c8";
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t read;

    return uuid9562_parse_as(&read, NULL, form, text, UUID9562_CANONICAL_LENGTH) == UUID9562_OK &&
           uuid9562_compare(&read, &dns) == 0;
}

static void reader_open(reader_t *reader, const options_t *options)
{
    const char *name = has(options, OPTION_FROM) ? options->value[OPTION_FROM] : "any";

    reader->keep_going = has(options, OPTION_KEEP_GOING);
    if (strcmp(name, BYTES) == 0) {
        reader->size = sizeof(uuid9562_t);
    } else {
        uuid9562_status_t status = uuid9562_find_input_format(&reader->form, name, strlen(name));

        if (status != UUID9562_OK)
            USAGE_ERROR("%s " BYTES, uuid9562_strerror(status));
        reader->size = uuid9562_format_info(reader->form)->binary
                           ? uuid9562_format_info(reader->form)->length
                           : 0;
        reader->reads_canonical = form_reads_canonical(reader->form);
    }
    reader->unit = options->count > 0 ? "argument" : reader->size > 0 ? "UUID" : "line";
    if (reader->size > 0 && options->count > 0)
        USAGE_ERROR("bytes are read from standard input, not from arguments");
}

/* Reads them all. Returns false where something was refused on the way. */
static bool read_uuids(const options_t *options, take_t *take, void *context)
{
    static reader_t reader;
    input_t input;

    reader_open(&reader, options);
    reader.take = take;
    reader.context = context;
    for (size_t i = 0; i < options->count; i++)
        read_text(&reader, options->arguments[i], strlen(options->arguments[i]));
    reader_flush(&reader);
    if (options->count == 0) {
        input_open(&input, false);
        (reader.size > 0 ? read_bytes : read_lines)(&reader, &input);
        input_close(&input);
    }
    return !reader.refused;
}
