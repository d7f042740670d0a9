/*
 * generate: makes UUIDs. What makes them follows from the version and the options, by one table.
 */

typedef struct making {
    int version;
    uuid9562_generator_t *generator; /* NULL for the one of the process */
    int64_t unix_ms;
    uint64_t node, clock_seq, a, b, c;
    const uint64_t *if_node, *if_clock_seq, *if_a, *if_b, *if_c; /* NULL where not given */
    uuid9562_t name_space;
    const char *digest; /* or NULL */
} making_t;

typedef uuid9562_status_t make_t(const making_t *making, uuid9562_t *out, size_t n);
typedef uuid9562_status_t name_t(const making_t *making, uuid9562_t *out, const char *name,
                                 size_t length);

static uuid9562_status_t make_batch(const making_t *making, uuid9562_t *out, size_t n)
{
    return uuid9562_batch(making->generator, out, making->version, n);
}

/* Of the library's functions that make one. */
#define MAKE_EACH(name, call)                                                                      \
    static uuid9562_status_t name(const making_t *making, uuid9562_t *out, size_t n)               \
    {                                                                                              \
        uuid9562_status_t status = UUID9562_OK;                                                    \
        for (size_t i = 0; i < n && status == UUID9562_OK; i++)                                    \
            status = call;                                                                         \
        return status;                                                                             \
    }

MAKE_EACH(make_at, uuid9562_uuid7_at(NULL, &out[i], making->unix_ms))
MAKE_EACH(make_node, uuid9562_uuid8_node(NULL, &out[i], making->node))
MAKE_EACH(make_custom, uuid9562_uuid8(NULL, &out[i], making->if_a, making->if_b, making->if_c))

static uuid9562_status_t name_md5(const making_t *making, uuid9562_t *out, const char *name,
                                  size_t length)
{
    return uuid9562_uuid3(out, &making->name_space, name, length);
}

static uuid9562_status_t name_sha1(const making_t *making, uuid9562_t *out, const char *name,
                                   size_t length)
{
    return uuid9562_uuid5(out, &making->name_space, name, length);
}

static uuid9562_status_t name_digest(const making_t *making, uuid9562_t *out, const char *name,
                                     size_t length)
{
    return uuid9562_uuid8_name(out, &making->name_space, name, length, making->digest,
                               making->digest != NULL ? strlen(making->digest) : 0);
}

/* The first row of the version whose decisive option was given, or that has none, says how; such a
 * row goes with no options but those that it allows and those of every row. */
#define NONE OPTION_COUNT

typedef struct maker {
    const char *version;
    option_id_t decisive;
    option_id_t allowed[4];
    make_t *make; /* or */
    name_t *name;
} maker_t;

/* clang-format off */
static const maker_t maker_table[] = {
    {"1", NONE, {OPTION_NUMBER, OPTION_NODE, OPTION_CLOCK_SEQ, OPTION_AT}, make_batch, NULL},
    {"3", NONE, {OPTION_NAMESPACE, OPTION_NAME}, NULL, name_md5},
    {"4", NONE, {OPTION_NUMBER}, make_batch, NULL},
    {"5", NONE, {OPTION_NAMESPACE, OPTION_NAME}, NULL, name_sha1},
    {"6", NONE, {OPTION_NUMBER, OPTION_NODE, OPTION_CLOCK_SEQ, OPTION_AT}, make_batch, NULL},
    {"7", OPTION_AT, {OPTION_NUMBER, OPTION_AT}, make_at, NULL},
    {"7", NONE, {OPTION_NUMBER}, make_batch, NULL},
    {"8", OPTION_NAMESPACE, {OPTION_NAMESPACE, OPTION_NAME, OPTION_DIGEST}, NULL, name_digest},
    {"8", OPTION_NAME, {OPTION_NAME, OPTION_DIGEST}, NULL, name_digest},
    {"8", OPTION_NODE, {OPTION_NUMBER, OPTION_NODE}, make_node, NULL},
    {"8", NONE, {OPTION_NUMBER, OPTION_A, OPTION_B, OPTION_C}, make_custom, NULL},
};
/* clang-format on */

static const option_id_t always_allowed[] = {OPTION_UUID, OPTION_TO, OPTION_PREFIX};

static const maker_t *find_maker(const options_t *options)
{
    const char *version = has(options, OPTION_UUID) ? options->value[OPTION_UUID] : "4";

    for (size_t i = 0; i < sizeof maker_table / sizeof *maker_table; i++)
        if (strcmp(maker_table[i].version, version) == 0 &&
            (maker_table[i].decisive == NONE || has(options, maker_table[i].decisive)))
            return &maker_table[i];
    USAGE_ERROR("--uuid: 1, 3, 4, 5, 6, 7 or 8, not %s", version);
}

static bool is_among(option_id_t id, const option_id_t *ids, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (ids[i] == id)
            return true;
    return false;
}

