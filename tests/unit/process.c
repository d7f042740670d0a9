/*
 * Processes: a child of fork(), a grandchild, and a child of a raw clone(), which runs no handlers,
 * never repeat what their parent or a sibling generates; none of them hangs; and nothing crashes
 * while a process ends.
 */
#ifndef UUID9562_OMIT_OPENSSL
#include <openssl/rand.h>
#define START_OPENSSL() RAND_status()
#else
#define START_OPENSSL() (void)0
#endif
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>

#include "children.h"

enum { EACH = 1000, PROCESSES = 4 };

typedef struct uuids {
    uuid9562_t v1, v4, v6, v7;
} uuids_t;

static bool generate(uuids_t *out)
{
    for (int i = 0; i < EACH; i++)
        if (uuid9562_uuid1(NULL, &out[i].v1, NULL, NULL) != UUID9562_OK ||
            uuid9562_uuid4(NULL, &out[i].v4) != UUID9562_OK ||
            uuid9562_uuid6(NULL, &out[i].v6, NULL, NULL) != UUID9562_OK ||
            uuid9562_uuid7(NULL, &out[i].v7) != UUID9562_OK)
            return false;
    return true;
}

/* Under an emulator that accepts any madvise and follows none (qemu-user). */
static bool is_emulated(void)
{
    void *page = mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool ignored = madvise(page, 1, -1) == 0;

    munmap(page, 1);
    return ignored;
}

/* No UUID twice; and of those with a time no random part twice, since the processes' times differ
 * anyway. */
static void check_distinct(const uuids_t generated[PROCESSES * EACH])
{
    enum { ALL = 4 * PROCESSES * EACH };
    uuid9562_t *all = malloc(sizeof *all * ALL);

    memcpy(all, generated, sizeof *all * ALL);
    assert_distinct(all, ALL);

    for (int i = 0; i < PROCESSES * EACH; i++) {
        all[2 * i] = generated[i].v6;
        all[2 * i + 1] = generated[i].v7;
    }
    for (int i = 0; i < ALL / 2; i++)
        memset(all[i].bytes, 0, 10);
    assert_distinct(all, ALL / 2);
    free(all);

    for (int p = 0; p < PROCESSES; p++)
        for (int q = 0; q < p; q++)
            require_msg(node_of(&generated[p * EACH].v1) != node_of(&generated[q * EACH].v1),
                        "two processes have one node");
}

/* Parent, child, grandchild, and a second child. */
static void check_family(pid_t (*birth)(void))
{
    size_t size = sizeof(uuids_t) * EACH * PROCESSES;
    uuids_t *generated =
        mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uuids_t warm_up[EACH];
    pid_t first, second;

    require(generated != MAP_FAILED);
    require(generate(warm_up)); /* so that there is something to inherit */
    first = birth();
    if (first == 0) {
        pid_t grandchild = birth();
        int status = 1;
        if (grandchild == 0)
            _exit(generate(generated + 2 * EACH) ? 0 : 1);
        if (!generate(generated + EACH) || waitpid(grandchild, &status, 0) != grandchild)
            _exit(1);
        _exit(status != 0);
    }
    second = birth();
    if (second == 0)
        _exit(generate(generated + 3 * EACH) ? 0 : 1);
    require(generate(generated));
    wait_for(first);
    wait_for(second);
    check_distinct(generated);
    munmap(generated, size);
}

TEST(fork_family)
{
    check_family(plain_fork);
}

TEST(clone_family)
{
    check_family(raw_clone);
}

/* A generator of the program's own, with the system's sources, draws anew in a child as well. */
TEST(a_generator_of_ones_own_in_a_child)
{
    const uuid9562_sources_t sources = {NULL, NULL, NULL};
    int64_t *nodes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uuid9562_generator_t *generator;
    uuid9562_t uuid;
    pid_t child;

    assert_ok(uuid9562_generator_new(&generator, &sources, NULL, NULL));
    assert_ok(uuid9562_uuid1(generator, &uuid, NULL, NULL));
    nodes[0] = node_of(&uuid);
    child = raw_clone();
    if (child == 0) {
        if (uuid9562_uuid1(generator, &uuid, NULL, NULL) != UUID9562_OK)
            _exit(1);
        nodes[1] = node_of(&uuid);
        _exit(0);
    }
    wait_for(child);
    require_ne(nodes[0], nodes[1]);
    assert_ok(uuid9562_uuid1(generator, &uuid, NULL, NULL));
    require_eq(node_of(&uuid), nodes[0]); /* the parent keeps its node */
    uuid9562_generator_free(generator);
    munmap(nodes, 4096);
}

/* Likewise the clock sequence of a given node. Of several children one may have its parent's number
 * by chance. */
