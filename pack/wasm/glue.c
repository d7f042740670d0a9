/*
 * The clock and the randomness of the core as WebAssembly: those of JavaScript (index.mjs).
 */
#include "uuid9562_generator.h"

#define FROM_HOST(name) __attribute__((import_module("host"), import_name(#name)))

/* Milliseconds since 1970. */
FROM_HOST(clock) double host_clock(void);
/* Returns 0, or another number if it fails. */
FROM_HOST(random) int host_random(void *bytes, size_t count);

int uuid9562_os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const double ms = host_clock();

    (void)context;
    if (!(ms >= 0 && ms <= UUID9562_V7_UNIX_MS_MAX)) /* NaN, too */
        return -1;
    *seconds = (int64_t)ms / 1000;
    *nanoseconds = (uint32_t)((int64_t)ms % 1000 * 1000000);
    return 0;
}

int uuid9562_os_random(void *context, void *bytes, size_t count)
{
    (void)context;
    return host_random(bytes, count);
}
