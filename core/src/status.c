/*
 * The messages of errors: one table of every status. The ranges in the messages come from
 * uuid9562.h, the lists of names from the tables of formats, digests and namespaces.
 *
 * Pure, except for uuid9562_describe, which names the state file in use and the reason of its last
 * failure.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "../include/uuid9562_bindings.h"
#include "crypto/digests.h"
#include "names.h"
#include "state/state.h"
#include "system/os.h"
#include "text/formats.h"

#define FORMAT_IN_LIST(name)       " " #name
#define NAME_IN_LIST(name, ...)    " " #name
#define AT_NAME_IN_LIST(name, ...) " @" #name
#define NAMESPACE_NAMES            NAMESPACES(AT_NAME_IN_LIST) ", or @none in uuid3"
#define RANGE(argument, lowest, most)                                                              \
    argument " is out of range: " TO_TEXT(lowest) " to " TO_TEXT(most)
#define TIMES_OF_V7(unit, first, last) " " unit ", or " first " to " last " (version 7)"

static const struct {
    uuid9562_status_t status;
    const char *message;
} status_table[] = {
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
    {UUID9562_ERR_EQUALS, "expected '='"},
    {UUID9562_ERR_TIME, "a time is an integer, or a text such as 2024-02-29, 2024-02-29 12:30 or "
                        "2024-02-29T12:30:00.25+01:00"},
    {UUID9562_ERR_NAMESPACE_ID,
     "expected a UUID, as text or 16 bytes, or one of:" NAMESPACE_NAMES},

    {UUID9562_ERR_V7_UNIX_MS, RANGE("unix_ms", UUID9562_V7_UNIX_MS_MIN, UUID9562_V7_UNIX_MS_MAX)
                                  TIMES_OF_V7("milliseconds", "1970-01-01", "10889-08-02")},
    {UUID9562_ERR_TIMESTAMP, RANGE("timestamp", 0, UUID9562_TIMESTAMP_MAX)},
    {UUID9562_ERR_V7_RANDOM,
     "random must be exactly " TO_TEXT(UUID9562_V7_RANDOM_LENGTH) " bytes (version 7)"},
    {UUID9562_ERR_N, "n is out of range: 0 to 9223372036854775807, and random plus n must fit into "
                     "74 bits"},
    {UUID9562_ERR_NODE, RANGE("node", 0, UUID9562_NODE_MAX)},
    {UUID9562_ERR_CLOCK_SEQ, RANGE("clock_seq", 0, UUID9562_CLOCK_SEQ_MAX)},
    {UUID9562_ERR_CUSTOM_A, RANGE("a", 0, UUID9562_CUSTOM_A_MAX) " (48 bits)"},
    {UUID9562_ERR_CUSTOM_B, RANGE("b", 0, UUID9562_CUSTOM_B_MAX) " (12 bits)"},
    {UUID9562_ERR_CUSTOM_C, RANGE("c", 0, UUID9562_CUSTOM_C_MAX) " (62 bits)"},
    {UUID9562_ERR_NOT_V1, "the UUID is not of version 1"},
    {UUID9562_ERR_NOT_V6, "the UUID is not of version 6"},
    {UUID9562_ERR_INPUT_FORMAT,
     "unknown input format; expected one of:" INPUT_FORMATS(FORMAT_IN_LIST)
         FORMATS(FORMAT_IN_LIST)},
    {UUID9562_ERR_OUTPUT_FORMAT,
     "unknown output format; expected one of:" FORMATS(FORMAT_IN_LIST)},
    {UUID9562_ERR_DIGEST, "unknown digest; expected one of:" DIGESTS(NAME_IN_LIST)},
    {UUID9562_ERR_NAMESPACE, "unknown namespace; expected one of:" NAMESPACE_NAMES},
    {UUID9562_ERR_NODE_NAME, "unknown node; expected a number or @host"},
    {UUID9562_ERR_BATCH_VERSION, "unknown version; expected one of: 1 4 6 7"},
    {UUID9562_ERR_BATCH_COUNT, RANGE("count", 0, UUID9562_BATCH_MAX)},
    {UUID9562_ERR_PREFIX, "invalid prefix; expected at most " TO_TEXT(
                              UUID9562_TYPEID_PREFIX_MAX) " characters, a-z and _"
                                                          ", starting and ending "
                                                          "with a letter"},
    {UUID9562_ERR_STEP_VERSION, "unknown version; expected one of: 1 6 7"},
    {UUID9562_ERR_V4_RANDOM,
     "random must be exactly " TO_TEXT(UUID9562_V4_RANDOM_LENGTH) " bytes (version 4)"},
    {UUID9562_ERR_MAX_LEAD_NS, RANGE("max_lead_ns", 0, UUID9562_MAX_LEAD_NS_MAX)},
    {UUID9562_ERR_V7_UNIX_NS, RANGE("unix_ns", 0, UUID9562_V7_UNIX_NS_MAX)
                                  TIMES_OF_V7("nanoseconds", "1970-01-01", "2262-04-11")},
    {UUID9562_ERR_FRACTION_BITS, RANGE("fraction_bits", 0, UUID9562_V7_FRACTION_BITS)},
    {UUID9562_ERR_ADVANCE, "the UUID has no time; expected one of version 1, 6 or 7"},
    {UUID9562_ERR_SECONDS,
     "unix_ms from 1 to " TO_TEXT(UUID9562_SECONDS_MAX) " looks like seconds; multiply by 1000, or "
                                                        "pass a time in early 1970 as text"},
    {UUID9562_ERR_NO_NAMESPACE, "@none is no namespace: only uuid3 takes it"},

    {UUID9562_ERR_ENTROPY, "the random generator failed; UUID9562_RANDOM, if set, must be system"},
    {UUID9562_ERR_CLOCK, "the clock cannot be read"},
    {UUID9562_ERR_CLOCK_RANGE, "the clock is out of range for this UUID version"},
    {UUID9562_ERR_DIGEST_POLICY,
#if defined UUID9562_OMIT_DIGESTS
     "this build has no digests"},
#else
     "this digest is not available (for example md5 under a FIPS policy; or OpenSSL ran out of "
     "memory while starting: restart the process)"},
#endif
    {UUID9562_ERR_HOST_NODE, "no network interface has a hardware address"},
    {UUID9562_ERR_MEMORY, "out of memory"},
    {UUID9562_ERR_LEAD,
     "the clock is too far behind the last UUID, or the one to advance to; if both are right, "
     "wait, raise max_lead_ns, or resync, which gives up the order"},
    {UUID9562_ERR_STATE_OPEN, "the state file cannot be opened or created"},
    {UUID9562_ERR_STATE_OWNER,
     "the state file is not trusted: another user owns it, or everyone may write it"},
    {UUID9562_ERR_STATE_FORMAT,
     "not a state file, or a damaged one; if damaged, replace it (uuid9562 state --replace)"},
    {UUID9562_ERR_STATE_VERSION, "a later version of this library wrote the state file"},
    {UUID9562_ERR_STATE_AHEAD,
     "the state file's time is too far ahead of the clock; set the clock, or replace the file by a "
     "new one"},
    {UUID9562_ERR_STATE_WRITE, "the state file cannot be written or synchronised"},
    {UUID9562_ERR_STATE_LOCK, "another process has held the state file's lock for 5 seconds"},
    {UUID9562_ERR_STATE_REPLACED, "the state file was removed or replaced while it was in use"},
    {UUID9562_ERR_STATE_OTHER, "this process already uses a different state file"},
    {UUID9562_ERR_STATE_BOOT, "the boot ID of the machine cannot be determined"},
};

#undef FORMAT_IN_LIST
#undef NAME_IN_LIST
#undef AT_NAME_IN_LIST
#undef NAMESPACE_NAMES
#undef RANGE
#undef TIMES_OF_V7

uuid9562_status_class_t uuid9562_status_class(uuid9562_status_t status)
{
    if (status == UUID9562_OK || (status >= 100 && status < 400))
        return (uuid9562_status_class_t)(status / 100);
    return UUID9562_CLASS_RANGE;
}

const char *uuid9562_strerror(uuid9562_status_t status)
{
    for (size_t i = 0; i < sizeof status_table / sizeof *status_table; i++)
        if (status_table[i].status == status)
            return status_table[i].message;
    return "unknown status";
}

static void describe_status(char out[UUID9562_DESCRIPTION_MAX], uuid9562_status_t status,
                            size_t offset, int reason)
{
    if (uuid9562_status_class(status) == UUID9562_CLASS_MALFORMED)
        /* newlib, which firmware has, may lack %zu */
        snprintf(out, UUID9562_DESCRIPTION_MAX, "malformed %s at offset %lu: %s",
                 status == UUID9562_ERR_TIME             ? "time"
                 : status == UUID9562_ERR_NAMESPACE_ID ? "namespace"
                                                         : "UUID",
                 (unsigned long)offset, uuid9562_strerror(status));
    else if (reason != 0 &&
             (status == UUID9562_ERR_STATE_OPEN || status == UUID9562_ERR_STATE_WRITE))
        snprintf(out, UUID9562_DESCRIPTION_MAX, "%s: %s", uuid9562_strerror(status),
                 reason == ENOSYS ? "state files are not supported on this system"
                                  : strerror(reason));
    else
        snprintf(out, UUID9562_DESCRIPTION_MAX, "%s", uuid9562_strerror(status));
}

