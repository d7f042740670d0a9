/*
 * A clock state in a file: the system-wide generator state in stable storage of RFC 9562 sections
 * 6.3 and 6.4, and RFC 4122 section 4.2.1. All processes that open a file share its clock state
 * (state.h), and so one order, one node and one clock sequence.
 *
 * The file holds two records, written in turn, and the clock state itself, which processes share as
 * memory. What must hold:
 *
 *   Ahead        A record on the disk holds a time that is later than every time given out. A call
 *                that would go past it has a later one written and synchronised first. After a
 *                crash of the machine (another boot ID) the order begins at that time.
 *   Two records  A record is written into the place of the older one. If the machine crashes
 *                meanwhile, no time past the other one's has been given out.
 *   One writer   Records are written under a lock of the file, which a process that is killed
 *                releases. Reserving a time takes no lock.
 *   Agreement    Under the lock the memory agrees with the records. Otherwise the file was
 *                overwritten, and every call is an error.
 *   Whole        A file appears under its name with all of its contents, or not at all.
 *   Once open    A process finds the file again by its path for each record, and reports an error
 *                if that is another file by now.
 *
 * tests/proof/model/state_file.pml and tests/unit/inside/disk/state_file.c prove it.
 */
#ifndef UUID9562_STATE_FILE_H
#define UUID9562_STATE_FILE_H

#include <stdbool.h>
#include <stdint.h>

#include "state.h"

typedef struct state_opening {
    uint64_t now;         /* the clock's reading */
    uint64_t last;        /* the times that this process has given out are up to this one */
    uint64_t max_lead;    /* a file that is further ahead of the clock is refused */
    const uint64_t *node; /* takes the place of the file's, if it differs; or NULL */
} state_opening_t;

/* Opens the file, after creating it if there is none.
 * Errors: the STATE statuses, and ENTROPY, MEMORY */
INTERNAL uuid9562_status_t state_file_open(clock_state_t **state, const char *path,
                                           const state_opening_t *opening);

/* Records in the file of an open state that times up to `next`, and some seconds more, may be given
 * out after `last`.
 * Errors: the STATE statuses; LEAD if a resync has begun since the reading, or if the time is now
 *         before `last` */
INTERNAL uuid9562_status_t state_file_extend(clock_state_t *state, reading_t now, uint64_t last,
                                             uint64_t next);

/* Ends a resync that a killed process has left half done. */
INTERNAL uuid9562_status_t state_file_settle(clock_state_t *state);

/* Begins the time and the clock sequence anew: uuid9562_resync for all processes.
 * Errors: as for state_file_extend */
INTERNAL uuid9562_status_t state_file_resync(clock_state_t *state, reading_t now);

/* Returns false, and writes nothing, in a build without state files: another copy of the library in
 * the process may have opened one. */
INTERNAL bool state_file_describe(const clock_state_t *state, uuid9562_state_t *out);

/* Whether the path leads to the file of an open state; if it leads to another or to none, errno is
 * ENOENT. */
INTERNAL bool state_file_is_at(const clock_state_t *state, const char *path);

/* Gives up an open state that nothing uses. */
INTERNAL void state_file_forget(clock_state_t *state);

#endif
