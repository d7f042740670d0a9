/*
 * Slots for the secrets of threads (secret_memory.h).
 *
 * A slab is a mapping: the owners of its slots, then the slots. Each is twice as large as the one
 * before it and is never unmapped, so a thousand threads need seven, and a process with one thread
 * touches a page for the owners and a page of its slot. An owner is set by compare-and-swap, from 0
 * to the address of the thread's secret_slot_t, which no two living threads share. In a child, the
 * owners and what they own are wiped together, at once.
 */
#include "secret_memory.h"

#include <stdatomic.h>
#include <stddef.h>

#include "os.h"

#ifndef OS_UNBUFFERED

enum {
    FIRST_SLOTS = 16,
    SLABS = sizeof(size_t) > 4 ? 19 : 12 /* for more threads than Linux can have */
};
static _Atomic uintptr_t *_Atomic slabs[SLABS];

static size_t slots_in(int slab)
{
    return (size_t)FIRST_SLOTS << slab;
}

/* The owners take a whole number of slots. */
static size_t owners_size(int slab)
{
    const size_t size = slots_in(slab) * sizeof(uintptr_t);
    return (size + SECRET_SLOT_SIZE - 1) / SECRET_SLOT_SIZE * SECRET_SLOT_SIZE;
}

static _Atomic uintptr_t *get_slab(int slab)
{
    const size_t size = owners_size(slab) + slots_in(slab) * SECRET_SLOT_SIZE;
    _Atomic uintptr_t *owners = atomic_load_explicit(&slabs[slab], memory_order_acquire), *mapped;
    bool is_wiped;

    if (owners != NULL)
        return owners;
    mapped = os_map(size, &is_wiped);
    if (mapped == NULL || atomic_compare_exchange_strong(&slabs[slab], &owners, mapped))
        return mapped;
    os_unmap(mapped, size); /* another thread was faster */
    return owners;
}

INTERNAL bool secret_slot_is_held(const secret_slot_t *slot)
{
    return slot->memory != NULL &&
           atomic_load_explicit(slot->owner, memory_order_relaxed) == (uintptr_t)slot;
}

/* If the owner is our own address, an earlier thread at that address ended without a release, since
 * it drew randomness in its last destructor: take the slot over. */
static bool claim_owner(_Atomic uintptr_t *owner, uintptr_t thread)
{
    uintptr_t found = atomic_load_explicit(owner, memory_order_relaxed);

    return found == thread ||
           (found == 0 && atomic_compare_exchange_strong_explicit(
                              owner, &found, thread, memory_order_acquire, memory_order_relaxed));
}

INTERNAL int secret_slot_claim(secret_slot_t *slot)
{
    for (int slab = 0; slab < SLABS; slab++) {
        _Atomic uintptr_t *owners = get_slab(slab);

        if (owners == NULL)
            return -1;
        for (size_t i = 0; i < slots_in(slab); i++) {
            if (claim_owner(&owners[i], (uintptr_t)slot)) {
                slot->owner = &owners[i];
                slot->memory = (uint8_t *)owners + owners_size(slab) + i * SECRET_SLOT_SIZE;
                return 0;
            }
        }
    }
    return -1;
}

INTERNAL void secret_slot_release(secret_slot_t *slot)
{
    os_discard(slot->memory, SECRET_SLOT_SIZE);
    slot->memory = NULL;
    atomic_store_explicit(slot->owner, 0, memory_order_release);
}

#endif
