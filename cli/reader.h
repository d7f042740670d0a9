/*
 * Reads UUIDs from the arguments or, if there are none, from standard input. An invalid one is
 * reported with the number of its argument, line or, in a binary format, UUID.
 */
#ifndef UUID9562_CLI_READER_H
#define UUID9562_CLI_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../origins/origins.h"
#include "options.h"
#include "uuid9562_bindings.h"

enum { BLOCK = 4096 };

/* The 16 bytes themselves: a format of the command that is not in the library's table. */
#define FORMAT_BYTES "bytes"

/* Takes n UUIDs, at most BLOCK, in order, and may change them. Returns the number of valid ones; if
 * there are fewer than n, `problem` is that of the next. */
typedef size_t take_t(void *context, uuid9562_t *uuids, size_t n, const char **problem);

/* The input format. */
const char *reader_format(const options_t *options);

/* Reads all UUIDs. Without --keep-going, the first invalid one ends the command.
 * Args: values  gets all values with --summary, otherwise the texts that are refused, and says who
 *               made these; may be NULL
 * Returns: how many were invalid */
uint64_t read_uuids(const options_t *options, take_t *take, void *context, column_t *values);

#endif
