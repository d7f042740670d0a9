/*
 * Eras and pools: a thread that draws random bytes, and what it forks, beside other threads.
 *
 * Stands for  entropy_draw, entropy_ready, entropy_take and entropy_reseed of core/src/entropy.c,
 *             and all that they call there; os_is_era, os_era, era_begin, os_next_era, os_lock,
 *             os_unlock and the handlers of core/src/os.c; look_up of core/src/crypto.c. A step is
 *             a load, a store or a swap of what threads share; what a thread does with its own pool
 *             belongs to one of them.
 * Proves      Once     No byte is handed out twice, by whatever process.
 *             Filled   No byte is handed out that was not made by a fill that succeeded, of a
 *                      keystream that was seeded, in the era that its pool says.
 *             Anew     A draw that looks at the era in a child, or after uuid9562_reseed has ended
 *                      one, gets only what comes of a seed that was taken since.
 *             No lock  Who waits for the lock waits for another thread, which will open it; except
 *                      where a raw clone() has copied the lock while it was held.
 * Abstracts   A byte is the seed that made it, and a place. A seed from the system is a number
 *             that nobody holds: one that is held no more is as good as new. The seed that a
 *             keystream makes for itself is the next number. That the time goes into both helps
 *             nobody here. Once speaks of one byte, which may be any; it is forgotten when nobody
 *             can hand it out again. Eras are only compared, so their numbers are kept small.
 *             A look at the age finds what it likes; a seed, a fill and a look-up may fail. How
 *             many bytes a draw wants is settled when it matters; when there are not enough at
 *             hand, that is after a renewal, and one renewal may follow another.
 *             Processes share nothing, so while the child is followed the parent waits. Two
 *             processes are enough: who forks may be forgotten instead, and the child takes its
 *             place. So of any two of a family both come to be followed, from where they part.
 *             A pool is its thread's alone, so other threads are what they do to what is shared.
 *             One that begins an era does so in one step: until the swap, its number is nothing to
 *             anybody. What handlers draw within fork() is in the parent as if drawn before or
 *             after it. pthread_once is over, and the watch for the era was set.
 * Bounds      None of draws, forks, generations and eras. The pool has POOL bytes, of which READY
 *             are ready at a time; a draw takes up to READY of them, or READY + 1 in pieces, or
 *             stretches past the pool. One other thread at a time is about to end an era, beside
 *             the thread itself. A fork is fork(), or a raw clone(), which can come in the middle
 *             of a draw, too, as from a signal handler: then the child does not return to it. All
 *             that where the kernel wipes the page of the era, and where it does not: there without
 *             raw clones, and without draws in the child before the library's handler.
 */
#ifndef POOL
#define POOL 3 /* POOL_SIZE */
#endif
#ifndef READY
#define READY 2 /* ENTROPY_READY */
#endif

typedef process_t {
    byte era;       /* the word; 0 for none */
    byte eras_begun;
    byte ending;    /* a number that another thread is about to end the era with; 0 for none */
    byte lock;      /* fork_lock */
    bool found;     /* the cipher */
    bool in_fork;   /* a child whose handlers have not run yet */
}

/* Of the thread that the model follows. */
typedef pool_t {
    bool here;
    byte era, ready, left;
    byte key;    /* of the keystream; 0 where nobody knows */
    byte block;  /* the key that made its bytes; 0 for none */
    byte number; /* not in the pool: what os_era is about to return */

    /* Ghosts: what the properties speak of, and the code does not know. */
    byte made;                 /* the era in which its bytes were made */
    bool key_past, block_past; /* an era has ended since the seed was taken */
}
process_t process[2];
pool_t pool[2];
byte youngest; /* process: it is its turn */
bool wipes;    /* the kernel wipes the page of the era */

byte watched, place; /* ghosts: a byte that was handed out; 0 for none */
hidden byte fresh, i, key, block, small[16];

/* fork_lock is */
#define OPEN   0
#define OTHERS 1 /* held by another thread, */
#define MINE   2 /* by the thread itself, */
#define NOBODY 3 /* or by a thread that a raw clone() has left behind */