/* Bytes that a copied text may have next to a UUID or a time, as UTF-8. */
#define SEEN(bytes, name)                                                                          \
    {                                                                                              \
        bytes, sizeof bytes - 1, name                                                              \
    }
static const struct {
    const char *bytes;
    size_t length;
    const char *name;
} seen_table[] = {
    SEEN(" ", "white space"),
    SEEN("\t", "white space"),
    SEEN("\n", "white space"),
    SEEN("\v", "white space"),
    SEEN("\f", "white space"),
    SEEN("\r", "white space"),
    SEEN("\xc2\xa0", "white space"), /* U+00A0, which does not break a line */
    SEEN("\xef\xbb\xbf", "a byte order mark"),
    SEEN("\0", "a NUL"),
};
#undef SEEN

/* Whether a text begins with UTF-16's byte order mark, or every second byte is 0, as of ASCII in
 * UTF-16. A line that was cut from it may begin or end with half a character. */
static bool is_utf16(const char *text, size_t length)
{
    size_t zeros[2] = {0, 0};

    if (length >= 2 && (memcmp(text, "\xff\xfe", 2) == 0 || memcmp(text, "\xfe\xff", 2) == 0))
        return true;
    for (size_t i = 0; i < length; i++)
        zeros[i % 2] += text[i] == '\0';
    return length >= 4 &&
           (zeros[0] == 0 ? zeros[1] == length / 2 : zeros[1] == 0 && zeros[0] == (length + 1) / 2);
}

