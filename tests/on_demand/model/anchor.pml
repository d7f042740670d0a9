/*
 * Anchors beside a resync: threads that have the time by the cycle counter, while the clock is set
 * back and a call of uuid9562_resync returns to it.
 *
 * Stands for  core/src/generate/time_source.c: read_time, read_system_clock
 *             core/src/bits/anchor.h: anchor_time
 *             core/src/generate/order.c: uuid9562_resync
 *             A step is a load or a store of what threads share, or a reading of the clock.
 *             Named as there: resyncs_begun.
 * Proves      Returned  A call that begins after uuid9562_resync has returned has the time of the
 *                       clock as it was set, and not by an anchor from before.
 * Abstracts   The clock shows WRONG until it is set, and RIGHT from then on. The time by an anchor
 *             is its reading; it holds for as long as the thread likes, which is longer than in the
 *             code. The order of times is not part of it (clock_state.pml).
 * Bounds      2 threads with 3 calls each, and 2 calls that resync.
 */
#define CALLS 3

mtype = {WRONG, RIGHT};

mtype clock = WRONG;
byte resyncs_begun;
bool returned; /* a ghost: a resync that began after the clock was set */

proctype caller()
{
    byte calls, resyncs, anchor_resyncs;
    mtype now, anchor_ns;
    bool anchored, after;

    do
    :: calls < CALLS ->
        atomic { calls++; after = returned };
        resyncs = resyncs_begun;
        if
#ifdef BROKEN_NO_COUNT /* an anchor holds over a resync */
        :: anchored -> now = anchor_ns
#else
        :: anchored && anchor_resyncs == resyncs -> now = anchor_ns
#endif
        :: true -> /* there is none, or it is over */
#ifdef BROKEN_COUNT_LATER /* the resyncs are counted after the reading */
            now = clock;
            resyncs = resyncs_begun;
#else
            resyncs = resyncs_begun;
            now = clock;
#endif
            atomic { anchored = true; anchor_ns = now; anchor_resyncs = resyncs }
        fi;
        assert(!after || now == RIGHT); /* Returned */
    :: else -> break
    od
}

proctype resync()
{
    bool is_set;

    is_set = clock == RIGHT;
    resyncs_begun++;
    if
    :: is_set -> returned = true
    :: else
    fi
}

init
{
    atomic { run caller(); run caller(); run resync(); run resync() };
    clock = RIGHT
}