#ifdef BROKEN_ZERO /* a pool that is of no era says 0, as the word of a child does */
#define NO_ERA 0
#else
#define NO_ERA 255 /* the word is never that */
#endif
#ifdef BROKEN_NO_CHECK /* what is ready is taken without a look at the era */
#define IS_ERA true
#else
#define IS_ERA (process[p].era == pool[p].era)
#endif
#define IS_STALE (pool[p].era != pool[p].number)
#ifdef BROKEN_KEEP /* in a new era the keystream is seeded, and the bytes are kept */
#define MUST_DROP false
#else
#define MUST_DROP IS_STALE
#endif
#ifdef BROKEN_NO_SEED /* in a new era the bytes are dropped, and the keystream goes on */
#define MUST_SEED (pool[p].key == 0)
#else
#define MUST_SEED IS_STALE
#endif
#ifdef BROKEN_SAME_SEED /* the keystream begins again with the seed that it had */
#define NEXT_KEY(key) (key)
#else
#define NEXT_KEY(key) ((key) + 1)
#endif
#ifdef BROKEN_ONLY_HANDLER /* the kernel is not asked to wipe */
#define KERNEL_WIPES false
#else
#define KERNEL_WIPES wipes
#endif
#ifdef BROKEN_ONLY_KERNEL /* the handler does not wipe */
#define HANDLER_WIPES false
#else
#define HANDLER_WIPES true
#endif
#ifdef BROKEN_COUNTER /* each process counts its eras from 1 */
#define INHERITED(count) 0
#else
#define INHERITED(count) (count)
#endif
#ifdef BROKEN_IN_FORK /* a handler of the program's waits for the lock that fork() holds */
#define NEEDS_LOCK true
#else
#define NEEDS_LOCK (!process[p].in_fork)
#endif

#define MY_TURN (youngest == p)

/* ---- names ---- */

#define SEED(key)      ((key) / 16)
#define HOLDS(q, seed) (SEED(pool[q].key) == seed || SEED(pool[q].block) == seed)
#define CAN_REPEAT(q)                                                                              \
    (pool[q].block == watched && place < pool[q].ready + pool[q].left ||                           \
     SEED(pool[q].key) == SEED(watched) && pool[q].key <= watched)

/* The first seed that nobody holds. */
inline name_seed(it)
{
    fresh = 1;
    do
    :: HOLDS(0, fresh) || HOLDS(1, fresh) || SEED(watched) == fresh -> fresh++
    :: else -> break
    od;
    it = fresh * 16;
    fresh = 0
}

#define IS_SHARED(seed) (HOLDS(1 - p, seed) || SEED(watched) == seed)

/* What only this process holds gets the first names: nobody can tell. */
inline rename_seeds()
{
    if
    :: !CAN_REPEAT(0) && !CAN_REPEAT(1) -> watched = 0; place = 0
    :: else
    fi;
    key = pool[p].key; block = pool[p].block;
    if
    :: block != 0 && !IS_SHARED(SEED(block)) ->
        pool[p].block = 0;
        pool[p].key = (SEED(key) == SEED(block) -> 0 : key);
        name_seed(pool[p].block);
        pool[p].key = (SEED(key) == SEED(block) -> pool[p].block + (key != block) : key)
    :: else
    fi;
    if
    :: key != 0 && SEED(key) != SEED(block) && !IS_SHARED(SEED(key)) ->
        pool[p].key = 0;
        name_seed(pool[p].key)
    :: else
    fi;
    key = 0; block = 0
}

/* Gives the numbers that are in use the first ones. Which is the greater does not matter, only that
 * what the counter gives out next is another. */
#define RENAME(number)                                                                             \
    if                                                                                             \
    :: number != 0 && number != NO_ERA ->                                                          \
        if                                                                                         \
        :: small[number] == 0 -> i++; small[number] = i                                            \
        :: else                                                                                    \
        fi;                                                                                        \
        number = small[number]                                                                     \
    :: else                                                                                        \
    fi