/* Names the bytes at the offset, or returns NULL if the table does not list them. */
static const char *name_found_bytes(const char *text, size_t length, size_t offset)
{
    if (is_utf16(text, length))
        return "UTF-16";
    for (size_t i = 0; offset < length && i < sizeof seen_table / sizeof *seen_table; i++)
        if (seen_table[i].length <= length - offset &&
            memcmp(text + offset, seen_table[i].bytes, seen_table[i].length) == 0)
            return seen_table[i].name;
    return NULL;
}

/* Whether a text is a number of milliseconds or more: fewer digits may be a year or a date. */
static bool is_number(const char *text, size_t length)
{
    size_t digits = 0;

    while (digits < length && text[digits] >= '0' && text[digits] <= '9')
        digits++;
    return digits == length && digits > strlen("20240229");
}

/* The only format in which a text is valid, or NULL. */
static const char *find_unmistakable(const char *text, size_t length)
{
    uuid9562_t uuid;
    size_t offset;

    for (unsigned i = 0; i < FORMAT_COUNT; i++) {
        const format_row_t *format = format_row(i);

        if (format->unmistakable &&
            format->read(&uuid, &offset, format, text, length) == UUID9562_OK)
            return format->info.name;
    }
    return NULL;
}

/* The path of a process's state file is absolute; the environment may name it by a relative one. */
static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text), end_length = strlen(end);

    return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

