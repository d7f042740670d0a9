/*
 * Fork generations and buffers: a thread that draws random bytes, and its children, beside other
 * threads. fork_lock.pml has the lock that fork() waits for.
 *
 * Stands for  core/src/generate/entropy.c: entropy_draw, entropy_prepare, entropy_take,
 *             uuid9562_reseed
 *             core/src/system/secret_memory.c: secret_slot_claim, secret_slot_release,
 *             secret_slot_is_held
 *             core/src/system/fork.c: fork_generation, fork_is_generation, fork_end_generation,
 *             after_fork_in_child
 *             with all that they call there. A step is a load, a store or a swap of what threads
 *             share; what a thread does with its own buffer belongs to one of them.
 *             Named as there: copy_and_wipe, draw_from_buffer, draw_past_buffer, drop_bytes,
 *             generate_by_seed, generations_begun, refresh, set_left.
 * Proves      Once      No byte is handed out twice, by whatever process.
 *             Filled    No byte is handed out unless a fill that succeeded has generated it, by the
 *                       system or with a cipher that was seeded, in the generation that the thread
 *                       has for its buffer.
 *             Reseeded  A draw that checks the generation in a child, or after uuid9562_reseed has
 *                       ended one, returns only what comes of a seed that was taken since.
 *             Held      A thread looks only into a slot that it holds: not into one that the kernel
 *                       has wiped, which another thread may have taken.
 * Abstracts   A byte is the key that generated it, and a place. The key stands for the seed that
 *             becomes the next key. A seed from the system is a number that nobody holds: one that
 *             is no longer held is as good as new. So are the bytes of a fill from the system. The
 *             seed that the cipher generates for its next key is the next number. The time, which is
 *             the nonce, is left out. Once speaks of one byte, which may be any; it is
 *             forgotten when nobody can hand it out again. Generations are only compared, so their
 *             numbers are kept small. A check of the age may have either result; a seed, a fill and
 *             a slot may not be had. How many bytes a draw wants is settled when it matters; when
 *             there are too few, that is after a refresh, and one refresh may follow another.
 *             Processes share nothing, so while the child is followed the parent waits. Two
 *             processes are enough: the one that forks may be forgotten instead, and the child
 *             takes its place. So any two of a family come to be followed, from where they part.
 *             A buffer is touched by its thread alone, so other threads are what they do to what is
 *             shared. One that begins a generation does so in one step: until the swap, its number
 *             means nothing to anybody. What handlers draw within fork() is in the parent as if
 *             drawn before or after it. Detection has started.
 * Bounds      None of draws, forks, fills and generations. The buffer has BUFFER bytes, of which
 *             READY are ready at a time; a draw takes up to READY of them, or READY + 1 in pieces,
 *             or bypasses the buffer. One other thread at a time is about to end a generation,
 *             beside the thread itself. A fork is fork(), or a raw clone(), which can come in the
 *             middle of a draw as well, as from a signal handler: then the child does not return to
 *             it (unit/inside/entropy_life.c does). All that where the kernel wipes the word of
 *             the generation, with slots that it wipes or not; and where it does not. There the
 *             child of a raw clone() has another process ID than the word has, and that of fork()
 *             may have the same, but draws nothing then before the library's handler.
 */
#ifndef BUFFER
#define BUFFER 2 /* BUFFER_SIZE */
#endif
#ifndef READY
#define READY 1 /* ENTROPY_PREPARE_MAX */
#endif

typedef process_t {
    byte generation;   /* what the word of fork.c holds; 0 for none, */
    bool has_other_id; /* and beside it, where the kernel does not wipe it: another process's ID */
    byte generations_begun;
    byte ending;     /* the number with which another thread is about to end it; 0 for none */
    bool is_forking; /* a child whose handlers have not run yet */
}

/* Of the thread that the model follows. */
typedef buffer_t {
    bool is_held; /* the thread owns the slot */
    byte generation, ready, reserve;
    byte key;       /* 0 for no seed */
    byte bytes_key; /* the key that generated its bytes; 0 for none */
    byte current;   /* not in the buffer: what fork_generation is about to return */

    /* Ghosts: what the properties speak of, and the code does not know. */
    byte filled_in;                 /* the generation in which its bytes were generated */
    bool key_is_old, bytes_are_old; /* a generation has ended since the seed was taken */
}
process_t process[2];
buffer_t buffer[2];
byte running;      /* the process whose turn it is */
bool kernel_wipes; /* the kernel wipes the word of the generation */

