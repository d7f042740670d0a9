/*
 * convert: writes UUIDs in another format and, with --change, changes each UUID.
 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "reader.h"
#include "writer.h"

typedef uuid9562_status_t change_t(uuid9562_t *uuid);

typedef struct conversion {
    writer_t writer;
    change_t *change; /* or NULL */
} conversion_t;

static uuid9562_status_t v1_to_v6(uuid9562_t *uuid)
{
    return uuid9562_v1_to_v6(uuid, uuid);
}

static uuid9562_status_t v6_to_v1(uuid9562_t *uuid)
{
    return uuid9562_v6_to_v1(uuid, uuid);
}

static uuid9562_status_t guid_swap(uuid9562_t *uuid)
{
    uuid9562_guid_swap(uuid, uuid);
    return UUID9562_OK;
}

static const struct {
    const char *name;
    change_t *change;
} change_table[] = {
    {"v1_to_v6", v1_to_v6},
    {"v6_to_v1", v6_to_v1},
    {"guid_swap", guid_swap},
};

static change_t *find_change(const char *name)
{
    for (size_t i = 0; i < sizeof change_table / sizeof *change_table; i++)
        if (strcmp(change_table[i].name, name) == 0)
            return change_table[i].change;
    USAGE_ERROR("unknown change; expected one of: v1_to_v6 v6_to_v1 guid_swap");
}

static size_t convert_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    const conversion_t *conversion = context;
    size_t valid = conversion->change == NULL ? n : 0;

    for (; valid < n; valid++) {
        uuid9562_status_t status = conversion->change(&uuids[valid]);

        if (status != UUID9562_OK) {
            *problem = uuid9562_strerror(status);
            break;
        }
    }
    write_uuids(&conversion->writer, uuids, valid);
    return valid;
}

void convert(const options_t *options)
{
    conversion_t conversion = {0};

    writer_open(&conversion.writer, options);
    if (option_given(options, OPTION_CHANGE))
        conversion.change = find_change(options->value[OPTION_CHANGE]);
    if (read_uuids(options, convert_some, &conversion, NULL) > 0)
        finish(EXIT_INVALID);
}
