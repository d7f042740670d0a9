/*
 * The state file's use of the file system from the inside: each system call, and its failure.
 */
#include "fake_files.h"

/* ---- one call each ---- */

TEST(opening)
{
    require_eq(file_open("/state"), the_file);
    require_calls(" open");
    let_fail("open", 0, 1, EACCES);
    require(file_open("/state") < 0);
    require_eq(errno, EACCES);
    require_calls(" open");
}

TEST(closing_keeps_errno)
{
    errno = EPERM;
    file_close(the_file);
    require_eq(errno, EPERM);
    require_calls(" unlock close");
}

TEST(locking)
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
    for (sleep_us = 100; sleep_us <= 10000; sleep_us *= 10) { /* whatever wakes it, or delays it */
        const long begun = steady_us;

        let_fail("lock", 0, 1000, EWOULDBLOCK);
        require(!file_lock(the_file, 20));
        require_eq(steady_us - begun, 20000);
    }
    let_fail("lock", 0, 1, EBADF);
    require(!file_lock(the_file, 9));
    require_eq(errno, EBADF);
    require_calls(" lock");
}

TEST(synchronising)
{
    require(file_sync(the_file));
    let_fail("sync", 0, 1, EIO);
    require(!file_sync(the_file));
    require_eq(errno, EIO);
}

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

TEST(facts)
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

TEST(holes)
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

TEST(the_file_of_a_name)
{
    const file_id_t id = {3, UINT32_MAX + UINT64_C(5)};

    facts_of(0, 0, 0);
    require(file_is_at("/state", id));
    require(!file_is_at("/state", (file_id_t){4, id.inode}));
    require(!file_is_at("/state", (file_id_t){3, 5}));
    let_fail("lstat", 0, 1, ENOENT);
    require(!file_is_at("/state", id));
}

/* ---- reading and writing ---- */

/* Beyond it no byte is written, since the first one there would be a signal. */
TEST(the_limit_for_files)
{
    const uint8_t bytes[8] = {0};

    most = 24;
    require(file_write(the_file, bytes, sizeof bytes, 16));
    require_calls(" write");
    require(!file_write(the_file, bytes, sizeof bytes, 17));
    require_eq(errno, EFBIG);
    require_calls("");
    no_limit = true;
    require(file_write(the_file, bytes, sizeof bytes, 17));
}

/* In pieces of so many bytes. */
static void write_and_read(size_t part, size_t at)
{
    uint8_t bytes[32], read[32];
    const size_t pieces = (sizeof bytes + part - 1) / part;

    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i + 1);
    setup();
    piece = part;
    require(file_write(the_file, bytes, sizeof bytes, at));
    require_eq(count_calls(), pieces);
    require_mem(contents + at, bytes, sizeof bytes);
    require(at == 0 || contents[at - 1] == 0);
    require(at + sizeof bytes == CONTENTS || contents[at + sizeof bytes] == 0);
    require(file_read(the_file, read, sizeof read, at));
    require_eq(count_calls(), pieces);
    require_mem(read, bytes, sizeof bytes);
}

TEST(in_pieces)
{
    for (size_t part = 1; part <= 32; part++)
        for (size_t at = 0; at <= 32; at += 16)
            write_and_read(part, at);
}

