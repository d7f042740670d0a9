/*
 * Versions 4, 7 and 8 from a generator, one UUID at a time (RFC 9562 sections 5.4, 5.7 and 5.8).
 *
 * Each function checks its arguments, reads the clock, prepares its random bits, and then reserves
 * a time: an error leaves the clock state, and the caller's output, unchanged. Random bytes are
 * taken, and so wiped, only after the swap of the clock state, which would otherwise wait for those
 * stores.
 *
 * The functions exist twice: inline for the process's generator, without branches that it does not
 * need, and out of line for the generators of a program. So do those of gregorian.c.
 */
#include <string.h>

#include "../../include/private/uuid9562_host.h"
#include "../bits/build.h"
#include "../wipe.h"
#include "generator.h"

/* ---- versions 4 and 7 ---- */

/* Returns false, and writes nothing, where no bytes are ready, or none are good. */
static ALWAYS_INLINE bool build_v4_if_ready(uuid9562_t *out)
{
    const uint64_t generation = entropy_generation();
    uint8_t *random = entropy_take_if_ready(sizeof *out);
    uuid9562_t copied;

    if (UNLIKELY(random == NULL))
        return false;
    memcpy(copied.bytes, random, sizeof copied);
    wipe(random, sizeof copied);
    if (entropy_has_ended(generation))
        return false;
    layout_copy_with_version(out, copied.bytes, 4);
    return true;
}

static NEVER_INLINE uuid9562_status_t generate_v4(const uuid9562_generator_t *generator,
                                                  uuid9562_t *out)
{
    halves_t random;
    uuid9562_status_t status;

    if (has_system_sources(generator) && build_v4_if_ready(out))
        return UUID9562_OK;
    status = draw_halves(generator, &random, 16);
    if (status == UUID9562_OK)
        layout_store(out, layout_set_version_and_variant(random, 4));
    return status;
}

uuid9562_status_t uuid9562_uuid4(uuid9562_generator_t *generator, uuid9562_t *out)
{
    if (UNLIKELY(generator != NULL || !build_v4_if_ready(out)))
        return generate_v4(resolve(generator), out);
    return UUID9562_OK;
}

static ALWAYS_INLINE uuid9562_status_t generate_v7_inline(uuid9562_generator_t *generator,
                                                          uuid9562_t *out)
{
    uint64_t unix_ns, half;
    reading_t now = {0, 0};
    random_half_t random;
    uuid9562_status_t status = begin_call(generator);

    if (status == UUID9562_OK)
        status = read_time(generator, &now);
    if (status == UUID9562_OK)
        status = prepare_random(generator, &random, now.ns);
    if (status == UUID9562_OK)
        status = reserve(generator, &unix_ns, now, 1, 1);
    if (status == UUID9562_OK)
        status = take_random(&random, &half);
    if (status == UUID9562_OK)
        build_v7_ns(out, unix_ns, half);
    return status;
}

static NEVER_INLINE uuid9562_status_t generate_v7(uuid9562_generator_t *generator, uuid9562_t *out)
{
    return generate_v7_inline(generator, out);
}

uuid9562_status_t uuid9562_uuid7(uuid9562_generator_t *generator, uuid9562_t *out)
{
    return generator == NULL ? generate_v7_inline(&process_generator, out)
                             : generate_v7(generator, out);
}

uuid9562_status_t uuid9562_uuid7_at(uuid9562_generator_t *generator, uuid9562_t *out,
                                    int64_t unix_ms)
{
    uint8_t random[UUID9562_V7_RANDOM_LENGTH];
    uuid9562_status_t status = uuid9562_check_unix_ms(unix_ms);

    if (status == UUID9562_OK)
        status = draw(resolve(generator), random, sizeof random);
    if (status == UUID9562_OK)
        status = uuid9562_uuid7_make(out, unix_ms, random, 0);
    return status;
}

uuid9562_status_t uuid9562_uuid7_at_ns(uuid9562_generator_t *generator, uuid9562_t *out,
                                       int64_t unix_ns)
{
    halves_t random;
    uuid9562_status_t status;

    if (unix_ns < 0)
        return UUID9562_ERR_V7_UNIX_NS;
    status = draw_halves(resolve(generator), &random, 8);
    if (status == UUID9562_OK)
        build_v7_ns(out, (uint64_t)unix_ns, random.hi);
    return status;
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
