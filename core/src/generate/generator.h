/*
 * Generators: sources of time and randomness, and a clock state that keeps the order. generator.c
 * creates them and draws from them, time_source.c reads their time, order.c keeps their order;
 * uuid.c, gregorian.c and batch.c generate UUIDs.
 */
#ifndef UUID9562_GENERATOR_H
#define UUID9562_GENERATOR_H

#include <stddef.h>
#include <stdint.h>

#include "../../include/uuid9562_generator.h"
#include "../bits/layout.h"
#include "../state/state.h"
#include "entropy.h"

struct uuid9562_generator {
    uuid9562_sources_t sources;
    bool has_own_sources;      /* the program's clock or randomness */
    clock_state_t clock_state; /* unused in the process's, which has process_clock_state */

    /* For calls that give none; NULL for random ones. */
    const uint64_t *node;
    const uint64_t *clock_seq;
    uint64_t own_node;
    uint64_t own_clock_seq;

    /* What version 1 keeps: the node in the low 48 bits, the random bits of the clock sequence
     * above them; and the fork generation and the resync in which it was drawn (v1_identity). */
    _Atomic uint64_t identity;
    _Atomic uint64_t identity_drawn;

    /* For given nodes: the fork generation, above the 14 bits that were drawn in it, from which the
     * clock sequence begins (reserve_with_node). */
    _Atomic uint64_t clock_seq_base;
};

/* The one that NULL means. Its address is a constant, which saves a test on the fast path. */
INTERNAL uuid9562_generator_t process_generator;

INTERNAL uuid9562_generator_t *resolve(uuid9562_generator_t *generator);

/* Whether clock and randomness are the system's: no function of the program is called that could
 * draw from the same buffer. */
INTERNAL_INLINE bool has_system_sources(const uuid9562_generator_t *generator);

/* Errors: NODE, CLOCK_SEQ */
INTERNAL uuid9562_status_t check_node_and_clock_seq(const uint64_t *node,
                                                    const uint64_t *clock_seq);

/* ---- random bytes ---- */

/* Errors: ENTROPY */
INTERNAL uuid9562_status_t draw(const uuid9562_generator_t *generator, void *bytes, size_t count);

/* One half of a UUID, or both: count is 8 or 16. */
INTERNAL uuid9562_status_t draw_halves(const uuid9562_generator_t *generator, halves_t *random,
                                       size_t count);

/* Random bits for half a UUID, in two steps: prepare_random comes before a time is reserved, since
 * an error must leave the clock state as it was; take_random cannot fail, except in a child that a
 * signal handler has forked in between, where it draws again. Those of a buffer go
 * straight into a register, and are never too old at the time `now`. A generator with a source of
 * the program's own draws them at once: that source may be called while a time is reserved, and may
 * generate UUIDs itself. */
typedef struct random_half {
    entropy_buffer_t *buffer; /* of this generation; or NULL, and then */
    uint64_t generation;
    uint64_t given;
} random_half_t;
INTERNAL_INLINE uuid9562_status_t prepare_random(const uuid9562_generator_t *generator,
                                                 random_half_t *random, uint64_t now);
INTERNAL_INLINE uuid9562_status_t take_random(const random_half_t *random, uint64_t *half);

/* ---- the clock state ---- */

/* own_clock_state is the generator's own. file_state_of is the one in the state file if the process
 * has opened one and the generator is the process's; otherwise NULL. clock_state_of is the latter,
 * or if that is NULL the former. Another thread may open a file between two calls. */
INTERNAL_INLINE clock_state_t *own_clock_state(uuid9562_generator_t *generator);
INTERNAL_INLINE clock_state_t *file_state_of(const uuid9562_generator_t *generator);
INTERNAL_INLINE clock_state_t *clock_state_of(uuid9562_generator_t *generator);

INTERNAL_INLINE uint64_t resyncs_begun(uuid9562_generator_t *generator);

/* A call that reads the time of a generator or changes its order begins with this: for the
 * process's, it opens the state file that the environment names. */
INTERNAL_INLINE uuid9562_status_t begin_call(const uuid9562_generator_t *generator);

/* ---- time and order ---- */

/* The clock as one number of 64 bits, from 1970 to 2554-07-21T23:34:33.709551615Z. In read_time the
 * cycle counter may interpolate it, where the sources are the system's.
 * Errors: CLOCK; CLOCK_RANGE */
INTERNAL_INLINE uuid9562_status_t read_unix_ns(uuid9562_generator_t *generator, reading_t *now);
INTERNAL_INLINE uuid9562_status_t read_time(uuid9562_generator_t *generator, reading_t *now);

/* Reserves `count` units of `granularity` nanoseconds from `now` on, as step_reserve does.
 * Errors: CLOCK_RANGE; LEAD if the first would begin too far ahead of the clock */
INTERNAL_INLINE uuid9562_status_t reserve(uuid9562_generator_t *generator, uint64_t *first,
                                          reading_t now, uint64_t count, uint64_t granularity);

#endif