TEST(a_child_has_a_clock_sequence_of_its_own)
{
    enum { CHILDREN = 5 };
    const uint64_t node = 5;
    int *kept = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int same = 0;
    uuid9562_t uuid;

    assert_ok(uuid9562_uuid6(NULL, &uuid, &node, NULL));
    kept[0] = clock_seq_of(&uuid);
    for (int i = 1; i <= CHILDREN; i++) {
        pid_t child = i % 2 == 0 || is_emulated() ? fork() : raw_clone();
        if (child == 0) {
            if (uuid9562_uuid1(NULL, &uuid, &node, NULL) != UUID9562_OK)
                _exit(1);
            kept[i] = clock_seq_of(&uuid);
            _exit(uuid9562_uuid6(NULL, &uuid, &node, NULL) != UUID9562_OK ||
                  clock_seq_of(&uuid) != kept[i]);
        }
        wait_for(child);
    }
    for (int i = 0; i <= CHILDREN; i++)
        for (int j = 0; j < i; j++)
            same += kept[i] == kept[j];
    require(same <= 1);
    assert_ok(uuid9562_uuid1(NULL, &uuid, &node, NULL));
    require_eq(clock_seq_of(&uuid), kept[0]);
    munmap(kept, 4096);
}

/* After what its parent has gone on after. */
TEST(a_child_goes_on_after_what_its_parent_has)
{
    uuid9562_t after, parents;
    int64_t ms;
    pid_t child;

    assert_ok(uuid9562_uuid7(NULL, &after));
    require(uuid9562_get_timestamp_ms(&ms, &after));
    assert_ok(uuid9562_uuid7_max(&after, ms + 60000));
    assert_ok(uuid9562_advance(NULL, &after));
    child = fork();
    require(child >= 0);
    if (child == 0) {
        uuid9562_t own, later;

        _exit(uuid9562_uuid7(NULL, &own) != UUID9562_OK || uuid9562_compare(&after, &own) >= 0 ||
              uuid9562_uuid7_max(&later, ms + 120000) != UUID9562_OK ||
              uuid9562_advance(NULL, &later) != UUID9562_OK ||
              uuid9562_uuid7(NULL, &own) != UUID9562_OK || uuid9562_compare(&later, &own) >= 0);
    }
    wait_for(child);
    assert_ok(uuid9562_uuid7(NULL, &parents)); /* which the child's does not move */
    assert_before(after, parents);
    assert_ok(uuid9562_uuid7_max(&after, ms + 120000));
    assert_before(parents, after);
    assert_ok(uuid9562_resync(NULL));
}

/* ---- while other threads draw ---- */

static _Atomic bool stop;
static _Atomic int at_work; /* threads that have gone round once */

static void *draw_and_digest(void *unused)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;

    for (bool first = true; !stop; first = false) {
        if (uuid9562_uuid4(NULL, &uuid) != UUID9562_OK ||
            uuid9562_uuid7(NULL, &uuid) != UUID9562_OK ||
            uuid9562_uuid5(&uuid, &dns, "x", 1) != UUID9562_OK)
            return &stop;
        at_work += first;
    }
    return unused;
}

static void *draw_once(void *unused)
{
    uuid9562_t uuid;
    return uuid9562_uuid4(NULL, &uuid) == UUID9562_OK ? unused : &stop;
}

/* Begins threads that draw for the first time, one after the other. */
static void *begin_threads(void *unused)
{
    while (!stop) {
        pthread_t thread;
        void *failed;

        if (pthread_create(&thread, NULL, draw_once, NULL) != 0)
            return &stop;
        pthread_join(thread, &failed);
        if (failed != NULL)
            return failed;
    }
    return unused;
}

/* The alarm kills a child that hangs, and wait_for sees it. */
static void child_draws(void)
{
    static const uuid9562_digest_t digests[] = {UUID9562_SHA256, UUID9562_MD5, UUID9562_SHA384,
                                                UUID9562_SHA512};
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;
    int failed;

    signal(SIGALRM, SIG_DFL); /* Check has a handler of its own */
    alarm(HANG_SECONDS);
    failed = uuid9562_uuid4(NULL, &uuid) || uuid9562_uuid1(NULL, &uuid, NULL, NULL);
    for (size_t i = 0; i < sizeof digests / sizeof *digests; i++)
        failed |= uuid9562_uuid8_name(&uuid, &dns, "x", 1, digests[i]) != 0;
    _exit(failed);
}

/* The allocators of AddressSanitizer and ThreadSanitizer hold locks over such a fork themselves. */
#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
enum { SANITIZED = true };
#else
enum { SANITIZED = false };
#endif

