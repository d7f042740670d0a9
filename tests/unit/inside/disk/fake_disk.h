/*
 * What state_file.c, state_file_failures.c and storage.c include: the core, compiled into the
 * program, over a disk of its own, with system calls that remember what has reached it. The machine
 * crashes, or the process is killed, at each of these calls; a write that was not synchronised is
 * then lost, whole or torn, in any combination with others. A call can also fail; and a signal
 * interrupts each of them the first time.
 */
#ifndef FAKE_DISK_H
#define FAKE_DISK_H

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
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
static int fake_fsync(int file);
static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset);
static int fake_link(const char *from, const char *to);
static int fake_rename(const char *from, const char *to);
static int fake_unlink(const char *path);
static int fake_lstat(const char *path, struct stat *status);
static int fake_fstat(int file, struct stat *status);
static int fake_fchmod(int file, mode_t mode);
static int fake_fallocate(int file, int mode, off_t from, off_t size);
static int fake_syncfs(int file);
static int fake_ioctl(int file, unsigned request, int *flags);
static uid_t fake_geteuid(void);
static gid_t fake_getegid(void);
static int fake_getgroups(int count, gid_t *groups);
static char *fake_getcwd(char *folder, size_t size);
static ssize_t fake_read(int file, void *bytes, size_t size);
static ssize_t fake_pread(int file, void *bytes, size_t size, off_t offset);
static int fake_flock(int file, int operation);
static int fake_nanosleep(const struct timespec *time, struct timespec *left);
static int fake_clock_gettime(clockid_t clock, struct timespec *now);
static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset);
static int fake_munmap(void *pages, size_t size);
static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags);

#define open(...) fake_open(__VA_ARGS__, 0)
#define close     fake_close
#define fsync     fake_fsync
#define fdatasync fake_fsync
#define pwrite    fake_pwrite
#define link      fake_link
#define rename    fake_rename
#define unlink    fake_unlink
#define lstat     fake_lstat
#define fstat     fake_fstat
#define fchmod    fake_fchmod
#define fallocate fake_fallocate
#define syncfs    fake_syncfs
#define ioctl(file, request, flags) fake_ioctl(file, (unsigned)(request), flags)
#define geteuid   fake_geteuid
#define getegid   fake_getegid
#define getgroups fake_getgroups
#define getcwd    fake_getcwd
#define read      fake_read
#define pread     fake_pread
#define flock     fake_flock
#define nanosleep fake_nanosleep
#define clock_gettime fake_clock_gettime
#define mmap      fake_mmap
#define munmap    fake_munmap
#define getrandom fake_getrandom
#include "../../../../core/uuid9562.c"
#undef open
#undef close
#undef fsync
#undef fdatasync
#undef pwrite
#undef link
#undef rename
#undef unlink
#undef lstat
#undef fstat
#undef fchmod
#undef fallocate
#undef syncfs
#undef ioctl
#undef geteuid
#undef getegid
#undef getgroups
#undef getcwd
#undef read
#undef pread
#undef flock
#undef nanosleep
#undef clock_gettime
#undef mmap
#undef munmap
#undef getrandom

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../run.c"

/* ---- the disk ---- */

enum { INODES = 8, NAMES = 8, WRITES = 16, FILES = 16, NONE = -1 };
enum { FOLDER = 1000000, BOOT_ID };

typedef struct disk_write {
    size_t offset, size;
    uint8_t bytes[STATE_FILE_SIZE];
} disk_write_t;

typedef struct inode {
    int memory; /* a memfd: what processes see */
    uint8_t disk[STATE_FILE_SIZE];
    disk_write_t writes[WRITES]; /* since it was synchronised */
    int write_count;
} inode_t;

typedef struct name {
    char path[300];
    int seen, on_disk; /* an inode, or NONE */
} name_t;

static inode_t inodes[INODES];
static name_t names[NAMES];
static int inode_count, name_count;
static struct {
    int file, inode;
} files[FILES];
static unsigned boots = 1;

