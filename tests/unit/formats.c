/*
 * Writing text: what every format of the table writes, the order of its texts, and the memory that
 * it touches. Text and UUID lie against pages that cannot be touched.
 */
#include "suite.h"
#include "fence.h"
#include "naive.h"

/* A format that can be written. next_written goes through all of them, from all zeros on. */
typedef struct written {
    const naive_t *naive;
    const uuid9562_format_t *write, *read;
} written_t;

static bool next_written(written_t *format)
{
    format->naive = format->naive == NULL ? naive_formats : format->naive + 1;
    while (format->naive->name != NULL && format->naive->digits == NULL)
        format->naive++;
    if (format->naive->name == NULL)
        return false;
    assert_ok(uuid9562_find_format(&format->write, format->naive->name, strlen(format->naive->name),
                                   true));
    assert_ok(uuid9562_find_format(&format->read, format->naive->name, strlen(format->naive->name),
                                   false));
    return true;
}

/* The edges: all zeros and ones, each single bit and all but it, each single byte. */
enum { EDGES = 2 + 2 * 128 + 16 };

static uuid9562_t edge(int i)
{
    const uuid9562_t nil = UUID9562_INIT_NIL, max = UUID9562_INIT_MAX;
    uuid9562_t uuid = i % 2 == 0 ? nil : max;

    if (i >= 2 + 2 * 128)
        uuid.bytes[i - (2 + 2 * 128)] ^= 0xff;
    else if (i >= 2)
        uuid.bytes[(i - 2) / 16] ^= (uint8_t)(1 << (i - 2) / 2 % 8);
    return uuid;
}

/* The text is the naive one, has the length that is returned, stays within the memory that it may
 * touch, and is read as the UUID that was written. */
static void check_written(const written_t *format, const uuid9562_t *uuid, bool at_end)
{
    static fence_t texts, uuids;
    char expected[NAIVE_TEXT_MAX], *text;
    const size_t length = naive_write(format->naive, uuid, expected);
    const uuid9562_t *in;
    uuid9562_t *back;
    size_t offset = 999;

    if (texts.begin == NULL) {
        texts = fence_around(UUID9562_TEXT_MAX);
        uuids = fence_around(sizeof *uuid);
    }
    require_le(length, UUID9562_TEXT_MAX);
    in = (const uuid9562_t *)fence_copy(&uuids, at_end, uuid, sizeof *uuid);
    text = fence_place(&texts, at_end, length);
    memset(text - (at_end ? 8 : 0), '~', length + 8);
    require_eq(uuid9562_format_as(text, format->write, in), length);
    require_msg(memcmp(text, expected, length) == 0, "%s is written '%.*s', not '%.*s'",
                format->naive->name, (int)length, text, (int)length, expected);
    require_mem(at_end ? text - 8 : text + length, "~~~~~~~~", 8);

    back = (uuid9562_t *)fence_place(&uuids, at_end, sizeof *back);
    memset(back, 0x5a, sizeof *back);
    assert_ok(uuid9562_parse_as(back, &offset, format->read, text, length));
    assert_same(*uuid, *back);
    require_eq(offset, 999);
}

TEST(every_format_reads_what_it_writes)
{
    written_t format = {0};
    unsigned seed = 4122;

    while (next_written(&format)) {
        for (int i = 0; i < EDGES; i++) {
            const uuid9562_t uuid = edge(i);
            check_written(&format, &uuid, true);
            check_written(&format, &uuid, false);
        }
        for (int round = 0; round < 20000; round++) {
            const uuid9562_t uuid = random_uuid(&seed);
            check_written(&format, &uuid, round % 2);
        }
    }
}

TEST(format_writes_canonical_text)
{
    const fence_t texts = fence_around(UUID9562_CANONICAL_LENGTH);
    unsigned seed = 36;

    for (int round = 0; round < 20000; round++) {
        const uuid9562_t uuid = random_uuid(&seed);
        char expected[NAIVE_TEXT_MAX];
        char *text = fence_place(&texts, round % 2, UUID9562_CANONICAL_LENGTH);

        uuid9562_format(text, &uuid);
        naive_write(naive_find("canonical"), &uuid, expected);
        require_mem(text, expected, UUID9562_CANONICAL_LENGTH);
    }
}

/* ---- order ---- */

static int order_of_texts(const written_t *format, const uuid9562_t *left, const uuid9562_t *right,
                          bool *same_length)
{
    char a[UUID9562_TEXT_MAX] = {0}, b[UUID9562_TEXT_MAX] = {0};
    const size_t a_length = uuid9562_format_as(a, format->write, left);
    const size_t b_length = uuid9562_format_as(b, format->write, right);
    const int order = memcmp(a, b, sizeof a); /* none has a zero byte, or all are as long */

    *same_length = a_length == b_length;
    return (order > 0) - (order < 0);
}

