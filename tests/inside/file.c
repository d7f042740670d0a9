/*
 * The state file's use of the file system from the inside: this file compiles the core into itself,
 * with system calls that note what they are called with, and can fail, be interrupted, or do a part
 * of what they were asked.
 */
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
    const char *call; /* which fails, */
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

/* What succeeds may change errno as well. */
static bool fails(const char *call, const char *note)
{
    snprintf(calls + strlen(calls), sizeof calls - strlen(calls), " %s%s", call, note);
    errno = NOISE;
    if (fault.call == NULL || strcmp(call, fault.call) != 0 || fault.after-- > 0 ||
        fault.times-- <= 0)
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

static int fake_nanosleep(const struct timespec *time, struct timespec *left)
{
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
    return result_of("unlink");
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

/* ---- one call each ---- */

START_TEST(opening)
{
    require_eq(file_open("/state"), the_file);
    require_calls(" open");
    let_fail("open", 0, 2, EINTR);
    require_eq(file_open("/state"), the_file);
    require_calls(" open open open");
    let_fail("open", 0, 1, EACCES);
    require(file_open("/state") < 0);
    require_eq(errno, EACCES);
    require_calls(" open");
}
END_TEST

START_TEST(closing_keeps_errno)
{
    errno = EPERM;
    file_close(the_file);
    require_eq(errno, EPERM);
    require_calls(" unlock close");
}
END_TEST

START_TEST(locking)
{
    require(file_lock(the_file, 0));
    require_calls(" lock");
    let_fail("lock", 0, 2, EWOULDBLOCK);
    require(file_lock(the_file, 2));
    require_calls(" lock sleep lock sleep lock");
    let_fail("lock", 0, 3, EWOULDBLOCK);
    require(!file_lock(the_file, 2));
    require_eq(errno, EWOULDBLOCK);
    require_calls(" lock sleep lock sleep lock");
    let_fail("lock", 0, 1, EWOULDBLOCK);
    require(!file_lock(the_file, 0));
    require_calls(" lock");
    let_fail("lock", 0, 3, EINTR); /* for which nothing waits */
    require(file_lock(the_file, 0));
    require_calls(" lock lock lock lock");
    let_fail("lock", 0, 1, EBADF);
    require(!file_lock(the_file, 9));
    require_eq(errno, EBADF);
    require_calls(" lock");
}
END_TEST

START_TEST(synchronising)
{
    require(file_sync(the_file));
    let_fail("sync", 0, 1, EIO);
    require(!file_sync(the_file));
    require_eq(errno, EIO);
}
END_TEST

/* ---- whose file it is ---- */

static file_facts_t facts_of(uid_t user, gid_t group, mode_t mode)
{
    file_facts_t facts;

    status_of_file = (struct stat){.st_dev = 3, .st_ino = UINT32_MAX + UINT64_C(5), .st_size = 9,
                                   .st_blocks = 1,
                                   .st_uid = user, .st_gid = group, .st_mode = mode};
    require(file_facts(the_file, &facts));
    require_eq(facts.id.device, 3);
    require_eq(facts.id.inode, UINT32_MAX + UINT64_C(5));
    require_eq(facts.size, 9);
    require_eq(facts.mode, mode & 07777);
    require_eq(facts.is_regular, S_ISREG(mode));
    return facts;
}

START_TEST(facts)
{
    file_facts_t out = {.size = 17};

    group_count = 256;
    for (int i = 0; i < group_count; i++)
        groups_of_caller[i] = 200 + (gid_t)i;
    for (unsigned mode = 0; mode <= 07777; mode++) {
        const bool group_may = mode & 020;

        require(facts_of(1000, 1, S_IFREG | mode).is_ours); /* the caller's */
        require(facts_of(0, 1, S_IFREG | mode).is_ours);
        require(!facts_of(1001, 1, S_IFREG | mode).is_ours);
        require_eq(facts_of(1001, 100, S_IFDIR | mode).is_ours, group_may);
        require_eq(facts_of(1001, 200, S_IFIFO | mode).is_ours, group_may);
        require_eq(facts_of(1001, 455, S_IFREG | mode).is_ours, group_may);
        require(!facts_of(1001, 456, S_IFREG | mode).is_ours);
        require(!facts_of(1001, 99, S_IFREG | mode).is_ours);
    }
    group_count = 257; /* of which the system then tells none */
    require(!facts_of(1001, 200, S_IFREG | 020).is_ours);
    group_count = 0;
    require(!facts_of(1001, 200, S_IFREG | 020).is_ours);
    let_fail("fstat", 0, 1, EIO);
    require(!file_facts(the_file, &out));
    require_eq(out.size, 17);
    require_eq(errno, EIO);
}
END_TEST

START_TEST(holes)
{
    static const struct {
        off_t size;
        blkcnt_t blocks;
        bool has_holes;
    } cases[] = {{0, 0, false}, {1, 0, true}, {512, 1, false}, {513, 1, true}, {12288, 16, true},
                 {12288, 24, false}, {12288, 100, false}};
    const int errors[] = {EOPNOTSUPP, ENOSYS, ENOSPC, EIO};
    file_facts_t out;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        status_of_file =
            (struct stat){.st_size = cases[i].size, .st_blocks = cases[i].blocks};
        require(file_facts(the_file, &out));
        require_eq(out.has_holes, cases[i].has_holes);
    }
    require(file_fill_holes(the_file, 12288));
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        let_fail("allocate", 0, 1, errors[i]);
        require_eq(file_fill_holes(the_file, 12288), i < 2); /* where there is no such thing */
        require_eq(errno, errors[i]);
    }
}
END_TEST