/* ---- a call that is the last, or fails ---- */

enum { NOTHING, KILL, CRASH, FAILURE };
static int happens, at_call, calls;
static int written_back_at = NONE; /* the call before which the kernel does that with the memory */
static jmp_buf after;

/* Before each call that reaches the disk: it may be the last. Returns whether it fails. */
static bool ends_here(void)
{
    for (int i = 0; calls == written_back_at && i < inode_count; i++)
        require_eq(pread(inodes[i].memory, inodes[i].disk + STATE_AT, BLOCK, STATE_AT), BLOCK);
    if (calls++ != at_call || happens == NOTHING)
        return false;
    if (happens != FAILURE)
        longjmp(after, 1);
    errno = EIO;
    return true;
}

/* Where a signal interrupts the call: it is made again at once. What succeeds changes errno, too. */
static bool interrupts(const char *call)
{
    static const char *interrupted;
    const bool again = call == interrupted;

    interrupted = again ? NULL : call;
    errno = EINTR;
    return !again;
}

static int new_memory(const uint8_t bytes[STATE_FILE_SIZE])
{
    const int memory = memfd_create("state", MFD_CLOEXEC);

    require(memory >= 0);
    require_eq(pwrite(memory, bytes, STATE_FILE_SIZE, 0), STATE_FILE_SIZE);
    require_eq(fchmod(memory, 0600), 0);
    return memory;
}

/* ---- system calls ---- */

static name_t *find(const char *path)
{
    for (int i = 0; i < name_count; i++)
        if (strcmp(names[i].path, path) == 0)
            return &names[i];
    require(name_count < NAMES);
    snprintf(names[name_count].path, sizeof names->path, "%s", path);
    names[name_count].seen = names[name_count].on_disk = NONE;
    return &names[name_count++];
}

static int remember(int file, int inode)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].file == 0) {
            files[i].file = file;
            files[i].inode = inode;
            return file;
        }
    ck_abort_msg("too many files are open");
}

static int inode_of(int file)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].file == file)
            return files[i].inode;
    ck_abort_msg("not an open file");
}

static int result_of(int error) /* 0: none */
{
    errno = error != 0 ? error : EINTR;
    return error != 0 ? -1 : 0;
}

static char folder_name[FILE_PATH_MAX]; /* the last that was opened */
static int folder_error, folder_sync_error;

/* Any other is opened without waiting, following a link, or outliving an exec. */
static int fake_open(const char *path, int flags, ...)
{
    char memory[64];
    name_t *name;
    va_list more;

    if (interrupts(__func__))
        return -1;
    if (strcmp(path, "/proc/sys/kernel/random/boot_id") == 0)
        return remember(dup(0), BOOT_ID);
    if (flags & O_DIRECTORY) {
        snprintf(folder_name, sizeof folder_name, "%s", path);
        return folder_error != 0 ? result_of(folder_error) : remember(dup(0), FOLDER);
    }
    require_eq(flags & ~(O_CREAT | O_EXCL),
               O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK);
    va_start(more, flags);
    require_eq(va_arg(more, int), flags & O_CREAT ? 0600 : 0);
    va_end(more);
    if (ends_here())
        return -1;
    name = find(path);
    if (name->seen == NONE ? !(flags & O_CREAT) : (flags & O_EXCL) != 0)
        return result_of(name->seen == NONE ? ENOENT : EEXIST);
    if (name->seen == NONE) {
        require(inode_count < INODES);
        memset(&inodes[inode_count], 0, sizeof *inodes);
        inodes[inode_count].memory = new_memory(inodes[inode_count].disk);
        name->seen = inode_count++;
    }
    snprintf(memory, sizeof memory, "/proc/self/fd/%d", inodes[name->seen].memory);
    return remember(open(memory, O_RDWR | O_CLOEXEC), name->seen);
}

