/*
 * sort: the only command that holds all that it reads, 16 bytes for each UUID.
 *
 * It sorts in place, byte by byte from the first: all UUIDs of one byte are brought together,
 * then each such heap is sorted by the next. That touches a UUID a few times only, where
 * comparisons would look at it log2(n) times. Small heaps go by insertion.
 */

typedef struct heap {
    uuid9562_t *uuids;
    size_t count, room;
} heap_t;

static size_t sort_some(void *context, uuid9562_t *uuids, size_t n, const char **why)
{
    heap_t *heap = context;

    (void)why;
    if (heap->room - heap->count < n) {
        size_t room = heap->room * 2 + BLOCK;
        uuid9562_t *grown =
            room < SIZE_MAX / sizeof *grown ? realloc(heap->uuids, room * sizeof *grown) : NULL;

        if (grown == NULL)
            SYSTEM_ERROR("%s", uuid9562_strerror(UUID9562_ERR_MEMORY));
        heap->uuids = grown;
        heap->room = room;
    }
    memcpy(heap->uuids + heap->count, uuids, n * sizeof *uuids);
    heap->count += n;
    return n;
}

static void sort_few(uuid9562_t *uuids, size_t n)
{
    for (size_t i = 1; i < n; i++) {
        const uuid9562_t uuid = uuids[i];
        size_t place = i;

        for (; place > 0 && uuid9562_compare(&uuid, &uuids[place - 1]) < 0; place--)
            uuids[place] = uuids[place - 1];
        uuids[place] = uuid;
    }
}

/* UUIDs that are equal up to that byte. */
static void sort_by(uuid9562_t *uuids, size_t n, size_t byte)
{
    enum { FEW = 32, VALUES = 256 };
    size_t count[VALUES] = {0}, next[VALUES], end[VALUES], begin = 0;

    if (n <= FEW) {
        sort_few(uuids, n);
        return;
    }
    for (size_t i = 0; i < n; i++)
        count[uuids[i].bytes[byte]]++;
    for (size_t value = 0; value < VALUES; value++) {
        next[value] = begin;
        begin += count[value];
        end[value] = begin;
    }
    /* Each UUID that is not in its part goes there, and the one that it finds there goes on. */
    for (size_t value = 0; value < VALUES; value++)
        while (next[value] < end[value]) {
            uuid9562_t *here = &uuids[next[value]];
            const uint8_t its = here->bytes[byte];
            const uuid9562_t away = uuids[next[its]];

            uuids[next[its]++] = *here;
            *here = away;
        }
    if (byte + 1 < sizeof uuids->bytes)
        for (size_t value = 0; value < VALUES; value++)
            sort_by(uuids + end[value] - count[value], count[value], byte + 1);
}

static size_t drop_equal(uuid9562_t *uuids, size_t n)
{
    size_t kept = n > 0;

    for (size_t i = 1; i < n; i++)
        if (uuid9562_compare(&uuids[kept - 1], &uuids[i]) != 0)
            uuids[kept++] = uuids[i];
    return kept;
}

static void sort(const options_t *options)
{
    heap_t heap = {0};
    writer_t writer;
    bool good;

    writer_open(&writer, options);
    good = read_uuids(options, sort_some, &heap);
    sort_by(heap.uuids, heap.count, 0);
    if (has(options, OPTION_UNIQUE))
        heap.count = drop_equal(heap.uuids, heap.count);
    if (!has(options, OPTION_REVERSE))
        write_uuids(&writer, heap.uuids, heap.count);
    else
        while (heap.count > 0)
            write_uuids(&writer, &heap.uuids[--heap.count], 1);
    free(heap.uuids);
    if (!good)
        finish(EXIT_INPUT);
}