inline rename_eras(q)
{
#ifndef BROKEN_NEXT
    if
    :: pool[q].era <= process[q].eras_begun || pool[q].era == NO_ERA ->
        RENAME(process[q].era);
        RENAME(process[q].ending);
        RENAME(pool[q].era);
        RENAME(pool[q].made);
        RENAME(pool[q].number);
        process[q].eras_begun = i;
        i = 0;
        do
        :: i < 16 -> small[i] = 0; i++
        :: else -> break
        od;
        i = 0
    :: else /* BROKEN_COUNTER: the counter has yet to come to it */
    fi
#else
    skip
#endif
}

/* ---- eras ---- */

#ifdef BROKEN_NEXT /* the next era's number is this one's + 1, and another may take that, too */
#define FEW(q) (process[q].eras_begun < 9)
#define TAKE_NUMBER(q, it)                                                                         \
    it = process[q].era + 1;                                                                       \
    process[q].eras_begun = (process[q].eras_begun < it -> it : process[q].eras_begun)
#else
#define FEW(q) true
#define TAKE_NUMBER(q, it)                                                                         \
    process[q].eras_begun++;                                                                       \
    it = process[q].eras_begun
#endif

inline end_era(q, it)
{
#ifndef BROKEN_RESEED /* uuid9562_reseed drops what its own thread has in store, and that is all */
    process[q].era = it;
#endif
    it = 0;
    pool[q].key_past = pool[q].key != 0; pool[q].block_past = pool[q].block != 0;
    d_step { rename_eras(q) }
}

/* A child is a copy of the thread and of what is shared. */
inline inherit(q, its_lock, is_in_fork)
{
    d_step {
        process[q].era = (KERNEL_WIPES -> 0 : process[p].era);
        process[q].eras_begun = INHERITED(process[p].eras_begun);
        process[q].ending = 0;
        process[q].lock = its_lock;
        process[q].found = process[p].found;
        process[q].in_fork = is_in_fork;
        pool[q].here = pool[p].here;
        pool[q].era = pool[p].era; pool[q].ready = pool[p].ready; pool[q].left = pool[p].left;
        pool[q].key = pool[p].key; pool[q].block = pool[p].block; pool[q].made = pool[p].made;
        pool[q].key_past = pool[p].key != 0; pool[q].block_past = pool[p].block != 0
    }
}

/* Another thread of the parent may as well take its number when the parent goes on. */
inline fork_now(its_lock, is_in_fork)
{
    if
    :: p == 0 && !process[p].ending ->
        inherit(1, its_lock, is_in_fork);
        youngest = 1;
        MY_TURN
    :: inherit(p, its_lock, is_in_fork); goto done
    fi
}

inline clone_now()
{
    fork_now((process[p].lock == OPEN -> OPEN : NOBODY), false)
}

/* A raw clone() may come here. */
inline interrupt()
{
    if
    :: wipes && !process[p].in_fork -> clone_now()
    :: true
    fi
}

/* ---- a pool's life ---- */

inline drop_bytes()
{
    pool[p].ready = 0; pool[p].left = 0; pool[p].block = 0; pool[p].made = 0;
    pool[p].block_past = false; block_over = false
}

inline drop_key()
{
    pool[p].key = 0; pool[p].key_past = false; key_over = false
}

inline pool_new()
{
    if
    :: atomic { MY_TURN && process[p].found -> skip }
    :: atomic { MY_TURN && !process[p].found && !NEEDS_LOCK -> interrupt() };
        atomic { MY_TURN ->
            if
            :: goto done
            :: process[p].found = true
            fi
        }
    :: atomic { MY_TURN && !process[p].found && NEEDS_LOCK && process[p].lock == OPEN ->
            process[p].lock = MINE;
            interrupt()
        };
        atomic { MY_TURN ->
            process[p].lock = OPEN;
            if
            :: goto done
            :: process[p].found = true
            fi
        }
    :: atomic { MY_TURN && !process[p].found && NEEDS_LOCK && process[p].lock == NOBODY ->
            goto forgotten
        }
    :: atomic { MY_TURN && !process[p].found && NEEDS_LOCK && process[p].lock == MINE ->
            assert(false) /* No lock */
        }
    fi;
    pool[p].here = true
}

inline pool_turn()
{
    pool[p].key = NEXT_KEY(pool[p].key);
    assert(pool[p].key % 16 < 15) /* there are numbers enough */
}

