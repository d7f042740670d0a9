/*
 * Statuses: each has its class and a message of its own, and no other number has one.
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>

#include "suite.h"
#include "fence.h"

static const uuid9562_status_t last_of_class[] = {UUID9562_OK, UUID9562_ERR_EQUALS,
                                                  UUID9562_ERR_NO_NAMESPACE,
                                                  UUID9562_ERR_STATE_BOOT};

/* Numbers that no status has any more, and none gets again. */
static bool is_free(int status)
{
    return status == 201 || (status >= 226 && status <= 229) || status == 307;
}

TEST(every_status_has_a_message)
{
    const char *unknown = uuid9562_strerror((uuid9562_status_t)99);

    ck_assert_str_eq(unknown, "unknown status");
    for (int class = 0; class < 4; class ++) {
        for (int status = class * 100; status <= (int)last_of_class[class]; status++) {
            const char *message = uuid9562_strerror((uuid9562_status_t)status);
            require_eq(uuid9562_status_class((uuid9562_status_t)status), class);
            require_msg((strcmp(message, unknown) == 0) == is_free(status), "status %d", status);
            for (int other = class * 100; other < status && !is_free(status); other++)
                ck_assert_str_ne(message, uuid9562_strerror((uuid9562_status_t)other));
        }
        ck_assert_str_eq(uuid9562_strerror((uuid9562_status_t)(last_of_class[class] + 1)), unknown);
    }
    require_eq(uuid9562_status_class((uuid9562_status_t)99), UUID9562_CLASS_RANGE);
    require_eq(uuid9562_status_class((uuid9562_status_t)399), UUID9562_CLASS_SYSTEM);
    require_eq(uuid9562_status_class((uuid9562_status_t)400), UUID9562_CLASS_RANGE);
}

TEST(descriptions_fit_and_give_the_offset)
{
    char out[UUID9562_DESCRIPTION_MAX], malformed[UUID9562_DESCRIPTION_MAX];

    for (int class = 1; class < 4; class ++) {
        for (int status = class * 100; status <= (int)last_of_class[class]; status++) {
            const char *message = uuid9562_strerror((uuid9562_status_t)status);
            memset(out, 'x', sizeof out);
            uuid9562_describe(out, (uuid9562_status_t)status, ULONG_MAX, NULL, 0);
            snprintf(malformed, sizeof malformed, "malformed %s at offset %lu: %s",
                     status == UUID9562_ERR_TIME           ? "time"
                     : status == UUID9562_ERR_NAMESPACE_ID ? "namespace"
                                                           : "UUID",
                     ULONG_MAX, message);
            ck_assert_str_eq(out, class == UUID9562_CLASS_MALFORMED ? malformed : message);
        }
    }
}

/* The text, behind which no byte can be read. */
static const char *fenced(const char *text, size_t length)
{
    static fence_t fence;

    if (fence.begin == NULL)
        fence = fence_around(UUID9562_DESCRIPTION_MAX);
    return fence_copy(&fence, true, text, length);
}

/* What follows the description of the error of this text. */
static const char *shown_by(const char *form, const char *text, size_t length)
{
    static char out[UUID9562_DESCRIPTION_MAX];
    char plain[UUID9562_DESCRIPTION_MAX];
    const uuid9562_format_t *format;
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = uuid9562_find_format(&format, form, strlen(form), false);

    require_eq(status, UUID9562_OK);
    text = fenced(text, length);
    status = uuid9562_parse_as(&uuid, &offset, format, text, length);
    require(status != UUID9562_OK);
    uuid9562_describe(plain, status, offset, NULL, 0);
    uuid9562_describe(out, status, offset, text, length);
    require_msg(strncmp(out, plain, strlen(plain)) == 0, "'%s' is not how '%s' begins", plain, out);
    return out + strlen(plain);
}

