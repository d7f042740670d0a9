/*
 * What generating one UUID (single.c) and generating many (batch.c) share.
 */
#ifndef UUID9562_SINGLE_H
#define UUID9562_SINGLE_H

#include "generator.h"

/* Version 4 from 16 random bytes each; the two may be the same memory. */
INTERNAL_INLINE void build_v4_n(uuid9562_t *out, const uint8_t *random, size_t n);

/* Version 4 from the thread's buffer: for the process's generator and few UUIDs. */
INTERNAL_INLINE uuid9562_status_t generate_v4_from_buffer(uuid9562_t *out, size_t n);

/* The nanoseconds that a UUID of version 1 or 6 without a given node takes: a whole tick with a
 * given clock sequence, else one. */
INTERNAL_INLINE uint64_t granularity_for(const uint64_t *clock_seq);

/* As `reserve`, for either granularity. */
INTERNAL_INLINE uuid9562_status_t reserve_gregorian(uuid9562_generator_t *generator,
                                                    uint64_t *first, uint64_t now, uint64_t count,
                                                    uint64_t granularity);

/* Reads the clock and reserves times for version 1 without a given node.
 * Out: identity  the random bits of clock sequence and node that go with these times */
INTERNAL_INLINE uuid9562_status_t reserve_v1(uuid9562_generator_t *generator, uint64_t *identity,
                                             uint64_t *first, uint64_t count, uint64_t granularity);

/* The node for a call that gives none: the generator's; for version 1 that of a state file, stored
 * in `room`; or NULL for a random one. */
INTERNAL_INLINE const uint64_t *default_node(const uuid9562_generator_t *generator, int version,
                                             uint64_t *room);

/* Reads the clock and reserves whole ticks for versions 1 and 6 with a given node.
 * Out: clock_seq  the given one, or if that is NULL the generator's */
INTERNAL_INLINE uuid9562_status_t reserve_with_node(uuid9562_generator_t *generator,
                                                    uint64_t *clock_seq, uint64_t *first,
                                                    uint64_t count,
                                                    const uint64_t *given_clock_seq);

#endif
