/*
 * The state file from the inside, over a disk of its own: this file compiles the core into itself,
 * with system calls that remember what has reached the disk. The machine crashes, or the process is
 * killed, at each of these calls; a write that was not synchronised is then lost, whole or torn, in
 * any combination with others. Whatever happened, the state that comes up gives out nothing twice.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static int fake_open(const char *path, int flags, ...);
static int fake_close(int file);
static int fake_fsync(int file);
static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset);
static int fake_link(const char *from, const char *to);
static int fake_rename(const char *from, const char *to);
static int fake_unlink(const char *path);
static ssize_t fake_read(int file, void *bytes, size_t size);

#define open(...) fake_open(__VA_ARGS__, 0)
#define close     fake_close
#define fsync     fake_fsync
#define fdatasync fake_fsync
#define pwrite    fake_pwrite
#define link      fake_link
#define rename    fake_rename
#define unlink    fake_unlink
#define read      fake_read
#include "../../core/uuid9562.c"
#undef open
#undef close
#undef fsync
#undef fdatasync
#undef pwrite
#undef link
#undef rename
#undef unlink
#undef read

#include <errno.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../core/run.c"

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

/* ---- crashes ---- */

enum { NOTHING, KILL, CRASH };
static int happens, at_call, calls;
static unsigned choice; /* which unsynchronised writes survive, and how */
static jmp_buf after;

/* Before each call that reaches the disk. */
static void may_end_here(void)
{
    if (calls++ == at_call && happens != NOTHING)
        longjmp(after, 1);
}

static unsigned choose(unsigned ways)
{
    const unsigned way = choice % ways;
    choice /= ways;
    return way;
}

static void close_all(void)
{
    for (int i = 0; i < FILES; i++)
        if (files[i].file != 0) {
            close(files[i].file);
            files[i].file = 0;
        }
}

static int new_memory(const uint8_t bytes[STATE_FILE_SIZE])
{
    const int memory = memfd_create("state", MFD_CLOEXEC);

    require(memory >= 0);
    require_eq(pwrite(memory, bytes, STATE_FILE_SIZE, 0), STATE_FILE_SIZE);
    require_eq(fchmod(memory, 0600), 0);
    return memory;
}

/* What was written and not synchronised is lost, there, or torn; and the memory that processes
 * shared is there as it was at some time, or half of it. */
static void lose(inode_t *inode)
{
    uint8_t shared[BLOCK];

    for (int i = 0; i < inode->write_count; i++) {
        disk_write_t *write = &inode->writes[i];
        const size_t pieces[] = {0, write->size, write->size / 2, 24, 40, 56};
        const unsigned way = choose(6);

        memcpy(inode->disk + write->offset, write->bytes, pieces[way]);
    }
    inode->write_count = 0;
    require_eq(pread(inode->memory, shared, sizeof shared, STATE_AT), sizeof shared);
    switch (choose(3)) {
    case 0: break;
    case 1: memcpy(inode->disk + STATE_AT, shared, sizeof shared); break;
    case 2: memcpy(inode->disk + STATE_AT, shared, 72); break;
    }
    close(inode->memory);
    inode->memory = new_memory(inode->disk);
}

static void crash(void)
{
    for (int i = 0; i < name_count; i++) {
        if (names[i].seen != names[i].on_disk && choose(2) == 0)
            names[i].on_disk = names[i].seen;
        names[i].seen = names[i].on_disk;
    }
    for (int i = 0; i < inode_count; i++)
        lose(&inodes[i]);
    boots++;
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

static int fake_open(const char *path, int flags, ...)
{
    char memory[64];
    name_t *name;

    if (strcmp(path, "/proc/sys/kernel/random/boot_id") == 0)
        return remember(dup(0), BOOT_ID);
    if (flags & O_DIRECTORY)
        return remember(dup(0), FOLDER);
    may_end_here();
    name = find(path);
    if (name->seen == NONE && !(flags & O_CREAT)) {
        errno = ENOENT;
        return -1;
    }
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
    return close(file);
}

static ssize_t fake_read(int file, void *bytes, size_t size)
{
    char text[37];

    require_eq(inode_of(file), BOOT_ID);
    snprintf(text, sizeof text, "00000000-0000-4000-8000-%012x", boots);
    memcpy(bytes, text, size);
    return (ssize_t)size;
}

static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    inode_t *inode = &inodes[inode_of(file)];
    disk_write_t *write = &inode->writes[inode->write_count];

    may_end_here();
    require(inode->write_count < WRITES && size <= sizeof write->bytes);
    *write = (disk_write_t){.offset = (size_t)offset, .size = size};
    memcpy(write->bytes, bytes, size);
    inode->write_count++;
    return pwrite(file, bytes, size, offset);
}

static int fake_fsync(int file)
{
    const int number = inode_of(file);

    may_end_here();
    if (number == FOLDER) {
        for (int i = 0; i < name_count; i++)
            names[i].on_disk = names[i].seen;
        return 0;
    }
    for (int i = 0; i < inodes[number].write_count; i++) {
        const disk_write_t *write = &inodes[number].writes[i];
        memcpy(inodes[number].disk + write->offset, write->bytes, write->size);
    }
    inodes[number].write_count = 0;
    return 0;
}

static int fake_link(const char *from, const char *to)
{
    may_end_here();
    if (find(to)->seen != NONE) {
        errno = EEXIST;
        return -1;
    }
    find(to)->seen = find(from)->seen;
    return 0;
}

