/*
 * The generator's step as a public function, for programs that keep the last time themselves
 * (RFC 9562 section 6.2). What it consists of is in step.h and build.h.
 *
 * Pure.
 */
#include "step.h"
#include "build.h"

uuid9562_status_t uuid9562_step(uuid9562_t *out, uint64_t *last_ns, int version, uint64_t now_ns,
                                uint64_t random)
{
    uint64_t unix_ns;

    if (version != 1 && version != 6 && version != 7)
        return UUID9562_ERR_STEP_VERSION;
    if (!step_reserve(&unix_ns, last_ns, now_ns, 1, 1))
        return UUID9562_ERR_CLOCK_RANGE;
    if (version == 7)
        build_v7_ns(out, unix_ns, random);
    else
        build_gregorian_ns(out, version, unix_ns, random, NULL, NULL);
    return UUID9562_OK;
}
