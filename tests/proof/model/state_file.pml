/*
 * The state file: what is on the disk, what processes see of it, and the clock state that they
 * share.
 *
 * Stands for  core/src/state/state_file.c: state_file_open, state_file_extend, extend_locked,
 *             state_file_settle, state_file_resync
 *             core/src/generate/order.c: try_to_reserve, raise_last_ns, uuid9562_advance
 *             core/src/generate/gregorian.c: reserve_with_node
 *             Named as there: base, begun, done, until, write_next.
 * Proves      Once   No pair of time and clock sequence is given out twice; and without a resync no
 *                    time is given out that is not later than all before.
 *             Ahead  No time is given out that is later than what is on the disk.
 *             After  Without a resync, no time is given out that is not later than what a call
 *                    that has returned has advanced to.
 *             Back   No record is written for what follows a time that a resync has undone: it would
 *                    be ahead for good.
 *             Found  After a crash one of the two records is whole.
 *             Agree  Under the lock the memory is what the newer record says; but for a record
 *                    that was not published, whose time is later.
 *             whatever process is killed, and whenever the machine crashes.
 * Abstracts   A record is its number, its time and its clock sequence. A write reaches what other
 *             processes see at once, and the disk when it is synchronised; at a crash a write that
 *             was not is lost, whole, or torn: then the record is none. The lock goes with its
 *             process. The clock stands still: so a call gets the time after the last one, and a
 *             resync goes back to the beginning. Reserving happens in one step, which
 *             clock_state.pml proves for the swap.
 * Bounds      2 processes at a time with 2 calls each, of which one may be a resync, or an advance
 *             of the first; a process that is killed or lost in a crash is followed by one with the
 *             calls that are left; 1 kill, 1 crash. A record is 2 ahead, and an advance goes 2
 *             further.
 */
#define CALLS 2
#define AHEAD 2
#define FURTHER 2
#define SEQS  6
#define NOBODY 9

typedef record_t {
    byte number; /* 0: torn */
    byte until;
    byte seq
}
record_t seen[2], disk[2];
bool dirty[2];

byte last, until;   /* shared memory */
byte base, begun, done;
byte locked_by = NOBODY;

bool dead[2];       /* a process that was killed, or was there at the crash */
byte kills = 1, crashes = 1;
byte special = 1;   /* calls that do not generate; both processes may find it 1, and then there are
                     * more of them: that adds runs, and leaves none out */

/* Ghosts. */
int given_out[SEQS]; /* the times of each clock sequence, a bit for each */
bool went_back;      /* a resync has begun; until then, */
byte greatest;       /* the greatest time; or what a call has advanced to */

#define NEWEST(of) ((of[0].number > of[1].number) -> 0 : 1)
#define NEWER(field) ((seen[0].number > seen[1].number) -> seen[0].field : seen[1].field)

inline copy(to, from)
{
    to.number = from.number;
    to.until = from.until;
    to.seq = from.seq
}

/* What a crash leaves of a write that was not synchronised. */
inline lose(i)
{
    if
    :: !dirty[i]
    :: dirty[i]                             /* lost */
    :: dirty[i] -> copy(disk[i], seen[i])   /* whole */
    :: dirty[i] -> disk[i].number = 0       /* torn */
    fi;
    dirty[i] = false;
    copy(seen[i], disk[i])
}

/* The next process brings the state up from the newer record. */
inline crash()
{
    byte from;

    lose(0);
    lose(1);
    from = NEWEST(disk);
    assert(disk[from].number != 0); /* Found */
#ifdef BROKEN_OLD_TIME /* the time from which on the record was written */
    last = disk[from].until - AHEAD;
#else
    last = disk[from].until;
#endif
    until = disk[from].until - 1; /* not published */
    base = disk[from].seq;
    if
    :: true
    :: base++ /* the clock was behind */
    fi;
    begun = 0;
    done = 0;
    locked_by = NOBODY;
    dead[0] = true;
    dead[1] = true
}

/* Each step of a process is one of these: it happens, or the process does not live to do it. */
#define STEP(what) \
    atomic { \
        if \
        :: dead[me] -> goto ended \
        :: else -> what \
        fi \
    }

inline lock()
{
#ifdef BROKEN_NO_LOCK
    skip
#else
    atomic {
        if
        :: dead[me] -> goto ended
        :: !dead[me] && locked_by == NOBODY -> locked_by = me
        fi;
        assert(until < NEWER(until) ||
               (until == NEWER(until) && base + begun == NEWER(seq))) /* Agree */
    }
#endif
}

inline unlock()
{
    STEP(if :: locked_by == me -> locked_by = NOBODY :: else fi)
}

#define WRITE(place, n, time, sequence) \
    STEP(seen[place].number = n; seen[place].until = time; seen[place].seq = sequence; \
         dirty[place] = true)

inline synchronise()
{
#ifdef BROKEN_NO_SYNC
    skip
#else
    STEP(
        if :: dirty[0] -> copy(disk[0], seen[0]); dirty[0] = false :: else fi;
        if :: dirty[1] -> copy(disk[1], seen[1]); dirty[1] = false :: else fi
    )
#endif
}

