/*
 * The order of the UUIDs of a generator (generator.h): RFC 9562 section 6.2, and what uuid9562.h
 * promises.
 *
 * The clock state holds the last nanosecond since 1970 that was given out. A call reserves the
 * nanoseconds that it needs with one compare-and-swap: they begin at the clock's reading, or right
 * after the last one if that is later (clock_step.h). So each nanosecond is given out at most once,
 * whatever the clock does, and a call that begins after another has returned gets later ones: all
 * threads see the swaps in one order. For that a relaxed memory order would do. It is acquire for
 * what must see that a resync has begun if it has got a time from after it: versions 1 and 6
 * (gregorian.c, reserve_v1 and reserve_with_node), and a call that has read the clock before, which
 * reads it again. The models clock_state.pml and anchor.pml prove it.
 */
#include "generator.h"

#include <stdatomic.h>

#include "../bits/clock_step.h"
#include "../system/fork.h"
#include "../system/os.h"

/* A compare-and-swap; or a plain store, if no other thread or process can come between it and the
 * load. */
static ALWAYS_INLINE bool replace_last(clock_state_t *state, uint64_t *last, uint64_t next,
                                       bool is_shared)
{
    if (!is_shared && os_has_one_thread()) {
        atomic_store_explicit(&state->last_ns, next, memory_order_relaxed);
        return true;
    }
    return atomic_compare_exchange_weak_explicit(&state->last_ns, last, next, memory_order_acquire,
                                                 memory_order_acquire);
}

/* Whether a resync has begun since this reading of the clock. Asked after last_ns is loaded and
 * before it is swapped: a later resync stores another one. */
static ALWAYS_INLINE bool is_undone(const clock_state_t *state, reading_t now)
{
    return UNLIKELY(atomic_load_explicit(&state->resyncs_begun, memory_order_acquire) !=
                    now.resyncs);
}

/* A resync has undone the reading, or the last time on which a reservation was to follow: for
 * another attempt, and in this file alone. Each stands for another resync, so attempts end. */
#define UNDONE ((uuid9562_status_t)-1)

static ALWAYS_INLINE uuid9562_status_t try_to_reserve(uuid9562_generator_t *generator,
                                                      uint64_t *first, reading_t now,
                                                      uint64_t count, uint64_t granularity)
{
    const uint64_t most = max_lead(own_clock_state(generator));
    clock_state_t *file = file_state_of(generator);
    clock_state_t *state = file != NULL ? file : own_clock_state(generator);
    uint64_t last = atomic_load_explicit(&state->last_ns, memory_order_acquire), next, start;
    uuid9562_status_t status;

    do {
        next = last;
        if (is_undone(state, now))
            return UNDONE;
        status = step_within(&start, &next, now.ns, count, granularity, most);
        if (UNLIKELY(file != NULL) && status == UUID9562_OK) {
            status = state_keep_ahead(file, now, last, next);
            status = status == UUID9562_ERR_LEAD ? UNDONE : status;
        }
        if (UNLIKELY(status != UUID9562_OK))
            return status;
    } while (!replace_last(state, &last, next, file != NULL));
    *first = start;
    return UUID9562_OK;
}

/* Between its reading of the clock and its reservation a thread may have been suspended for long,
 * while others went on, or resynced: so a lead that is too large is checked again with a new
 * reading. */
static NEVER_INLINE uuid9562_status_t reserve_again(uuid9562_generator_t *generator,
                                                    uint64_t *first, uint64_t count,
                                                    uint64_t granularity)
{
    reading_t now;
    uuid9562_status_t status;

    do {
        status = read_unix_ns(generator, &now);
        if (status == UUID9562_OK)
            status = try_to_reserve(generator, first, now, count, granularity);
    } while (status == UNDONE ||
             (status == UUID9562_ERR_LEAD && resyncs_begun(generator) != now.resyncs));
    return status;
}

