/*
 * What storage.c begins with: the core, compiled into the program, with a file system of its own.
 * Its calls note what they are called with, and can fail, be interrupted, or do a part of what they
 * were asked.
 */
#ifndef FAKE_FILES_H
#define FAKE_FILES_H

#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <time.h>
#include <unistd.h>

static int fake_open(const char *path, int flags, ...);
static int fake_close(int file);
static int fake_flock(int file, int operation);
static int fake_nanosleep(const struct timespec *time, struct timespec *left);
static int fake_clock_gettime(clockid_t clock, struct timespec *now);
static int fake_fstat(int file, struct stat *status);
static int fake_lstat(const char *path, struct stat *status);
static int fake_getrlimit(int resource, struct rlimit *limit);
static int fake_fallocate(int file, int mode, off_t from, off_t size);
static int fake_syncfs(int file);
static int fake_ioctl(int file, unsigned request, int *flags);
static uid_t fake_geteuid(void);
static gid_t fake_getegid(void);
static int fake_getgroups(int count, gid_t *groups);
static ssize_t fake_read(int file, void *bytes, size_t size);
static ssize_t fake_pread(int file, void *bytes, size_t size, off_t offset);
static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset);
static int fake_fdatasync(int file);
static int fake_fsync(int file);
static int fake_fchmod(int file, mode_t mode);
static int fake_link(const char *from, const char *to);
static int fake_rename(const char *from, const char *to);
static int fake_unlink(const char *path);
static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
static int fake_munmap(void *pages, size_t size);
static char *fake_getcwd(char *folder, size_t size);
static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags);

#define open(...) fake_open(__VA_ARGS__, 0)
#define close     fake_close
#define flock     fake_flock
#define nanosleep fake_nanosleep
#define clock_gettime fake_clock_gettime
#define fstat     fake_fstat
#define lstat     fake_lstat
#define getrlimit fake_getrlimit
#define fallocate fake_fallocate
#define syncfs    fake_syncfs
#define ioctl(file, request, flags) fake_ioctl(file, (unsigned)(request), flags)
#define geteuid   fake_geteuid
#define getegid   fake_getegid
#define getgroups fake_getgroups
#define read      fake_read
#define pread     fake_pread
#define pwrite    fake_pwrite
#define fdatasync fake_fdatasync
#define fsync     fake_fsync
#define fchmod    fake_fchmod
#define link      fake_link
#define rename    fake_rename
#define unlink    fake_unlink
#define mmap      fake_mmap
#define munmap    fake_munmap
#define getcwd    fake_getcwd
#define getrandom fake_getrandom
#include "../../core/uuid9562.c"
#undef open
#undef close
#undef flock
#undef nanosleep
#undef clock_gettime
#undef fstat
#undef lstat
#undef getrlimit
#undef fallocate
#undef syncfs
#undef ioctl
#undef geteuid
#undef getegid
#undef getgroups
#undef read
#undef pread
#undef pwrite
#undef fdatasync
#undef fsync
#undef fchmod
#undef link
#undef rename
#undef unlink
#undef mmap
#undef munmap
#undef getcwd
#undef getrandom

#include <errno.h>

#include "../core/run.c"

/* ---- the file system ---- */

enum { CONTENTS = 64, NOISE = EINTR };

static int the_file, the_folder; /* 0 is one like the others */
static char calls[4096]; /* all that were made, a space before each */
static struct {
    const char *call; /* which fails ("": any), */
    int after, times; /* after so many that do not, so often, */
    int error;        /* with this */
} fault;
static struct stat status_of_file;
static gid_t groups_of_caller[300];
static int group_count;
static uint8_t contents[CONTENTS];
static size_t piece; /* the most that a call reads or writes */
static const char *boot_id_text;
static char folder_name[FILE_PATH_MAX];
static rlim_t most = RLIM_INFINITY;
static bool no_limit;
static int flags_of_file;
static bool is_left; /* the file with the other name */
static bool no_flags;
static void *unmapped;
static size_t unmapped_size;

