/*
 * Anchors beside a resync: threads that have the time by the cycle counter, while the clock is set
 * back and a call of uuid9562_resync returns to it.
 *
 * Stands for  core/src/generate/time_source.c: read_time, read_system_clock
 *             core/src/generate/cycle_clock.h: anchor_time
 *             core/src/generate/order.c: try_to_reserve, is_undone, reserve_again, resync_to,
 *             uuid9562_resync
 *             A step is a load, a store or a swap of what threads share, or a reading of the clock.
 *             Named as there: last_ns, resyncs_begun.
 * Proves      Returned  A call that begins after uuid9562_resync has returned has the time of the
 *                       clock as it was set, and not by an anchor from before.
 *             Kept      From then on last_ns is a time of that clock, whatever other calls had read
 *                       before.
 * Abstracts   The clock shows WRONG until it is set, and RIGHT from then on. The time by an anchor
 *             is its reading; it holds for as long as the thread likes, which is longer than in the
 *             code. The order of times is not part of it (clock_state.pml); all that are stored
 *             differ, so a swap fails if there was a store since the load.
 * Bounds      2 threads with 2 calls each, and 2 calls that resync.
 */
#define CALLS 2

mtype = {WRONG, RIGHT};

mtype clock = WRONG;
mtype last_ns = RIGHT;
byte resyncs_begun;
bool returned; /* a ghost: a resync that began after the clock was set */
byte stores;   /* a ghost: of last_ns */
bool locked;   /* fork_lock; or the file, where there is one */

inline store(time)
{
    last_ns = time;
    stores++;
    assert(!returned || last_ns == RIGHT) /* Kept */
}

proctype caller()
{
    byte calls, resyncs, anchor_resyncs, loaded;
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
        do
        ::  loaded = stores; /* with last_ns */
            if
#ifndef BROKEN_NOT_UNDONE /* what was read before a resync is reserved after it */
            :: resyncs != resyncs_begun -> resyncs = resyncs_begun; now = clock
            :: resyncs == resyncs_begun
#else
            :: true
#endif
                -> atomic {
                    if
                    :: loaded == stores ->
                        store((last_ns == WRONG -> WRONG : now));
                        loaded = 0; now = 0; resyncs = 0; after = false;
                        break
                    :: else
                    fi
                }
            fi
        od
    :: else -> break
    od
}

/* Its own reading is one step with its beginning: it goes by no other. */
proctype resync()
{
    bool is_set;
    mtype now;

    is_set = clock == RIGHT;
    atomic { !locked -> locked = true; now = clock; resyncs_begun++ };
    atomic { store(now); locked = false; now = 0 };
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
