/*
 * convert: writes UUIDs in another format and, with --change, another UUID for each.
 */
#include <string.h>

#include "commands.h"
#include "output.h"
#include "reader.h"
#include "writer.h"

typedef uuid9562_status_t change_t(uuid9562_t *out, const uuid9562_t *uuid);

static uuid9562_status_t guid_swap(uuid9562_t *out, const uuid9562_t *uuid)
{
    uuid9562_guid_swap(out, uuid);
    return UUID9562_OK;
}

static change_t *find_change(const char *name)
{
    if (strcmp(name, "v1_to_v6") == 0)
        return uuid9562_v1_to_v6;
    if (strcmp(name, "v6_to_v1") == 0)
        return uuid9562_v6_to_v1;
    if (strcmp(name, "guid_swap") == 0)
        return guid_swap;
    USAGE_ERROR("unknown change; expected one of: v1_to_v6 v6_to_v1 guid_swap");
}

typedef struct conversion {
    writer_t writer;
    change_t *change; /* or NULL */
} conversion_t;

static size_t convert_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    const conversion_t *conversion = context;
    size_t valid = conversion->change == NULL ? n : 0;

    for (; valid < n; valid++) {
        uuid9562_status_t status = conversion->change(&uuids[valid], &uuids[valid]);

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
    if (!read_uuids(options, convert_some, &conversion))
        finish(EXIT_INVALID);
}
