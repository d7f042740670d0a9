/*
 * The alphabets of alphabets.h, in runs of bytes that follow each other in ASCII.
 */
#include "alphabets.h"

#include <limits.h>

/* RUN_n(X, c, v): X(byte, value) for n digits from the byte c on, whose value is v. */
#define RUN_1(X, c, v)  X(c, v)
#define RUN_2(X, c, v)  RUN_1(X, c, v) RUN_1(X, c + 1, v + 1)
#define RUN_4(X, c, v)  RUN_2(X, c, v) RUN_2(X, c + 2, v + 2)
#define RUN_5(X, c, v)  RUN_4(X, c, v) RUN_1(X, c + 4, v + 4)
#define RUN_6(X, c, v)  RUN_4(X, c, v) RUN_2(X, c + 4, v + 4)
#define RUN_8(X, c, v)  RUN_4(X, c, v) RUN_4(X, c + 4, v + 4)
#define RUN_9(X, c, v)  RUN_8(X, c, v) RUN_1(X, c + 8, v + 8)
#define RUN_10(X, c, v) RUN_8(X, c, v) RUN_2(X, c + 8, v + 8)
#define RUN_11(X, c, v) RUN_10(X, c, v) RUN_1(X, c + 10, v + 10)
#define RUN_14(X, c, v) RUN_10(X, c, v) RUN_4(X, c + 10, v + 10)
#define RUN_16(X, c, v) RUN_8(X, c, v) RUN_8(X, c + 8, v + 8)
#define RUN_22(X, c, v) RUN_16(X, c, v) RUN_6(X, c + 16, v + 16)
#define RUN_26(X, c, v) RUN_16(X, c, v) RUN_10(X, c + 16, v + 16)

#define NONE(X)
#define DECIMAL(X) RUN_10(X, '0', 0)
#define UPPER(X)   RUN_26(X, 'A', 0)
#define LOWER(X)   RUN_26(X, 'a', 0)
#define CROCKFORD_AT(X, a)                                                                         \
    RUN_8(X, a, 10)                                                                                \
    RUN_2(X, a + 9, 18) RUN_2(X, a + 12, 20) RUN_5(X, a + 15, 22) RUN_5(X, a + 21, 27)
#define CROCKFORD_UPPER(X) CROCKFORD_AT(X, 'A')
#define CROCKFORD_LOWER(X) CROCKFORD_AT(X, 'a')
#define BASE32_DIGITS(X)   RUN_6(X, '2', 26)
#define BASE32HEX_UPPER(X) RUN_22(X, 'A', 10)
#define BASE32HEX_LOWER(X) RUN_22(X, 'a', 10)
#define BASE58(X)                                                                                  \
    RUN_9(X, '1', 0)                                                                               \
    RUN_8(X, 'A', 9) RUN_5(X, 'J', 17) RUN_11(X, 'P', 22) RUN_11(X, 'a', 33) RUN_14(X, 'm', 44)
#define BASE36_UPPER(X)    RUN_26(X, 'A', 10)
#define BASE36_LOWER(X)    RUN_26(X, 'a', 10)
#define BASE52_LOWER(X)    RUN_26(X, 'a', 26)
#define BASE62_LETTERS(X)  BASE36_UPPER(X) RUN_26(X, 'a', 36)
#define BASE62IEEE_REST(X) BASE52_LOWER(X) RUN_10(X, '0', 52)
#define BASE64URL_REST(X)  BASE62IEEE_REST(X) RUN_1(X, '-', 62) RUN_1(X, '_', 63)
#define BASE64SORT_HEAD(X) RUN_1(X, '-', 0) RUN_10(X, '0', 1)
#define BASE64SORT_REST(X) RUN_26(X, 'A', 11) RUN_1(X, '_', 37) RUN_26(X, 'a', 38)
#define Z85_ALNUM(X)       RUN_10(X, '0', 0) RUN_26(X, 'a', 10) RUN_26(X, 'A', 36)
#define Z85_SIGNS(X)                                                                               \
    RUN_1(X, '.', 62)                                                                              \
    RUN_1(X, '-', 63) RUN_1(X, ':', 64) RUN_1(X, '+', 65) RUN_1(X, '=', 66) RUN_1(X, '^', 67)      \
        RUN_1(X, '!', 68) RUN_1(X, '/', 69) RUN_1(X, '*', 70) RUN_1(X, '?', 71) RUN_1(X, '&', 72)  \
            RUN_1(X, '<', 73) RUN_1(X, '>', 74) RUN_2(X, '(', 75) RUN_1(X, '[', 77)                \
                RUN_1(X, ']', 78) RUN_1(X, '{', 79) RUN_1(X, '}', 80) RUN_1(X, '@', 81)            \
                    RUN_1(X, '%', 82) RUN_1(X, '$', 83) RUN_1(X, '#', 84)

#define DIGIT(c, v) [v] = (char)(c),
#define VALUE(c, v) [c] = IS_DIGIT | (v),

/* The digits, in two parts, and the letters that are read too. */
#define ALPHABET(name, part, other_part, read_too)                                                 \
    INTERNAL const alphabet_t alphabet_##name = {                                                  \
        .digits = {part(DIGIT) other_part(DIGIT)},                                                 \
        .values = {part(VALUE) other_part(VALUE) read_too(VALUE)},                                 \
    };

ALPHABET(decimal, DECIMAL, NONE, NONE)
#ifndef UUID9562_OMIT_FORMATS
ALPHABET(crockford, DECIMAL, CROCKFORD_UPPER, CROCKFORD_LOWER)
ALPHABET(crockford_lower, DECIMAL, CROCKFORD_LOWER, NONE)
ALPHABET(base32hex, DECIMAL, BASE32HEX_UPPER, BASE32HEX_LOWER)
ALPHABET(base32_lower, LOWER, BASE32_DIGITS, UPPER)
ALPHABET(base36, DECIMAL, BASE36_UPPER, BASE36_LOWER)
ALPHABET(base52, UPPER, BASE52_LOWER, NONE)
ALPHABET(base58, BASE58, NONE, NONE)
ALPHABET(base62, DECIMAL, BASE62_LETTERS, NONE)
ALPHABET(base62ieee, UPPER, BASE62IEEE_REST, NONE)
ALPHABET(base64url, UPPER, BASE64URL_REST, NONE)
ALPHABET(base64sort, BASE64SORT_HEAD, BASE64SORT_REST, NONE)
ALPHABET(z85, Z85_ALNUM, Z85_SIGNS, NONE)
#endif

_Static_assert(sizeof alphabet_decimal.values > UCHAR_MAX, "there is a value for every byte");

INTERNAL const radix_t radix_10 = RADIX(10, 9);
#ifndef UUID9562_OMIT_FORMATS
INTERNAL const radix_t radix_36 = RADIX(36, 5), radix_52 = RADIX(52, 5), radix_58 = RADIX(58, 5),
                       radix_62 = RADIX(62, 5);
#endif
