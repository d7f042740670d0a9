/*
 * What a thread keeps: storage of its own, and its release when the thread ends. A file that keeps
 * an object for each thread has a slot for it, which names the function that releases it.
 */
#ifndef UUID9562_THREAD_H
#define UUID9562_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "../compiler.h"

typedef struct thread_slot {
    void (*release)(void *object);
    uintptr_t key;
    _Atomic bool has_key;
} thread_slot_t;

/* When this thread ends, the slot's function is called with the object; NULL revokes that. While
 * the slot has no key, a call takes fork_lock. Returns 0, or -1 if the system has no more keys. */
INTERNAL int thread_keep(thread_slot_t *slot, void *object);

#endif
