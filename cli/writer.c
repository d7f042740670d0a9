/*
 * Writes UUIDs: canonical text many at once, every other format one by one.
 */
#include "writer.h"

#include <string.h>

#include "output.h"
#include "reader.h"

void writer_open(writer_t *writer, const options_t *options)
{
    const char *name = option_given(options, OPTION_TO) ? options->value[OPTION_TO] : "canonical";
    const uuid9562_t nil = UUID9562_INIT_NIL;
    char typeid[UUID9562_TYPEID_MAX];
    size_t length;
    uuid9562_status_t status;

    *writer = (writer_t){.prefix = options->value[OPTION_PREFIX]};
    if (writer->prefix != NULL) {
        if (strcmp(name, "typeid") != 0)
            USAGE_ERROR("--prefix requires --to typeid");
        require(uuid9562_format_typeid(typeid, &length, &nil, writer->prefix,
                                       strlen(writer->prefix)));
    }
    if (strcmp(name, FORMAT_BYTES) == 0) {
        writer->binary = true;
        return;
    }
    status = uuid9562_find_format(&writer->format, name, strlen(name), true);
    if (status != UUID9562_OK)
        USAGE_ERROR("%s " FORMAT_BYTES, uuid9562_strerror(status));
    writer->binary = uuid9562_format_info(writer->format)->binary;
    writer->canonical = strcmp(name, "canonical") == 0;
}

/* Writes many at once. */
static void write_canonical(const uuid9562_t *uuids, size_t n)
{
    enum { LINE = UUID9562_CANONICAL_LENGTH + 1, MOST = OUTPUT_SIZE / LINE };

    for (size_t done = 0; done < n;) {
        const size_t count = n - done < MOST ? n - done : MOST;

        uuid9562_format_n(output_room(count * LINE), uuids + done, count, '\n');
        output_add(count * LINE);
        done += count;
    }
}

static void write_one(const writer_t *writer, const uuid9562_t *uuid)
{
    char *out = output_room(UUID9562_TYPEID_MAX + 1);
    size_t length = sizeof uuid->bytes;

    if (writer->format == NULL)
        memcpy(out, uuid->bytes, length);
    else if (writer->prefix == NULL)
        length = uuid9562_format_as(out, writer->format, uuid);
    else
        require(uuid9562_format_typeid(out, &length, uuid, writer->prefix, strlen(writer->prefix)));
    if (!writer->binary)
        out[length++] = '\n';
    output_add(length);
}

void write_uuids(const writer_t *writer, const uuid9562_t *uuids, size_t n)
{
    if (writer->canonical)
        write_canonical(uuids, n);
    else
        for (size_t i = 0; i < n; i++)
            write_one(writer, &uuids[i]);
}
