/*
 * Text: the table of its forms, and what uuid9562.h offers of them. The readers and writers that
 * the rows name are in text_pattern.c, text_number.c and text_bits.c.
 *
 * Pure.
 */
#include <string.h>

#define FORM_ENUM(name, ...) FORM_##name,
enum { GRAMMARS(FORM_ENUM) FORMS(FORM_ENUM) FORM_COUNT };
#undef FORM_ENUM

#define FORM_ROW(name_, ...) {.name = #name_, __VA_ARGS__},
static const uuid9562_form_t form_table[FORM_COUNT] = {GRAMMARS(FORM_ROW) FORMS(FORM_ROW)};
#undef FORM_ROW

static bool text_is(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static uuid9562_status_t text_read_strict(uuid9562_t *out, const char *text, size_t length)
{
    size_t reached;
    return read_pattern(&form_table[FORM_strict], out, text, length, &reached);
}

/* ---- the forms by name ---- */

static const uuid9562_form_t *form_find(const char *name, size_t length)
{
    for (size_t i = 0; i < FORM_COUNT; i++)
        if (text_is(form_table[i].name, name, length))
            return &form_table[i];
    return NULL;
}

uuid9562_status_t uuid9562_parse_form(const uuid9562_form_t **form, const char *name, size_t length)
{
    const uuid9562_form_t *found = form_find(name, length);
    if (found == NULL || found->read == NULL)
        return UUID9562_ERR_PARSE_FORM;
    *form = found;
    return UUID9562_OK;
}

uuid9562_status_t uuid9562_format_form(const uuid9562_form_t **form, const char *name,
                                       size_t length)
{
    const uuid9562_form_t *found = form_find(name, length);
    if (found == NULL || found->write == NULL)
        return UUID9562_ERR_FORMAT_FORM;
    *form = found;
    return UUID9562_OK;
}

const char *uuid9562_form_name(size_t index)
{
    return index < FORM_COUNT ? form_table[index].name : NULL;
}

size_t uuid9562_form_octets(const uuid9562_form_t *form)
{
    return form->octets;
}

/* ---- one UUID ---- */

uuid9562_status_t uuid9562_parse_as(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                    size_t length, size_t *offset)
{
    size_t reached = 0;
    uuid9562_status_t status = form->read(form, out, text, length, &reached);
    if (status != UUID9562_OK && offset != NULL)
        *offset = reached;
    return status;
}

uuid9562_status_t uuid9562_parse(uuid9562_t *out, const char *text, size_t length, size_t *offset)
{
    if (length == UUID9562_CANONICAL_LENGTH && hex()->read(out->octets, text))
        return UUID9562_OK;
    return uuid9562_parse_as(&form_table[FORM_any], out, text, length, offset);
}

size_t uuid9562_format_as(const uuid9562_form_t *form, const uuid9562_t *uuid,
                          char out[UUID9562_TEXT_MAX])
{
    return form->write(form, uuid, out);
}

void uuid9562_format(const uuid9562_t *uuid, char out[UUID9562_CANONICAL_LENGTH])
{
    hex()->write(out, uuid->octets);
}

/* ---- many ---- */

void uuid9562_format_n(const uuid9562_t *uuids, uint64_t n, int separator, char *out)
{
    hex()->write_n(out, uuids, n, separator);
}

uuid9562_status_t uuid9562_parse_n(uuid9562_t *out, const char *text, uint64_t n, int separator,
                                   uint64_t *index, size_t *offset)
{
    const uint64_t right = hex()->read_n(out, text, n, separator);
    uuid9562_status_t status = UUID9562_OK;
    size_t reached;

    if (right < n) {
        text += right * (uint64_t)(UUID9562_CANONICAL_LENGTH + (separator >= 0));
        status = text_fault(&form_table[FORM_strict], text, UUID9562_CANONICAL_LENGTH, &reached);
        if (reached == UUID9562_CANONICAL_LENGTH)
            status = UUID9562_ERR_SEPARATOR;
        if (offset != NULL)
            *offset = reached;
    }
    if (index != NULL)
        *index = right;
    return status;
}

/* ---- octets ---- */

uuid9562_status_t uuid9562_from_bytes(uuid9562_t *out, const void *octets, size_t length,
                                      size_t *offset)
{
    if (length != sizeof out->octets) {
        if (offset != NULL)
            *offset = length < sizeof out->octets ? length : sizeof out->octets;
        return UUID9562_ERR_OCTETS;
    }
    memcpy(out->octets, octets, sizeof out->octets);
    return UUID9562_OK;
}

static uuid9562_status_t read_guid(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                   size_t length, size_t *offset)
{
    uuid9562_t guid;
    uuid9562_status_t status = uuid9562_from_bytes(&guid, text, length, offset);

    (void)form;
    if (status == UUID9562_OK)
        uuid9562_guid_swap(out, &guid);
    return status;
}

static size_t write_guid(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    uuid9562_t guid;

    (void)form;
    uuid9562_guid_swap(&guid, uuid);
    memcpy(out, guid.octets, sizeof guid.octets);
    return sizeof guid.octets;
}
