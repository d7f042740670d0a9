/*
 * The naive definition of the text formats; see naive.h.
 *
 * A shape has a decimal digit for a place where one of a set of bytes may stand (`places`), `.` for
 * any byte, and every other byte for itself, in either case.
 */
#include <ctype.h>
#include <string.h>

#include "naive.h"
#include "wide.h"

#define TWELVE(place) place place place place place place place place place place place place
#define CANONICAL     "11111111-1111-1111-1111-111111111111"
#define FOUR_ESCAPED  "\\11\\11\\11\\11"
#define ALPHANUMERIC  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
#define BITCOIN       "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
#define LOWER_HEX     "0123456789abcdef"

/* Which bytes may stand at such a place, how many bits of the UUID one of them holds, and how many
 * zero bits below those. */
static const struct place {
    const char *set;
    unsigned bits, zeros;
} places[128] = {
    ['1'] = {"0123456789abcdefABCDEF", 4, 0},
    ['2'] = {"01234567", 3, 0},
    ['3'] = {"0123456789ABCDEFGHJKMNPQRSTVWXYZabcdefghjkmnpqrstvwxyz", 5, 0},
    ['4'] = {"0123456789abcdefghjkmnpqrstvwxyz", 5, 0},
    ['5'] = {"0123456789ABCDEFGHIJKLMNOPQRSTUVabcdefghijklmnopqrstuv", 5, 0},
    ['6'] = {"048CGKOScgkos", 3, 2},
    ['7'] = {ALPHANUMERIC "-_", 6, 0},
    ['8'] = {"AQgw", 2, 4},
    ['9'] = {ALPHANUMERIC "+/", 6, 0},
    ['.'] = {NULL, 8, 0},
};

/* Where the hex digits that are written stand in the UUID, where that is not in their own order.
 * backwards: the bytes of the first three fields reversed; swapped: the first and the third field
 * swapped; reversed: the bytes of each half reversed. */
static const uint8_t backwards[32] = {6,  7,  4,  5,  2,  3,  0,  1,  10, 11, 8,
                                      9,  14, 15, 12, 13, 16, 17, 18, 19, 20, 21,
                                      22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
static const uint8_t swapped[32] = {12, 13, 14, 15, 8,  9,  10, 11, 0,  1,  2,  3,  4,  5,  6,  7,
                                    16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
static const uint8_t reversed[32] = {14, 15, 12, 13, 10, 11, 8,  9,  6,  7,  4,
                                     5,  2,  3,  0,  1,  30, 31, 28, 29, 26, 27,
                                     24, 25, 22, 23, 20, 21, 18, 19, 16, 17};

const naive_t naive_formats[] = {
    {.name = "any"},
    {.name = "strict", .shape = CANONICAL},
    {.name = "canonical", .shape = CANONICAL, .digits = LOWER_HEX, .is_sorted = true},
    {.name = "upper", .shape = CANONICAL, .digits = "0123456789ABCDEF", .is_sorted = true},
    {.name = "hex",
     .shape = "11111111111111111111111111111111",
     .digits = LOWER_HEX,
     .is_sorted = true},
    {.name = "braced", .shape = "{" CANONICAL "}", .digits = LOWER_HEX, .is_sorted = true},
    {.name = "urn", .shape = "urn:uuid:" CANONICAL, .digits = LOWER_HEX, .is_sorted = true},
    {.name = "int", .digits = "0123456789", .most = "340282366920938463463374607431768211455"},
    {.name = "oid",
     .digits = "0123456789",
     .most = "340282366920938463463374607431768211455",
     .head = "2.25."},
    {.name = "ulid",
     .shape = "23" TWELVE("3") TWELVE("3"),
     .digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
     .is_sorted = true},
    {.name = "typeid",
     .shape = "24" TWELVE("4") TWELVE("4"),
     .digits = "0123456789abcdefghjkmnpqrstvwxyz",
     .takes_prefix = true,
     .is_sorted = true},
    {.name = "base32hex",
     .shape = "5" TWELVE("5") TWELVE("5") "6",
     .digits = "0123456789ABCDEFGHIJKLMNOPQRSTUV",
     .is_sorted = true},
    {.name = "base36",
     .digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
     .most = "F5LXX1ZZ5PNORYNQGLHZMSP33",
     .any_case = true},
    {.name = "base58", .digits = BITCOIN, .most = "YcVfxkQb6JRzqk5kF2tNLv"},
    {.name = "base62",
     .digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
     .most = "7n42DGM5Tflk9n8mt7Fhc7"},
    {.name = "base64url", .shape = "777777777" TWELVE("7") "8", .digits = ALPHANUMERIC "-_"},
    {.name = "base64", .shape = "999999999" TWELVE("9") "8==", .digits = ALPHANUMERIC "+/"},
    {.name = "guid", .shape = "................", .digits = "", .order = backwards},
    {.name = "mysql", .shape = "................", .digits = "", .order = swapped},
    {.name = "halves", .shape = "................", .digits = "", .order = reversed},
    {.name = "der", .shape = "\x04\x10................", .digits = "", .is_sorted = true},
    {.name = "ldap_filter",
     .shape = FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED FOUR_ESCAPED,
     .digits = LOWER_HEX,
     .is_sorted = true},
    {.name = NULL},
};

const naive_t *naive_find(const char *name)
{
    const naive_t *format = naive_formats;
    while (strcmp(format->name, name) != 0)
        format++;
    return format;
}

/* ---- reading ---- */

static bool is_in(const char *set, char c)
{
    return memchr(set, c, strlen(set)) != NULL;
}

static bool is_place(char place)
{
    return place != '.' && places[(int)place].bits > 0;
}

static bool fits(char place, char c)
{
    if (is_place(place))
        return is_in(places[(int)place].set, c);
    return place == '.' || c == place || ((c ^ 0x20) == place && isalpha((unsigned char)place));
}

static bool is_letter(char c)
{
    return is_in("abcdefghijklmnopqrstuvwxyz", c);
}

static char upper(char c)
{
    return is_letter(c) ? (char)(c ^ 0x20) : c;
}

static bool is_digit(char c)
{
    return is_in("0123456789", c);
}

bool naive_is_prefix(const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!is_letter(name[i]) && name[i] != '_')
            return false;
    return length >= 1 && length <= 63 && is_letter(name[0]) && is_letter(name[length - 1]);
}

/* The length of the prefix with its underscore: up to the first decimal digit. */
static size_t prefix_length(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && !is_digit(text[i]))
        i++;
    return i;
}