static int fake_close(int file)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].file == file)
            files[i].file = 0;
    errno = EINTR;
    return close(file);
}

static bool no_random, no_reading;
static int map_error;            /* 0: none */
static const char *boot_id_text; /* NULL: the right one */
static size_t piece = STATE_FILE_SIZE; /* the most that a call reads or writes */

static ssize_t fake_read(int file, void *bytes, size_t size)
{
    char text[38];
    size_t length;

    require_eq(inode_of(file), BOOT_ID);
    if (interrupts(__func__))
        return -1;
    snprintf(text, sizeof text, "00000000-0000-4000-8000-%012x\n", boots);
    if (boot_id_text != NULL)
        snprintf(text, sizeof text, "%s", boot_id_text);
    length = strlen(text) < size ? strlen(text) : size;
    memcpy(bytes, text, length);
    return (ssize_t)length;
}

static ssize_t fake_pread(int file, void *bytes, size_t size, off_t offset)
{
    if (interrupts(__func__) || no_reading)
        return no_reading ? result_of(EIO) : -1;
    return pread(file, bytes, size < piece ? size : piece, offset);
}

static void (*at_write)(void);

static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    inode_t *inode = &inodes[inode_of(file)];
    disk_write_t *write = &inode->writes[inode->write_count];

    if (interrupts(__func__))
        return -1;
    if (at_write != NULL)
        at_write();
    if (ends_here())
        return -1;
    size = size < piece ? size : piece;
    require(inode->write_count < WRITES && size <= sizeof write->bytes);
    *write = (disk_write_t){.offset = (size_t)offset, .size = size};
    memcpy(write->bytes, bytes, size);
    inode->write_count++;
    return pwrite(file, bytes, size, offset);
}

static void sync_names(void)
{
    for (int i = 0; i < name_count; i++)
        names[i].on_disk = names[i].seen;
}

static int fake_fsync(int file)
{
    const int number = inode_of(file);

    if (interrupts(__func__) || ends_here())
        return -1;
    if (number == FOLDER) {
        sync_names();
        return result_of(folder_sync_error);
    }
    for (int i = 0; i < inodes[number].write_count; i++) {
        const disk_write_t *write = &inodes[number].writes[i];
        memcpy(inodes[number].disk + write->offset, write->bytes, write->size);
    }
    inodes[number].write_count = 0;
    return 0;
}

/* All that there is is what the file system has. */
static int fake_syncfs(int file)
{
    if (interrupts(__func__))
        return -1;
    inode_of(file);
    sync_names();
    return 0;
}

static int allocate_error;

static int fake_fallocate(int file, int mode, off_t from, off_t size)
{
    (void)file;
    require_eq(mode, 0);
    require_eq(from, 0);
    require_eq(size, STATE_FILE_SIZE);
    return interrupts(__func__) ? -1 : result_of(allocate_error);
}

static int fake_fchmod(int file, mode_t mode)
{
    return interrupts(__func__) ? -1 : fchmod(file, mode);
}

static int flags_of_files; /* of all; -1: the file system has none */

static int fake_ioctl(int file, unsigned request, int *flags)
{
    inode_of(file);
    if (flags_of_files < 0)
        return -1;
    if (request == FS_IOC_GETFLAGS)
        *flags = flags_of_files;
    else if (request == FS_IOC_SETFLAGS)
        flags_of_files = *flags;
    return 0;
}

static void (*meanwhile)(void); /* what another process does before the next link or lock */

static void let_another_act(void)
{
    void (*act)(void) = meanwhile;

    meanwhile = NULL;
    if (act != NULL)
        act();
}

static int fake_link(const char *from, const char *to)
{
    if (interrupts(__func__))
        return -1;
    let_another_act();
    if (ends_here())
        return -1;
    if (find(to)->seen != NONE)
        return result_of(EEXIST);
    find(to)->seen = find(from)->seen;
    return 0;
}

