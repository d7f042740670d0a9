/*
 * A format of digits or bytes (CASE), read and written: for every text of up to one byte more than
 * the longest, and every UUID.
 *
 *   - What is written is accepted and gives the UUID again, in any case of its letters where the
 *     format says so.
 *   - Nothing else is accepted: an accepted text is what is written for its UUID, but for the case.
 *     Otherwise the output is unchanged, and the offset is in the text.
 *   - Nothing behind the text, and nothing behind the format's length of the output, is touched.
 */
#include "../text.h"

enum { LONGEST = 26 };

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static bool is_same(const char *a, const char *b, size_t length, bool any_case)
{
    for (size_t i = 0; i < length; i++)
        if (any_case ? lower(a[i]) != lower(b[i]) : a[i] != b[i])
            return false;
    return true;
}

int main(void)
{
    const uuid9562_format_t *format = uuid9562_format_at(FORMAT);
    const bool any_case = uuid9562_format_info(format)->any_case;
    const uuid9562_t uuid = nondet_uuid(), before = nondet_uuid();
    const size_t length = nondet_size();
    char room[LONGEST + 1], written[LONGEST];
    char *const text = room + sizeof room - length;
    char *const out = written + sizeof written - uuid9562_format_info(format)->length;
    uuid9562_t read = before;
    size_t offset = 0;

    assume(length <= (size_t)uuid9562_format_info(format)->length + 1);
    if (uuid9562_parse_as(&read, &offset, format, text, length) == UUID9562_OK) {
        prove(length == uuid9562_format_info(format)->length &&
              uuid9562_format_as(out, format, &read) == length);
        prove(is_same(text, out, length, any_case));
    } else {
        prove(same_uuid(read, before) && offset <= length);
    }

    prove(uuid9562_format_as(out, format, &uuid) == uuid9562_format_info(format)->length);
    for (size_t i = 0; i < uuid9562_format_info(format)->length; i++)
        if (any_case && lower(out[i]) >= 'a' && lower(out[i]) <= 'z' && nondet_bool())
            out[i] ^= 0x20;
    prove(uuid9562_parse_as(&read, NULL, format, out, uuid9562_format_info(format)->length) ==
              UUID9562_OK &&
          same_uuid(read, uuid));
    return 0;
}
