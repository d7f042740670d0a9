/*
 * convert: writes UUIDs in another format and, with --change, changes each UUID.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "reader.h"
#include "system.h"
#include "writer.h"
#include "uuid9562_mask.h"

typedef struct conversion conversion_t;
typedef uuid9562_status_t change_t(const conversion_t *conversion, uuid9562_t *uuid);

struct conversion {
    writer_t writer;
    change_t *change; /* or NULL */
    uuid9562_mask_method_t method;
};

static struct {
    uint8_t bytes[UUID9562_MASK_KEY_LENGTH + 1];
    size_t length; /* as far as it fits */
} mask_key;

/* However the command ends. */
static void wipe_key(void)
{
    for (volatile uint8_t *byte = mask_key.bytes; mask_key.length > 0; mask_key.length--)
        *byte++ = 0;
}

static uuid9562_status_t v1_to_v6(const conversion_t *conversion, uuid9562_t *uuid)
{
    (void)conversion;
    return uuid9562_v1_to_v6(uuid, uuid);
}

static uuid9562_status_t v6_to_v1(const conversion_t *conversion, uuid9562_t *uuid)
{
    (void)conversion;
    return uuid9562_v6_to_v1(uuid, uuid);
}

static uuid9562_status_t guid_swap(const conversion_t *conversion, uuid9562_t *uuid)
{
    (void)conversion;
    uuid9562_guid_swap(uuid, uuid);
    return UUID9562_OK;
}

static uuid9562_status_t mask(const conversion_t *conversion, uuid9562_t *uuid)
{
    return uuid9562_mask(uuid, uuid, mask_key.bytes, conversion->method);
}

static uuid9562_status_t unmask(const conversion_t *conversion, uuid9562_t *uuid)
{
    return uuid9562_unmask(uuid, uuid, mask_key.bytes, conversion->method);
}

static const struct {
    const char *name;
    change_t *change;
} change_table[] = {
    {"v1_to_v6", v1_to_v6}, {"v6_to_v1", v6_to_v1}, {"guid_swap", guid_swap},
    {"mask", mask},         {"unmask", unmask},
};

static change_t *find_change(const char *name)
{
    for (size_t i = 0; i < sizeof change_table / sizeof *change_table; i++)
        if (strcmp(change_table[i].name, name) == 0)
            return change_table[i].change;
    USAGE_ERROR("unknown change; expected one of: v1_to_v6 v6_to_v1 guid_swap mask unmask");
}

/* Unbuffered: a buffer would keep a copy. */
static void read_key(const char *path)
{
    FILE *file = system_open(path);

    if (file == NULL)
        SYSTEM_ERROR("%s: %s", path, strerror(errno));
    setvbuf(file, NULL, _IONBF, 0);
    atexit(wipe_key);
    mask_key.length = fread(mask_key.bytes, 1, sizeof mask_key.bytes, file);
    if (ferror(file))
        SYSTEM_ERROR("%s: %s", path, strerror(errno));
    fclose(file);
}

static void read_mask(conversion_t *conversion, const options_t *options)
{
    const bool masks = conversion->change == mask || conversion->change == unmask;
    const bool given = option_given(options, OPTION_KEY_FILE);
    const char *method = options->value[OPTION_METHOD];

    if (!masks && (given || option_given(options, OPTION_METHOD)))
        USAGE_ERROR("--%s requires --change mask or unmask", given ? "key-file" : "method");
    if (!masks)
        return;
    if (!given)
        USAGE_ERROR("--change %s requires --key-file", options->value[OPTION_CHANGE]);
    read_key(options->value[OPTION_KEY_FILE]);
    require(uuid9562_check_length(UUID9562_ERR_MASK_KEY, mask_key.length));
    require(uuid9562_find_mask_method(&conversion->method, method,
                                      method != NULL ? strlen(method) : 0));
}

static size_t convert_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    const conversion_t *conversion = context;
    size_t valid = conversion->change == NULL ? n : 0;

    for (; valid < n; valid++) {
        uuid9562_status_t status = conversion->change(conversion, &uuids[valid]);

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
    read_mask(&conversion, options);
    if (read_uuids(options, convert_some, &conversion) > 0)
        finish(EXIT_INVALID);
}
