/*
 * Threads that contend for the clock state, and a resync that is in flight, as other threads and
 * child processes see it: this file compiles the core into itself, so that it can stop a thread
 * before its compare-and-swap, and a resync half-way.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static bool exchange(_Atomic uint64_t *at, uint64_t *expected, uint64_t desired);

#undef atomic_compare_exchange_weak_explicit
#define atomic_compare_exchange_weak_explicit(at, expected, desired, ...) \
    exchange(at, expected, desired)
#include "../../../core/uuid9562.c"

#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../run.c"

static const uint64_t node = 0x9F6BDECED846;

/* ---- the compare-and-swap of the clock state ---- */

static _Thread_local void (*before_swap)(void); /* is called once */

static bool exchange(_Atomic uint64_t *at, uint64_t *expected, uint64_t desired)
{
    void (*const call)(void) = before_swap;

    before_swap = NULL;
    if (call != NULL)
        call();
    return atomic_compare_exchange_strong(at, expected, desired);
}

static _Atomic uint32_t clock_ns;
static _Atomic uint64_t draws;

static int set_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = 1700000000;
    *nanoseconds = clock_ns;
    return 0;
}

static int zeros(void *context, void *bytes, size_t count)
{
    (void)context;
    memset(bytes, 0, count);
    return 0;
}

static int numbers(void *context, void *bytes, size_t count)
{
    const uint64_t step = UINT64_C(0x9e3779b97f4a7c15);
    const uint64_t number = atomic_fetch_add(&draws, step) + step;

    (void)context;
    for (size_t i = 0; i < count; i++)
        ((uint8_t *)bytes)[i] = (uint8_t)(number >> i % 8 * 8);
    return 0;
}

/* ---- threads ---- */

enum { THREADS = 4, EACH = 100 };

static pthread_barrier_t all_have_read;
static uuid9562_generator_t *shared;
static int made_version;

static void wait_for_all(void)
{
    pthread_barrier_wait(&all_have_read);
}

/* Each of our UUIDs is made while all other threads make one: they have read the same clock state
 * before the first of them swaps it. */
static void *contend(void *into)
{
    uuid9562_t *out = into;

    for (int i = 0; i < EACH; i++) {
        before_swap = wait_for_all;
        if ((made_version == 7 ? uuid9562_uuid7(shared, &out[i])
                               : uuid9562_uuid1(shared, &out[i], NULL, NULL)) != UUID9562_OK ||
            before_swap != NULL)
            return out;
    }
    return NULL;
}

LOOP_TEST(threads_that_contend_for_the_clock_state, 2)
{
    const uuid9562_sources_t still = {set_clock, zeros, NULL};
    static uuid9562_t all[THREADS][EACH];

    made_version = _i == 0 ? 7 : 1;
    assert_ok(uuid9562_generator_new(&shared, &still, NULL, NULL));
    require_eq(pthread_barrier_init(&all_have_read, NULL, THREADS), 0);
    run_threads(THREADS, contend, all, sizeof *all);
    assert_distinct(*all, THREADS * EACH); /* by time alone: no other bit is random */
    uuid9562_generator_free(shared);
}

static void set_back(void)
{
    assert_ok(uuid9562_resync(shared));
}

/* The clock is set back to a time at which UUIDs of version 1 were made, and another thread resyncs
 * after ours has taken its node or clock sequence, and before it has its time. */
static void *make_in_the_midst(void *into)
{
    uuid9562_t *out = into, later;

    for (int i = 0; i < EACH; i++)
        assert_ok(uuid9562_uuid1(shared, &out[i], NULL, NULL));
    clock_ns = 1000000;
    assert_ok(uuid9562_uuid1(shared, &later, NULL, NULL));
    clock_ns = 0;
    before_swap = set_back;
    assert_ok(uuid9562_uuid1(shared, &later, NULL, NULL));
    require(before_swap == NULL);
    for (int i = 0; i < EACH; i++)
        require(uuid9562_compare(&out[i], &later) != 0);
    return NULL;
}

LOOP_TEST(resyncs_beside_version_1, 2)
{
    const uuid9562_sources_t sources = {set_clock, numbers, NULL};
    static uuid9562_t before[EACH];

    clock_ns = 0;
    assert_ok(uuid9562_generator_new(&shared, &sources, _i == 0 ? NULL : &node, NULL));
    run_threads(1, make_in_the_midst, before, 0);
    uuid9562_generator_free(shared);
}

/* ---- a resync in flight ---- */

static int clock_seq_from(uuid9562_status_t (*generate)(uuid9562_generator_t *, uuid9562_t *,
                                                        const uint64_t *, const uint64_t *))
{
    uuid9562_t uuid;

    assert_ok(generate(NULL, &uuid, &node, NULL));
    return clock_seq_of(&uuid);
}

/* All 14 bits for each UUID, and then on with the number that is kept. */
TEST(a_given_node_has_random_clock_sequences_meanwhile)
{
    const int kept = clock_seq_from(uuid9562_uuid1);
    int any = 0, all = UUID9562_CLOCK_SEQ_MAX, same = 0;

    atomic_fetch_add(&process_clock_state()->resyncs_begun, 1);
    for (int i = 0; i < 200; i++) {
        const int drawn = clock_seq_from(i % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6);

        any |= drawn;
        all &= drawn;
        same += drawn == kept || drawn == ((kept + 1) & UUID9562_CLOCK_SEQ_MAX);
    }
    require_eq(any, UUID9562_CLOCK_SEQ_MAX);
    require_eq(all, 0);
    require(same < 10);
    atomic_fetch_add(&process_clock_state()->resyncs_done, 1);
    for (int i = 0; i < 10; i++)
        require_eq(clock_seq_from(uuid9562_uuid6), (kept + 1) & UUID9562_CLOCK_SEQ_MAX);
}

static int64_t random_node(void)
{
    uuid9562_t uuid;

    assert_ok(uuid9562_uuid1(NULL, &uuid, NULL, NULL));
    return node_of(&uuid);
}

TEST(version_1_has_random_nodes_meanwhile)
{
    const int64_t before = random_node();
    int64_t meanwhile, after;

    atomic_fetch_add(&process_clock_state()->resyncs_begun, 1);
    meanwhile = random_node();
    require_ne(meanwhile, before);
    require_ne(meanwhile, random_node());
    atomic_fetch_add(&process_clock_state()->resyncs_done, 1);
    after = random_node();
    require_ne(after, before);
    require_eq(after, random_node());
}

static _Atomic bool stop;

static void *resync_often(void *unused)
{
    while (!stop)
        if (uuid9562_resync(NULL) != UUID9562_OK)
            return &stop;
    return unused;
}

TEST(fork_cuts_none_short)
{
    pthread_t thread;
    void *failed;

    require_eq(pthread_create(&thread, NULL, resync_often, NULL), 0);
    for (int i = 0; i < 300; i++) {
        pid_t child = fork();
        int status;

        if (child == 0)
            _exit(process_clock_state()->resyncs_begun != process_clock_state()->resyncs_done);
        require_eq(waitpid(child, &status, 0), child);
        require_msg(status == 0, "child %d has a resync that never ends", i);
    }
    stop = true;
    pthread_join(thread, &failed);
    require(failed == NULL);
}
