/*
 * Version 1 while the order is given up: threads that make UUIDs, beside calls that re-anchor or end
 * the era.
 *
 * Stands for  reserve_v1 and v1_identity of core/src/versions.c, uuid9562_reanchor of generator.c; and
 *             os_next_era of core/src/os.c, as uuid9562_reseed calls it. A step is a load, a store or a
 *             swap of what threads share.
 * Proves      Once  No pair of identity (the node, and the random bits of the clock sequence) and
 *                   nanosecond is given out twice.
 *             Era   A call that begins after uuid9562_reseed has returned gets an identity that was
 *                   drawn since.
 * Abstracts   A draw gives a number that nobody holds: one that is held no more is as good as new.
 *             Once speaks of one pair, which may be any; it is forgotten when its identity is held
 *             no more. word.pml has shown that reserve is one step. The clock stands still at the
 *             beginning. Which thread of a kind comes first does not matter, so it is always the same.
 *             A child whose fork has cut a re-anchoring short is a process in which it goes on never.
 *             Steps interleave; of what C allows beyond that for the relaxed order, which reserve has,
 *             there is BROKEN_RELAXED. All else has the order of C that is sequentially consistent.
 * Bounds      2 threads with 2 calls each, and 2 calls that re-anchor or reseed, one after the other
 *             or at the same time.
 */
#define CALLS   2
#define CHANGES 2

#define TIME(era, begun) ((era) << 4 ^ (begun))

byte last_ns, reanchors_begun, reanchors_done; /* word_t */
byte identity, identity_drawn;                 /* the generator's */
byte era = 1, eras_begun = 1;                  /* the process's */
byte mine[2], old[2];                          /* each maker's own */

/* Ghosts: what the properties speak of, and the code does not know. */
byte watched, watched_ns; /* a pair that was given out; 0 for none */
byte ended;               /* eras so far */
byte reseeded;            /* eras that had ended before a call of uuid9562_reseed returned */
hidden byte fresh;

#define ERAS_BEFORE(number) ((number) / 8) /* as draw() makes numbers */
#define CAN_RETURN(number)  (number == identity || number == mine[0] || number == mine[1])
#define IS_HELD(number)                                                                            \
    (CAN_RETURN(number) || number == old[0] || number == old[1] || number == watched)

#ifdef BROKEN_COUNT_ENDS /* re-anchorings are counted once, when they have ended */
#define COUNT_OF_BEGUN reanchors_done
#else
#define COUNT_OF_BEGUN reanchors_begun
#endif
#ifdef BROKEN_COUNT_BEGINS /* ... when they begin */
#define COUNT_OF_DONE reanchors_begun
#else
#define COUNT_OF_DONE reanchors_done
#endif
#ifdef BROKEN_RELAXED
#define BEGUN_AFTER begun
#else
#define BEGUN_AFTER COUNT_OF_BEGUN
#endif
#ifdef BROKEN_KEEP
#define MAY_BE_KEPT true
#else
#define MAY_BE_KEPT quiet
#endif

/* What matters is that no draw is later than it was, so it is part of the step before. */
inline draw()
{
    fresh = ended * 8 + 1;
    do
    :: IS_HELD(fresh) -> fresh++
    :: else -> break
    od;
    mine[me] = fresh;
    fresh = 0
}

inline let_go()
{
    if
    :: !CAN_RETURN(watched) -> watched = 0; watched_ns = 0
    :: else
    fi
}

inline v1_identity()
{
    do
    ::  done = COUNT_OF_DONE;
        atomic { begun = COUNT_OF_BEGUN; quiet = begun == done; done = 0 };
        atomic { time = TIME(era, begun); begun = 0 };
        old[me] = identity;
        if
        :: atomic { quiet && identity_drawn == time -> quiet = false; time = 0; old[me] = 0 };
           atomic { mine[me] = identity; break }
        :: atomic { !MAY_BE_KEPT -> draw(); time = 0; old[me] = 0; break }
        :: atomic { MAY_BE_KEPT && !(quiet && identity_drawn == time) -> draw(); quiet = false };
#ifdef BROKEN_MARK_FIRST /* the mark is set before the identity is there */
           identity_drawn = time;
#endif
           if
           :: atomic { identity == old[me] -> identity = mine[me]; old[me] = 0; let_go() };
              atomic { identity_drawn = time; time = 0; break }
#ifdef BROKEN_TAKE /* what another has swapped in is taken, from whenever it is */
           :: atomic { identity != old[me] -> mine[me] = identity; old[me] = 0 };
              atomic { identity_drawn = time; time = 0; break }
#else
           :: atomic { identity != old[me] -> mine[me] = 0; old[me] = 0; time = 0 }
#endif
           fi
        fi
    od
}

proctype maker(byte me)
{
    byte calls, begun_before, done, begun, time, ns, floor;
    bool quiet;

    do
    :: calls < CALLS ->
        atomic {
            if
            :: me == 0 && calls == 0 -> run maker(1)
            :: else
            fi;
            calls++;
            floor = reseeded;
            begun_before = COUNT_OF_BEGUN
        }
again:  v1_identity();
#ifdef BROKEN_RELAXED /* the load below is not kept from coming before the swap of reserve */
        begun = COUNT_OF_BEGUN;
#endif
        atomic { last_ns++; ns = last_ns }; /* reserve */
        atomic {
            if
#ifdef BROKEN_NO_RECHECK
            :: false
#else
            :: BEGUN_AFTER != begun_before ->
#endif
                begun_before = COUNT_OF_BEGUN;
                ns = 0; mine[me] = 0;
                let_go();
                goto again
            :: else
            fi;
            assert(ERAS_BEFORE(mine[me]) >= floor);             /* Era */
            assert(!(mine[me] == watched && ns == watched_ns)); /* Once */
            if
            :: watched == 0 -> watched = mine[me]; watched_ns = ns
            :: true
            fi;
            begun_before = 0; floor = 0; ns = 0; mine[me] = 0;
            let_go()
        }
    :: else -> break
    od
}

/* A call of uuid9562_reanchor or of uuid9562_reseed. */
proctype change(byte others)
{
    byte number;

    atomic {
        if
        :: reanchors_begun++
        :: eras_begun++; number = eras_begun
        fi;
        if
        :: others > 0 -> run change(others - 1)
        :: else
        fi
    };
    if
    :: number == 0 ->
        last_ns = 0;
        reanchors_done++
    :: else ->
        atomic { era = number; ended++; number = ended };
        atomic {
            if
            :: number > reseeded -> reseeded = number
            :: else
            fi;
            number = 0
        }
    fi
}

init
{
    atomic {
        run maker(0);
        run change(CHANGES - 1)
    }
}