START_TEST(the_file_of_a_name)
{
    const file_id_t id = {3, UINT32_MAX + UINT64_C(5)};

    facts_of(0, 0, 0);
    require(file_is_at("/state", id));
    require(!file_is_at("/state", (file_id_t){4, id.inode}));
    require(!file_is_at("/state", (file_id_t){3, 5}));
    let_fail("lstat", 0, 1, ENOENT);
    require(!file_is_at("/state", id));
}
END_TEST

/* ---- reading and writing ---- */

/* Beyond it no byte is written, since the first one there would be a signal. */
START_TEST(the_limit_for_files)
{
    const uint8_t bytes[8] = {0};

    setup();
    most = 24;
    require(file_write(the_file, bytes, sizeof bytes, 16));
    require_calls(" write");
    require(!file_write(the_file, bytes, sizeof bytes, 17));
    require_eq(errno, EFBIG);
    require_calls("");
    no_limit = true;
    require(file_write(the_file, bytes, sizeof bytes, 17));
}
END_TEST

/* In pieces of so many bytes, and interrupted twice. */
static void write_and_read(size_t part, size_t at, int after)
{
    uint8_t bytes[32], read[32];
    const size_t pieces = (sizeof bytes + part - 1) / part;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i + 1);
    let_fail("write", after, 2, EINTR);
    piece = part;
    require(file_write(the_file, bytes, sizeof bytes, at));
    require_eq(count_calls(), pieces + 2);
    require_mem(contents + at, bytes, sizeof bytes);
    require(at == 0 || contents[at - 1] == 0);
    require(at + sizeof bytes == CONTENTS || contents[at + sizeof bytes] == 0);
    fault.call = "read";
    fault.after = after;
    fault.times = 2;
    require(file_read(the_file, read, sizeof read, at));
    require_eq(count_calls(), pieces + 2);
    require_mem(read, bytes, sizeof bytes);
}

START_TEST(in_pieces_and_interrupted)
{
    for (size_t part = 1; part <= 32; part++)
        for (size_t at = 0; at <= 32; at += 16)
            write_and_read(part, at, part < 32);
}
END_TEST

START_TEST(what_cannot_be_read_or_written)
{
    uint8_t bytes[8] = {0};

    setup();
    require(!file_read(the_file, bytes, sizeof bytes, CONTENTS - 7));
    require_eq(errno, EINVAL);
    require_calls(" read read");
    require(!file_write(the_file, bytes, sizeof bytes, CONTENTS - 7));
    require_calls(" write write");
    let_fail("read", 0, 1, EIO);
    require(!file_read(the_file, bytes, sizeof bytes, 0));
    require_eq(errno, EIO);
    require_calls(" read");
    let_fail("write", 0, 1, ENOSPC);
    require(!file_write(the_file, bytes, sizeof bytes, 0));
    require_eq(errno, ENOSPC);
    require_calls(" write");
}
END_TEST

