/*
 * Release at the end of a thread, by a pthread key for each slot (thread.h). A key is created under
 * fork_block, so that no child inherits a slot whose key is half created.
 */
#include "thread.h"

#include <stdatomic.h>

#include "fork.h"

enum { NOT_ASKED, CREATED, REFUSED };

INTERNAL int thread_keep(thread_slot_t *slot, void *object)
{
    if (atomic_load_explicit(&slot->state, memory_order_acquire) == NOT_ASKED) {
        fork_block();
        if (atomic_load(&slot->state) == NOT_ASKED)
            atomic_store(&slot->state,
                         pthread_key_create(&slot->key, slot->release) == 0 ? CREATED : REFUSED);
        fork_unblock();
    }
    return atomic_load(&slot->state) == CREATED && pthread_setspecific(slot->key, object) == 0 ? 0
                                                                                               : -1;
}
