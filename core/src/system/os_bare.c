/*
 * No operating system, as in firmware (os.h, -DUUID9562_OS_BARE): the program supplies the two
 * functions of uuid9562_generator.h. There is one process, no file, no environment and no page that
 * a kernel would wipe; and no call interrupts another.
 */
#include "os.h"

#ifdef OS_BARE
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

INTERNAL uint32_t os_process_id(void)
{
    return 1;
}

INTERNAL const char *os_environment(const char *name)
{
    (void)name;
    return NULL;
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

#endif
