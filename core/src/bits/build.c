/*
 * Every version from explicit fields: RFC 9562 sections 5.1, 5.4, 5.6 and 5.7, and the bounds of
 * times. The functions here check their arguments; build.h does the building.
 */
#include "../../include/private/uuid9562_host.h"
#include "build.h"

/* ---- fields, checked ---- */

static uuid9562_status_t check_fields(uint64_t timestamp, uint64_t clock_seq, uint64_t node)
{
    if (timestamp > UUID9562_TIMESTAMP_MAX)
        return UUID9562_ERR_TIMESTAMP;
    if (clock_seq > UUID9562_CLOCK_SEQ_MAX)
        return UUID9562_ERR_CLOCK_SEQ;
    if (node > UUID9562_NODE_MAX)
        return UUID9562_ERR_NODE;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_uuid1_make(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq,
                                      uint64_t node)
{
    uuid9562_status_t status = check_fields(timestamp, clock_seq, node);
    if (status == UUID9562_OK)
        build_v1(out, timestamp, clock_seq, node);
    return status;
}

uuid9562_status_t uuid9562_uuid6_make(uuid9562_t *out, uint64_t timestamp, uint64_t clock_seq,
                                      uint64_t node)
{
    uuid9562_status_t status = check_fields(timestamp, clock_seq, node);
    if (status == UUID9562_OK)
        build_v6(out, timestamp, clock_seq, node);
    return status;
}

void uuid9562_uuid4_make(uuid9562_t *out, const uint8_t random[UUID9562_V4_RANDOM_LENGTH])
{
    layout_copy_with_version(out, random, 4);
}

uuid9562_status_t uuid9562_check_unix_ms(int64_t unix_ms)
{
    return unix_ms < UUID9562_V7_UNIX_MS_MIN || unix_ms > UUID9562_V7_UNIX_MS_MAX
               ? UUID9562_ERR_V7_UNIX_MS
               : UUID9562_OK;
}

uuid9562_status_t uuid9562_uuid7_make(uuid9562_t *out, int64_t unix_ms,
                                      const uint8_t random[UUID9562_V7_RANDOM_LENGTH], int64_t n)
{
    uint64_t rand_a, rand_b;
    uuid9562_status_t status = uuid9562_check_unix_ms(unix_ms);

    if (status != UUID9562_OK)
        return status;
    if (n < 0)
        return UUID9562_ERR_N;

    /* Of 80 bits the top 6 are dropped: 12 and 62 are left. The sum of 62 and 63 bits cannot
     * overflow 64, and what goes beyond 62 is carried. */
    rand_b = layout_read64(random + 2);
    rand_a = ((uint64_t)random[0] << 8 | random[1]) << 2 | rand_b >> 62;
    rand_a &= 0x0fff;
    rand_b = (rand_b & UUID9562_CUSTOM_C_MAX) + (uint64_t)n;
    rand_a += rand_b >> 62;
    if (rand_a > 0x0fff)
        return UUID9562_ERR_N;

    build_v7(out, (uint64_t)unix_ms, rand_a, rand_b);
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_uuid7_make_of(uuid9562_t *out, int64_t unix_ms, const void *random,
                                         size_t length, int64_t n)
{
    uuid9562_status_t status = uuid9562_check_unix_ms(unix_ms);

    if (status == UUID9562_OK && length != UUID9562_V7_RANDOM_LENGTH)
        status = UUID9562_ERR_V7_RANDOM;
    return status == UUID9562_OK ? uuid9562_uuid7_make(out, unix_ms, random, n) : status;
}

/* ---- bounds of times ---- */

uuid9562_status_t uuid9562_uuid7_bound(uuid9562_t *out, bool max, int64_t unix_ms,
                                       uint32_t width_ms)
{
    const int64_t more = max && width_ms > 0 ? (int64_t)width_ms - 1 : 0;

    if (unix_ms < UUID9562_V7_UNIX_MS_MIN || unix_ms > UUID9562_V7_UNIX_MS_MAX - more)
        return UUID9562_ERR_V7_UNIX_MS;
    if (width_ms == 0 && unix_ms > 0 && unix_ms <= UUID9562_SECONDS_MAX)
        return UUID9562_ERR_SECONDS;
    build_v7(out, (uint64_t)(unix_ms + more), max ? 0x0fff : 0, max ? UINT64_MAX : 0);
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_uuid7_min(uuid9562_t *out, int64_t unix_ms)
{
    return uuid9562_uuid7_bound(out, false, unix_ms, 0);
}

uuid9562_status_t uuid9562_uuid7_max(uuid9562_t *out, int64_t unix_ms)
{
    return uuid9562_uuid7_bound(out, true, unix_ms, 0);
}
