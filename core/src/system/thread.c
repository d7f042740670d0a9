/*
 * Release at the end of a thread, by a key of the system (os.h) for each slot (thread.h). A key is
 * created under fork_lock, so that no child inherits a slot whose key is half created.
 */
#include "thread.h"

#include <stdatomic.h>

#include "fork.h"
#include "os.h"

#ifndef OS_UNBUFFERED

INTERNAL int thread_keep(thread_slot_t *slot, void *object)
{
    if (!atomic_load_explicit(&slot->has_key, memory_order_acquire)) {
        fork_lock();
        if (!atomic_load(&slot->has_key))
            atomic_store(&slot->has_key, os_key_new(&slot->key, slot->release));
        fork_unlock();
    }
    return atomic_load(&slot->has_key) && os_key_set(slot->key, object) ? 0 : -1;
}

#endif
