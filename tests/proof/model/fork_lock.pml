/*
 * The lock that fork() waits for: a thread that forks, from its fork handlers as well, beside
 * another one.
 *
 * Stands for  core/src/system/fork.c: fork_lock, fork_unlock, fork_hold_off, fork_allow,
 *             fork_await_others, start_detection, before_fork, after_fork_in_parent,
 *             after_fork_in_child
 *             with the C library's fork(), which runs the handlers that were registered when it
 *             began. A step is what one call does with the lock.
 *             Named as there: delays, own_delays, start_detection.
 * Proves      No deadlock  A thread that waits for OS_LOCK_FORK does not hold it itself; nor does
 *                          its holder wait for ever, although code between fork_hold_off and
 *                          fork_allow waits for a lock of the thread that forks: the dynamic
 *                          linker's, which a thread holds in a library's constructor.
 *             Whole        What a child inherits is not in the midst of a section between
 *                          fork_lock and fork_unlock, nor of one between fork_hold_off and
 *                          fork_allow that took less than a second, unless fork() had begun before
 *                          detection started: what it may find then is a lock that is held for
 *                          ever, in a process that forks while another thread is in its first use.
 *             Awaited      fork() is late only because of another thread, and of none that waits
 *                          for a lock that fork() holds.
 *             Released     Outside of fork() and of sections no thread holds a lock, in a child
 *                          neither; and there nobody delays fork() but its own thread.
 * Abstracts   A handler of the program may come before or behind each of ours, and may fork, or use
 *             the library. Where a thread is in a section, fork_depth does not change. After
 *             fork() parent and child go the same way, but that in the child nobody else is left.
 *             A second is over at any time.
 * Bounds      2 threads; 2 calls of fork() within each other, and the handlers are registered up to
 *             2 times, by either thread, before or during fork(). Some C libraries then run a new
 *             handler behind the fork() that has not run it before.
 */
#define LEVELS 2
#define TIMES  2

byte holder;     /* of OS_LOCK_FORK: thread 1 or 2; 0 for nobody */
byte keeper;     /* of OS_LOCK_DELAY */
byte registered; /* how often the handlers are */
bool is_alone;   /* a child, which has no other thread */
byte delays;     /* of fork(): how many threads */
bool is_waiting; /* the other thread, for OS_LOCK_FORK, while it delays fork() */

/* Of the thread that forks. */
bool has_linker;        /* it is in a constructor, and holds the dynamic linker's lock */
bool is_late;           /* the fork() that it is in has waited for a second */
byte own_delays;
byte depth;             /* fork_depth */
byte level;             /* calls of fork() that it is in */
byte before[3], ran[3]; /* of each, handlers to run before it, and those that ran */
byte after[3];          /* to run after it */
bool is_after[3];

#ifdef BROKEN_FLAG /* it is noted that there is a fork(), and not how many */
#define DEPTH_BEFORE 1
#define DEPTH_AFTER  0
#else
#define DEPTH_BEFORE (depth + 1)
#define DEPTH_AFTER  (depth - 1)
#endif
#ifdef BROKEN_IN_FORK /* a handler of the program waits for the lock that fork() holds */
#define TAKES_LOCK true
#else
#define TAKES_LOCK (depth == 0)
#endif
#ifdef BROKEN_ALONE /* a handler that runs behind fork() alone unlocks, too */
#define WAS_LOCKED true
#else
#define WAS_LOCKED (depth > 0)
#endif

#ifdef BROKEN_OWN /* it waits for itself, too */
#define AWAITED (delays == 0)
#else
#define AWAITED (delays == own_delays)
#endif
inline lock(mutex, me)
{
    assert(mutex != me); /* No deadlock */
    mutex == 0;
    mutex = me
}

inline unlock(mutex, me)
{
    assert(mutex == me);
    mutex = 0
}

inline start_detection()
{
#ifndef BROKEN_LATE /* the lock is used before there are handlers */
    if
    :: registered == 0 -> registered++
    :: registered > 0
    fi
#else
    skip
#endif
}

/* A section of a thread: what it does in it is all one. */
inline fork_lock_and_unlock()
{
    start_detection();
    if
    :: TAKES_LOCK -> lock(holder, 1); unlock(holder, 1)
    :: else
    fi
}

/* A second is over, or there is nothing to wait for. */
inline await_others()
{
    if
    :: AWAITED
#ifndef BROKEN_FOREVER /* there is no end to it */
    :: !(AWAITED) ->
            assert(delays != own_delays && !(is_waiting && holder == 1)); /* Awaited */
            is_late = true
#endif
    fi
}

