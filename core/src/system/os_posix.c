/*
 * What POSIX systems have in common (os.h).
 */
#include "os.h"

#ifdef OS_POSIX
#include <dlfcn.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

/* ---- clocks ---- */

INTERNAL int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    struct timespec now;

    (void)context;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return -1;
    *seconds = now.tv_sec;
    *nanoseconds = (uint32_t)now.tv_nsec;
    return 0;
}

static uint64_t read_ns(clockid_t clock)
{
    struct timespec now;

    if (clock_gettime(clock, &now) != 0)
        return 0;
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

INTERNAL uint64_t os_coarse_ns(void)
{
#ifdef CLOCK_REALTIME_COARSE
    return read_ns(CLOCK_REALTIME_COARSE);
#else
    return read_ns(CLOCK_REALTIME);
#endif
}

INTERNAL uint64_t os_fine_ns(void)
{
    return read_ns(CLOCK_REALTIME);
}

INTERNAL void os_sleep(void)
{
    const struct timespec millisecond = {.tv_nsec = 1000000};

    nanosleep(&millisecond, NULL);
}

INTERNAL uint64_t os_steady_ms(void)
{
    return read_ns(CLOCK_MONOTONIC) / 1000000;
}

/* ---- memory and processes ---- */

INTERNAL void os_unmap(void *pages, size_t size)
{
    munmap(pages, size);
}

INTERNAL bool os_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    return pthread_atfork(before, in_parent, in_child) == 0;
}

INTERNAL uint32_t os_process_id(void)
{
    return (uint32_t)getpid();
}

/* ---- threads ---- */

static pthread_mutex_t locks[] = {
    [OS_LOCK_FORK] = PTHREAD_MUTEX_INITIALIZER,
    [OS_LOCK_DELAY] = PTHREAD_MUTEX_INITIALIZER,
};

INTERNAL void os_lock(os_lock_t lock)
{
    pthread_mutex_lock(&locks[lock]);
}

INTERNAL void os_unlock(os_lock_t lock)
{
    pthread_mutex_unlock(&locks[lock]);
}

INTERNAL int os_hold_cancel(void)
{
    int before;

    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return before;
}

INTERNAL void os_restore_cancel(int before)
{
    int held;

    pthread_setcancelstate(before, &held);
}

_Static_assert(sizeof(pthread_key_t) <= sizeof(uintptr_t), "a key has room");

INTERNAL bool os_key_new(uintptr_t *key, void (*release)(void *object))
{
    pthread_key_t created;

    if (pthread_key_create(&created, release) != 0)
        return false;
    *key = created;
    return true;
}

INTERNAL bool os_key_set(uintptr_t key, void *object)
{
    return pthread_setspecific((pthread_key_t)key, object) == 0;
}

/* ---- random bytes ---- */

#ifndef OS_LINUX
/* getentropy gives at most 256 bytes in a call. */
INTERNAL int os_random(void *bytes, size_t count)
{
    const int cancel_state = os_hold_cancel();
    int failed = 0;

    for (size_t done = 0, part; done < count && !failed; done += part) {
        part = count - done < 256 ? count - done : 256;
        failed = getentropy((char *)bytes + done, part) != 0;
    }
    os_restore_cancel(cancel_state);
    return failed ? -1 : 0;
}
#endif

/* ---- libraries ---- */

#ifdef UUID9562_LOAD_LIBCRYPTO
INTERNAL void *os_function(void *library, const char *name)
{
    return dlsym(library != NULL ? library : RTLD_DEFAULT, name);
}
#endif

#endif
