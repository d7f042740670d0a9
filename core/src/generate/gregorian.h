/*
 * Versions 1 and 6: what generating one (gregorian.c) and generating many (batch.c) share.
 */
#ifndef UUID9562_GREGORIAN_H
#define UUID9562_GREGORIAN_H

#include "generator.h"

/* The nanoseconds that a UUID of version 1 or 6 without a given node takes: a whole tick with a
 * given clock sequence, else one. */
INTERNAL_INLINE uint64_t granularity_for(const uint64_t *clock_seq);

/* As `reserve`, for either granularity. */
INTERNAL_INLINE uuid9562_status_t reserve_gregorian(uuid9562_generator_t *generator,
                                                    uint64_t *first, reading_t now, uint64_t count,
                                                    uint64_t granularity);

/* Reads the clock and reserves times for version 1 without a given node.
 * Out: identity  the random bits of clock sequence and node that go with these times */
INTERNAL_INLINE uuid9562_status_t reserve_v1(uuid9562_generator_t *generator, uint64_t *identity,
                                             uint64_t *first, uint64_t count, uint64_t granularity);

/* The node for a call that gives none: the generator's; for version 1 that of a state file, stored
 * in `out`; or NULL for a random one. */
INTERNAL_INLINE const uint64_t *default_node(const uuid9562_generator_t *generator, int version,
                                             uint64_t *out);

/* Reads the clock and reserves whole ticks for versions 1 and 6 with a given node.
 * Out: clock_seq  the given one, or if that is NULL the generator's */
INTERNAL_INLINE uuid9562_status_t reserve_with_node(uuid9562_generator_t *generator,
                                                    uint64_t *clock_seq, uint64_t *first,
                                                    uint64_t count,
                                                    const uint64_t *given_clock_seq);

#endif
