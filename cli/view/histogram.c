/*
 * Cells begin at multiples of their width, which divides the next one, so that a wider cell takes
 * whole ones. A row is whole cells. The first row begins with the first time.
 */
#include "histogram.h"

#include <string.h>

#define S   INT64_C(1000)
#define MIN (60 * S)
#define H   (60 * MIN)
#define D   (24 * H)

/* Each is at most 24 times the one before: HISTOGRAM_CELLS are ROWS_MAX rows of the next. */
static const int64_t cell_widths[] = {1, 10, 100,    S,       10 * S,   MIN,      10 * MIN,
                                      H, D,  10 * D, 100 * D, 1000 * D, 10000 * D};

/* Round numbers, for people. */
static const int64_t row_widths[] = {
    1,         2,          5,          10,        20,       50,       100,       200,
    500,       S,          2 * S,      5 * S,     10 * S,   20 * S,   30 * S,    MIN,
    2 * MIN,   5 * MIN,    10 * MIN,   20 * MIN,  30 * MIN, H,        2 * H,     3 * H,
    6 * H,     12 * H,     D,          2 * D,     5 * D,    10 * D,   20 * D,    50 * D,
    100 * D,   200 * D,    500 * D,    1000 * D,  2000 * D, 5000 * D, 10000 * D, 20000 * D,
    50000 * D, 100000 * D, 200000 * D, 500000 * D};
#undef S
#undef MIN
#undef H
#undef D

/* Rounds down, where C's division rounds towards zero. */
static int64_t floor_division(int64_t number, int64_t divisor)
{
    return number / divisor - (number % divisor < 0);
}

/* The number of steps of a width from the first time to the last. */
static int64_t steps(const histogram_t *histogram, int64_t width)
{
    return floor_division(histogram->last, width) - floor_division(histogram->first, width) + 1;
}

/* Widens and moves the cells until both the first and the last time are in one. */
static void make_room(histogram_t *histogram)
{
    const histogram_t before = *histogram;
    const int64_t *width = cell_widths;

    while (*width < histogram->width || steps(histogram, *width) > HISTOGRAM_CELLS)
        width++;
    histogram->width = *width;
    histogram->base = floor_division(histogram->first, histogram->width);
    memset(histogram->cells, 0, sizeof histogram->cells);
    for (int64_t i = 0; i < HISTOGRAM_CELLS; i++)
        if (before.cells[i] > 0)
            histogram->cells[floor_division((before.base + i) * before.width, histogram->width) -
                             histogram->base] += before.cells[i];
}

void histogram_add(histogram_t *histogram, int64_t unix_ms)
{
    int64_t cell;

    if (histogram->width == 0)
        *histogram = (histogram_t){.width = 1, .base = unix_ms, .first = unix_ms, .last = unix_ms};
    if (unix_ms < histogram->first)
        histogram->first = unix_ms;
    if (unix_ms > histogram->last)
        histogram->last = unix_ms;
    cell = floor_division(unix_ms, histogram->width) - histogram->base;
    if (cell < 0 || cell >= HISTOGRAM_CELLS) {
        make_room(histogram);
        cell = floor_division(unix_ms, histogram->width) - histogram->base;
    }
    histogram->cells[cell]++;
}

rows_t histogram_rows(const histogram_t *histogram)
{
    rows_t rows = {0};
    const int64_t *width = row_widths;
    int64_t base;

    if (histogram->width == 0)
        return rows;
    while (*width % histogram->width != 0 || steps(histogram, *width) > ROWS_MAX)
        width++;
    base = floor_division(histogram->first, *width);
    rows.width = *width;
    rows.count = (size_t)steps(histogram, *width);
    for (size_t i = 0; i < rows.count; i++)
        rows.begins[i] = i == 0 ? histogram->first : (base + (int64_t)i) * *width;
    for (int64_t i = 0; i < HISTOGRAM_CELLS; i++)
        if (histogram->cells[i] > 0)
            rows.counts[floor_division((histogram->base + i) * histogram->width, *width) - base] +=
                histogram->cells[i];
    return rows;
}
