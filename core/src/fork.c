/*
 * Fork detection (fork.h).
 *
 * The number of the generation is alone in a page that a child finds zeroed: the kernel wipes it
 * (MADV_WIPEONFORK, Linux 4.14) however the child was created, by a raw clone() as well. Where
 * there is no such advice, or an emulator ignores it, a handler of pthread_atfork wipes it, which
 * only fork() runs.
 *
 * The first call that finds it zero takes the next number of a counter that children inherit. All
 * numbers that a child inherits come from that counter, so none of them equals the child's own.
 * Parent and siblings are other processes: their numbers need not differ.
 *
 * tests/model/fork.pml proves it.
 */
#include "fork.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>

static _Atomic uint64_t generations_begun;
static _Atomic uint64_t undetectable; /* stays 0: while forks are not detected there is none */
static _Atomic uint64_t *_Atomic generation_page = &undetectable;
static pthread_once_t detection_once = PTHREAD_ONCE_INIT;

/* Held between fork_block and fork_unblock, and by fork() itself. While fork() holds it, fork
 * handlers of the program may run and draw: thread_is_forking keeps them from waiting for their own
 * thread. */
static pthread_mutex_t fork_mutex = PTHREAD_MUTEX_INITIALIZER;
THREAD_LOCAL bool thread_is_forking;

/* The handlers may be registered twice: pthread_once runs its routine again in a child that was
 * forked in its midst. Only the first call of each takes effect. */
static void before_fork(void)
{
    if (thread_is_forking)
        return;
    pthread_mutex_lock(&fork_mutex);
    thread_is_forking = true;
}

static void after_fork_in_parent(void)
{
    if (!thread_is_forking)
        return;
    thread_is_forking = false;
    pthread_mutex_unlock(&fork_mutex);
}

static void after_fork_in_child(void)
{
    after_fork_in_parent();
    atomic_store(atomic_load(&generation_page), 0);
}

static void start_detection(void)
{
    static _Atomic uint64_t not_wiped_by_kernel;
    _Atomic uint64_t *page = &not_wiped_by_kernel;
#ifdef MADV_WIPEONFORK
    void *mapping =
        mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapping != MAP_FAILED) {
        if (madvise(mapping, sizeof *page, MADV_WIPEONFORK) == 0)
            page = mapping;
        else
            munmap(mapping, sizeof *page);
    }
#endif
    if (pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child) == 0)
        atomic_store(&generation_page, page);
}

static NEVER_INLINE uint64_t begin_generation(void)
{
    _Atomic uint64_t *page;
    uint64_t current = 0, fresh;

    pthread_once(&detection_once, start_detection);
    page = atomic_load(&generation_page);
    if (page == &undetectable)
        return 0;
    fresh = atomic_fetch_add(&generations_begun, 1) + 1;
    return atomic_compare_exchange_strong(page, &current, fresh) ? fresh : current;
}

INTERNAL_INLINE bool fork_is_generation(uint64_t generation)
{
    return atomic_load_explicit(atomic_load_explicit(&generation_page, memory_order_acquire),
                                memory_order_relaxed) == generation;
}

INTERNAL uint64_t fork_generation(void)
{
    uint64_t generation = atomic_load(atomic_load(&generation_page));
    return generation != 0 ? generation : begin_generation();
}

INTERNAL void fork_end_generation(void)
{
    if (fork_generation() != 0)
        atomic_store(atomic_load(&generation_page), atomic_fetch_add(&generations_begun, 1) + 1);
}

INTERNAL void fork_block(void)
{
    pthread_once(&detection_once, start_detection);
    if (!thread_is_forking)
        pthread_mutex_lock(&fork_mutex);
}

INTERNAL void fork_unblock(void)
{
    if (!thread_is_forking)
        pthread_mutex_unlock(&fork_mutex);
}
