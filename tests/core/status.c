/*
 * Statuses: each has its class and a message of its own, and no other number has one.
 */
#include <stdio.h>

#include "suite.h"

static const uuid9562_status_t last_of_class[] = {UUID9562_OK, UUID9562_ERR_OID,
                                                  UUID9562_ERR_MAX_LEAD_NS, UUID9562_ERR_OPENSSL};

START_TEST(every_status_has_a_message)
{
    const char *unknown = uuid9562_strerror((uuid9562_status_t)99);

    ck_assert_str_eq(unknown, "unknown status");
    for (int class = 0; class < 4; class ++) {
        for (int status = class * 100; status <= (int)last_of_class[class]; status++) {
            const char *message = uuid9562_strerror((uuid9562_status_t)status);
            require_eq(uuid9562_status_class((uuid9562_status_t)status), class);
            require_msg(strcmp(message, unknown) != 0, "status %d has no message", status);
            for (int other = class * 100; other < status; other++)
                ck_assert_str_ne(message, uuid9562_strerror((uuid9562_status_t)other));
        }
        ck_assert_str_eq(uuid9562_strerror((uuid9562_status_t)(last_of_class[class] + 1)), unknown);
    }
}
END_TEST

START_TEST(descriptions_fit_and_give_the_offset)
{
    char out[UUID9562_DESCRIPTION_MAX], malformed[UUID9562_DESCRIPTION_MAX];

    for (int class = 1; class < 4; class ++) {
        for (int status = class * 100; status <= (int)last_of_class[class]; status++) {
            const char *message = uuid9562_strerror((uuid9562_status_t)status);
            memset(out, 'x', sizeof out);
            uuid9562_describe_error(out, (uuid9562_status_t)status, SIZE_MAX);
            snprintf(malformed, sizeof malformed, "malformed UUID at offset %zu: %s", SIZE_MAX,
                     message);
            ck_assert_str_eq(out, class == UUID9562_CLASS_MALFORMED ? malformed : message);
        }
    }
}
END_TEST

/* The messages that are put together from numbers and tables. */
START_TEST(ranges_and_lists_in_messages)
{
    static const struct {
        uuid9562_status_t status;
        const char *beginning;
    } messages[] = {
        {UUID9562_ERR_V7_UNIX_MS, "unix_ms is out of range: 0 to 281474976710655 (version 7)"},
        {UUID9562_ERR_V6_UNIX_MS,
         "unix_ms is out of range: -12219292800000 to 103072857660684 (version 6)"},
        {UUID9562_ERR_TIMESTAMP, "timestamp is out of range: 0 to 1152921504606846975"},
        {UUID9562_ERR_V7_RANDOM, "random must be exactly 10 bytes (version 7)"},
        {UUID9562_ERR_V4_RANDOM, "random must be exactly 16 bytes (version 4)"},
        {UUID9562_ERR_NODE, "node is out of range: 0 to 281474976710655"},
        {UUID9562_ERR_CLOCK_SEQ, "clock_seq is out of range: 0 to 16383"},
        {UUID9562_ERR_CUSTOM_A, "a is out of range: 0 to 281474976710655 (48 bits)"},
        {UUID9562_ERR_CUSTOM_B, "b is out of range: 0 to 4095 (12 bits)"},
        {UUID9562_ERR_CUSTOM_C, "c is out of range: 0 to 4611686018427387903 (62 bits)"},
        {UUID9562_ERR_INPUT_FORMAT, "unknown input format; expected one of: any strict canonical "},
        {UUID9562_ERR_OUTPUT_FORMAT, "unknown output format; expected one of: canonical upper "},
        {UUID9562_ERR_DIGEST, "unknown digest; expected one of: sha256 md5 sha1 "},
        {UUID9562_ERR_NAMESPACE, "unknown namespace; expected one of: @dns @url @oid @x500"},
        {UUID9562_ERR_PREFIX, "invalid prefix; expected at most 63 characters, a-z and _, starting "
                              "and ending with a letter"},
    };

    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++) {
        const char *message = uuid9562_strerror(messages[i].status);
        const size_t length = strlen(messages[i].beginning);

        require_msg(strncmp(message, messages[i].beginning, length) == 0, "not '%s' but '%s'",
                    messages[i].beginning, message);
        require(messages[i].beginning[length - 1] == ' ' || message[length] == 0);
    }
}
END_TEST

START_TEST(version_of_the_library)
{
    ck_assert_str_eq(uuid9562_version(), UUID9562_VERSION);
}
END_TEST

TCase *status_case(void)
{
    TCase *tcase = tcase_create("status");
    add_test(tcase, every_status_has_a_message);
    add_test(tcase, descriptions_fit_and_give_the_offset);
    add_test(tcase, ranges_and_lists_in_messages);
    add_test(tcase, version_of_the_library);
    return tcase;
}
