/*
 * check: writes nothing. Says what is no UUID and, where it is asked to, what is not of the version
 * or not in order.
 */

typedef struct checking {
    int version; /* or -1 for any */
    bool sorted;
    bool begun;
    uuid9562_t before;
} checking_t;

static size_t check_some(void *context, uuid9562_t *uuids, size_t n, const char **why)
{
    checking_t *checking = context;

    if (checking->version < 0 && !checking->sorted)
        return n;
    for (size_t i = 0; i < n; i++) {
        if (checking->version >= 0 && uuid9562_get_version(&uuids[i]) != checking->version)
            *why = "the UUID is of another version";
        else if (checking->sorted && checking->begun &&
                 uuid9562_compare(&checking->before, &uuids[i]) >= 0)
            *why = "the UUID does not sort after the one before it";
        if (*why != NULL)
            return i;
        checking->before = uuids[i];
        checking->begun = true;
    }
    return n;
}

static void check(const options_t *options)
{
    checking_t checking = {.version = -1, .sorted = has(options, OPTION_SORTED)};

    if (has(options, OPTION_UUID)) {
        const uint64_t version = option_number(options, OPTION_UUID);

        if (version > 15)
            USAGE_ERROR("--uuid: a version is 0 to 15");
        checking.version = (int)version;
    }
    if (!read_uuids(options, check_some, &checking))
        finish(EXIT_INPUT);
}
