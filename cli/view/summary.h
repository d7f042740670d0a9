/*
 * What a stream of UUIDs is as a whole: how many, of which variants and versions, from when to when
 * and in which order. It takes constant memory.
 */
#ifndef UUID9562_CLI_SUMMARY_H
#define UUID9562_CLI_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "histogram.h"
#include "uuid9562.h"

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
 * Args: invalid  how many UUIDs were refused: they are not in the summary */
void summary_print(const summary_t *summary, uint64_t invalid, bool json);

#endif
