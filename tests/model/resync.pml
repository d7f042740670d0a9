/*
 * Version 1 during a resync: threads that generate UUIDs, beside calls that resync the clock state
 * or end the fork generation.
 *
 * Stands for  reserve_v1 and v1_identity of core/src/generate.c, uuid9562_resync of generator.c,
 *             and fork_end_generation of fork.c, as uuid9562_reseed calls it. A step is a load, a
 *             store or a swap of what threads share.
 * Proves      Once      No pair of identity (the node, and the random bits of the clock sequence)
 *                       and nanosecond is given out twice.
 *             Reseeded  A call that begins after uuid9562_reseed has returned gets an identity that
 *                       was drawn since.
 * Abstracts   A draw gives a number that nobody holds: one that is no longer held is as good as
 *             new. Once speaks of one pair, which may be any; it is forgotten when nobody holds its
 *             identity any more. clock_state.pml has shown that reserve is one step. The clock
 *             stands still at the beginning. Which thread of a kind comes first does not matter, so
 *             it is always the same. A child whose fork has cut a resync short is a process in
 *             which that resync never goes on. Steps interleave; reserve has the acquire order, and
 *             BROKEN_RELAXED shows why. All else has the sequentially consistent order of C.
 * Bounds      2 threads with 2 calls each, and 2 calls that resync or reseed, one after the other
 *             or at the same time.
 */
#define CALLS   2
#define CHANGES 2

#define DRAWN(generation, begun) ((generation) << 4 ^ (begun))

byte last_ns, resyncs_begun, resyncs_done;  /* clock_state_t */
byte identity, identity_drawn;              /* uuid9562_generator_t */
byte generation = 1, generations_begun = 1; /* of the process */
byte own[2], old[2];                        /* of each caller */

/* Ghosts: what the properties speak of, and the code does not know. */
byte watched, watched_ns; /* a pair that was given out; 0 for none */
byte ended;               /* generations that have ended */
byte reseeded;            /* those of them before a call of uuid9562_reseed returned */
hidden byte fresh;

#define ENDS_BEFORE(number) ((number) / 8) /* as draw() numbers them */
#define CAN_RETURN(number)  (number == identity || number == own[0] || number == own[1])
#define IS_HELD(number)                                                                            \
    (CAN_RETURN(number) || number == old[0] || number == old[1] || number == watched)

#ifdef BROKEN_COUNT_ENDS /* resyncs are counted once, when they have ended */
#define COUNT_OF_BEGUN resyncs_done
#else
#define COUNT_OF_BEGUN resyncs_begun
#endif
#ifdef BROKEN_COUNT_BEGINS /* ... when they begin */
#define COUNT_OF_DONE resyncs_begun
#else
#define COUNT_OF_DONE resyncs_done
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

/* A draw may not happen later than in the code, so it is part of the step before. */
inline draw()
{
    fresh = ended * 8 + 1;
    do
    :: IS_HELD(fresh) -> fresh++
    :: else -> break
    od;
    own[me] = fresh;
    fresh = 0
}

inline forget_unheld()
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
        atomic { drawn = DRAWN(generation, begun); begun = 0 };
        old[me] = identity;
        if
        :: atomic { quiet && identity_drawn == drawn -> quiet = false; drawn = 0; old[me] = 0 };
           atomic { own[me] = identity; break }
        :: atomic { !MAY_BE_KEPT -> draw(); drawn = 0; old[me] = 0; break }
        :: atomic { MAY_BE_KEPT && !(quiet && identity_drawn == drawn) -> draw(); quiet = false };
#ifdef BROKEN_MARK_FIRST /* the mark is set before the identity is there */
           identity_drawn = drawn;
#endif
           if
           :: atomic { identity == old[me] -> identity = own[me]; old[me] = 0; forget_unheld() };
              atomic { identity_drawn = drawn; drawn = 0; break }
#ifdef BROKEN_TAKE /* what another has swapped in is taken, whenever it was drawn */
           :: atomic { identity != old[me] -> own[me] = identity; old[me] = 0 };
              atomic { identity_drawn = drawn; drawn = 0; break }
#else
           :: atomic { identity != old[me] -> own[me] = 0; old[me] = 0; drawn = 0 }
#endif
           fi
        fi
    od
}

proctype caller(byte me)
{
    byte calls, begun_before, done, begun, drawn, ns, floor;
    bool quiet;

    do
    :: calls < CALLS ->
        atomic {
            if
            :: me == 0 && calls == 0 -> run caller(1)
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
                ns = 0; own[me] = 0;
                forget_unheld();
                goto again
            :: else
            fi;
            assert(ENDS_BEFORE(own[me]) >= floor);             /* Reseeded */
            assert(!(own[me] == watched && ns == watched_ns)); /* Once */
            if
            :: watched == 0 -> watched = own[me]; watched_ns = ns
            :: true
            fi;
            begun_before = 0; floor = 0; ns = 0; own[me] = 0;
            forget_unheld()
        }
    :: else -> break
    od
}

/* A call of uuid9562_resync or of uuid9562_reseed. */
proctype change(byte others)
{
    byte number;

    atomic {
        if
        :: resyncs_begun++
        :: generations_begun++; number = generations_begun
        fi;
        if
        :: others > 0 -> run change(others - 1)
        :: else
        fi
    };
    if
    :: number == 0 ->
        last_ns = 0;
        resyncs_done++
    :: else ->
        atomic { generation = number; ended++; number = ended };
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
        run caller(0);
        run change(CHANGES - 1)
    }
}
