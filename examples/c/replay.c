/*
 * A generator with its own clock and randomness: the same UUIDs each time.
 *
 *   cc replay.c $(pkg-config --cflags --libs uuid9562)
 */
#include <stdio.h>
#include <string.h>
#include <uuid9562_generator.h>

static int stopped_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = 1645557742; /* 2022-02-22T19:22:22Z */
    *nanoseconds = 0;
    return 0;
}

static int no_randomness(void *context, void *bytes, size_t count)
{
    (void)context;
    memset(bytes, 0, count);
    return 0;
}

int main(void)
{
    const uuid9562_sources_t sources = {stopped_clock, no_randomness, NULL};
    uuid9562_generator_t *generator;
    uuid9562_t ids[3];
    char text[3 * (UUID9562_CANONICAL_LENGTH + 1)];

    if (uuid9562_generator_new(&generator, &sources, NULL, NULL) != UUID9562_OK)
        return 1;
    /* The clock is stopped, but the UUIDs increase. */
    if (uuid9562_batch(generator, ids, 7, 3) == UUID9562_OK) {
        uuid9562_format_n(text, ids, 3, '\n');
        fwrite(text, 1, sizeof text, stdout);
        /* => 017f22e2-79b0-7000-8000-000000000000 */
        /* => 017f22e2-79b0-7000-8040-000000000000 */
        /* => 017f22e2-79b0-7000-8080-000000000000 */
    }
    uuid9562_generator_free(generator);
    return 0;
}
