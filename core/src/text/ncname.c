/*
 * The format ncname58 of draft-taylor-uuid-ncname (base32_base64.c has ncname32 and ncname64): 15
 * bytes between the letters of the version and of the variant, as Bitcoin writes bytes in base 58:
 * a 1 for each zero byte in front, then the number without leading zeros, here filled up by
 * underscores.
 *
 * Of the letters at both ends either case is read; there are as many 1 in front as the number has
 * zero bytes there, so that each UUID has one text.
 */
#include <string.h>

#include "../bits/layout.h"
#include "formats.h"

#ifndef UUID9562_OMIT_FORMATS

enum { MIDDLE_BYTES = 15, MIDDLE_DIGITS = 21, NCNAME58_LENGTH = 1 + MIDDLE_DIGITS + 1 };

/* The 120 bits between the version and the variant, as a number; and back. */
static halves_t take_middle(halves_t bookends)
{
    return (halves_t){bookends.hi << 4 >> 8, bookends.hi << 60 | bookends.lo >> 4};
}

static halves_t put_middle(halves_t middle, uint64_t version, uint64_t variant)
{
    return (halves_t){version << 60 | middle.hi << 4 | middle.lo >> 60, middle.lo << 4 | variant};
}

/* How many of its bytes in front are zero; negative where it has more than 15 bytes. */
static int count_zero_bytes(halves_t middle)
{
    const int above = sizeof(uuid9562_t) - MIDDLE_BYTES;

    if (middle.hi != 0)
        return __builtin_clzll(middle.hi) / 8 - above;
    return middle.lo != 0 ? 8 + __builtin_clzll(middle.lo) / 8 - above : MIDDLE_BYTES;
}

/* ---- writing ---- */

static char end_letter(uint64_t value)
{
    return (char)('A' + value);
}

INTERNAL size_t write_ncname58(char *out, const format_row_t *format, const uuid9562_t *uuid)
{
    const halves_t bookends = layout_to_bookends(layout_load(uuid)), middle = take_middle(bookends);
    const size_t zeros = (size_t)count_zero_bytes(middle);
    uuid9562_t number;

    (void)format;
    out[0] = end_letter(bookends.hi >> 60);
    memset(out + 1, '_', MIDDLE_DIGITS);
    if (zeros > 0)
        memset(out + 1, '1', zeros);
    layout_store(&number, middle);
    if (zeros < MIDDLE_BYTES)
        write_number(out + 1 + zeros, format_row(FORMAT_base58), &number);
    out[1 + MIDDLE_DIGITS] = end_letter(bookends.lo & 0xf);
    return NCNAME58_LENGTH;
}

/* ---- reading ---- */

static bool read_end_letter(uint64_t *value, char c)
{
    *value = (uint64_t)((unsigned char)c | 0x20) - 'a';
    return *value < 16;
}

static bool read_whole_ncname58(halves_t *out, const char *text, size_t length)
{
    uint64_t version, variant;
    halves_t middle = {0, 0};
    size_t end = 1 + MIDDLE_DIGITS, begin = 1;

    if (length != NCNAME58_LENGTH || !read_end_letter(&version, text[0]) ||
        !read_end_letter(&variant, text[length - 1]))
        return false;
    while (end > begin && text[end - 1] == '_')
        end--;
    while (begin < end && text[begin] == '1')
        begin++;
    if (begin < end) {
        uuid9562_t number;
        size_t reached;

        if (read_number(&number, &reached, format_row(FORMAT_base58), text + begin, end - begin) !=
            UUID9562_OK)
            return false;
        middle = layout_load(&number);
    }
    *out = put_middle(middle, version, variant);
    return count_zero_bytes(middle) == (int)begin - 1;
}

/* The digits of the least and of the most number with so many zero bytes in front. */
typedef struct middles {
    char least[UUID9562_TEXT_MAX], most[UUID9562_TEXT_MAX];
    size_t fewest, longest; /* how many they are */
} middles_t;

static middles_t find_middles(size_t zeros)
{
    const format_row_t *const base58 = format_row(FORMAT_base58);
    const size_t first = sizeof(uuid9562_t) - MIDDLE_BYTES + zeros;
    uuid9562_t number = UUID9562_INIT_NIL;
    middles_t middles = {.fewest = 0};

    if (zeros == MIDDLE_BYTES)
        return middles;
    number.bytes[first] = 1;
    middles.fewest = write_number(middles.least, base58, &number);
    memset(number.bytes + first, 0xff, sizeof number.bytes - first);
    middles.longest = write_number(middles.most, base58, &number);
    return middles;
}

/* Whether these digits begin one of the numbers between, of at most so many digits. */
static bool begins_middle(const middles_t *middles, const char *digits, size_t count, size_t most)
{
    for (size_t n = count > middles->fewest ? count : middles->fewest; n <= most; n++)
        if ((n > middles->fewest || memcmp(digits, middles->least, count) >= 0) &&
            (n < middles->longest || memcmp(digits, middles->most, count) <= 0))
            return true;
    return false;
}

static NEVER_INLINE uuid9562_status_t ncname58_mismatch(size_t *offset, const char *text,
                                                        size_t length)
{
    const size_t end = 1 + MIDDLE_DIGITS;
    const alphabet_t *alphabet = format_row(FORMAT_base58)->alphabet;
    const size_t stop = length < end ? length : end; /* of the middle, as far as it goes */
    size_t begin = 1, i;
    middles_t middles;
    uint64_t value;

    *offset = 0;
    if (length == 0)
        return UUID9562_ERR_SHORT;
    if (!read_end_letter(&value, text[0]))
        return UUID9562_ERR_DIGIT;
    while (begin < stop && begin < 1 + MIDDLE_BYTES && text[begin] == '1')
        begin++;
    middles = find_middles(begin - 1);
    for (i = begin; i < stop && alphabet->values[(unsigned char)text[i]] != 0; i++)
        if (!begins_middle(&middles, text + begin, i + 1 - begin, middles.longest))
            break;
    if (i < stop && begins_middle(&middles, text + begin, i - begin, i - begin))
        while (i < stop && text[i] == '_')
            i++;
    *offset = i;
    if (i == length)
        return UUID9562_ERR_SHORT;
    if (i < end || !read_end_letter(&value, text[end]))
        return UUID9562_ERR_DIGIT;
    *offset = NCNAME58_LENGTH;
    return UUID9562_ERR_LONG;
}

INTERNAL uuid9562_status_t read_ncname58(uuid9562_t *out, size_t *offset,
                                         const format_row_t *format, const char *text,
                                         size_t length)
{
    halves_t bookends;

    (void)format;
    if (!read_whole_ncname58(&bookends, text, length))
        return ncname58_mismatch(offset, text, length);
    layout_store(out, layout_from_bookends(bookends));
    return UUID9562_OK;
}

#endif
