/*
 * A cursor: writers of one SQLite file draw keys while they hold its lock for writing, and a reader
 * asks again and again for the rows whose key is greater than the last one that it has seen.
 *
 * Stands for  core/src/generate/order.c: reserve
 *             and SQLite: one transaction at a time holds the lock, from BEGIN IMMEDIATE or the
 *             first statement that writes, before that calls a function, until it has committed or
 *             is rolled back; what it wrote is visible from then on (tests/feed/test_feed.py).
 * Proves      Skipped  No row becomes visible whose key is not greater than the last one that the
 *                      reader has seen.
 *             Commits  The keys are in the order in which the transactions commit,
 *             whatever the clock shows, and wherever a transaction is rolled back, or its process
 *             killed, and begun again.
 * Abstracts   Taking a nanosecond is one step, max(clock, last + 1), which clock_state.pml and
 *             state_file.pml prove for threads and for processes. The reader always gets as far as
 *             it can: after a shorter page, fewer keys could be skipped.
 * Bounds      3 writers with 2 transactions each, of a key; 2 may be lost; clocks of 0 .. 2.
 */
#define WRITERS      3
#define TRANSACTIONS 2
#define LOST         2
#define NOBODY       9

byte locked_by = NOBODY;
byte lost;            /* transactions */
byte last[WRITERS];   /* the order; all have the first, but for a mistake */
byte seen, committed; /* the reader's cursor; the greatest key that was committed */

#ifdef BROKEN_OWN_ORDER /* each process has an order of its own */
#define ORDER last[_pid - 1]
#else
#define ORDER last[0]
#endif

inline draw()
{
    atomic {
        select(now : 0 .. 2);
        ORDER = ((now > ORDER) -> now : ORDER + 1);
        key = ORDER
    }
}

inline lock()
{
    atomic { locked_by == NOBODY -> locked_by = _pid }
}

proctype writer()
{
    byte done, now, key;

    do
    :: done < TRANSACTIONS ->
#ifdef BROKEN_DRAW_BEFORE_LOCK
        draw();
        lock();
#elif defined(BROKEN_DRAW_AFTER_UNLOCK) /* the lock is not held from the draw to the commit */
        lock();
        locked_by = NOBODY;
        draw();
        lock();
#elif defined(BROKEN_KEEP_KEY) /* a transaction that is begun again has the key of the first try */
        lock();
        if
        :: key == 0 -> draw()
        :: else
        fi;
#else
        lock();
        draw();
#endif
        if
        :: lost < LOST -> /* it is rolled back, or the process is killed */
            lost++
        :: true ->
            atomic {
                assert(key > seen);      /* Skipped */
                assert(key > committed); /* Commits */
                committed = key
            };
            key = 0;
            done++
        fi;
        locked_by = NOBODY
    :: else -> break
    od
}

proctype reader()
{
end:
    do
    :: seen != committed -> seen = committed
    od
}

init
{
    atomic { run writer(); run writer(); run writer(); run reader() }
}