TEST(descriptions_say_what_a_text_shows)
{
#define CANONICAL "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
#define ULID      "01FWHE4YDGFK1SHH6W1G60EECF"
    static const struct {
        const char *form, *text, *shown;
    } rows[] = {
        {"any", CANONICAL "\n", "; found white space"},
        {"any", CANONICAL "\r\n", "; found white space"},
        {"any", "\t" CANONICAL, "; found white space"},
        {"any", "017f22e2 79b0", "; found white space"},
        {"strict", CANONICAL " ", "; found white space"},
        {"ulid", ULID "\v", "; found white space"},
        {"ulid", "\f" ULID, "; found white space"},
        {"any", CANONICAL "x \n", ""}, /* not at the offset */
        {"any", CANONICAL "\xc2\xa0", "; found white space"},
        {"any", "\xc2\xa0" CANONICAL, "; found white space"},
        {"any", CANONICAL "\xa0", ""}, /* half of it */
        {"any", CANONICAL "\xc2", ""},
        {"any", "\xef\xbb\xbf" CANONICAL, "; found a byte order mark"},
        {"ulid", "\xef\xbb\xbf" ULID, "; found a byte order mark"},
        {"any", "\xef\xbb", ""},
        {"any", "\xff\xfe" CANONICAL, "; found UTF-16"},
        {"ulid", "\xfe\xff" ULID, "; found UTF-16"},
        {"any", "\xff", ""},
        {"any", "\xff\xff\xfe", ""},
        {"any", "", ""},
        {"any", "017f22e2", ""},
        {"any", ULID, "; it looks like ulid: pass that format"},
        {"any", "user_01fwhe4ydgfk1shh6w1g60eecf", "; it looks like typeid: pass that format"},
        {"any", "2.25.1", "; it looks like oid: pass that format"},
        {"any", "AX8i4nmwfMOYxNwMDAc5jw==", "; it looks like base64: pass that format"},
        {"any",
         "\\01\\7f\\22\\e2\\79\\b0\\7c\\c3\\98\\c4\\dc\\0c\\0c\\07\\39\\8f",
         "; it looks like ldap_filter: pass that format"},
        {"base58", ULID, "; it looks like ulid: pass that format"},
        {"ulid", "user_01fwhe4ydgfk1shh6w1g60eecf", "; it looks like typeid: pass that format"},
        /* What other identifiers may be, too: a number, 22 characters of base64url. */
        {"any", "42", ""},
        {"any", "player:1234567890123", ""},
        {"any", "AX8i4nmwfMOYxNwMDAc5jw", ""},
        {"guid", "\n", ""},
        {"der", " ", ""},
        {"guid", CANONICAL, "; it is text"},
        {"mysql", "{" CANONICAL "}", "; it is text"},
        {"guid", CANONICAL "x", ""},
        {"der", CANONICAL, ""},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        ck_assert_str_eq(shown_by(rows[i].form, rows[i].text, strlen(rows[i].text)), rows[i].shown);
    ck_assert_str_eq(shown_by("any", CANONICAL, sizeof CANONICAL), "; found a NUL");
    ck_assert_str_eq(shown_by("any", "017f\0", 5), "; found a NUL");
    ck_assert_str_eq(shown_by("any", "0\0001\0007\0", 6), "; found UTF-16");
    ck_assert_str_eq(shown_by("any", "\0000\0001\0007\000\r\0", 9), "; found UTF-16"); /* a line */
    ck_assert_str_eq(shown_by("any", "0\0001", 3), "; found a NUL");
    ck_assert_str_eq(shown_by("any", "0\0001\0007f", 6), "; found a NUL");
    ck_assert_str_eq(shown_by("any", "\0\0\0\0", 4), "; found a NUL");
#undef CANONICAL
#undef ULID
}

/* A namespace, which no format can be passed with. */
TEST(descriptions_of_a_namespace)
{
    static const struct {
        const char *text, *offset, *shown;
    } rows[] = {
        {"", "0", ""},
        {"6ba7b810+", "8", ""},
        {" @dns", "0", "; found white space"},
        {"01FWHE4YDGFK1SHH6W1G60EECF", "3", ""},
    };
    char out[UUID9562_DESCRIPTION_MAX], expected[UUID9562_DESCRIPTION_MAX];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].text);
        const char *text = fenced(rows[i].text, length);
        size_t offset = 99;
        uuid9562_t uuid;
        const uuid9562_status_t status = uuid9562_parse_namespace(&uuid, &offset, text, length);

        uuid9562_describe(out, status, offset, text, length);
        snprintf(expected, sizeof expected,
                 "malformed namespace at offset %s: expected a UUID, as text or 16 bytes, or one "
                 "of: @dns @url @oid @x500, or @none in uuid3%s",
                 rows[i].offset, rows[i].shown);
        ck_assert_str_eq(out, expected);
    }
    uuid9562_describe(out, UUID9562_ERR_NAMESPACE_ID, 16, "017f22e279b07cc398c4dc0c0c07398f", 32);
    require(strstr(out, "@none in uuid3; it is text") != NULL);
}

