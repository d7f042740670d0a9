/*
 * Reading text: every format against its naive definition (naive.h): what it accepts, the UUID that
 * it reads, and the offset of an error. Texts lie against pages that cannot be read, at their end
 * and at their beginning, so that a step beyond is seen.
 */
#include <stdio.h>

#include "suite.h"
#include "fence.h"
#include "naive.h"

enum { LONGEST = 160 };

static const uuid9562_format_t *input_format(const naive_t *naive)
{
    const uuid9562_format_t *format;
    assert_ok(uuid9562_find_format(&format, naive->name, strlen(naive->name), false));
    return format;
}

static void check_answer(const naive_t *naive, uuid9562_status_t status, const uuid9562_t *out,
                         size_t offset, const char *text, size_t length)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    const size_t reach = naive_reach(naive, text, length);

    if (naive_accepts(naive, text, length)) {
        require_msg(status == UUID9562_OK, "%s refuses '%.*s'", naive->name, (int)length, text);
        require_msg(naive_matches(naive, text, length, out), "%s misreads '%.*s'", naive->name,
                    (int)length, text);
        require_eq(offset, 999);
        return;
    }
    require_msg(status != UUID9562_OK, "%s accepts '%.*s'", naive->name, (int)length, text);
    require_msg(offset == reach, "%s: '%.*s' is wrong at %zu, not at %zu", naive->name, (int)length,
                text, reach, offset);
    require_eq(uuid9562_status_class(status), UUID9562_CLASS_MALFORMED);
    assert_same(*out, untouched);
    if (uuid9562_format_info(input_format(naive))->binary)
        return;
    require_eq(status == UUID9562_ERR_SHORT, reach == length);
    if (naive_is_fixed(naive))
        require_eq(status == UUID9562_ERR_LONG, naive_accepts(naive, text, reach));
}

/* All ways to read a format, from a text at either end of the memory that can be read. */
static void check(const naive_t *naive, const char *text, size_t length)
{
    const uuid9562_format_t *format = input_format(naive);
    uuid9562_t out = UUID9562_INIT_MAX;
    size_t offset = 999;
    uuid9562_status_t status;
    static fence_t fence;
    static bool at_end;

    if (fence.begin == NULL)
        fence = fence_around(LONGEST);
    at_end = !at_end;
    text = fence_copy(&fence, at_end, text, length);
    status = uuid9562_parse_as(&out, &offset, format, text, length);
    check_answer(naive, status, &out, offset, text, length);
    require_eq(uuid9562_parse_as(&out, NULL, format, text, length), status);
    if (strcmp(naive->name, "any") == 0) {
        out = (uuid9562_t)UUID9562_INIT_MAX;
        offset = 999;
        status = uuid9562_parse(&out, &offset, text, length);
        check_answer(naive, status, &out, offset, text, length);
    }
    if (strcmp(naive->name, "strict") == 0)
        require_eq(uuid9562_match(&out, text, length), status == UUID9562_OK ? 1 : -1);
}

/* ---- valid texts ---- */

static size_t random_prefix(unsigned *seed, char *out)
{
    static const char letters[] = "abcxyz__";
    const size_t length = (size_t)rand_r(seed) % 64;

    for (size_t i = 0; i < length; i++)
        out[i] = letters[(size_t)rand_r(seed) % (i == 0 || i == length - 1 ? 6 : 8)];
    out[length] = '_';
    return length > 0 ? length + 1 : 0;
}

