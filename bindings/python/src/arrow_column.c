/*
 * A column counts its references: of its ArrowArray, and of each array that was exported of it. The
 * UUIDs are in memory of the column itself, or in an array that another library has exported. Both
 * can be freed in any thread, with or without the interpreter's lock, and even after the
 * interpreter's end: consumers release an exported array there.
 */
#include "arrow_column.h"

#include <string.h>

#include "arguments.h"
#include "results.h"

/* ---- types ---- */

/* As Arrow encodes it: the number of pairs, and a length before each text, in 4 bytes each in the
 * byte order of the machine. */
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define FOUR_BYTES(last) "\0\0\0" last
#else
#define FOUR_BYTES(last) last "\0\0\0"
#endif
static const _Alignas(int32_t) char uuid_metadata[] =
    FOUR_BYTES("\x02") FOUR_BYTES("\x18") "ARROW:extension:metadata" FOUR_BYTES("\x00")
    FOUR_BYTES("\x14") "ARROW:extension:name" FOUR_BYTES("\x0a") "arrow.uuid";

/* A type does not depend on the number of UUIDs, so that columns fit together: text beyond the
 * range of 32-bit offsets is an error. */
static const column_type_t column_types[] = {
    {"uuid", "w:16", uuid_metadata, 0, INT64_MAX},
    {"binary", "w:16", NULL, 0, INT64_MAX},
    {"text", "u", NULL, sizeof(int32_t), INT32_MAX / UUID9562_CANONICAL_LENGTH},
    {"large_text", "U", NULL, sizeof(int64_t), INT64_MAX},
};

INTERNAL const column_type_t *get_column_type(const call_t *call, int number)
{
    text_t name;

    if (call->arguments[number] == NULL)
        return &column_types[0];
    get_text(call, number, &name);
    for (size_t i = 0; i < sizeof column_types / sizeof *column_types; i++)
        if (name.length == strlen(column_types[i].name) &&
            memcmp(name.bytes, column_types[i].name, name.length) == 0)
            return &column_types[i];
    PyErr_SetString(PyExc_ValueError, "unknown type; expected one of: uuid binary text large_text");
    return NULL;
}

/* ---- columns ---- */

INTERNAL bool has_nulls(const uint8_t *validity, int64_t offset, int64_t length, int64_t null_count)
{
    if (validity == NULL || null_count >= 0)
        return validity != NULL && null_count > 0;
    while (length > 0 && is_valid(validity, offset))
        offset++, length--;
    return length > 0;
}

INTERNAL void column_drop(column_t *column)
{
    if (atomic_fetch_sub(&column->references, 1) != 1)
        return;
    if (column->source.release != NULL)
        column->source.release(&column->source);
    PyMem_RawFree(column);
}

/* Arrow advises addresses that are multiples of 64. */
enum { ALIGNMENT = 64, UUIDS_MAX = PY_SSIZE_T_MAX / 64 - 64 };

static size_t align(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* One block holds the column and its memory. */
INTERNAL column_t *column_alloc(const column_type_t *type, int64_t length, size_t size,
                                unsigned char **memory)
{
    column_t *column = PyMem_RawMalloc(sizeof *column + ALIGNMENT + size);

    if (column == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    memset(column, 0, sizeof *column);
    atomic_init(&column->references, 1);
    column->type = type;
    column->length = length;
    *memory = (unsigned char *)align((uintptr_t)(column + 1));
    return column;
}

/* The UUIDs or the offsets, the bits, if some may be null, and the texts. */
INTERNAL column_t *column_new(const column_type_t *type, uint64_t n, uint8_t **validity)
{
    const bool fixed = type->offset_size == 0;
    const size_t bits = validity != NULL ? align(n / 8 + 1) : 0;
    size_t values;
    unsigned char *memory;
    column_t *column;

    if (n > type->most) {
        PyErr_Format(PyExc_ValueError, "type %s holds at most %llu UUIDs; use large_text",
                     type->name, (unsigned long long)type->most);
        return NULL;
    }
    if (n > UUIDS_MAX) {
        PyErr_NoMemory();
        return NULL;
    }
    values = align(fixed ? n * sizeof(uuid9562_t) : (n + 1) * type->offset_size);
    column = column_alloc(type, (int64_t)n,
                          values + bits + (fixed ? 0 : n * UUID9562_CANONICAL_LENGTH), &memory);
    if (column == NULL)
        return NULL;
    column->values = memory;
    if (validity != NULL) {
        *validity = memset(memory + values, 0, bits);
        column->validity = *validity;
    }
    if (!fixed)
        column->texts = (const char *)memory + values + bits;
    return column;
}

/* The UUIDs of text are at the end of its memory until they are written as text. */
INTERNAL uuid9562_t *column_uuids(column_t *column)
{
    const size_t n = (size_t)column->length;

    if (column->type->offset_size == 0)
        return (uuid9562_t *)(uintptr_t)column->values;
    return (uuid9562_t *)(void *)((char *)(uintptr_t)column->texts +
                                  n * (UUID9562_CANONICAL_LENGTH - sizeof(uuid9562_t)));
}

static void set_offset(column_t *column, int64_t number, size_t offset)
{
    void *offsets = (void *)(uintptr_t)column->values;

    if (column->type->offset_size == sizeof(int32_t))
        ((int32_t *)offsets)[number] = (int32_t)offset;
    else
        ((int64_t *)offsets)[number] = (int64_t)offset;
}

INTERNAL const char *column_text(const column_t *column, int64_t number)
{
    const void *offsets = column->values;

    return column->texts + (column->type->offset_size == sizeof(int32_t)
                                ? ((const int32_t *)offsets)[number]
                                : ((const int64_t *)offsets)[number]);
}

/* Writes a block of texts, from `end` on. Returns where they end: a null is as long as no text. */
static size_t write_block(column_t *column, int64_t number, const uuid9562_t *uuids, int64_t count,
                          size_t end)
{
    char *texts = (char *)(uintptr_t)column->texts;

    if (column->validity == NULL)
        uuid9562_format_n(texts + end, uuids, (uint64_t)count, -1);
    for (int64_t i = 0; i < count; i++) {
        set_offset(column, number + i, end);
        if (!is_valid(column->validity, number + i))
            continue;
        if (column->validity != NULL)
            uuid9562_format(texts + end, &uuids[i]);
        end += UUID9562_CANONICAL_LENGTH;
    }
    return end;
}

/* Many enough for the core's fast paths, few enough for the processor's cache and the stack. */
enum { COLUMN_BLOCK = 256 };

/* From the first on, the texts grow towards the UUIDs, and never reach one that is not in the copy
 * of its block. */
INTERNAL int column_finish(column_t *column)
{
    const uuid9562_t *uuids = column_uuids(column);
    uuid9562_t copy[COLUMN_BLOCK];
    size_t end = 0;
    work_t work = begin_work(column->texts != NULL ? (uint64_t)column->length : 0);

    while (next_piece(&work))
        for (uint64_t i = work.begin; i < work.begin + work.count; i += COLUMN_BLOCK) {
            const uint64_t left = work.begin + work.count - i;
            const uint64_t count = left < COLUMN_BLOCK ? left : COLUMN_BLOCK;

            memcpy(copy, uuids + i, count * sizeof *copy);
            end = write_block(column, (int64_t)i, copy, (int64_t)count, end);
        }
    if (column->texts != NULL)
        set_offset(column, column->length, end);
    return work.interrupted ? -1 : 0;
}