static int fake_rename(const char *from, const char *to)
{
    may_end_here();
    find(to)->seen = find(from)->seen;
    find(from)->seen = NONE;
    return 0;
}

static int fake_unlink(const char *path)
{
    may_end_here();
    find(path)->seen = NONE;
    return 0;
}

/* ---- what was given out ---- */

static struct {
    uint64_t identity, last;
} given[4096];
static int given_count;
static uint64_t highest, now, between;
static clock_state_t *own_state, *other_state; /* of a process that ends, and of one that goes on */

/* As generator.c does it. */
static uuid9562_status_t give(clock_state_t *opened)
{
    uint64_t last = atomic_load(&opened->last_ns), first;

    require(step_reserve(&first, &last, now, 1, NS_PER_TICK));
    if (last >= atomic_load(&opened->renew_ns)) {
        uuid9562_status_t status = state_file_extend(opened, now, last);
        if (status != UUID9562_OK)
            return status;
    }
    require(last <= atomic_load(&opened->until_ns));
    require((identity_of(opened) & UUID9562_NODE_MAX) != 0); /* a random node has a bit set */
    atomic_store(&opened->last_ns, last);

    for (int i = 0; i < given_count; i++)
        if (given[i].identity == identity_of(opened))
            require(given[i].last < first);
    require(given_count < 4096);
    given[given_count].identity = identity_of(opened);
    given[given_count++].last = last;
    require(first > highest);
    highest = last;
    return UUID9562_OK;
}

static void give_some(clock_state_t *state)
{
    for (int i = 0; i < 5; i++) {
        assert_ok(give(state));
        now += between;
    }
}

/* Whatever is given out from here on, by any process, is later. */
static void go_on_after(clock_state_t *opened, uint64_t time)
{
    assert_ok(raise_last_ns(opened, now, time));
    if (highest < time)
        highest = time;
}

/* The life of a process: it opens the file and generates for a while, goes on after a time that is
 * further ahead than the disk, and resynchronises once after the clock was set back. */
static void live(bool resyncs)
{
    assert_ok(state_file_open(&own_state, "/state", now, 0, NULL));
    give_some(own_state);
    go_on_after(own_state, now + 17000000000);
    if (resyncs) {
        now -= 600000000000;
        highest = 0; /* as it is asked to be */
        assert_ok(state_file_resync(own_state, now));
    }
    give_some(own_state);
}

static void new_disk(void)
{
    for (int i = 0; i < inode_count; i++)
        close(inodes[i].memory);
    inode_count = name_count = given_count = 0;
    highest = 0;
    now = UINT64_C(1700000000000000000);
}

static void unmap(clock_state_t **state)
{
    if (*state != NULL)
        file_unmap((char *)*state - STATE_AT);
    *state = NULL;
}

/* Does it until the call at which it ends. A kill takes locks and memory, and what was written
 * stays; a crash takes all processes, and some of that. Returns whether it came to the call. */
static bool end_at(int how, int at, void (*what)(bool), bool resyncs)
{
    static bool ended;

    happens = how;
    at_call = at;
    calls = 0;
    ended = true;
    if (setjmp(after) == 0) {
        what(resyncs);
        ended = false;
    }
    happens = NOTHING;
    close_all();
    unmap(&own_state);
    while (own_delays > 0)
        fork_allow();
    if (how == CRASH) {
        unmap(&other_state);
        crash();
    }
    return ended;
}

static void look_on(bool resyncs)
{
    (void)resyncs;
    if (other_state != NULL)
        give_some(other_state);
}

/* A process ends at a call, with another that has opened the file and goes on; later, the machine
 * crashes, and the next process goes on. */
static bool two_ends(int how, int at, int at_later, bool resyncs, unsigned way, uint64_t clock_step)
{
    bool ended;

    new_disk();
    choice = way;
    between = 1300000000 + way % 5 * 700000000;
    if (way % 4 != 0) { /* otherwise nobody has made the file before */
        assert_ok(state_file_open(&other_state, "/state", now, 0, NULL));
        assert_ok(give(other_state));
    }
    ended = end_at(how, at, live, resyncs);
    if (how == KILL && way % 2 == 0) /* another goes on with what it left */
        end_at(NOTHING, 0, live, false);
    end_at(CRASH, at_later, look_on, false);
    now -= clock_step;
    end_at(CRASH, at_later, live, false);
    end_at(NOTHING, 0, live, resyncs);
    unmap(&other_state);
    return ended;
}

static void all_ends(int how, bool resyncs, unsigned ways, uint64_t clock_step)
{
    bool ended = true;

    for (int at = 0; ended; at++)
        for (int at_later = 0; at_later < 12; at_later++)
            for (unsigned way = 0; way < ways; way++)
                ended = two_ends(how, at, at_later, resyncs, way * 7919, clock_step);
}

START_TEST(a_kill_at_any_call)
{
    all_ends(KILL, false, 12, 0);
    all_ends(KILL, true, 12, 0);
    all_ends(KILL, false, 12, 60000000000);
}
END_TEST

START_TEST(a_crash_at_any_call)
{
    all_ends(CRASH, false, 40, 0);
    all_ends(CRASH, true, 40, 0);
    all_ends(CRASH, false, 10, 60000000000);
}
END_TEST

static TCase *inside_case(void)
{
    TCase *tcase = tcase_create("state_file");
    add_test(tcase, a_kill_at_any_call);
    add_test(tcase, a_crash_at_any_call);
    return tcase;
}

int main(int argc, char **argv)
{
    static TCase *(*const cases[])(void) = {inside_case};
    return run_tests(argc, argv, cases, 1);
}
