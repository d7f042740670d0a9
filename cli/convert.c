/*
 * convert: writes what it reads in another form, and makes another UUID of each where it is asked
 * to.
 */

static uuid9562_status_t swap(uuid9562_t *out, const uuid9562_t *uuid)
{
    uuid9562_guid_swap(out, uuid);
    return UUID9562_OK;
}

static const struct change {
    const char *name;
    uuid9562_status_t (*apply)(uuid9562_t *out, const uuid9562_t *uuid);
} change_table[] = {
    {"v1_to_v6", uuid9562_v1_to_v6},
    {"v6_to_v1", uuid9562_v6_to_v1},
    {"guid_swap", swap},
};

typedef struct conversion {
    writer_t writer;
    const struct change *change; /* or NULL */
} conversion_t;

static const struct change *find_change(const char *name)
{
    for (size_t i = 0; i < sizeof change_table / sizeof *change_table; i++)
        if (strcmp(change_table[i].name, name) == 0)
            return &change_table[i];
    USAGE_ERROR("--change: v1_to_v6, v6_to_v1 or guid_swap, not %s", name);
}

static size_t convert_some(void *context, uuid9562_t *uuids, size_t n, const char **why)
{
    const conversion_t *conversion = context;
    size_t right = n;

    if (conversion->change != NULL)
        for (right = 0; right < n; right++) {
            uuid9562_status_t status = conversion->change->apply(&uuids[right], &uuids[right]);

            if (status != UUID9562_OK) {
                *why = uuid9562_strerror(status);
                break;
            }
        }
    write_uuids(&conversion->writer, uuids, right);
    return right;
}

static void convert(const options_t *options)
{
    conversion_t conversion = {0};

    writer_open(&conversion.writer, options);
    if (has(options, OPTION_CHANGE))
        conversion.change = find_change(options->value[OPTION_CHANGE]);
    if (!read_uuids(options, convert_some, &conversion))
        finish(EXIT_INPUT);
}