TEST(what_cannot_be_read_or_written)
{
    uint8_t bytes[8] = {0};

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

/* ---- a file that appears whole ---- */

static const uint8_t whole[12] = "hello world";

static bool create(const char *path, bool replace)
{
    return file_create(path, UINT64_C(0x0123456789abcdef), 0640, whole, sizeof whole, replace);
}

TEST(creating)
{
    require(create("/a/b/state", false));
    require_calls(" open-new chmod write sync link close unlink"
                  " open-folder sync-folder close-folder");
    require_mem(contents, whole, sizeof whole);
    require(strcmp(folder_name, "/a/b/") == 0);
    require(create("/state", true));
    require_calls(" open-new chmod write sync rename close unlink"
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

/* Whichever call fails, nothing is left behind, and errno says what happened. */
TEST(what_cannot_be_created)
{
    static const struct {
        const char *call;
        int after;
        const char *calls;
    } cases[] = {
        {"open", 0, " open-new"},
        {"chmod", 0, " open-new chmod close unlink"},
        {"write", 0, " open-new chmod write close unlink"},
        {"sync", 0, " open-new chmod write sync close unlink"},
        {"link", 0, " open-new chmod write sync link close unlink"},
        {"open", 1, " open-new chmod write sync link close unlink open-folder"},
        {"sync", 1, " open-new chmod write sync link close unlink open-folder sync-folder"
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

/* Whichever call a signal interrupts, it is made again. */
TEST(interrupted)
{
    char text[OS_BOOT_ID_LENGTH];
    file_facts_t facts;
    int after = 0;

    boot_id_text = "01234567-89ab-cdef-0123-456789abcdef";
    for (fault.times = 0; fault.times < 2; after++) {
        let_fail("", after, 2, EINTR);
        require(create("/state", false) && create("/state", true) && file_sync(the_file) &&
                os_sync_all_with(the_file) && file_fill_holes(the_file, 12288) &&
                file_facts(the_file, &facts) && file_is_at("/state", facts.id) &&
                os_boot_id(text) && file_lock(the_file, 0) && file_open("/state") == the_file &&
                file_read(the_file, text, 1, 0) && !is_left);
    }
    require_gt(after, 20);
}

/* Then its name goes to the disk with all else. */
TEST(a_folder_that_cannot_be_read)
{
    const char *until_there = " open-new chmod write sync link close unlink open-folder";
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

/* One more would be cut off. */
TEST(names_of_all_lengths)
{
    static char path[FILE_PATH_MAX + 8], out[FILE_PATH_MAX];

    memset(path, 'a', sizeof path);
    *path = '/';
    path[FILE_PATH_MAX] = '\0';
    errno = 0;
    require(!file_absolute_path(out, path));
    require_eq(errno, ENAMETOOLONG);
    path[FILE_PATH_MAX - 1] = '\0';
    require(file_absolute_path(out, path));
    require(strcmp(out, path) == 0);
    require_calls("");
}

TEST(paths_from_here)
{
    char out[FILE_PATH_MAX], here[FILE_PATH_MAX];

    require(getcwd(here, sizeof here - 8) != NULL);
    strcat(here, "/state");
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

/* ---- memory ---- */

TEST(mapping)
{
    const int file = memfd_create("state", MFD_CLOEXEC);
    char *room, byte;

    require(file >= 0 && ftruncate(file, 12288) == 0);
    room = file_room();
    require(room != NULL && file_map(room, file, 12288));
    room[12287] = 17;
    require_eq(pread(file, &byte, 1, 12287), 1);
    require_eq(byte, 17);
    memset(room + FILE_MAP_SHARED, 17, FILE_MAP_OWN);
    require_eq(pread(file, &byte, 1, 0), 1);
    require_eq(byte, 0);
    errno = EPERM;
    file_unmap(room);
    require_eq(errno, EPERM);
    require(unmapped == room);
    require_eq(unmapped_size, FILE_MAP_SHARED + FILE_MAP_OWN);

    let_fail("map", 0, 2, ENOMEM);
    require(file_room() == NULL);
    require(!file_map(room, file, 12288));
    require_eq(errno, ENOMEM);
    require_calls(" map map");
    close(file);
}

/* ---- the boot ID ---- */

TEST(the_start_of_the_machine)
{
    static const uint8_t expected[16] = {0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46, 0x4c, 0x8e,
                                         0xa0, 0xb7, 0x33, 0xf1, 0xb7, 0x1c, 0x8a, 0x55};
    static const char *const others[] = {"", "9f6bdece-d846-4c8e-a0b7-33f1b71c8a5",
                                         "9f6bdece-d846-4c8e-a0b7-33f1b71c8a5g\n"};
    uuid9562_t id = {{17}}, untouched = {{17}};

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
