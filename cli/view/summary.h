/*
 * A stream of UUIDs as a whole, in constant memory: count, variants, versions, times and order.
 */
#ifndef UUID9562_CLI_SUMMARY_H
#define UUID9562_CLI_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "histogram.h"
#include "uuid9562_bindings.h"

enum { VARIANTS = 4, VERSIONS = 16 };

typedef struct summary {
    uint64_t count;
    uint64_t variants[VARIANTS], versions[VERSIONS];
    uint64_t descents, repeats; /* UUIDs that are less than the one before, or equal to it */
    uuid9562_t previous;
    histogram_t histogram;
} summary_t;

void summary_add(summary_t *summary, const uuid9562_t *uuids, size_t n);

/* Writes it as text, or as one JSON object.
 * Args: invalid  the number of refused UUIDs, which the summary leaves out */
void summary_print(const summary_t *summary, uint64_t invalid, bool json);

#endif
