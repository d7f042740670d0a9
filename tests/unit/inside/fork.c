/*
 * Fork detection from the inside: this file compiles the core into itself, with a madvise that it
 * can have refused or ignored, a pthread_atfork that can fail, or pause for a fork, process IDs
 * from the largest that Linux has, or the same for all, and sleeps that are counted.
 */
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static int fake_madvise(void *pages, size_t size, int advice);
static int fake_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void));

static pid_t fake_getpid(void);
static int fake_nanosleep(const struct timespec *time, struct timespec *left);
static int fake_clock_gettime(clockid_t clock, struct timespec *now);

#define madvise        fake_madvise
#define pthread_atfork fake_atfork
#define getpid         fake_getpid
#define nanosleep      fake_nanosleep
#define clock_gettime  fake_clock_gettime
#include "../../../core/uuid9562.c"
#undef madvise
#undef pthread_atfork
#undef getpid
#undef nanosleep
#undef clock_gettime

#include <signal.h>
#include <sched.h>

#include "../children.h"
#include "../run.c"

/* ---- the replaced functions ---- */

enum { ADVICE_FOLLOWED, ADVICE_REFUSED, ADVICE_IGNORED };
static int advice_is;
static bool atfork_fails, all_have_one_id;
static void (*after_atfork)(void);

static pid_t fake_getpid(void)
{
    const pid_t largest = (1 << 22) - 1;
    return all_have_one_id ? largest : largest - getpid();
}

static _Atomic int sleeps; /* of a millisecond: the time that fork() waits, where it is counted */
static int last_sleep;     /* or 0: it is the clock's */
static _Atomic bool other_has_ended;
static bool is_cancelled_asleep;

static int fake_nanosleep(const struct timespec *time, struct timespec *left)
{
    int state;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    is_cancelled_asleep |= state != PTHREAD_CANCEL_DISABLE;
    pthread_setcancelstate(state, &state);
    sleeps += time->tv_sec == 0 && time->tv_nsec == 1000000;
    if (last_sleep == 0)
        return nanosleep(time, left);
    while (sleeps == last_sleep && !other_has_ended)
        sched_yield();
    return 0;
}

static int sleeps_in_a_millisecond = 1; /* a signal may end them */

static int fake_clock_gettime(clockid_t clock, struct timespec *now)
{
    const int passed = sleeps / sleeps_in_a_millisecond;

    if (clock != CLOCK_MONOTONIC || last_sleep == 0)
        return clock_gettime(clock, now);
    *now = (struct timespec){passed / 1000, passed % 1000 * 1000000};
    return 0;
}

static int fake_madvise(void *pages, size_t size, int advice)
{
    if (advice_is == ADVICE_FOLLOWED)
        return madvise(pages, size, advice);
    return advice_is == ADVICE_REFUSED ? -1 : 0;
}

static int fake_atfork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    void (*then)(void) = after_atfork;
    int failed = atfork_fails || pthread_atfork(before, in_parent, in_child);

    after_atfork = NULL;
    if (then != NULL)
        then();
    return failed;
}

/* Each test begins before the first use. */
static void setup(void)
{
    atomic_store(&watched_word, 0);
    atomic_store(&generation_word, NULL);
    atomic_store(&fast_word, &no_generation);
    advice_is = ADVICE_FOLLOWED;
    atfork_fails = all_have_one_id = false;
}

static const fixture_t fixture = {setup, NULL};

/* ---- children ---- */

/* In a child: it is killed if it hangs. */
static void mind_the_time(void)
{
    signal(SIGALRM, SIG_DFL); /* Check has a handler of its own */
    alarm(HANG_SECONDS);
}

static bool uses_the_lock(void)
{
    fork_hold_off(); /* which takes it, too */
    fork_lock();
    fork_unlock();
    fork_allow();
    return fork_generation() != 0 && fork_depth == 0 && own_delays == 0 && delays == 0;
}

/* A process that another has made can make one in its turn. */
static bool works_in_a_child(void)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        mind_the_time();
        _exit(!uses_the_lock());
    }
    return uses_the_lock() && waitpid(child, &status, 0) == child && status == 0;
}

