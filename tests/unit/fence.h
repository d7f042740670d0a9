/*
 * Memory between two pages that cannot be touched: code that reads or writes one byte before or
 * behind it is killed. Texts and UUIDs are put against either end of it.
 */
#ifndef FENCE_H
#define FENCE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct fence {
    char *begin, *end;
} fence_t;

/* At least `size` bytes, in whole pages; they stay for as long as the process. */
static inline fence_t fence_around(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    const size_t inside = (size + page - 1) / page * page;
    char *all = mmap(NULL, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (all == MAP_FAILED || mprotect(all + page, inside, PROT_READ | PROT_WRITE) != 0)
        abort();
    return (fence_t){all + page, all + page + inside};
}

/* The place of `size` bytes at the one end or the other. */
static inline char *fence_place(const fence_t *fence, bool at_end, size_t size)
{
    return at_end ? fence->end - size : fence->begin;
}

/* ... and a copy of some there. */
static inline char *fence_copy(const fence_t *fence, bool at_end, const void *from, size_t size)
{
    return memcpy(fence_place(fence, at_end, size), from, size);
}

#endif