TEST(descriptions_of_texts_fit)
{
    static const char *const texts[] = {"\xef\xbb\xbf", "01FWHE4YDGFK1SHH6W1G60EECF",
                                        "user_01fwhe4ydgfk1shh6w1g60eecf", "2.25.1",
                                        "1795362046000"};
    char out[UUID9562_DESCRIPTION_MAX];

    for (int class = 0; class < 4; class ++) {
        for (int status = class * 100; status <= (int)last_of_class[class]; status++) {
            for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
                memset(out, 'x', sizeof out);
                uuid9562_describe(out, (uuid9562_status_t)status, i == 0 ? 0 : SIZE_MAX, texts[i],
                                  strlen(texts[i]));
                require(strlen(out) < UUID9562_DESCRIPTION_MAX - 1);
            }
        }
    }
}

TEST(descriptions_say_what_a_time_shows)
{
    static const struct {
        const char *text, *offset, *shown;
    } rows[] = {
        {"2024-02-29\n", "10", "; found white space"},
        {"2024-02-29\xc2\xa0", "10", "; found white space"},
        {"\xef\xbb\xbf" "2024-02-29", "0", "; found a byte order mark"},
        {"1795362046000", "5", "; pass a number as an integer, not as text"},
        {"1795362046", "5", "; pass a number as an integer, not as text"},
        {"20240229", "5", ""},
        {"1795362046000x", "5", ""},
        {"17953620:6000", "5", ""},
        {"-1795362046000", "0", ""},
        {"", "0", ""},
    };
    char out[UUID9562_DESCRIPTION_MAX], expected[UUID9562_DESCRIPTION_MAX];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const size_t length = strlen(rows[i].text);
        const char *text = fenced(rows[i].text, length);
        size_t offset = 0;
        int64_t unix_ms;
        const uuid9562_status_t status = uuid9562_parse_time(&unix_ms, NULL, &offset, text, length);

        uuid9562_describe(out, status, offset, text, length);
        snprintf(expected, sizeof expected, "malformed time at offset %s: %s%s", rows[i].offset,
                 uuid9562_strerror(UUID9562_ERR_TIME), rows[i].shown);
        ck_assert_str_eq(out, expected);
    }
}

/* That of the last failure in this thread, whatever errno is by now. */
TEST(descriptions_give_the_reason_of_the_system)
{
    char out[UUID9562_DESCRIPTION_MAX], expected[UUID9562_DESCRIPTION_MAX];
    int reason;

    require_eq(uuid9562_state_create("/missing/state", NULL, 0600, false), UUID9562_ERR_STATE_OPEN);
    reason = errno;
    for (int status = UUID9562_ERR_ENTROPY; status <= UUID9562_ERR_STATE_BOOT; status++) {
        const bool has_reason =
            status == UUID9562_ERR_STATE_OPEN || status == UUID9562_ERR_STATE_WRITE;

        errno = ENOSPC;
        uuid9562_describe(out, (uuid9562_status_t)status, 0, NULL, 0);
        snprintf(expected, sizeof expected, "%s%s%s", uuid9562_strerror((uuid9562_status_t)status),
                 has_reason ? ": " : "",
                 !has_reason        ? ""
                 : reason == ENOSYS ? "state files are not supported on this system"
                                    : strerror(reason));
        ck_assert_str_eq(out, expected);
    }
    uuid9562_describe(out, (uuid9562_status_t)9999, 0, "/state", 6);
    ck_assert_str_eq(out, "unknown status");
}

/* Only at its end may a character be cut. */
TEST(descriptions_that_do_not_fit)
{
    char out[UUID9562_DESCRIPTION_MAX], text[UUID9562_DESCRIPTION_MAX];

    memset(text, 'x', sizeof text);
    text[0] = '\xff';
    uuid9562_describe(out, UUID9562_ERR_STATE_LOCK, 0, text, sizeof text);
    require_eq(strlen(out), UUID9562_DESCRIPTION_MAX - 1);
    require(strstr(out, ": ?xxx") != NULL);
}

