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
    struct ArrowArray source; /* what holds them; nothing if its release is NULL */
    Py_buffer view;           /* the same; nothing if its obj is NULL */
    struct arrow_home *home;  /* for a view, or NULL */
    struct column *next;      /* in the list of the home */
} column_t;

/* These return NULL with an exception set if they fail. The first creates a column with `size`
 * bytes of its own, which begin at *memory; the other two, one with memory for n UUIDs. All of
 * those are valid, or, if `validity` is not NULL, the bits at *validity say which; none is yet. */
INTERNAL column_t *column_alloc(const column_type_t *type, int64_t length, size_t size,
                                unsigned char **memory);
INTERNAL column_t *column_new(const column_type_t *type, uint64_t n);
INTERNAL column_t *column_new_nullable(const column_type_t *type, uint64_t n, uint8_t **validity);

/* Where to write the UUIDs of a new column, and what then converts them to its type. */
INTERNAL uuid9562_t *column_uuids(column_t *column);
INTERNAL void column_finish(column_t *column);

/* The other way to fill a column of text: writes `count` texts, of UUID `number` and those after
 * it, from `end` on, which is where those before them end. Returns where they end. Once all are
 * there, the offset of the number behind the last is to be set as well. */
INTERNAL size_t column_put_texts(column_t *column, int64_t number, const uuid9562_t *uuids,
                                 int64_t count, size_t end);
INTERNAL void column_set_offset(column_t *column, int64_t number, size_t offset);

/* Many enough for the core's fast paths, few enough for the processor's cache and the stack. */
enum { BLOCK = 256 };

/* Drop a reference: the first where the interpreter is, the second in any thread. */
INTERNAL void column_drop(column_t *column);
INTERNAL void column_drop_anywhere(column_t *column);

/* ---- columns that wait to be freed ---- */

/* Sets module->arrow_home. Returns 0, or -1 with an exception set. */
INTERNAL int begin_columns(module_t *module);

/* Frees them. */
INTERNAL void free_waiting(const module_t *module);

/* Frees them, and releases the home. */
INTERNAL void end_columns(module_t *module);

/* Holds a buffer, whose values are those of the column. */
INTERNAL void column_hold(const module_t *module, column_t *column, const Py_buffer *view);

#endif
