/*
 * The alphabets and bases of digits.h.
 */
#include "digits.h"

/* The values of n digits in a row, the first of which is v. */
#define RUN_1(v)  IS_DIGIT | (v)
#define RUN_2(v)  RUN_1(v), RUN_1(v + 1)
#define RUN_4(v)  RUN_2(v), RUN_2(v + 2)
#define RUN_5(v)  RUN_4(v), RUN_1(v + 4)
#define RUN_8(v)  RUN_4(v), RUN_4(v + 4)
#define RUN_9(v)  RUN_8(v), RUN_1(v + 8)
#define RUN_10(v) RUN_8(v), RUN_2(v + 8)
#define RUN_11(v) RUN_10(v), RUN_1(v + 10)
#define RUN_14(v) RUN_10(v), RUN_4(v + 10)
#define RUN_22(v) RUN_11(v), RUN_11(v + 11)
#define RUN_26(v) RUN_22(v), RUN_4(v + 22)

INTERNAL const alphabet_t alphabet_decimal = {"0123456789", {['0'] = RUN_10(0)}};
#ifndef UUID9562_OMIT_FORMATS
#define CROCKFORD(letter)                                                                          \
    [letter] = RUN_8(10), [letter + 'J' - 'A'] = RUN_2(18), [letter + 'M' - 'A'] = RUN_2(20),      \
    [letter + 'P' - 'A'] = RUN_5(22), [letter + 'V' - 'A'] = RUN_5(27)
INTERNAL const alphabet_t alphabet_crockford = {
    "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    {['0'] = RUN_10(0), CROCKFORD('A'), CROCKFORD('a')},
};
INTERNAL const alphabet_t alphabet_crockford_lower = {
    "0123456789abcdefghjkmnpqrstvwxyz",
    {['0'] = RUN_10(0), CROCKFORD('a')},
};
INTERNAL const alphabet_t alphabet_base32hex = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUV",
    {['0'] = RUN_10(0), ['A'] = RUN_22(10), ['a'] = RUN_22(10)},
};
INTERNAL const alphabet_t alphabet_base36 = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    {['0'] = RUN_10(0), ['A'] = RUN_26(10), ['a'] = RUN_26(10)},
};
INTERNAL const alphabet_t alphabet_base58 = {
    "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
    {['1'] = RUN_9(0),
     ['A'] = RUN_8(9),
     ['J'] = RUN_5(17),
     ['P'] = RUN_11(22),
     ['a'] = RUN_11(33),
     ['m'] = RUN_14(44)},
};
INTERNAL const alphabet_t alphabet_base62 = {
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    {['0'] = RUN_10(0), ['A'] = RUN_26(10), ['a'] = RUN_26(36)},
};
#define BASE64(plus, slash)                                                                        \
    ['A'] = RUN_26(0), ['a'] = RUN_26(26), ['0'] = RUN_10(52), [plus] = RUN_1(62),                 \
    [slash] = RUN_1(63)
INTERNAL const alphabet_t alphabet_base64url = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_",
    {BASE64('-', '_')},
};
INTERNAL const alphabet_t alphabet_base64 = {
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/",
    {BASE64('+', '/')},
};
#endif

/* Base b with groups of n digits, the power b^n, and the places. */
#define RADIX(b, n, p, ...)                                                                        \
    INTERNAL const radix_t radix_##b = {                                                           \
        .base = b,                                                                                 \
        .group = n,                                                                                \
        .power = p,                                                                                \
        .reciprocal = UINT64_MAX / p,                                                              \
        .first = ((UINT64_C(1) << FRACTION) - 1) / (p / b) + 1,                                    \
        .marks = (p - UINT64_C(1)) / (b - 1) * IS_DIGIT,                                           \
        .places = {__VA_ARGS__},                                                                   \
    };

RADIX(10, 9, 1000000000, {294967296, 4}, {709551616, 446744073, 18},
      {543950336, 264337593, 228162514, 79})
#ifndef UUID9562_OMIT_FORMATS
RADIX(36, 5, 60466176, {1868800, 71}, {8046592, 23562654, 5045},
      {16887808, 27146100, 36462475, 358378})
RADIX(58, 5, 656356768, {356826688, 6}, {410450016, 537767569, 42},
      {357132832, 389432875, 127692781, 280})
RADIX(62, 5, 916132832, {630435968, 4}, {91108768, 896657517, 21},
      {117170144, 286839007, 36295636, 103})
#endif
