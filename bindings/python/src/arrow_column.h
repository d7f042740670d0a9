/* A column of UUIDs as Apache Arrow stores it: its type, its memory, and when that is freed. */
#ifndef UUID9562_PYTHON_ARROW_COLUMN_H
#define UUID9562_PYTHON_ARROW_COLUMN_H

#include "arrow_abi.h"
#include "call.h"

/* ---- types ---- */

typedef struct column_type {
    const char *name;
    const char *format;   /* of Arrow */
    const char *metadata; /* or NULL */
    size_t offset_size;   /* of the offsets that text has; 0 for 16 bytes each */
    uint64_t most;        /* UUIDs that offsets of that size can address */
} column_type_t;

/* Kind s, the name of a type: argument `number`, or "uuid" if it was left out. Returns NULL with an
 * exception set if there is none of that name. */
INTERNAL const column_type_t *get_column_type(const call_t *call, int number);

/* ---- columns ---- */

typedef struct column {
    _Atomic size_t references;
    const column_type_t *type;
    int64_t length;
    int64_t offset;           /* of the first UUID, in values and in validity */
    int64_t null_count;       /* as in an ArrowArray */
    const uint8_t *validity;  /* a bit each, 0 for null; NULL if none is null */
    const void *values;       /* the UUIDs, or the offsets of the texts */
    const char *texts;        /* NULL if there are none */
    struct ArrowArray source; /* their owner; empty if its release is NULL */
} column_t;

/* The bits of a byte in the order in which Arrow counts them. */
static const uint8_t BITS[] = {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80};

INLINE bool is_valid(const uint8_t *validity, int64_t number)
{
    return validity == NULL || (validity[number / 8] & BITS[number % 8]) != 0;
}

/* Whether one of `length` elements from `offset` on is null; a null count of -1 was not counted. */
INTERNAL bool has_nulls(const uint8_t *validity, int64_t offset, int64_t length,
                        int64_t null_count);

/* These return NULL with an exception set if they fail. The first creates a column with `size`
 * bytes of its own, which begin at *memory; the other, one with memory for n UUIDs. All of those
 * are valid, or, if `validity` is not NULL, the bits at *validity say which; none is yet. */
INTERNAL column_t *column_alloc(const column_type_t *type, int64_t length, size_t size,
                                unsigned char **memory);
INTERNAL column_t *column_new(const column_type_t *type, uint64_t n, uint8_t **validity);

/* Where to write the UUIDs of a new column, and their conversion to its type. Returns 0, or -1 with
 * the exception of a signal's handler. */
INTERNAL uuid9562_t *column_uuids(column_t *column);
INTERNAL int column_finish(column_t *column);

/* Where text `number` is, which is not null. */
INTERNAL const char *column_text(const column_t *column, int64_t number);

/* Drops a reference, in any thread. */
INTERNAL void column_drop(column_t *column);

/* Returns a new ArrowArray (arrow_array.c), which takes the column over, or NULL with an exception
 * set; NULL for NULL. */
INTERNAL PyObject *column_object(const module_t *module, column_t *column);

#endif
