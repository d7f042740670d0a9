/*
 * The versions that a generator makes, one UUID at a time (RFC 9562 sections 5.1, 5.4 and 5.6 to
 * 5.8).
 *
 * Each function checks, reads the clock, makes sure of its random bits, and then reserves: an error
 * leaves the word, and the caller's output, as they were. What it then writes to its pool it writes
 * after the swap, which would wait for it.
 *
 * The plain functions are made twice: for the process's generator, without a branch that it does
 * not need, and out of line for one with a world of its own.
 */
#include <stdatomic.h>

/* ---- versions 4 and 7 ---- */

static ALWAYS_INLINE void stamp_v4(uuid9562_t *out, const uint8_t *octets, uint64_t n)
{
    for (uint64_t i = 0; i < n; i++)
        layout_stamp_octets(&out[i], octets + i * sizeof *out, 4);
}

/* Those of the process, while they are few. */
static ALWAYS_INLINE uuid9562_status_t v4_from_pool(uuid9562_t *out, uint64_t n)
{
    while (n > 0) {
        const uint64_t part = n < ENTROPY_READY / sizeof *out ? n : ENTROPY_READY / sizeof *out;
        pool_t *pool = entropy_ready(part * sizeof *out);
        uint8_t *octets;

        if (pool == NULL)
            return UUID9562_ERR_ENTROPY;
        octets = entropy_take(pool, part * sizeof *out);
        stamp_v4(out, octets, part);
        entropy_wipe(octets, part * sizeof *out);
        out += part;
        n -= part;
    }
    return UUID9562_OK;
}

static uuid9562_status_t v4_of_world(const uuid9562_generator_t *generator, uuid9562_t *out)
{
    halves_t random;
    uuid9562_status_t status = draw_halves(generator, &random, 16);

    if (status == UUID9562_OK)
        layout_store(out, layout_stamp(random, 4));
    return status;
}

uuid9562_status_t uuid9562_uuid4(uuid9562_generator_t *generator, uuid9562_t *out)
{
    return generator == NULL ? v4_from_pool(out, 1) : v4_of_world(generator, out);
}

static ALWAYS_INLINE uuid9562_status_t v7_of(uuid9562_generator_t *generator, uuid9562_t *out)
{
    uint64_t unix_ns;
    random_t random;
    uuid9562_status_t status = read_unix_ns(generator, &unix_ns);

    if (status == UUID9562_OK)
        status = random_ready(generator, &random);
    if (status == UUID9562_OK)
        status = reserve(generator, unix_ns, 1, 1, &unix_ns);
    if (status == UUID9562_OK)
        build_v7_ns(out, unix_ns, random_take(&random));
    return status;
}

static NEVER_INLINE uuid9562_status_t v7_of_world(uuid9562_generator_t *generator, uuid9562_t *out)
{
    return v7_of(generator, out);
}

uuid9562_status_t uuid9562_uuid7(uuid9562_generator_t *generator, uuid9562_t *out)
{
    return generator == NULL ? v7_of(&process_generator, out) : v7_of_world(generator, out);
}

uuid9562_status_t uuid9562_uuid7_at(uuid9562_generator_t *generator, uuid9562_t *out,
                                    int64_t unix_ms)
{
    uint8_t random[UUID9562_RANDOM_LENGTH];
    uuid9562_t bound;
    uuid9562_status_t status = uuid9562_uuid7_min(&bound, unix_ms);

    if (status == UUID9562_OK)
        status = draw(resolve(generator), random, sizeof random);
    if (status == UUID9562_OK)
        status = uuid9562_uuid7_make(out, unix_ms, random, sizeof random, 0);
    return status;
}

/* ---- versions 1 and 6 ---- */

enum { CLOCK_SEQ_RANDOM_BITS = 7 };

/* The least significant bit of the first octet (RFC 9562 section 6.10). */
static const uint64_t multicast_bit = UINT64_C(1) << 40;

static uint64_t ticks_of(uint64_t unix_ns)
{
    return unix_ns / NS_PER_TICK + (uint64_t)GREGORIAN_OFFSET;
}

/* The part of the time below a tick, and random bits under it: it keeps the order within a tick,
 * and no two nanoseconds share it. */
static uint64_t clock_seq_of(uint64_t unix_ns, uint64_t random)
{
    return unix_ns % NS_PER_TICK << CLOCK_SEQ_RANDOM_BITS |
           (random & ((1 << CLOCK_SEQ_RANDOM_BITS) - 1));
}

static uint64_t node_of(uint64_t random)
{
    return (random & UUID9562_NODE_MAX) | multicast_bit;
}

