/*
 * Generators (generator.h): RFC 9562 section 6.2, and the order that uuid9562.h promises.
 *
 * The clock state holds the last nanosecond since 1970 that was given out. A call reserves the
 * nanoseconds that it needs with one compare-and-swap: they begin at the clock's reading, or right
 * after the last one where that is later (step.h). So each nanosecond is given out at most once,
 * whatever the clock does, and a call that begins after another has returned gets later ones: all
 * threads see the swaps in one order. For that a relaxed memory order would do. It is acquire for
 * versions 1 and 6, which must see that a resync has begun if they have got a time from after it
 * (generate.c, reserve_v1 and reserve_with_node). tests/on_demand/model/clock_state.pml proves it.
 */
#include "generator.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "anchor.h"
#include "fork.h"
#include "os.h"
#include "state.h"
#include "state_file.h"
#include "step.h"
#include "wipe.h"

INTERNAL uuid9562_generator_t process_generator = {
    .sources = {os_clock, entropy_draw, NULL},
};

INTERNAL uuid9562_generator_t *resolve(uuid9562_generator_t *generator)
{
    return generator != NULL ? generator : &process_generator;
}

INTERNAL uuid9562_status_t check_node_and_clock_seq(const uint64_t *node, const uint64_t *clock_seq)
{
    if (node != NULL && *node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    if (clock_seq != NULL && *clock_seq > UUID9562_CLOCK_SEQ_MAX)
        return UUID9562_ERR_CLOCK_SEQ;
    return UUID9562_OK;
}

/* Copies a number that may be NULL. */
static const uint64_t *copy_optional(uint64_t *own, const uint64_t *given)
{
    if (given == NULL)
        return NULL;
    *own = *given;
    return own;
}

uuid9562_status_t uuid9562_generator_new(uuid9562_generator_t **generator,
                                         const uuid9562_sources_t *sources, const uint64_t *node,
                                         const uint64_t *clock_seq)
{
    uuid9562_status_t status = check_node_and_clock_seq(node, clock_seq);
    uuid9562_generator_t *new;

    if (status != UUID9562_OK)
        return status;
    new = calloc(1, sizeof *new);
    if (new == NULL)
        return UUID9562_ERR_MEMORY;
    if (sources != NULL)
        new->sources = *sources;
    if (new->sources.clock == NULL)
        new->sources.clock = os_clock;
    if (new->sources.random == NULL)
        new->sources.random = entropy_draw;
    new->node = copy_optional(&new->own_node, node);
    new->clock_seq = copy_optional(&new->own_clock_seq, clock_seq);
    *generator = new;
    return UUID9562_OK;
}

void uuid9562_generator_free(uuid9562_generator_t *generator)
{
    free(generator);
}

/* ---- random bytes ---- */

int uuid9562_system_random(void *context, void *bytes, size_t count)
{
    (void)context;
    return entropy_of_system(bytes, count);
}

INTERNAL uuid9562_status_t draw(const uuid9562_generator_t *generator, void *bytes, size_t count)
{
    if (generator->sources.random(generator->sources.context, bytes, count) != 0)
        return UUID9562_ERR_ENTROPY;
    return UUID9562_OK;
}

INTERNAL NEVER_INLINE uuid9562_status_t draw_halves(const uuid9562_generator_t *generator,
                                                    halves_t *random, size_t count)
{
    uuid9562_t drawn = UUID9562_INIT_NIL;
    uuid9562_status_t status = draw(generator, drawn.bytes, count);

    *random = layout_load(&drawn);
    wipe(drawn.bytes, count);
    return status;
}

INTERNAL_INLINE uuid9562_status_t prepare_random(const uuid9562_generator_t *generator,
                                                 random_half_t *random, uint64_t now)
{
    halves_t drawn = {0, 0};
    uuid9562_status_t status;

    if (generator == &process_generator) {
        random->buffer = entropy_prepare_at(8, now);
        status = random->buffer != NULL ? UUID9562_OK : UUID9562_ERR_ENTROPY;
    } else {
        random->buffer = NULL;
        status = draw_halves(generator, &drawn, 8);
    }
    random->given = drawn.hi;
    return status;
}

INTERNAL_INLINE uint64_t take_random(const random_half_t *random)
{
    uint8_t *bytes;
    uint64_t half;

    if (random->buffer == NULL)
        return random->given;
    bytes = entropy_take(random->buffer, 8);
    half = layout_read64(bytes);
    wipe(bytes, 8);
    return half;
}

/* ---- the clock state ---- */

INTERNAL_INLINE clock_state_t *unshared_state(const uuid9562_generator_t *generator)
{
    if (generator == &process_generator)
        return process_state();
    return (clock_state_t *)(uintptr_t)&generator->state;
}

INTERNAL_INLINE clock_state_t *state_of(const uuid9562_generator_t *generator)
{
    clock_state_t *shared = generator == &process_generator ? shared_state() : NULL;

    return shared != NULL ? shared : unshared_state(generator);
}

INTERNAL_INLINE uuid9562_status_t find_state(const uuid9562_generator_t *generator)
{
    if (generator == &process_generator &&
        UNLIKELY(!atomic_load_explicit(&state_is_settled, memory_order_acquire)))
        return state_of_environment();
    return UUID9562_OK;
}

/* ---- time ---- */

INTERNAL_INLINE uuid9562_status_t read_clock(const uuid9562_generator_t *generator,
                                             int64_t *seconds, uint32_t *nanoseconds)
{
    int64_t s;
    uint32_t ns;
    int failed;

    if (generator == &process_generator) {
        failed = os_clock(NULL, seconds, nanoseconds);
    } else {
        failed = generator->sources.clock(generator->sources.context, &s, &ns);
        *seconds = s;
        *nanoseconds = ns;
    }
    if (failed || *nanoseconds >= ns_per_second)
        return UUID9562_ERR_CLOCK;
    return UUID9562_OK;
}

INTERNAL_INLINE uuid9562_status_t read_unix_ns(const uuid9562_generator_t *generator,
                                               uint64_t *unix_ns)
{
    int64_t seconds;
    uint32_t nanoseconds;
    uuid9562_status_t status = find_state(generator);

    if (status == UUID9562_OK)
        status = read_clock(generator, &seconds, &nanoseconds);
    if (status != UUID9562_OK)
        return status;
    if (seconds < 0 || (uint64_t)seconds > UINT64_MAX / ns_per_second)
        return UUID9562_ERR_CLOCK_RANGE;
    *unix_ns = (uint64_t)seconds * ns_per_second + nanoseconds;
    return *unix_ns >= nanoseconds ? UUID9562_OK : UUID9562_ERR_CLOCK_RANGE; /* no wrap */
}

/* By the cycle counter (anchor.h), for the process's generator alone. */
THREAD_LOCAL anchor_t anchor;

/* Below COUNTER: how many readings there were. After so many the kernel is asked, once: a process
 * that generates a few UUIDs opens no file, and one that may open none finds out early, under any
 * load. What the environment may mean by another word than "counter" is the system's clock. */
enum { COUNTER = 64, SYSTEM };
static _Atomic int clock_source;

static NEVER_INLINE int ask_for_source(void)
{
    const char *word = getenv("UUID9562_CLOCK");
    const bool is_wanted = word == NULL || *word == '\0' || strcmp(word, "counter") == 0;
    const int source = is_wanted && os_counter_is_clock() ? COUNTER : SYSTEM;

    atomic_store(&clock_source, source);
    return source;
}

static NEVER_INLINE int count_reading(int readings)
{
    if (readings == COUNTER - 1)
        return ask_for_source();
    atomic_compare_exchange_strong(&clock_source, &readings, readings + 1);
    return readings;
}

const char *uuid9562_clock_source(void)
{
    int source = atomic_load(&clock_source);

    if (source < COUNTER)
        source = ask_for_source();
    return source == COUNTER ? "counter" : "system";
}

static ALWAYS_INLINE uint64_t resyncs_begun(void)
{
    return atomic_load_explicit(&state_of(&process_generator)->resyncs_begun, memory_order_acquire);
}

static NEVER_INLINE uuid9562_status_t read_process_clock(uint64_t *unix_ns)
{
    const uint64_t resyncs = resyncs_begun();
    int source = atomic_load_explicit(&clock_source, memory_order_relaxed);
    uuid9562_status_t status;
    uint64_t before = 0;
    bool with_counter;

    if (UNLIKELY(source < COUNTER))
        source = count_reading(source);
    with_counter = source == COUNTER && anchor_is_wanted(&anchor);
    if (with_counter)
        before = os_counter();
    status = read_unix_ns(&process_generator, unix_ns);
    if (status != UUID9562_OK)
        anchor_drop(&anchor);
    else if (with_counter)
        anchor_set(&anchor, before, os_counter(), *unix_ns, resyncs);
    else
        anchor_note(&anchor, *unix_ns);
    return status;
}

INTERNAL_INLINE uuid9562_status_t read_time(const uuid9562_generator_t *generator,
                                            uint64_t *unix_ns)
{
    uint64_t now = 0; /* apart from *unix_ns, which can so stay in a register */
    uuid9562_status_t status = UUID9562_OK;

    if (generator != &process_generator)
        return read_unix_ns(generator, unix_ns);
    if (UNLIKELY(!anchor_is_set(&anchor) ||
                 !anchor_time(&anchor, os_counter(), resyncs_begun(), unix_ns))) {
        status = read_process_clock(&now);
        *unix_ns = now;
    }
    return status;
}

/* A compare-and-swap; or a store, where no other thread can come between it and the load, nor
 * another process. */
static ALWAYS_INLINE bool replace_last(clock_state_t *state, uint64_t *last, uint64_t next,
                                       bool is_shared)
{
    if (!is_shared && os_has_one_thread()) {
        atomic_store_explicit(&state->last_ns, next, memory_order_relaxed);
        return true;
    }
    return atomic_compare_exchange_weak_explicit(&state->last_ns, last, next, memory_order_acquire,
                                                 memory_order_relaxed);
}

/* Before a time from renew_ns on is given out, the state file has to have a later one. While there
 * is some time left, it is tried ten times a second, and is no error. */
static NEVER_INLINE uuid9562_status_t keep_ahead(clock_state_t *state, uint64_t now, uint64_t last)
{
    static const uint64_t pause_ns = 100000000;
    static _Atomic uint64_t tried_ns;

    if (last <= atomic_load(&state->until_ns)) {
        if (now - atomic_load(&tried_ns) < pause_ns)
            return UUID9562_OK;
        atomic_store(&tried_ns, now);
    }
    return state_file_extend(state, now, last);
}

static ALWAYS_INLINE uuid9562_status_t try_to_reserve(uuid9562_generator_t *generator,
                                                      uint64_t *first, uint64_t now, uint64_t count,
                                                      uint64_t granularity)
{
    clock_state_t *state = state_of(generator);
    uint64_t last = atomic_load_explicit(&state->last_ns, memory_order_relaxed), next, start;
    uint64_t renew;

    do {
        next = last;
        if (!step_reserve(&start, &next, now, count, granularity)) /* at the end of time: whose? */
            return last > now && last - now > max_lead(unshared_state(generator))
                       ? UUID9562_ERR_LEAD
                       : UUID9562_ERR_CLOCK_RANGE;
        if (UNLIKELY(start > now && start - now > max_lead(unshared_state(generator))))
            return UUID9562_ERR_LEAD;
        renew = atomic_load_explicit(&state->renew_ns, memory_order_acquire);
        if (UNLIKELY(next > renew - 1)) { /* 0: never */
            uuid9562_status_t status = keep_ahead(state, now, next);
            if (status != UUID9562_OK)
                return status;
        }
    } while (!replace_last(state, &last, next, renew != 0));
    *first = start;
    return UUID9562_OK;
}

/* Between its reading of the clock and its reservation a thread may have been suspended for long,
 * while others went on: so a lead that is too large is found with a new reading. */
static NEVER_INLINE uuid9562_status_t reserve_again(uuid9562_generator_t *generator,
                                                    uint64_t *first, uint64_t count,
                                                    uint64_t granularity)
{
    uint64_t now;
    uuid9562_status_t status = read_unix_ns(generator, &now);

    if (status == UUID9562_OK)
        status = try_to_reserve(generator, first, now, count, granularity);
    return status;
}

INTERNAL_INLINE uuid9562_status_t reserve(uuid9562_generator_t *generator, uint64_t *first,
                                          uint64_t now, uint64_t count, uint64_t granularity)
{
    uuid9562_status_t status = try_to_reserve(generator, first, now, count, granularity);
    uint64_t start = 0; /* apart from *first, which can so stay in a register */

    if (UNLIKELY(status == UUID9562_ERR_LEAD)) {
        status = reserve_again(generator, &start, count, granularity);
        *first = start;
    }
    return status;
}

/* ---- the order ---- */

uuid9562_status_t uuid9562_lead_ns(uuid9562_generator_t *generator, uint64_t *lead_ns)
{
    uint64_t now, last;
    uuid9562_status_t status;

    generator = resolve(generator);
    status = find_state(generator);
    last = atomic_load(&state_of(generator)->last_ns);
    if (status == UUID9562_OK)
        status = read_unix_ns(generator, &now);
    if (status == UUID9562_OK)
        *lead_ns = last > now ? last - now : 0;
    return status;
}

uuid9562_status_t uuid9562_set_max_lead_ns(uuid9562_generator_t *generator, uint64_t max_lead_ns)
{
    if (max_lead_ns > UUID9562_MAX_LEAD_NS_MAX)
        return UUID9562_ERR_MAX_LEAD_NS;
    atomic_store(&unshared_state(resolve(generator))->max_lead_ns, max_lead_ns);
    return UUID9562_OK;
}

/* As try_to_reserve, but nothing is given out. */
static uuid9562_status_t raise_last_ns(clock_state_t *state, uint64_t now, uint64_t to)
{
    uint64_t last = atomic_load_explicit(&state->last_ns, memory_order_relaxed), renew;

    do {
        if (last >= to)
            return UUID9562_OK;
        renew = atomic_load_explicit(&state->renew_ns, memory_order_acquire);
        if (to > renew - 1) { /* 0: never */
            uuid9562_status_t status = keep_ahead(state, now, to);
            if (status != UUID9562_OK)
                return status;
        }
    } while (!replace_last(state, &last, to, renew != 0));
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_advance(uuid9562_generator_t *generator, const uuid9562_t *after)
{
    clock_state_t *state;
    uint64_t now, to;
    uuid9562_status_t found = step_last_ns(&to, after), status;

    if (found == UUID9562_ERR_ADVANCE)
        return found;
    generator = resolve(generator);
    status = read_unix_ns(generator, &now);
    if (status != UUID9562_OK)
        return status;
    state = state_of(generator);
    if (found != UUID9562_OK || (to > now && to - now >= max_lead(unshared_state(generator))))
        return UUID9562_ERR_LEAD;
    return raise_last_ns(state, now, to);
}

uuid9562_status_t uuid9562_resync(uuid9562_generator_t *generator)
{
    clock_state_t *state;
    uint64_t now;
    uuid9562_status_t status;

    generator = resolve(generator);
    status = read_unix_ns(generator, &now);
    if (status != UUID9562_OK)
        return status;
    state = state_of(generator);
    if (state != unshared_state(generator))
        return state_file_resync(state, now);
    fork_block(); /* a child has all of it, or nothing */
    atomic_fetch_add(&state->resyncs_begun, 1);
    atomic_store(&state->last_ns, now);
    atomic_fetch_add(&state->resyncs_done, 1);
    fork_unblock();
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_reseed(void)
{
    return entropy_reseed() == 0 ? UUID9562_OK : UUID9562_ERR_ENTROPY;
}
