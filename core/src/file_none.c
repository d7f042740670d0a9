/*
 * The state file on a system without state files (file.h): errno says that there are none.
 */
#include "os.h"

#ifndef OS_FILES
#include <errno.h>

#include "file.h"

INTERNAL int file_open(const char *path)
{
    (void)path;
    errno = ENOSYS;
    return -1;
}

INTERNAL void file_close(int file)
{
    (void)file;
}

INTERNAL bool file_facts(int file, file_facts_t *facts)
{
    (void)file;
    (void)facts;
    return false;
}

INTERNAL bool file_is_at(const char *path, file_id_t id)
{
    (void)path;
    (void)id;
    return false;
}

INTERNAL bool file_lock(int file, unsigned patience_ms)
{
    (void)file;
    (void)patience_ms;
    return false;
}

INTERNAL bool file_read(int file, void *bytes, size_t size, uint64_t offset)
{
    (void)file;
    (void)bytes;
    (void)size;
    (void)offset;
    return false;
}

INTERNAL bool file_write(int file, const void *bytes, size_t size, uint64_t offset)
{
    (void)file;
    (void)bytes;
    (void)size;
    (void)offset;
    return false;
}

INTERNAL bool file_sync(int file)
{
    (void)file;
    return false;
}

INTERNAL bool file_fill_holes(int file, size_t size)
{
    (void)file;
    (void)size;
    return false;
}

INTERNAL bool file_create(const char *path, unsigned mode, const void *bytes, size_t size,
                          bool replace)
{
    (void)path;
    (void)mode;
    (void)bytes;
    (void)size;
    (void)replace;
    errno = ENOSYS;
    return false;
}

INTERNAL void *file_map(int file, size_t size)
{
    (void)file;
    (void)size;
    return NULL;
}

INTERNAL void file_unmap(void *mapped)
{
    (void)mapped;
}

INTERNAL bool file_absolute_path(char out[FILE_PATH_MAX], const char *path)
{
    (void)out;
    (void)path;
    errno = ENOSYS;
    return false;
}

#endif