/* Whether some prefix begins so: one more letter completes whatever is not complete yet. */
static bool begins_prefix(const char *text, size_t length)
{
    char longer[NAIVE_TEXT_MAX + 2];

    if (length == 0)
        return true;
    if (length > NAIVE_TEXT_MAX)
        return false;
    memcpy(longer, text, length);
    longer[length] = 'a';
    return naive_is_prefix(longer, length) || naive_is_prefix(longer, length + 1) ||
           (longer[length - 1] == '_' && naive_is_prefix(longer, length - 1));
}

static bool is_prefix(const char *text, size_t length)
{
    return length == 0 || (text[length - 1] == '_' && naive_is_prefix(text, length - 1));
}

static size_t head_length(const naive_t *format)
{
    return format->head != NULL ? strlen(format->head) : 0;
}

/* The value of a digit, or -1. */
static int digit_of(const char *digits, char c)
{
    const char *found = c != '\0' ? strchr(digits, c) : NULL;
    return found != NULL ? (int)(found - digits) : -1;
}

/* Compares the first digits of a text with those of a number, by their values. */
static int compare_digits(const naive_t *format, const char *text, const char *number,
                          size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const int value = digit_of(format->digits, format->any_case ? upper(text[i]) : text[i]);
        const int other = digit_of(format->digits, number[i]);

        if (value != other)
            return value - other;
    }
    return 0;
}

static bool begins_number(const naive_t *format, const char *text, size_t length)
{
    const size_t most = strlen(format->most), head = head_length(format);

    if (length < head)
        return memcmp(text, format->head, length) == 0;
    if (head > 0 && memcmp(text, format->head, head) != 0)
        return false;
    text += head;
    length -= head;
    for (size_t i = 0; i < length; i++)
        if (!is_in(format->digits, format->any_case ? upper(text[i]) : text[i]))
            return false;
    if (length > most || (length > 1 && text[0] == format->digits[0]))
        return false;
    return length < most || compare_digits(format, text, format->most, most) <= 0;
}