inline pool_seed()
{
    if
    :: goto done             /* the system gives none, */
    :: drop_key(); goto done /* or it does not take effect */
    :: name_seed(pool[p].key); pool[p].key_past = false; key_over = false
    fi
}

inline pool_renew()
{
    if
    :: drop_bytes(); interrupt()
    :: !MUST_DROP
    fi;
    if
    ::
#ifdef BROKEN_ERA_FIRST /* the pool is of the era before it is seeded */
        pool[p].era = pool[p].number;
#else
        pool[p].era = NO_ERA;
#endif
        key_over = false;
        interrupt();
        pool_seed();
        interrupt();
#ifdef BROKEN_ERA_LATE /* which era that is, is asked afterwards, and one may have ended */
        if
        :: process[p].ending != 0 -> end_era(p, process[p].ending)
        :: true
        fi;
        pool[p].number = process[p].era;
#endif
        pool[p].era = pool[p].number
    :: !MUST_SEED -> pool[p].era = pool[p].number
    fi;
    pool[p].number = 0
}

inline fail()
{
#ifndef BROKEN_FAILED /* a keystream that has failed is used on */
    pool[p].era = NO_ERA;
#endif
    drop_key();
    goto done
}

inline pool_fill()
{
    drop_bytes();
#ifdef BROKEN_COUNTERS /* they are set before the fill, and stay when it fails */
    pool[p].left = POOL;
    if
    :: goto done
    :: true
    fi;
#endif
    assert(pool[p].key != 0); /* Filled */
    if
    :: fail()
    :: true
    fi;
    interrupt();
    of_key = pool[p].key;
    pool_turn();
    interrupt();
    pool[p].left = POOL;
    pool[p].block = of_key; pool[p].block_past = pool[p].key_past; block_over = key_over;
    pool[p].made = pool[p].era;
    of_key = 0
}

inline pool_count()
{
    pool[p].ready = (there < READY -> there : READY);
    pool[p].left = there - pool[p].ready
}

/* ---- drawing ---- */

inline hand_out(from, first, number_of, is_over)
{
    assert(!is_over); /* Anew */
    i = 0;
    do
    :: i < number_of ->
        assert(!(watched == from && place == first + i)); /* Once */
        if
        :: watched == 0 -> watched = from; place = first + i
        :: true
        fi;
        i++
    :: else -> break
    od;
    i = 0
}

inline hand_out_of_pool(first, number_of)
{
    assert(pool[p].block != 0 && pool[p].made == pool[p].era); /* Filled */
    hand_out(pool[p].block, first, number_of, block_over);
    if
    :: pool[p].ready + pool[p].left == 0 -> drop_bytes()
    :: else
    fi
}

inline take()
{
    count = 1;
    do
    :: count < pool[p].ready -> count++
    :: break
    od;
    pool[p].ready = pool[p].ready - count;
    hand_out_of_pool(pool[p].left + pool[p].ready, count)
}

inline draw_from()
{
    there = pool[p].ready + pool[p].left;
    count = READY + 1;
    do
    :: count > 0 ->
        if
        :: there == 0 -> pool_fill(); there = POOL
        :: else
        fi;
        part = (count < there -> count : there);
        there = there - part;
        pool_count();
        hand_out_of_pool(there, part);
        interrupt();
        count = count - part; part = 0
    :: else -> break
    od
}

/* Of draw_past. */
inline draw_stretch()
{
    assert(pool[p].key != 0); /* Filled */
    if
    :: fail()
    :: true
    fi;
    hand_out(pool[p].key, 0, 1, key_over);
    interrupt();
    pool_turn();
    interrupt();
    d_step { rename_seeds() }
}

