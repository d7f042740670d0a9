/*
 * Formats that write the UUID as one unsigned number: int, oid, base58, base62. There are no
 * leading zeros, so that each UUID has one text.
 *
 * Pure. Arithmetic is on four parts of 32 bits, since C11 has no type of 128.
 */
#include <string.h>

#include "layout.h"
#include "text.h"

typedef struct number {
    uint32_t parts[4]; /* the most significant first */
} number_t;

static number_t number_from_uuid(const uuid9562_t *uuid)
{
    const halves_t halves = layout_load(uuid);

    return (number_t){{(uint32_t)(halves.hi >> 32), (uint32_t)halves.hi,
                       (uint32_t)(halves.lo >> 32), (uint32_t)halves.lo}};
}

static halves_t number_to_halves(const number_t *number)
{
    return (halves_t){(uint64_t)number->parts[0] << 32 | number->parts[1],
                      (uint64_t)number->parts[2] << 32 | number->parts[3]};
}

/* number = number * base + digit; returns what is above 128 bits. */
static uint32_t number_append(number_t *number, uint32_t base, uint32_t digit)
{
    uint64_t carry = digit;

    for (int i = 3; i >= 0; i--) {
        carry += (uint64_t)number->parts[i] * base;
        number->parts[i] = (uint32_t)carry;
        carry >>= 32;
    }
    return (uint32_t)carry;
}

/* number = number / divisor; returns the remainder. */
static uint32_t number_divide(number_t *number, uint32_t divisor)
{
    uint64_t remainder = 0;

    for (int i = 0; i < 4; i++) {
        remainder = remainder << 32 | number->parts[i];
        number->parts[i] = (uint32_t)(remainder / divisor);
        remainder %= divisor;
    }
    return (uint32_t)remainder;
}

static bool number_is_zero(const number_t *number)
{
    return (number->parts[0] | number->parts[1] | number->parts[2] | number->parts[3]) == 0;
}

INTERNAL uuid9562_status_t read_number(uuid9562_t *out, size_t *offset,
                                       const uuid9562_format_t *format, const char *text,
                                       size_t length)
{
    const size_t head = format->head;
    const char *digits = format->digits + head;
    const size_t base = format->count - head;
    number_t sum = {{0}};

    for (*offset = 0; *offset < head && *offset < length; ++*offset)
        if (text[*offset] != format->digits[*offset])
            return UUID9562_ERR_OID;
    if (*offset == length)
        return UUID9562_ERR_SHORT;
    for (size_t i = head; i < length; i++) {
        const char *digit = memchr(digits, text[i], base);

        *offset = i;
        if (digit == NULL)
            return base == 10 ? UUID9562_ERR_DECIMAL_DIGIT : UUID9562_ERR_DIGIT;
        if (i == head + 1 && text[head] == digits[0])
            return UUID9562_ERR_LEADING_ZERO;
        if (number_append(&sum, (uint32_t)base, (uint32_t)(digit - digits)) != 0)
            return UUID9562_ERR_TOO_BIG;
    }
    layout_store(out, number_to_halves(&sum));
    return UUID9562_OK;
}

/* Divides by the largest power of the base that fits into 32 bits, for several digits at once. */
INTERNAL size_t write_number(char *out, const uuid9562_format_t *format, const uuid9562_t *uuid)
{
    enum { ROOM = 64 }; /* at least 39 decimal digits, rounded up to a multiple of 9 */
    const size_t head = format->head;
    const char *digits = format->digits + head;
    const uint32_t base = (uint32_t)(format->count - head);
    char text[ROOM];
    size_t first = ROOM;
    number_t rest = number_from_uuid(uuid);
    uint32_t power = base;
    int at_once = 1;

    while (power <= UINT32_MAX / base) {
        power *= base;
        at_once++;
    }
    do {
        uint32_t group = number_divide(&rest, power);

        for (int i = 0; i < at_once; i++) {
            text[--first] = digits[group % base];
            group /= base;
        }
    } while (!number_is_zero(&rest));
    while (first < ROOM - 1 && text[first] == digits[0])
        first++;
    memcpy(out, format->digits, head);
    memcpy(out + head, text + first, ROOM - first);
    return head + ROOM - first;
}
