/*
 * Tests of a text that the format `any` does not read: other formats, those of other libraries, and
 * a UUID with something around it. An alphabet is believed only of texts that decode to a UUID with
 * a version (a ULID: or to a time of our years).
 */
#include "origins.h"

#include <string.h>

enum { DIGITS_22 = 22, INSIDE_MOST = 4096 };

static bool is_any(const char *text, size_t length)
{
    uuid9562_t uuid;
    return uuid9562_parse(&uuid, NULL, text, length) == UUID9562_OK;
}

static bool has_version(const uuid9562_t *uuid)
{
    return is_defined_version(uuid9562_get_version(uuid));
}

/* The same, but digits alone, which may be a digest, only with a version. */
static bool is_uuid(const char *text, size_t length)
{
    uuid9562_t uuid;
    return uuid9562_parse(&uuid, NULL, text, length) == UUID9562_OK &&
           (length >= UUID9562_CANONICAL_LENGTH || has_version(&uuid));
}

static bool is_hex_digit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

static bool is_white(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* ---- formats of the table ---- */

static bool is_named(const uuid9562_format_t *format, const char *name)
{
    return strcmp(uuid9562_format_info(format)->name, name) == 0;
}

INTERNAL bool is_base64(const uuid9562_format_t *format)
{
    return is_named(format, "base64");
}

INTERNAL bool is_ulid(const uuid9562_format_t *format)
{
    return is_named(format, "ulid");
}

INTERNAL bool is_base64url(const uuid9562_format_t *format)
{
    return is_named(format, "base64url");
}

INTERNAL bool is_of_shape(const uuid9562_format_t *format)
{
    return is_named(format, "oid") || is_named(format, "ldap_filter");
}

INTERNAL bool is_implied(const uuid9562_format_t *format)
{
    return uuid9562_format_info(format)->implied;
}

INTERNAL bool is_written_by(const uuid9562_format_t *format, const uuid9562_t *uuid,
                            const char *text, size_t length)
{
    char written[UUID9562_TEXT_MAX];
    const size_t count = uuid9562_format_as(written, format, uuid);

    return count <= length && memcmp(text + length - count, written, count) == 0;
}

static uint64_t test_formats(column_t *column, const char *text, size_t length)
{
    uint64_t passed = 0;

    for (int i = 0; i < column->format_count; i++) {
        const uuid9562_format_t *format = column->formats[i];
        uuid9562_t uuid;
        bool has_time;

        if (is_implied(format) ||
            uuid9562_parse_as(&uuid, NULL, format, text, length) != UUID9562_OK)
            continue;
        column->decoded[i]++;
        has_time = is_ulid(format) &&
                   orders_passed(&uuid, column->now_ms) >> (ORIGIN_ULIDS - ORIGIN_EF_CORE) & 1;
        column->ulid_times += has_time;
        if (!has_version(&uuid) && !is_base64(format) && !is_of_shape(format) && !has_time)
            continue;
        passed |= UINT64_C(1) << i;
        if (is_written_by(format, &uuid, text, length))
            passed |= UINT64_C(1) << (PASSED_WRITTEN + i);
    }
    return passed;
}

/* ---- formats of other libraries ---- */

/* 22 digits of a number, the most significant first. */
static bool read_digits(uuid9562_t *out, const char *alphabet, const char *text, size_t length)
{
    const unsigned base = (unsigned)strlen(alphabet);

    memset(out, 0, sizeof *out);
    if (length != DIGITS_22)
        return false;
    for (size_t i = 0; i < length; i++) {
        const char *digit = text[i] != '\0' ? strchr(alphabet, text[i]) : NULL;
        unsigned carry;

        if (digit == NULL)
            return false;
        carry = (unsigned)(digit - alphabet);
        for (int j = 15; j >= 0; j--) {
            carry += out->bytes[j] * base;
            out->bytes[j] = (uint8_t)carry;
            carry >>= 8;
        }
        if (carry != 0)
            return false;
    }
    return true;
}

/* PyPI's shortuuid, from 1.0 on. */
static bool is_shortuuid(column_t *column, const char *text, size_t length)
{
    uuid9562_t uuid;
    const bool is_read = read_digits(
        &uuid, "23456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", text, length);

    column->decoded[MAX_FORMATS] += is_read;
    return is_read && has_version(&uuid);
}

/* Flickr's base58, which npm's short-uuid pads to 22 digits. */
static bool is_flickr58(column_t *column, const char *text, size_t length)
{
    uuid9562_t uuid;
    const bool is_read = read_digits(
        &uuid, "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", text, length);

    column->decoded[MAX_FORMATS + 1] += is_read;
    return is_read && has_version(&uuid);
}

/* 389 Directory Server: four groups of 8 digits, of a version 1. */
static bool is_nsuniqueid(column_t *column, const char *text, size_t length)
{
    char digits[32];
    uuid9562_t uuid;

    (void)column;
    if (length != 35 || text[8] != '-' || text[17] != '-' || text[26] != '-')
        return false;
    for (size_t i = 0; i < 4; i++)
        memcpy(digits + 8 * i, text + 9 * i, 8);
    return uuid9562_parse(&uuid, NULL, digits, sizeof digits) == UUID9562_OK && has_version(&uuid);
}

/* ---- something around a UUID ---- */

static bool is_in_white_space(column_t *column, const char *text, size_t length)
{
    size_t begin = 0, end = length;

    (void)column;
    while (begin < end && is_white(text[begin]))
        begin++;
    while (end > begin && is_white(text[end - 1]))
        end--;
    return end - begin < length && is_uuid(text + begin, end - begin);
}

static bool is_quoted(column_t *column, const char *text, size_t length)
{
    (void)column;
    return length > 2 && (text[0] == '"' || text[0] == '\'') && text[length - 1] == text[0] &&
           is_uuid(text + 1, length - 2);
}

static void note_prefix(column_t *column, const char *text, size_t length)
{
    int i = 0;

    while (i < column->prefix_count && (strlen(column->prefixes[i]) != length ||
                                        memcmp(column->prefixes[i], text, length) != 0))
        i++;
    if (i < MAX_PREFIXES && i == column->prefix_count)
        memcpy(column->prefixes[column->prefix_count++], text, length);
}

/* Printable ASCII before 32 digits or canonical text. It does not end in a digit, so that a longer
 * number has none. */
static bool has_prefix(column_t *column, const char *text, size_t length)
{
    size_t prefix = 0;

    for (size_t body = 32; body <= UUID9562_CANONICAL_LENGTH && prefix == 0; body += 4)
        if (length > body && length <= body + MAX_PREFIX &&
            !is_hex_digit(text[length - body - 1]) && is_uuid(text + length - body, body))
            prefix = length - body;
    for (size_t i = 0; i < prefix; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    if (prefix > 0)
        note_prefix(column, text, prefix);
    return prefix > 0;
}

/* Canonical text within the first bytes, as in a URL, a list or JSON; not if only a byte order mark
 * stands before it, or the NUL of a C string behind it. */
static bool has_inside(column_t *column, const char *text, size_t length)
{
    size_t most;

    (void)column;
    if (length > 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        length -= 3;
    }
    while (length > 0 && text[length - 1] == '\0')
        length--;
    if (is_any(text, length))
        return false;
    most = length < INSIDE_MOST ? length : INSIDE_MOST;
    for (size_t i = 8; i + 28 <= most; i++) {
        const char *hyphen = memchr(text + i, '-', most - 27 - i);

        if (hyphen == NULL)
            return false;
        i = (size_t)(hyphen - text);
        if (hyphen[5] == '-' && hyphen[10] == '-' && hyphen[15] == '-' &&
            is_any(hyphen - 8, UUID9562_CANONICAL_LENGTH) &&
            (i == 8 || !is_hex_digit(hyphen[-9])) &&
            (i + 28 == length || !is_hex_digit(hyphen[28])))
            return true;
    }
    return false;
}

/* ---- all of them ---- */

INTERNAL uint64_t test_of(origin_t origin)
{
    return UINT64_C(1) << (PASSED_OTHER + (int)origin - ORIGIN_NSUNIQUEID);
}

typedef bool text_test_t(column_t *column, const char *text, size_t length);
static text_test_t *const text_tests_of[ORIGIN_MALFORMED - ORIGIN_NSUNIQUEID] = {
    [ORIGIN_NSUNIQUEID - ORIGIN_NSUNIQUEID] = is_nsuniqueid,
    [ORIGIN_WHITE_SPACE - ORIGIN_NSUNIQUEID] = is_in_white_space,
    [ORIGIN_QUOTED - ORIGIN_NSUNIQUEID] = is_quoted,
    [ORIGIN_PREFIX - ORIGIN_NSUNIQUEID] = has_prefix,
    [ORIGIN_SHORTUUID - ORIGIN_NSUNIQUEID] = is_shortuuid,
    [ORIGIN_FLICKR58 - ORIGIN_NSUNIQUEID] = is_flickr58,
    [ORIGIN_INSIDE - ORIGIN_NSUNIQUEID] = has_inside,
};

INTERNAL uint64_t text_tests(column_t *column, const char *text, size_t length)
{
    uint64_t passed = length <= UUID9562_TYPEID_MAX ? test_formats(column, text, length) : 0;

    for (int i = 0; i < ORIGIN_MALFORMED - ORIGIN_NSUNIQUEID; i++)
        if (text_tests_of[i](column, text, length))
            passed |= UINT64_C(1) << (PASSED_OTHER + i);
    return passed;
}

/* ---- bytes and text mistaken for each other ---- */

/* Whether they are UTF-8 without a NUL, as a C string is. */
static bool is_c_text(const unsigned char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        const size_t more = bytes[i] < 0x80 ? 0 : bytes[i] < 0xE0 ? 1 : bytes[i] < 0xF0 ? 2 : 3;

        if (bytes[i] == 0 || (bytes[i] >= 0x80 && bytes[i] < 0xC2) || bytes[i] > 0xF4 ||
            i + more >= length)
            return false;
        for (size_t j = 0; j < more; j++)
            if (bytes[++i] >> 6 != 2)
                return false;
    }
    return true;
}

/* Text in another encoding is no UTF-8 either, but has no version in any order, and few control
 * characters. */
INTERNAL bool is_bytes_as_text(const column_t *column, const char *text, size_t length)
{
    uuid9562_t uuid;
    int control = 0, high = 0;

    if (uuid9562_from_bytes(&uuid, NULL, text, length) != UUID9562_OK)
        return false;
    for (size_t i = 0; i < length; i++) {
        control += uuid.bytes[i] < ' ' && !is_white((char)uuid.bytes[i]);
        high += uuid.bytes[i] >= 0x80;
    }
    if (control == 0 && is_c_text(uuid.bytes, length))
        return false;
    return has_version(&uuid) || orders_passed(&uuid, column->now_ms) != 0 ||
           (control > 0 && high > 3);
}

INTERNAL bool is_utf16_uuid(const char *bytes, size_t length)
{
    char text[2 * UUID9562_CANONICAL_LENGTH];
    const size_t big_endian = length > 0 && bytes[0] == '\0';

    if (length % 2 != 0 || length == 0 || length / 2 > sizeof text)
        return false;
    for (size_t i = 0; i < length / 2; i++) {
        if (bytes[2 * i + 1 - big_endian] != '\0')
            return false;
        text[i] = bytes[2 * i + big_endian];
    }
    return is_any(text, length / 2);
}
