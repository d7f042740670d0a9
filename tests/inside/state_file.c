/*
 * The state file from the inside, over a disk of its own: this file compiles the core into itself,
 * with system calls that remember what has reached the disk. The machine crashes, or the process is
 * killed, at each of these calls; a write that was not synchronised is then lost, whole or torn, in
 * any combination with others. Whatever happened, the state that comes up gives out nothing twice.
 * A call can also fail. And what a record holds, and when one is written, is exact.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/random.h>
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
static ssize_t fake_read(int file, void *bytes, size_t size);
static ssize_t fake_pread(int file, void *bytes, size_t size, off_t offset);
static int fake_flock(int file, int operation);
static int fake_nanosleep(const struct timespec *time, struct timespec *left);
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
#define read      fake_read
#define pread     fake_pread
#define flock     fake_flock
#define nanosleep fake_nanosleep
#define mmap      fake_mmap
#define munmap    fake_munmap
#define getrandom fake_getrandom
#include "../../core/uuid9562.c"
#undef open
#undef close
#undef fsync
#undef fdatasync
#undef pwrite
#undef link
#undef rename
#undef unlink
#undef lstat
#undef read
#undef pread
#undef flock
#undef nanosleep
#undef mmap
#undef munmap
#undef getrandom

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

enum { NOTHING, KILL, CRASH, FAILURE };
static int happens, at_call, calls;
static unsigned choice; /* which unsynchronised writes survive, and how */
static jmp_buf after;

/* Before each call that reaches the disk: it may be the last. Returns whether it fails. */
static bool ends_here(void)
{
    if (calls++ != at_call || happens == NOTHING)
        return false;
    if (happens != FAILURE)
        longjmp(after, 1);
    errno = EIO;
    return true;
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
    if (ends_here())
        return -1;
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

static bool no_boot_id, no_random, no_reading;
static int map_error; /* 0: none */

static ssize_t fake_read(int file, void *bytes, size_t size)
{
    char text[37];

    require_eq(inode_of(file), BOOT_ID);
    if (no_boot_id)
        return -1;
    snprintf(text, sizeof text, "00000000-0000-4000-8000-%012x", boots);
    memcpy(bytes, text, size);
    return (ssize_t)size;
}

static ssize_t fake_pread(int file, void *bytes, size_t size, off_t offset)
{
    return no_reading ? -1 : pread(file, bytes, size, offset);
}

static void (*at_write)(void);

static ssize_t fake_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    inode_t *inode = &inodes[inode_of(file)];
    disk_write_t *write = &inode->writes[inode->write_count];

    if (at_write != NULL)
        at_write();
    if (ends_here())
        return -1;
    require(inode->write_count < WRITES && size <= sizeof write->bytes);
    *write = (disk_write_t){.offset = (size_t)offset, .size = size};
    memcpy(write->bytes, bytes, size);
    inode->write_count++;
    return pwrite(file, bytes, size, offset);
}

static int fake_fsync(int file)
{
    const int number = inode_of(file);

    if (ends_here())
        return -1;
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
    let_another_act();
    if (ends_here())
        return -1;
    if (find(to)->seen != NONE) {
        errno = EEXIST;
        return -1;
    }
    find(to)->seen = find(from)->seen;
    return 0;
}

static int fake_rename(const char *from, const char *to)
{
    let_another_act();
    if (ends_here())
        return -1;
    find(to)->seen = find(from)->seen;
    find(from)->seen = NONE;
    return 0;
}

static int fake_unlink(const char *path)
{
    if (ends_here())
        return -1;
    find(path)->seen = NONE;
    return 0;
}

static bool is_always_replaced;
static int looks; /* at what a name leads to */

static int fake_lstat(const char *path, struct stat *status)
{
    const name_t *name = find(path);

    looks++;
    if (is_always_replaced)
        return -1;
    if (ends_here())
        return -1;
    if (name->seen != NONE)
        return fstat(inodes[name->seen].memory, status);
    errno = ENOENT;
    return -1;
}

static int lock_error = EWOULDBLOCK;
static int held_for, sleeps; /* how often another process has the lock; waits for it */

static int fake_flock(int file, int operation)
{
    if (operation == LOCK_UN)
        return flock(file, operation);
    let_another_act();
    if (held_for == 0)
        return flock(file, operation);
    held_for--;
    errno = lock_error;
    return -1;
}

