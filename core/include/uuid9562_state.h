/*
 * uuid9562_state.h - a state file, in which processes share the order. EXPERIMENTAL.
 *
 * For processes of one machine whose UUIDs must be in one order, or that use a given node and must
 * not repeat a time after a restart. In a library built with UUID9562_OMIT_STATE these functions
 * fail as on systems without state files.
 */
#ifndef UUID9562_PUBLIC_STATE_H
#define UUID9562_PUBLIC_STATE_H

#include "uuid9562.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A state file is a generator state that processes share, in stable storage (RFC 9562 sections 6.3
 * and 6.4; docs/state.md). A process that has opened one keeps the order of its generator there:
 * the UUIDs of uuid7, and those of uuid6, are then strictly increasing across all processes that
 * have opened it, and a restart or a crash of the machine does not change that. Without a given
 * node, uuid1 uses the node and the clock sequence of the file, as RFC 4122 section 4.2.1 says, and
 * each UUID takes a whole tick. UUID9562_STATE=PATH in the environment makes a process open the
 * file before its first time-based UUID; if that fails, so does the generator.
 *
 * Opens the file for all copies of the library in the process (with glibc), and for children that
 * are forked later. A missing file is created, accessible only to its owner. It stays open until
 * the process ends; opening it again does nothing. Open it before other threads generate: UUIDs
 * that they generate meanwhile are not in order with later ones.
 * Args: path  terminated by a NUL
 *       node  NULL for the node of the file, a random one at first. Another node takes its place,
 *             with a random clock sequence
 * Errors: NODE, CLOCK, ENTROPY, MEMORY; STATE_OPEN and STATE_WRITE, and errno says why; the other
 *         STATE ones */
UUID9562_API uuid9562_status_t uuid9562_state_open(const char *path,
                                                   const uint64_t *node) UUID9562_MUST_CHECK;

/* Creates a state file without opening it.
 * Args: node     NULL for a random one
 *       mode     its permissions, as for chmod; anyone who may write it can stop or advance the
 *                generators of all others. A file that everyone may write cannot be opened
 *       replace  whether to replace a file of that name, as after damage: processes that have the
 *                old file open continue for some seconds, then get STATE_REPLACED
 * Errors: NODE, ENTROPY; STATE_OPEN, and errno says why: EEXIST if there is a file */
UUID9562_API uuid9562_status_t uuid9562_state_create(const char *path, const uint64_t *node,
                                                     unsigned mode,
                                                     bool replace) UUID9562_MUST_CHECK;

/* The state file that is open. */
typedef struct uuid9562_state {
    const char *path;   /* absolute; it stays valid */
    uint64_t node;      /* what uuid1 uses */
    uint64_t clock_seq; /* likewise */
    uint64_t last_ns;   /* the last nanosecond since 1970 that a UUID took */
    uint64_t until_ns;  /* the time on the disk: no UUID takes a later one until that is recorded */
} uuid9562_state_t;

/* Describes the open state file. Returns false if none is open. */
UUID9562_API bool uuid9562_state_get(uuid9562_state_t *out);

#ifdef __cplusplus
}
#endif

#endif