static void setup(void)
{
    *calls = *folder_name = '\0';
    memset(&fault, 0, sizeof fault);
    memset(contents, 0, sizeof contents);
    the_file = 0;
    the_folder = 1;
    piece = CONTENTS;
    most = RLIM_INFINITY;
    no_limit = no_flags = false;
    unmapped = NULL;
    unmapped_size = 0;
    errno = 0;
}

static const fixture_t fixture = {setup, NULL};

/* What succeeds may change errno as well. */
static bool fails(const char *call, const char *note)
{
    snprintf(calls + strlen(calls), sizeof calls - strlen(calls), " %s%s", call, note);
    errno = NOISE;
    if (fault.call == NULL || (*fault.call != '\0' && strcmp(call, fault.call) != 0) ||
        fault.after-- > 0 || fault.times-- <= 0)
        return false;
    errno = fault.error;
    return true;
}

static int result_of(const char *call)
{
    return fails(call, "") ? -1 : 0;
}

static void let_fail(const char *call, int after, int times, int error)
{
    setup();
    fault.call = call;
    fault.after = after;
    fault.times = times;
    fault.error = error;
}

static size_t count_calls(void)
{
    size_t count = 0;

    for (const char *c = calls; *c != '\0'; c++)
        count += *c == ' ';
    *calls = '\0';
    return count;
}

static void require_calls(const char *expected)
{
    require_msg(strcmp(calls, expected) == 0, "calls:%s, not%s", calls, expected);
    *calls = '\0';
}

static int fake_open(const char *path, int flags, ...)
{
    const int for_files = O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
    va_list more;

    if (flags == (O_RDONLY | O_CLOEXEC)) {
        require(strcmp(path, "/proc/sys/kernel/random/boot_id") == 0);
        return fails("open", "-boot") ? -1 : the_file;
    }
    if (flags == (O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
        snprintf(folder_name, sizeof folder_name, "%s", path);
        return fails("open", "-folder") ? -1 : the_folder;
    }
    require_eq(flags & ~(O_CREAT | O_EXCL), for_files);
    va_start(more, flags);
    require_eq(va_arg(more, int), flags & O_CREAT ? 0600 : 0);
    va_end(more);
    return fails("open", flags == for_files ? "" : flags & O_EXCL ? "-new" : "-?")
               ? -1 : the_file;
}

static int fake_close(int file)
{
    return fails("close", file == the_folder ? "-folder" : "") ? -1 : 0;
}

static int fake_flock(int file, int operation)
{
    const bool unlocks = operation == LOCK_UN;

    require_eq(file, the_file);
    require(unlocks || operation == (LOCK_EX | LOCK_NB));
    return result_of(unlocks ? "unlock" : "lock");
}

static long steady_us, sleep_us = 1000; /* a clock, and how long each sleep is by it */

static int fake_clock_gettime(clockid_t clock, struct timespec *now)
{
    require_eq(clock, CLOCK_MONOTONIC);
    *now = (struct timespec){steady_us / 1000000, steady_us % 1000000 * 1000};
    return 0;
}

static int fake_nanosleep(const struct timespec *time, struct timespec *left)
{
    steady_us += sleep_us;
    require_eq(time->tv_sec, 0);
    require_eq(time->tv_nsec, 1000000);
    require(left == NULL);
    return result_of("sleep");
}

static int fake_fstat(int file, struct stat *status)
{
    require_eq(file, the_file);
    *status = status_of_file;
    return result_of("fstat");
}

static int fake_lstat(const char *path, struct stat *status)
{
    require(strcmp(path, "/state") == 0);
    *status = status_of_file;
    return result_of("lstat");
}

/* The type of `resource` is one of glibc's own. */
static int fake_getrlimit(int resource, struct rlimit *limit)
{
    require_eq(resource, RLIMIT_FSIZE);
    limit->rlim_cur = most;
    return no_limit ? -1 : 0;
}

static int fake_fallocate(int file, int mode, off_t from, off_t size)
{
    require_eq(file, the_file);
    require_eq(mode, 0);
    require_eq(from, 0);
    require_eq(size, 12288);
    return result_of("allocate");
}

static int fake_syncfs(int file)
{
    require_eq(file, the_file);
    return result_of("sync-all");
}

/* What the file system is asked to do with a new file. No test of a call sees it. */
static int fake_ioctl(int file, unsigned request, int *flags)
{
    require_eq(file, the_file);
    if (request == FS_IOC_GETFLAGS)
        *flags = flags_of_file;
    else if (request == FS_IOC_SETFLAGS)
        flags_of_file = *flags;
    return no_flags ? -1 : 0;
}

static uid_t fake_geteuid(void)
{
    return 1000;
}

static gid_t fake_getegid(void)
{
    return 100;
}

static int fake_getgroups(int count, gid_t *groups)
{
    if (count < group_count)
        return -1;
    memcpy(groups, groups_of_caller, (size_t)group_count * sizeof *groups);
    return group_count;
}

static ssize_t fake_read(int file, void *bytes, size_t size)
{
    const size_t length = strlen(boot_id_text);

    require_eq(file, the_file);
    memcpy(bytes, boot_id_text, size < length ? size : length);
    return fails("read", "") ? -1 : (ssize_t)(size < length ? size : length);
}

static size_t part_of(size_t size, off_t offset)
{
    const size_t left = offset < CONTENTS ? CONTENTS - (size_t)offset : 0;
    const size_t part = size < piece ? size : piece;
    return part < left ? part : left;
}

static ssize_t fake_pread(int file, void *bytes, size_t size, off_t offset)
{
    const size_t part = part_of(size, offset);

    require_eq(file, the_file);
    if (fails("read", ""))
        return -1;
    memcpy(bytes, contents + offset, part);
    return (ssize_t)part;
}

static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    const size_t part = part_of(size, offset);

    require_eq(file, the_file);
    if (fails("write", ""))
        return -1;
    memcpy(contents + offset, bytes, part);
    return (ssize_t)part;
}

