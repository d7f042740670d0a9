/*
 * Batches: many UUIDs of one version with one reading of the clock and one reservation (RFC 9562
 * section 6.2). No other call can reserve a time inside a batch.
 */
#include <stdatomic.h>
#include <string.h>

#include "../../include/private/uuid9562_host.h"
#include "../bits/build.h"
#include "../bits/build_n.h"
#include "../processor.h"
#include "../wipe.h"
#include "gregorian.h"

/* ---- how this processor builds version 7 ---- Chosen by the first batch. Threads that choose at
 * the same time choose the same. */

static build_n_t *_Atomic build_v7_chosen;

static build_n_t *choose_build_v7(void)
{
    build_n_t *build = atomic_load_explicit(&build_v7_chosen, memory_order_relaxed);

    if (UNLIKELY(build == NULL)) {
        build = build_v7_n_portable;
#if defined __x86_64__
        if (processor_has_avx2())
            build = build_v7_n_avx2;
#endif
        atomic_store_explicit(&build_v7_chosen, build, memory_order_relaxed);
    }
    return build;
}

/* ---- their random bytes ---- */

/* For n UUIDs, all at once: in this thread's buffer, if that many are left, or else at the end of
 * the caller's array, in which the UUIDs are then built over them (build_n.c). */
typedef struct drawn {
    uint8_t *bytes;
    size_t count;
    bool in_buffer;
    uint64_t generation; /* of the buffer */
} drawn_t;

static uuid9562_status_t draw_n(const uuid9562_generator_t *generator, drawn_t *random,
                                uuid9562_t *out, size_t n, size_t each, uint64_t now_ns)
{
    random->count = each * n;
    random->bytes =
        has_system_sources(generator) ? entropy_take_if_left(random->count, now_ns) : NULL;
    random->generation = entropy_generation();
    random->in_buffer = random->bytes != NULL;
    if (random->in_buffer)
        return UUID9562_OK;
    random->bytes = (uint8_t *)(out + n) - random->count;
    return draw(generator, random->bytes, random->count);
}

/* Returns whether all that was built of them is good: they may have been wiped meanwhile. */
static bool wipe_drawn(const drawn_t *random)
{
    if (!random->in_buffer)
        return true;
    wipe(random->bytes, random->count);
    return !entropy_has_ended(random->generation);
}

/* ---- each version ---- */

/* From the buffer's cipher in pieces, each still in the cache when its UUIDs are built. */
static uuid9562_status_t batch_v4(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    const size_t most = has_system_sources(generator) ? 4096 : n;
    uuid9562_status_t status = UUID9562_OK;

    while (status == UUID9562_OK && n > 0) {
        const size_t part = n < most ? n : most;
        drawn_t random;

        status = draw_n(generator, &random, out, part, sizeof *out, 0);
        build_v4_n(out, random.bytes, part);
        if (!wipe_drawn(&random))
            continue;
        out += part;
        n -= part;
    }
    return status;
}

/* What `build` builds within a period, across its ends. */
static void build_in_periods(uint64_t period_ns, build_n_t *build, uuid9562_t *out,
                             uint64_t unix_ns, const uint8_t *random, size_t n)
{
    while (n > 0) {
        const uint64_t left = period_ns - unix_ns % period_ns;
        const size_t part = n < left ? n : (size_t)left;

        build(out, unix_ns, random, part);
        out += part;
        unix_ns += part;
        random += 8 * part;
        n -= part;
    }
}

static void halves_to_v7(const uuid9562_generator_t *generator, uuid9562_t *out, uint64_t unix_ns,
                         const uint8_t *random, size_t n)
{
    (void)generator;
    build_in_periods(NS_PER_MS, choose_build_v7(), out, unix_ns, random, n);
}

static void halves_to_v6(const uuid9562_generator_t *generator, uuid9562_t *out, uint64_t unix_ns,
                         const uint8_t *random, size_t n)
{
    if (generator->clock_seq == NULL)
        build_in_periods(NS_PER_TICK, build_v6_n, out, unix_ns, random, n);
    for (size_t i = 0; generator->clock_seq != NULL && i < n; i++)
        build_gregorian_ns(&out[i], 6, unix_ns + i * NS_PER_TICK, layout_read64(random + 8 * i),
                           NULL, generator->clock_seq);
}