byte watched, place; /* ghosts: a byte that was handed out; 0 for none */
hidden byte fresh, i, key, bytes_key, smaller[16];

#ifdef BROKEN_ZERO /* a buffer of no generation says 0, as the page of a child does */
#define NO_FORK_GENERATION 0
#else
#define NO_FORK_GENERATION 255 /* the page never holds that */
#endif
#ifdef BROKEN_NO_CHECK /* what is ready is taken without a check of the generation */
#define IS_GENERATION buffer[p].is_held
#else /* where process IDs are watched, the fast path looks at a word that stays 0 */
#define IS_GENERATION                                                                              \
    (buffer[p].generation == (kernel_wipes -> process[p].generation : 0))
#endif
#ifdef BROKEN_NO_WATCH /* where the kernel does not wipe the word, it stands alone */
#define OTHER_ID(is_other) false
#else
#define OTHER_ID(is_other) (!kernel_wipes && is_other)
#endif
#define IS_BEGUN(q) (process[q].generation != 0 && !process[q].has_other_id)
#define IS_STALE    (buffer[p].generation != buffer[p].current)
#ifdef BROKEN_KEEP /* in a new generation the seed is dropped, and the bytes are kept */
#define KEEPS_BYTES true
#else
#define KEEPS_BYTES (!IS_STALE)
#endif
#ifdef BROKEN_NO_SEED /* in a new generation the bytes are dropped, and the seed is kept */
#define KEEPS_SEED true
#else
#define KEEPS_SEED (!IS_STALE)
#endif
#ifdef BROKEN_SAME_SEED /* the cipher begins again with the seed that it had */
#define NEXT_KEY(key) (key)
#else
#define NEXT_KEY(key) ((key) + 1)
#endif
#ifdef BROKEN_FAILED /* after a fill that failed, its seed counts as the next */
#define IS_SEEDED true
#else
#define IS_SEEDED (buffer[p].key != 0)
#endif
#ifdef BROKEN_ONLY_KERNEL /* the handler does not wipe */
#define HANDLER_WIPES false
#else
#define HANDLER_WIPES true
#endif
#ifdef BROKEN_COUNTER /* each process counts its generations from 1 */
#define INHERITED(count) 0
#else
#define INHERITED(count) (count)
#endif
#ifdef BROKEN_IN_SLOT /* the generation stands in the slot, and not in the thread */
#define IN_SLOT(it) (it)
#else
#define IN_SLOT(it) buffer[q].generation
#endif

#define MY_TURN (running == p)

/* ---- names ---- */

#define SEED(key)      ((key) / 16)
#define HOLDS(q, seed) (SEED(buffer[q].key) == seed || SEED(buffer[q].bytes_key) == seed)
#define CAN_REPEAT(q)                                                                              \
    (buffer[q].bytes_key == watched && place < buffer[q].ready + buffer[q].reserve ||              \
     SEED(buffer[q].key) == SEED(watched) && buffer[q].key <= watched)

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
    key = buffer[p].key; bytes_key = buffer[p].bytes_key;
    if
    :: bytes_key != 0 && !IS_SHARED(SEED(bytes_key)) ->
        buffer[p].bytes_key = 0;
        buffer[p].key = (SEED(key) == SEED(bytes_key) -> 0 : key);
        name_seed(buffer[p].bytes_key);
        buffer[p].key =
            (SEED(key) == SEED(bytes_key) -> buffer[p].bytes_key + (key != bytes_key) : key)
    :: else
    fi;
    if
    :: key != 0 && SEED(key) != SEED(bytes_key) && !IS_SHARED(SEED(key)) ->
        buffer[p].key = 0;
        name_seed(buffer[p].key)
    :: else
    fi;
    key = 0; bytes_key = 0
}

/* Gives the lowest numbers to those in use. Which is the greater does not matter, only that the
 * counter gives out another one next. */
#define RENUMBER(number)                                                                           \
    if                                                                                             \
    :: number != 0 && number != NO_FORK_GENERATION ->                                              \
        if                                                                                         \
        :: smaller[number] == 0 -> i++; smaller[number] = i                                        \
        :: else                                                                                    \
        fi;                                                                                        \
        number = smaller[number]                                                                   \
    :: else                                                                                        \
    fi

