/*
 * The state of a generator's order: the last nanosecond since 1970 that it gave out, how often it
 * was resynchronised, and how far it may be ahead of the clock. generator.c and single.c use it;
 * state_file.c keeps one in a file.
 *
 * The process's own generator has only one, however many copies of the core the process has loaded:
 * Python's module and the SQLite extension that it loads are two, for instance. They find it by the
 * name uuid9562_clock_state_v1 (os_shared), which includes the version of its layout: neither its
 * size nor its meaning may change, except that an unused word may get a meaning in which 0 is the
 * old behaviour. Any other layout needs another name.
 */
#ifndef UUID9562_CLOCK_STATE_H
#define UUID9562_CLOCK_STATE_H

#include <stdint.h>

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

#endif
