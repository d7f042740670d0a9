/*
 * Preloaded into the command, it tells at the end in how many places of the process's memory are
 * the bytes that the environment variable TEST_BYTES has in hexadecimal.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Without a copy of the bytes, which it would find. */
static int is_at(const unsigned char *place, const char *hex)
{
    static const char digits[] = "0123456789abcdef";

    for (; *hex != '\0'; hex += 2, place++)
        if (hex[0] != digits[*place >> 4] || hex[1] != digits[*place & 15])
            return 0;
    return 1;
}

static int count_between(const unsigned char *begin, const unsigned char *end, const char *hex)
{
    int count = 0;

    for (end -= strlen(hex) / 2; begin <= end; begin++)
        count += is_at(begin, hex);
    return count;
}

__attribute__((destructor)) static void tell(void)
{
    const char *hex = getenv("TEST_BYTES");
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[512], access[5];
    void *begin, *end;
    int count = 0;

    while (maps != NULL && fgets(line, sizeof line, maps) != NULL)
        if (sscanf(line, "%p-%p %4s", &begin, &end, access) == 3 &&
            strncmp(access, "rw", 2) == 0)
            count += count_between(begin, end, hex);
    fprintf(stderr, "found: %d\n", count);
}