/* ---- tests ---- */

/* Of a thousand UUIDs of parent and child none is the same. */
static void check_apart(pid_t (*birth)(void))
{
    enum { EACH = 1000 };
    uuid9562_t *all = mmap(NULL, 2 * EACH * sizeof *all, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uuid9562_t before, first;
    pid_t child;

    ck_assert_int_eq(uuid9562_uuid4(NULL, &before), 0);
    child = birth();
    if (child == 0) {
        mind_the_time();
        for (int i = 0; i < EACH; i++)
            if (uuid9562_uuid4(NULL, &all[i]) != 0)
                _exit(1);
        _exit(0);
    }
    for (int i = EACH; i < 2 * EACH; i++)
        ck_assert_int_eq(uuid9562_uuid4(NULL, &all[i]), 0);
    wait_for(child);
    for (int i = 0; i < EACH; i++) {
        first = all[i];
        for (int j = EACH; j < 2 * EACH; j++)
            require(uuid9562_compare(&first, &all[j]) != 0);
    }
    munmap(all, 2 * EACH * sizeof *all);
}

/* The kernel wipes the page; it refuses to; it says that it will, and does not. */
LOOP_TEST(a_child_is_noticed, 6)
{
    advice_is = _i / 2;
    check_apart(_i % 2 == 0 ? plain_fork : raw_clone);
    if (advice_is != ADVICE_FOLLOWED)
        ck_assert_ptr_eq(atomic_load(&generation_word), &watched_word);
}

/* In a PID namespace of its own a child may have the ID of its parent. */
TEST(the_handler_notices_a_child_with_the_same_process_id)
{
    advice_is = ADVICE_REFUSED;
    all_have_one_id = true;
    check_apart(plain_fork);
}

TEST(the_fast_path_knows_the_generation)
{
    const uint32_t generation = fork_generation();

    ck_assert(fork_is_generation(generation) == (atomic_load(&generation_word) != &watched_word));
    ck_assert(!fork_is_generation(generation + 1));
}

TEST(reseeding_without_a_page_that_is_wiped)
{
    uint64_t before;

    advice_is = ADVICE_REFUSED;
    before = fork_generation();
    ck_assert_uint_ne(before, 0);
    ck_assert_uint_eq(fork_generation(), before);
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_OK);
    ck_assert_uint_ne(fork_generation(), before);
    ck_assert(!fork_is_generation(fork_generation())); /* the slow path always looks */
}

/* Their numbers follow each other, and begin again at 1. */
LOOP_TEST(more_generations_than_there_are_numbers, 2)
{
    advice_is = _i;
    atomic_store(&generations_begun, UINT32_MAX - 2);
    ck_assert_uint_eq(fork_generation(), UINT32_MAX - 1);
    for (int i = 0; i < 5; i++) {
        const uint32_t before = fork_generation();

        ck_assert_uint_ne(before, 0);
        ck_assert_int_eq(uuid9562_reseed(), UUID9562_OK);
        ck_assert_uint_eq(fork_generation(), (before == UINT32_MAX ? 1 : before + 1));
    }
}

TEST(a_clock_sequence_is_kept_where_process_ids_are_watched)
{
    const uint64_t node = 1;
    uuid9562_t first, second;

    advice_is = ADVICE_REFUSED;
    ck_assert_int_eq(uuid9562_uuid1(NULL, &first, &node, NULL), UUID9562_OK);
    ck_assert_int_eq(uuid9562_uuid6(NULL, &second, &node, NULL), UUID9562_OK);
    ck_assert_int_eq(clock_seq_of(&first), clock_seq_of(&second));
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

/* And no time was taken. */
static void check_refused(uuid9562_generator_t *generator, uuid9562_t *out,
                          uuid9562_status_t status)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;

    assert_status(status, UUID9562_ERR_ENTROPY);
    assert_same(*out, untouched);
    require_eq(own_clock_state(resolve(generator))->last_ns, 0);
}

