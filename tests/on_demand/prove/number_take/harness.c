/*
 * To take a group of digits off a number (CASE) is to divide, for every number of 64 bits.
 */
#include "../text.h"

int main(void)
{
    const radix_t *const radix = format_row(FORMAT)->radix;
    const uint64_t before = nondet_uint64();
    uint64_t number = before;
    const uint64_t group = take_group(&number, radix);

    prove(number == before / radix->power && group == before % radix->power);
    return 0;
}
