/*
 * A second definition of the text of a time, as simple as possible: a list of shapes, and a
 * calendar that counts years and months. It uses nothing of the core. It is slow; the suites and the
 * fuzzing compare the core with it.
 */
#ifndef NAIVE_TIME_H
#define NAIVE_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct naive_time {
    int64_t unix_ms;
    uint32_t ns; /* beyond it */
    uint32_t width_ms;
} naive_time_t;

/* Whether the text is a time, and which. */
bool naive_is_time(const char *text, size_t length, naive_time_t *time);

/* How many leading bytes of the text begin some time. */
size_t naive_time_reach(const char *text, size_t length);

#endif