/* The length of the character of UTF-8 with which bytes begin that a NUL ends: 0 if it is none. */
static size_t character_length(const unsigned char *bytes)
{
    const unsigned lead = bytes[0];
    const size_t length =
        lead < 0x80 ? 1 : lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    /* Excludes overlong forms, surrogates and code points above U+10FFFF. */
    const unsigned least = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned most = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;

    if (length > 1 && (bytes[1] < least || bytes[1] > most))
        return 0;
    for (size_t i = 2; i < length; i++)
        if ((bytes[i] & 0xc0) != 0x80)
            return 0;
    return length;
}

/* Puts '?' in place of bytes that are not UTF-8, which hosts refuse in messages; and leaves out the
 * rest of a character where a text that did not fit was cut. */
static void make_utf8(char out[UUID9562_DESCRIPTION_MAX])
{
    const size_t end = strlen(out);

    for (size_t i = 0, length; i < end; i += length > 0 ? length : 1) {
        length = character_length((const unsigned char *)out + i);
        if (length == 0)
            out[i] = end < UUID9562_DESCRIPTION_MAX - 1 || end - i > 3 ? '?' : '\0';
    }
}

/* Which state file it is: the text, if there is one; that of the process; or the one that the
 * environment names. */
static void add_path(char out[UUID9562_DESCRIPTION_MAX], const char *text, size_t length)
{
    const size_t end = strlen(out);
    const char *value = os_environment("UUID9562_STATE");
    const char *variable = value != NULL && *value != '\0' ? value : NULL;
    uuid9562_state_t state = {.path = variable};

    uuid9562_state_get(&state);
    if (length > 0)
        snprintf(out + end, UUID9562_DESCRIPTION_MAX - end, ": %.*s", (int)length, text);
    else if (state.path != NULL)
        snprintf(out + end, UUID9562_DESCRIPTION_MAX - end, ": %s%s", state.path,
                 variable != NULL && ends_with(state.path, variable) ? " (UUID9562_STATE)" : "");
    make_utf8(out);
}

void uuid9562_describe(char out[UUID9562_DESCRIPTION_MAX], uuid9562_status_t status, size_t offset,
                       const char *text, size_t length)
{
    const bool of_namespace = status == UUID9562_ERR_NAMESPACE_ID;
    size_t end;
    const char *name;
    uuid9562_t uuid;

    describe_status(out, status, offset, state_file_errno());
    if (status == UUID9562_ERR_STATE_OTHER)
        add_path(out, NULL, 0);
    else if (status >= UUID9562_ERR_STATE_OPEN && status <= UUID9562_ERR_STATE_BOOT)
        add_path(out, text, length);
    if (text == NULL || uuid9562_status_class(status) != UUID9562_CLASS_MALFORMED)
        return;
    end = strlen(out);
    if ((status == UUID9562_ERR_LENGTH || of_namespace) &&
        uuid9562_parse(&uuid, NULL, text, length) == UUID9562_OK)
        snprintf(out + end, UUID9562_DESCRIPTION_MAX - end, "; it is text");
    else if (status == UUID9562_ERR_LENGTH || status == UUID9562_ERR_DER) /* bytes */
        return;
    else if ((name = name_found_bytes(text, length, offset)) != NULL)
        snprintf(out + end, UUID9562_DESCRIPTION_MAX - end, "; found %s", name);
    else if (status == UUID9562_ERR_TIME && is_number(text, length))
        snprintf(out + end, UUID9562_DESCRIPTION_MAX - end,
                 "; pass a number as an integer, not as text");
    else if (status != UUID9562_ERR_TIME && !of_namespace &&
             (name = find_unmistakable(text, length)) != NULL)
        snprintf(out + end, UUID9562_DESCRIPTION_MAX - end, "; it looks like %s: pass that format",
                 name);
}

const char *uuid9562_version(void)
{
    return UUID9562_VERSION;
}
