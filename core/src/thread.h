/*
 * What a thread keeps, and its release when the thread ends. Whoever keeps an object has a slot for
 * it, which names the function that releases it.
 */
#ifndef UUID9562_THREAD_H
#define UUID9562_THREAD_H

#include <pthread.h>

#include "compiler.h"

typedef struct thread_slot {
    void (*release)(void *object);
    pthread_key_t key;
    _Atomic int state; /* 0 until the key is asked for */
} thread_slot_t;

/* Has the slot's function called with the object when this thread ends. Takes fork_block for a
 * moment. Returns 0, or -1 where that is not possible. */
INTERNAL int thread_keep(thread_slot_t *slot, void *object);

#endif
