/*
 * The text forms: one table of them, and the readers and writers that its rows name. RFC 9562
 * section 4 gives canonical, int (figure 3) and urn (figure 4).
 *
 * Pure. Every reader obeys one definition of where a text is wrong: the offset is the number of
 * leading octets that begin some text which the form accepts. Nothing is written to the output
 * unless the whole text was right.
 */
#include <string.h>

struct uuid9562_form {
    const char *name;
    const char *pattern;
    uuid9562_status_t (*read)(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                              size_t length, size_t *offset);
    size_t (*write)(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out);
};

static uuid9562_status_t read_any(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                  size_t length, size_t *offset);
static uuid9562_status_t read_pattern(const uuid9562_form_t *form, uuid9562_t *out,
                                      const char *text, size_t length, size_t *offset);
static uuid9562_status_t read_int(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                  size_t length, size_t *offset);
static size_t write_pattern(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out);
static size_t write_int(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out);

#define FORM_ENUM(name, ...) FORM_##name,
#define FORM_ROW(name, ...)  {#name, __VA_ARGS__},

enum { GRAMMARS(FORM_ENUM) FORMS(FORM_ENUM) FORM_COUNT };
static const uuid9562_form_t form_table[FORM_COUNT] = {GRAMMARS(FORM_ROW) FORMS(FORM_ROW)};

#define FORM_FITS(name, pattern, read, write)                                                      \
    _Static_assert(sizeof pattern - 1 <= UUID9562_TEXT_MAX, "UUID9562_TEXT_MAX is too small");
FORMS(FORM_FITS)

#undef FORM_ENUM
#undef FORM_ROW
#undef FORM_FITS

/* ---- forms that are a pattern of hex digits ---- */

static int hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static bool is_digit_place(char place)
{
    return place == 'h' || place == 'H';
}

/* ASCII only, whatever the locale. */
static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uuid9562_status_t mismatch(char place)
{
    switch (place) {
    case 'h':
    case 'H':
        return UUID9562_ERR_HEX_DIGIT;
    case '-':
        return UUID9562_ERR_HYPHEN;
    case '{':
    case '}':
        return UUID9562_ERR_BRACE;
    default:
        return UUID9562_ERR_URN;
    }
}

static uuid9562_status_t read_pattern(const uuid9562_form_t *form, uuid9562_t *out,
                                      const char *text, size_t length, size_t *offset)
{
    uint8_t octets[16] = {0};
    unsigned digits = 0;
    size_t i;

    for (i = 0; form->pattern[i] != '\0'; i++) {
        char place = form->pattern[i];

        *offset = i;
        if (i == length)
            return UUID9562_ERR_SHORT;
        if (is_digit_place(place)) {
            int value = hex_value(text[i]);
            if (value < 0)
                return mismatch(place);
            octets[digits / 2] = (uint8_t)(octets[digits / 2] << 4 | value);
            digits++;
        } else if (lower(text[i]) != place) {
            return mismatch(place);
        }
    }
    *offset = i;
    if (i < length)
        return UUID9562_ERR_LONG;
    memcpy(out->octets, octets, sizeof octets);
    return UUID9562_OK;
}

static size_t write_pattern(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    unsigned digits = 0;
    size_t i;

    for (i = 0; form->pattern[i] != '\0'; i++) {
        char place = form->pattern[i];

        if (is_digit_place(place)) {
            unsigned value = uuid->octets[digits / 2] >> (digits % 2 ? 0 : 4) & 15;
            out[i] = (place == 'h' ? "0123456789abcdef" : "0123456789ABCDEF")[value];
            digits++;
        } else {
            out[i] = place;
        }
    }
    return i;
}

/* ---- any: whichever of four forms goes furthest ---- */

static uuid9562_status_t read_any(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                  size_t length, size_t *offset)
{
    static const uint8_t candidates[] = {FORM_canonical, FORM_hex, FORM_braced, FORM_urn};
    uuid9562_status_t status, furthest = UUID9562_OK;
    size_t reached;

    (void)form;
    for (size_t i = 0; i < sizeof candidates; i++) {
        status = read_pattern(&form_table[candidates[i]], out, text, length, &reached);
        if (status == UUID9562_OK || i == 0 || reached > *offset) {
            *offset = reached;
            furthest = status;
        }
        if (status == UUID9562_OK)
            break;
    }
    return furthest;
}

/* ---- int: an unsigned decimal number ---- */

static uuid9562_status_t read_int(const uuid9562_form_t *form, uuid9562_t *out, const char *text,
                                  size_t length, size_t *offset)
{
    uuid9562_t sum = UUID9562_INIT_NIL;

    (void)form;
    *offset = 0;
    if (length == 0)
        return UUID9562_ERR_SHORT;
    for (size_t i = 0; i < length; i++) {
        uuid9562_t next;
        unsigned carry = (unsigned)(unsigned char)text[i] - '0';

        *offset = i;
        if (carry > 9)
            return UUID9562_ERR_DECIMAL_DIGIT;
        if (i == 1 && text[0] == '0')
            return UUID9562_ERR_LEADING_ZERO;
        for (int k = 15; k >= 0; k--) { /* next = sum * 10 + digit, octet by octet */
            carry += sum.octets[k] * 10u;
            next.octets[k] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry != 0)
            return UUID9562_ERR_TOO_BIG;
        sum = next;
    }
    *out = sum;
    return UUID9562_OK;
}

static size_t write_int(const uuid9562_form_t *form, const uuid9562_t *uuid, char *out)
{
    enum { MOST_DIGITS = 39 }; /* of 2^128 - 1 */
    char digits[MOST_DIGITS];
    uuid9562_t rest = *uuid;
    size_t first = MOST_DIGITS;
    bool left;

    (void)form;
    do {
        unsigned remainder = 0;

        left = false;
        for (int k = 0; k < 16; k++) { /* rest = rest / 10, octet by octet */
            remainder = remainder << 8 | rest.octets[k];
            rest.octets[k] = (uint8_t)(remainder / 10);
            remainder %= 10;
            left |= rest.octets[k] != 0;
        }
        digits[--first] = (char)('0' + remainder);
    } while (left);
    memcpy(out, digits + first, MOST_DIGITS - first);
    return MOST_DIGITS - first;
}

/* ---- the public face of the table ---- */

static bool text_is(const char *word, const char *text, size_t length)
{
    return strlen(word) == length && memcmp(word, text, length) == 0;
}

static uuid9562_status_t text_read_strict(uuid9562_t *out, const char *text, size_t length)
{
    size_t reached;
    return read_pattern(&form_table[FORM_strict], out, text, length, &reached);
}

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
    return uuid9562_parse_as(&form_table[FORM_any], out, text, length, offset);
}

size_t uuid9562_format_as(const uuid9562_form_t *form, const uuid9562_t *uuid,
                          char out[UUID9562_TEXT_MAX])
{
    return form->write(form, uuid, out);
}

void uuid9562_format(const uuid9562_t *uuid, char out[UUID9562_CANONICAL_LENGTH])
{
    write_pattern(&form_table[FORM_canonical], uuid, out);
}

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
