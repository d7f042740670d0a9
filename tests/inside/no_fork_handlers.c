/*
 * A process in which no fork handler can be registered, so that nothing would detect a fork: this
 * file compiles the core into itself, with a pthread_atfork that fails. What has to be drawn once
 * for each process is an error then, and nothing is given out without random bits.
 */
#include <pthread.h>

static int no_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void));

#define pthread_atfork no_atfork
#include "../../core/uuid9562.c"
#undef pthread_atfork

#include <errno.h>

#include "../core/run.c"

static int no_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void))
{
    (void)prepare;
    (void)parent;
    (void)child;
    return ENOMEM;
}

/* As if a caller's own clock and randomness. */
static int own_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = 1700000000;
    *nanoseconds = 0;
    return 0;
}

static int own_random(void *context, void *bytes, size_t count)
{
    (void)context;
    memset(bytes, 0x5a, count);
    return 0;
}

static void check_refused(uuid9562_generator_t *generator, uuid9562_t *out,
                          uuid9562_status_t status)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;

    assert_status(status, UUID9562_ERR_ENTROPY);
    assert_same(*out, untouched);
    require(own_clock_state(resolve(generator))->last_ns == 0); /* and no time was taken */
}

TEST(every_version_of_the_process_is_an_error)
{
    uuid9562_t out = UUID9562_INIT_MAX;

    check_refused(NULL, &out, uuid9562_uuid1(NULL, &out, NULL, NULL));
    check_refused(NULL, &out, uuid9562_uuid1(NULL, &out, NULL, &(uint64_t){5}));
    check_refused(NULL, &out, uuid9562_uuid4(NULL, &out));
    check_refused(NULL, &out, uuid9562_uuid6(NULL, &out, NULL, NULL));
    check_refused(NULL, &out, uuid9562_uuid6(NULL, &out, NULL, &(uint64_t){5}));
    check_refused(NULL, &out, uuid9562_uuid7(NULL, &out));
    check_refused(NULL, &out, uuid9562_uuid7_at(NULL, &out, 0));
}

/* Its randomness is the caller's affair; the node of version 1 is to be kept for one process. */
TEST(a_generator_of_ones_own_keeps_no_node)
{
    const uuid9562_sources_t sources = {own_clock, own_random, NULL};
    uuid9562_generator_t *generator;
    uuid9562_t out = UUID9562_INIT_MAX, batch[2];

    assert_ok(uuid9562_generator_new(&generator, &sources, NULL, NULL));
    check_refused(generator, &out, uuid9562_uuid1(generator, &out, NULL, NULL));
    check_refused(generator, &out, uuid9562_uuid6(generator, &out, &(uint64_t){5}, NULL));
    assert_status(uuid9562_batch(generator, batch, 1, 2), UUID9562_ERR_ENTROPY);
    assert_ok(uuid9562_uuid6(generator, &out, NULL, NULL));
    assert_ok(uuid9562_uuid7(generator, &out));
    assert_ok(uuid9562_uuid4(generator, &out));
    uuid9562_generator_free(generator);
}