proctype forks()
{
end:do
    :: atomic { fork_lock_and_unlock() }
    :: atomic { has_linker = !has_linker }
    :: atomic { own_delays == 0 -> /* fork_hold_off */
            start_detection();
            if
            :: depth == 0 -> lock(keeper, 1); unlock(keeper, 1)
            :: else
            fi;
            own_delays++; delays++
        }
    :: atomic { own_delays > 0 -> own_delays--; delays-- } /* fork_allow */
    :: atomic { registered < TIMES -> registered++ }
    :: atomic { level < LEVELS -> /* fork() begins */
            assert(registered > 0 || holder == 0); /* Whole */
            level++;
            before[level] = registered; ran[level] = registered
        }
    :: atomic { level > 0 && before[level] > 0 ->
            if
            :: depth == 0 ->
#ifdef BROKEN_ORDER /* what others need in their delays is held while fork() waits for them */
                    lock(keeper, 1); lock(holder, 1); await_others()
#else
                    lock(keeper, 1); await_others(); lock(holder, 1)
#endif
            :: else
            fi;
            before[level] = before[level] - 1;
            depth = DEPTH_BEFORE
        }
    :: atomic { level > 0 && before[level] == 0 && !is_after[level] ->
            assert((holder != 2 && keeper != 2) || ran[1] == 0); /* and */
            assert(delays == own_delays || is_late || ran[1] == 0); /* and */
            is_after[level] = true;
            after[level] = ran[level];
            if /* a new handler */
            :: level == 1 && registered > ran[level] -> after[level] = registered
            :: true
            fi;
            if
            :: true
            :: !is_alone -> /* the child */
                is_alone = true;
                if
                :: holder == 2 || keeper == 2 || (delays != own_delays && ran[1] == 0) ->
                        goto stuck /* see Whole */
                :: else
                fi
#ifndef BROKEN_CHILD /* the delays of the other thread stay */
                ; delays = own_delays
#endif
#ifdef BROKEN_NO_UNLOCK /* the child does not unlock */
                ; after[level] = 0; depth = 0
#endif
            fi
        }
    :: atomic { is_after[level] && after[level] > 0 ->
            after[level] = after[level] - 1;
            if
            :: WAS_LOCKED ->
                depth = DEPTH_AFTER;
                if
                :: depth == 0 -> unlock(holder, 1); unlock(keeper, 1)
                :: else
                fi
            :: else
            fi
        }
    :: atomic { is_after[level] && after[level] == 0 ->
            is_after[level] = false; ran[level] = 0;
            level--;
            assert(level > 0 || (depth == 0 && holder != 1 && keeper != 1)); /* Released */
            assert(!is_alone || delays == own_delays); /* and */
            if
            :: level == 0 -> is_late = false
            :: else
            fi
        }
    od;
stuck:
    skip
}

proctype other()
{
end:do
    :: atomic { !is_alone -> start_detection() };
#ifdef BROKEN_UNSEEN /* a delay begins without the lock */
        if
        :: true
        :: atomic { !is_alone -> delays++ }; atomic { !is_alone -> delays-- }
        fi;
#endif
        if
        :: atomic { holder == 0 && !is_alone -> holder = 2 }; /* fork_lock */
            if
            :: atomic { !is_alone -> unlock(holder, 2) } /* fork_unlock */
            :: is_alone -> break
            fi
        :: atomic { keeper == 0 && !is_alone -> keeper = 2 }; /* fork_hold_off */
            if
            :: atomic { !is_alone ->
                    delays++
#ifndef BROKEN_HELD /* the lock is held while the dynamic linker is called */
                    ; unlock(keeper, 2)
#endif
                }
            :: is_alone -> break
            fi;
            if
            :: !is_alone && !has_linker
            :: is_alone -> break
            fi;
            if /* what it has found is published under the other lock, or is not */
            :: atomic { !is_alone -> is_waiting = true };
                if
                :: atomic { holder == 0 && !is_alone -> holder = 2; is_waiting = false }
                :: is_alone -> break
                fi;
                if
                :: atomic { !is_alone -> unlock(holder, 2) }
                :: is_alone -> break
                fi
            :: !is_alone
            :: is_alone -> break
            fi;
            if
            :: atomic { !is_alone -> /* fork_allow */
                    delays--
#ifdef BROKEN_HELD
                    ; unlock(keeper, 2)
#endif
                }
            :: is_alone -> break
            fi
        :: is_alone -> break
        fi
    :: is_alone -> break
    od
}

init
{
    atomic {
        run forks();
        run other()
    }
}
