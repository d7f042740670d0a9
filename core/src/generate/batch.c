/*
 * Batches: many UUIDs of one version with one reading of the clock and one reservation (RFC 9562
 * section 6.2). No other call of the generator gets a time between those of a batch.
 */
#include <string.h>

#include "../../include/uuid9562_bindings.h"
#include "../bits/build.h"
#include "order.h"
#include "single.h"
#include "time_source.h"

/* Each version draws all random bytes at once, into the caller's array, and builds the UUIDs over
 * them from the front on. Where a UUID needs 8 bytes, they lie in the rear half: those of number i
 * begin at byte 8n + 8i, and the UUIDs 0 to i end at 16i + 16, which is never beyond the end of
 * those 8 bytes, 8n + 8i + 8, since i < n. */
static uint64_t random_in_place(const uuid9562_t *out, size_t n, size_t i)
{
    return layout_read64((const uint8_t *)out + 8 * n + 8 * i);
}

static uuid9562_status_t draw_in_place(const uuid9562_generator_t *generator, uuid9562_t *out,
                                       size_t n)
{
    return draw(generator, (uint8_t *)out + 8 * n, 8 * n);
}

/* The process's generator works in pieces, each still in the cache when its UUIDs are built. */
static uuid9562_status_t batch_v4(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    const size_t most = generator == &process_generator ? 4096 : n;
    uuid9562_status_t status = UUID9562_OK;

    if (generator == &process_generator && n <= 512)
        return generate_v4_from_buffer(out, n);
    while (status == UUID9562_OK && n > 0) {
        const size_t part = n < most ? n : most;

        status = draw(generator, out, part * sizeof *out);
        build_v4_n(out, out->bytes, part);
        out += part;
        n -= part;
    }
    return status;
}

static uuid9562_status_t batch_v7(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    uint64_t first = 0;
    uuid9562_status_t status = read_time(generator, &first);

    if (status == UUID9562_OK)
        status = draw_in_place(generator, out, n);
    if (status == UUID9562_OK)
        status = reserve(generator, &first, first, n, 1);
    for (size_t i = 0; status == UUID9562_OK && i < n; i++)
        build_v7_ns(&out[i], first + i, random_in_place(out, n, i));
    return status;
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
    const uint64_t granularity = granularity_for(generator->clock_seq);
    uint64_t first = 0;
    uuid9562_status_t status;

    if (generator->node != NULL)
        return batch_with_node(generator, 6, generator->node, out, n);
    status = read_time(generator, &first);
    if (status == UUID9562_OK)
        status = draw_in_place(generator, out, n);
    if (status == UUID9562_OK)
        status = reserve_gregorian(generator, &first, first, n, granularity);
    for (size_t i = 0; status == UUID9562_OK && i < n; i++)
        build_gregorian_ns(&out[i], 6, first + i * granularity, random_in_place(out, n, i), NULL,
                           generator->clock_seq);
    return status;
}

static uuid9562_status_t batch_v1(uuid9562_generator_t *generator, uuid9562_t *out, size_t n)
{
    const uint64_t granularity = granularity_for(generator->clock_seq);
    uint64_t first = 0, identity = 0, room;
    const uint64_t *node;
    uuid9562_status_t status = find_state_file(generator);

    if (status != UUID9562_OK)
        return status;
    node = default_node(generator, 1, &room);
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
    status = batch_by_version[version](resolve(generator), out, (size_t)n);
    if (status != UUID9562_OK)
        memset(out, 0, (size_t)n * sizeof *out);
    return status;
}
