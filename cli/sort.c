/*
 * sort: writes UUIDs in ascending order. No other command holds all UUIDs, 16 bytes each.
 *
 * The algorithm is an in-place radix sort from the most significant byte (American flag sort): it
 * groups the UUIDs with the same byte, sorts each group by the next byte, and small groups by
 * insertion. It moves a UUID a few times; a sort by comparison reads it log2(n) times.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "output.h"
#include "reader.h"
#include "writer.h"

typedef struct buffer {
    uuid9562_t *uuids;
    size_t count, capacity;
} buffer_t;

static size_t hold_some(void *context, uuid9562_t *uuids, size_t n, const char **problem)
{
    buffer_t *buffer = context;

    (void)problem;
    if (buffer->capacity - buffer->count < n) {
        const size_t capacity = buffer->capacity * 2 + BLOCK;
        uuid9562_t *grown = capacity < SIZE_MAX / sizeof *grown
                                ? realloc(buffer->uuids, capacity * sizeof *grown)
                                : NULL;

        require(grown != NULL ? UUID9562_OK : UUID9562_ERR_MEMORY);
        buffer->uuids = grown;
        buffer->capacity = capacity;
    }
    memcpy(buffer->uuids + buffer->count, uuids, n * sizeof *uuids);
    buffer->count += n;
    return n;
}

static void insertion_sort(uuid9562_t *uuids, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uuid9562_t uuid = uuids[i];
        size_t place = i;

        for (; place > 0 && uuid9562_compare(&uuid, &uuids[place - 1]) < 0; place--)
            uuids[place] = uuids[place - 1];
        uuids[place] = uuid;
    }
}

/* Sorts UUIDs whose bytes before this one are equal. */
static void radix_sort(uuid9562_t *uuids, size_t n, size_t byte)
{
    enum { FEW = 32, VALUES = 256 };
    size_t count[VALUES] = {0}, next[VALUES], end[VALUES], begin = 0;

    if (n <= FEW) {
        insertion_sort(uuids, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        count[uuids[i].bytes[byte]]++;
    for (size_t value = 0; value < VALUES; value++) {
        next[value] = begin;
        begin += count[value];
        end[value] = begin;
    }
    /* Swaps every UUID into the group of its value, until each group is complete. */
    for (size_t value = 0; value < VALUES; value++)
        while (next[value] < end[value]) {
            uuid9562_t *here = &uuids[next[value]];
            uuid9562_t *there = &uuids[next[here->bytes[byte]]++];
            const uuid9562_t swapped = *there;

            *there = *here;
            *here = swapped;
        }
    if (byte + 1 < sizeof uuids->bytes)
        for (size_t value = 0; value < VALUES; value++)
            radix_sort(uuids + end[value] - count[value], count[value], byte + 1);
}

/* Keeps one of equal UUIDs. Returns the number that remains. */
static size_t drop_equal(uuid9562_t *uuids, size_t n)
{
    size_t kept = n > 0;

    for (size_t i = 1; i < n; i++)
        if (uuid9562_compare(&uuids[kept - 1], &uuids[i]) != 0)
            uuids[kept++] = uuids[i];
    return kept;
}

void sort(const options_t *options)
{
    buffer_t buffer = {0};
    writer_t writer;
    uint64_t invalid;

    writer_open(&writer, options);
    invalid = read_uuids(options, hold_some, &buffer, NULL);
    radix_sort(buffer.uuids, buffer.count, 0);
    if (option_given(options, OPTION_UNIQUE))
        buffer.count = drop_equal(buffer.uuids, buffer.count);
    if (!option_given(options, OPTION_REVERSE))
        write_uuids(&writer, buffer.uuids, buffer.count);
    else
        while (buffer.count > 0)
            write_uuids(&writer, &buffer.uuids[--buffer.count], 1);
    free(buffer.uuids);
    if (invalid > 0)
        finish(EXIT_INVALID);
}
