/*
 * What suite.h promises but run.c does not have: scripts, and UUIDs to test with.
 */
#include "suite.h"

static int script_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const script_t *script = context;
    *seconds = script->seconds;
    *nanoseconds = script->nanoseconds;
    return script->clock_fails ? -1 : 0;
}

static int script_random(void *context, void *bytes, size_t count)
{
    script_t *script = context;
    uint8_t *out = bytes;

    script->draws++;
    for (size_t i = 0; i < count; i++) /* a failing source writes something first */
        out[i] = script->random_fails ? 0xee : (uint8_t)(script->next++ * 0x9e3779b1u >> 13);
    return script->random_fails ? -1 : 0;
}

void script_begin(script_t *script)
{
    script_begin_with(script, NULL, NULL);
}

void script_begin_with(script_t *script, const uint64_t *node, const uint64_t *clock_seq)
{
    const uuid9562_sources_t sources = {script_clock, script_random, script};
    memset(script, 0, sizeof *script);
    assert_ok(uuid9562_generator_new(&script->generator, &sources, node, clock_seq));
}

void script_end(script_t *script)
{
    uuid9562_generator_free(script->generator);
}

void script_set(script_t *script, uint64_t unix_ns)
{
    script->seconds = (int64_t)(unix_ns / 1000000000);
    script->nanoseconds = (uint32_t)(unix_ns % 1000000000);
}

uuid9562_t uuid_from_text(const char *text)
{
    uuid9562_t uuid;
    assert_ok(uuid9562_parse(&uuid, NULL, text, strlen(text)));
    return uuid;
}
