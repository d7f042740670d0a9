/*
 * Nanoseconds, for every state, clock and random number:
 *
 *   - uuid9562_step gives max(clock, last + 1) to the builder of its version, or changes nothing
 *     and says that 64 bits are exhausted or the version is not time-based.
 *   - Ticks, and the milliseconds of version 7, are turned into nanoseconds where 64 bits hold them.
 *
 * What a fraction of a millisecond is in nanoseconds, and back, is for `fractions` to prove.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/build.c"
#include "../../../../core/src/bits/clock_step.c"

typedef __int128 wide_t;

/* What `fractions` proves of fraction_to_ns, as far as it matters here. */
int64_t any_ns(uint64_t fraction, uint64_t bits)
{
    const int64_t ns = nondet_int64();

    (void)fraction, (void)bits;
    assume(ns >= 0 && ns < NS_PER_MS);
    return ns;
}

static void prove_ticks(void)
{
    const int64_t ticks = nondet_int64();
    int64_t ns = 0;
    const bool present = ticks_to_ns(&ns, ticks);
    const wide_t exact = (wide_t)ticks * NS_PER_TICK;

    prove(present == (exact >= INT64_MIN && exact <= INT64_MAX));
    prove(present ? ns == exact : ns == 0);
}

static void prove_v7(void)
{
    const halves_t halves = {nondet_uint64(), nondet_uint64()};
    const wide_t begin = (wide_t)(halves.hi >> 16) * NS_PER_MS;
    int64_t ns = -1;

    if (v7_to_ns(&ns, halves, UUID9562_V7_FRACTION_BITS))
        prove(ns >= begin && ns < begin + NS_PER_MS);
    else
        prove(ns == -1 && begin + NS_PER_MS - 1 > INT64_MAX);
}

/* What the step has built; `fields` proves where build_v1, build_v6 and build_v7 put it. */
static int built;
static uint64_t built_time, built_first, built_second;

void note_v1(uuid9562_t *out, uint64_t time, uint64_t first, uint64_t second)
{
    (void)out;
    built = 1, built_time = time, built_first = first, built_second = second;
}

void note_v6(uuid9562_t *out, uint64_t time, uint64_t first, uint64_t second)
{
    note_v1(out, time, first, second);
    built = 6;
}

void note_v7(uuid9562_t *out, uint64_t time, uint64_t first, uint64_t second)
{
    note_v1(out, time, first, second);
    built = 7;
}

static void prove_step(void)
{
    const int version = nondet_int();
    const uint64_t before = nondet_uint64(), now = nondet_uint64(), random = nondet_uint64();
    uint64_t last = before;
    uuid9562_t uuid;
    const uuid9562_status_t status = uuid9562_step(&uuid, &last, version, now, random);

    if (status != UUID9562_OK) {
        prove(last == before && built == 0);
        prove(status == UUID9562_ERR_STEP_VERSION
                  ? version != 1 && version != 6 && version != 7
                  : status == UUID9562_ERR_CLOCK_RANGE && before == UINT64_MAX);
        return;
    }
    prove(last == (now > before ? now : before + 1) && last > before);
    prove(built == version && (version == 1 || version == 6 || version == 7));
    if (version == 7) {
        const uint64_t fraction = (last % NS_PER_MS << 20) / NS_PER_MS;

        prove(built_time == last / NS_PER_MS);
        prove(built_first == fraction / 256 && built_second >> 54 == fraction % 256);
    } else {
        prove(built_time == last / NS_PER_TICK + GREGORIAN_OFFSET);
        prove(built_first / 128 == last % NS_PER_TICK);
    }
}

int main(void)
{
    prove_ticks();
    prove_v7();
    prove_step();
    return 0;
}
