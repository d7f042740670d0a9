/*
 * Generators: what is made of a clock, of randomness, and of one word that keeps the order
 * (RFC 9562 sections 5 and 6.2, and the order that uuid9562.h promises).
 *
 * The word is the last nanosecond since 1970 that was given out. A call reserves the nanoseconds
 * it needs with one compare-and-swap: they begin at the clock's reading, or right after the word
 * where that is later. So each nanosecond is given out at most once, whatever the clock does, and a
 * call that begins after another has returned gets later ones: the swap of the first comes before
 * that of the second in the one order that all threads see of the word. For that the memory order
 * might be relaxed; it is acquire for the sake of version 1, which must see that a re-anchoring has
 * begun if it has got a time from after it (reserve_v1).
 *
 * Each function checks, reads the clock, makes sure of its random bits, and then reserves: an error
 * leaves the word, and the caller's output, as they were. What it then writes to its pool it writes
 * after the swap, which would wait for it.
 *
 * The plain functions are made twice: for the process's generator, without a branch that it does
 * not need, and out of line for one with a world of its own.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { NS_PER_TICK = 100, CLOCK_SEQ_RANDOM_BITS = 7 };
static const uint64_t ns_per_second = 1000000000;

/* The least significant bit of the first octet (RFC 9562 section 6.10). */
static const uint64_t multicast_bit = UINT64_C(1) << 40;

struct uuid9562_generator {
    uuid9562_world_t world;
    word_t *word; /* this generator's own, or where else it lives */
    word_t own_word;

    /* What a call takes that gives none; NULL for random ones. */
    const uint64_t *node;
    const uint64_t *clock_seq;
    uint64_t own_node;
    uint64_t own_clock_seq;

    /* What version 1 keeps: the node in the low 48 bits, above them the random bits of the clock
     * sequence; and when it was drawn, as v1_identity says. */
    _Atomic uint64_t identity;
    _Atomic uint64_t identity_drawn;

    _Atomic unsigned sequence; /* of uuid8_node */
};

static uuid9562_generator_t process_generator = {
    .world = {os_clock, entropy_draw, NULL},
    .word = &uuid9562_last_ns,
};

static uuid9562_generator_t *resolve(uuid9562_generator_t *generator)
{
    return generator != NULL ? generator : &process_generator;
}