static int fake_rename(const char *from, const char *to)
{
    if (interrupts(__func__))
        return -1;
    let_another_act();
    if (ends_here())
        return -1;
    find(to)->seen = find(from)->seen;
    find(from)->seen = NONE;
    return 0;
}

static bool is_left; /* a file that could not be removed */

static int fake_unlink(const char *path)
{
    if (interrupts(__func__) || (is_left = ends_here()))
        return -1;
    find(path)->seen = NONE;
    return 0;
}

static bool is_always_replaced;
static int looks; /* at what a name leads to */

static int fake_lstat(const char *path, struct stat *status)
{
    const name_t *name = find(path);

    if (interrupts(__func__))
        return -1;
    looks++;
    if (ends_here() || name->seen == NONE)
        return result_of(ENOENT);
    require_eq(fstat(inodes[name->seen].memory, status), 0);
    status->st_ino += is_always_replaced;
    return 0;
}

/* All files are said to be this, and the caller to be a user in some groups; NULL: as they are. */
static const struct stat *said_status;
enum { SAID_USER = 1000, SAID_GROUP = 100 };
static gid_t said_groups[300];
static int said_group_count;

static int fake_fstat(int file, struct stat *status)
{
    if (interrupts(__func__))
        return -1;
    if (said_status == NULL)
        return fstat(file, status);
    *status = *said_status;
    return 0;
}

static uid_t fake_geteuid(void)
{
    return said_status != NULL ? SAID_USER : geteuid();
}

static gid_t fake_getegid(void)
{
    return said_status != NULL ? SAID_GROUP : getegid();
}

static int fake_getgroups(int count, gid_t *groups)
{
    if (said_status == NULL)
        return getgroups(count, groups);
    if (count < said_group_count)
        return -1;
    memcpy(groups, said_groups, (size_t)said_group_count * sizeof *groups);
    return said_group_count;
}

static int here_error;

static char *fake_getcwd(char *folder, size_t size)
{
    return result_of(here_error) == 0 ? getcwd(folder, size) : NULL;
}

static int lock_error = EWOULDBLOCK;
static long held_for_us;               /* another process has the lock, by this clock, */
static long slept_us, sleep_us = 1000; /* and how long each sleep is by it */

static int fake_flock(int file, int operation)
{
    if (operation == LOCK_UN)
        return flock(file, operation);
    require_eq(operation, LOCK_EX | LOCK_NB);
    if (interrupts(__func__))
        return -1;
    let_another_act();
    return slept_us >= held_for_us ? flock(file, operation) : result_of(lock_error);
}

/* Whatever wakes it, or delays it. */
static int fake_nanosleep(const struct timespec *time, struct timespec *left)
{
    require_eq(time->tv_sec, 0);
    require_eq(time->tv_nsec, 1000000);
    require(left == NULL);
    slept_us += sleep_us;
    return 0;
}

static int fake_clock_gettime(clockid_t clock, struct timespec *time)
{
    require_eq(clock, CLOCK_MONOTONIC);
    *time = (struct timespec){slept_us / 1000000, slept_us % 1000000 * 1000};
    return 0;
}

static int mappings; /* of files, that are there */

static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (map_error != 0 && file >= 0) {
        errno = map_error;
        return MAP_FAILED;
    }
    mappings += size == FILE_MAP_SHARED + FILE_MAP_OWN;
    return mmap(at, size, protection, flags, file, offset);
}

static int fake_munmap(void *pages, size_t size)
{
    mappings -= size == FILE_MAP_SHARED + FILE_MAP_OWN;
    errno = EINTR;
    return munmap(pages, size);
}

static int random_byte = -1; /* what all of them are; -1: the system's own */

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    if (no_random || random_byte < 0)
        return no_random ? result_of(ENOSYS) : getrandom(bytes, count, flags);
    memset(bytes, random_byte, count);
    return (ssize_t)count;
}

#endif
