/*
 * Versions 1 and 6 from a generator, one UUID at a time (RFC 9562 sections 5.1 and 5.6): the order
 * of steps is that of uuid.c. Their nodes and clock sequences, and a time that goes with them.
 */
#include "gregorian.h"

#include <stdatomic.h>

#include "../bits/build.h"
#include "../system/fork.h"

/* The identity of version 1 is a random node and the random bits of its clock sequence. It is kept
 * for one fork generation, and only from the end of one resync to the beginning of the next, while
 * time never goes back. During a resync, or in a child whose raw clone() has cut one short, each
 * UUID has an identity of its own. If no fork would be detected, none can be kept, which is an
 * error.
 *
 * Threads that come here first at the same time each draw one; the swap keeps one of them, and the
 * other threads start over, since that one may have been drawn before a resync that they have seen.
 * A late thread may still replace it by its own, which is just as good: the generator has then
 * changed its node. tests/proof/model/resync.pml proves it. */
static ALWAYS_INLINE uuid9562_status_t v1_identity(uuid9562_generator_t *generator,
                                                   uint64_t *identity)
{
    for (;;) {
        uint64_t done = atomic_load(&clock_state_of(generator)->resyncs_done);
        uint64_t begun = atomic_load(&clock_state_of(generator)->resyncs_begun);
        uint32_t generation = fork_generation();
        uint64_t drawn = (uint64_t)generation << 32 | (uint32_t)begun;
        uint64_t old = atomic_load(&generator->identity);
        halves_t random;
        uuid9562_status_t status;

        if (generation == 0)
            return UUID9562_ERR_ENTROPY;
        if (atomic_load(&generator->identity_drawn) == drawn && begun == done) {
            *identity = atomic_load(&generator->identity);
            return UUID9562_OK;
        }
        status = draw_halves(generator, &random, 8);
        *identity = random.hi;
        if (status != UUID9562_OK || begun != done)
            return status;
        /* First the identity, or a thread of a child might take its parent's. Only the model sees
         * that (BROKEN_MARK_FIRST). */
        if (atomic_compare_exchange_strong(&generator->identity, &old, *identity)) {
            atomic_store(&generator->identity_drawn, drawn);
            return UUID9562_OK;
        }
    }
}

INTERNAL_INLINE uint64_t granularity_for(const uint64_t *clock_seq)
{
    return clock_seq != NULL ? NS_PER_TICK : 1;
}

/* Calls `reserve` with one of two constants as the granularity. */
INTERNAL_INLINE uuid9562_status_t reserve_gregorian(uuid9562_generator_t *generator,
                                                    uint64_t *first, reading_t now, uint64_t count,
                                                    uint64_t granularity)
{
    return granularity == 1 ? reserve(generator, first, now, count, 1)
                            : reserve(generator, first, now, count, NS_PER_TICK);
}

/* An identity must not be used with a time from after a resync that has begun since: then both are
 * taken again. */
INTERNAL_INLINE uuid9562_status_t reserve_v1(uuid9562_generator_t *generator, uint64_t *identity,
                                             uint64_t *first, uint64_t count, uint64_t granularity)
{
    reading_t now = {0, 0};
    uuid9562_status_t status;

    do {
        status = read_time(generator, &now);
        if (status == UUID9562_OK)
            status = v1_identity(generator, identity);
        if (status == UUID9562_OK)
            status = reserve_gregorian(generator, first, now, count, granularity);
    } while (status == UUID9562_OK && resyncs_begun(generator) != now.resyncs);
    return status;
}

/* With a given node, time and clock sequence alone distinguish UUIDs (section 5.1). The clock
 * sequence begins at random in each fork generation, the same for all threads, and is incremented
 * by each resync, since only then does time go back. While a resync is in progress, a time may be
 * from before or after it, so the clock sequence is random for each UUID. */
static uuid9562_status_t kept_clock_seq(uuid9562_generator_t *generator, uint64_t *clock_seq,
                                        uint64_t begun, uint64_t done)
{
    clock_state_t *file = file_state_of(generator);

    if (file != NULL)
        return state_clock_seq(file, clock_seq, begun, done);
    for (;;) {
        uint64_t base = atomic_load(&generator->clock_seq_base);
        uint64_t generation = fork_generation();
        halves_t random;
        uuid9562_status_t status;

        if (generation == 0)
            return UUID9562_ERR_ENTROPY;
        if (base >> 14 == generation && begun == done) {
            *clock_seq = (base + begun) & UUID9562_CLOCK_SEQ_MAX;
            return UUID9562_OK;
        }
        status = draw_halves(generator, &random, 8);
        *clock_seq = random.hi >> 50;
        if (status != UUID9562_OK || begun != done)
            return status;
        atomic_compare_exchange_strong(&generator->clock_seq_base, &base,
                                       generation << 14 | *clock_seq);
    }
}

