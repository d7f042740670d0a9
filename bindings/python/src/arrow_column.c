/*
 * A column counts its references: of its ArrowArray, and of each array that was exported of it. The
 * UUIDs are in memory of the column itself, in an array that another library has exported, or in a
 * buffer of Python.
 *
 * A consumer releases an exported array in any thread, with or without the interpreter's lock, and
 * even after the interpreter's end. The first two kinds of memory can be freed there. A buffer
 * cannot: taking the lock in a thread of another library may deadlock with a thread that holds it
 * and waits for that library, and PyGILState_Ensure() supports one interpreter only. So its column
 * is added to a lock-free list, which is emptied by the next call for a column and, in the main
 * interpreter, by a pending call of the main thread. After the interpreter's end it is not freed.
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

/* The columns of an interpreter that wait to be freed. It lives as long as the module and the
 * columns that may be added. */
typedef struct arrow_home {
    _Atomic size_t references;
    column_t *_Atomic waiting;
    atomic_bool scheduled; /* a pending call will empty the list */
    atomic_bool open;      /* and may be asked for: the module of the main interpreter lives */
} arrow_home_t;

static void home_drop(arrow_home_t *home)
{
    if (home != NULL && atomic_fetch_sub(&home->references, 1) == 1)
        PyMem_RawFree(home);
}

/* A column with a view is freed where the interpreter is. */
static void column_free(column_t *column)
{
    if (column->source.release != NULL)
        column->source.release(&column->source);
    if (column->view.obj != NULL)
        PyBuffer_Release(&column->view);
    home_drop(column->home);
    PyMem_RawFree(column);
}

INTERNAL void column_drop(column_t *column)
{
    if (atomic_fetch_sub(&column->references, 1) == 1)
        column_free(column);
}

static void empty_home(arrow_home_t *home)
{
    column_t *column = atomic_exchange(&home->waiting, NULL), *next;

    for (; column != NULL; column = next) {
        next = column->next;
        column_free(column);
    }
}

static int empty_home_pending(void *context)
{
    arrow_home_t *home = context;

    atomic_store(&home->scheduled, false);
    empty_home(home);
    home_drop(home);
    return 0;
}

static void schedule(arrow_home_t *home)
{
    if (!atomic_load(&home->open) || !Py_IsInitialized() || atomic_exchange(&home->scheduled, true))
        return;
    atomic_fetch_add(&home->references, 1);
    if (Py_AddPendingCall(empty_home_pending, home) != 0) {
        atomic_store(&home->scheduled, false);
        home_drop(home);
    }
}

INTERNAL void column_drop_anywhere(column_t *column)
{
    arrow_home_t *home = column->home;

    if (atomic_fetch_sub(&column->references, 1) != 1)
        return;
    if (column->view.obj == NULL) {
        column_free(column);
        return;
    }
    atomic_fetch_add(&home->references, 1); /* the column may be freed at once */
    column->next = atomic_load(&home->waiting);
    while (!atomic_compare_exchange_weak(&home->waiting, &column->next, column))
        continue;
    schedule(home);
    home_drop(home);
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
INTERNAL column_t *column_new_nullable(const column_type_t *type, uint64_t n, uint8_t **validity)
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

INTERNAL column_t *column_new(const column_type_t *type, uint64_t n)
{
    return column_new_nullable(type, n, NULL);
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

INTERNAL void column_set_offset(column_t *column, int64_t number, size_t offset)
{
    void *offsets = (void *)(uintptr_t)column->values;

    if (column->type->offset_size == sizeof(int32_t))
        ((int32_t *)offsets)[number] = (int32_t)offset;
    else
        ((int64_t *)offsets)[number] = (int64_t)offset;
}

INTERNAL size_t column_put_texts(column_t *column, int64_t number, const uuid9562_t *uuids,
                                 int64_t count, size_t end)
{
    uuid9562_format_n((char *)(uintptr_t)column->texts + end, uuids, (uint64_t)count, -1);
    for (int64_t i = 0; i < count; i++)
        column_set_offset(column, number + i, end + (size_t)i * UUID9562_CANONICAL_LENGTH);
    return end + (size_t)count * UUID9562_CANONICAL_LENGTH;
}

/* From the first on, the texts grow towards the UUIDs, and never reach one that is not in the copy
 * of its block. */
INTERNAL void column_finish(column_t *column)
{
    const uuid9562_t *uuids = column_uuids(column);
    uuid9562_t copy[BLOCK];
    size_t end = 0;

    if (column->type->offset_size == 0)
        return;
    for (int64_t i = 0; i < column->length; i += BLOCK) {
        const int64_t count = column->length - i < BLOCK ? column->length - i : BLOCK;

        memcpy(copy, uuids + i, (size_t)count * sizeof *copy);
        end = column_put_texts(column, i, copy, count, end);
    }
    column_set_offset(column, column->length, end);
}

/* ---- columns that wait to be freed ---- */

#ifdef PYPY_VERSION /* which has one interpreter */
#define IS_MAIN_INTERPRETER true
#else
#define IS_MAIN_INTERPRETER (PyInterpreterState_Get() == PyInterpreterState_Main())
#endif

INTERNAL int begin_columns(module_t *module)
{
    arrow_home_t *home = PyMem_RawCalloc(1, sizeof *home);

    if (home == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    atomic_init(&home->references, 1);
    atomic_init(&home->open, IS_MAIN_INTERPRETER);
    module->arrow_home = home;
    return 0;
}

INTERNAL void free_waiting(const module_t *module)
{
    empty_home(module->arrow_home);
}

INTERNAL void end_columns(module_t *module)
{
    arrow_home_t *home = module->arrow_home;

    module->arrow_home = NULL;
    if (home == NULL)
        return;
    atomic_store(&home->open, false);
    empty_home(home);
    home_drop(home);
}

INTERNAL void column_hold(const module_t *module, column_t *column, const Py_buffer *view)
{
    column->values = view->buf;
    column->view = *view;
    column->home = module->arrow_home;
    atomic_fetch_add(&column->home->references, 1);
}
