/*
 * The groups of digits of the formats that are numbers (CASE), every one: it is written as its
 * digits, with leading zeros and without, and read again; no other byte is a digit. The first group
 * of Max fits into the format.
 */
#include "../text.h"

enum { MOST_DIGITS = 9 };

#define UPPER_CASE "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define LOWER_CASE "abcdefghijklmnopqrstuvwxyz"
#define DECIMALS   "0123456789"

/* What docs/contract.md says of each format. */
static const char *const digits_of[FORMAT_COUNT] = {
    [FORMAT_int] = DECIMALS,
    [FORMAT_oid] = DECIMALS,
    [FORMAT_base36] = DECIMALS UPPER_CASE,
    [FORMAT_base52] = UPPER_CASE LOWER_CASE,
    [FORMAT_base58] = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    [FORMAT_base62] = DECIMALS UPPER_CASE LOWER_CASE,
    [FORMAT_base62ieee] = UPPER_CASE LOWER_CASE DECIMALS,
    [FORMAT_base62id] = DECIMALS UPPER_CASE LOWER_CASE,
};

static const char *digits;
static const format_row_t *format;
static const radix_t *radix;

static void prove_alphabet(void)
{
    for (int byte = 0; byte <= UINT8_MAX; byte++) {
        const bool is_lower = byte >= 'a' && byte <= 'z' && format->info.any_case;
        const char *digit = memchr(digits, is_lower ? byte - 32 : byte, radix->base);

        prove(format->alphabet->values[byte] ==
              (digit != NULL ? (IS_DIGIT | (digit - digits)) : 0));
    }
}

static void prove_power(void)
{
    uint64_t power = 1;

    prove(strlen(digits) == radix->base);
    for (size_t i = 0; i < radix->group; i++)
        power *= radix->base;
    prove(power == radix->power);
}

/* The first group of Max. */
static void prove_length(void)
{
    static const uuid9562_t max = UUID9562_INIT_MAX;
    char text[UUID9562_TEXT_MAX];
    uint64_t groups[GROUPS];

    find_groups(groups, layout_load(&max), format);
    prove(groups[GROUPS - 1] < radix->power);
    prove(format->count + write_first_group(text, (uint32_t)groups[GROUPS - 1], format) +
              (GROUPS - 1) * radix->group ==
          format->info.length);
}

static void prove_each_group(void)
{
    const size_t n = radix->group;
    unsigned values[MOST_DIGITS] = {0};
    char text[MOST_DIGITS];

    memset(text, digits[0], sizeof text);
    for (uint64_t group = 0; group < radix->power; group++) {
        char out[MOST_DIGITS + 1];
        uint64_t all = IS_DIGIT;
        size_t zeros = 0, count, i;

        if (n == 5)
            write_group(out, 5, group, format);
        else
            write_group(out, 9, group, format);
        prove(memcmp(out, text, n) == 0);
        prove(digits_read(format->alphabet, text, n, radix->base, &all) - radix->marks == group);
        prove(all != 0);
        while (zeros < n - 1 && values[zeros] == 0)
            zeros++;
        count = write_first_group(out, (uint32_t)group, format);
        prove(count == n - zeros && memcmp(out, text + zeros, count) == 0);

        for (i = n; i-- > 0;) { /* the next digits */
            values[i] = values[i] + 1 < radix->base ? values[i] + 1 : 0;
            text[i] = digits[values[i]];
            if (values[i] != 0)
                break;
        }
    }
}

int main(void)
{
    digits = digits_of[FORMAT];
    format = format_row(FORMAT);
    radix = format->radix;
    prove_alphabet();
    prove_power();
    prove_length();
    prove_each_group();
    ended();
    return 0;
}
