/*
 * A test of code that generates UUIDs, with the time and the random bits that the test gives: the
 * code takes a generator, which is NULL in the program itself.
 *
 *   cc frozen.c $(pkg-config --cflags --libs uuid9562)
 */
#include <stdio.h>
#include <string.h>
#include <uuid9562_bindings.h>
#include <uuid9562_generator.h>

/* The code under test. */
static uuid9562_status_t number_invoice(uuid9562_generator_t *generator, uuid9562_t *id)
{
    return uuid9562_uuid7(generator, id);
}

struct test {
    int64_t unix_ns;
    uint64_t seed; /* not 0 */
};

static int tell_time(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const struct test *test = (const struct test *)context;

    *seconds = test->unix_ns / 1000000000;
    *nanoseconds = (uint32_t)(test->unix_ns % 1000000000);
    return 0;
}

/* As predictable as a test wants it: for tests alone. */
static int give_random(void *context, void *bytes, size_t count)
{
    struct test *test = (struct test *)context;
    unsigned char *byte = (unsigned char *)bytes;

    for (size_t i = 0; i < count; i++) {
        test->seed = test->seed * 16807 % 2147483647;
        byte[i] = (unsigned char)(test->seed % 256);
    }
    return 0;
}

int main(void)
{
    const char *now = "2022-02-22T19:22:22Z";
    struct test test = {0, 1};
    const uuid9562_sources_t sources = {tell_time, give_random, &test};
    uuid9562_generator_t *generator;
    uuid9562_t id;
    char text[UUID9562_STRING_SIZE];

    if (uuid9562_parse_time_ns(&test.unix_ns, NULL, now, strlen(now)) != UUID9562_OK ||
        uuid9562_generator_new(&generator, &sources, NULL, NULL) != UUID9562_OK)
        return 1;
    for (int i = 0; i < 3; i++) {
        if (i == 2)
            test.unix_ns += 1000000000; /* a second later */
        if (number_invoice(generator, &id) == UUID9562_OK)
            puts(uuid9562_to_string(text, &id));
    }
    /* => 017f22e2-79b0-7000-8031-d92a82c8d8fe */
    /* => 017f22e2-79b0-7000-804d-98558ce2b347 */
    /* => 017f22e2-7d98-7000-8011-98542f112d05 */
    uuid9562_generator_free(generator);
    return 0;
}
