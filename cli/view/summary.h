/*
 * A stream of UUIDs as a whole, in constant memory: count, variants, versions, times, order and
 * findings.
 */
#ifndef UUID9562_CLI_SUMMARY_H
#define UUID9562_CLI_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../../origins/origins.h"
#include "histogram.h"
#include "uuid9562_bindings.h"

typedef struct summary {
    uint64_t count;
    uint64_t variants[VARIANT_COUNT], versions[VERSION_COUNT];
    uint64_t descents, repeats; /* UUIDs that are less than the one before, or equal to it */
    uuid9562_t previous;
    histogram_t histogram;
    column_t values; /* for the reader: all lines, those that are refused too */
} summary_t;

void summary_add(summary_t *summary, const uuid9562_t *uuids, size_t n);

/* Writes it as text, or as one JSON object.
 * Args: invalid  the number of refused UUIDs, which only the findings count
 *       from     the input format */
void summary_print(summary_t *summary, uint64_t invalid, const char *from, bool json);

/* Writes the JSON, after origins_settle. The playground calls it. */
void summary_print_json(const summary_t *summary, uint64_t invalid, const char *from);

#endif
