/*
 * What a system lacks (os.h), answered for all that lack it.
 */
#include "os.h"

/* No counter, or a system that does not say what its clock counts. */
#ifndef OS_COUNTER
INTERNAL bool os_counter_is_clock(void)
{
    return false;
}

INTERNAL_INLINE uint64_t os_counter(void)
{
    return 0;
}
#endif

#if defined OS_BARE && defined __aarch64__
INTERNAL bool os_arm_has_crypto(void)
{
    return false;
}
#endif

#if !defined OS_LINUX && !defined OS_BARE
/* MADV_FREE of macOS and MEM_RESET of Windows may keep what was there. */
INTERNAL void os_discard(void *part, size_t size)
{
    (void)part;
    (void)size;
}

INTERNAL_INLINE bool os_has_one_thread(void)
{
    return false;
}
#endif

/* Each copy of the library has a clock state of its own: musl's linker has no symbol that is unique
 * in a process. */
#if defined OS_WASM || defined OS_BARE || (defined OS_LINUX && !defined __GLIBC__)
INTERNAL_INLINE void *os_shared(void)
{
    static _Alignas(64) char state[OS_SHARED_SIZE];

    return state;
}
#endif

#if !defined OS_INTERFACES && !defined OS_WINDOWS
INTERNAL int os_hardware_address(uint64_t *address)
{
    (void)address;
    return -1;
}
#endif

/* Neither fork() nor the cancellation of threads. */
#ifndef OS_POSIX
INTERNAL bool os_at_fork(void (*before)(void), void (*in_parent)(void), void (*in_child)(void))
{
    (void)before;
    (void)in_parent;
    (void)in_child;
    return true;
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
