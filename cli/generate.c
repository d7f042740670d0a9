/*
 * generate: generates UUIDs, or builds them from names. The version and the options select the
 * method in one table.
 */
#include <inttypes.h>
#include <string.h>

#include "commands.h"
#include "input.h"
#include "output.h"
#include "reader.h"
#include "writer.h"
#include "uuid9562_generator.h"

/* The values of the options. */
typedef struct request {
    int version;
    uuid9562_generator_t *generator; /* NULL for the generator of the process */
    int64_t unix_ms, unix_ns;
    uint64_t number[OPTION_COUNT];
    const uint64_t *node, *clock_seq, *a, *b, *c; /* in `number`; NULL if not given */
    uuid9562_t name_space;
    bool no_namespace; /* @none */
    uuid9562_digest_t digest;
} request_t;

typedef uuid9562_status_t generate_one_t(const request_t *request, uuid9562_t *out);
typedef uuid9562_status_t build_named_t(const request_t *request, uuid9562_t *out, const char *name,
                                        size_t length);

static uuid9562_status_t version_7_at(const request_t *request, uuid9562_t *out)
{
    return uuid9562_uuid7_at(NULL, out, request->unix_ms);
}

static uuid9562_status_t version_7_at_ns(const request_t *request, uuid9562_t *out)
{
    return uuid9562_uuid7_at_ns(NULL, out, request->unix_ns);
}

static uuid9562_status_t version_8_custom(const request_t *request, uuid9562_t *out)
{
    return uuid9562_uuid8(NULL, out, request->a, request->b, request->c);
}

static uuid9562_status_t version_3_name(const request_t *request, uuid9562_t *out, const char *name,
                                        size_t length)
{
    return request->no_namespace ? uuid9562_uuid3_bare(out, name, length)
                                 : uuid9562_uuid3(out, &request->name_space, name, length);
}

static uuid9562_status_t version_5_name(const request_t *request, uuid9562_t *out, const char *name,
                                        size_t length)
{
    return uuid9562_uuid5(out, &request->name_space, name, length);
}

static uuid9562_status_t version_7_name(const request_t *request, uuid9562_t *out, const char *name,
                                        size_t length)
{
    return uuid9562_uuid7_name(out, request->unix_ms, &request->name_space, name, length,
                               request->digest);
}

static uuid9562_status_t version_8_name(const request_t *request, uuid9562_t *out, const char *name,
                                        size_t length)
{
    return uuid9562_uuid8_name(out, &request->name_space, name, length, request->digest);
}

/* The method is the first row of the version whose decisive option was given, or that has none. */
#define NONE OPTION_COUNT

typedef struct method {
    uint64_t version;
    option_id_t decisive;
    option_id_t allowed[4]; /* in addition to always_allowed */
    generate_one_t *generate_one;
    build_named_t *build_named; /* if both are NULL, a batch is generated */
} method_t;

/* clang-format off */
static const method_t method_table[] = {
    {1, NONE, {OPTION_NUMBER, OPTION_NODE, OPTION_CLOCK_SEQ, OPTION_AT}, NULL, NULL},
    {3, NONE, {OPTION_NAMESPACE, OPTION_NAME}, NULL, version_3_name},
    {4, NONE, {OPTION_NUMBER}, NULL, NULL},
    {5, NONE, {OPTION_NAMESPACE, OPTION_NAME}, NULL, version_5_name},
    {6, NONE, {OPTION_NUMBER, OPTION_NODE, OPTION_CLOCK_SEQ, OPTION_AT}, NULL, NULL},
    {7, OPTION_NAMESPACE, {OPTION_NAMESPACE, OPTION_NAME, OPTION_DIGEST, OPTION_AT}, NULL,
     version_7_name},
    {7, OPTION_NAME, {OPTION_NAME, OPTION_DIGEST, OPTION_AT}, NULL, version_7_name},
    {7, OPTION_AT, {OPTION_NUMBER, OPTION_AT}, version_7_at, NULL},
    {7, OPTION_AT_NS, {OPTION_NUMBER, OPTION_AT_NS}, version_7_at_ns, NULL},
    {7, NONE, {OPTION_NUMBER}, NULL, NULL},
    {8, OPTION_NAMESPACE, {OPTION_NAMESPACE, OPTION_NAME, OPTION_DIGEST}, NULL, version_8_name},
    {8, OPTION_NAME, {OPTION_NAME, OPTION_DIGEST}, NULL, version_8_name},
    {8, NONE, {OPTION_NUMBER, OPTION_A, OPTION_B, OPTION_C}, version_8_custom, NULL},
};
/* clang-format on */

static const option_id_t always_allowed[] = {OPTION_UUID, OPTION_TO, OPTION_PREFIX};

static const method_t *find_method(const options_t *options)
{
    const uint64_t version =
        option_given(options, OPTION_UUID) ? option_version(options, OPTION_UUID) : 4;

    for (size_t i = 0; i < sizeof method_table / sizeof *method_table; i++)
        if (method_table[i].version == version &&
            (method_table[i].decisive == NONE || option_given(options, method_table[i].decisive)))
            return &method_table[i];
    USAGE_ERROR("unknown version; expected one of: 1 3 4 5 6 7 8");
}