/* A text that the format accepts: of a UUID, in any case of letters and with any prefix. */
static size_t valid_text(const naive_t *naive, const uuid9562_t *uuid, unsigned *seed, char *out)
{
    static const char *const parts_of_any[] = {"canonical", "hex", "braced", "urn"};
    const char *name = naive->digits != NULL ? naive->name : parts_of_any[0];
    const naive_t *writer;
    size_t prefix = naive->takes_prefix && rand_r(seed) % 2 ? random_prefix(seed, out) : 0, length;

    if (strcmp(naive->name, "any") == 0)
        name = parts_of_any[rand_r(seed) % 4];
    writer = naive_find(name);
    length = naive_write(writer, uuid, out + prefix);
    for (size_t i = 0; i < length; i++) {
        char *c = &out[prefix + i];
        if (naive_reads_any_case(writer, i) && rand_r(seed) % 3 == 0 &&
            ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z')))
            *c ^= 0x20;
    }
    return prefix + length;
}

/* ---- tests ---- */

TEST(every_format_has_a_naive_definition)
{
    size_t i = 0;

    for (const naive_t *naive = naive_formats; naive->name != NULL; naive++, i++) {
        require_msg(uuid9562_format_at(i) != NULL &&
                        strcmp(uuid9562_format_info(uuid9562_format_at(i))->name, naive->name) == 0,
                    "%s is not number %zu", naive->name, i);
    }
    require(uuid9562_format_at(i) == NULL);
}

TEST(valid_texts)
{
    unsigned seed = 9562;

    for (const naive_t *naive = naive_formats; naive->name != NULL; naive++) {
        for (int round = 0; round < 2000; round++) {
            const uuid9562_t uuid = random_uuid(&seed);
            char text[LONGEST];
            size_t length = valid_text(naive, &uuid, &seed, text);

            require(naive_accepts(naive, text, length));
            check(naive, text, length);
        }
    }
}

/* Each byte of a valid text becomes every other; and every byte follows it. */
TEST(every_byte_at_every_place)
{
    const uuid9562_t nil = UUID9562_INIT_NIL, max = UUID9562_INIT_MAX;
    unsigned seed = 4122;

    for (const naive_t *naive = naive_formats; naive->name != NULL; naive++) {
        for (int round = 0; round < 4; round++) {
            const uuid9562_t uuid = round == 0 ? nil : round == 1 ? max : random_uuid(&seed);
            char text[LONGEST] = {0};
            const size_t length = valid_text(naive, &uuid, &seed, text);

            for (size_t at = 0; at <= length; at++) {
                const char original = text[at];
                for (int byte = 0; byte < 256; byte++) {
                    text[at] = (char)byte;
                    check(naive, text, at < length ? length : length + 1);
                }
                text[at] = original;
            }
        }
    }
}

/* The status of a text, or of bytes, that end too early. */
static uuid9562_status_t short_status(const naive_t *naive)
{
    if (strcmp(naive->name, "der") == 0)
        return UUID9562_ERR_DER;
    if (naive->order != NULL)
        return UUID9562_ERR_LENGTH;
    return UUID9562_ERR_SHORT;
}

/* Every beginning of a valid text is short, at its length; but a number, or a text of `any`, may
 * begin with another valid one. Every end of a text is checked against the naive definition. */
TEST(every_length_and_every_beginning_and_end)
{
    unsigned seed = 4530;

    for (const naive_t *naive = naive_formats; naive->name != NULL; naive++) {
        for (int round = 0; round < 20; round++) {
            const uuid9562_t uuid = random_uuid(&seed);
            char text[LONGEST], repeated[LONGEST];
            const size_t whole = valid_text(naive, &uuid, &seed, text);

            for (size_t length = 0; length < whole; length++) {
                if (naive_is_fixed(naive)) {
                    uuid9562_t out;
                    size_t offset;
                    uuid9562_status_t status =
                        uuid9562_parse_as(&out, &offset, input_format(naive), text, length);
                    require_eq(status, short_status(naive));
                    require_eq(offset, length);
                }
                check(naive, text, length);
                check(naive, text + length, whole - length);
            }
            for (size_t i = 0; i < LONGEST; i++)
                repeated[i] = text[i % whole];
            for (size_t length = 0; length <= LONGEST; length++)
                check(naive, repeated, length);
        }
    }
}

/* Each status of the class MALFORMED, and where it applies. */
TEST(every_kind_of_error)
{
    static const struct {
        const char *format, *text;
        uuid9562_status_t status;
    } wrong[] = {
        {"canonical", "0000000g", UUID9562_ERR_HEX_DIGIT},
        {"upper", "00000000-0000-0000-0000-00000000000G", UUID9562_ERR_HEX_DIGIT},
        {"strict", "000000000", UUID9562_ERR_HYPHEN},
        {"braced", "0", UUID9562_ERR_BRACE},
        {"braced", "{00000000-0000-0000-0000-000000000000]", UUID9562_ERR_BRACE},
        {"urn", "urn:uuid-", UUID9562_ERR_URN},
        {"urn", "uri", UUID9562_ERR_URN},
        {"int", "1e5", UUID9562_ERR_DECIMAL_DIGIT},
        {"int", "01", UUID9562_ERR_LEADING_ZERO},
        {"base58", "12", UUID9562_ERR_LEADING_ZERO},
        {"oid", "2.26.1", UUID9562_ERR_OID},
        {"oid", "urn:oid:2.25.1", UUID9562_ERR_OID},
        {"oid", "2.25", UUID9562_ERR_SHORT},
        {"oid", "2.25.", UUID9562_ERR_SHORT},
        {"oid", "2.25.1.2", UUID9562_ERR_DECIMAL_DIGIT},
        {"oid", "2.25.01", UUID9562_ERR_LEADING_ZERO},
        {"oid", "2.25.340282366920938463463374607431768211456", UUID9562_ERR_TOO_BIG},
        {"int", "340282366920938463463374607431768211456", UUID9562_ERR_TOO_BIG},
        {"base62", "7n42DGM5Tflk9n8mt7Fhc8", UUID9562_ERR_TOO_BIG},
        {"base36", "F5LXX1ZZ5PNORYNQGLHZMSP34", UUID9562_ERR_TOO_BIG},
        {"base36", "0a", UUID9562_ERR_LEADING_ZERO},
        {"ulid", "8", UUID9562_ERR_TOO_BIG},
        {"typeid", "a_8", UUID9562_ERR_TOO_BIG},
        {"typeid", "9", UUID9562_ERR_TOO_BIG},
        {"hex", "0", UUID9562_ERR_SHORT},
        {"int", "", UUID9562_ERR_SHORT},
        {"typeid", "a_", UUID9562_ERR_SHORT},
        {"hex", "000000000000000000000000000000000", UUID9562_ERR_LONG},
        {"ulid", "000000000000000000000000000", UUID9562_ERR_LONG},
        {"guid", "", UUID9562_ERR_LENGTH},
        {"guid", "00000000000000000", UUID9562_ERR_LENGTH},
        {"der", "\x04\x11", UUID9562_ERR_DER},
        {"der",
         "\x04\x10"
         "0123456789abcdef"
         "0",
         UUID9562_ERR_DER},
        {"ldap_filter", "0", UUID9562_ERR_BACKSLASH},
        {"ldap_filter", "\\0\\", UUID9562_ERR_HEX_DIGIT},
        {"base58", "0", UUID9562_ERR_DIGIT},
        {"ulid", "U", UUID9562_ERR_DIGIT},
        {"base32hex", "00000000000000000000000001", UUID9562_ERR_PADDING},
        {"base64url", "AAAAAAAAAAAAAAAAAAAAAB", UUID9562_ERR_PADDING},
        {"base64", "AAAAAAAAAAAAAAAAAAAAAB==", UUID9562_ERR_PADDING},
        {"base64", "AAAAAAAAAAAAAAAAAAAAAA", UUID9562_ERR_SHORT},
        {"base64", "AAAAAAAAAAAAAAAAAAAAAA=A", UUID9562_ERR_EQUALS},
        {"base64", "AAAAAAAAAAAAAAAAAAAAAA===", UUID9562_ERR_LONG},
        {"typeid", "_", UUID9562_ERR_TYPEID},
        {"typeid", "a0", UUID9562_ERR_TYPEID},
        {"typeid", "a_:", UUID9562_ERR_TYPEID},
        /* of the formats that reach as far, the first says what is wrong */
        {"any", "", UUID9562_ERR_SHORT},
        {"any", "x", UUID9562_ERR_HEX_DIGIT},
        {"any", "00000000x", UUID9562_ERR_HYPHEN},
        {"any", "{u", UUID9562_ERR_HEX_DIGIT},
        {"any", "00000000-0000-0000-0000-0000000000000", UUID9562_ERR_LONG},
    };

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const uuid9562_format_t *format;
        uuid9562_t out;

        assert_ok(uuid9562_find_format(&format, wrong[i].format, strlen(wrong[i].format), false));
        require_msg(uuid9562_parse_as(&out, NULL, format, wrong[i].text, strlen(wrong[i].text)) ==
                        wrong[i].status,
                    "%s: '%s' is not %d", wrong[i].format, wrong[i].text, (int)wrong[i].status);
    }
}