static bool begins(const naive_t *format, const char *text, size_t length)
{
    if (format->most != NULL)
        return begins_number(format, text, length);
    if (format->takes_prefix) {
        size_t name = prefix_length(text, length);
        if (name == length)
            return begins_prefix(text, length);
        if (!is_prefix(text, name))
            return false;
        text += name;
        length -= name;
    }
    for (size_t i = 0; i < length; i++)
        if (i >= strlen(format->shape) || !fits(format->shape[i], text[i]))
            return false;
    return true;
}

/* The formats that `any` reads. */
static const char *const parts[] = {"canonical", "hex", "braced", "urn", NULL};

static bool is_any(const naive_t *format)
{
    return format->shape == NULL && format->most == NULL;
}

bool naive_is_fixed(const naive_t *format)
{
    return format->shape != NULL;
}

bool naive_accepts(const naive_t *format, const char *text, size_t length)
{
    if (is_any(format)) {
        bool accepted = false;
        for (const char *const *part = parts; *part != NULL; part++)
            accepted |= naive_accepts(naive_find(*part), text, length);
        return accepted;
    }
    if (!begins(format, text, length))
        return false;
    if (format->most != NULL)
        return length > head_length(format);
    return length - (format->takes_prefix ? prefix_length(text, length) : 0) ==
           strlen(format->shape);
}

size_t naive_reach(const naive_t *format, const char *text, size_t length)
{
    size_t reach = length;

    if (is_any(format)) {
        reach = 0;
        for (const char *const *part = parts; *part != NULL; part++) {
            size_t of_part = naive_reach(naive_find(*part), text, length);
            reach = of_part > reach ? of_part : reach;
        }
        return reach;
    }
    while (!begins(format, text, reach))
        reach--;
    return reach;
}

/* ---- writing ---- */

static wide_t number_of(const naive_t *format, const uuid9562_t *uuid)
{
    wide_t number = wide_of(0);

    for (unsigned i = 0; i < 32; i++) {
        const unsigned from = format->order != NULL ? format->order[i] : i;
        number = wide_times_plus(number, 16, uuid->bytes[from / 2] >> (from % 2 ? 0 : 4) & 15);
    }
    return number;
}

/* Digits are found from the last to the first. */
size_t naive_write(const naive_t *format, const uuid9562_t *uuid, char out[NAIVE_TEXT_MAX])
{
    const char *const shape = format->shape;
    wide_t number = number_of(format, uuid);
    char reverse[NAIVE_TEXT_MAX];
    size_t count = 0;

    if (format->digits == NULL)
        return 0;
    if (format->most != NULL) {
        do
            reverse[count++] =
                format->digits[wide_divide(&number, (uint32_t)strlen(format->digits))];
        while (wide_less(wide_of(0), number));
        for (size_t i = head_length(format); i-- > 0;)
            reverse[count++] = format->head[i];
    } else {
        for (size_t i = strlen(shape); i-- > 0;) {
            const struct place *place = &places[(int)shape[i]];
            const unsigned value = wide_divide(&number, 1u << place->bits);

            reverse[count++] = shape[i] == '.'   ? (char)value
                               : place->bits > 0 ? format->digits[value << place->zeros]
                                                 : shape[i];
        }
    }
    for (size_t i = 0; i < count; i++)
        out[i] = reverse[count - 1 - i];
    return count;
}

bool naive_reads_any_case(const naive_t *format, size_t i)
{
    if (format->shape == NULL)
        return is_any(format) || format->any_case;
    return i < strlen(format->shape) && !is_in("4789.", format->shape[i]);
}

static const naive_t *written_as(const naive_t *format)
{
    return format->digits != NULL ? format : naive_find("canonical");
}

bool naive_matches(const naive_t *format, const char *text, size_t length, const uuid9562_t *uuid)
{
    char own[NAIVE_TEXT_MAX];
    size_t own_length;

    if (is_any(format)) {
        for (const char *const *part = parts; *part != NULL; part++)
            if (naive_accepts(naive_find(*part), text, length))
                return naive_matches(naive_find(*part), text, length, uuid);
        return false;
    }
    if (format->takes_prefix) {
        size_t name = prefix_length(text, length);
        text += name;
        length -= name;
    }
    own_length = naive_write(written_as(format), uuid, own);
    if (own_length != length)
        return false;
    for (size_t i = 0; i < length; i++)
        if (text[i] != own[i] && !(naive_reads_any_case(format, i) && (text[i] ^ 0x20) == own[i] &&
                                   isalpha((unsigned char)own[i])))
            return false;
    return true;
}
