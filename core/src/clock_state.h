/*
 * The state of a generator's order: the last nanosecond since 1970 that it gave out, how often it
 * was resynchronised, and how far it may be ahead of the clock. generator.c and generate.c use it;
 * state_file.c keeps one in a file.
 */
#ifndef UUID9562_CLOCK_STATE_H
#define UUID9562_CLOCK_STATE_H

#include <stdint.h>

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

_Static_assert(sizeof(clock_state_t) == 128, "as the assembler in clock_state.c has it");

/* The state of the process's own generator. With glibc all copies of the core in a process share
 * it, and so one order; elsewhere each copy has its own. */
#if defined __ELF__ && defined __GLIBC__ && defined __GNUC__
extern __attribute__((visibility("default"))) clock_state_t uuid9562_clock_state_v1;
#else
static clock_state_t uuid9562_clock_state_v1;
#endif

#endif
