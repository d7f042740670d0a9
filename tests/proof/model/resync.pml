/*
 * Versions 1 and 6 during a resync: threads that generate UUIDs, beside calls that resync the clock
 * state or end the fork generation. Either the threads generate version 1 without a given node, or
 * both versions with one.
 *
 * Stands for  core/src/generate/gregorian.c: reserve_v1, v1_identity, reserve_with_node,
 *             kept_clock_seq
 *             core/src/generate/order.c: uuid9562_resync
 *             core/src/generate/entropy.c: uuid9562_reseed
 *             core/src/system/fork.c: fork_end_generation
 *             A step is a load, a store or a swap of what threads share.
 *             Named as there: begun, clock_seq_base, done, drawn, generations_begun, identity,
 *             identity_drawn, kept_clock_seq, last_ns, resyncs_begun, resyncs_done, v1_identity.
 * Proves      Once      Without a given node, no pair of identity (the node, and the random bits of
 *                       the clock sequence) and nanosecond is given out twice. With one, no pair of
 *                       clock sequence and tick is given out twice in a fork generation, except for
 *                       what is drawn while a resync is in flight.
 *             Reseeded  A call that begins after uuid9562_reseed has returned gets an identity, or
 *                       a clock sequence, that was drawn since.
 * Abstracts   A draw of an identity gives a number that nobody holds: one that is no longer held is
 *             as good as new. A clock sequence has SEQS values instead of 2^14, and a draw gives
 *             any of them. Once speaks of one pair, which may be any; it is forgotten when nobody
 *             holds its identity any more. clock_state.pml has shown that reserve is one step. The
 *             clock stands still at the beginning. Which thread of a kind comes first does not
 *             matter, so it is always the same. A child whose raw clone() has cut a resync short is
 *             a process in which that resync never goes on. Steps interleave; reserve has the
 *             acquire order, and BROKEN_RELAXED shows why. All else has the sequentially consistent
 *             order of C.
 * Bounds      2 threads with 2 calls each, and 2 calls that resync or reseed, one after the other
 *             or at the same time.
 */
#define CALLS   2
#define CHANGES 2

#define SEQS    3 /* more than CHANGES */

#define DRAWN(generation, begun) ((generation) << 4 | (begun))

byte last_ns, resyncs_begun, resyncs_done;  /* clock_state_t */
byte identity, identity_drawn;              /* uuid9562_generator_t */
byte generation = 1, generations_begun = 1; /* of the process */
byte own[2], old[2];                        /* of each caller */
bool node_given;
byte clock_seq_base; /* uuid9562_generator_t: a generation and the number drawn in it */

/* Ghosts: what the properties speak of, and the code does not know. */
byte watched, watched_ns; /* a pair that was given out; 0 for none */
byte ended;               /* generations that have ended, */
byte ended_before[4];     /* and before each began */
byte reseeded;            /* those of them before a call of uuid9562_reseed returned */
hidden byte fresh;

/* As draw() numbers them; of a clock sequence, as of the generation in which its base was drawn. */
#define ENDS_BEFORE(number) (node_given -> ended_before[(number) / SEQS] : (number) / 8)
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
#ifdef BROKEN_NO_RECHECK
#define MUST_START_OVER (node_given && BEGUN_AFTER != begun_before)
#elif defined BROKEN_NO_RECHECK_WITH_NODE
#define MUST_START_OVER (!node_given && BEGUN_AFTER != begun_before)
#else
#define MUST_START_OVER (BEGUN_AFTER != begun_before)
#endif
#ifdef BROKEN_KEEP
#define MAY_BE_KEPT true
#else
#define MAY_BE_KEPT quiet
#endif
#ifdef BROKEN_KEEP_WITH_NODE
#define SEQ_MAY_BE_KEPT true
#else
#define SEQ_MAY_BE_KEPT quiet
#endif
#ifdef BROKEN_NO_INCREMENT /* a resync does not change the clock sequence */
#define SEQ(base) ((base) % SEQS)
#else
#define SEQ(base) (((base) + begun) % SEQS)
#endif
#ifdef BROKEN_NO_GENERATION /* it is kept over generations */
#define IS_OF_GENERATION(base) ((base) != 0)
#else
#define IS_OF_GENERATION(base) ((base) / SEQS == generation)
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
    :: !node_given && !CAN_RETURN(watched) -> watched = 0; watched_ns = 0
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

/* own[me] is the clock sequence with the generation of its base, or 0 while a resync is in flight,
 * when it is drawn. */
inline kept_clock_seq()
{
    atomic { begun = COUNT_OF_BEGUN; begun_before = begun };
    atomic { quiet = begun == COUNT_OF_DONE };
    do
    ::  old[me] = clock_seq_base;
        if
        :: atomic { SEQ_MAY_BE_KEPT && IS_OF_GENERATION(old[me]) ->
               own[me] = old[me] - old[me] % SEQS + SEQ(old[me]);
               old[me] = 0; quiet = false; begun = 0;
               break
           }
        :: atomic { !SEQ_MAY_BE_KEPT -> own[me] = 0; old[me] = 0; begun = 0; break }
        :: atomic { SEQ_MAY_BE_KEPT && !IS_OF_GENERATION(old[me]) ->
               if
               :: old[me] == 0 -> drawn = 0 /* which is the first does not matter */
               :: else -> select(drawn : 0 .. SEQS - 1)
               fi;
               drawn = drawn + generation * SEQS
           };
           atomic {
               if
               :: clock_seq_base == old[me] -> clock_seq_base = drawn
               :: else
               fi;
               old[me] = 0; drawn = 0
           }
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
            if
            :: !node_given -> begun_before = COUNT_OF_BEGUN
            :: else
            fi
        }
again:  if
        :: node_given -> kept_clock_seq()
        :: else -> v1_identity()
        fi;
#ifdef BROKEN_RELAXED /* the load below is not kept from coming before the swap of reserve */
        begun = COUNT_OF_BEGUN;
#endif
        atomic { last_ns++; ns = last_ns }; /* reserve */
        atomic {
            if
            :: MUST_START_OVER ->
                begun_before = (node_given -> 0 : COUNT_OF_BEGUN);
                ns = 0; own[me] = 0;
                forget_unheld();
                goto again
            :: else
            fi;
            assert(!(own[me] != 0 && own[me] == watched && ns == watched_ns)); /* Once */
            assert(own[me] == 0 || ENDS_BEFORE(own[me]) >= floor);             /* Reseeded */
            if
            :: watched == 0 && own[me] != 0 -> watched = own[me]; watched_ns = ns
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
#ifdef BROKEN_REDRAW /* another is drawn after a resync */
        clock_seq_base = 1;
#endif
        resyncs_done++
    :: else ->
        atomic { generation = number; ended++; ended_before[number] = ended; number = ended };
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
        if
        :: node_given = true
        :: node_given = false
        fi;
        run caller(0);
        run change(CHANGES - 1)
    }
}
