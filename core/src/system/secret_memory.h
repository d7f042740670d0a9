/*
 * Memory for the secrets of threads: a slot for each thread, in mappings that the kernel wipes in a
 * child and leaves out of core dumps (os_map).
 *
 * A slot that holds zeros is empty. Where the kernel wipes, a child finds all slots empty and
 * without an owner, so its thread has to claim one (secret_slot_is_held), the same or another.
 * Where it does not, the child's thread still has its slot, with all that is in it.
 */
#ifndef UUID9562_SECRET_MEMORY_H
#define UUID9562_SECRET_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

#include "../compiler.h"

enum { SECRET_SLOT_SIZE = 32768 };

/* A thread-local variable; its address identifies the thread. */
typedef struct secret_slot {
    void *memory; /* SECRET_SLOT_SIZE bytes; NULL for none */
    _Atomic uintptr_t *owner;
} secret_slot_t;

/* Whether the slot belongs to this thread, in this process. */
INTERNAL bool secret_slot_is_held(const secret_slot_t *slot);

/* Finds an empty slot, without waiting. Returns 0, or -1 if there is no memory. */
INTERNAL int secret_slot_claim(secret_slot_t *slot);

/* Gives back a slot that the caller holds and has wiped. */
INTERNAL void secret_slot_release(secret_slot_t *slot);

#endif