static int fake_nanosleep(const struct timespec *time, struct timespec *left)
{
    (void)time;
    (void)left;
    sleeps++;
    return 0;
}

static int mappings; /* of files, that are there */

static void *fake_mmap(void *at, size_t size, int protection, int flags, int file, off_t offset)
{
    if (map_error != 0) {
        errno = map_error;
        return MAP_FAILED;
    }
    mappings += size == FILE_MAP_SHARED + FILE_MAP_OWN;
    return mmap(at, size, protection, flags, file, offset);
}

static int fake_munmap(void *pages, size_t size)
{
    mappings -= size == FILE_MAP_SHARED + FILE_MAP_OWN;
    return munmap(pages, size);
}

static int random_byte = -1; /* what all of them are; -1: the system's own */

static ssize_t fake_getrandom(void *bytes, size_t count, unsigned flags)
{
    if (no_random || random_byte < 0)
        return no_random ? -1 : getrandom(bytes, count, flags);
    memset(bytes, random_byte, count);
    return (ssize_t)count;
}

/* ---- what was given out ---- */

static struct {
    uint64_t identity, last;
} given[4096];
static int given_count;
static uint64_t highest, now, between;
static clock_state_t *own_state, *other_state; /* of a process that ends, and of one that goes on */

/* As order.c does it. */
static uuid9562_status_t give(clock_state_t *opened)
{
    uint64_t last = atomic_load(&opened->last_ns), first;

    require(step_reserve(&first, &last, now, 1, NS_PER_TICK));
    if (last > atomic_load(&opened->renew_ns) - 1) { /* 0: never */
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

static bool in_a_container; /* with a boot ID of its own, each time */

/* Whatever is given out from here on, by any process, is later. */
static void go_on_after(clock_state_t *opened, uint64_t time)
{
    assert_ok(raise_last_ns(opened, now, time, true));
    if (highest < time)
        highest = time;
}

/* The life of a process: it opens the file and generates for a while, goes on after a time that is
 * further ahead than the disk, and resynchronises once after the clock was set back. */
static void live(bool resyncs)
{
    const state_opening_t opening = {.now = now, .max_lead = UUID9562_MAX_LEAD_NS_DEFAULT};

    if (in_a_container)
        boots += 1000;
    assert_ok(state_file_open(&own_state, "/state", &opening));
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
        state_file_forget(*state);
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
    state_opening_t opening = {.max_lead = UUID9562_MAX_LEAD_NS_DEFAULT};
    bool ended;

    new_disk();
    opening.now = now;
    choice = way;
    between = 1300000000 + way % 5 * 700000000;
    if (way % 4 != 0) { /* otherwise nobody has made the file before */
        assert_ok(state_file_open(&other_state, "/state", &opening));
        assert_ok(give(other_state));
    }
    ended = end_at(how, at, live, resyncs);
    if (how == KILL && way % 2 == 0) /* another goes on with what it left */
        end_at(NOTHING, 0, live, false);
    end_at(CRASH, at_later, in_a_container ? live : look_on, false);
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

START_TEST(a_container_that_ends_at_any_call)
{
    in_a_container = true;
    all_ends(KILL, false, 12, 0);
    all_ends(KILL, true, 12, 0);
    all_ends(CRASH, false, 12, 60000000000);
}
END_TEST

/* They come and go, with few times taken: the clock is not left behind. */
START_TEST(containers_by_turns)
{
    state_opening_t opening = {.max_lead = UUID9562_MAX_LEAD_NS_DEFAULT};

    new_disk();
    for (unsigned turn = 0; turn < 100 * BOOT_IDS; turn++) {
        boots = 5 + turn % BOOT_IDS;
        opening.now = now;
        assert_ok(state_file_open(&own_state, "/state", &opening));
        assert_ok(give(own_state));
        unmap(&own_state);
        now += 100000000;
    }
    require(highest < now);
    for (int i = given_count / 2; i < given_count; i++)
        require(given[i].identity == given[i - 1].identity);
}
END_TEST

/* ---- what a record holds, and when one is written ---- */

static const uint64_t SECOND = 1000000000, START = UINT64_C(1700000000000000000);

/* A place of the first file, as it is on the disk. */
static record_t record_at(int place)
{
    record_t record;

    memcpy(&record, inodes[0].disk + place * 4096, sizeof record);
    return record;
}

/* The newer one is this, and it is what the state says. */
static void require_record(const clock_state_t *state, uint64_t sequence, uint64_t until_ns)
{
    const record_t record = record_at((int)(sequence % 2));
    uuid9562_state_t described;
    char boot[37];
    uuid9562_t boot_id;
    size_t offset;

    snprintf(boot, sizeof boot, "00000000-0000-4000-8000-%012x", boots);
    assert_ok(uuid9562_parse(&boot_id, &offset, boot, 36));
    require_mem(record.boot_ids[0].bytes, boot_id.bytes, sizeof boot_id);
    require_eq(record.sequence, sequence);
    require(record_at((int)(sequence + 1) % 2).sequence < sequence);
    require_eq(record.until_ns - START, until_ns - START);
    require_eq(atomic_load(&state->until_ns) - START, until_ns - START);
    require_eq(atomic_load(&state->renew_ns) - START, until_ns - 5 * SECOND - START);
    state_file_describe(state, &described);
    require_eq(described.until_ns, until_ns);
    require_eq(described.last_ns, atomic_load(&state->last_ns));
    require_eq(described.node, record.identity & UINT64_C(0xffffffffffff));
    require_eq(described.clock_seq, record.identity >> 48);
    require(record.identity >> 62 == 0);
}

static const uint64_t DAY = 86400 * UINT64_C(1000000000);

static clock_state_t *open_at(uint64_t ns, uint64_t last, const uint64_t *node)
{
    const state_opening_t opening = {.now = ns, .last = last, .max_lead = DAY, .node = node};
    clock_state_t *opened;

    assert_ok(state_file_open(&opened, "/state", &opening));
    for (int i = 0; i < FILES; i++)
        require_eq(files[i].file, 0);
    require_eq(own_delays, 0);
    return opened;
}

static void clear(void)
{
    unmap(&other_state);
    unmap(&own_state);
    new_disk();
}

START_TEST(the_disk_is_ten_seconds_ahead)
{
    uint64_t last;

    clear();
    other_state = open_at(START, 0, NULL);
    require_eq(record_at(0).until_ns, 1);
    require_eq(record_at(0).sequence, 2);
    require_record(other_state, 3, START + 10 * SECOND);
    require_eq(atomic_load(&other_state->last_ns), 1);
    now = START + 5 * SECOND - 1;
    assert_ok(give(other_state));
    require_record(other_state, 3, START + 10 * SECOND);
    assert_ok(give(other_state)); /* half of it is left */
    last = START + 5 * SECOND + NS_PER_TICK - 1;
    require_record(other_state, 4, last + 10 * SECOND);

    own_state = open_at(last + 5 * SECOND - 1, 0, NULL);
    require_record(own_state, 4, last + 10 * SECOND);
    unmap(&own_state);
    own_state = open_at(last + 5 * SECOND, 0, NULL);
    require_record(other_state, 5, last + 15 * SECOND);
    unmap(&own_state);
    own_state = open_at(START, START + 16 * SECOND, NULL);
    require_record(other_state, 6, START + 26 * SECOND);
    require_eq(atomic_load(&other_state->last_ns), START + 16 * SECOND);
    unmap(&own_state);
    own_state = open_at(START, START + 1, NULL);
    require_eq(atomic_load(&other_state->last_ns), START + 16 * SECOND);

    assert_ok(state_file_extend(own_state, START + 21 * SECOND - 1, START)); /* enough is there */
    require_record(own_state, 6, START + 26 * SECOND);
    assert_ok(state_file_extend(own_state, START + 21 * SECOND, START));
    require_record(own_state, 7, START + 31 * SECOND);
    assert_ok(state_file_extend(own_state, START, START + 40 * SECOND));
    require_record(own_state, 8, START + 50 * SECOND);
}
END_TEST

static uint64_t word_at(const uint8_t *bytes)
{
    uint64_t word;

    memcpy(&word, bytes, sizeof word);
    return word;
}

/* Other versions of the library have to find it so. */
START_TEST(the_format_of_the_file)
{
    enum { SIZE = 12288 };
    uint8_t file[SIZE + 1];
    uint32_t order_and_version[2];

    clear();
    other_state = open_at(START, 0, NULL);
    require_eq(pread(inodes[0].memory, file, sizeof file, 0), SIZE);
    for (int place = 0; place < 2; place++) {
        const uint8_t *record = file + 4096 * place;
        uint64_t sum = UINT64_C(14695981039346656037); /* of FNV-1a */

        require_mem(record, "UUID9562", 8);
        memcpy(order_and_version, record + 8, sizeof order_and_version);
        require_eq(order_and_version[0], 0x01020304);
        require_eq(order_and_version[1], 1);
        require_eq(word_at(record + 16), 2 + place);
        require_eq(word_at(record + 24), place == 0 ? 1 : START + 10 * SECOND);
        require_eq(word_at(record + 32), identity_of(other_state));
        for (int i = 0; i < 168; i++)
            sum = (sum ^ record[i]) * UINT64_C(1099511628211);
        require(word_at(record + 168) == sum);
    }
    require_eq(word_at(file + 8192), atomic_load(&other_state->last_ns));
}
END_TEST

static void require_identity(const uint64_t *node, uint64_t expected)
{
    uint64_t identity;

    assert_ok(draw_identity(&identity, node));
    require(identity == expected);
}

START_TEST(all_bits_of_an_identity_are_random)
{
    const uint64_t node = 5;

    random_byte = 0xff;
    require_identity(NULL, UINT64_C(0x3fffffffffffffff));
    require_identity(&node, UINT64_C(0x3fff000000000005));
    random_byte = 0;
    require_identity(NULL, UINT64_C(0x010000000000)); /* but for the one that no hardware has */
    require_identity(&node, 5);
    random_byte = -1;
}
END_TEST

START_TEST(a_record_is_later_than_the_one_before)
{
    const uint64_t node = 5, more = 6;

    clear();
    other_state = open_at(START, 0, &node);
    own_state = open_at(START - 60 * SECOND, 0, &more);
    require_record(own_state, 4, START + 10 * SECOND + 1);
    require_eq(identity_of(other_state) & UUID9562_NODE_MAX, 6);
    unmap(&own_state);
    own_state = open_at(START - 60 * SECOND, 0, &more); /* the same is nothing new */
    require_record(own_state, 4, START + 10 * SECOND + 1);
}
END_TEST

START_TEST(after_a_start_of_the_machine)
{
    uint64_t identity;

    for (int behind = 0; behind < 2; behind++) {
        clear();
        other_state = open_at(START, 0, NULL);
        identity = identity_of(other_state);
        end_at(CRASH, 0, look_on, false);
        now = START + 10 * SECOND - (uint64_t)behind;
        other_state = open_at(now, 0, NULL);
        require_record(other_state, 4, START + 20 * SECOND);
        require_eq(atomic_load(&other_state->last_ns), START + 10 * SECOND);
        require_eq(identity_of(other_state) & UUID9562_NODE_MAX, identity & UUID9562_NODE_MAX);
        require_eq(identity_of(other_state) >> 48, ((identity >> 48) + (uint64_t)behind) & 0x3fff);
    }
}
END_TEST

START_TEST(a_resync_goes_back)
{
    uint64_t identity;

    for (int behind = 0; behind < 2; behind++) {
        clear();
        other_state = open_at(START, 0, NULL);
        identity = identity_of(other_state);
        atomic_store(&other_state->last_ns, START + 3 * SECOND);
        now = behind ? START - 60 * SECOND : START + SECOND;
        assert_ok(state_file_resync(other_state, now));
        require_eq(record_at(0).until_ns - START,
                   (behind ? START + 10 * SECOND + 1 : now + 10 * SECOND) - START);
        require_record(other_state, 5, now + 10 * SECOND);
        require_eq(atomic_load(&other_state->last_ns), now);
        require_eq(atomic_load(&other_state->resyncs_begun), 1);
        require_eq(atomic_load(&other_state->resyncs_done), 1);
        require_eq(identity_of(other_state) & UUID9562_NODE_MAX, identity & UUID9562_NODE_MAX);
        require_eq(identity_of(other_state) >> 48, ((identity >> 48) + 1) & 0x3fff);
    }
}
END_TEST

/* A day. What is beyond 64 bits is their end. */
START_TEST(how_far_a_file_may_be_ahead)
{
    const state_opening_t before = {.now = START - 1, .max_lead = DAY},
                          bold = {.now = START - 1, .max_lead = DAY + 1};
    clock_state_t *opened;

    clear();
    other_state = open_at(START, START + DAY, NULL);
    own_state = open_at(START, 0, NULL);
    require_eq(state_file_open(&opened, "/state", &before), UUID9562_ERR_STATE_AHEAD);
    assert_ok(state_file_open(&opened, "/state", &bold));
    unmap(&opened);
    clear();
    other_state = open_at(START, UINT64_MAX - 20 * SECOND, NULL);
    require_record(other_state, 3, UINT64_MAX - 10 * SECOND);
    assert_ok(state_file_extend(other_state, START, UINT64_MAX - 10 * SECOND - 1));
    require_record(other_state, 4, UINT64_MAX - 1);
    assert_ok(state_file_extend(other_state, START, UINT64_MAX));
    require_record(other_state, 5, UINT64_MAX);
}
END_TEST

/* ---- what cannot be done ---- */

/* Opens the file anew; what it wants is written. */
static uuid9562_status_t opens(void)
{
    const state_opening_t opening = {.now = now, .last = now, .max_lead = DAY};
    uuid9562_status_t status = state_file_open(&own_state, "/state", &opening);

    if (status != UUID9562_OK)
        own_state = NULL;
    return status;
}

static uuid9562_status_t extends(void)
{
    return state_file_extend(other_state, now, atomic_load(&other_state->until_ns) + 1);
}

/* Of a process that was killed before it could publish it, in a resync. */
static void write_unpublished(void)
{
    record_t record = record_at(1);
    const int file = file_open("/state");

    record.identity = clock_seq_above(record.identity & UUID9562_NODE_MAX,
                                      (record.identity >> 48) + 1);
    record.until_ns++;
    record.sequence++;
    assert_ok(write_record(file, &record));
    file_close(file);
}

static uuid9562_status_t extends_unpublished(void)
{
    const int then_happens = happens;

    happens = NOTHING;
    write_unpublished();
    happens = then_happens;
    calls = 0;
    return extends();
}

static uuid9562_status_t extends_in_time(void)
{
    return state_file_extend(other_state, now, atomic_load(&other_state->until_ns));
}

static uuid9562_status_t resyncs(void)
{
    return state_file_resync(other_state, now);
}

static uuid9562_status_t settles(void)
{
    atomic_fetch_add(&other_state->resyncs_begun, 1);
    return state_file_settle(other_state);
}

/* The state that was opened before goes on, whatever the call has done. */
static uuid9562_status_t tried(uuid9562_status_t (*what)(void))
{
    const int mappings_before = mappings;
    uuid9562_status_t status = what();

    happens = NOTHING;
    no_boot_id = no_random = no_reading = is_always_replaced = false;
    map_error = 0;
    held_for = 0;
    for (int i = 0; i < FILES; i++)
        require_eq(files[i].file, 0);
    require_eq(own_delays, 0);
    unmap(&own_state);
    require_eq(mappings, mappings_before);
    return status;
}

static void begin_with_a_file(void)
{
    clear();
    other_state = open_at(now, 0, NULL);
    assert_ok(give(other_state));
    now += 6 * SECOND;
}

/* A letter for each system call that can fail: what comes of it. */
static void require_failures(bool is_new, uuid9562_status_t (*what)(void), const char *expected)
{
    static const struct {
        uuid9562_status_t status;
        char letter;
    } letters[] = {{UUID9562_OK, '-'},
                   {UUID9562_ERR_STATE_OPEN, 'o'},
                   {UUID9562_ERR_STATE_WRITE, 'w'},
                   {UUID9562_ERR_STATE_REPLACED, 'r'}};
    char found[64] = "";

    for (int at = 0; at < 32; at++) {
        uuid9562_status_t status;

        if (is_new)
            clear();
        else
            begin_with_a_file();
        happens = FAILURE;
        at_call = at;
        calls = 0;
        status = tried(what);
        if (calls <= at)
            break;
        for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
            if (letters[i].status == status)
                found[at] = letters[i].letter;
        if (is_new)
            continue;
        if (what == resyncs)
            highest = 0; /* as it is asked to be */
        give_some(other_state);
    }
    require_msg(strcmp(found, expected) == 0, "%s, not %s", found, expected);
}

START_TEST(a_failure_at_any_call)
{
    require_failures(true, opens, "ooooo-oo-wwww");
    require_failures(false, opens, "o-ww");
    require_failures(false, extends, "o-ww");
    require_failures(false, extends_unpublished, "o-wwww");
    require_failures(false, extends_in_time, "----");
    require_failures(false, resyncs, "o-wwww");
    require_failures(false, settles, "o-");
}
END_TEST

/* Nobody holds it then: the reason is the system's. */
START_TEST(a_file_system_without_locks)
{
    static uuid9562_status_t (*const calls_of_it[])(void) = {opens, extends, resyncs, settles};

    for (size_t i = 0; i < sizeof calls_of_it / sizeof *calls_of_it; i++) {
        begin_with_a_file();
        held_for = 1;
        lock_error = ENOLCK;
        require_eq(calls_of_it[i](), UUID9562_ERR_STATE_OPEN);
        require_eq(errno, ENOLCK);
        require_eq(tried(calls_of_it[i]), UUID9562_OK);
    }
    lock_error = EWOULDBLOCK;
}
END_TEST

/* It is written once more, and what it says of the clock sequence does not come true. */
START_TEST(a_record_that_was_not_published)
{
    uint64_t identity;

    for (int i = 0; i < 2; i++) {
        begin_with_a_file();
        identity = identity_of(other_state);
        if (i == 0) {
            assert_ok(tried(extends_unpublished));
            require_record(other_state, 5, START + 20 * SECOND + 1);
        } else {
            write_unpublished();
            assert_ok(tried(resyncs));
            require_record(other_state, 6, now + 10 * SECOND);
        }
        require_eq(identity_of(other_state) >> 48, ((identity >> 48) + (uint64_t)i) & 0x3fff);
    }
}
END_TEST

static void look_at_a_resync(void)
{
    static int writes;

    if (++writes != 2)
        return;
    require_eq(atomic_load(&other_state->last_ns), now);
    require_eq(atomic_load(&other_state->resyncs_done), 1);
    require_eq(atomic_load(&other_state->renew_ns), 1);
    require_eq(atomic_load(&other_state->until_ns), 1);
}

static void look_at_a_start(void)
{
    require_eq(atomic_load(&other_state->last_ns) - START, 10 * SECOND);
    require_eq(atomic_load(&other_state->renew_ns) - START, 10 * SECOND);
    require_eq(atomic_load(&other_state->until_ns) - START, 10 * SECOND - 1);
    require_eq(atomic_load(&other_state->resyncs_done), 3);
}

/* Nothing has been written, and all of the memory is as it has to be. */
START_TEST(in_the_midst_of_a_start)
{
    clear();
    other_state = open_at(START, 0, NULL);
    atomic_store(&other_state->resyncs_begun, 3);
    boots++;
    at_write = look_at_a_start;
    own_state = open_at(START, 0, NULL);
    at_write = NULL;
}
END_TEST

/* The time has gone back and the disk has not: no other call gets a time. */
START_TEST(in_the_midst_of_a_resync)
{
    begin_with_a_file();
    at_write = look_at_a_resync;
    assert_ok(tried(resyncs));
    at_write = NULL;
}
END_TEST

START_TEST(what_the_system_lacks)
{
    const uint64_t node = 5;
    const state_opening_t opening = {.now = START, .max_lead = DAY, .node = &node};

    begin_with_a_file();
    no_boot_id = true;
    assert_status(tried(opens), UUID9562_ERR_STATE_BOOT);
    map_error = ENOMEM;
    assert_status(tried(opens), UUID9562_ERR_MEMORY);
    map_error = EACCES;
    assert_status(tried(opens), UUID9562_ERR_STATE_OPEN);
    no_reading = true;
    assert_status(tried(opens), UUID9562_ERR_STATE_OPEN);
    no_reading = true;
    assert_status(tried(extends), UUID9562_ERR_STATE_OPEN);
    no_reading = true;
    assert_status(tried(resyncs), UUID9562_ERR_STATE_OPEN);
    no_random = true; /* which only another node needs */
    assert_ok(tried(opens));
    no_random = true;
    assert_status(state_file_open(&own_state, "/state", &opening), UUID9562_ERR_ENTROPY);
    assert_status(state_file_create("/other", NULL, 0600, false), UUID9562_ERR_ENTROPY);
    clear();
    assert_status(tried(opens), UUID9562_ERR_ENTROPY);
}
END_TEST

/* Five seconds, or not at all. */
START_TEST(patience_with_a_lock)
{
    static uuid9562_status_t (*const patient[])(void) = {opens, extends, resyncs, settles};

    for (size_t i = 0; i < sizeof patient / sizeof *patient; i++) {
        begin_with_a_file();
        sleeps = 0;
        held_for = 5000;
        assert_ok(tried(patient[i]));
        require_eq(sleeps, 5000);
        sleeps = 0;
        held_for = 5001;
        assert_status(tried(patient[i]), UUID9562_ERR_STATE_LOCK);
        require_eq(sleeps, 5000);
    }
    begin_with_a_file();
    sleeps = 0;
    held_for = 1;
    assert_ok(tried(extends_in_time));
    require_eq(sleeps, 0);
    require_eq(record_at(1).sequence, 3);
    require_eq(record_at(0).sequence, 2);
    assert_ok(tried(extends_in_time));
    require_eq(record_at(0).sequence, 4);
}
END_TEST

/* ---- meanwhile ---- */

static void another_creates(void)
{
    assert_ok(state_file_create("/state", &(uint64_t){5}, 0600, true));
}

static void another_removes(void)
{
    fake_unlink("/state");
}

START_TEST(a_file_that_appears)
{
    clear();
    meanwhile = another_creates; /* after there was none */
    other_state = open_at(now, 0, NULL);
    require_eq(identity_of(other_state) & UUID9562_NODE_MAX, 5);
}
END_TEST

START_TEST(a_file_that_is_always_another)
{
    begin_with_a_file();
    looks = 0;
    is_always_replaced = true;
    assert_status(tried(opens), UUID9562_ERR_STATE_REPLACED);
    require_eq(looks, 100);
}
END_TEST

START_TEST(a_file_that_is_replaced)
{
    static uuid9562_status_t (*const again[])(void) = {extends, resyncs, settles};
    static void (*const acts[])(void) = {another_creates, another_removes};

    for (size_t act = 0; act < 2; act++) {
        begin_with_a_file();
        meanwhile = acts[act];
        own_state = open_at(now, 0, NULL);
        require(!state_file_is_at(other_state, "/state"));
        require(state_file_is_at(own_state, "/state"));
        require_eq((identity_of(own_state) & UUID9562_NODE_MAX) == 5, act == 0);
        for (size_t i = 0; i < sizeof again / sizeof *again; i++) {
            begin_with_a_file();
            meanwhile = acts[act];
            assert_status(tried(again[i]), UUID9562_ERR_STATE_REPLACED);
            assert_status(tried(again[i]), UUID9562_ERR_STATE_REPLACED);
        }
    }
}
END_TEST

static TCase *inside_case(void)
{
    TCase *tcase = tcase_create("state_file");
    add_test(tcase, a_kill_at_any_call);
    add_test(tcase, a_crash_at_any_call);
    add_test(tcase, a_container_that_ends_at_any_call);
    add_test(tcase, containers_by_turns);
    add_test(tcase, the_disk_is_ten_seconds_ahead);
    add_test(tcase, the_format_of_the_file);
    add_test(tcase, all_bits_of_an_identity_are_random);
    add_test(tcase, a_record_is_later_than_the_one_before);
    add_test(tcase, after_a_start_of_the_machine);
    add_test(tcase, a_resync_goes_back);
    add_test(tcase, how_far_a_file_may_be_ahead);
    add_test(tcase, a_failure_at_any_call);
    add_test(tcase, a_file_system_without_locks);
    add_test(tcase, a_record_that_was_not_published);
    add_test(tcase, in_the_midst_of_a_start);
    add_test(tcase, in_the_midst_of_a_resync);
    add_test(tcase, what_the_system_lacks);
    add_test(tcase, patience_with_a_lock);
    add_test(tcase, a_file_that_appears);
    add_test(tcase, a_file_that_is_always_another);
    add_test(tcase, a_file_that_is_replaced);
    return tcase;
}

int main(int argc, char **argv)
{
    static TCase *(*const cases[])(void) = {inside_case};
    return run_tests(argc, argv, cases, 1);
}
