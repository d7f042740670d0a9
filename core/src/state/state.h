/*
 * The state of an order, and the state file, in which processes share one.
 *
 * A clock state is the last nanosecond since 1970 that was given out, how often it was
 * resynchronised, and how far it may be ahead of the clock.
 *
 * The process's own generator has only one, however many copies of the core the process has loaded:
 * Python's module and the SQLite extension that it loads are two, for instance. They find it by the
 * name uuid9562_clock_state_v1 (os_shared), which includes the version of its layout: neither its
 * size nor its meaning may change, except that an unused word may get a meaning in which 0 is the
 * old behaviour. A different layout needs a new name.
 */
#ifndef UUID9562_STATE_H
#define UUID9562_STATE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "../../include/uuid9562_state.h"
#include "../compiler.h"
#include "../system/os.h"

/* Words that are read more often than they are written have a cache line of their own, apart from
 * the one that every time-based UUID writes. The last four are 0 in a state without a file. */
typedef struct clock_state {
    _Atomic uint64_t last_ns; /* the last nanosecond that was given out; 0 for none */
    uint64_t unused_after_last[7];
    _Atomic uint64_t resyncs_begun; /* how often a resync has begun, */
    _Atomic uint64_t resyncs_done;  /* and how often one has ended */
    _Atomic uint64_t max_lead_ns;   /* 0 for UUID9562_MAX_LEAD_NS_DEFAULT; unused in a file */
    _Atomic uint64_t renew_ns;      /* from here on, the file should be written */
    _Atomic uint64_t until_ns;      /* no later time may be given out before that */
    _Atomic uint64_t identity;      /* node; above it the clock sequence, less resyncs_begun */
    _Atomic uint64_t shared;        /* in the process's state: the address of the one that all
                                       processes share, where a file is open */
    uint64_t unused_at_end;
} clock_state_t;

_Static_assert(sizeof(clock_state_t) == OS_SHARED_SIZE, "as the system keeps it");

/* A reading of the clock, and how often a resync had begun before it. After another one nothing may
 * be reserved by it, or the resync would be undone. */
typedef struct reading {
    uint64_t ns; /* since 1970 */
    uint64_t resyncs;
} reading_t;

/* The state of the process's own generator. */
static ALWAYS_INLINE clock_state_t *process_clock_state(void)
{
    return os_shared();
}

/* How far a generator may be ahead of its clock. Each process keeps this in its own clock state,
 * so that others who may write the file cannot set it. */
static ALWAYS_INLINE uint64_t max_lead(const clock_state_t *own)
{
    const uint64_t set = atomic_load_explicit(&own->max_lead_ns, memory_order_relaxed);
    return set != 0 ? set : UUID9562_MAX_LEAD_NS_DEFAULT;
}

/* ---- the state file that the process has open ---- */

/* The clock state in it, which processes share; NULL if none is open. One copy of the library opens
 * it for all copies that the process has, and it stays open. */
static ALWAYS_INLINE clock_state_t *shared_clock_state(void)
{
    const uint64_t address =
        atomic_load_explicit(&process_clock_state()->shared, memory_order_acquire);
    return (clock_state_t *)(uintptr_t)address;
}

/* Whether UUID9562_STATE needs no more attention. */
INTERNAL _Atomic bool state_file_is_settled;

INTERNAL uuid9562_status_t open_state_file_of_environment(void);

/* Opens the file that UUID9562_STATE names, if it does and none is open. Each call that takes a
 * time from the process's order begins here, so that every call is an error until the file can be
 * opened. */
static ALWAYS_INLINE uuid9562_status_t find_state_file(void)
{
    if (UNLIKELY(!atomic_load_explicit(&state_file_is_settled, memory_order_acquire)))
        return open_state_file_of_environment();
    return UUID9562_OK;
}

/* Whether that has been done, and no file is open. */
static ALWAYS_INLINE bool has_no_state_file(void)
{
    return atomic_load_explicit(&state_file_is_settled, memory_order_acquire) &&
           shared_clock_state() == NULL;
}

/* Has the file record a later time than `next`, which takes the place of `last`, before `next` is
 * given out. As long as some time is left, up to until_ns, this is tried at most ten times a
 * second, and its failure is not an error.
 * Errors: the STATE statuses; LEAD if the state has gone back since the reading, or since `last`
 *         was loaded */
INTERNAL uuid9562_status_t state_renew(clock_state_t *state, reading_t now, uint64_t last,
                                       uint64_t next);

static ALWAYS_INLINE uuid9562_status_t state_keep_ahead(clock_state_t *state, reading_t now,
                                                        uint64_t last, uint64_t next)
{
    if (next < atomic_load_explicit(&state->renew_ns, memory_order_acquire))
        return UUID9562_OK;
    return state_renew(state, now, last, next);
}

/* The node of the file; and its clock sequence after so many resyncs. If one is in progress, the
 * latter waits for it, or ends it on behalf of a process that was killed. */
INTERNAL uint64_t state_node(const clock_state_t *state);
INTERNAL uuid9562_status_t state_clock_seq(clock_state_t *state, uint64_t *clock_seq,
                                           uint64_t begun, uint64_t done);

/* uuid9562_resync for all processes.
 * Errors: the STATE statuses; LEAD if a resync has begun since the reading */
INTERNAL uuid9562_status_t state_resync(clock_state_t *state, reading_t now);

/* What errno was when a function last failed in this thread with STATE_OPEN or STATE_WRITE; 0 if
 * none has. */
INTERNAL int state_file_errno(void);

#endif
