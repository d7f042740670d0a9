/*
 * SQLite's system in the playground: SQLite's own memdb, with an xWrite that notes the writes to each
 * page, which the page draws. A file ends when it is closed. Temporary files are kept in memory by
 * SQLite itself (SQLITE_TEMP_STORE=3).
 */
#include <emscripten.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sqlite3.h"

enum { PAGE_SIZE = 4096, FILE_SIZE = 64 /* at least that of memdb */ };

/* A page of a database, as it was last written. */
typedef struct page {
    uint8_t kind; /* the first byte of a page of a B-tree: 10 and 13 are leaves, 2 and 5 are not */
    uint8_t fill; /* how much of it is in use: 0 to 255 */
    uint16_t times; /* how often it was written since the reader set this to 0; stays at 65535 */
} page_t;

/* What is noted of an open file; it lies behind memdb's. */
typedef struct notes {
    struct notes *next;
    const char *name; /* SQLite's, until it closes the file */
    page_t *pages;    /* room of them, of which SQLite has written count */
    size_t count, room;
} notes_t;

static notes_t *open_files;
static const sqlite3_io_methods *memdb;
static sqlite3_io_methods methods;

static notes_t *notes_of(sqlite3_file *file)
{
    return (notes_t *)((char *)file + FILE_SIZE);
}

/* The pages of the open file of this name, the first being pages[0]; they move when the file grows.
 * Out:  count  of pages */
EMSCRIPTEN_KEEPALIVE page_t *engine_pages(const char *name, uint32_t *count)
{
    notes_t *notes = open_files;

    while (strcmp(notes->name, name) != 0)
        notes = notes->next;
    *count = (uint32_t)notes->count;
    return notes->pages;
}

/* ---- pages ---- */

static unsigned number_at(const unsigned char *bytes)
{
    return (unsigned)bytes[0] << 8 | bytes[1];
}

/* The bytes of a page that are in use: its header, the addresses of its cells, and the cells, which
 * lie at its end with free blocks and fragments among them. Section 1.6 of
 * https://sqlite.org/fileformat2.html has the format. */
static unsigned used_of(const unsigned char *page, const unsigned char *header)
{
    const unsigned header_size = header[0] >= 10 ? 8 : 12;
    unsigned used = header_size + number_at(header + 3) * 2 + PAGE_SIZE - number_at(header + 5);

    for (unsigned block = number_at(header + 1), last = 0; block > last && block <= PAGE_SIZE - 4;
         last = block, block = number_at(page + block))
        used -= number_at(page + block + 2);
    return used - header[7];
}

/* Returns: false if there is no memory for it */
static bool note_page(notes_t *notes, const unsigned char *page, size_t index)
{
    const unsigned char *header = index == 0 ? page + 100 : page;
    const unsigned used = used_of(page, header);
    page_t *noted;

    if (index >= notes->room) {
        const size_t room = 64 + 2 * index;
        page_t *pages = realloc(notes->pages, room * sizeof *pages);

        if (pages == NULL)
            return false;
        memset(pages + notes->room, 0, (room - notes->room) * sizeof *pages);
        notes->pages = pages;
        notes->room = room;
    }
    if (index >= notes->count)
        notes->count = index + 1;
    noted = &notes->pages[index];
    noted->kind = header[0];
    noted->fill = (uint8_t)(used < PAGE_SIZE ? used * 256 / PAGE_SIZE : 255);
    noted->times += noted->times < UINT16_MAX;
    return true;
}

/* ---- a file ---- */

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    if (count == PAGE_SIZE && !note_page(notes_of(file), bytes, (size_t)offset / PAGE_SIZE))
        return SQLITE_NOMEM;
    return memdb->xWrite(file, bytes, count, offset);
}

static int file_close(sqlite3_file *file)
{
    notes_t **list = &open_files;

    while (*list != notes_of(file))
        list = &(*list)->next;
    *list = (*list)->next;
    free(notes_of(file)->pages);
    return memdb->xClose(file);
}

/* ---- the system ---- */

static int system_open(sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags,
                       int *out_flags)
{
    sqlite3_vfs *below = sqlite3_vfs_find("memdb");
    notes_t *notes = notes_of(file);
    int code;

    (void)system;
    file->pMethods = NULL;
    if (name == NULL)
        return SQLITE_CANTOPEN;
    code = below->xOpen(below, name, file, flags, out_flags);
    if (code != SQLITE_OK)
        return code;
    memdb = file->pMethods;
    methods = *memdb;
    methods.xWrite = file_write;
    methods.xClose = file_close;
    file->pMethods = &methods;
    *notes = (notes_t){.next = open_files, .name = name};
    open_files = notes;
    return SQLITE_OK;
}

static int system_access(sqlite3_vfs *system, const char *name, int flags, int *result)
{
    (void)system, (void)name, (void)flags;
    *result = 0;
    return SQLITE_OK;
}

static int system_full_name(sqlite3_vfs *system, const char *name, int size, char *out)
{
    (void)system;
    sqlite3_snprintf(size, out, "%s", name);
    return SQLITE_OK;
}

static int system_random(sqlite3_vfs *system, int count, char *out)
{
    (void)system;
    return getentropy(out, (size_t)count) == 0 ? count : 0;
}

static int system_sleep(sqlite3_vfs *system, int microseconds)
{
    (void)system;
    return microseconds;
}

/* Milliseconds since the Julian epoch, which is 2440587.5 days before 1970. */
static int system_time(sqlite3_vfs *system, sqlite3_int64 *out)
{
    struct timespec now;

    (void)system;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0)
        return SQLITE_ERROR;
    *out = 210866760000000 + (sqlite3_int64)now.tv_sec * 1000 + now.tv_nsec / 1000000;
    return SQLITE_OK;
}

static sqlite3_vfs memory = {
    .iVersion = 2,
    .szOsFile = FILE_SIZE + sizeof(notes_t),
    .mxPathname = 256,
    .zName = "memory",
    .xOpen = system_open,
    .xAccess = system_access,
    .xFullPathname = system_full_name,
    .xRandomness = system_random,
    .xSleep = system_sleep,
    .xCurrentTimeInt64 = system_time,
};

int sqlite3_os_init(void)
{
    return sqlite3_vfs_register(&memory, 1);
}

int sqlite3_os_end(void)
{
    return SQLITE_OK;
}