TEST(forks_while_threads_draw)
{
    void *(*const bodies[])(void *) = {draw_and_digest, begin_threads, begin_threads,
                                       begin_threads};
    const int forks = is_emulated() ? 20 : 1000; /* there a fork waits long for the threads */
    pthread_t threads[4];

    if (SANITIZED) {
        puts("skipped: forks while threads draw, under a sanitizer");
        return;
    }
    stop = false;
    for (int t = 0; t < 4; t++)
        require_eq(pthread_create(&threads[t], NULL, bodies[t], NULL), 0);
    for (int i = 0; i < forks; i++) {
        pid_t child = fork();
        if (child == 0)
            child_draws();
        wait_for(child);
    }
    stop = true;
    for (int t = 0; t < 4; t++) {
        void *failed;
        pthread_join(threads[t], &failed);
        ck_assert_ptr_null(failed);
    }
}

/* ---- when the process ends ---- */

static void at_exit(void)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;

    if (uuid9562_uuid7(NULL, &uuid) != UUID9562_OK || uuid9562_uuid4(NULL, &uuid) != UUID9562_OK ||
        uuid9562_uuid5(&uuid, &dns, "x", 1) != UUID9562_OK)
        _exit(1);
}

/* The program's atexit handlers run after OpenSSL's own clean-up, and threads run on until the very
 * end. */
TEST(uuids_at_exit)
{
    for (int i = 0; i < 50; i++) {
        pid_t child = fork();
        if (child == 0) {
            pthread_t thread;

            fclose(stdout);  /* what is in its buffer is the parent's */
            atexit(at_exit); /* before OpenSSL has registered anything */
            stop = false;
            at_work = 0;
            for (int t = 0; t < 2; t++)
                if (pthread_create(&thread, NULL, draw_and_digest, NULL) != 0)
                    _exit(2);
            while (at_work < 2)
                sched_yield();
            exit(0);
        }
        wait_for(child);
    }
}

/* After OpenSSL's clean-up it does not start: an error, and no crash. */
static void first_use_at_exit(void)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;
    uuid9562_status_t random = uuid9562_uuid4(NULL, &uuid);
    uuid9562_status_t name = uuid9562_uuid8_name(&uuid, &dns, "x", 1, UUID9562_SHA384);

    if ((random != UUID9562_OK && random != UUID9562_ERR_ENTROPY) ||
        (name != UUID9562_OK && name != UUID9562_ERR_DIGEST_POLICY))
        _exit(1);
}

TEST(the_first_uuid_at_exit)
{
    for (int openssl_first = 0; openssl_first < 2; openssl_first++) {
        pid_t child = fork();
        if (child == 0) {
            fclose(stdout);
            atexit(first_use_at_exit);
            if (openssl_first)
                START_OPENSSL();
            exit(0);
        }
        wait_for(child);
    }
}

/* Fork handlers that the program registered before the library did run while the library holds its
 * own lock; here they are also the first to draw. */
static void draw_in_handler(void)
{
    uuid9562_t uuid;
    require_eq(uuid9562_uuid4(NULL, &uuid), UUID9562_OK);
}

TEST(fork_handlers_draw)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_t uuid;
    int status;
    pid_t child;

    pthread_atfork(draw_in_handler, draw_in_handler, draw_in_handler);
    require_eq(uuid9562_uuid5(&uuid, &dns, "x", 1), UUID9562_OK);
    child = fork();
    if (child == 0)
        _exit(uuid9562_uuid4(NULL, &uuid) != UUID9562_OK);
    require_eq(waitpid(child, &status, 0), child);
    require_eq(status, 0);
}

/* It ends by itself, since the sanitizers do not follow a cancelled thread. */
static void *digest_while_cancelled(void *state_after)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uuid9562_status_t status;
    uuid9562_t uuid;

    pthread_cancel(pthread_self());
    status = uuid9562_uuid5(&uuid, &dns, "x", 1);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, state_after);
    return status == UUID9562_OK ? state_after : NULL;
}

/* No function is a point at which a thread is cancelled: not the first digest either, for which
 * OpenSSL reads files while fork() and other first uses wait. */
TEST(a_thread_that_is_cancelled)
{
    const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    int state_after = PTHREAD_CANCEL_DISABLE;
    pthread_t thread;
    uuid9562_t uuid;
    void *result;

    require_eq(pthread_create(&thread, NULL, digest_while_cancelled, &state_after), 0);
    require_eq(pthread_join(thread, &result), 0);
    require(result == &state_after);
    require_eq(state_after, PTHREAD_CANCEL_ENABLE);
    assert_ok(uuid9562_uuid3(&uuid, &dns, "x", 1));
}