static int fake_fdatasync(int file)
{
    require_eq(file, the_file);
    return result_of("sync");
}

static int fake_fsync(int file)
{
    return fails("sync", file == the_folder ? "-folder" : "") ? -1 : 0;
}

static int fake_fchmod(int file, mode_t mode)
{
    require_eq(file, the_file);
    require_eq(mode, 0640);
    return result_of("chmod");
}

/* "NAME.0123456789abcdef" beside "NAME" */
static bool is_beside(const char *temporary, const char *path)
{
    return strncmp(temporary, path, strlen(path)) == 0 &&
           strcmp(temporary + strlen(path), ".0123456789abcdef") == 0;
}

static int fake_link(const char *from, const char *to)
{
    require(is_beside(from, to));
    return result_of("link");
}

static int fake_rename(const char *from, const char *to)
{
    require(is_beside(from, to));
    return result_of("rename");
}

static int fake_unlink(const char *path)
{
    require(strcmp(path + strlen(path) - 17, ".0123456789abcdef") == 0);
    is_left = fails("unlink", "");
    return is_left ? -1 : 0;
}

static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    require_eq(file < 0, (flags & MAP_ANONYMOUS) != 0);
    require(file >= -1);
    return fails("map", "") ? MAP_FAILED : mmap(at, size, protection, flags, file, offset);
}

static int fake_munmap(void *pages, size_t size)
{
    unmapped = pages;
    unmapped_size = size;
    errno = NOISE;
    return munmap(pages, size);
}

static char *fake_getcwd(char *folder, size_t size)
{
    return fails("getcwd", "") ? NULL : getcwd(folder, size);
}

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    const uint64_t random = UINT64_C(0x0123456789abcdef);

    (void)flags;
    if (fails("random", ""))
        return -1;
    memcpy(bytes, &random, count);
    return (ssize_t)count;
}

#endif
