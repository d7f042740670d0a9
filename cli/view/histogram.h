/*
 * How often times occur, in constant memory and one pass: counts in rows of equal width, which
 * doubles when the first and the last time are too far apart. So the range need not be known
 * before.
 */
#ifndef UUID9562_CLI_HISTOGRAM_H
#define UUID9562_CLI_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { ROWS_MAX = 16 };

typedef struct histogram {
    int64_t width;       /* of a row: a power of two of ms, or 0 before the first time */
    int64_t base;        /* row i begins at (base + i) * width */
    int64_t first, last; /* the least and the greatest time */
    uint64_t counts[ROWS_MAX];
} histogram_t;

void histogram_add(histogram_t *histogram, int64_t unix_ms);

/* Returns: the number of rows, 0 if there is no time, and more than half of ROWS_MAX if the width
 * is more than 1 */
size_t histogram_rows(const histogram_t *histogram);

/* Returns: the beginning of a row; of the first one, the first time */
int64_t histogram_row_begin(const histogram_t *histogram, size_t row);

#endif
