/*
 * The state file in the file system (storage.h), on Linux and macOS.
 */
#include "os.h"

#ifdef OS_FILES
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "storage.h"
#include "storage_os.h"

enum { NO_WAITING_NO_LINK = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK };

INTERNAL int file_open(const char *path)
{
    int file;

    do
        file = open(path, O_RDWR | NO_WAITING_NO_LINK);
    while (file < 0 && errno == EINTR);
    return file;
}

/* The lock is released first: a child of a raw clone() may have the same descriptor. */
INTERNAL void file_close(int file)
{
    const int error = errno;

    flock(file, LOCK_UN);
    close(file);
    errno = error;
}

static bool is_in_groups(gid_t group)
{
    gid_t groups[256];
    const int count = getgroups(sizeof groups / sizeof *groups, groups);

    if (group == getegid())
        return true;
    for (int i = 0; i < count; i++)
        if (groups[i] == group)
            return true;
    return false;
}

_Static_assert(sizeof(ino_t) == sizeof(uint64_t), "a 32-bit process sees all files");

static file_id_t id_of(const struct stat *status)
{
    return (file_id_t){(uint64_t)status->st_dev, (uint64_t)status->st_ino};
}

INTERNAL bool file_is_at(const char *path, file_id_t id)
{
    struct stat status;
    file_id_t found;

    if (lstat(path, &status) != 0)
        return false;
    found = id_of(&status);
    return memcmp(&found, &id, sizeof id) == 0;
}

INTERNAL bool file_facts(int file, file_facts_t *facts)
{
    struct stat status;

    if (fstat(file, &status) != 0)
        return false;
    *facts = (file_facts_t){
        .id = id_of(&status),
        .size = (uint64_t)status.st_size,
        .has_holes = (uint64_t)status.st_blocks * 512 < (uint64_t)status.st_size,
        .mode = status.st_mode & 07777,
        .is_regular = S_ISREG(status.st_mode),
        .is_ours = status.st_uid == geteuid() || status.st_uid == 0 ||
                   ((status.st_mode & S_IWGRP) && is_in_groups(status.st_gid)),
    };
    return true;
}

INTERNAL bool file_lock(int file, unsigned patience_ms)
{
    while (flock(file, LOCK_EX | LOCK_NB) != 0) {
        if (errno != EINTR && (errno != EWOULDBLOCK || patience_ms == 0))
            return false;
        if (errno == EWOULDBLOCK) {
            os_sleep();
            patience_ms--;
        }
    }
    return true;
}

INTERNAL bool file_read(int file, void *bytes, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got = pread(file, (char *)bytes + done, size - done, (off_t)(offset + done));

        if (got < 0 && errno == EINTR)
            continue;
        if (got == 0)
            errno = EINVAL; /* it was truncated just now */
        if (got <= 0)
            return false;
        done += (size_t)got;
    }
    return true;
}

/* A write beyond the process's limit for files would end it, by the signal SIGXFSZ. */
static bool is_within_limit(uint64_t end)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        end <= (uint64_t)limit.rlim_cur)
        return true;
    errno = EFBIG;
    return false;
}

INTERNAL bool file_write(int file, const void *bytes, size_t size, uint64_t offset)
{
    if (!is_within_limit(offset + size))
        return false;
    for (size_t done = 0; done < size;) {
        const ssize_t put =
            pwrite(file, (const char *)bytes + done, size - done, (off_t)(offset + done));

        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
}

INTERNAL bool file_sync(int file)
{
    return os_sync_data(file);
}

INTERNAL bool file_fill_holes(int file, size_t size)
{
    return os_fill_holes(file, size);
}

/* ---- a file that appears whole ---- */

static bool sync_all_with(const char *path)
{
    const int file = file_open(path);
    const bool synchronised = file >= 0 && os_sync_all_with(file);

    if (file >= 0)
        file_close(file);
    return synchronised;
}

/* Some file systems lose a new name at a crash unless its folder is synchronised too. A folder that
 * may be written but not read is synchronised with its whole file system. */
static bool sync_name(const char *path)
{
    char folder[FILE_PATH_MAX];
    const char *end = strrchr(path, '/');
    int file;
    bool synchronised;

    snprintf(folder, sizeof folder, "%.*s", end == NULL ? 1 : (int)(end - path + 1),
             end == NULL ? "." : path);
    file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return errno == EACCES && sync_all_with(path);
    synchronised = fsync(file) == 0 || errno == EINVAL; /* which knows no such thing */
    close(file);
    return synchronised;
}

static bool fill_file(int file, unsigned mode, const void *bytes, size_t size)
{
    return fchmod(file, (mode_t)mode) == 0 && file_write(file, bytes, size, 0) && fsync(file) == 0;
}

INTERNAL bool file_create(const char *path, unsigned mode, const void *bytes, size_t size,
                          bool replace)
{
    char temporary[FILE_PATH_MAX];
    uint64_t random;
    int file, error;
    bool created;

    if (os_random(&random, sizeof random) != 0)
        return false;
    if (snprintf(temporary, sizeof temporary, "%s.%016llx", path, (unsigned long long)random) >=
        (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    file = open(temporary, O_RDWR | O_CREAT | O_EXCL | NO_WAITING_NO_LINK, 0600);
    if (file < 0)
        return false;
    os_change_in_place(file);
    created = fill_file(file, mode, bytes, size) &&
              (replace ? rename(temporary, path) : link(temporary, path)) == 0;
    error = errno;
    close(file);
    unlink(temporary);
    errno = error;
    return created && sync_name(path);
}

/* ---- memory ---- */

INTERNAL void *file_map(int file, size_t size)
{
    char *mapped = mmap(NULL, FILE_MAP_SHARED + FILE_MAP_OWN, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (mapped == MAP_FAILED)
        return NULL;
    if (mmap(mapped, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) == MAP_FAILED) {
        file_unmap(mapped);
        return NULL;
    }
    return mapped;
}

INTERNAL void file_unmap(void *mapped)
{
    const int error = errno;

    munmap(mapped, FILE_MAP_SHARED + FILE_MAP_OWN);
    errno = error;
}

/* ---- names ---- */

INTERNAL bool file_absolute_path(char out[FILE_PATH_MAX], const char *path)
{
    char folder[FILE_PATH_MAX] = "";
    int length;

    if (*path != '/' && getcwd(folder, sizeof folder) == NULL) {
        errno = errno == ERANGE ? ENAMETOOLONG : errno;
        return false;
    }
    length = snprintf(out, FILE_PATH_MAX, "%s%s%s", folder,
                      *path == '/' || strcmp(folder, "/") == 0 ? "" : "/", path);
    if (length >= 0 && length < FILE_PATH_MAX)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

#endif