/* Writes the record that follows the newest, with this time and clock sequence. */
inline write_next(new_until, new_seq)
{
    STEP(newest = NEWEST(seen); number = seen[newest].number);
#ifndef BROKEN_NO_REWRITE
    if
    :: seen[newest].until != until ->
        WRITE(newest, number, seen[newest].until, seen[newest].seq);
        synchronise()
    :: else
    fi;
#endif
#ifdef BROKEN_SAME_PLACE
    WRITE(newest, number + 1, new_until, new_seq);
#else
    WRITE(1 - newest, number + 1, new_until, new_seq);
#endif
    synchronise()
}

/* Has the times up to `to` written, and some more, unless the call's reading or the last time that
 * it loaded is from before a resync. */
inline extend(to)
{
    lock();
    if
#ifdef BROKEN_BACK /* the time that was loaded is not looked at */
    :: to > until && begun == seen_begun ->
#else
    :: to > until && begun == seen_begun && last >= loaded ->
#endif
        STEP(assert(last >= loaded); /* Back */
             target = to - 1 + AHEAD; seq = base + begun);
#ifdef BROKEN_PUBLISH_FIRST
        STEP(until = target);
        write_next(target, seq)
#else
        write_next(target, seq);
        STEP(until = target)
#endif
    :: else
    fi;
    unlock()
}

inline settle()
{
    lock();
    STEP(done = begun);
    unlock()
}

/* An attempt: a reading of the clock, and a reservation, and the UUID is given out if no resync has begun meanwhile. */
inline generate()
{
    STEP(seen_begun = begun; in_flight = begun != done; seq = base + begun);
    if
    :: in_flight -> settle()
    :: else
    fi;
    STEP(loaded = last);
    if
    :: loaded + 1 > until -> extend(loaded + 1)
    :: else
    fi;
    atomic {
        time = 0;
        if
        :: dead[me] -> goto ended
        :: !dead[me] && (last != loaded || last + 1 > until)
        :: !dead[me] && last == loaded && last + 1 <= until ->
            last++;
            time = last;
            assert(went_back || time > greatest); /* Once */
            greatest = time;
            assert(went_back || time <= disk[NEWEST(disk)].until) /* Ahead */
        fi
    }
    atomic {
        if
        :: dead[me] -> goto ended
        :: !dead[me] && (time == 0 || begun != seen_begun)
        :: !dead[me] && time != 0 && begun == seen_begun ->
            assert((given_out[seq] & (1 << time)) == 0); /* Once */
            given_out[seq] = given_out[seq] | (1 << time);
            given = true
        fi
    }
}

inline resync()
{
    lock();
    STEP(target = ((until > last) -> until + 1 : last + 1); seq = base + begun + 1);
    STEP(target = ((target > AHEAD) -> target : AHEAD));
#ifdef BROKEN_LOW_FIRST /* the disk goes back before the time does */
    STEP(target = AHEAD);
#endif
#ifdef BROKEN_SAME_SEQ /* the clock sequence of the disk stays */
    STEP(seq = base + begun);
#endif
    write_next(target, seq);
#ifndef BROKEN_GO_ON /* calls get times while the time goes back */
    STEP(until = 0);
#endif
    STEP(went_back = true; begun++);
    STEP(last = 0);
    STEP(done++);
    STEP(newest = NEWEST(seen); number = seen[newest].number);
    WRITE(1 - newest, number + 1, AHEAD, seq);
    synchronise();
    STEP(until = AHEAD);
    unlock()
}

inline advance()
{
    STEP(time = last + FURTHER);
    do
    :: last < time ->
        STEP(seen_begun = begun; loaded = last);
#ifndef BROKEN_NOT_WRITTEN /* it is not on the disk when the call returns */
        if
        :: time > until -> extend(time)
        :: else
        fi;
#endif
        atomic {
            if
            :: dead[me] -> goto ended
#ifdef BROKEN_NOT_WRITTEN
            :: !dead[me] && last < time -> last = time
#else
            :: !dead[me] && last < time && time <= until -> last = time
            :: !dead[me] && time > until
#endif
            :: !dead[me] && last >= time
            fi
        }
    :: else -> break
    od;
    STEP(if :: greatest < time -> greatest = time :: else fi; time = 0)
}

proctype process(byte me)
{
    byte calls, time, seen_begun, loaded, seq, newest, number, target;
    bool in_flight, given;

begin:
    do
    :: calls < CALLS ->
        calls++;
        given = false;
        if
        :: do
            :: !given -> generate()
            :: given -> break
            od
        :: special > 0 -> special--; resync()
        :: special > 0 && me == 0 -> special--; advance()
        fi
    :: else -> break
    od;
    goto finished;
ended:
    atomic {
        dead[me] = false;
        goto begin /* another process, with the calls that are left */
    }
finished:
    skip
}

proctype end_of_processes()
{
    do
    :: atomic { kills > 0 -> kills--;
        if
        :: dead[0] = true; if :: locked_by == 0 -> locked_by = NOBODY :: else fi
        :: dead[1] = true; if :: locked_by == 1 -> locked_by = NOBODY :: else fi
        fi }
    :: atomic { crashes > 0 -> crashes--; crash() }
    :: break
    od
}

init
{
    atomic {
        disk[0].number = 2; disk[0].until = 1; copy(seen[0], disk[0]);
        last = 1; until = 1;
        run end_of_processes(); run process(0); run process(1)
    }
}
