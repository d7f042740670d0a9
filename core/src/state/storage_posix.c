/*
 * The state file in the file system (storage.h), on Linux and macOS.
 */
#include "../system/os.h"

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

enum { NO_WAITING_NO_LINK = O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK };

INTERNAL int file_open(const char *path)
{
    return UNINTERRUPTED(open(path, O_RDWR | NO_WAITING_NO_LINK));
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

    if (UNINTERRUPTED(lstat(path, &status)) != 0)
        return false;
    found = id_of(&status);
    errno = ENOENT;
    return memcmp(&found, &id, sizeof id) == 0;
}

INTERNAL bool file_facts(int file, file_facts_t *facts)
{
    struct stat status;

    if (UNINTERRUPTED(fstat(file, &status)) != 0)
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
    const uint64_t begun = os_steady_ms();

    while (UNINTERRUPTED(flock(file, LOCK_EX | LOCK_NB)) != 0) {
        if (errno != EWOULDBLOCK || os_steady_ms() - begun >= patience_ms)
            return false;
        os_sleep();
    }
    return true;
}

INTERNAL bool file_read(int file, void *bytes, size_t size, uint64_t offset)
{
    for (size_t done = 0; done < size;) {
        const ssize_t got =
            UNINTERRUPTED(pread(file, (char *)bytes + done, size - done, (off_t)(offset + done)));

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
        const ssize_t put = UNINTERRUPTED(
            pwrite(file, (const char *)bytes + done, size - done, (off_t)(offset + done)));

        if (put <= 0)
            return false;
        done += (size_t)put;
    }
    return true;
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
 * may be written but not read is synchronised with its whole file system. `beside`, a name in the
 * folder, becomes that of the folder. */
static bool sync_name(const char *path, char *beside)
{
    char *end = strrchr(beside, '/');
    int file;
    bool synchronised;

    strcpy(end == NULL ? beside : end + 1, end == NULL ? "." : "");
    file = UNINTERRUPTED(open(beside, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (file < 0)
        return errno == EACCES && sync_all_with(path);
    synchronised =
        UNINTERRUPTED(fsync(file)) == 0 || errno == EINVAL; /* which knows no such thing */
    close(file);
    return synchronised;
}

static bool fill_file(int file, unsigned mode, const void *bytes, size_t size)
{
    return UNINTERRUPTED(fchmod(file, (mode_t)mode)) == 0 && file_write(file, bytes, size, 0) &&
           UNINTERRUPTED(fsync(file)) == 0;
}

INTERNAL bool file_create(const char *path, uint64_t random, unsigned mode, const void *bytes,
                          size_t size, bool replace)
{
    char *temporary; /* not on the stack, which may be small */
    int file, error;
    bool created = false;

    if (asprintf(&temporary, "%s.%016llx", path, (unsigned long long)random) < 0)
        return false;
    file = UNINTERRUPTED(open(temporary, O_RDWR | O_CREAT | O_EXCL | NO_WAITING_NO_LINK, 0600));
    if (file >= 0) {
        os_change_in_place(file);
        created = fill_file(file, mode, bytes, size) &&
                  UNINTERRUPTED(replace ? rename(temporary, path) : link(temporary, path)) == 0;
        error = errno;
        close(file);
        (void)UNINTERRUPTED(unlink(temporary));
        errno = error;
    }
    created = created && sync_name(path, temporary);
    error = errno;
    free(temporary);
    errno = error;
    return created;
}

/* ---- memory ---- */

INTERNAL void *file_room(void)
{
    void *room = mmap(NULL, FILE_MAP_SHARED + FILE_MAP_OWN, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    return room != MAP_FAILED ? room : NULL;
}

INTERNAL bool file_map(void *room, int file, size_t size)
{
    return mmap(room, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED;
}

INTERNAL void file_unmap(void *room)
{
    const int error = errno;

    munmap(room, FILE_MAP_SHARED + FILE_MAP_OWN);
    errno = error;
}

/* ---- names ---- */

INTERNAL bool file_absolute_path(char out[FILE_PATH_MAX], const char *path)
{
    size_t length;

    *out = '\0';
    if (*path != '/' && getcwd(out, FILE_PATH_MAX) == NULL) {
        errno = errno == ERANGE ? ENAMETOOLONG : errno;
        return false;
    }
    length = strlen(out);
    if (length > 1)
        out[length++] = '/';
    errno = ENAMETOOLONG;
    if (length + strlen(path) >= FILE_PATH_MAX)
        return false;
    strcpy(out + length, path);
    return true;
}

#endif
