/*
 * Release at the end of a thread, by a key of the system (os.h) for each slot (thread.h). A key is
 * created under fork_block, so that no child inherits a slot whose key is half created.
 */
#include "thread.h"

#include <stdatomic.h>

#include "fork.h"
#include "os.h"

#ifndef OS_UNBUFFERED

enum { NOT_ASKED, CREATED, REFUSED };

INTERNAL int thread_keep(thread_slot_t *slot, void *object)
{
    if (atomic_load_explicit(&slot->key_state, memory_order_acquire) == NOT_ASKED) {
        fork_block();
        if (atomic_load(&slot->key_state) == NOT_ASKED)
            atomic_store(&slot->key_state,
                         os_key_new(&slot->key, slot->release) ? CREATED : REFUSED);
        fork_unblock();
    }
    return atomic_load(&slot->key_state) == CREATED && os_key_set(slot->key, object) ? 0 : -1;
}

#endif
