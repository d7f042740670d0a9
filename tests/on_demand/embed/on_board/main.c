/*
 * The shared vectors on a board, and a description. It reads them by semihosting, through the debugger or emulator.
 */
#include "check.h"

#include "../../../core/vectors.h"

void add_test(TCase *tcase, const TTest *test)
{
    (void)tcase;
    test->run();
}

int main(void)
{
    char said[UUID9562_DESCRIPTION_MAX];

    vectors_case();
    uuid9562_describe(said, UUID9562_ERR_HYPHEN, 8, NULL, 0);
    puts(said);
    return 0;
}
