/*
 * Generators: a clock, randomness, and one word that keeps the order (RFC 9562 section 6.2, and the
 * order that uuid9562.h promises). What is made of them is in versions.c and batch.c.
 *
 * The word is the last nanosecond since 1970 that was given out. A call reserves the nanoseconds
 * it needs with one compare-and-swap: they begin at the clock's reading, or right after the word
 * where that is later. So each nanosecond is given out at most once, whatever the clock does, and a
 * call that begins after another has returned gets later ones: the swap of the first comes before
 * that of the second in the one order that all threads see of the word. For that the memory order
 * might be relaxed; it is acquire for the sake of version 1, which must see that a re-anchoring has
 * begun if it has got a time from after it (versions.c, reserve_v1).
 */
#include <stdatomic.h>
#include <stdlib.h>

enum { NS_PER_TICK = 100 };
static const uint64_t ns_per_second = 1000000000;

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
