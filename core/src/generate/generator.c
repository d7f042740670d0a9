/*
 * Generators as objects (generator.h): creating them, finding them, drawing from them.
 */
#include "generator.h"

#include <stdlib.h>

#include "../system/os.h"
#include "../wipe.h"

INTERNAL uuid9562_generator_t process_generator = {
    .sources = {os_clock, entropy_draw, NULL},
};

INTERNAL uuid9562_generator_t *resolve(uuid9562_generator_t *generator)
{
    return generator != NULL ? generator : &process_generator;
}

INTERNAL_INLINE bool has_system_sources(const uuid9562_generator_t *generator)
{
    return generator == &process_generator || !generator->has_own_sources;
}

INTERNAL uuid9562_status_t check_node_and_clock_seq(const uint64_t *node, const uint64_t *clock_seq)
{
    if (node != NULL && *node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    if (clock_seq != NULL && *clock_seq > UUID9562_CLOCK_SEQ_MAX)
        return UUID9562_ERR_CLOCK_SEQ;
    return UUID9562_OK;
}

/* Copies a number that may be NULL. */
static const uint64_t *copy_optional(uint64_t *own, const uint64_t *given)
{
    if (given == NULL)
        return NULL;
    *own = *given;
    return own;
}

uuid9562_status_t uuid9562_generator_new(uuid9562_generator_t **generator,
                                         const uuid9562_sources_t *sources, const uint64_t *node,
                                         const uint64_t *clock_seq)
{
    uuid9562_status_t status = check_node_and_clock_seq(node, clock_seq);
    uuid9562_generator_t *new;

    if (status != UUID9562_OK)
        return status;
    new = calloc(1, sizeof *new);
    if (new == NULL)
        return UUID9562_ERR_MEMORY;
    if (sources != NULL)
        new->sources = *sources;
    new->has_own_sources = new->sources.clock != NULL || new->sources.random != NULL;
    if (new->sources.clock == NULL)
        new->sources.clock = os_clock;
    if (new->sources.random == NULL)
        new->sources.random = entropy_draw;
    new->node = copy_optional(&new->own_node, node);
    new->clock_seq = copy_optional(&new->own_clock_seq, clock_seq);
    *generator = new;
    return UUID9562_OK;
}

void uuid9562_generator_free(uuid9562_generator_t *generator)
{
    free(generator);
}

/* ---- random bytes ---- */

int uuid9562_system_random(void *context, void *bytes, size_t count)
{
    (void)context;
    return entropy_of_system(bytes, count);
}

INTERNAL uuid9562_status_t draw(const uuid9562_generator_t *generator, void *bytes, size_t count)
{
    if (generator->sources.random(generator->sources.context, bytes, count) != 0)
        return UUID9562_ERR_ENTROPY;
    return UUID9562_OK;
}

INTERNAL NEVER_INLINE uuid9562_status_t draw_halves(const uuid9562_generator_t *generator,
                                                    halves_t *random, size_t count)
{
    uuid9562_t drawn = UUID9562_INIT_NIL;
    uuid9562_status_t status = draw(generator, drawn.bytes, count);

    *random = layout_load(&drawn);
    wipe(drawn.bytes, count);
    return status;
}

INTERNAL_INLINE uuid9562_status_t prepare_random(const uuid9562_generator_t *generator,
                                                 random_half_t *random, uint64_t now)
{
    halves_t drawn = {0, 0};
    uuid9562_status_t status;

    if (has_system_sources(generator)) {
        random->buffer = entropy_prepare(8, now);
        random->generation = entropy_generation();
        status = random->buffer != NULL ? UUID9562_OK : UUID9562_ERR_ENTROPY;
    } else {
        random->buffer = NULL;
        status = draw_halves(generator, &drawn, 8);
    }
    random->given = drawn.hi;
    return status;
}

INTERNAL_INLINE uuid9562_status_t take_random(const random_half_t *random, uint64_t *half)
{
    uuid9562_status_t status = UUID9562_OK;
    halves_t again;
    uint8_t *bytes;

    *half = random->given;
    if (random->buffer == NULL)
        return UUID9562_OK;
    bytes = entropy_take(random->buffer, 8);
    *half = layout_read64(bytes);
    wipe(bytes, 8);
    if (entropy_has_ended(random->generation)) {
        status = draw_halves(&process_generator, &again, 8);
        *half = again.hi;
    }
    return status;
}

/* ---- the clock state ---- */

INTERNAL_INLINE clock_state_t *own_clock_state(uuid9562_generator_t *generator)
{
    return generator == &process_generator ? process_clock_state() : &generator->clock_state;
}

INTERNAL_INLINE clock_state_t *file_state_of(const uuid9562_generator_t *generator)
{
    return generator == &process_generator ? shared_clock_state() : NULL;
}

INTERNAL_INLINE clock_state_t *clock_state_of(uuid9562_generator_t *generator)
{
    clock_state_t *file = file_state_of(generator);

    return file != NULL ? file : own_clock_state(generator);
}

INTERNAL_INLINE uint64_t resyncs_begun(uuid9562_generator_t *generator)
{
    return atomic_load_explicit(&clock_state_of(generator)->resyncs_begun, memory_order_acquire);
}

INTERNAL_INLINE uuid9562_status_t begin_call(const uuid9562_generator_t *generator)
{
    return generator == &process_generator ? find_state_file() : UUID9562_OK;
}
