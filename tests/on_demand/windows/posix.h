/*
 * What the core's tests use of POSIX and mingw-w64 lacks: included before everything else. What
 * fence.h needs is in sys/mman.h.
 */
#ifndef POSIX_H
#define POSIX_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* 31 bits of SplitMix64. */
static inline int rand_r(unsigned *seed)
{
    uint64_t mixed = ++*seed * UINT64_C(0x9e3779b97f4a7c15);

    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94d049bb133111eb);
    return (int)(mixed >> 33);
}

static inline char *strsep(char **rest, const char *separators)
{
    char *begin = *rest;

    if (begin == NULL)
        return NULL;
    *rest = strpbrk(begin, separators);
    if (*rest != NULL)
        *(*rest)++ = '\0';
    return begin;
}

#endif
