/*
 * Digits, for base32_base64.c and numbers.c: alphabets, and the constants of a base.
 */
#ifndef UUID9562_DIGITS_H
#define UUID9562_DIGITS_H

#include <stddef.h>
#include <stdint.h>

#include "../compiler.h"

typedef struct alphabet {
    char digits[65];
    uint8_t values[256]; /* with the mark IS_DIGIT; 0 for any other byte */
} alphabet_t;

enum { IS_DIGIT = 0x80, DIGIT_VALUE = 0x7f };

INTERNAL const alphabet_t alphabet_decimal;
#ifndef UUID9562_OMIT_FORMATS
INTERNAL const alphabet_t alphabet_crockford, alphabet_crockford_lower, alphabet_base32hex,
    alphabet_base36, alphabet_base58, alphabet_base62, alphabet_base64url,
    alphabet_base64;
#endif

/* The number that n digits stand for, with the marks at their places; `all` loses IS_DIGIT if one
 * of them is not a digit. */
static ALWAYS_INLINE uint64_t digits_read(const alphabet_t *alphabet, const char *text, size_t n,
                                          uint64_t base, uint64_t *all)
{
    uint64_t number = 0;

#pragma GCC unroll 16
    for (size_t i = 0; i < n; i++) {
        const uint64_t value = alphabet->values[(unsigned char)text[i]];

        *all &= value;
        number = number * base + value;
    }
    return number;
}

/* ---- numbers in a base ---- */

/* A number of 128 bits has five groups of digits; a number below `power` is a group, with its
 * leading zeros. */
typedef struct radix {
    uint64_t base;
    size_t group;          /* the number of digits of a group */
    uint64_t power;        /* base^group, less than 2^30 */
    uint64_t reciprocal;   /* 2^64 / power, rounded down */
    uint64_t first;        /* 2^FRACTION / base^(group - 1), rounded up */
    uint64_t marks;        /* of a group's digits */
    uint64_t places[3][4]; /* 2^32, 2^64 and 2^96 in groups, the least significant first */
} radix_t;

INTERNAL const radix_t radix_10;
#ifndef UUID9562_OMIT_FORMATS
INTERNAL const radix_t radix_36, radix_58, radix_62;
#endif

/* The bits behind the point of a number in write_group; those before it hold a digit. A base must
 * be less than 2^(64 - FRACTION), or the number overflows; and base^(2 group - 1) at most
 * 2^FRACTION: the rounding of `first`, times a group, times base^(group - 1), must not reach the
 * next digit. */
enum { FRACTION = 57 };

#endif
