/*
 * Buckets whose width doubles. They begin at multiples of their width, so that two neighbours are
 * exactly one of twice the width.
 */
#include "histogram.h"

#include <string.h>

/* Rounds down, where C's division rounds towards zero. */
static int64_t floor_division(int64_t number, int64_t divisor)
{
    return number / divisor - (number % divisor < 0);
}

/* Makes room behind the buckets, or before them. */
static void double_width(histogram_t *histogram, bool before)
{
    uint64_t counts[BUCKETS] = {0};
    const int64_t base = floor_division(histogram->base, 2) - (before ? BUCKETS / 2 - 1 : 0);

    for (int64_t i = 0; i < BUCKETS; i++)
        counts[floor_division(histogram->base + i, 2) - base] += histogram->counts[i];
    memcpy(histogram->counts, counts, sizeof counts);
    histogram->base = base;
    histogram->width *= 2;
}

/* Finds the bucket of a time that is not in the current one. */
static void find_bucket(histogram_t *histogram, int64_t unix_ms)
{
    int64_t bucket;

    if (histogram->width == 0)
        *histogram = (histogram_t){
            .width = 1, .base = unix_ms - BUCKETS / 2, .first = unix_ms, .last = unix_ms};
    while ((bucket = floor_division(unix_ms, histogram->width) - histogram->base) < 0 ||
           bucket >= BUCKETS)
        double_width(histogram, bucket < 0);
    histogram->current = bucket;
    histogram->current_begin = (histogram->base + bucket) * histogram->width;
}

void histogram_add(histogram_t *histogram, int64_t unix_ms)
{
    if (histogram->width == 0 || unix_ms < histogram->current_begin ||
        unix_ms - histogram->current_begin >= histogram->width)
        find_bucket(histogram, unix_ms);
    histogram->counts[histogram->current]++;
    if (unix_ms < histogram->first)
        histogram->first = unix_ms;
    if (unix_ms > histogram->last)
        histogram->last = unix_ms;
}

size_t histogram_rows(histogram_row_t rows[ROWS_MAX], int64_t *width_ms,
                      const histogram_t *histogram)
{
    int64_t first, used, together;
    size_t count = 0;

    if (histogram->width == 0)
        return 0;
    first = floor_division(histogram->first, histogram->width) - histogram->base;
    used = floor_division(histogram->last, histogram->width) - histogram->base - first + 1;
    together = (used + ROWS_MAX - 1) / ROWS_MAX;
    for (int64_t i = 0; i < used; i++) {
        if (i % together == 0)
            rows[count++] = (histogram_row_t){
                .from = (histogram->base + first + i) * histogram->width};
        rows[count - 1].count += histogram->counts[first + i];
    }
    rows[0].from = histogram->first;
    *width_ms = histogram->width * together;
    return count;
}
