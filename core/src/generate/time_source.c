/*
 * Where the time of a UUID comes from (generator.h): the generator's clock, or, where the sources
 * are the system's, the processor's cycle counter between two readings of it (cycle_clock.h).
 */
#include "generator.h"

#include <stdatomic.h>
#include <string.h>

#include "../system/os.h"
#include "cycle_clock.h"

static const uint64_t ns_per_second = 1000000000;

/* As its source gives it. */
static ALWAYS_INLINE uuid9562_status_t read_clock(const uuid9562_generator_t *generator,
                                                  int64_t *seconds, uint32_t *nanoseconds)
{
    int64_t s;
    uint32_t ns;
    int failed;

    if (generator == &process_generator) {
        failed = os_clock(NULL, seconds, nanoseconds);
    } else {
        failed = generator->sources.clock(generator->sources.context, &s, &ns);
        *seconds = s;
        *nanoseconds = ns;
    }
    if (failed || *nanoseconds >= ns_per_second)
        return UUID9562_ERR_CLOCK;
    return UUID9562_OK;
}

INTERNAL_INLINE uuid9562_status_t read_unix_ns(uuid9562_generator_t *generator, reading_t *now)
{
    int64_t seconds;
    uint32_t nanoseconds;
    uuid9562_status_t status;

    now->resyncs = resyncs_begun(generator);
    status = read_clock(generator, &seconds, &nanoseconds);
    if (status != UUID9562_OK)
        return status;
    if (seconds < 0 || (uint64_t)seconds > UINT64_MAX / ns_per_second)
        return UUID9562_ERR_CLOCK_RANGE;
    now->ns = (uint64_t)seconds * ns_per_second + nanoseconds;
    return now->ns >= nanoseconds ? UUID9562_OK : UUID9562_ERR_CLOCK_RANGE; /* no wrap */
}

/* For the cycle counter: one for all generators with the system's sources. */
THREAD_LOCAL anchor_t anchor;

/* Which of the two the process uses, decided once, after some readings of the clock, however far
 * apart they are. So a process that generates a few UUIDs opens no file, and one that may open none
 * finds out early, under any load. */
typedef enum { UNDECIDED, COUNTER, OS_CLOCK } source_t;
static _Atomic source_t process_source;
static _Atomic int readings_before; /* its decision */
enum { READINGS_UNTIL_DECISION = 64 };

/* Any word other than "counter" selects the system clock. */
static NEVER_INLINE source_t decide(void)
{
    const char *word = os_environment("UUID9562_CLOCK");
    const bool is_wanted = word == NULL || *word == '\0' || strcmp(word, "counter") == 0;
    const source_t source = is_wanted && os_counter_is_clock() ? COUNTER : OS_CLOCK;

    atomic_store(&process_source, source);
    return source;
}

static NEVER_INLINE source_t decide_in_time(void)
{
    const bool is_due = atomic_fetch_add(&readings_before, 1) + 1 >= READINGS_UNTIL_DECISION;

    return is_due ? decide() : UNDECIDED;
}

const char *uuid9562_clock_source(void)
{
    source_t source = atomic_load(&process_source);

    if (source == UNDECIDED)
        source = decide();
    return source == COUNTER ? "counter" : "system";
}

static NEVER_INLINE uuid9562_status_t read_system_clock(uuid9562_generator_t *generator,
                                                        reading_t *now)
{
    const uint64_t resyncs = resyncs_begun(&process_generator);
    source_t source = atomic_load_explicit(&process_source, memory_order_relaxed);
    uuid9562_status_t status;
    uint64_t before = 0;
    bool with_counter;

    if (UNLIKELY(source == UNDECIDED))
        source = decide_in_time();
    with_counter = source == COUNTER && anchor_is_wanted(&anchor);
    if (with_counter)
        before = os_counter();
    status = read_unix_ns(generator, now);
    if (status != UUID9562_OK)
        anchor_drop(&anchor);
    else if (with_counter)
        anchor_set(&anchor, before, os_counter(), now->ns, resyncs);
    else
        anchor_note(&anchor, now->ns);
    return status;
}

/* A generator of the program's own that was resynced reads the clock each time, since an anchor
 * knows the resyncs of the process's alone. */
static ALWAYS_INLINE bool may_use_counter(const uuid9562_generator_t *generator, uint64_t resyncs)
{
    return generator == &process_generator || (has_system_sources(generator) && resyncs == 0);
}

INTERNAL_INLINE uuid9562_status_t read_time(uuid9562_generator_t *generator, reading_t *now)
{
    const bool is_process = generator == &process_generator;
    reading_t read = {0, 0}; /* apart from *now, which can thus stay in registers */
    uuid9562_status_t status = UUID9562_OK;

    now->resyncs = resyncs_begun(generator);
    if (!may_use_counter(generator, now->resyncs))
        return read_unix_ns(generator, now);
    if (UNLIKELY(!anchor_is_set(&anchor) ||
                 !anchor_time(&anchor, os_counter(),
                              is_process ? now->resyncs : resyncs_begun(&process_generator),
                              &now->ns))) {
        status = read_system_clock(generator, &read);
        now->ns = read.ns;
    }
    return status;
}
