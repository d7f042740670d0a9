/*
 * The clock state of the process: how threads reserve nanoseconds, under any clock.
 *
 * Stands for  core/src/generate/order.c: reserve, raise_last_ns, uuid9562_advance, uuid9562_lead_ns
 *             core/src/bits/clock_step.h: step_reserve
 *             for all callers that do not resync: uuid7, batches, and uuid1 and uuid6 with a given
 *             clock sequence, which take whole ticks.
 *             Named as there: last_ns, granularity, step_reserve.
 * Proves      Once   No nanosecond is given out twice.
 *             Order  A call that begins after another has returned gets later ones; after one that
 *                    has advanced, later ones than it has advanced to.
 *             Whole  What a call gets is one run of its own, and whole ticks where it wants ticks.
 *             Range  Where 64 bits are exhausted a call fails; last_ns never wraps round.
 *             Lead   last_ns is never further ahead of the clock than the clock has stepped back,
 *                    plus the nanoseconds that were reserved or advanced over, plus those that lie
 *                    idle before a tick (less than a tick each). uuid9562_lead_ns returns no more:
 *                    it reads last_ns first, which never falls, and then the clock.
 * Abstracts   The maximum of the lead is left out: it only refuses calls. Once and Order speak of
 *             one nanosecond, which may be any: what holds for it holds for all. A reading of the
 *             clock is any number, another for each call, so every way to step is among them; it
 *             happens together with the load that follows. The weak swap may fail at any time.
 *             Steps interleave: of one object alone C promises that for the relaxed order, too
 *             (coherence, C11 5.1.2.4).
 * Bounds      3 threads with 2 calls each, of which 1 or 2 may advance once instead; readings of
 *             0 .. NOW, ticks of 2 nanoseconds instead of 100, batches of 2, advances to 1 ..
 *             AFTER, and numbers that end at TOP instead of 2^64 - 1.
 */
#define THREADS 3
#define CALLS   2
#define NOW     2
#define AFTER   5
#define TICK    2
#define TOP     9

#define WRAPPED(number) ((number) % (TOP + 1))

byte last_ns; /* the last nanosecond that was given out; 0 for none */

/* Ghosts: what the properties speak of, and the code does not know. */
byte watched;  /* one nanosecond */
bool given_out; /* it was given out */
bool returned;  /* and the call that got it has returned; or one that has advanced to it */
byte clock;     /* the greatest reading so far */
byte spent;     /* nanoseconds that were reserved, advanced over, or lie idle before a tick */

inline read_clock()
{
    select(now : 0 .. NOW);
    if
    :: now > clock -> clock = now
    :: else
    fi
}

/* Forgets a reading that is earlier than last_ns: that changes nothing, and saves states. */
inline load_last()
{
    last = last_ns;
    if
    :: now < last -> now = 0
    :: else
    fi
}

/* Where the nanoseconds of this call would begin. */
inline step_reserve()
{
    start = now - now % granularity;
    fits = true;
    if
#if defined BROKEN_NO_HOLD /* a step back is followed */
    :: false
#elif defined BROKEN_NO_PLUS_ONE /* max(clock, last) */
    :: start < last -> start = last
#elif defined BROKEN_ROUND_DOWN /* a tick that was given out in part is taken */
    :: start <= last -> start = last + 1 - (last + 1) % granularity
#elif defined BROKEN_WRAP /* nothing checks for the end of the numbers */
    :: start <= last -> start = WRAPPED((last / granularity + 1) * granularity)
#else
    :: start <= last ->
        fits = last / granularity != TOP / granularity;
        start = WRAPPED((last / granularity + 1) * granularity)
#endif
    :: else
    fi;
#ifndef BROKEN_WRAP
    fits = fits && start <= TOP - length
#endif
}

/* The swap has succeeded: from `start` to `start + length` all of it is the caller's. */
inline take()
{
    mine = start <= watched && watched <= start + length;
    assert(!(mine && given_out));                                        /* Once */
    assert(!(later && start <= watched));                                /* Order */
    assert(start % granularity == 0 && (length + 1) % granularity == 0); /* Whole */
    assert(start + length <= TOP);                                       /* Range */
    given_out = given_out || mine;
    spent = spent + length + 1;
#ifndef BROKEN_IDLE /* the lead would be the step and the reserved nanoseconds alone */
    if
    :: start > now -> spent = spent + start - last - 1
    :: else
    fi;
#endif
    last_ns = WRAPPED(start + length);
    assert(last_ns <= clock + spent) /* Lead */
}

/* All up to `to` is passed over. */
inline raise()
{
    spent = spent + to - last;
    last_ns = to;
    assert(last_ns <= clock + spent) /* Lead */
}

proctype advancer()
{
    byte last, to;

    atomic { /* the call begins, and loads last_ns */
        select(to : 1 .. AFTER);
        last = last_ns
    }
    do
    :: atomic {
        if
        :: last >= to -> break
#if defined BROKEN_ADVANCE_STORE /* last_ns is stored, not swapped */
        :: last < to -> raise(); break
#elif defined BROKEN_ADVANCE_ONCE /* a swap that fails is not tried again */
        :: last < to ->
            if
            :: last_ns == last -> raise()
            :: else
            fi;
            break
#else
        :: last < to && last_ns == last -> raise(); break
        :: last < to -> last = last_ns /* another was first, or the swap failed */
#endif
        fi
    }
    od;
    atomic { /* the call returns */
        returned = returned || watched <= to
    }
}

inline forget()
{
    now = 0; last = 0; start = 0; length = 0; granularity = 0; fits = 0; later = 0
}

proctype thread()
{
    byte calls, now, last, start, length, granularity; /* length: one less than what is reserved */
    bool fits, mine, later;

    do
    :: calls < CALLS ->
        atomic { /* a call begins, reads the clock, and loads last_ns */
            calls++;
            if
            :: granularity = 1; length = 0           /* one nanosecond, */
            :: granularity = 1; length = 1           /* a batch of two, */
            :: granularity = TICK; length = TICK - 1 /* or a tick */
            fi;
            later = returned;
            read_clock();
            load_last()
        }
        do
        :: atomic {
            step_reserve();
            if
            :: !fits -> forget(); break /* the range error */
#ifdef BROKEN_STORE /* last_ns is stored, not swapped */
            :: fits -> take(); forget(); break
#else
            :: fits && last_ns == last -> take(); forget(); break
            :: fits -> load_last(); start = 0; fits = 0 /* another was first, or the swap failed */
#endif
            fi
        }
        od;
        atomic { /* the call returns */
            returned = returned || mine;
            mine = false
        }
    :: else -> break
    od
}

init
{
    byte i;

    atomic {
        select(watched : 1 .. TOP);
        for (i : 1 .. THREADS - 2) {
            run thread()
        }
        i = 0;
        if
        :: run thread(); run thread()
        :: run thread(); run advancer()
        :: run advancer(); run advancer()
        fi
    }
}
