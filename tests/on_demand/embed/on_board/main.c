/*
 * The shared vectors on a board, and a description. It reads them by semihosting, through the debugger or emulator.
 */
#include "check.h"

#include "../../../unit/vectors.h"

static test_t *vectors; /* the only one that there is */

void add_test(test_t *test)
{
    vectors = test;
}

int main(void)
{
    char said[UUID9562_DESCRIPTION_MAX];

    vectors->check.fn(0);
    uuid9562_describe(said, UUID9562_ERR_HYPHEN, 8, NULL, 0);
    puts(said);
    return 0;
}
