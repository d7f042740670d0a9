/*
 * A resync that is in flight, as other threads and child processes see it: this file compiles the
 * core into itself, so that it can stop one half-way and count those that have begun and ended.
 */
#include "../../core/uuid9562.c"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../core/run.c"

static const uint64_t node = 0x9F6BDECED846;

static int clock_seq_of(uuid9562_status_t (*generate)(uuid9562_generator_t *, uuid9562_t *,
                                                      const uint64_t *, const uint64_t *))
{
    uuid9562_t uuid;

    assert_ok(generate(NULL, &uuid, &node, NULL));
    return uuid9562_get_clock_seq(&uuid);
}

/* All 14 bits for each UUID, and then on with the number that is kept. */
START_TEST(a_given_node_has_random_clock_sequences_meanwhile)
{
    const int kept = clock_seq_of(uuid9562_uuid1);
    int any = 0, all = UUID9562_CLOCK_SEQ_MAX, same = 0;

    atomic_fetch_add(&process_clock_state()->resyncs_begun, 1);
    for (int i = 0; i < 200; i++) {
        const int drawn = clock_seq_of(i % 2 == 0 ? uuid9562_uuid1 : uuid9562_uuid6);

        any |= drawn;
        all &= drawn;
        same += drawn == kept || drawn == ((kept + 1) & UUID9562_CLOCK_SEQ_MAX);
    }
    require_eq(any, UUID9562_CLOCK_SEQ_MAX);
    require_eq(all, 0);
    require(same < 10);
    atomic_fetch_add(&process_clock_state()->resyncs_done, 1);
    for (int i = 0; i < 10; i++)
        require_eq(clock_seq_of(uuid9562_uuid6), (kept + 1) & UUID9562_CLOCK_SEQ_MAX);
}
END_TEST

static int64_t random_node(void)
{
    uuid9562_t uuid;

    assert_ok(uuid9562_uuid1(NULL, &uuid, NULL, NULL));
    return uuid9562_get_node(&uuid);
}

START_TEST(version_1_has_random_nodes_meanwhile)
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
END_TEST

static _Atomic bool stop;

static void *resync_often(void *unused)
{
    while (!stop)
        if (uuid9562_resync(NULL) != UUID9562_OK)
            return &stop;
    return unused;
}

START_TEST(fork_cuts_none_short)
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
END_TEST

static TCase *resync_case(void)
{
    TCase *tcase = tcase_create("resync");
    add_test(tcase, a_given_node_has_random_clock_sequences_meanwhile);
    add_test(tcase, version_1_has_random_nodes_meanwhile);
    add_test(tcase, fork_cuts_none_short);
    return tcase;
}

int main(int argc, char **argv)
{
    TCase *(*const cases[])(void) = {resync_case};
    return run_tests(argc, argv, cases, 1);
}
