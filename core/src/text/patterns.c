/*
 * Formats that are a pattern of 32 hex digits and the bytes between and around them, and `any`,
 * which reads four of them.
 *
 * A valid text is read by the functions of hex.h; an invalid one byte by byte, to find the offset.
 */
#include <string.h>

#include "hex.h"
#include "formats.h"

/* ASCII only, whatever the locale. */
static char to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool is_digit_place(char place)
{
    return place == 'h' || place == 'H';
}

static bool matches_place(char place, char c)
{
    return is_digit_place(place) ? hex_is_digit(c) : to_lower(c) == place;
}

/* The error where the text has another byte at a place of the pattern. */
static uuid9562_status_t expected_at(char place)
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

static bool read_whole(uuid9562_t *out, const format_row_t *format, const char *text, size_t length)
{
    if (length != format->count)
        return false;
    for (size_t i = 0; i < format->head; i++)
        if (!matches_place(format->pattern[i], text[i]))
            return false;
    for (size_t i = (size_t)format->head + format->body; i < length; i++)
        if (!matches_place(format->pattern[i], text[i]))
            return false;
    return (format->body == UUID9562_CANONICAL_LENGTH ? hex()->read : hex()->read_bare)(
        out->bytes, text + format->head);
}

INTERNAL uuid9562_status_t pattern_mismatch(size_t *offset, const format_row_t *format,
                                            const char *text, size_t length)
{
    size_t i;

    for (i = 0; i < length && i < format->count; i++)
        if (!matches_place(format->pattern[i], text[i]))
            break;
    *offset = i;
    if (i == format->count)
        return UUID9562_ERR_LONG;
    return i == length ? UUID9562_ERR_SHORT : expected_at(format->pattern[i]);
}

INTERNAL uuid9562_status_t read_pattern(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                        const char *text, size_t length)
{
    if (read_whole(out, format, text, length))
        return UUID9562_OK;
    return pattern_mismatch(offset, format, text, length);
}

/* The format that the text follows furthest, among the four, decides offset and error. */
INTERNAL uuid9562_status_t read_any(uuid9562_t *out, size_t *offset, const format_row_t *format,
                                    const char *text, size_t length)
{
    static const uint8_t candidates[] = {FORMAT_canonical, FORMAT_hex, FORMAT_braced, FORMAT_urn};
    uuid9562_status_t furthest = UUID9562_ERR_SHORT;

    (void)format;
    for (size_t i = 0; i < sizeof candidates; i++)
        if (read_whole(out, format_row(candidates[i]), text, length))
            return UUID9562_OK;
    for (size_t i = 0; i < sizeof candidates; i++) {
        size_t reached;
        uuid9562_status_t status =
            pattern_mismatch(&reached, format_row(candidates[i]), text, length);

        if (i == 0 || reached > *offset) {
            *offset = reached;
            furthest = status;
        }
    }
    return furthest;
}

/* Eight digits at a time; the last eight overlap others. Only letters have the bit 0x40. */
static void letters_to_upper(char *digits, size_t count)
{
    for (size_t i = 0; i < count; i += 8) {
        char *const eight = digits + (i + 8 <= count ? i : count - 8);
        uint64_t bytes;

        memcpy(&bytes, eight, sizeof bytes);
        bytes &= ~(bytes >> 1 & UINT64_C(0x2020202020202020));
        memcpy(eight, &bytes, sizeof bytes);
    }
}

INTERNAL size_t write_pattern(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    char *const digits = out + format->head;

    memcpy(out, format->pattern, format->count);
    (format->body == UUID9562_CANONICAL_LENGTH ? hex()->write : hex()->write_bare)(digits,
                                                                                   uuid->bytes);
    if (format->pattern[format->head] == 'H')
        letters_to_upper(digits, format->body);
    return format->count;
}