/* ---- a file that appears whole ---- */

static const uint8_t whole[12] = "hello world";

static bool create(const char *path, bool replace)
{
    return file_create(path, 0640, whole, sizeof whole, replace);
}

START_TEST(creating)
{
    setup();
    require(create("/a/b/state", false));
    require_calls(" random open-new chmod write sync link close unlink"
                  " open-folder sync-folder close-folder");
    require_mem(contents, whole, sizeof whole);
    require(strcmp(folder_name, "/a/b/") == 0);
    require(create("/state", true));
    require_calls(" random open-new chmod write sync rename close unlink"
                  " open-folder sync-folder close-folder");
    require(strcmp(folder_name, "/") == 0);
    the_file = 1;
    the_folder = 0;
    require(create("state", true));
    require(strcmp(folder_name, ".") == 0);
    flags_of_file = FS_SYNC_FL;
    require(create("state", true));
    require_eq(flags_of_file, FS_SYNC_FL | FS_NOCOW_FL);
    no_flags = true;
    require(create("state", true));
}
END_TEST

/* Whichever call fails, nothing is left behind, and errno says what happened. */
START_TEST(what_cannot_be_created)
{
    static const struct {
        const char *call;
        int after;
        const char *calls;
    } cases[] = {
        {"random", 0, " random"},
        {"open", 0, " random open-new"},
        {"chmod", 0, " random open-new chmod close unlink"},
        {"write", 0, " random open-new chmod write close unlink"},
        {"sync", 0, " random open-new chmod write sync close unlink"},
        {"link", 0, " random open-new chmod write sync link close unlink"},
        {"open", 1, " random open-new chmod write sync link close unlink open-folder"},
        {"sync", 1, " random open-new chmod write sync link close unlink open-folder sync-folder"
                    " close-folder"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        let_fail(cases[i].call, cases[i].after, 1, EIO);
        require(!create("/state", false));
        require(errno == EIO || i + 1 == sizeof cases / sizeof *cases); /* if close keeps it */
        require_calls(cases[i].calls);
    }
    let_fail("sync", 0, 1, EINVAL);
    require(!create("/state", false));
    let_fail("sync", 1, 1, EINVAL); /* a folder that cannot be synchronised */
    require(create("/state", false));
    let_fail("rename", 0, 1, EIO);
    require(!create("/state", true));
    require_eq(errno, EIO);
}
END_TEST

/* Then its name goes to the disk with all else. */
START_TEST(a_folder_that_cannot_be_read)
{
    const char *until_there = " random open-new chmod write sync link close unlink open-folder";
    char expected[200];

    snprintf(expected, sizeof expected, "%s open sync-all unlock close", until_there);
    let_fail("open", 1, 1, EACCES);
    require(create("/state", false));
    require_calls(expected);
    snprintf(expected, sizeof expected, "%s open", until_there);
    let_fail("open", 1, 2, EACCES);
    require(!create("/state", false));
    require_calls(expected);
}
END_TEST

/* A digit more would be cut off. */
START_TEST(names_of_all_lengths)
{
    static char path[FILE_PATH_MAX + 8], out[FILE_PATH_MAX];

    memset(path, 'a', sizeof path);
    *path = '/';
    path[FILE_PATH_MAX - 18] = '\0';
    require(create(path, false));
    path[FILE_PATH_MAX - 18] = 'a';
    path[FILE_PATH_MAX - 17] = '\0';
    setup();
    require(!create(path, false));
    require_eq(errno, ENAMETOOLONG);
    require_calls(" random");

    path[FILE_PATH_MAX - 17] = 'a';
    path[FILE_PATH_MAX] = '\0';
    errno = 0;
    require(!file_absolute_path(out, path));
    require_eq(errno, ENAMETOOLONG);
    path[FILE_PATH_MAX - 1] = '\0';
    require(file_absolute_path(out, path));
    require(strcmp(out, path) == 0);
    require_calls("");
}
END_TEST

START_TEST(paths_from_here)
{
    char out[FILE_PATH_MAX], here[FILE_PATH_MAX];

    require(getcwd(here, sizeof here - 8) != NULL);
    strcat(here, "/state");
    setup();
    require(file_absolute_path(out, "state"));
    require(strcmp(out, here) == 0);
    for (int i = 0; i < 2; i++) {
        let_fail("getcwd", 0, 1, i == 0 ? ENOENT : ERANGE);
        require(!file_absolute_path(out, "state"));
        require_eq(errno, i == 0 ? ENOENT : ENAMETOOLONG);
    }
    setup();
    require_eq(chdir("/"), 0);
    require(file_absolute_path(out, "a/state"));
    require(strcmp(out, "/a/state") == 0);
}
END_TEST

/* ---- memory ---- */

START_TEST(mapping)
{
    const int file = memfd_create("state", MFD_CLOEXEC);
    char *mapped, byte;

    setup();
    require(file >= 0 && ftruncate(file, 12288) == 0);
    mapped = file_map(file, 12288);
    require(mapped != NULL);
    mapped[12287] = 17;
    require_eq(pread(file, &byte, 1, 12287), 1);
    require_eq(byte, 17);
    memset(mapped + FILE_MAP_SHARED, 17, FILE_MAP_OWN);
    require_eq(pread(file, &byte, 1, 0), 1);
    require_eq(byte, 0);
    errno = EPERM;
    file_unmap(mapped);
    require_eq(errno, EPERM);
    require(unmapped == mapped);
    require_eq(unmapped_size, FILE_MAP_SHARED + FILE_MAP_OWN);

    for (int after = 0; after < 2; after++) {
        let_fail("map", after, 1, ENOMEM);
        require(file_map(file, 12288) == NULL);
        require_eq(errno, ENOMEM);
        require_eq(unmapped != NULL, after);
        require_calls(after == 0 ? " map" : " map map");
    }
    close(file);
}
END_TEST

/* ---- the boot ID ---- */

START_TEST(the_start_of_the_machine)
{
    static const uint8_t expected[16] = {0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46, 0x4c, 0x8e,
                                         0xa0, 0xb7, 0x33, 0xf1, 0xb7, 0x1c, 0x8a, 0x55};
    static const char *const others[] = {"", "9f6bdece-d846-4c8e-a0b7-33f1b71c8a5",
                                         "9f6bdece-d846-4c8e-a0b7-33f1b71c8a5g\n"};
    uuid9562_t id = {{17}}, untouched = {{17}};

    setup();
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        boot_id_text = others[i];
        require(!read_boot_id(&id));
        require_mem(id.bytes, untouched.bytes, sizeof id);
        require_calls(" open-boot read close");
    }
    boot_id_text = "9f6bdece-d846-4c8e-a0b7-33f1b71c8a55\n";
    for (int i = 0; i < 2; i++) {
        let_fail(i == 0 ? "open" : "read", 0, 1, EACCES);
        require(!read_boot_id(&id));
        require_mem(id.bytes, untouched.bytes, sizeof id);
        require_calls(i == 0 ? " open-boot" : " open-boot read close");
    }
    setup();
    require(read_boot_id(&id));
    require_mem(id.bytes, expected, sizeof id);
    require_calls(" open-boot read close");
}
END_TEST

static TCase *inside_case(void)
{
    TCase *tcase = tcase_create("file");
    tcase_add_checked_fixture(tcase, setup, NULL);
    add_test(tcase, opening);
    add_test(tcase, closing_keeps_errno);
    add_test(tcase, locking);
    add_test(tcase, synchronising);
    add_test(tcase, facts);
    add_test(tcase, holes);
    add_test(tcase, the_file_of_a_name);
    add_test(tcase, the_limit_for_files);
    add_test(tcase, in_pieces_and_interrupted);
    add_test(tcase, what_cannot_be_read_or_written);
    add_test(tcase, creating);
    add_test(tcase, what_cannot_be_created);
    add_test(tcase, a_folder_that_cannot_be_read);
    add_test(tcase, names_of_all_lengths);
    add_test(tcase, paths_from_here);
    add_test(tcase, mapping);
    add_test(tcase, the_start_of_the_machine);
    return tcase;
}

int main(int argc, char **argv)
{
    static TCase *(*const cases[])(void) = {inside_case};
    return run_tests(argc, argv, cases, 1);
}