/* Two UUIDs that differ late, so that every digit decides at some time. */
static void random_pair(unsigned *seed, uuid9562_t *left, uuid9562_t *right)
{
    const int common = rand_r(seed) % 16;

    *left = random_uuid(seed);
    *right = random_uuid(seed);
    memcpy(right->bytes, left->bytes, (size_t)common);
    if (rand_r(seed) % 2) {
        *right = *left;
        right->bytes[common] ^= (uint8_t)(1 << rand_r(seed) % 8);
    }
}

static bool digits_are_in_order(const naive_t *naive)
{
    for (const char *digit = naive->digits + 1; *digit != '\0'; digit++)
        if (digit[-1] > digit[0])
            return false;
    return true;
}

TEST(only_sorted_formats_keep_the_order_of_uuids)
{
    written_t format = {0};

    while (next_written(&format)) {
        unsigned seed = 1;
        int against = 0;

        for (int round = 0; round < 50000; round++) {
            uuid9562_t left, right;
            bool same_length;
            int order;

            random_pair(&seed, &left, &right);
            order = uuid9562_compare(&left, &right);
            if (order_of_texts(&format, &left, &right, &same_length) == order)
                continue;
            require_msg(!format.naive->is_sorted, "%s is not sorted", format.naive->name);
            if (format.naive->most != NULL && digits_are_in_order(format.naive))
                require(!same_length); /* numbers of one length are sorted */
            against++;
        }
        require_eq(against > 0, !format.naive->is_sorted);
    }
}

/* ---- the info of a format ---- */

TEST(the_info_of_a_format_is_true)
{
    written_t format = {0};
    unsigned seed = 9562;
    size_t writable = 0, all = 0;

    while (next_written(&format)) {
        const uuid9562_format_info_t *info = uuid9562_format_info(format.write);
        size_t longest = 0, shortest = UUID9562_TEXT_MAX;
        bool implied = true, any_case = true;

        for (int round = 0; round < 5000; round++) {
            const uuid9562_t uuid = round < EDGES ? edge(round) : random_uuid(&seed);
            char text[UUID9562_TEXT_MAX];
            const size_t length = uuid9562_format_as(text, format.write, &uuid);
            uuid9562_t read;

            longest = length > longest ? length : longest;
            shortest = length < shortest ? length : shortest;
            implied &= uuid9562_parse(&read, NULL, text, length) == UUID9562_OK;
            for (size_t i = 0; i < length; i++)
                text[i] = (char)((text[i] | 0x20) >= 'a' && (text[i] | 0x20) <= 'z' ? text[i] ^ 0x20
                                                                                    : text[i]);
            any_case &= uuid9562_parse_as(&read, NULL, format.read, text, length) == UUID9562_OK &&
                        uuid9562_compare(&read, &uuid) == 0;
        }
        require_msg(info->writable, "%s", info->name);
        require_eq(info->length, longest);
        require_eq(info->fixed_length, longest == shortest);
        require_eq(info->implied, implied);
        require_eq(info->sorted, format.naive->is_sorted);
        require_eq(info->binary, format.naive->digits[0] == '\0');
        if (!info->binary && strcmp(format.naive->digits, "0123456789") != 0) /* has letters */
            require_msg(info->any_case == any_case, "%s", info->name);
        writable++;
    }
    while (uuid9562_format_at(all) != NULL)
        all++;
    require_eq(all, writable + 2);
    require(!uuid9562_format_info(uuid9562_format_at(0))->writable);
    require(!uuid9562_format_info(uuid9562_format_at(1))->writable);
}

/* ---- numbers ---- */

/* Around every power of two, and around every power of the base, where a text grows longer; and
 * those times 2^32, 2^64 and 2^96, of which a division by the power leaves a few bits alone. */
TEST(numbers_of_every_length)
{
    written_t format = {0};

    while (next_written(&format)) {
        const uint32_t base =
            format.naive->most != NULL ? (uint32_t)strlen(format.naive->digits) : 0;
        wide_t power = wide_of(1);

        for (unsigned bit = 0; base != 0 && bit < 128 + 39; bit++) {
            for (int add = -1; add <= 1; add++) {
                for (unsigned shift = 0; shift < (bit < 128 ? 1 : 128); shift += 32) {
                    const wide_t least = wide_left(bit < 128 ? wide_of(1) : power,
                                                   bit < 128 ? bit : shift);
                    wide_t n = add < 0 ? wide_minus_1(least) : wide_plus(least, wide_of(add == 1));
                    uuid9562_t uuid;

                    for (int k = 15; k >= 0; k--)
                        uuid.bytes[k] = (uint8_t)wide_divide(&n, 256);
                    check_written(&format, &uuid, true);
                }
            }
            if (bit >= 128)
                power = wide_times_plus(power, base, 0); /* beyond 128 bits, what is left of it */
        }
    }
}
