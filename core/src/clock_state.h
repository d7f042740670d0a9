/*
 * The state of a generator's order: the last nanosecond since 1970 that it gave out, how often it
 * was resynchronised, and how far it may be ahead of the clock. generator.c and generate.c use
 * both.
 */
#ifndef UUID9562_CLOCK_STATE_H
#define UUID9562_CLOCK_STATE_H

#include <stdint.h>

/* Counters that are read more often than they are written have a cache line of their own, apart
 * from the one that every time-based UUID writes. */
typedef struct clock_state {
    _Atomic uint64_t last_ns; /* the last nanosecond that was given out; 0 for none */
    uint64_t unused_after_last[7];
    _Atomic uint64_t resyncs_begun; /* how often a resync has begun, */
    _Atomic uint64_t resyncs_done;  /* and how often one has ended */
    _Atomic uint64_t max_lead_ns;   /* 0 for UUID9562_MAX_LEAD_NS_DEFAULT */
    uint64_t unused_after_lead[5];
} clock_state_t;

_Static_assert(sizeof(clock_state_t) == 128, "as the assembler in clock_state.c has it");

/* The state of the process's own generator. With glibc all copies of the core in a process share
 * it, and so one order; elsewhere each copy has its own. */
#if defined __ELF__ && defined __GLIBC__ && defined __GNUC__
extern __attribute__((visibility("default"))) clock_state_t uuid9562_clock_state_v1;
#else
static clock_state_t uuid9562_clock_state_v1;
#endif

#endif
