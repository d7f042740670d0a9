/*
 * Telling a child process from its parent, and keeping fork() out of critical sections.
 *
 * A fork generation is a number for as long as a process is one and the same: a child, however it
 * was forked, is in another generation than all that it has inherited. What was drawn in one
 * generation may be used only in that one.
 */
#ifndef UUID9562_FORK_H
#define UUID9562_FORK_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler.h"

/* No generation has this number; 0 is what a child finds before its own begins. */
#define NO_FORK_GENERATION UINT64_MAX

/* The current generation; 0 where nothing would detect a fork. */
INTERNAL uint64_t fork_generation(void);

/* Whether this is the current generation: one load, for the fast path. */
INTERNAL_INLINE bool fork_is_generation(uint64_t generation);

/* Ends the current generation without a fork, so that nothing drawn before is used any more. */
INTERNAL void fork_end_generation(void);

/* Between the two, no fork() of another thread happens, so that no child inherits a lock which is
 * held for a moment by a library that is called here. Not recursive. */
INTERNAL void fork_block(void);
INTERNAL void fork_unblock(void);

#endif