/* Nothing would detect a fork: what is drawn once for each process is an error. The randomness of a
 * generator of one's own is the caller's affair; its node of version 1 is not. */
TEST(no_fork_handler_is_an_error_until_there_is_one)
{
    const uuid9562_sources_t sources = {own_clock, own_random, NULL};
    const uint64_t five = 5;
    uuid9562_generator_t *own;
    uuid9562_t out = UUID9562_INIT_MAX, batch[2];

    atomic_store(&process_clock_state()->last_ns, 0);
    atfork_fails = true;
    check_refused(NULL, &out, uuid9562_uuid1(NULL, &out, NULL, NULL));
    check_refused(NULL, &out, uuid9562_uuid1(NULL, &out, NULL, &five));
    check_refused(NULL, &out, uuid9562_uuid4(NULL, &out));
    check_refused(NULL, &out, uuid9562_uuid6(NULL, &out, NULL, NULL));
    check_refused(NULL, &out, uuid9562_uuid6(NULL, &out, NULL, &five));
    check_refused(NULL, &out, uuid9562_uuid7(NULL, &out));
    check_refused(NULL, &out, uuid9562_uuid7_at(NULL, &out, 0));
    assert_status(uuid9562_reseed(), UUID9562_ERR_ENTROPY);

    assert_ok(uuid9562_generator_new(&own, &sources, NULL, NULL));
    check_refused(own, &out, uuid9562_uuid1(own, &out, NULL, NULL));
    check_refused(own, &out, uuid9562_uuid6(own, &out, &five, NULL));
    assert_status(uuid9562_batch(own, batch, 1, 2), UUID9562_ERR_ENTROPY);
    assert_ok(uuid9562_uuid6(own, &out, NULL, NULL));
    assert_ok(uuid9562_uuid7(own, &out));
    assert_ok(uuid9562_uuid4(own, &out));
    uuid9562_generator_free(own);
    atfork_fails = false;
    assert_ok(uuid9562_uuid4(NULL, &out));
}

/* Or fork() would not wait. */
TEST(detection_starts_with_the_lock)
{
    fork_lock();
    ck_assert_ptr_nonnull(atomic_load(&generation_word));
    fork_unlock();
    setup();
    fork_hold_off();
    ck_assert_ptr_nonnull(atomic_load(&generation_word));
    fork_allow();
}

/* Two threads at once, or a child that was forked in its midst, begin a second time. */
TEST(detection_may_start_twice)
{
    uses_the_lock();
    for (int more = 0; more < 2; more++) {
        atomic_store(&generation_word, NULL);
        ck_assert(works_in_a_child());
    }
}

static pid_t child_of_the_first_use;

static void fork_in_the_first_use(void)
{
    child_of_the_first_use = fork();
    if (child_of_the_first_use == 0) {
        mind_the_time();
        _exit(!works_in_a_child());
    }
}

TEST(a_fork_in_the_midst_of_the_first_use)
{
    after_fork_in_child(); /* of a fork() that ran when the handlers were there, and no word yet */
    after_atfork = fork_in_the_first_use;
    ck_assert(works_in_a_child());
    wait_for(child_of_the_first_use);
}

/* The program's fork handlers run within ours and fork themselves. After that another thread takes
 * the lock if it can; the child must not inherit it. With musl, such a handler waits for itself
 * where there is another thread, and no library is needed for that. */
#if defined __linux__ && !defined __GLIBC__
enum { HANDLERS_MAY_FORK = false };
#else
enum { HANDLERS_MAY_FORK = true };
#endif
static bool handlers_fork;
static _Atomic int other_is_asked, other_has_lock;

static void *take_the_lock(void *unused)
{
    while (!other_is_asked)
        sched_yield();
    fork_lock();
    other_has_lock = 1;
    for (int i = 0; i < 100; i++)
        usleep(1000);
    fork_unlock();
    return unused;
}

static void fork_in_handler(void)
{
    pid_t child;

    if (!handlers_fork)
        return;
    handlers_fork = false;
    child = fork();
    if (child == 0) {
        uuid9562_t uuid;
        mind_the_time();
        _exit(uuid9562_uuid4(NULL, &uuid) != 0);
    }
    wait_for(child);
    other_is_asked = 1;
    for (int i = 0; i < 50 && !other_has_lock; i++)
        usleep(1000);
}

