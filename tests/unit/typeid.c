/*
 * The prefixes of TypeIDs, written and read: every length, and every byte at every place, against
 * the naive definition. text.c checks the rest of a TypeID.
 */
#include "suite.h"
#include "fence.h"
#include "naive.h"

enum { LONGEST = 80, DIGITS = 26 };

static const char sentinel[] = "as it was";

static void check_written(const uuid9562_t *uuid, const char *name, size_t length, bool valid,
                          const char *expected, size_t whole, bool at_end)
{
    static fence_t names, texts;
    size_t written = 999;
    char *out;

    if (names.begin == NULL) {
        names = fence_around(LONGEST);
        texts = fence_around(LONGEST + 1 + DIGITS);
    }
    out = fence_copy(&texts, at_end, sentinel, sizeof sentinel);
    if (valid)
        out = fence_place(&texts, at_end, whole);
    name = length > 0 ? fence_copy(&names, at_end, name, length) : NULL;
    assert_status(uuid9562_format_typeid(out, &written, uuid, name, length),
                  valid ? UUID9562_OK : UUID9562_ERR_PREFIX);
    if (valid) {
        require_eq(written, whole);
        require_mem(out, expected, whole);
    } else {
        require_eq(written, 999);
        require_mem(out, sentinel, sizeof sentinel);
    }
}

static void check_read(const uuid9562_t *uuid, size_t length, bool valid, const char *text,
                       size_t whole)
{
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    const uuid9562_format_t *format;
    uuid9562_t back = untouched, through_format = untouched;
    size_t prefix_length = 999, offset = 999, format_offset = 999;
    uuid9562_status_t status = uuid9562_parse_typeid(&back, &prefix_length, &offset, text, whole);

    assert_ok(uuid9562_find_format(&format, "typeid", 6, false));
    require_eq(uuid9562_parse_as(&through_format, &format_offset, format, text, whole), status);
    assert_same(back, through_format);
    require_eq(offset, format_offset);
    require_eq(status == UUID9562_OK, valid);
    if (valid) {
        assert_same(back, *uuid);
        require_eq(prefix_length, length);
        require_eq(offset, 999);
    } else {
        assert_same(back, untouched);
        require_eq(prefix_length, 999);
        require_eq(offset, naive_reach(naive_find("typeid"), text, whole));
        require_eq(uuid9562_parse_typeid(&back, &prefix_length, NULL, text, whole), status);
    }
}

/* A prefix, valid or not, with some UUID. */
static void check_prefix(const char *name, size_t length, bool at_end)
{
    static unsigned seed = 63;
    const uuid9562_t uuid = random_uuid(&seed);
    const bool valid = length == 0 || naive_is_prefix(name, length);
    char text[LONGEST + 1 + NAIVE_TEXT_MAX];
    size_t whole = length;

    memcpy(text, name, length);
    if (length > 0)
        text[whole++] = '_';
    whole += naive_write(naive_find("typeid"), &uuid, text + whole);
    check_written(&uuid, name, length, valid, text, whole, at_end);
    check_read(&uuid, length, valid, text, whole);
}

TEST(every_length)
{
    char name[LONGEST];

    memset(name, 'q', sizeof name);
    for (size_t length = 0; length <= LONGEST; length++) {
        check_prefix(name, length, true);
        check_prefix(name, length, false);
        if (length >= 3) { /* an underscore at each end, and just inside */
            static const size_t ends[] = {0, 1};
            for (size_t i = 0; i < 2; i++) {
                name[ends[i]] = '_';
                check_prefix(name, length, true);
                name[ends[i]] = 'q';
                name[length - 1 - ends[i]] = '_';
                check_prefix(name, length, true);
                name[length - 1 - ends[i]] = 'q';
            }
        }
    }
    require_eq(UUID9562_TYPEID_MAX, UUID9562_TYPEID_PREFIX_MAX + 1 + DIGITS);
}

TEST(every_byte_at_every_place)
{
    static const size_t lengths[] = {1, 2, 3, 10, 62, 63, 64};

    for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
        for (size_t at = 0; at < lengths[l]; at++) {
            for (int byte = 0; byte < 256; byte++) {
                char name[LONGEST];
                memset(name, 'z', sizeof name);
                name[at] = (char)byte;
                check_prefix(name, lengths[l], byte % 2);
            }
        }
    }
}