inline renumber_generations(q)
{
#ifndef BROKEN_NEXT
    if
    :: buffer[q].generation <= process[q].generations_begun ||
       buffer[q].generation == NO_FORK_GENERATION ->
        RENUMBER(process[q].generation);
        RENUMBER(process[q].ending);
        RENUMBER(buffer[q].generation);
        RENUMBER(buffer[q].filled_in);
        RENUMBER(buffer[q].current);
        process[q].generations_begun = i;
        i = 0;
        do
        :: i < 16 -> smaller[i] = 0; i++
        :: else -> break
        od;
        i = 0
    :: else /* BROKEN_COUNTER: the counter has yet to come to it */
    fi
#else
    skip
#endif
}

/* ---- generations ---- */

#ifdef BROKEN_NEXT /* the next generation is this one + 1, and another may take that, too */
#define FEW(q) (process[q].generations_begun < 9)
#define TAKE_NUMBER(q, it)                                                                         \
    it = process[q].generation + 1;                                                                \
    process[q].generations_begun =                                                                 \
        (process[q].generations_begun < it -> it : process[q].generations_begun)
#else
#define FEW(q) true
#define TAKE_NUMBER(q, it)                                                                         \
    process[q].generations_begun++;                                                                \
    it = process[q].generations_begun
#endif

inline end_generation(q, it)
{
#ifndef BROKEN_RESEED /* uuid9562_reseed drops what its own thread has buffered, and that is all */
    process[q].generation = it;
    process[q].has_other_id = false;
#endif
    it = 0;
    buffer[q].key_is_old = buffer[q].key != 0;
    buffer[q].bytes_are_old = buffer[q].bytes_key != 0;
    d_step { renumber_generations(q) }
}

/* A child is a copy of the thread and of what is shared. */
inline inherit(q, its_id_is_other, its_is_forking)
{
    d_step {
        process[q].generation = (kernel_wipes -> 0 : process[p].generation);
        process[q].has_other_id = OTHER_ID(its_id_is_other);
        process[q].generations_begun = INHERITED(process[p].generations_begun);
        process[q].ending = 0;
        process[q].is_forking = its_is_forking;
        buffer[q].is_held = buffer[p].is_held;
        buffer[q].generation = buffer[p].generation;
        buffer[q].ready = buffer[p].ready; buffer[q].reserve = buffer[p].reserve;
        buffer[q].key = buffer[p].key; buffer[q].bytes_key = buffer[p].bytes_key;
        buffer[q].filled_in = buffer[p].filled_in;
        buffer[q].key_is_old = buffer[p].key != 0;
        buffer[q].bytes_are_old = buffer[p].bytes_key != 0
    }
    if
    :: kernel_wipes -> d_step { wipe_slot(q); buffer[q].generation = IN_SLOT(0) }
    :: true
    fi
}

/* Another thread of the parent may as well take its number when the parent goes on. */
inline fork_now(its_id_is_other, its_is_forking)
{
    if
    :: p == 0 && !process[p].ending ->
        inherit(1, its_id_is_other, its_is_forking);
        running = 1;
        MY_TURN
    :: inherit(p, its_id_is_other, its_is_forking); goto done
    fi
}

/* A raw clone() may come here. */
inline interrupt()
{
    if
    :: !process[p].is_forking -> fork_now(true, false)
    :: true
    fi
}

/* ---- the life of a buffer ---- */

inline wipe_slot(q)
{
    buffer[q].is_held = false; buffer[q].ready = 0; buffer[q].reserve = 0;
    buffer[q].key = 0; buffer[q].bytes_key = 0; buffer[q].filled_in = 0;
    buffer[q].key_is_old = false; buffer[q].bytes_are_old = false
}

inline drop_bytes()
{
    buffer[p].ready = 0; buffer[p].reserve = 0; buffer[p].bytes_key = 0; buffer[p].filled_in = 0;
    buffer[p].bytes_are_old = false; bytes_were_old = false
}

inline drop_seed()
{
    buffer[p].key = 0; buffer[p].key_is_old = false; key_was_old = false
}

