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
    add_test(tcase, version_of_the_library);
    return tcase;
}