/* What programs and people read. A list of names is compared as far as a row has it. */
TEST(messages)
{
    static const struct {
        uuid9562_status_t status;
        const char *message;
    } expected[] = {
        {UUID9562_OK, "no error"},
        {UUID9562_ERR_HEX_DIGIT, "expected a hex digit"},
        {UUID9562_ERR_HYPHEN, "expected '-'"},
        {UUID9562_ERR_BRACE, "expected '{' or '}'"},
        {UUID9562_ERR_URN, "expected 'urn:uuid:'"},
        {UUID9562_ERR_DECIMAL_DIGIT, "expected a decimal digit"},
        {UUID9562_ERR_LEADING_ZERO, "the number has a leading zero"},
        {UUID9562_ERR_TOO_BIG, "the number exceeds 2^128 - 1"},
        {UUID9562_ERR_SHORT, "unexpected end of input"},
        {UUID9562_ERR_LONG, "expected the end of the UUID"},
        {UUID9562_ERR_LENGTH, "a binary UUID is exactly 16 bytes"},
        {UUID9562_ERR_DIGIT, "expected a digit of this format"},
        {UUID9562_ERR_PADDING, "non-zero padding bits in the last digit"},
        {UUID9562_ERR_TYPEID,
         "expected a prefix of a-z and _, starting and ending with a letter, followed by _"},
        {UUID9562_ERR_SEPARATOR, "expected the separator"},
        {UUID9562_ERR_BACKSLASH, "expected '\\'"},
        {UUID9562_ERR_DER, "the DER encoding of a UUID is 04 10 and its 16 bytes"},
        {UUID9562_ERR_OID, "expected '2.25.'"},
        {UUID9562_ERR_TIME, "a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 "
                            "or 2024-02-29T12:30:00.25+01:00"},
        {UUID9562_ERR_NAMESPACE_ID,
         "expected a UUID, as text or 16 bytes, or one of: @dns @url @oid @x500, "
         "or @none in uuid3"},
        {UUID9562_ERR_V7_UNIX_MS, "unix_ms is out of range: 0 to 281474976710655 milliseconds, or "
                                  "1970-01-01 to 10889-08-02 (version 7)"},
        {UUID9562_ERR_TIMESTAMP, "timestamp is out of range: 0 to 1152921504606846975"},
        {UUID9562_ERR_V7_RANDOM, "random must be exactly 10 bytes (version 7)"},
        {UUID9562_ERR_N,
         "n is out of range: 0 to 9223372036854775807, and random plus n must fit into 74 bits"},
        {UUID9562_ERR_NODE, "node is out of range: 0 to 281474976710655"},
        {UUID9562_ERR_CLOCK_SEQ, "clock_seq is out of range: 0 to 16383"},
        {UUID9562_ERR_CUSTOM_A, "a is out of range: 0 to 281474976710655 (48 bits)"},
        {UUID9562_ERR_CUSTOM_B, "b is out of range: 0 to 4095 (12 bits)"},
        {UUID9562_ERR_CUSTOM_C, "c is out of range: 0 to 4611686018427387903 (62 bits)"},
        {UUID9562_ERR_NOT_V1, "the UUID is not of version 1"},
        {UUID9562_ERR_NOT_V6, "the UUID is not of version 6"},
        {UUID9562_ERR_INPUT_FORMAT, "unknown input format; expected one of: any strict canonical "},
        {UUID9562_ERR_OUTPUT_FORMAT, "unknown output format; expected one of: canonical upper "},
        {UUID9562_ERR_DIGEST, "unknown digest; expected one of: sha256 md5 sha1 "},
        {UUID9562_ERR_NAMESPACE,
         "unknown namespace; expected one of: @dns @url @oid @x500, or @none in uuid3"},
        {UUID9562_ERR_NODE_NAME, "unknown node; expected a number or @host"},
        {UUID9562_ERR_BATCH_VERSION, "unknown version; expected one of: 1 4 6 7"},
        {UUID9562_ERR_BATCH_COUNT, "count is out of range: 0 to 2147483647"},
        {UUID9562_ERR_PREFIX, "invalid prefix; expected at most 63 characters, a-z and _, starting "
                              "and ending with a letter"},
        {UUID9562_ERR_STEP_VERSION, "unknown version; expected one of: 1 6 7"},
        {UUID9562_ERR_V4_RANDOM, "random must be exactly 16 bytes (version 4)"},
        {UUID9562_ERR_MAX_LEAD_NS, "max_lead_ns is out of range: 0 to 9223372036854775807"},
        {UUID9562_ERR_V7_UNIX_NS, "unix_ns is out of range: 0 to 9223372036854775807 nanoseconds, "
                                  "or 1970-01-01 to 2262-04-11 (version 7)"},
        {UUID9562_ERR_FRACTION_BITS, "fraction_bits is out of range: 0 to 20"},
        {UUID9562_ERR_ADVANCE, "the UUID has no time; expected one of version 1, 6 or 7"},
        {UUID9562_ERR_SECONDS, "unix_ms from 1 to 10000000000 looks like seconds; multiply by "
                               "1000, or pass a time in early 1970 as text"},
        {UUID9562_ERR_ENTROPY,
         "the random generator failed; UUID9562_RANDOM, if set, must be system"},
        {UUID9562_ERR_CLOCK, "the clock cannot be read"},
        {UUID9562_ERR_CLOCK_RANGE, "the clock is out of range for this UUID version"},
        {UUID9562_ERR_DIGEST_POLICY,
         "this digest is not available (for example md5 under a FIPS policy; or OpenSSL ran out of "
         "memory while starting: restart the process)"},
        {UUID9562_ERR_HOST_NODE, "no network interface has a hardware address"},
        {UUID9562_ERR_MEMORY, "out of memory"},
        {UUID9562_ERR_LEAD,
         "the clock is too far behind the last UUID, or the one to advance to; if both are right, "
         "wait, raise max_lead_ns, or resync, which gives up the order"},
        {UUID9562_ERR_STATE_OPEN, "the state file cannot be opened or created"},
        {UUID9562_ERR_STATE_OWNER, "the state file is not trusted: another user owns it, or "
                                   "everyone may write it"},
        {UUID9562_ERR_STATE_FORMAT,
         "not a state file, or a damaged one; if damaged, replace it (uuid9562 state --replace)"},
        {UUID9562_ERR_STATE_VERSION, "a later version of this library wrote the state file"},
        {UUID9562_ERR_STATE_AHEAD, "the state file's time is too far ahead of the clock; set the "
                                   "clock, or replace the file by a new one"},
        {UUID9562_ERR_STATE_WRITE, "the state file cannot be written or synchronised"},
        {UUID9562_ERR_STATE_LOCK, "another process has held the state file's lock for 5 seconds"},
        {UUID9562_ERR_STATE_REPLACED, "the state file was removed or replaced while it was in use"},
        {UUID9562_ERR_STATE_OTHER, "this process already uses a different state file"},
        {UUID9562_ERR_STATE_BOOT, "the boot ID of the machine cannot be determined"},
    };

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const char *message = uuid9562_strerror(expected[i].status);
        const size_t length = strlen(expected[i].message);

        require_msg(strncmp(message, expected[i].message, length) == 0, "not '%s' but '%s'",
                    expected[i].message, message);
        require(expected[i].message[length - 1] == ' ' || message[length] == 0);
    }
}

/* A date is that of the number beside it. */
TEST(messages_have_the_dates_of_their_numbers)
{
    static const struct {
        uuid9562_status_t status;
        int64_t first_ms, last_ms;
    } rows[] = {
        {UUID9562_ERR_V7_UNIX_MS, UUID9562_V7_UNIX_MS_MIN, UUID9562_V7_UNIX_MS_MAX},
        {UUID9562_ERR_V7_UNIX_NS, 0, UUID9562_V7_UNIX_NS_MAX / 1000000},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const int time = (int)strlen(" 00:00:00.000");
        char first[UUID9562_UTC_MAX], last[UUID9562_UTC_MAX], dates[64];

        snprintf(dates, sizeof dates, ", or %.*s to %.*s (",
                 (int)uuid9562_format_utc(first, rows[i].first_ms) - time, first,
                 (int)uuid9562_format_utc(last, rows[i].last_ms) - time, last);
        require(strstr(uuid9562_strerror(rows[i].status), dates) != NULL);
    }
}

TEST(version_of_the_library)
{
    ck_assert_str_eq(uuid9562_version(), UUID9562_VERSION);
}
