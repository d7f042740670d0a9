/*
 * The operating system's clocks, random bytes, memory and hardware addresses. (fork.h and thread.h
 * are the other two files that call it.)
 */
#ifndef UUID9562_OS_H
#define UUID9562_OS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "compiler.h"

/* The clock of uuid9562_sources_t. */
INTERNAL int os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds);

/* Nanoseconds since 1970, 0 where the clock fails. os_coarse_ns is cheap and exact to a few
 * milliseconds, for ages; os_fine_ns is as exact as the system has it. */
INTERNAL uint64_t os_coarse_ns(void);
INTERNAL uint64_t os_fine_ns(void);

/* The processor's cycle counter, for those to whom os_counter_is_clock says that the kernel's own
 * clock counts it, on every processor alike, and that this process may read it. It is read without
 * a fence: the processor may do so before the instructions in front of it. */
INTERNAL bool os_counter_is_clock(void);
INTERNAL_INLINE uint64_t os_counter(void);

/* Random bytes for seeds. Returns 0, or -1. */
INTERNAL int os_random(void *bytes, size_t count);

/* Pages of zeros for what no other process may know: a core dump leaves them out, and the kernel
 * wipes them in a child, however it was created. Either is advice that it may refuse; `is_wiped`
 * says whether it follows the second. Returns NULL where there is no memory. */
INTERNAL void *os_map(size_t size, bool *is_wiped);
INTERNAL void os_unmap(void *pages, size_t size);

/* Returns a part of such pages, which holds zeros already, to the system until it is used. Does
 * nothing where the part is not of whole pages. */
INTERNAL void os_discard(void *part, size_t size);

/* Whether this process has one thread: then the C library begins none but by a call of this one. It
 * does not know what else begins one, such as a raw clone(CLONE_VM). */
INTERNAL_INLINE bool os_has_one_thread(void);

/* The number of this process. It is a system call. */
INTERNAL uint32_t os_process_id(void);

/* The 48-bit hardware address of a network interface. Returns 0, or -1 where there is none. */
INTERNAL int os_hardware_address(uint64_t *address);

#endif
