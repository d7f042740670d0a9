/*
 * How often times occur, in constant memory and one pass: counts in buckets of equal width, which
 * doubles when a time lies beyond them. So the range of the times need not be known before.
 */
#ifndef UUID9562_CLI_HISTOGRAM_H
#define UUID9562_CLI_HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUCKETS = 1024, ROWS_MAX = 16 };

typedef struct histogram {
    int64_t width;         /* of a bucket: a power of two of ms, or 0 before the first time */
    int64_t base;          /* bucket i begins at (base + i) * width */
    int64_t current;       /* the bucket of the last time that was added */
    int64_t current_begin; /* where that begins */
    int64_t first, last;   /* the least and the greatest time */
    uint64_t counts[BUCKETS];
} histogram_t;

void histogram_add(histogram_t *histogram, int64_t unix_ms);

/* A row to show: some neighbouring buckets. */
typedef struct histogram_row {
    int64_t from; /* where it begins; of the first row, the first time */
    uint64_t count;
} histogram_row_t;

/* The whole as rows of equal width, about as many as there may be.
 * Out: width_ms  of a row
 * Returns: how many, at most ROWS_MAX; 0 if there is no time */
size_t histogram_rows(histogram_row_t rows[ROWS_MAX], int64_t *width_ms,
                      const histogram_t *histogram);

#endif