static bool is_among(option_id_t id, const option_id_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static void check_options(const options_t *options, const method_t *method)
{
    const bool decided = method->decisive != NONE;

    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (option_given(options, id) &&
            !is_among(id, always_allowed, sizeof always_allowed / sizeof *always_allowed) &&
            !is_among(id, method->allowed, sizeof method->allowed / sizeof *method->allowed))
            USAGE_ERROR("--%s cannot be used with version %" PRIu64 "%s%s%s", option_table[id].name,
                        method->version, decided ? " and --" : "",
                        decided ? option_table[method->decisive].name : "",
                        id == OPTION_NAMESPACE ? "; to generate several, use --count" : "");
    if (method->build_named != NULL && !option_given(options, OPTION_NAMESPACE))
        USAGE_ERROR("version %" PRIu64 "%s requires --namespace", method->version,
                    decided ? " with --name" : "");
    if (method->build_named == version_7_name && !option_given(options, OPTION_AT))
        USAGE_ERROR("version 7 with --namespace requires --at; to generate several, use --count");
    if (options->argument_count > 0)
        USAGE_ERROR("unexpected argument: %s", options->arguments[0]);
}

/* ---- the values of the options ---- */

/* Returns NULL if the option was not given. */
static const uint64_t *optional_number(request_t *request, const options_t *options, option_id_t id)
{
    if (!option_given(options, id))
        return NULL;
    request->number[id] = id == OPTION_NODE ? option_node(options, id) : option_number(options, id);
    return &request->number[id];
}

/* The clock of a generator with a given time. */
static int given_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const int64_t unix_ms = *(const int64_t *)context;
    const int64_t ms = (unix_ms % 1000 + 1000) % 1000;

    *seconds = unix_ms / 1000 - (unix_ms % 1000 < 0);
    *nanoseconds = (uint32_t)ms * 1000000;
    return 0;
}

static void read_namespace(request_t *request, const char *text)
{
    char problem[UUID9562_DESCRIPTION_MAX];
    size_t offset = 0;
    uuid9562_status_t status =
        uuid9562_parse_namespace(&request->name_space, &offset, text, strlen(text));

    request->no_namespace = status == UUID9562_ERR_NO_NAMESPACE && request->version == 3;
    uuid9562_describe(problem, status, offset, text, strlen(text));
    if (status != UUID9562_OK && !request->no_namespace)
        USAGE_ERROR("--namespace: %s", problem);
}

static void read_values(request_t *request, const options_t *options, const method_t *method)
{
    uuid9562_sources_t given = {.clock = given_clock, .context = &request->unix_ms};
    const char *digest = options->value[OPTION_DIGEST];
    const bool at = option_given(options, OPTION_AT);

    request->version = (int)method->version;
    request->node = optional_number(request, options, OPTION_NODE);
    request->clock_seq = optional_number(request, options, OPTION_CLOCK_SEQ);
    request->a = optional_number(request, options, OPTION_A);
    request->b = optional_number(request, options, OPTION_B);
    request->c = optional_number(request, options, OPTION_C);
    if (option_given(options, OPTION_NAMESPACE))
        read_namespace(request, options->value[OPTION_NAMESPACE]);
    if (at)
        request->unix_ms = option_unix_ms(options, OPTION_AT);
    if (option_given(options, OPTION_AT_NS))
        request->unix_ns = option_unix_ns(options, OPTION_AT_NS);
    require(uuid9562_find_digest(&request->digest, digest, digest != NULL ? strlen(digest) : 0));
    if (method->generate_one == NULL && method->build_named == NULL &&
        (at || request->node != NULL || request->clock_seq != NULL))
        require(uuid9562_generator_new(&request->generator, at ? &given : NULL, request->node,
                                       request->clock_seq));
}

/* ---- the command ---- */

static uuid9562_status_t generate_some(const request_t *request, const method_t *method,
                                       uuid9562_t *out, size_t n)
{
    uuid9562_status_t status = UUID9562_OK;

    if (method->generate_one == NULL)
        return uuid9562_batch(request->generator, out, request->version, n);
    for (size_t i = 0; i < n && status == UUID9562_OK; i++)
        status = method->generate_one(request, &out[i]);
    return status;
}

static void generate_many(const request_t *request, const options_t *options,
                          const method_t *method, const writer_t *writer)
{
    static uuid9562_t block[BLOCK];
    const uint64_t count =
        option_given(options, OPTION_NUMBER) ? option_number(options, OPTION_NUMBER) : 1;

    for (uint64_t done = 0; done < count;) {
        const size_t n = count - done < BLOCK ? (size_t)(count - done) : BLOCK;
        const uuid9562_status_t status = generate_some(request, method, block, n);

        /* The given time, not the system's clock. */
        if (status == UUID9562_ERR_CLOCK_RANGE && option_given(options, OPTION_AT))
            USAGE_ERROR("--at is out of range for version %d: 0 to %" PRIu64
                        ", the range of a generator's clock",
                        request->version, UINT64_MAX / 1000000);
        require(status);
        write_uuids(writer, block, n);
        done += n;
    }
}

static void build_one(const request_t *request, const method_t *method, const writer_t *writer,
                      const char *name, size_t length)
{
    uuid9562_t uuid;

    require(method->build_named(request, &uuid, name, length));
    write_uuids(writer, &uuid, 1);
}

static void build_from_names(const request_t *request, const options_t *options,
                             const method_t *method, const writer_t *writer)
{
    const char *name = options->value[OPTION_NAME];
    size_t length;
    input_t input;

    if (name != NULL) {
        build_one(request, method, writer, name, strlen(name));
        return;
    }
    input_open(&input, true);
    do {
        while (input_line(&input, &name, &length))
            build_one(request, method, writer, name, length);
    } while (input_fill(&input));
    input_close(&input);
}

void generate(const options_t *options)
{
    const method_t *method = find_method(options);
    request_t request = {0};
    writer_t writer;

    check_options(options, method);
    read_values(&request, options, method);
    writer_open(&writer, options);
    (method->build_named == NULL ? generate_many : build_from_names)(&request, options, method,
                                                                     &writer);
    uuid9562_generator_free(request.generator);
}
