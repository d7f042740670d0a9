/*
 * The table of formats (formats.h), and what uuid9562.h offers of them: finding a format, reading
 * and writing one UUID or many.
 */
#include "formats.h"

#include <string.h>

#include "hex.h"

#define UNPACK(...)                  __VA_ARGS__
#define INPUT_ROW(name_, info_, ...) {.info = {.name = #name_, UNPACK info_}, __VA_ARGS__},
#define FORMAT_ROW(name_, info_, ...)                                                              \
    {.info = {.name = #name_, .writable = true, UNPACK info_}, __VA_ARGS__},
static const format_row_t format_table[FORMAT_COUNT] = {INPUT_FORMATS(INPUT_ROW)
                                                            FORMATS(FORMAT_ROW)};
#undef UNPACK
#undef INPUT_ROW
#undef FORMAT_ROW

INTERNAL_INLINE const format_row_t *format_row(unsigned index)
{
    return &format_table[index];
}

INTERNAL bool text_equals(const char *string, const char *text, size_t length)
{
    return strlen(string) == length && memcmp(string, text, length) == 0;
}

/* ---- the formats by name ---- */

uuid9562_status_t uuid9562_find_format(const uuid9562_format_t **format, const char *name,
                                       size_t length, bool to_write)
{
    for (unsigned i = 0; i < FORMAT_COUNT; i++) {
        const uuid9562_format_info_t *info = &format_table[i].info;

        if (text_equals(info->name, name, length) && (info->writable || !to_write)) {
            *format = &format_table[i];
            return UUID9562_OK;
        }
    }
    return to_write ? UUID9562_ERR_OUTPUT_FORMAT : UUID9562_ERR_INPUT_FORMAT;
}

const uuid9562_format_t *uuid9562_format_at(size_t index)
{
    return index < FORMAT_COUNT ? &format_table[index] : NULL;
}

const uuid9562_format_info_t *uuid9562_format_info(const uuid9562_format_t *format)
{
    return &format->info;
}

/* ---- one UUID ---- */

static uuid9562_status_t parse_as(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                  const char *text, size_t length)
{
    size_t reached = 0;
    uuid9562_status_t status = format->read(out, &reached, format, text, length);
    if (status != UUID9562_OK && offset != NULL)
        *offset = reached;
    return status;
}

uuid9562_status_t uuid9562_parse_as(uuid9562_t *out, size_t *offset,
                                    const uuid9562_format_t *format, const char *text,
                                    size_t length)
{
    return parse_as(out, offset, format, text, length);
}

INTERNAL NEVER_INLINE uuid9562_status_t parse_other(uuid9562_t *out, size_t *offset,
                                                    const char *text, size_t length)
{
    return parse_as(out, offset, format_row(FORMAT_any), text, length);
}

uuid9562_status_t uuid9562_parse(uuid9562_t *out, size_t *offset, const char *text, size_t length)
{
    return hex()->parse(out, offset, text, length);
}

size_t uuid9562_format_as(char out[UUID9562_TEXT_MAX], const uuid9562_format_t *format,
                          const uuid9562_t *uuid)
{
    const uuid9562_t read = *uuid; /* which `out` may overwrite */

    return format->write != NULL ? format->write(out, format, &read) : 0;
}

void uuid9562_format(char out[UUID9562_CANONICAL_LENGTH], const uuid9562_t *uuid)
{
    hex()->write(out, uuid->bytes);
}

char *uuid9562_to_string(char out[UUID9562_STRING_SIZE], const uuid9562_t *uuid)
{
    uuid9562_format(out, uuid);
    out[UUID9562_CANONICAL_LENGTH] = '\0';
    return out;
}

/* ---- many ---- */

void uuid9562_format_n(char *out, const uuid9562_t *uuids, uint64_t n, int separator)
{
    hex()->write_n(out, uuids, n, separator);
}

uuid9562_status_t uuid9562_parse_n(uuid9562_t *out, uint64_t *index, size_t *offset,
                                   const char *text, uint64_t n, int separator)
{
    const uint64_t valid = hex()->read_n(out, text, n, separator);
    uuid9562_status_t status = UUID9562_OK;
    size_t reached;

    if (valid < n) {
        text += valid * (uint64_t)(UUID9562_CANONICAL_LENGTH + (separator >= 0));
        status =
            pattern_mismatch(&reached, format_row(FORMAT_strict), text, UUID9562_CANONICAL_LENGTH);
        if (reached == UUID9562_CANONICAL_LENGTH)
            status = UUID9562_ERR_SEPARATOR;
        if (offset != NULL)
            *offset = reached;
    }
    if (index != NULL)
        *index = valid;
    return status;
}
