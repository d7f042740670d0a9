/*
 * How often times occur, in constant memory and one pass: counts in cells of equal width, which
 * grows when the first and the last time are too far apart. So the range need not be known before.
 */
#ifndef UUID9562_CLI_HISTOGRAM_H
#define UUID9562_CLI_HISTOGRAM_H

#include <stddef.h>
#include <stdint.h>

enum { ROWS_MAX = 16, HISTOGRAM_CELLS = 24 * ROWS_MAX };

typedef struct histogram {
    int64_t width;       /* of a cell in ms, or 0 before the first time */
    int64_t base;        /* cell i begins at (base + i) * width */
    int64_t first, last; /* the least and the greatest time */
    uint64_t cells[HISTOGRAM_CELLS];
} histogram_t;

/* What is shown: rows of a round width, such as 5 s or 2 h. */
typedef struct rows {
    int64_t width; /* ms, or 0 if there is no time */
    size_t count;
    int64_t begins[ROWS_MAX]; /* that of the first row is the first time */
    uint64_t counts[ROWS_MAX];
} rows_t;

void histogram_add(histogram_t *histogram, int64_t unix_ms);

rows_t histogram_rows(const histogram_t *histogram);

#endif
