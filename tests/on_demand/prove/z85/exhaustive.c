/*
 * The format z85, four words of 32 bits at a time. A group of five digits is read as its number, or
 * refused at the first digit that makes it more than a word, and each word is written as its
 * digits: for each group at one of the four places, and for the edges and every byte at all.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/text/alphabets.c"
#include "../../../../core/src/text/z85.c"

enum { BASE = 85, DIGITS = 5, WORDS = 4, LENGTH = WORDS * DIGITS };

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             ".-:+=^!/*?&<>()[]{}@%$#";   /* rfc.zeromq.org/spec/32 */
static const uint64_t group_count = UINT64_C(4437053125); /* 85^5 */
static const format_row_t format = {.alphabet = &alphabet_z85};

/* Where the digits of a group, with zeros behind them, are first more than a word. */
static size_t first_too_big(uint64_t group)
{
    uint64_t unit = group_count / BASE;

    for (size_t i = 0; i < DIGITS; i++, unit /= BASE)
        if (group / unit * unit > UINT32_MAX)
            return i;
    return DIGITS;
}

/* Whether the text is read and written as these groups. */
static bool is_same(const uint64_t groups[WORDS], const char text[LENGTH])
{
    const uuid9562_t before = {{1, 2, 3}};
    uuid9562_t uuid, read = before;
    size_t offset = LENGTH + 1;
    char out[LENGTH];

    for (size_t i = 0; i < WORDS; i++) {
        if (groups[i] > UINT32_MAX)
            return read_z85(&read, &offset, &format, text, LENGTH) == UUID9562_ERR_DIGIT &&
                   offset == i * DIGITS + first_too_big(groups[i]) && same_uuid(read, before);
        for (int k = 0; k < 4; k++)
            uuid.bytes[4 * i + k] = (uint8_t)(groups[i] >> (24 - 8 * k));
    }
    return read_z85(&read, &offset, &format, text, LENGTH) == UUID9562_OK &&
           same_uuid(read, uuid) && write_z85(out, &format, &uuid) == LENGTH &&
           memcmp(out, text, LENGTH) == 0;
}

/* Adds to the group whose digits these are; and writes them. */
static void add(char text[DIGITS], unsigned values[DIGITS], unsigned more)
{
    for (int i = DIGITS - 1; i >= 0 && more > 0; i--) {
        const unsigned sum = values[i] + more;

        more = sum >= BASE;
        values[i] = sum - (more ? BASE : 0);
        text[i] = digits[values[i]];
    }
}

static void prove_each_group(void)
{
    uint64_t groups[WORDS];
    unsigned values[WORDS][DIGITS] = {{0}};
    char text[LENGTH];

    memset(text, digits[0], sizeof text);
    for (unsigned i = 0; i < WORDS; i++)
        add(text + i * DIGITS, values[i], i);
    for (uint64_t group = 0; group + WORDS <= group_count; group += WORDS) {
        for (unsigned i = 0; i < WORDS; i++)
            groups[i] = group + i;
        prove(is_same(groups, text));
        for (int i = 0; i < WORDS; i++)
            add(text + i * DIGITS, values[i], WORDS);
    }
}

static void prove_edges(void)
{
    static const uint64_t edges[] = {0, 1, UINT32_MAX, UINT64_C(1) << 32, UINT64_C(4437053124)};
    const int count = sizeof edges / sizeof *edges;

    for (int all = 0; all < count * count * count * count; all++) {
        uint64_t groups[WORDS];
        char text[LENGTH];

        for (int i = 0, rest = all; i < WORDS; i++, rest /= count) {
            groups[i] = edges[rest % count];
            for (uint64_t k = DIGITS, group = groups[i]; k-- > 0; group /= BASE)
                text[i * DIGITS + k] = digits[group % BASE];
        }
        prove(is_same(groups, text));
    }
}

static void prove_bytes(void)
{
    for (size_t length = 0; length <= LENGTH + 1; length++) {
        char text[LENGTH + 1];
        uuid9562_t uuid;
        size_t offset;

        memset(text, digits[1], sizeof text);
        prove((read_z85(&uuid, &offset, &format, text, length) == UUID9562_OK) ==
              (length == LENGTH));
        prove(length == LENGTH || offset == (length < LENGTH ? length : LENGTH));
        for (int byte = 0; byte <= UINT8_MAX && length < LENGTH; byte++) {
            const char *digit = memchr(digits, byte, BASE);
            const bool valid =
                digit != NULL && (length % DIGITS > 0 || digit - digits <= UINT32_MAX / 52200625);

            text[length] = (char)byte;
            prove((read_z85(&uuid, &offset, &format, text, LENGTH) == UUID9562_OK) == valid);
            prove(valid || offset == length);
        }
    }
}

int main(void)
{
    prove_edges();
    prove_bytes();
    prove_each_group();
    ended();
    return 0;
}
