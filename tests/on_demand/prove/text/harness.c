/*
 * A format of hex digits (CASE), read and written in portable C: for every text of up to 49 bytes,
 * one more than the longest, and every UUID.
 *
 *   - A text is accepted exactly if the grammar below accepts it, and gives the UUID of its digits.
 *     Otherwise the output is unchanged, and the offset is where the text leaves the grammar.
 *   - What is written has the format's length, is accepted, and gives the UUID again.
 *   - Nothing behind the text, and nothing behind the format's length of the output, is touched.
 */
#include "../text.h"

enum { LONGEST = 48 };

/* ---- the grammar: x is a hex digit; every other letter is read in either case ---- */

#define CANONICAL "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
#define ESCAPED   "\\xx\\xx\\xx\\xx"

static const char *const grammars[FORMAT_COUNT] = {
    [FORMAT_strict] = CANONICAL,
    [FORMAT_canonical] = CANONICAL,
    [FORMAT_upper] = CANONICAL,
    [FORMAT_hex] = "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    [FORMAT_braced] = "{" CANONICAL "}",
    [FORMAT_urn] = "urn:uuid:" CANONICAL,
    [FORMAT_ldap_filter] = ESCAPED ESCAPED ESCAPED ESCAPED,
};

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

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* How many leading bytes of the text the grammar allows. */
static size_t count_allowed(const char *grammar, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (grammar[i] == '\0' ||
            (grammar[i] == 'x' ? hex_value(text[i]) < 0 : lower(text[i]) != grammar[i]))
            return i;
    return length;
}

static bool follows(uuid9562_t *uuid, const char *grammar, const char *text, size_t length)
{
    int digits = 0;

    if (length != strlen(grammar) || count_allowed(grammar, text, length) != length)
        return false;
    for (size_t i = 0; i < length; i++) {
        if (grammar[i] != 'x')
            continue;
        if (digits % 2 == 0)
            uuid->bytes[digits / 2] = (uint8_t)(hex_value(text[i]) << 4);
        else
            uuid->bytes[digits / 2] |= (uint8_t)hex_value(text[i]);
        digits++;
    }
    return true;
}

/* ---- the claims ---- */

/* The text ends where the object ends, so that CBMC sees a byte that is read behind it. */
static void prove_reading(const char *text, size_t length)
{
    const uuid9562_t before = nondet_uuid();
    uuid9562_t read = before, expected;
    size_t offset = 0;
    const uuid9562_status_t status =
        uuid9562_parse_as(&read, &offset, uuid9562_format_at(FORMAT), text, length);

    if (follows(&expected, grammars[FORMAT], text, length)) {
        prove(status == UUID9562_OK && same_uuid(read, expected));
    } else {
        prove(status != UUID9562_OK && same_uuid(read, before));
        prove(offset == count_allowed(grammars[FORMAT], text, length));
    }
}

static void prove_writing(void)
{
    const uuid9562_t uuid = nondet_uuid();
    const uuid9562_format_t *format = uuid9562_format_at(FORMAT);
    char room[UUID9562_TEXT_MAX], *out = room + sizeof room - uuid9562_format_info(format)->length;
    uuid9562_t back;

    if (!uuid9562_format_info(format)->writable)
        return;
    prove(uuid9562_format_as(out, format, &uuid) == uuid9562_format_info(format)->length);
    prove(uuid9562_parse_as(&back, NULL, format, out, uuid9562_format_info(format)->length) ==
              UUID9562_OK &&
          same_uuid(back, uuid));
}

int main(void)
{
    const size_t length = nondet_size();
    char room[LONGEST + 1];

    assume(length <= sizeof room);
    prove_reading(room + sizeof room - length, length);
    prove_writing();
    return 0;
}
