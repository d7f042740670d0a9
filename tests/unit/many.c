/*
 * Many canonical texts in a row, against one at a time: what is written, where an error is, what it
 * leaves, and that nothing steps past the texts or the UUIDs. And one text with a NUL.
 */
#include "suite.h"
#include "fence.h"

enum { MANY = 300, NONE = -1 };

static fence_t texts, uuids;
static uuid9562_t values[MANY];
static char expected[MANY * 37];

static void setup(void)
{
    unsigned seed = 37;

    texts = fence_around(sizeof expected);
    uuids = fence_around(sizeof values);
    for (int i = 0; i < MANY; i++)
        values[i] = random_uuid(&seed);
}

static const fixture_t fixture = {setup, NULL};

/* Writes n of them into `expected`, one at a time. Returns the number of bytes. */
static size_t one_at_a_time(size_t n, int separator)
{
    size_t length = 0;

    for (size_t i = 0; i < n; i++) {
        uuid9562_format(expected + length, &values[i]);
        length += UUID9562_CANONICAL_LENGTH;
        if (separator >= 0)
            expected[length++] = (char)separator;
    }
    return length;
}

static uuid9562_t *fresh(size_t n, bool at_end)
{
    return memset(fence_place(&uuids, at_end, n * sizeof *values), 0x5a, n * sizeof *values);
}

static bool is_fresh(const uuid9562_t *uuid)
{
    for (int i = 0; i < 16; i++)
        if (uuid->bytes[i] != 0x5a)
            return false;
    return true;
}

static void check_many(size_t n, int separator, bool at_end)
{
    const size_t length = one_at_a_time(n, separator);
    char *text = fence_place(&texts, at_end, length);
    uuid9562_t *out;
    uint64_t index = 999;
    size_t offset = 999;

    uuid9562_format_n(text,
                      (const uuid9562_t *)fence_copy(&uuids, at_end, values, n * sizeof *values), n,
                      separator);
    require_mem(text, expected, length);
    out = fresh(n, at_end);
    assert_ok(uuid9562_parse_n(out, &index, &offset, text, n, separator));
    require_mem(out, values, n * sizeof *values);
    require_eq(index, n);
    require_eq(offset, 999);
    assert_ok(uuid9562_parse_n(out, NULL, NULL, text, n, separator));
}

TEST(none_one_and_many)
{
    static const int separators[] = {NONE, '\n', 0};

    for (size_t n = 0; n <= MANY; n = n < 20 ? n + 1 : n + 70) {
        for (size_t s = 0; s < sizeof separators / sizeof *separators; s++) {
            check_many(n, separators[s], true);
            check_many(n, separators[s], false);
        }
    }
}

TEST(every_byte_separates)
{
    for (int separator = -3; separator < 256; separator++)
        for (size_t n = 0; n < 4; n++)
            check_many(n, separator, true);
}

/* One byte of the texts is changed; compared with that text read alone. */
static void check_wrong(size_t n, int separator, size_t at, char wrong, bool at_end)
{
    const size_t each = UUID9562_CANONICAL_LENGTH + (separator >= 0), which = at / each;
    const size_t length = one_at_a_time(n, separator);
    const uuid9562_format_t *strict;
    uuid9562_status_t status;
    uint64_t index = 999;
    size_t offset = 999, expected_offset = UUID9562_CANONICAL_LENGTH;
    char *text;
    uuid9562_t *out, alone;

    assert_ok(uuid9562_find_format(&strict, "strict", 6, false));
    expected[at] = wrong;
    text = fence_copy(&texts, at_end, expected, length);
    out = fresh(n, at_end);
    status = at % each == UUID9562_CANONICAL_LENGTH
                 ? (wrong == (char)separator ? UUID9562_OK : UUID9562_ERR_SEPARATOR)
                 : uuid9562_parse_as(&alone, &expected_offset, strict, text + which * each,
                                     UUID9562_CANONICAL_LENGTH);
    require_eq(uuid9562_parse_n(out, &index, &offset, text, n, separator), status);
    require_eq(uuid9562_parse_n(out, NULL, NULL, text, n, separator), status);
    if (status == UUID9562_OK) {
        require_eq(index, n);
        return;
    }
    require_eq(index, which);
    require_eq(offset, expected_offset);
    require_mem(out, values, which * sizeof *values);
    require(status == UUID9562_ERR_SEPARATOR || is_fresh(&out[which]));
    for (size_t i = which + 1; i < n; i++)
        require(is_fresh(&out[i]));
}

/* Every place of every text, every byte there. */
TEST(the_first_error_is_reported)
{
    static const int separators[] = {NONE, '\n', '0', 255};

    for (size_t s = 0; s < sizeof separators / sizeof *separators; s++)
        for (size_t n = 1; n <= 3; n++)
            for (size_t at = 0; at < n * (size_t)(36 + (separators[s] >= 0)); at++)
                for (int byte = 0; byte < 256; byte++)
                    check_wrong(n, separators[s], at, (char)byte, byte % 2);
}

TEST(the_first_error_among_many)
{
    unsigned seed = 300;

    for (int round = 0; round < 3000; round++) {
        const int separator = rand_r(&seed) % 3 == 0 ? NONE : rand_r(&seed) % 256;
        const size_t n = 1 + (size_t)rand_r(&seed) % MANY;
        const size_t at = (size_t)rand_r(&seed) % (n * (size_t)(36 + (separator >= 0)));

        check_wrong(n, separator, at, (char)(rand_r(&seed) >> 8), round % 2);
    }
}

/* Of two errors the first is reported. Letters are read in either case, as in `strict`. */
TEST(two_errors_and_upper_case)
{
    size_t length = one_at_a_time(5, '\n'), offset;
    uuid9562_t out[5];
    uint64_t index;

    for (size_t i = 0; i < length; i++)
        if (expected[i] >= 'a' && expected[i] <= 'f')
            expected[i] ^= 0x20;
    assert_ok(uuid9562_parse_n(out, &index, &offset, expected, 5, '\n'));
    require_mem(out, values, sizeof out);
    expected[4 * 37 + 3] = 'x';
    expected[2 * 37 + 8] = '0';
    assert_status(uuid9562_parse_n(out, &index, &offset, expected, 5, '\n'), UUID9562_ERR_HYPHEN);
    require_eq(index, 2);
    require_eq(offset, 8);
}

TEST(a_string_is_a_text_and_a_nul)
{
    char *text = fence_place(&texts, true, UUID9562_STRING_SIZE);

    for (int i = 0; i < MANY; i++) {
        memset(text, 'x', UUID9562_STRING_SIZE);
        uuid9562_format(expected, &values[i]);
        expected[UUID9562_CANONICAL_LENGTH] = '\0';
        require(uuid9562_to_string(text, &values[i]) == text);
        require_mem(text, expected, UUID9562_STRING_SIZE);
    }
}
