/*
 * Distinguishing a child process from its parent, and keeping fork() out of critical sections.
 *
 * A fork generation is a number that identifies one process: that of a child, however it was
 * created, differs from all that it inherits. Random bytes may be used only in the generation in
 * which they were drawn.
 */
#ifndef UUID9562_FORK_H
#define UUID9562_FORK_H

#include <stdbool.h>
#include <stdint.h>

#include "../compiler.h"

/* No generation has this number, and none is 0. */
#define NO_FORK_GENERATION UINT64_MAX

/* The current generation; 0 if a fork would go undetected. The numbers repeat after 2^32
 * generations. */
INTERNAL uint32_t fork_generation(void);

/* Whether this is the current generation: one load, for the fast path. */
INTERNAL_INLINE bool fork_is_generation(uint64_t generation);

/* Whether this is a child in which no generation has begun: what the kernel wipes may have become
 * zeros at any moment of this call. One load, for a thread that has had a generation. */
INTERNAL_INLINE bool fork_is_unnoticed(void);

/* Ends the current generation without a fork, so that nothing drawn before is used any more. */
INTERNAL void fork_end_generation(void);

/* Between the two, fork() in another thread waits, so that no child inherits a change that is half
 * done. Not recursive. Code in between does not wait. */
INTERNAL void fork_lock(void);
INTERNAL void fork_unlock(void);

/* Between the two, fork() in another thread waits too, so that no child inherits a lock that a
 * library called in between holds for a moment. It waits for a second at most, because that library
 * may itself wait for a lock of the thread that forks: the dynamic linker holds its lock while it
 * runs constructors. The thread is not cancelled in between. The calls nest, in any number of
 * threads. */
INTERNAL void fork_hold_off(void);
INTERNAL void fork_allow(void);

/* Waits, a second at most, until no other thread is between the two. */
enum { FORK_LONGEST_DELAY_MS = 1000 };
INTERNAL void fork_await_others(void);

#endif