inline refresh()
{
    if
    :: !buffer[p].is_held ->
        buffer[p].generation = NO_FORK_GENERATION;
        if
        :: goto done /* there is no slot, or no thread key */
        :: wipe_slot(p); bytes_were_old = false; key_was_old = false; buffer[p].is_held = true
        fi;
        interrupt()
    :: else
    fi;
    if
    :: drop_bytes()
    :: KEEPS_BYTES
    fi;
    interrupt();
    if
    :: !KEEPS_SEED -> drop_seed()
    :: KEEPS_SEED
    fi;
#ifdef BROKEN_GENERATION_LATE /* it is read afterwards, when it may be another */
    if
    :: process[p].ending != 0 -> end_generation(p, process[p].ending)
    :: true
    fi;
    buffer[p].current = process[p].generation;
#endif
    buffer[p].generation = buffer[p].current;
    buffer[p].current = 0;
    interrupt()
}

/* ---- filling ---- */

inline rekey()
{
    buffer[p].key = NEXT_KEY(buffer[p].key);
    assert(buffer[p].key % 16 < 15) /* there are numbers enough */
}

/* is_filled says whether there is a seed, and the generation has not ended. */
inline generate_by_seed()
{
    if
    :: name_seed(buffer[p].key); buffer[p].key_is_old = false; key_was_old = false
    :: IS_SEEDED
    fi;
    interrupt();
    if
    :: drop_seed()
    :: assert(buffer[p].key != 0); /* Filled */
        is_filled = true
    fi
}

inline fill()
{
    drop_bytes();
#ifdef BROKEN_COUNTERS /* they are set before the fill, and kept when it fails */
    buffer[p].reserve = BUFFER;
    if
    :: goto done
    :: true
    fi;
#endif
    if
    :: generate_by_seed()
    :: true
    fi;
    if
    :: is_filled ->
        old_key = buffer[p].key;
        rekey();
        interrupt();
        buffer[p].bytes_key = old_key;
        buffer[p].bytes_are_old = buffer[p].key_is_old; bytes_were_old = key_was_old
    :: !is_filled -> name_seed(buffer[p].bytes_key) /* the system's */
    :: !is_filled -> goto done
    fi;
    buffer[p].reserve = BUFFER;
    buffer[p].filled_in = buffer[p].generation;
    old_key = 0; is_filled = false
}

inline set_left()
{
    buffer[p].ready = (left < READY -> left : READY);
    buffer[p].reserve = left - buffer[p].ready
}

/* ---- drawing ---- */

