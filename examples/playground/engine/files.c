/*
 * SQLite's system in the playground (files.h). There is one thread, one process, and nothing that
 * outlives it: locks and synchronisation do nothing. Temporary files are kept in memory by SQLite
 * itself (SQLITE_TEMP_STORE=3).
 */
#include "files.h"

#include <emscripten.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "sqlite3.h"

enum { PAGE_SIZE = 4096, NAME_SIZE = 256 };

typedef struct store {
    struct store *next;
    char name[NAME_SIZE];
    unsigned char *bytes;
    size_t size, room;
    page_t *pages; /* room / PAGE_SIZE of them */
} store_t;

typedef struct file {
    sqlite3_file base;
    store_t *store;
} file_t;

static store_t *stores;

static store_t *find(const char *name)
{
    store_t *store = stores;

    while (store != NULL && strcmp(store->name, name) != 0)
        store = store->next;
    return store;
}

/* Removes the first of a list. */
static void remove_first(store_t **list)
{
    store_t *store = *list;

    *list = store->next;
    free(store->bytes);
    free(store->pages);
    free(store);
}

page_t *files_pages(const char *name, uint32_t *count)
{
    store_t *store = find(name);

    *count = store != NULL ? (uint32_t)(store->size / PAGE_SIZE) : 0;
    return store != NULL ? store->pages : NULL;
}

EMSCRIPTEN_KEEPALIVE void files_remove(void)
{
    while (stores != NULL)
        remove_first(&stores);
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

static void note_page(store_t *store, size_t index)
{
    const unsigned char *page = store->bytes + index * PAGE_SIZE;
    const unsigned char *header = index == 0 ? page + 100 : page;
    page_t *noted = &store->pages[index];
    const unsigned used = used_of(page, header);

    noted->kind = header[0];
    noted->fill = (uint8_t)(used < PAGE_SIZE ? used * 256 / PAGE_SIZE : 255);
    noted->times += noted->times < UINT16_MAX;
}

static bool grow(store_t *store, size_t size)
{
    size_t room = store->room != 0 ? store->room : 64 * PAGE_SIZE;
    unsigned char *bytes;
    page_t *pages;

    if (size > SIZE_MAX / 2)
        return false;
    while (room < size)
        room *= 2;
    if (room == store->room)
        return true;
    bytes = realloc(store->bytes, room);
    if (bytes == NULL)
        return false;
    store->bytes = bytes;
    pages = realloc(store->pages, room / PAGE_SIZE * sizeof *pages);
    if (pages == NULL)
        return false;
    store->pages = pages;
    memset(bytes + store->room, 0, room - store->room);
    memset(pages + store->room / PAGE_SIZE, 0, (room - store->room) / PAGE_SIZE * sizeof *pages);
    store->room = room;
    return true;
}

/* ---- a file ---- */

static int file_close(sqlite3_file *file)
{
    (void)file;
    return SQLITE_OK;
}

static int file_read(sqlite3_file *file, void *out, int count, sqlite3_int64 offset)
{
    const store_t *store = ((file_t *)file)->store;
    const size_t begin = (size_t)offset < store->size ? (size_t)offset : store->size;
    const size_t there = store->size - begin < (size_t)count ? store->size - begin : (size_t)count;

    memcpy(out, store->bytes + begin, there);
    memset((char *)out + there, 0, (size_t)count - there);
    return there == (size_t)count ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset)
{
    store_t *store = ((file_t *)file)->store;
    const size_t end = (size_t)offset + (size_t)count;

    if (!grow(store, end))
        return SQLITE_FULL;
    memcpy(store->bytes + offset, bytes, (size_t)count);
    if (store->size < end)
        store->size = end;
    if (count == PAGE_SIZE)
        note_page(store, (size_t)offset / PAGE_SIZE);
    return SQLITE_OK;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    store_t *store = ((file_t *)file)->store;

    if ((size_t)size < store->size) {
        memset(store->bytes + size, 0, store->size - (size_t)size);
        store->size = (size_t)size;
    }
    return SQLITE_OK;
}

static int file_size(sqlite3_file *file, sqlite3_int64 *size)
{
    *size = (sqlite3_int64)((file_t *)file)->store->size;
    return SQLITE_OK;
}

static int file_flag(sqlite3_file *file, int flag)
{
    (void)file, (void)flag;
    return SQLITE_OK;
}

static int file_is_reserved(sqlite3_file *file, int *is_reserved)
{
    (void)file;
    *is_reserved = 0;
    return SQLITE_OK;
}

static int file_control(sqlite3_file *file, int operation, void *argument)
{
    (void)file, (void)operation, (void)argument;
    return SQLITE_NOTFOUND;
}

static int file_sector(sqlite3_file *file)
{
    (void)file;
    return PAGE_SIZE;
}

static int file_traits(sqlite3_file *file)
{
    (void)file;
    return 0;
}

static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_flag,
    .xFileSize = file_size,
    .xLock = file_flag,
    .xUnlock = file_flag,
    .xCheckReservedLock = file_is_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_traits,
};

/* ---- the system ---- */

static int system_open(sqlite3_vfs *system, const char *name, sqlite3_file *file, int flags,
                       int *out_flags)
{
    file_t *opened = (file_t *)file;

    (void)system;
    opened->base.pMethods = NULL;
    if (name == NULL || strlen(name) >= NAME_SIZE)
        return SQLITE_CANTOPEN;
    opened->store = find(name);
    if (opened->store == NULL) {
        opened->store = calloc(1, sizeof *opened->store);
        if (opened->store == NULL)
            return SQLITE_NOMEM;
        strcpy(opened->store->name, name);
        opened->store->next = stores;
        stores = opened->store;
    }
    opened->base.pMethods = &methods;
    if (out_flags != NULL)
        *out_flags = flags;
    return SQLITE_OK;
}

static int system_delete(sqlite3_vfs *system, const char *name, int synchronise)
{
    store_t **list = &stores;

    (void)system, (void)synchronise;
    while (*list != NULL && strcmp((*list)->name, name) != 0)
        list = &(*list)->next;
    if (*list != NULL)
        remove_first(list);
    return SQLITE_OK;
}

static int system_access(sqlite3_vfs *system, const char *name, int flags, int *result)
{
    (void)system, (void)flags;
    *result = find(name) != NULL;
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

static int system_last_error(sqlite3_vfs *system, int size, char *out)
{
    (void)system, (void)size, (void)out;
    return 0;
}

static sqlite3_vfs memory = {
    .iVersion = 2,
    .szOsFile = sizeof(file_t),
    .mxPathname = NAME_SIZE,
    .zName = "memory",
    .xOpen = system_open,
    .xDelete = system_delete,
    .xAccess = system_access,
    .xFullPathname = system_full_name,
    .xRandomness = system_random,
    .xSleep = system_sleep,
    .xGetLastError = system_last_error,
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