INTERNAL_INLINE const uint64_t *default_node(const uuid9562_generator_t *generator, int version,
                                             uint64_t *out)
{
    const clock_state_t *file = file_state_of(generator);

    if (generator->node != NULL || version != 1 || file == NULL)
        return generator->node;
    *out = state_node(file);
    return out;
}

/* As in reserve_v1, this clock sequence must not be used with a time from after a resync that has
 * begun since. tests/proof/model/resync.pml proves it. */
INTERNAL_INLINE uuid9562_status_t reserve_with_node(uuid9562_generator_t *generator,
                                                    uint64_t *clock_seq, uint64_t *first,
                                                    uint64_t count, const uint64_t *given_clock_seq)
{
    reading_t now = {0, 0};
    uint64_t done;
    uuid9562_status_t status;

    do {
        status = read_time(generator, &now);
        done = atomic_load(&clock_state_of(generator)->resyncs_done);
        if (given_clock_seq != NULL)
            *clock_seq = *given_clock_seq;
        else if (status == UUID9562_OK)
            status = kept_clock_seq(generator, clock_seq, now.resyncs, done);
        if (status == UUID9562_OK)
            status = reserve(generator, first, now, count, NS_PER_TICK);
    } while (status == UUID9562_OK && resyncs_begun(generator) != now.resyncs);
    return status;
}

static ALWAYS_INLINE uuid9562_status_t reserve_v6(uuid9562_generator_t *generator, uint64_t *random,
                                                  uint64_t *unix_ns, uint64_t granularity)
{
    reading_t now = {0, 0};
    random_half_t half;
    uuid9562_status_t status = read_time(generator, &now);

    if (status == UUID9562_OK)
        status = prepare_random(generator, &half, now.ns);
    if (status == UUID9562_OK)
        status = reserve_gregorian(generator, unix_ns, now, 1, granularity);
    if (status == UUID9562_OK)
        status = take_random(&half, random);
    return status;
}

/* Reserves a time, and takes the random bits for the fields of the version. */
static ALWAYS_INLINE uuid9562_status_t reserve_fields(uuid9562_generator_t *generator, int version,
                                                      uint64_t *random, uint64_t *unix_ns,
                                                      uint64_t granularity)
{
    return version == 6 ? reserve_v6(generator, random, unix_ns, granularity)
                        : reserve_v1(generator, random, unix_ns, 1, granularity);
}

static ALWAYS_INLINE uuid9562_status_t generate_gregorian_inline(uuid9562_generator_t *generator,
                                                                 int version, uuid9562_t *out,
                                                                 const uint64_t *node,
                                                                 const uint64_t *clock_seq)
{
    uint64_t random = 0, unix_ns = 0, kept, own_node;
    uuid9562_status_t status = check_node_and_clock_seq(node, clock_seq);

    if (status == UUID9562_OK)
        status = begin_call(generator);
    if (status != UUID9562_OK)
        return status;
    node = node != NULL ? node : default_node(generator, version, &own_node);
    clock_seq = clock_seq != NULL ? clock_seq : generator->clock_seq;
    if (node != NULL) {
        status = reserve_with_node(generator, &kept, &unix_ns, 1, clock_seq);
        clock_seq = &kept;
    } else {
        status = reserve_fields(generator, version, &random, &unix_ns, granularity_for(clock_seq));
    }
    if (status == UUID9562_OK)
        build_gregorian_ns(out, version, unix_ns, random, node, clock_seq);
    return status;
}

/* What most calls want: the process's generator, and random fields. */
static ALWAYS_INLINE uuid9562_status_t generate_gregorian_plain(int version, uuid9562_t *out)
{
    uint64_t random = 0, unix_ns = 0;
    uuid9562_status_t status = begin_call(&process_generator);

    if (status == UUID9562_OK)
        status = reserve_fields(&process_generator, version, &random, &unix_ns, 1);
    if (status == UUID9562_OK)
        build_gregorian_ns(out, version, unix_ns, random, NULL, NULL);
    return status;
}

static NEVER_INLINE uuid9562_status_t generate_v1(uuid9562_generator_t *generator, uuid9562_t *out,
                                                  const uint64_t *node, const uint64_t *clock_seq)
{
    return generate_gregorian_inline(generator, 1, out, node, clock_seq);
}

static NEVER_INLINE uuid9562_status_t generate_v6(uuid9562_generator_t *generator, uuid9562_t *out,
                                                  const uint64_t *node, const uint64_t *clock_seq)
{
    return generate_gregorian_inline(generator, 6, out, node, clock_seq);
}

uuid9562_status_t uuid9562_uuid1(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *node, const uint64_t *clock_seq)
{
    if (generator == NULL && node == NULL && clock_seq == NULL && has_no_state_file())
        return generate_gregorian_plain(1, out);
    return generate_v1(resolve(generator), out, node, clock_seq);
}

uuid9562_status_t uuid9562_uuid6(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *node, const uint64_t *clock_seq)
{
    if (generator == NULL && node == NULL && clock_seq == NULL)
        return generate_gregorian_plain(6, out);
    return generate_v6(resolve(generator), out, node, clock_seq);
}