static uuid9562_status_t check_node_and_clock_seq(const uint64_t *node, const uint64_t *clock_seq)
{
    if (node != NULL && *node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    if (clock_seq != NULL && *clock_seq > UUID9562_CLOCK_SEQ_MAX)
        return UUID9562_ERR_CLOCK_SEQ;
    return UUID9562_OK;
}

/* Copies a number that may be missing. */
static const uint64_t *keep(uint64_t *own, const uint64_t *given)
{
    if (given == NULL)
        return NULL;
    *own = *given;
    return own;
}

uuid9562_status_t uuid9562_generator_new(uuid9562_generator_t **generator,
                                         const uuid9562_world_t *world, const uint64_t *node,
                                         const uint64_t *clock_seq)
{
    uuid9562_status_t status = check_node_and_clock_seq(node, clock_seq);
    uuid9562_generator_t *new;

    if (status != UUID9562_OK)
        return status;
    new = calloc(1, sizeof *new);
    if (new == NULL)
        return UUID9562_ERR_MEMORY;
    if (world != NULL)
        new->world = *world;
    if (new->world.clock == NULL)
        new->world.clock = os_clock;
    if (new->world.random == NULL)
        new->world.random = entropy_draw;
    new->word = &new->own_word;
    new->node = keep(&new->own_node, node);
    new->clock_seq = keep(&new->own_clock_seq, clock_seq);
    *generator = new;
    return UUID9562_OK;
}

void uuid9562_generator_free(uuid9562_generator_t *generator)
{
    free(generator);
}

/* ---- the world ---- */

static uuid9562_status_t draw(const uuid9562_generator_t *generator, void *octets, size_t count)
{
    if (generator->world.random(generator->world.context, octets, count) != 0)
        return UUID9562_ERR_ENTROPY;
    return UUID9562_OK;
}

/* One half, or two. */
static NEVER_INLINE uuid9562_status_t draw_halves(const uuid9562_generator_t *generator,
                                                  halves_t *random, size_t count)
{
    uuid9562_t octets = UUID9562_INIT_NIL;
    uuid9562_status_t status = draw(generator, octets.octets, count);

    *random = layout_load(&octets);
    entropy_wipe(octets.octets, count);
    return status;
}

/* Half a UUID's worth in two steps: it is made sure of before a time is reserved, which an error
 * must leave as it was. The generator of the process takes it from the pool after that, straight
 * into a register; a world that a caller has made gives it at once. */
typedef struct random {
    pool_t *pool; /* or NULL, and then */
    halves_t of_world;
} random_t;

static ALWAYS_INLINE uuid9562_status_t random_ready(const uuid9562_generator_t *generator,
                                                    random_t *random)
{
    halves_t of_world = {0, 0};
    uuid9562_status_t status;

    if (generator == &process_generator) {
        random->pool = entropy_ready(8);
        status = random->pool != NULL ? UUID9562_OK : UUID9562_ERR_ENTROPY;
    } else {
        random->pool = NULL;
        status = draw_halves(generator, &of_world, 8);
    }
    random->of_world = of_world;
    return status;
}

static ALWAYS_INLINE uint64_t random_take(const random_t *random)
{
    uint8_t *octets;
    uint64_t half;

    if (random->pool == NULL)
        return random->of_world.hi;
    octets = entropy_take(random->pool, 8);
    half = layout_read64(octets);
    entropy_wipe(octets, 8);
    return half;
}

static ALWAYS_INLINE uuid9562_status_t read_clock(const uuid9562_generator_t *generator,
                                                  int64_t *seconds, uint32_t *nanoseconds)
{
    int64_t s;
    uint32_t ns;
    int failed;

    if (generator == &process_generator) {
        failed = os_clock(NULL, seconds, nanoseconds);
    } else {
        failed = generator->world.clock(generator->world.context, &s, &ns);
        *seconds = s;
        *nanoseconds = ns;
    }
    if (failed || *nanoseconds >= ns_per_second)
        return UUID9562_ERR_CLOCK;
    return UUID9562_OK;
}

/* The clock as one number, where 64 bits hold it: 1970 .. 2554-07-21T23:34:33.709551615Z. */
static ALWAYS_INLINE uuid9562_status_t read_unix_ns(const uuid9562_generator_t *generator,
                                                    uint64_t *unix_ns)
{
    int64_t seconds;
    uint32_t nanoseconds;
    uuid9562_status_t status = read_clock(generator, &seconds, &nanoseconds);

    if (status != UUID9562_OK)
        return status;
    if (seconds < 0 || (uint64_t)seconds > UINT64_MAX / ns_per_second)
        return UUID9562_ERR_CLOCK_RANGE;
    *unix_ns = (uint64_t)seconds * ns_per_second + nanoseconds;
    return *unix_ns >= nanoseconds ? UUID9562_OK : UUID9562_ERR_CLOCK_RANGE; /* no wrap */
}

/* ---- the word ---- */

/* Reserves `count` grains of `grain` nanoseconds, each beginning at a multiple of `grain`; `first`
 * is where the first begins. A grain that has been given out in part is not given out again. The
 * grain is a constant to each caller, so that nobody has to divide by it. */
static ALWAYS_INLINE uuid9562_status_t reserve(uuid9562_generator_t *generator, uint64_t now,
                                               uint64_t count, uint64_t grain, uint64_t *first)
{
    const uint64_t more = count * grain - 1; /* at most 2^31 x 100 */
    uint64_t last, start;

    last = atomic_load_explicit(&generator->word->last_ns, memory_order_relaxed);
    do {
        start = now - now % grain;
        if (start <= last) {
            if (last / grain == UINT64_MAX / grain)
                return UUID9562_ERR_CLOCK_RANGE;
            start = (last / grain + 1) * grain;
        }
        if (start > UINT64_MAX - more)
            return UUID9562_ERR_CLOCK_RANGE;
    } while (!atomic_compare_exchange_weak_explicit(&generator->word->last_ns, &last, start + more,
                                                    memory_order_acquire, memory_order_relaxed));
    *first = start;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_lead_ns(uuid9562_generator_t *generator, uint64_t *lead_ns)
{
    uint64_t now, last;
    uuid9562_status_t status;

    generator = resolve(generator);
    last = atomic_load(&generator->word->last_ns);
    status = read_unix_ns(generator, &now);
    if (status == UUID9562_OK)
        *lead_ns = last > now ? last - now : 0;
    return status;
}

uuid9562_status_t uuid9562_reanchor(uuid9562_generator_t *generator)
{
    uint64_t now;
    uuid9562_status_t status;

    generator = resolve(generator);
    status = read_unix_ns(generator, &now);
    if (status != UUID9562_OK)
        return status;
    atomic_fetch_add(&generator->word->reanchors_begun, 1);
    atomic_store(&generator->word->last_ns, now);
    atomic_fetch_add(&generator->word->reanchors_done, 1);
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_reseed(void)
{
    return entropy_reseed() == 0 ? UUID9562_OK : UUID9562_ERR_ENTROPY;
}

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

typedef void build_fields_t(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq, uint64_t node);

static ALWAYS_INLINE void build_of_time(build_fields_t *build, uuid9562_t *out, uint64_t unix_ns,
                                        uint64_t random, const uint64_t *node,
                                        const uint64_t *clock_seq)
{
    build(out, ticks_of(unix_ns),
          clock_seq != NULL ? *clock_seq : clock_seq_of(unix_ns, random >> 48),
          node != NULL ? *node : node_of(random));
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

/* Draws what a version needs beside its time, and reserves that. */
typedef uuid9562_status_t reserve_fields_t(uuid9562_generator_t *generator, uint64_t count,
                                           uint64_t grain, uint64_t *random, uint64_t *first);

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

static ALWAYS_INLINE uuid9562_status_t of_time_with(uuid9562_generator_t *generator,
                                                    uuid9562_t *out, reserve_fields_t *reserve_with,
                                                    build_fields_t *build, const uint64_t *node,
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
        status = reserve_with(generator, 1, grain_of(clock_seq), &random, &unix_ns);
    }
    if (status == UUID9562_OK)
        build_of_time(build, out, unix_ns, random, node, clock_seq);
    return status;
}

/* What most calls want: the generator of the process, and no field of the caller's. */
static ALWAYS_INLINE uuid9562_status_t of_time(uuid9562_t *out, reserve_fields_t *reserve_with,
                                               build_fields_t *build)
{
    uint64_t random, unix_ns;
    uuid9562_status_t status = reserve_with(&process_generator, 1, 1, &random, &unix_ns);

    if (status == UUID9562_OK)
        build_of_time(build, out, unix_ns, random, NULL, NULL);
    return status;
}

static NEVER_INLINE uuid9562_status_t v1_with(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *node, const uint64_t *clock_seq)
{
    return of_time_with(generator, out, reserve_v1, build_v1, node, clock_seq);
}

static NEVER_INLINE uuid9562_status_t v6_with(uuid9562_generator_t *generator, uuid9562_t *out,
                                              const uint64_t *node, const uint64_t *clock_seq)
{
    return of_time_with(generator, out, reserve_v6, build_v6, node, clock_seq);
}

uuid9562_status_t uuid9562_uuid1(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *node, const uint64_t *clock_seq)
{
    if (generator == NULL && node == NULL && clock_seq == NULL)
        return of_time(out, reserve_v1, build_v1);
    return v1_with(resolve(generator), out, node, clock_seq);
}

uuid9562_status_t uuid9562_uuid6(uuid9562_generator_t *generator, uuid9562_t *out,
                                 const uint64_t *node, const uint64_t *clock_seq)
{
    if (generator == NULL && node == NULL && clock_seq == NULL)
        return of_time(out, reserve_v6, build_v6);
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

/* ---- batches ---- */

/* Each draws what it needs into the place of the UUIDs themselves, in one go, and then turns it
 * into UUIDs from the front on. Where 8 octets each will do, they lie in the rear half: number i
 * then begins at octet 8n + 8i, and what is written of numbers 0 to i ends at 16i + 16, which is no
 * further than the end of number i as long as i < n. */
static uint64_t batch_random(const uuid9562_t *out, uint64_t n, uint64_t i)
{
    return layout_read64((const uint8_t *)out + 8 * n + 8 * i);
}

/* Those of the process piece by piece, each made while it is near. */
static uuid9562_status_t v4_in_place(const uuid9562_generator_t *generator, uuid9562_t *out,
                                     uint64_t n)
{
    const uint64_t most = generator == &process_generator ? 4096 : n;
    uuid9562_status_t status = UUID9562_OK;

    while (status == UUID9562_OK && n > 0) {
        const uint64_t part = n < most ? n : most;

        status = draw(generator, out, part * sizeof *out);
        stamp_v4(out, out->octets, part);
        out += part;
        n -= part;
    }
    return status;
}

static uuid9562_status_t batch_v4(uuid9562_generator_t *generator, uuid9562_t *out, uint64_t n)
{
    if (generator == &process_generator && n <= 512)
        return v4_from_pool(out, n);
    return v4_in_place(generator, out, n);
}

static uuid9562_status_t batch_v7(uuid9562_generator_t *generator, uuid9562_t *out, uint64_t n)
{
    uint64_t first;
    uuid9562_status_t status = read_unix_ns(generator, &first);

    if (status == UUID9562_OK)
        status = draw(generator, (uint8_t *)out + 8 * n, 8 * n);
    if (status == UUID9562_OK)
        status = reserve(generator, first, n, 1, &first);
    for (uint64_t i = 0; status == UUID9562_OK && i < n; i++)
        build_v7_ns(&out[i], first + i, batch_random(out, n, i));
    return status;
}

static uuid9562_status_t batch_v6(uuid9562_generator_t *generator, uuid9562_t *out, uint64_t n)
{
    const uint64_t grain = grain_of(generator->clock_seq);
    uint64_t first;
    uuid9562_status_t status = read_unix_ns(generator, &first);

    if (status == UUID9562_OK)
        status = draw(generator, (uint8_t *)out + 8 * n, 8 * n);
    if (status == UUID9562_OK)
        status = reserve_of_time(generator, first, n, grain, &first);
    for (uint64_t i = 0; status == UUID9562_OK && i < n; i++)
        build_of_time(build_v6, &out[i], first + i * grain, batch_random(out, n, i),
                      generator->node, generator->clock_seq);
    return status;
}

static uuid9562_status_t batch_v1(uuid9562_generator_t *generator, uuid9562_t *out, uint64_t n)
{
    const uint64_t grain = grain_of(generator->clock_seq);
    uint64_t first, identity;
    uuid9562_status_t status = reserve_v1(generator, n, grain, &identity, &first);

    for (uint64_t i = 0; status == UUID9562_OK && i < n; i++)
        build_of_time(build_v1, &out[i], first + i * grain, identity, generator->node,
                      generator->clock_seq);
    return status;
}

uuid9562_status_t uuid9562_batch(uuid9562_generator_t *generator, int version, uuid9562_t *out,
                                 uint64_t n)
{
    static uuid9562_status_t (*const batch_of[])(uuid9562_generator_t *, uuid9562_t *, uint64_t) = {
        [1] = batch_v1, [4] = batch_v4, [6] = batch_v6, [7] = batch_v7};
    uuid9562_status_t status;

    if (version < 0 || version >= (int)(sizeof batch_of / sizeof *batch_of) ||
        batch_of[version] == NULL)
        return UUID9562_ERR_BATCH_VERSION;
    if (n > UUID9562_BATCH_MAX)
        return UUID9562_ERR_BATCH_COUNT;
    if (n == 0)
        return UUID9562_OK;
    status = batch_of[version](resolve(generator), out, n);
    if (status != UUID9562_OK)
        memset(out, 0, n * sizeof *out);
    return status;
}
