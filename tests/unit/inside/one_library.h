/*
 * As if all functions of OpenSSL were in one library, though the test replaces some of them: to be
 * included before the core.
 */
#ifndef TESTS_ONE_LIBRARY_H
#define TESTS_ONE_LIBRARY_H

#include <link.h>

static int all_in_one(int (*look)(struct dl_phdr_info *, size_t, void *), void *context)
{
    (void)look;
    (void)context;
    return 1; /* ALL_WITHIN of os_linux.c */
}

#define dl_iterate_phdr all_in_one

#endif
