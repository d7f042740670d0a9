/*
 * Batches: many UUIDs of one version with one reading of the clock and one reservation (RFC 9562
 * section 6.2). In the order of all that is made they are one: nothing lies between them.
 */
#include <string.h>

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
    uint64_t first = 0;
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
    uint64_t first = 0;
    uuid9562_status_t status = read_unix_ns(generator, &first);

    if (status == UUID9562_OK)
        status = draw(generator, (uint8_t *)out + 8 * n, 8 * n);
    if (status == UUID9562_OK)
        status = reserve_of_time(generator, first, n, grain, &first);
    for (uint64_t i = 0; status == UUID9562_OK && i < n; i++)
        build_of_time(6, &out[i], first + i * grain, batch_random(out, n, i), generator->node,
                      generator->clock_seq);
    return status;
}

static uuid9562_status_t batch_v1(uuid9562_generator_t *generator, uuid9562_t *out, uint64_t n)
{
    const uint64_t grain = grain_of(generator->clock_seq);
    uint64_t first = 0, identity = 0;
    uuid9562_status_t status = reserve_v1(generator, n, grain, &identity, &first);

    for (uint64_t i = 0; status == UUID9562_OK && i < n; i++)
        build_of_time(1, &out[i], first + i * grain, identity, generator->node,
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
