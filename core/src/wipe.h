/*
 * Overwrites bytes that nothing should find later: random bytes, seeds, keys.
 */
#ifndef UUID9562_WIPE_H
#define UUID9562_WIPE_H

#include <stddef.h>
#include <string.h>

#include "compiler.h"

static ALWAYS_INLINE void wipe(void *bytes, size_t count)
{
    memset(bytes, 0, count);
    __asm__ volatile("" : : "r"(bytes) : "memory"); /* keeps the compiler from removing the store */
}

#endif