INTERNAL_INLINE uuid9562_status_t reserve(uuid9562_generator_t *generator, uint64_t *first,
                                          reading_t now, uint64_t count, uint64_t granularity)
{
    uuid9562_status_t status = try_to_reserve(generator, first, now, count, granularity);
    uint64_t start = 0; /* apart from *first, which can thus stay in a register */

    if (UNLIKELY(status == UUID9562_ERR_LEAD || status == UNDONE)) {
        status = reserve_again(generator, &start, count, granularity);
        *first = start;
    }
    return status;
}

uuid9562_status_t uuid9562_lead_ns(uuid9562_generator_t *generator, uint64_t *lead_ns)
{
    reading_t now;
    uint64_t last;
    uuid9562_status_t status;

    generator = resolve(generator);
    status = begin_call(generator);
    last = atomic_load(&clock_state_of(generator)->last_ns);
    if (status == UUID9562_OK)
        status = read_unix_ns(generator, &now);
    if (status == UUID9562_OK)
        *lead_ns = last > now.ns ? last - now.ns : 0;
    return status;
}

uuid9562_status_t uuid9562_set_max_lead_ns(uuid9562_generator_t *generator, uint64_t max_lead_ns)
{
    if (max_lead_ns > UUID9562_MAX_LEAD_NS_MAX)
        return UUID9562_ERR_MAX_LEAD_NS;
    atomic_store(&own_clock_state(resolve(generator))->max_lead_ns, max_lead_ns);
    return UUID9562_OK;
}

/* As try_to_reserve, but nothing is given out. */
static uuid9562_status_t raise_last_ns(clock_state_t *own, clock_state_t *file, reading_t now,
                                       uint64_t to)
{
    clock_state_t *state = file != NULL ? file : own;
    uint64_t last = atomic_load_explicit(&state->last_ns, memory_order_acquire);

    do {
        uuid9562_status_t status = UUID9562_OK;

        if (is_undone(state, now))
            return UUID9562_ERR_LEAD;
        if (last >= to)
            return UUID9562_OK;
        if (file != NULL)
            status = state_keep_ahead(file, now, last, to);
        if (status != UUID9562_OK)
            return status;
    } while (!replace_last(state, &last, to, file != NULL));
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_advance(uuid9562_generator_t *generator, const uuid9562_t *after)
{
    clock_state_t *own;
    uint64_t to = 0;
    reading_t now;
    uuid9562_status_t found = step_last_ns(&to, after), status;

    if (found == UUID9562_ERR_ADVANCE)
        return found;
    generator = resolve(generator);
    own = own_clock_state(generator);
    status = begin_call(generator);
    if (status != UUID9562_OK)
        return status;
    do {
        status = read_unix_ns(generator, &now);
        if (status != UUID9562_OK)
            return status;
        if (found != UUID9562_OK || (to > now.ns && to - now.ns >= max_lead(own)))
            return UUID9562_ERR_LEAD;
        status = raise_last_ns(own, file_state_of(generator), now, to);
    } while (status == UUID9562_ERR_LEAD);
    return status;
}

/* LEAD where another resync has begun since the reading. */
static uuid9562_status_t resync_to(clock_state_t *state, reading_t now)
{
    bool is_first;

    fork_lock(); /* a child has all of it, or nothing */
    is_first = atomic_compare_exchange_strong(&state->resyncs_begun, &now.resyncs, now.resyncs + 1);
    if (is_first) {
        atomic_store(&state->last_ns, now.ns);
        atomic_fetch_add(&state->resyncs_done, 1);
    }
    fork_unlock();
    return is_first ? UUID9562_OK : UUID9562_ERR_LEAD;
}

uuid9562_status_t uuid9562_resync(uuid9562_generator_t *generator)
{
    clock_state_t *file;
    reading_t now;
    uuid9562_status_t status;

    generator = resolve(generator);
    status = begin_call(generator);
    if (status != UUID9562_OK)
        return status;
    do {
        status = read_unix_ns(generator, &now);
        if (status != UUID9562_OK)
            return status;
        file = file_state_of(generator);
        status = file != NULL ? state_resync(file, now)
                              : resync_to(own_clock_state(generator), now);
    } while (status == UUID9562_ERR_LEAD);
    return status;
}