/* Version 1 keeps a random node and the random bits of its clock sequence, in one era (os.c), and
 * between one end of re-anchoring and the next begin of it: only there does time never go back.
 * While it goes on, or where a fork has cut it short, each UUID has an identity of its own.
 *
 * Threads that come here for the first time together may each draw one; the swap lets the first
 * stand, and the others look again: what they find there may be of another time than theirs. One
 * that is late by a hair may replace it once more: then the generator has changed its node, which
 * is as good as the other. tests/model/reanchor.pml proves it. */
static ALWAYS_INLINE uuid9562_status_t v1_identity(uuid9562_generator_t *generator,
                                                   uint64_t *identity)
{
    for (;;) {
        uint64_t done = atomic_load(&generator->word->reanchors_done);
        uint64_t begun = atomic_load(&generator->word->reanchors_begun);
        uint64_t time = os_era() << 32 ^ begun;
        uint64_t old = atomic_load(&generator->identity);
        halves_t random;
        uuid9562_status_t status;

        if (atomic_load(&generator->identity_drawn) == time && begun == done) {
            *identity = atomic_load(&generator->identity);
            return UUID9562_OK;
        }
        status = draw_halves(generator, &random, 8);
        *identity = random.hi;
        if (status != UUID9562_OK || begun != done)
            return status;
        if (atomic_compare_exchange_strong(&generator->identity, &old, *identity)) {
            atomic_store(&generator->identity_drawn, time);
            return UUID9562_OK;
        }
    }
}

static ALWAYS_INLINE void build_of_time(int version, uuid9562_t *out, uint64_t unix_ns,
                                        uint64_t random, const uint64_t *given_node,
                                        const uint64_t *given_clock_seq)
{
    const uint64_t clock_seq =
        given_clock_seq != NULL ? *given_clock_seq : clock_seq_of(unix_ns, random >> 48);
    const uint64_t node = given_node != NULL ? *given_node : node_of(random);

    if (version == 6)
        build_v6(out, ticks_of(unix_ns), clock_seq, node);
    else
        build_v1(out, ticks_of(unix_ns), clock_seq, node);
}

/* With a clock sequence that is given, a UUID takes a whole tick. */
static ALWAYS_INLINE uint64_t grain_of(const uint64_t *clock_seq)
{
    return clock_seq != NULL ? NS_PER_TICK : 1;
}

static ALWAYS_INLINE uuid9562_status_t reserve_of_time(uuid9562_generator_t *generator,
                                                       uint64_t now, uint64_t count, uint64_t grain,
                                                       uint64_t *first)
{
    return grain == 1 ? reserve(generator, now, count, 1, first)
                      : reserve(generator, now, count, NS_PER_TICK, first);
}

/* An identity must not meet a time from after a re-anchoring that began since: then both are taken
 * again. */
static ALWAYS_INLINE uuid9562_status_t reserve_v1(uuid9562_generator_t *generator, uint64_t count,
                                                  uint64_t grain, uint64_t *identity,
                                                  uint64_t *first)
{
    uint64_t begun;
    uuid9562_status_t status;

    do {
        begun = atomic_load(&generator->word->reanchors_begun);
        status = read_unix_ns(generator, first);
        if (status == UUID9562_OK)
            status = v1_identity(generator, identity);
        if (status == UUID9562_OK)
            status = reserve_of_time(generator, *first, count, grain, first);
    } while (status == UUID9562_OK && atomic_load(&generator->word->reanchors_begun) != begun);
    return status;
}

static ALWAYS_INLINE uuid9562_status_t reserve_v6(uuid9562_generator_t *generator, uint64_t count,
                                                  uint64_t grain, uint64_t *octets, uint64_t *first)
{
    random_t random;
    uuid9562_status_t status = read_unix_ns(generator, first);

    if (status == UUID9562_OK)
        status = random_ready(generator, &random);
    if (status == UUID9562_OK)
        status = reserve_of_time(generator, *first, count, grain, first);
    if (status == UUID9562_OK)
        *octets = random_take(&random);
    return status;
}

/* Draws what a version needs beside its time, and reserves that. */
static ALWAYS_INLINE uuid9562_status_t reserve_fields(int version, uuid9562_generator_t *generator,
                                                      uint64_t grain, uint64_t *random,
                                                      uint64_t *first)
{
    return version == 6 ? reserve_v6(generator, 1, grain, random, first)
                        : reserve_v1(generator, 1, grain, random, first);
}

