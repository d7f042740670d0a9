/*
 * The system of a build with UUID9562_OS_BARE, for the tests: the C library's clock and rand().
 */
#include <stdlib.h>
#include <time.h>

#include "../../core/include/uuid9562_generator.h"

int uuid9562_os_clock(void *context, int64_t *seconds, uint32_t *nanoseconds)
{
    (void)context;
    *seconds = time(NULL);
    *nanoseconds = 0;
    return 0;
}

int uuid9562_os_random(void *context, void *bytes, size_t count)
{
    (void)context;
    for (size_t i = 0; i < count; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)(rand() >> 7);
    return 0;
}
