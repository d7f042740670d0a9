/*
 * Numbers of 128 bits, as on paper: eight digits in base 2^16, the least first. They wrap around.
 * It is arithmetic of another kind than the core's, and every compiler has it.
 */
#ifndef WIDE_H
#define WIDE_H

#include <stdbool.h>
#include <stdint.h>

enum { WIDE_DIGITS = 8 };
typedef struct wide {
    uint16_t digits[WIDE_DIGITS];
} wide_t;

/* n * factor + add */
static inline wide_t wide_times_plus(wide_t n, uint32_t factor, uint32_t add)
{
    uint64_t carried = add;

    for (int i = 0; i < WIDE_DIGITS; i++, carried >>= 16) {
        carried += (uint64_t)n.digits[i] * factor;
        n.digits[i] = (uint16_t)carried;
    }
    return n;
}

/* Divides the number; returns what remains. */
static inline uint32_t wide_divide(wide_t *n, uint32_t divisor)
{
    uint64_t rest = 0;

    for (int i = WIDE_DIGITS - 1; i >= 0; i--) {
        rest = rest << 16 | n->digits[i];
        n->digits[i] = (uint16_t)(rest / divisor);
        rest %= divisor;
    }
    return (uint32_t)rest;
}

static inline wide_t wide_plus(wide_t a, wide_t b)
{
    uint32_t carried = 0;

    for (int i = 0; i < WIDE_DIGITS; i++, carried >>= 16) {
        carried += (uint32_t)a.digits[i] + b.digits[i];
        a.digits[i] = (uint16_t)carried;
    }
    return a;
}

static inline wide_t wide_of(uint64_t n)
{
    return (wide_t){{(uint16_t)n, (uint16_t)(n >> 16), (uint16_t)(n >> 32), (uint16_t)(n >> 48)}};
}

static inline wide_t wide_left(wide_t n, unsigned bits)
{
    for (; bits > 0; bits--)
        n = wide_plus(n, n);
    return n;
}

static inline wide_t wide_right(wide_t n, unsigned bits)
{
    for (; bits >= 16; bits -= 16)
        wide_divide(&n, 1 << 16);
    wide_divide(&n, 1U << bits);
    return n;
}

/* The lowest 64 bits. */
static inline uint64_t wide_low(wide_t n)
{
    return (uint64_t)n.digits[3] << 48 | (uint64_t)n.digits[2] << 32 |
           (uint64_t)n.digits[1] << 16 | n.digits[0];
}

static inline wide_t wide_product(uint64_t a, uint64_t b)
{
    return wide_plus(wide_left(wide_times_plus(wide_of(a), (uint32_t)(b >> 32), 0), 32),
                     wide_times_plus(wide_of(a), (uint32_t)b, 0));
}

static inline bool wide_less(wide_t a, wide_t b)
{
    int i = WIDE_DIGITS - 1;

    while (i > 0 && a.digits[i] == b.digits[i])
        i--;
    return a.digits[i] < b.digits[i];
}

static inline bool wide_equal(wide_t a, wide_t b)
{
    return !wide_less(a, b) && !wide_less(b, a);
}

static inline wide_t wide_minus_1(wide_t n)
{
    const wide_t minus_1 = {
        {0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff}};

    return wide_plus(n, minus_1);
}

#endif