static ALWAYS_INLINE uuid9562_status_t of_time_with(int version, uuid9562_generator_t *generator,
                                                    uuid9562_t *out, const uint64_t *node,
                                                    const uint64_t *clock_seq)
{
    uint64_t random = 0, unix_ns;
    uuid9562_status_t status = check_node_and_clock_seq(node, clock_seq);

    if (status != UUID9562_OK)
        return status;
    node = node != NULL ? node : generator->node;
    clock_seq = clock_seq != NULL ? clock_seq : generator->clock_seq;
    if (node != NULL && clock_seq != NULL) { /* nothing is left to draw, and nothing to fail */
        status = read_unix_ns(generator, &unix_ns);
        if (status == UUID9562_OK)
            status = reserve(generator, unix_ns, 1, NS_PER_TICK, &unix_ns);
    } else {
        status = reserve_fields(version, generator, grain_of(clock_seq), &random, &unix_ns);
    }
    if (status == UUID9562_OK)
        build_of_time(version, out, unix_ns, random, node, clock_seq);
    return status;
}

/* What most calls want: the generator of the process, and no field of the caller's. */
static ALWAYS_INLINE uuid9562_status_t of_time(int version, uuid9562_t *out)
{
    uint64_t random = 0, unix_ns = 0;
    uuid9562_status_t status = reserve_fields(version, &process_generator, 1, &random, &unix_ns);

    if (status == UUID9562_OK)
        build_of_time(version, out, unix_ns, random, NULL, NULL);
    return status;
}

static NEVER_INLINE uuid9562_status_t v1_with(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *node, const uint64_t *clock_seq)
{
    return of_time_with(1, generator, out, node, clock_seq);
}

static NEVER_INLINE uuid9562_status_t v6_with(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *node, const uint64_t *clock_seq)
{
    return of_time_with(6, generator, out, node, clock_seq);
}

uuid9562_status_t uuid9562_uuid1(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *node, const uint64_t *clock_seq)
{
    if (generator == NULL && node == NULL && clock_seq == NULL)
        return of_time(1, out);
    return v1_with(resolve(generator), out, node, clock_seq);
}

uuid9562_status_t uuid9562_uuid6(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *node, const uint64_t *clock_seq)
{
    if (generator == NULL && node == NULL && clock_seq == NULL)
        return of_time(6, out);
    return v6_with(resolve(generator), out, node, clock_seq);
}

uuid9562_status_t uuid9562_host_node(uint64_t *node)
{
    return os_hardware_address(node) == 0 ? UUID9562_OK : UUID9562_ERR_HOST_NODE;
}

uuid9562_status_t uuid9562_node_by_name(uint64_t *node, const char *name, size_t length)
{
    if (!text_is("@host", name, length))
        return UUID9562_ERR_NODE_NAME;
    return uuid9562_host_node(node);
}

/* ---- version 8 ---- */

uuid9562_status_t uuid9562_uuid8(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *a, const uint64_t *b, const uint64_t *c)
{
    halves_t random = {0, 0};
    uuid9562_status_t status = UUID9562_OK;

    if (a != NULL && *a > UUID9562_CUSTOM_A_MAX)
        return UUID9562_ERR_CUSTOM_A;
    if (b != NULL && *b > UUID9562_CUSTOM_B_MAX)
        return UUID9562_ERR_CUSTOM_B;
    if (c != NULL && *c > UUID9562_CUSTOM_C_MAX)
        return UUID9562_ERR_CUSTOM_C;
    if (a == NULL || b == NULL || c == NULL)
        status = draw_halves(resolve(generator), &random, 16);
    if (status == UUID9562_OK)
        build_v8(out, a != NULL ? *a : random.hi >> 16, b != NULL ? *b : random.hi & 0x0fff,
                 c != NULL ? *c : random.lo);
    return status;
}

/* Draft 00 of RFC 4122's revision, section B.5. */
uuid9562_status_t uuid9562_uuid8_node(uuid9562_generator_t *generator, uuid9562_t *out,
                                      uint64_t node)
{
    const int64_t epoch_2020 = 1577836800;
    int64_t seconds;
    uint32_t nanoseconds;
    uint64_t fraction, sequence;
    halves_t random;
    uuid9562_status_t status;

    if (node > UUID9562_NODE_ID_MAX)
        return UUID9562_ERR_NODE_ID;
    generator = resolve(generator);
    status = read_clock(generator, &seconds, &nanoseconds);
    if (status != UUID9562_OK)
        return status;
    if (seconds < epoch_2020 || seconds - epoch_2020 > UINT32_MAX)
        return UUID9562_ERR_CLOCK_RANGE;
    status = draw_halves(generator, &random, 8);
    if (status != UUID9562_OK)
        return status;

    fraction = ((uint64_t)nanoseconds << 16) / ns_per_second;
    sequence = atomic_fetch_add(&generator->sequence, 1) & 0xff;
    build_v8(out, (uint64_t)(seconds - epoch_2020) << 16 | fraction, random.hi >> 52,
             random.hi << 16 | node << 8 | sequence);
    return UUID9562_OK;
}
