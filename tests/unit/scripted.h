/*
 * The fixture of a file whose tests all use one generator in a script: its clock stands at `start`
 * when a test begins.
 */
#ifndef SCRIPTED_H
#define SCRIPTED_H

#include "suite.h"

static const uint64_t start = UINT64_C(1700000000000000000);
static script_t script;

static void setup(void)
{
    script_begin(&script);
    script_set(&script, start);
}

static void teardown(void)
{
    script_end(&script);
}

static const fixture_t fixture = {setup, teardown};

#endif
