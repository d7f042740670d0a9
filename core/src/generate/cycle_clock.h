/*
 * The time between two readings of the clock, by the processor's cycle counter.
 *
 * A reading of the clock, with the counter read right before and after it, is an anchor. For
 * ANCHOR_NS from then on, the time is that reading plus what the counter has counted since; then
 * the clock is read again. The counter's rate is measured against the clock itself, and used only
 * as long as the clock agrees. docs/internals/design.md derives how far such a time can be from the
 * clock's.
 *
 * The caller keeps the anchor of each thread, and reads clock and counter.
 */
#ifndef UUID9562_CYCLE_CLOCK_H
#define UUID9562_CYCLE_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "../compiler.h"

/* How long an anchor holds. To set one costs three readings, of the clock and twice of the counter:
 * once in hundreds of calls that follow each other without a pause. */
#define ANCHOR_NS 20000

/* Zeros: there has been no reading. */
typedef struct anchor {
    uint64_t cycles, ns;     /* the counter and the clock at the anchor; without one, ns is the */
                             /* last reading */
    uint64_t limit;          /* the cycles for which the anchor holds; 0: there is none */
    uint64_t rate;           /* in 2^-32 nanoseconds a cycle; 0: not measured */
    uint64_t resyncs;        /* how often a resync had begun before the reading */
    uint64_t base_cycles;    /* the counter and the clock where the */
    uint64_t base_ns;        /* measurement of the rate began */
    uint32_t dense_readings; /* how many in a row came right after one another */
    bool is_trusted;         /* whether two measurements of the rate agree */
} anchor_t;

/* Whether the counter should be read: an anchor may hold, or one is wanted because the caller reads
 * the clock without a pause. For fewer readings the clock alone is cheaper. */
static ALWAYS_INLINE bool anchor_is_set(const anchor_t *anchor)
{
    return anchor->limit != 0;
}
INTERNAL bool anchor_is_wanted(const anchor_t *anchor);

/* The time when the counter read `cycles`. Or false if the clock must be read: no anchor holds any
 * more (or the counter went back), or a resync has begun since. */
static ALWAYS_INLINE bool anchor_time(const anchor_t *anchor, uint64_t cycles, uint64_t resyncs,
                                      uint64_t *ns)
{
    const uint64_t passed = cycles - anchor->cycles;

    *ns = anchor->ns + (passed * anchor->rate >> 32);
    return passed < anchor->limit && anchor->resyncs == resyncs;
}

/* Records a reading of the clock: anchor_note one without the counter, anchor_set one with the
 * counter before and after it, anchor_drop one that failed. `resyncs` is how many resyncs had begun
 * before the reading. */
INTERNAL void anchor_note(anchor_t *anchor, uint64_t ns);
INTERNAL void anchor_set(anchor_t *anchor, uint64_t before, uint64_t after, uint64_t ns,
                         uint64_t resyncs);
INTERNAL void anchor_drop(anchor_t *anchor);

#endif
