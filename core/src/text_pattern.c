/*
 * Forms that are a pattern of 32 hex digits and what stands between and around them, and the
 * grammar of several that `any` is.
 *
 * Pure. A text that is right is read by hex.c; one that is not, octet by octet, to tell where.
 */
#include <string.h>

/* ASCII only, whatever the locale. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char text_other_case(char c)
{
    return lower(c) != c ? lower(c) : c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

static bool is_digit_place(char place)
{
    return place == 'h' || place == 'H';
}

static bool fits(char place, char c)
{
    return is_digit_place(place) ? hex_digits[(unsigned char)c] != 0 : lower(c) == place;
}

static uuid9562_status_t mismatch(char place)
{
    switch (place) {
    case 'h':
    case 'H':
        return UUID9562_ERR_HEX_DIGIT;
    case '-':
        return UUID9562_ERR_HYPHEN;
    case '\\':
        return UUID9562_ERR_BACKSLASH;
    case '{':
    case '}':
        return UUID9562_ERR_BRACE;
    default:
        return UUID9562_ERR_URN;
    }
}

/* Is the whole text right? Then it is read. */
static bool read_whole(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                       size_t length)
{
    if (length != form->count)
        return false;
    for (size_t i = 0; i < form->head; i++)
        if (!fits(form->digits[i], text[i]))
            return false;
    for (size_t i = (size_t)form->head + form->body; i < length; i++)
        if (!fits(form->digits[i], text[i]))
            return false;
    return (form->body == UUID9562_CANONICAL_LENGTH ? hex()->read : hex()->read_bare)(
        out->octets, text + form->head);
}

static uuid9562_status_t text_fault(const uuid9562_form_t *form, const char *text, size_t length,
                                    size_t *offset)
{
    size_t i;

    for (i = 0; i < length && i < form->count; i++)
        if (!fits(form->digits[i], text[i]))
            break;
    *offset = i;
    if (i == form->count)
        return UUID9562_ERR_LONG;
    return i == length ? UUID9562_ERR_SHORT : mismatch(form->digits[i]);
}

static uuid9562_status_t read_pattern(const uuid9562_form_t *form, uuid9562_t *out,
                                      const char *text, size_t length, size_t *offset)
{
    return read_whole(form, out, text, length) ? UUID9562_OK
                                               : text_fault(form, text, length, offset);
}

/* Whichever of four forms goes furthest. */
static uuid9562_status_t read_any(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                  size_t length, size_t *offset)
{
    static const uint8_t candidates[] = {FORM_canonical, FORM_hex, FORM_braced, FORM_urn};
    uuid9562_status_t furthest = UUID9562_ERR_SHORT;

    (void)form;
    for (size_t i = 0; i < sizeof candidates; i++)
        if (read_whole(&form_table[candidates[i]], out, text, length))
            return UUID9562_OK;
    for (size_t i = 0; i < sizeof candidates; i++) {
        size_t reached;
        uuid9562_status_t status = text_fault(&form_table[candidates[i]], text, length, &reached);

        if (i == 0 || reached > *offset) {
            *offset = reached;
            furthest = status;
        }
    }
    return furthest;
}

static size_t write_pattern(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    memcpy(out, form->digits, form->count);
    (form->body == UUID9562_CANONICAL_LENGTH ? hex()->write : hex()->write_bare)(out + form->head,
                                                                                 uuid->octets);
    for (size_t i = 0; i < form->count; i++)
        if (form->digits[i] == 'H')
            out[i] = text_other_case(out[i]);
    return form->count;
}
