/*
 * A number of 128 bits times a factor plus a digit, or two groups of them: what is kept and what
 * exceeds 128 bits is the sum, for every number, factor and addend. The two products of 64 bits are
 * here any numbers that such a product may be: the compiler's type of 128 bits multiplies.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/text/alphabets.c"
#include "../../../../core/src/text/numbers.c"

static uint64_t factors[2][2];
static halves_t products[2];
static int count;

halves_t any_product(uint64_t a, uint64_t b)
{
    const halves_t product = {nondet_uint64(), nondet_uint64()};

    assume(product.hi < UINT64_MAX - 1 || (product.hi == UINT64_MAX - 1 && product.lo <= 1));
    factors[count][0] = a;
    factors[count][1] = b;
    products[count++] = product;
    return product;
}

static bits192_t wide_of(uint64_t above, halves_t number)
{
    return (bits192_t)above << 64 << 64 | (bits192_t)number.hi << 64 | number.lo;
}

int main(void)
{
    const halves_t before = {nondet_uint64(), nondet_uint64()};
    const uint64_t factor = nondet_uint64(), more = nondet_uint64();
    halves_t number = before;
    const uint64_t above = append(&number, factor, more);

    prove(count == 2 && factors[0][0] == before.lo && factors[0][1] == factor &&
          factors[1][0] == before.hi && factors[1][1] == factor);
    prove(wide_of(above, number) ==
          wide_of(0, products[0]) + (wide_of(0, products[1]) << 64) + more);
    return 0;
}
