/*
 * What the core's tests use and macOS lacks: included before everything else.
 */
#ifndef POSIX_H
#define POSIX_H

#include <pthread.h>

#ifdef __APPLE__

/* There are no namespaces. */
enum { CLONE_NEWPID };
static inline int unshare(int flags)
{
    return flags == CLONE_NEWPID ? -1 : 0;
}

typedef struct pthread_barrier {
    pthread_mutex_t mutex;
    pthread_cond_t all;
    unsigned expected, waiting, rounds;
} pthread_barrier_t;

static inline int pthread_barrier_init(pthread_barrier_t *barrier, const void *attributes,
                                       unsigned count)
{
    (void)attributes;
    *barrier =
        (pthread_barrier_t){PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, count, 0, 0};
    return 0;
}

static inline int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    unsigned round;

    pthread_mutex_lock(&barrier->mutex);
    round = barrier->rounds;
    if (++barrier->waiting == barrier->expected) {
        barrier->waiting = 0;
        barrier->rounds++;
        pthread_cond_broadcast(&barrier->all);
    }
    while (round == barrier->rounds)
        pthread_cond_wait(&barrier->all, &barrier->mutex);
    pthread_mutex_unlock(&barrier->mutex);
    return 0;
}

static inline int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    pthread_cond_destroy(&barrier->all);
    return pthread_mutex_destroy(&barrier->mutex);
}

#endif
#endif
