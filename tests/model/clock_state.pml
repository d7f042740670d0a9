/*
 * The word of the process: how threads reserve nanoseconds, under a clock that does what it wants.
 *
 * Stands for  reserve of core/src/generator.c, for all that calls it and does not resync: uuid7,
 *             batches, and uuid1 and uuid6 with a given clock sequence, which take whole ticks.
 * Proves      Once   No nanosecond is given out twice.
 *             Order  A call that begins after another has returned gets later ones.
 *             Whole  What a call gets is one run of its own, and whole ticks where it wants ticks.
 *             Range  At the end of the numbers a call fails; the word never wraps round.
 *             Lead   The word is never further ahead of the clock than the clock has stepped back,
 *                    plus the nanoseconds that were reserved, plus those that lie idle before a tick
 *                    (less than a tick each). What uuid9562_lead_ns tells is no more: it reads the
 *                    word first, which never falls, and then the clock.
 * Abstracts   Once and Order speak of one nanosecond, which may be any: what holds for it holds for
 *             all. A reading of the clock is any number, another for each call, so every way to step
 *             is among them; its moment is that of the load that follows. The weak swap may fail
 *             whenever it likes. Steps interleave: of one object alone C promises that for the
 *             relaxed order, too (coherence, C11 5.1.2.4).
 * Bounds      3 threads with 2 calls each; readings of 0 .. NOW, ticks of 2 nanoseconds instead of
 *             100, batches of 2, and numbers that end at TOP instead of 2^64 - 1.
 */
#define THREADS 3
#define CALLS   2
#define NOW     2
#define TICK    2
#define TOP     9

#define WRAPPED(number) ((number) % (TOP + 1))

byte word; /* the last nanosecond that was given out; 0 for none */

/* Ghosts: what the properties speak of, and the code does not know. */
byte watched;  /* one nanosecond */
bool given;    /* it was given out */
bool returned; /* and the call that got it has returned */
byte clock;    /* the greatest reading so far */
byte spent;    /* nanoseconds that were reserved, or lie idle before a tick */

inline read_clock()
{
    select(now : 0 .. NOW);
    if
    :: now > clock -> clock = now
    :: else
    fi
}

/* To forget a reading that is not later than the last changes nothing, and saves states. */
inline have_last()
{
    last = word;
    if
    :: now < last -> now = 0
    :: else
    fi
}

/* The body of the loop: where this call's nanoseconds would begin. */
inline compute()
{
    start = now - now % grain;
    fits = true;
    if
#if defined BROKEN_NO_HOLD /* a step back is followed */
    :: false
#elif defined BROKEN_NO_PLUS_ONE /* max(clock, last) */
    :: start < last -> start = last
#elif defined BROKEN_ROUND_DOWN /* a tick that was given out in part is taken */
    :: start <= last -> start = last + 1 - (last + 1) % grain
#elif defined BROKEN_WRAP /* the end of the numbers is not looked for */
    :: start <= last -> start = WRAPPED((last / grain + 1) * grain)
#else
    :: start <= last ->
        fits = last / grain != TOP / grain;
        start = WRAPPED((last / grain + 1) * grain)
#endif
    :: else
    fi;
#ifndef BROKEN_WRAP
    fits = fits && start <= TOP - more
#endif
}

/* The swap has succeeded: from `start` to `start + more` all is the caller's. */
inline take()
{
    mine = start <= watched && watched <= start + more;
    assert(!(mine && given));                               /* Once */
    assert(!(later && start <= watched));                   /* Order */
    assert(start % grain == 0 && (more + 1) % grain == 0);  /* Whole */
    assert(start + more <= TOP);                            /* Range */
    given = given || mine;
    spent = spent + more + 1;
#ifndef BROKEN_IDLE /* the lead would be the step and the reserved nanoseconds alone */
    if
    :: start > now -> spent = spent + start - last - 1
    :: else
    fi;
#endif
    word = WRAPPED(start + more);
    assert(word <= clock + spent)                           /* Lead */
}

inline forget()
{
    now = 0; last = 0; start = 0; more = 0; grain = 0; fits = 0; later = 0
}

proctype thread()
{
    byte calls, now, last, start, more, grain;
    bool fits, mine, later;

    do
    :: calls < CALLS ->
        atomic { /* a call begins, reads the clock, and loads the word */
            calls++;
            if
            :: grain = 1; more = 0        /* one nanosecond, */
            :: grain = 1; more = 1        /* a batch of two, */
            :: grain = TICK; more = TICK - 1 /* or a tick */
            fi;
            later = returned;
            read_clock();
            have_last()
        }
        do
        :: atomic {
            compute();
            if
            :: !fits -> forget(); break /* the range error */
#ifdef BROKEN_STORE /* the word is stored, not swapped */
            :: fits -> take(); forget(); break
#else
            :: fits && word == last -> take(); forget(); break
            :: fits -> have_last(); start = 0; fits = 0 /* another was first, or the swap was weak */
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
        for (i : 1 .. THREADS) {
            run thread()
        }
        i = 0
    }
}
