/*
 * When an anchor is set, trusted and dropped (cycle_clock.h).
 *
 * The reading happened at some moment between the two counters. The anchor is at the later one, so
 * the time by it is never ahead of a clock that keeps its rate, and behind by at most the bracket
 * (the distance of the two), which must be short.
 */
#include "cycle_clock.h"

enum {
    DENSE_NS = ANCHOR_NS / 8, /* readings that come sooner are dense; */
    DENSE_READINGS = 64,      /* so many in a row want an anchor */
    BRACKETS = 64,            /* a bracket is at most this part of ANCHOR_NS */
    SPAN_NS = 1000000         /* the rate is measured over at least this, */
};
static const uint64_t max_span_ns = UINT32_MAX; /* and at most this, for arithmetic of 64 bits */
static const uint64_t min_rate = (UINT64_C(1) << 32) / 20;   /* 20 GHz */
static const uint64_t max_rate = (UINT64_C(1) << 32) * 1000; /* 1 MHz */

static uint64_t difference(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

INTERNAL void anchor_drop(anchor_t *anchor)
{
    anchor->limit = 0;
    anchor->dense_readings = 0;
}

INTERNAL bool anchor_is_wanted(const anchor_t *anchor)
{
    return anchor_is_set(anchor) || anchor->dense_readings >= DENSE_READINGS;
}

INTERNAL void anchor_note(anchor_t *anchor, uint64_t ns)
{
    const bool is_dense = ns - anchor->ns < DENSE_NS; /* unsigned: not after a step back */

    anchor->dense_readings = is_dense ? anchor->dense_readings + 1 : 0;
    anchor->ns = ns;
}

/* Begins the measurement of the rate anew, and discards earlier measurements. */
static void begin_span(anchor_t *anchor, uint64_t cycles, uint64_t ns, uint64_t rate)
{
    anchor->base_cycles = cycles;
    anchor->base_ns = ns;
    anchor->rate = rate;
}

/* A reading must match the previous anchor's prediction within two brackets. */
static void check_reading(anchor_t *anchor, uint64_t cycles, uint64_t ns)
{
    const uint64_t expected = anchor->ns + ((cycles - anchor->cycles) * anchor->rate >> 32);

    if (difference(expected, ns) > 2 * ANCHOR_NS / BRACKETS) {
        anchor->is_trusted = false;
        begin_span(anchor, cycles, ns, 0);
    }
}

/* How many cycles an anchor holds. */
static uint64_t limit_at(uint64_t rate)
{
    return ((uint64_t)ANCHOR_NS << 32) / rate;
}

/* Measures the rate once in a span, between readings with a short bracket: the first span may have
 * begun with a long one, which the second finds. It is trusted if the span before had the same, but
 * for 1/512: a clock is slewed by 1/1000 at most, and two brackets are 1/1600 of a span. */
static void measure_rate(anchor_t *anchor, uint64_t cycles, uint64_t bracket, uint64_t ns)
{
    const uint64_t counted = cycles - anchor->base_cycles, passed = ns - anchor->base_ns;
    uint64_t rate = 0;

    if (passed < SPAN_NS)
        return;
    if (passed <= max_span_ns && counted != 0)
        rate = (passed << 32) / counted;
    if (rate < min_rate || rate > max_rate)
        rate = 0;
    if (rate != 0 && bracket > limit_at(rate) / BRACKETS)
        return;
    anchor->is_trusted = rate != 0 && difference(rate, anchor->rate) <= rate / 512;
    begin_span(anchor, cycles, ns, rate);
}

INTERNAL void anchor_set(anchor_t *anchor, uint64_t before, uint64_t after, uint64_t ns,
                         uint64_t resyncs)
{
    const uint64_t bracket = after - before, held = anchor->limit;
    uint64_t limit;

    anchor_drop(anchor);
    if (held != 0) {
        /* The caller has paused, or something came between the two counters. */
        if (before - anchor->cycles > held + held / 8 || bracket > held / BRACKETS) {
            anchor->ns = ns;
            return;
        }
        check_reading(anchor, after, ns);
    }
    measure_rate(anchor, after, bracket, ns);
    anchor->cycles = after;
    anchor->ns = ns;
    anchor->resyncs = resyncs;
    if (anchor->is_trusted) {
        limit = limit_at(anchor->rate);
        if (bracket <= limit / BRACKETS)
            anchor->limit = limit;
    }
}
