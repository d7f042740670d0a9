/*
 * Rows begin at multiples of their width, so that two neighbours are exactly one of twice the
 * width. The first row holds the first time.
 */
#include "histogram.h"

#include <string.h>

/* Rounds down, where C's division rounds towards zero. */
static int64_t floor_division(int64_t number, int64_t divisor)
{
    return number / divisor - (number % divisor < 0);
}

/* Widens and moves the rows until both the first and the last time are in one. */
static void make_room(histogram_t *histogram)
{
    const histogram_t before = *histogram;

    while (floor_division(histogram->last, histogram->width) -
               floor_division(histogram->first, histogram->width) >=
           ROWS_MAX)
        histogram->width *= 2;
    histogram->base = floor_division(histogram->first, histogram->width);
    memset(histogram->counts, 0, sizeof histogram->counts);
    for (int64_t i = 0; i < ROWS_MAX; i++)
        if (before.counts[i] > 0)
            histogram->counts[floor_division((before.base + i) * before.width, histogram->width) -
                              histogram->base] += before.counts[i];
}

void histogram_add(histogram_t *histogram, int64_t unix_ms)
{
    int64_t row;

    if (histogram->width == 0)
        *histogram = (histogram_t){.width = 1, .base = unix_ms, .first = unix_ms, .last = unix_ms};
    if (unix_ms < histogram->first)
        histogram->first = unix_ms;
    if (unix_ms > histogram->last)
        histogram->last = unix_ms;
    row = floor_division(unix_ms, histogram->width) - histogram->base;
    if (row < 0 || row >= ROWS_MAX) {
        make_room(histogram);
        row = floor_division(unix_ms, histogram->width) - histogram->base;
    }
    histogram->counts[row]++;
}

size_t histogram_rows(const histogram_t *histogram)
{
    if (histogram->width == 0)
        return 0;
    return (size_t)(floor_division(histogram->last, histogram->width) - histogram->base) + 1;
}

int64_t histogram_row_begin(const histogram_t *histogram, size_t row)
{
    return row == 0 ? histogram->first : (histogram->base + (int64_t)row) * histogram->width;
}
