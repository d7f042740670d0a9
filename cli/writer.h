/*
 * Writes UUIDs in any format: a line for each or, in a binary format, without separators.
 */
#ifndef UUID9562_CLI_WRITER_H
#define UUID9562_CLI_WRITER_H

#include <stdbool.h>
#include <stddef.h>

#include "options.h"
#include "uuid9562_bindings.h"

typedef struct writer {
    const uuid9562_format_t *format; /* NULL for FORMAT_BYTES */
    bool binary;
    bool canonical;
    const char *prefix; /* of a TypeID, or NULL */
} writer_t;

/* Finishes with a usage error if --to or --prefix is invalid. */
void writer_open(writer_t *writer, const options_t *options);

void write_uuids(const writer_t *writer, const uuid9562_t *uuids, size_t n);

#endif