TEST(fork_handlers_fork)
{
    pthread_t other;
    pid_t child;

    if (!HANDLERS_MAY_FORK) {
        puts("skipped: fork handlers that fork, which musl has wait for themselves");
        return;
    }
    pthread_atfork(fork_in_handler, NULL, NULL);
    ck_assert(uses_the_lock());
    pthread_create(&other, NULL, take_the_lock, NULL);
    handlers_fork = true;
    child = fork();
    if (child == 0) {
        mind_the_time();
        _exit(!works_in_a_child());
    }
    wait_for(child);
    pthread_join(other, NULL);
    ck_assert(works_in_a_child());
}

/* ---- fork() while a thread delays it ---- */

static _Atomic bool is_delaying, has_forked;

static void *delay_for(void *milliseconds)
{
    fork_hold_off();
    fork_hold_off();
    is_delaying = true;
    while (sleeps < *(int *)milliseconds && !has_forked)
        sched_yield();
    fork_hold_off(); /* what it may need in between: none waits for fork() */
    fork_lock();
    fork_unlock();
    fork_allow();
    fork_allow();
    is_delaying = false; /* as long as it is set, one is left */
    fork_allow();
    other_has_ended = true;
    return NULL;
}

/* The child, where no other thread is, waits for none. */
static pid_t fork_and_fork_again(void)
{
    pid_t child = fork();

    if (child == 0) {
        const int slept = sleeps;
        mind_the_time();
        _exit(!works_in_a_child() || sleeps != slept);
    }
    return child;
}

/* Not longer than it must, and not longer than a second. */
LOOP_TEST(fork_waits_for_delays, 3)
{
    int delay = _i == 0 ? 200 : 4500;
    pthread_t other;
    pid_t child;

    is_delaying = has_forked = other_has_ended = false;
    sleeps = 0;
    sleeps_in_a_millisecond = _i == 2 ? 3 : 1;
    last_sleep = delay;
    pthread_create(&other, NULL, delay_for, &delay);
    while (!is_delaying)
        sched_yield();
    is_cancelled_asleep = false;
    child = fork_and_fork_again();
    ck_assert(is_delaying == (_i > 0));
    has_forked = true;
    last_sleep = 0;
    ck_assert_int_eq(sleeps, _i == 0 ? delay : sleeps_in_a_millisecond * FORK_LONGEST_DELAY_MS);
    ck_assert(!is_cancelled_asleep);
    wait_for(child);
    pthread_join(other, NULL);
    ck_assert(works_in_a_child());
}

/* Code between fork_hold_off and fork_allow may fork. The child has this thread's delay alone. */
LOOP_TEST(a_delay_does_not_wait_for_itself, 2)
{
    pid_t child;

    sleeps = 0;
    for (int i = 0; i <= _i; i++)
        fork_hold_off();
    child = fork();
    for (int i = 0; i <= _i; i++)
        fork_allow();
    if (child == 0) {
        mind_the_time();
        _exit(!works_in_a_child());
    }
    ck_assert_int_eq(sleeps, 0);
    wait_for(child);
    ck_assert(works_in_a_child());
}

/* A signal handler forked before fork_hold_off had counted the delay of its own thread. */
TEST(a_child_that_lost_a_delay_ends_it)
{
    fork_hold_off();
    atomic_store(&delays, 0);
    fork_allow();
    ck_assert(works_in_a_child());
}

TEST(no_thread_is_cancelled_in_a_delay)
{
    int before;

    fork_hold_off();
    fork_hold_off();
    fork_allow();
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    ck_assert_int_eq(before, PTHREAD_CANCEL_DISABLE);
    fork_allow();
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    ck_assert_int_eq(before, PTHREAD_CANCEL_ENABLE);
    fork_await_others();
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    ck_assert_int_eq(before, PTHREAD_CANCEL_ENABLE);
}