/* A valid text of one format, read in all; with bytes changed, left out and put in, and with the
 * rear of another such text. */
TEST(random_mixtures)
{
    static const char alphabet[] =
        "0123456789abcdefABCDEFOQgilouzGIUZ-_+/={}urnidURNID: #%\0\x80\xff";
    unsigned seed = 9562;
    size_t formats = 0;

    while (naive_formats[formats].name != NULL)
        formats++;
    for (int round = 0; round < 20000; round++) {
        const uuid9562_t uuid = random_uuid(&seed);
        char text[LONGEST], other[LONGEST];
        size_t length =
            valid_text(&naive_formats[(size_t)rand_r(&seed) % formats], &uuid, &seed, text);

        for (int changes = rand_r(&seed) % 4; changes > 0; changes--) {
            const size_t at = (size_t)rand_r(&seed) % (length + 1);
            const char c = alphabet[(size_t)rand_r(&seed) % (sizeof alphabet - 1)];
            const int kind = rand_r(&seed) % 8;

            if (kind == 0 && at < length) {
                memmove(text + at, text + at + 1, --length - at);
            } else if (kind == 1) {
                memmove(text + at + 1, text + at, length++ - at);
                text[at] = c;
            } else if (kind == 2) {
                size_t rear = valid_text(&naive_formats[(size_t)rand_r(&seed) % formats], &uuid,
                                         &seed, other);
                if (at < rear) {
                    memcpy(text + at, other + at, rear - at);
                    length = rear;
                }
            } else if (at < length) {
                text[at] = c;
            }
        }
        for (const naive_t *naive = naive_formats; naive->name != NULL; naive++)
            check(naive, text, length);
    }
}
