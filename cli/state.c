/*
 * state: shows a state file, or creates one. Showing creates none.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "system.h"
#include "uuid9562_state.h"

enum { NS_PER_MS = 1000000, NS_PER_SECOND = 1000000000 };

/* ISO 8601, to the nanosecond. */
static void print_time(uint64_t ns)
{
    char utc[UUID9562_UTC_MAX];
    const size_t length = uuid9562_format_utc(utc, (int64_t)(ns / NS_PER_MS));

    *(char *)memchr(utc, ' ', length) = 'T';
    output_print("%.*s%06" PRIu64 "Z", (int)length, utc, ns % NS_PER_MS);
}

static void print_seconds(uint64_t ns)
{
    output_print("%" PRIu64 ".%09" PRIu64, ns / NS_PER_SECOND, ns % NS_PER_SECOND);
}

static void show_text(const uuid9562_state_t *state, uint64_t lead_ns)
{
    output_print("node       0x%012" PRIx64 "\nclock_seq  %" PRIu64 "\nlast       ", state->node,
                 state->clock_seq);
    print_time(state->last_ns);
    output_text("\nlead       ");
    print_seconds(lead_ns);
    output_text("\nuntil      ");
    print_time(state->until_ns);
    output_text("\n");
}

static void show_json(const uuid9562_state_t *state, uint64_t lead_ns)
{
    output_print("{\"node\":%" PRIu64 ",\"clock_seq\":%" PRIu64 ",\"last\":\"", state->node,
                 state->clock_seq);
    print_time(state->last_ns);
    output_text("\",\"lead\":");
    print_seconds(lead_ns);
    output_text(",\"until\":\"");
    print_time(state->until_ns);
    output_text("\"}\n");
}

static void create(const options_t *options, const char *path)
{
    const unsigned mode =
        option_given(options, OPTION_MODE) ? option_mode(options, OPTION_MODE) : 0600;
    uint64_t node = 0;
    const uint64_t *given = NULL;

    if (option_given(options, OPTION_NODE)) {
        node = option_node(options, OPTION_NODE);
        given = &node;
    }
    require_file(uuid9562_state_create(path, given, mode, option_given(options, OPTION_REPLACE)),
                 path);
}

static void show(const options_t *options, const char *path)
{
    uuid9562_state_t state;
    uint64_t lead_ns;

    if (!system_has_file(path))
        SYSTEM_ERROR("%s: %s: %s", uuid9562_strerror(UUID9562_ERR_STATE_OPEN), strerror(errno),
                     path);
    require_file(uuid9562_state_open(path, NULL), path);
    require(uuid9562_lead_ns(NULL, &lead_ns));
    uuid9562_state_get(&state);
    (option_given(options, OPTION_JSON) ? show_json : show_text)(&state, lead_ns);
}

void state(const options_t *options)
{
    const bool creates =
        option_given(options, OPTION_CREATE) || option_given(options, OPTION_REPLACE);

    if (option_given(options, OPTION_CREATE) && option_given(options, OPTION_REPLACE))
        USAGE_ERROR("--create cannot be used with --replace");
    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (option_given(options, id) && ((id == OPTION_JSON && creates) ||
                                          ((id == OPTION_NODE || id == OPTION_MODE) && !creates)))
            USAGE_ERROR("--%s cannot be used %s --create or --replace", option_table[id].name,
                        creates ? "with" : "without");
    if (options->argument_count == 0)
        USAGE_ERROR("missing FILE");
    if (options->argument_count > 1)
        USAGE_ERROR("unexpected argument: %s", options->arguments[1]);
    (creates ? create : show)(options, options->arguments[0]);
}