static void check_options(const options_t *options, const maker_t *maker)
{
    for (option_id_t id = 0; id < OPTION_COUNT; id++)
        if (has(options, id) &&
            !is_among(id, always_allowed, sizeof always_allowed / sizeof *always_allowed) &&
            !is_among(id, maker->allowed, sizeof maker->allowed / sizeof *maker->allowed))
            USAGE_ERROR("--%s does not go with %sversion %s%s%s", option_table[id].name,
                        maker->name != NULL ? "a name of " : "", maker->version,
                        maker->decisive != NONE ? " and --" : "",
                        maker->decisive != NONE ? option_table[maker->decisive].name : "");
    if (maker->name != NULL && !has(options, OPTION_NAMESPACE))
        USAGE_ERROR("a name of version %s needs --namespace", maker->version);
    if (options->count > 0)
        USAGE_ERROR("generate takes no argument: %s", options->arguments[0]);
}

/* ---- the values of the options ---- */

/* The number that an option gave, or NULL. */
static const uint64_t *if_given(const options_t *options, option_id_t id, uint64_t *number)
{
    const char *value = options->value[id];

    if (value == NULL)
        return NULL;
    if (id == OPTION_NODE && value[0] == '@')
        require(uuid9562_node_by_name(number, value, strlen(value)));
    else
        *number = option_number(options, id);
    return number;
}

/* The clock of a generator whose time was given. */
static int given_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    const int64_t unix_ms = *(const int64_t *)context;
    const int64_t ms = (unix_ms % 1000 + 1000) % 1000;

    *seconds = (unix_ms - ms) / 1000;
    *nanoseconds = (uint32_t)ms * 1000000;
    return 0;
}

static void read_values(making_t *making, const options_t *options, const maker_t *maker)
{
    uuid9562_sources_t given = {.clock = given_clock, .context = &making->unix_ms};
    const char *name_space = options->value[OPTION_NAMESPACE];

    making->version = atoi(maker->version);
    making->digest = options->value[OPTION_DIGEST];
    making->if_node = if_given(options, OPTION_NODE, &making->node);
    making->if_clock_seq = if_given(options, OPTION_CLOCK_SEQ, &making->clock_seq);
    making->if_a = if_given(options, OPTION_A, &making->a);
    making->if_b = if_given(options, OPTION_B, &making->b);
    making->if_c = if_given(options, OPTION_C, &making->c);
    if (name_space != NULL) {
        char why[UUID9562_DESCRIPTION_MAX];
        size_t offset = 0;
        uuid9562_status_t status =
            uuid9562_parse_namespace(&making->name_space, &offset, name_space, strlen(name_space));

        uuid9562_describe_error(why, status, offset);
        if (status != UUID9562_OK)
            USAGE_ERROR("--namespace: %s", why);
    }
    if (has(options, OPTION_AT))
        making->unix_ms = option_integer(options, OPTION_AT);
    if (maker->make == make_batch &&
        (has(options, OPTION_AT) || has(options, OPTION_NODE) || has(options, OPTION_CLOCK_SEQ)))
        require(uuid9562_generator_new(&making->generator, has(options, OPTION_AT) ? &given : NULL,
                                       making->if_node, making->if_clock_seq));
}

/* ---- the command ---- */

static void make_many(const making_t *making, const options_t *options, const maker_t *maker,
                      const writer_t *writer)
{
    static uuid9562_t block[BLOCK];
    uint64_t left = has(options, OPTION_NUMBER) ? option_number(options, OPTION_NUMBER) : 1;

    while (left > 0) {
        const size_t n = left < BLOCK ? (size_t)left : BLOCK;
        const uuid9562_status_t status = maker->make(making, block, n);

        /* A clock that was given is not the system's fault; it is one of 64 bits of nanoseconds. */
        if (status == UUID9562_ERR_CLOCK_RANGE && has(options, OPTION_AT))
            USAGE_ERROR("--at is out of range for version %s: 0 to %" PRIu64, maker->version,
                        UINT64_MAX / 1000000);
        require(status);
        write_uuids(writer, block, n);
        left -= n;
    }
}

static void make_named(const making_t *making, const options_t *options, const maker_t *maker,
                       const writer_t *writer)
{
    const char *name = options->value[OPTION_NAME];
    size_t length;
    input_t input;
    uuid9562_t uuid;

    if (name != NULL) {
        require(maker->name(making, &uuid, name, strlen(name)));
        write_uuids(writer, &uuid, 1);
        return;
    }
    input_open(&input, true);
    do
        while (input_line(&input, &name, &length)) {
            require(maker->name(making, &uuid, name, length));
            write_uuids(writer, &uuid, 1);
        }
    while (input_fill(&input));
    input_close(&input);
}

static void generate(const options_t *options)
{
    const maker_t *maker = find_maker(options);
    making_t making = {0};
    writer_t writer;

    check_options(options, maker);
    read_values(&making, options, maker);
    writer_open(&writer, options);
    (maker->make != NULL ? make_many : make_named)(&making, options, maker, &writer);
    uuid9562_generator_free(making.generator);
}