inline copy_and_wipe(from, first, count_of, is_old)
{
    assert(!is_old); /* Reseeded */
    i = 0;
    do
    :: i < count_of ->
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

inline copy_from_buffer(first, count_of)
{
    assert(buffer[p].bytes_key != 0 && buffer[p].filled_in == buffer[p].generation); /* Filled */
    copy_and_wipe(buffer[p].bytes_key, first, count_of, bytes_were_old);
    if
    :: buffer[p].ready + buffer[p].reserve == 0 -> drop_bytes()
    :: else
    fi
}

inline entropy_take()
{
    count = 1;
    do
    :: count < buffer[p].ready -> count++
    :: break
    od;
    buffer[p].ready = buffer[p].ready - count;
    copy_from_buffer(buffer[p].reserve + buffer[p].ready, count)
}

inline draw_from_buffer()
{
    left = buffer[p].ready + buffer[p].reserve;
    count = READY + 1;
    do
    :: count > 0 ->
        if
        :: left == 0 -> fill(); left = BUFFER
        :: else
        fi;
        part = (count < left -> count : left);
        left = left - part;
        set_left();
        copy_from_buffer(left, part);
        interrupt();
        count = count - part; part = 0
    :: else -> break
    od
}

/* One piece. The system's bytes are not worth following. */
inline draw_past_buffer()
{
    generate_by_seed();
    if
    :: is_filled
    :: !is_filled -> goto done
    fi;
    is_filled = false;
    copy_and_wipe(buffer[p].key, 0, 1, key_was_old);
    interrupt();
    rekey();
    interrupt();
    d_step { rename_seeds() }
}

proctype thread(byte p)
{
    byte count, left, part, old_key;
    bool is_filled;
    bool key_was_old, bytes_were_old; /* ghosts: as the thread checked the generation */

end_unborn:
    do
    :: atomic { MY_TURN && !process[p].is_forking -> fork_now(true, false) } /* a raw clone() */
    :: atomic { MY_TURN && !process[p].is_forking ->
            if
            :: fork_now(true, true)
            :: !kernel_wipes -> fork_now(false, true)
            fi
        }
    :: atomic { MY_TURN && process[p].is_forking ->
            process[p].generation = (HANDLER_WIPES -> 0 : process[p].generation);
            process[p].has_other_id = (HANDLER_WIPES -> false : process[p].has_other_id);
            process[p].is_forking = false
        }

    :: atomic { MY_TURN && FEW(p) &&
                (!process[p].is_forking || kernel_wipes || process[p].has_other_id) ->
            assert(!IS_GENERATION || buffer[p].is_held); /* Held */
            if
            :: IS_GENERATION && buffer[p].ready > 0 ->
                bytes_were_old = buffer[p].bytes_are_old;
                entropy_take();
                goto done
            :: true
            fi
        };
again:  atomic { MY_TURN -> /* fork_generation */
            key_was_old = buffer[p].key_is_old; bytes_were_old = buffer[p].bytes_are_old;
            buffer[p].current = process[p].generation;
            if
            :: IS_BEGUN(p) -> goto draw
            :: !IS_BEGUN(p) ->
                process[p].generations_begun++;
                buffer[p].current = process[p].generations_begun
            fi
        };
        atomic { MY_TURN ->
            if
            :: IS_BEGUN(p) -> buffer[p].current = process[p].generation
            :: !IS_BEGUN(p) ->
                process[p].generation = buffer[p].current;
                process[p].has_other_id = false
            fi
        };
draw:   atomic { MY_TURN ->
            if
            :: goto reseed
            :: true
            fi;
            refresh();
            if
            :: buffer[p].ready + buffer[p].reserve < READY -> fill()
            :: buffer[p].ready + buffer[p].reserve > 0
            :: left = buffer[p].ready + buffer[p].reserve; set_left(); left = 0; goto again
            :: draw_from_buffer(); goto done
            :: draw_past_buffer();
                if
                :: goto again
                :: goto done
                fi
            fi;
            left = buffer[p].ready + buffer[p].reserve; set_left(); left = 0;
            interrupt();
            entropy_take();
            goto done
        };
reseed: atomic { MY_TURN -> TAKE_NUMBER(p, buffer[p].current) };
        atomic { MY_TURN ->
#ifdef BROKEN_RESEED
            drop_bytes();
#endif
            end_generation(p, buffer[p].current)
        };
done:   atomic { MY_TURN ->
            count = 0; left = 0; part = 0; old_key = 0;
            is_filled = false; key_was_old = false; bytes_were_old = false;
            buffer[p].current = 0;
            d_step { rename_seeds(); renumber_generations(p) }
        }

    :: atomic { MY_TURN && p == 1 -> goto forgotten }
    od;

forgotten:
    atomic { MY_TURN ->
        d_step {
            wipe_slot(p); buffer[p].generation = NO_FORK_GENERATION;
            process[p].generation = 0; process[p].has_other_id = false;
            process[p].generations_begun = 0; process[p].ending = 0;
            process[p].is_forking = false;
            rename_seeds()
        }
        if
        :: p == 1 -> running = 0; goto end_unborn
        :: else
        fi
    }
}

#define IT process[running]

/* Another thread fills the slot, which this one does not hold any more. */
inline take_slot(q)
{
    buffer[q].ready = READY;
    buffer[q].generation = IN_SLOT(process[q].generation)
}

/* The other threads of the process whose turn it is. */
proctype others()
{
end:do
    :: atomic { !IS_BEGUN(running) && !IT.is_forking && FEW(running) ->
            IT.generations_begun++;
            IT.generation = IT.generations_begun;
            IT.has_other_id = false;
            d_step { renumber_generations(running) }
        }
    :: atomic { IS_BEGUN(running) && !IT.is_forking && !IT.ending && FEW(running) ->
            TAKE_NUMBER(running, IT.ending)
        }
    :: atomic { IT.ending -> end_generation(running, IT.ending) }
    :: atomic { IS_BEGUN(running) && !IT.is_forking && !buffer[running].is_held &&
                buffer[running].ready == 0 -> take_slot(running)
        }
    od
}

init
{
    atomic {
        if
        :: kernel_wipes = false
        :: kernel_wipes = true
        fi;
        buffer[0].generation = NO_FORK_GENERATION; buffer[1].generation = NO_FORK_GENERATION;
        run others();
        run thread(0);
        run thread(1)
    }
}
