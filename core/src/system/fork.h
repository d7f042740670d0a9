/*
 * Telling a child process from its parent, and keeping fork() out of critical sections.
 *
 * A fork generation is a number that stands for one process: a child, however it was created, is in
 * another generation than all that it inherits. What was drawn in one generation may be used only
 * in that one.
 */
#ifndef UUID9562_FORK_H
#define UUID9562_FORK_H

#include <stdbool.h>
#include <stdint.h>

#include "../compiler.h"

/* No generation has this number, and none is 0. */
#define NO_FORK_GENERATION UINT64_MAX

/* The current generation; 0 where nothing would detect a fork. The numbers begin again after 2^32
 * generations. */
INTERNAL uint32_t fork_generation(void);

/* Whether this is the current generation: one load, for the fast path. */
INTERNAL_INLINE bool fork_is_generation(uint64_t generation);

/* Ends the current generation without a fork, so that nothing drawn before is used any more. */
INTERNAL void fork_end_generation(void);

/* Between the two, fork() in another thread waits, so that no child inherits a change that is half
 * done. Not recursive. What is called in between waits for nothing. */
INTERNAL void fork_block(void);
INTERNAL void fork_unblock(void);

/* Between the two, fork() in another thread waits too, so that no child inherits a lock that a
 * library called in between holds for a moment; but for a second at most, since that library may
 * wait for a lock of the thread that forks: constructors of a library run while the dynamic linker
 * holds its own. The thread is not cancelled in between. Any number of threads may be there at
 * once, and one several times. */
INTERNAL void fork_delay(void);
INTERNAL void fork_allow(void);

/* Waits, a second at most, until no other thread is between the two. */
enum { FORK_LONGEST_DELAY_MS = 1000 };
INTERNAL void fork_await_others(void);

#endif
