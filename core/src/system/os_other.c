/*
 * The system where there is none, as in a firmware (os.h, -DUUID9562_OS_OTHER): the program has the
 * two functions of uuid9562_generator.h. There is one process, no file, no environment and no page
 * that a kernel would wipe; and nothing interrupts a call to make another.
 */
#include "os.h"

#ifdef OS_OTHER
#include "../../include/uuid9562_generator.h"

INTERNAL int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    return uuid9562_os_clock(context, seconds, nanoseconds);
}

INTERNAL uint64_t os_fine_ns(void)
{
    int64_t seconds;
    uint32_t nanoseconds;

    if (os_clock(NULL, &seconds, &nanoseconds) != 0 || seconds < 0)
        return 0;
    return (uint64_t)seconds * 1000000000 + nanoseconds;
}

INTERNAL bool os_counter_is_clock(void)
{
    return false;
}

INTERNAL_INLINE uint64_t os_counter(void)
{
    return 0;
}

INTERNAL void os_sleep(void)
{
}

INTERNAL uint64_t os_steady_ms(void)
{
    return 0;
}

INTERNAL int os_random(void *bytes, size_t count)
{
    return uuid9562_os_random(NULL, bytes, count);
}

/* NULL: fork.c then keeps no page. */
INTERNAL void *os_map(size_t size, bool *is_wiped)
{
    (void)size;
    *is_wiped = false;
    return NULL;
}

INTERNAL void os_unmap(void *pages, size_t size)
{
    (void)pages, (void)size;
}

INTERNAL_INLINE void *os_shared(void)
{
    static _Alignas(64) char state[OS_SHARED_SIZE];

    return state;
}

INTERNAL bool os_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    (void)before, (void)in_parent, (void)in_child;
    return true;
}

INTERNAL uint32_t os_process_id(void)
{
    return 1;
}

INTERNAL const char *os_environment(const char *name)
{
    (void)name;
    return NULL;
}

INTERNAL int os_hardware_address(uint64_t *address)
{
    (void)address;
    return -1;
}

INTERNAL_INLINE bool os_has_one_thread(void)
{
    return true;
}

INTERNAL void os_lock(os_lock_t lock)
{
    (void)lock;
}

INTERNAL void os_unlock(os_lock_t lock)
{
    (void)lock;
}

INTERNAL int os_hold_cancel(void)
{
    return 0;
}

INTERNAL void os_restore_cancel(int before)
{
    (void)before;
}

#endif
