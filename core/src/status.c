/*
 * What can go wrong, in words: one table of every status. The ranges in the sentences come from
 * uuid9562.h and the lists of names from the tables of internal.h.
 *
 * Pure.
 */
#include <stdio.h>

#define TEXT_(x)                      #x
#define TEXT(x)                       TEXT_(x)
#define NAME_IN_LIST(name, ...)       " " #name
#define AT_NAME_IN_LIST(name, ...)    " @" #name
#define RANGE(argument, lowest, most) argument " is out of range: " TEXT(lowest) " to " TEXT(most)

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
    {UUID9562_ERR_LEADING_ZERO, "a number may not begin with a zero"},
    {UUID9562_ERR_TOO_BIG, "the number is above 2^128 - 1"},
    {UUID9562_ERR_SHORT, "the text ends too early"},
    {UUID9562_ERR_LONG, "the text goes on after the UUID"},
    {UUID9562_ERR_OCTETS, "a binary UUID is exactly 16 octets"},
    {UUID9562_ERR_DIGIT, "expected a digit of this form"},
    {UUID9562_ERR_PADDING, "the last digit has bits that belong to no UUID"},
    {UUID9562_ERR_TYPEID, "expected a prefix of a-z and _, begun and ended by a letter, and _"},
    {UUID9562_ERR_SEPARATOR, "expected the separator"},
    {UUID9562_ERR_BACKSLASH, "expected '\\'"},
    {UUID9562_ERR_DER, "the DER of a UUID is 04 10 and its 16 octets"},

    {UUID9562_ERR_V7_UNIX_MS,
     RANGE("unix_ms", UUID9562_V7_UNIX_MS_MIN, UUID9562_V7_UNIX_MS_MAX) " (version 7)"},
    {UUID9562_ERR_V6_UNIX_MS,
     RANGE("unix_ms", UUID9562_V6_UNIX_MS_MIN, UUID9562_V6_UNIX_MS_MAX) " (version 6)"},
    {UUID9562_ERR_TIMESTAMP, RANGE("timestamp", 0, UUID9562_TIMESTAMP_MAX)},
    {UUID9562_ERR_RANDOM, "random must be exactly " TEXT(UUID9562_RANDOM_LENGTH) " octets"},
    {UUID9562_ERR_N, "n is out of range: 0 to 9223372036854775807, and random plus n must fit into "
                     "74 bits"},
    {UUID9562_ERR_NODE, RANGE("node", 0, UUID9562_NODE_MAX)},
    {UUID9562_ERR_CLOCK_SEQ, RANGE("clock_seq", 0, UUID9562_CLOCK_SEQ_MAX)},
    {UUID9562_ERR_CUSTOM_A, RANGE("a", 0, UUID9562_CUSTOM_A_MAX) " (48 bits)"},
    {UUID9562_ERR_CUSTOM_B, RANGE("b", 0, UUID9562_CUSTOM_B_MAX) " (12 bits)"},
    {UUID9562_ERR_CUSTOM_C, RANGE("c", 0, UUID9562_CUSTOM_C_MAX) " (62 bits)"},
    {UUID9562_ERR_NODE_ID, RANGE("node", 0, UUID9562_NODE_ID_MAX)},
    {UUID9562_ERR_NOT_V1, "the UUID is not of version 1"},
    {UUID9562_ERR_NOT_V6, "the UUID is not of version 6"},
    {UUID9562_ERR_PARSE_FORM,
     "unknown form to parse; known are:" GRAMMARS(NAME_IN_LIST) FORMS(NAME_IN_LIST)},
    {UUID9562_ERR_FORMAT_FORM, "unknown form to format; known are:" FORMS(NAME_IN_LIST)},
    {UUID9562_ERR_DIGEST, "unknown digest; known are:" DIGESTS(NAME_IN_LIST)},
    {UUID9562_ERR_NAMESPACE, "unknown namespace; known are:" NAMESPACES(AT_NAME_IN_LIST)},
    {UUID9562_ERR_NODE_NAME, "unknown node; known is: @host"},
    {UUID9562_ERR_PREFIX,
     "prefix is not allowed: at most " TEXT(
         UUID9562_TYPEID_PREFIX_MAX) " of a-z and _, begun and ended by a letter"},
    {UUID9562_ERR_BATCH_VERSION, "version is out of range: 1, 4, 6 or 7"},
    {UUID9562_ERR_BATCH_COUNT, RANGE("count", 0, UUID9562_BATCH_MAX)},

    {UUID9562_ERR_ENTROPY, "the random generator failed"},
    {UUID9562_ERR_CLOCK, "the clock cannot be read"},
    {UUID9562_ERR_CLOCK_RANGE, "the clock stands outside the times that this UUID can hold"},
    {UUID9562_ERR_DIGEST_POLICY, "OpenSSL does not offer this digest here"},
    {UUID9562_ERR_HOST_NODE, "this host shows no network interface with a hardware address"},
    {UUID9562_ERR_MEMORY, "out of memory"},
};

uuid9562_class_t uuid9562_class(uuid9562_status_t status)
{
    return (uuid9562_class_t)(status / 100);
}

const char *uuid9562_message(uuid9562_status_t status)
{
    for (size_t i = 0; i < sizeof status_table / sizeof *status_table; i++)
        if (status_table[i].status == status)
            return status_table[i].message;
    return "unknown status";
}

void uuid9562_explain(uuid9562_status_t status, size_t offset, char out[UUID9562_EXPLAIN_MAX])
{
    if (uuid9562_class(status) == UUID9562_CLASS_MALFORMED)
        snprintf(out, UUID9562_EXPLAIN_MAX, "malformed UUID at offset %zu: %s", offset,
                 uuid9562_message(status));
    else
        snprintf(out, UUID9562_EXPLAIN_MAX, "%s", uuid9562_message(status));
}

const char *uuid9562_version(void)
{
    return UUID9562_VERSION;
}

#undef TEXT_
#undef TEXT
#undef NAME_IN_LIST
#undef AT_NAME_IN_LIST
#undef RANGE