proctype thread(byte p)
{
    byte count, there, part, of_key;
    bool to_begin;             /* its number is one to begin an era with */
    bool key_over, block_over; /* ghosts: an era had ended when the thread looked at the word */

end_unborn:
    do
    :: atomic { MY_TURN && wipes && !process[p].in_fork -> clone_now() }

    :: atomic { MY_TURN && !process[p].in_fork && process[p].lock != NOBODY ->
#ifdef BROKEN_NO_WAIT /* fork() does not wait for the lock */
            fork_now((process[p].lock == OPEN -> OPEN : MINE), true)
#else
            assert(process[p].lock != MINE); /* No lock */
            process[p].lock == OPEN && MY_TURN;
            fork_now(MINE, true)
#endif
        }
    :: atomic { MY_TURN && process[p].in_fork ->
#if !defined BROKEN_NO_WAIT && !defined BROKEN_NO_UNLOCK /* the child does not unlock */
            process[p].lock = OPEN;
#endif
            process[p].era = (HANDLER_WIPES -> 0 : process[p].era);
            process[p].in_fork = false
        }

    :: atomic { MY_TURN && (!process[p].in_fork || wipes) && FEW(p) ->
            if
            :: pool[p].here && pool[p].ready > 0 && IS_ERA ->
                block_over = pool[p].block_past;
                take();
                goto done
            :: pool[p].here
            :: !pool[p].here -> goto first
            fi
        };
again:  atomic { MY_TURN -> /* os_era */
            key_over = pool[p].key_past; block_over = pool[p].block_past;
            pool[p].number = process[p].era;
            if
            :: pool[p].number == 0 ->
                process[p].eras_begun++;
                pool[p].number = process[p].eras_begun;
                to_begin = true
            :: else -> goto draw
            fi
        };
        atomic { MY_TURN ->
            to_begin = false;
            if
            :: process[p].era == 0 -> process[p].era = pool[p].number
            :: else -> pool[p].number = process[p].era
            fi
        };
draw:   atomic { MY_TURN ->
            if
            :: goto reseed
            :: true
            fi;
            pool_renew();
            if
            :: pool[p].ready + pool[p].left < READY -> pool_fill()
            :: pool[p].ready + pool[p].left > 0
            :: there = pool[p].ready + pool[p].left; pool_count(); there = 0; goto again
            :: draw_from(); goto done
            :: draw_stretch();
                if
                :: goto again
                :: goto done
                fi
            fi;
            there = pool[p].ready + pool[p].left; pool_count(); there = 0;
            interrupt();
            take();
            goto done
        };
first:  pool_new();
        goto again;
reseed: atomic { MY_TURN -> TAKE_NUMBER(p, pool[p].number) };
        atomic { MY_TURN ->
#ifdef BROKEN_RESEED
            drop_bytes();
#endif
            end_era(p, pool[p].number)
        };
done:   atomic { MY_TURN ->
            count = 0; there = 0; part = 0; of_key = 0;
            to_begin = false; key_over = false; block_over = false;
            pool[p].number = 0;
            d_step { rename_seeds(); rename_eras(p) }
        }

    :: atomic { MY_TURN && p == 1 -> goto forgotten }
    od;

forgotten:
    atomic { MY_TURN ->
        drop_bytes(); drop_key();
        d_step {
            pool[p].here = false; pool[p].era = 0;
            process[p].era = 0; process[p].eras_begun = 0; process[p].ending = 0;
            process[p].lock = OPEN; process[p].found = false; process[p].in_fork = false;
            rename_seeds()
        }
        if
        :: p == 1 -> youngest = 0; goto end_unborn
        :: else
        fi
    }
}

#define IT process[youngest]

/* The other threads of the process whose turn it is. */
proctype others()
{
end:do
    :: atomic { IT.era == 0 && !IT.in_fork && FEW(youngest) ->
            IT.eras_begun++;
            IT.era = IT.eras_begun;
            d_step { rename_eras(youngest) }
        }
    :: atomic { IT.era != 0 && !IT.in_fork && !IT.ending && FEW(youngest) ->
            TAKE_NUMBER(youngest, IT.ending)
        }
    :: atomic { IT.ending -> end_era(youngest, IT.ending) }
    :: atomic { !IT.found && IT.lock == OPEN && !IT.in_fork -> IT.lock = OTHERS }
    :: atomic { IT.lock == OTHERS ->
            IT.lock = OPEN;
            if
            :: true
            :: IT.found = true
            fi
        }
    od
}

init
{
    atomic {
        if
        :: wipes = false
        :: wipes = true
        fi;
        run others();
        run thread(0);
        run thread(1)
    }
}