typedef void halves_to_t(const uuid9562_generator_t *generator, uuid9562_t *out, uint64_t unix_ns,
                         const uint8_t *random, size_t n);

static ALWAYS_INLINE uuid9562_status_t batch_with_halves(uuid9562_generator_t *generator,
                                                         uuid9562_t *out, size_t n,
                                                         uint64_t granularity, halves_to_t *build)
{
    uint64_t first = 0;
    reading_t now = {0, 0};
    drawn_t random;
    uuid9562_status_t status = read_time(generator, &now);

    if (status == UUID9562_OK)
        status = draw_n(generator, &random, out, n, 8, now.ns);
    if (status != UUID9562_OK)
        return status;
    status = reserve_gregorian(generator, &first, now, n, granularity);
    while (status == UUID9562_OK) {
        build(generator, out, first, random.bytes, n);
        if (wipe_drawn(&random))
            return UUID9562_OK;
        status = draw_n(generator, &random, out, n, 8, first);
    }
    wipe_drawn(&random);
    return status;
}

static uuid9562_status_t batch_v7(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    return batch_with_halves(generator, out, n, 1, halves_to_v7);
}

static uuid9562_status_t batch_with_node(uuid9562_generator_t *generator, int version,
                                         const uint64_t *node, uuid9562_t *out, size_t n)
{
    uint64_t first = 0, clock_seq = 0;
    uuid9562_status_t status =
        reserve_with_node(generator, &clock_seq, &first, n, generator->clock_seq);

    for (size_t i = 0; status == UUID9562_OK && i < n; i++)
        build_gregorian_ns(&out[i], version, first + i * NS_PER_TICK, 0, node, &clock_seq);
    return status;
}

static uuid9562_status_t batch_v6(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    if (generator->node != NULL)
        return batch_with_node(generator, 6, generator->node, out, n);
    return batch_with_halves(generator, out, n, granularity_for(generator->clock_seq),
                             halves_to_v6);
}

static uuid9562_status_t batch_v1(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    const uint64_t granularity = granularity_for(generator->clock_seq);
    uint64_t first = 0, identity = 0, own_node;
    const uint64_t *node = default_node(generator, 1, &own_node);
    uuid9562_status_t status;

    if (node != NULL)
        return batch_with_node(generator, 1, node, out, n);
    status = reserve_v1(generator, &identity, &first, n, granularity);
    for (size_t i = 0; status == UUID9562_OK && i < n; i++)
        build_gregorian_ns(&out[i], 1, first + i * granularity, identity, NULL,
                           generator->clock_seq);
    return status;
}

static uuid9562_status_t (*const batch_by_version[])(uuid9562_generator_t *, uuid9562_t *,
                                                     size_t) = {
    [1] = batch_v1, [4] = batch_v4, [6] = batch_v6, [7] = batch_v7};

/* Static, since a shared library calls its own exported functions through a table. */
static uuid9562_status_t check_batch(int version, uint64_t n)
{
    if (version < 0 || version >= (int)(sizeof batch_by_version / sizeof *batch_by_version) ||
        batch_by_version[version] == NULL)
        return UUID9562_ERR_BATCH_VERSION;
    if (n > UUID9562_BATCH_MAX)
        return UUID9562_ERR_BATCH_COUNT;
    return n <= SIZE_MAX / sizeof(uuid9562_t) ? UUID9562_OK : UUID9562_ERR_MEMORY;
}

uuid9562_status_t uuid9562_check_batch(int version, uint64_t n)
{
    return check_batch(version, n);
}

uuid9562_status_t uuid9562_batch(uuid9562_generator_t *generator, uuid9562_t *out, int version,
                                 uint64_t n)
{
    uuid9562_status_t status = check_batch(version, n);

    if (status != UUID9562_OK || n == 0)
        return status;
    generator = resolve(generator);
    status = version != 4 ? begin_call(generator) : UUID9562_OK;
    if (status == UUID9562_OK)
        status = batch_by_version[version](generator, out, (size_t)n);
    if (status != UUID9562_OK)
        memset(out, 0, (size_t)n * sizeof *out);
    return status;
}
