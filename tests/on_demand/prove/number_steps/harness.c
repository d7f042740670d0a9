/*
 * The five groups of digits of a UUID (CASE) are its number, for every UUID.
 */
#include "../text.h"

static bits192_t wide_of(uint64_t above, halves_t number)
{
    return (bits192_t)above << 64 << 64 | (bits192_t)number.hi << 64 | number.lo;
}

static bits192_t wide_of_groups(const uint64_t groups[GROUPS], uint64_t power)
{
    bits192_t sum = groups[GROUPS - 1];

    for (int i = GROUPS - 1; i-- > 0;)
        sum = sum * power + groups[i];
    return sum;
}

/* What `number_take` proves of take_group. */
uint64_t divide(uint64_t *number, const radix_t *radix)
{
    const uint64_t group = *number % radix->power;

    *number /= radix->power;
    return group;
}

static void prove_groups(const format_row_t *format)
{
    const uint64_t power = format->radix->power;
    const halves_t number = {nondet_uint64(), nondet_uint64()};
    uint64_t groups[GROUPS];

    find_groups(groups, number, format);
    prove(groups[0] < power && groups[1] < power && groups[2] < power && groups[3] < power);
    prove(wide_of_groups(groups, power) == wide_of(format->above, number));
}

int main(void)
{
    prove_groups(format_row(FORMAT));
    return 0;
}
