/*
 * Fork detection (fork.h).
 *
 * The number of the generation is in a word that a child finds zeroed. The first call that finds it
 * zero takes the next number of a counter that children inherit. All numbers that a child inherits
 * come from that counter, so none of them equals the child's own. Parent and siblings are other
 * processes: their numbers need not differ.
 *
 * The kernel wipes the page of the word (os_map) however the child was created, by a raw clone() as
 * well. Where it does not do that (a kernel before Linux 4.14, another system, a sandbox, an
 * emulator), the process ID is stored next to the number: every check of the generation then takes
 * the slow path, a system call. This misses one case: a child of a raw clone() that has the same ID
 * as the process in which the generation began, in its own PID namespace or after that process has
 * ended. A handler of fork() zeroes the word in any case.
 *
 * Initialisation takes no lock and is idempotent: two threads may do it at once, and so may a child
 * that was forked in the middle of it.
 *
 * tests/proof/model/fork.pml and fork_lock.pml prove it.
 */
#include "fork.h"

#include <stdatomic.h>

#include "os.h"

static _Atomic uint32_t generations_begun;
static _Atomic uint64_t watched_word;             /* (process ID << 32) | generation */
static _Atomic uint64_t *_Atomic generation_word; /* watched_word, or the one that the kernel wipes;
                                                     NULL until detection has started */
static _Atomic uint64_t no_generation;            /* stays 0 */
static _Atomic uint64_t *_Atomic fast_word = &no_generation; /* for the fast path */

/* OS_LOCK_FORK is held between fork_lock and fork_unlock, and by fork() itself. Fork handlers of
 * the program run meanwhile, and may draw or fork themselves. fork_depth counts the calls of fork()
 * that this thread is in, so that no handler waits for its own thread. */
THREAD_LOCAL unsigned fork_depth;

/* How many threads are between fork_hold_off and fork_allow, and how deeply this thread has nested
 * the two. A delay begins under OS_LOCK_DELAY. fork() takes that lock first, waits for the delays
 * to end, and only then takes OS_LOCK_FORK, which those threads may need. */
static _Atomic unsigned delays;
THREAD_LOCAL unsigned own_delays;

/* The handlers may be registered several times: then each fork() counts several times. */
static void before_fork(void)
{
    if (fork_depth++ == 0) {
        os_lock(OS_LOCK_DELAY);
        fork_await_others();
        os_lock(OS_LOCK_FORK);
    }
}

/* A handler that was registered while fork() ran may run here alone. */
static void after_fork_in_parent(void)
{
    if (fork_depth > 0 && --fork_depth == 0) {
        os_unlock(OS_LOCK_FORK);
        os_unlock(OS_LOCK_DELAY);
    }
}

static void after_fork_in_child(void)
{
    _Atomic uint64_t *word = atomic_load(&generation_word);

    atomic_store(&delays, own_delays > 0); /* a child has no other threads */
    after_fork_in_parent();
    if (word != NULL)
        atomic_store(word, 0);
}

/* Returns generation_word, or NULL if a fork would go undetected. The handlers are registered
 * first: once there is a word, every fork() that begins later waits for fork_lock. */
static _Atomic uint64_t *start_detection(void)
{
    _Atomic uint64_t *word = atomic_load(&generation_word);

    if (word == NULL) {
        _Atomic uint64_t *mapped;
        bool is_wiped = false;

        if (!os_at_fork(before_fork, after_fork_in_parent, after_fork_in_child))
            return NULL;
        mapped = os_map(sizeof *mapped, &is_wiped);
        if (atomic_compare_exchange_strong(&generation_word, &word,
                                           is_wiped ? mapped : &watched_word))
            word = is_wiped ? mapped : &watched_word;
        if (mapped != NULL && mapped != word)
            os_unmap(mapped, sizeof *mapped);
    }
    if (word != &watched_word)
        atomic_store(&fast_word, word);
    return word;
}

/* What the word holds in the generation that begins. */
static uint64_t begin_generation(const _Atomic uint64_t *word)
{
    const uint64_t process = word == &watched_word ? os_process_id() : 0;
    return process << 32 | (atomic_fetch_add(&generations_begun, 1) + 1);
}

static bool is_begun(const _Atomic uint64_t *word, uint64_t value)
{
    return (uint32_t)value != 0 && (word != &watched_word || value >> 32 == os_process_id());
}

static NEVER_INLINE uint32_t find_generation(void)
{
    _Atomic uint64_t *word = start_detection();
    uint64_t current;

    if (word == NULL)
        return 0;
    current = atomic_load(word);
    while (!is_begun(word, current)) {
        uint64_t next = begin_generation(word);
        if (atomic_compare_exchange_strong(word, &current, next))
            current = next;
    }
    return (uint32_t)current;
}

INTERNAL_INLINE bool fork_is_generation(uint64_t generation)
{
    return atomic_load_explicit(atomic_load_explicit(&fast_word, memory_order_acquire),
                                memory_order_relaxed) == generation;
}

INTERNAL_INLINE bool fork_is_unnoticed(void)
{
    return (uint32_t)atomic_load_explicit(
               atomic_load_explicit(&generation_word, memory_order_acquire),
               memory_order_relaxed) == 0;
}

INTERNAL uint32_t fork_generation(void)
{
    uint32_t generation = (uint32_t)atomic_load(atomic_load(&fast_word));
    return generation != 0 ? generation : find_generation();
}

INTERNAL void fork_end_generation(void)
{
    _Atomic uint64_t *word = start_detection();

    if (word != NULL)
        atomic_store(word, begin_generation(word));
}

INTERNAL void fork_lock(void)
{
    start_detection();
    if (fork_depth == 0)
        os_lock(OS_LOCK_FORK);
}

INTERNAL void fork_unlock(void)
{
    if (fork_depth == 0)
        os_unlock(OS_LOCK_FORK);
}

/* A thread that was cancelled in between would delay every later fork(). Loading a library and
 * reading OpenSSL's configuration are cancellation points. */
THREAD_LOCAL int cancel_before;

INTERNAL void fork_hold_off(void)
{
    if (own_delays == 0) {
        start_detection();
        cancel_before = os_hold_cancel();
        if (fork_depth == 0)
            os_lock(OS_LOCK_DELAY);
        atomic_fetch_add(&delays, 1);
        if (fork_depth == 0)
            os_unlock(OS_LOCK_DELAY);
    }
    own_delays++;
}

/* 0 stays 0: a signal handler may fork between the changes of the two counters, and its child then
 * has lost this delay. */
static void end_delay(void)
{
    unsigned before = atomic_load(&delays);

    while (before > 0 && !atomic_compare_exchange_strong(&delays, &before, before - 1))
        continue;
}

INTERNAL void fork_allow(void)
{
    if (--own_delays == 0) {
        end_delay();
        os_restore_cancel(cancel_before);
    }
}

INTERNAL void fork_await_others(void)
{
    const int cancel_state = os_hold_cancel();
    const uint64_t begun = os_steady_ms();

    while (atomic_load(&delays) != (own_delays > 0) &&
           os_steady_ms() - begun < FORK_LONGEST_DELAY_MS)
        os_sleep();
    os_restore_cancel(cancel_state);
}
