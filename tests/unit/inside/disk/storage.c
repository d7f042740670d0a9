/*
 * The state file's use of the file system from the inside: whose file it is, pieces, and names. The
 * order of the calls, and their failures, are those of state_file.c and state_file_failures.c.
 */
#include "disk_state.h"

static const uint8_t whole[12] = "hello world";

static bool create(const char *path, bool replace)
{
    return file_create(path, UINT64_C(0x0123456789abcdef), 0640, whole, sizeof whole, replace);
}

/* ---- a file, as the system describes it ---- */

static file_facts_t facts_of(struct stat status)
{
    file_facts_t facts;

    said_status = &status;
    require(file_facts(0, &facts));
    said_status = NULL;
    require_eq(facts.mode, status.st_mode & 07777);
    require_eq(facts.is_regular, S_ISREG(status.st_mode));
    return facts;
}

static bool is_ours(uid_t user, gid_t group, mode_t mode)
{
    return facts_of((struct stat){.st_uid = user, .st_gid = group, .st_mode = mode}).is_ours;
}

TEST(whose_file_it_is)
{
    said_group_count = 256;
    for (int i = 0; i < said_group_count; i++)
        said_groups[i] = 200 + (gid_t)i;
    for (unsigned mode = 0; mode <= 07777; mode++) {
        const bool group_may = mode & 020;

        require(is_ours(SAID_USER, 1, S_IFREG | mode));
        require(is_ours(0, 1, S_IFREG | mode));
        require(!is_ours(SAID_USER + 1, 1, S_IFREG | mode));
        require_eq(is_ours(SAID_USER + 1, SAID_GROUP, S_IFDIR | mode), group_may);
        require_eq(is_ours(SAID_USER + 1, 200, S_IFIFO | mode), group_may);
        require_eq(is_ours(SAID_USER + 1, 455, S_IFREG | mode), group_may);
        require(!is_ours(SAID_USER + 1, 456, S_IFREG | mode));
        require(!is_ours(SAID_USER + 1, 99, S_IFREG | mode));
    }
    said_group_count = 257; /* more than there is room for: the system then names none */
    require(!is_ours(SAID_USER + 1, 200, S_IFREG | 020));
}

TEST(holes)
{
    static const struct {
        off_t size;
        blkcnt_t blocks;
        bool has_holes;
    } cases[] = {{0, 0, false}, {1, 0, true}, {512, 1, false}, {513, 1, true}, {12288, 16, true},
                 {12288, 24, false}, {12288, 100, false}};
    const int errors[] = {0, EOPNOTSUPP, ENOSYS, ENOSPC, EIO};

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        require_eq(facts_of((struct stat){.st_size = cases[i].size, .st_blocks = cases[i].blocks})
                       .has_holes, cases[i].has_holes);
    for (size_t i = 0; i < sizeof errors / sizeof *errors; i++) {
        allocate_error = errors[i];
        require_eq(os_fill_holes(0, STATE_FILE_SIZE), i < 3); /* or the system cannot at all */
    }
}

/* ---- pieces ---- */

TEST(in_pieces)
{
    uint8_t bytes[48] = {0}, read[48];
    int file;

    require(create("/state", false));
    file = file_open("/state");
    require(file_write(file, bytes, sizeof bytes, 0));
    for (piece = 1; piece <= sizeof whole + 1; piece++) {
        memset(bytes + 16, (int)piece, sizeof whole);
        require(os_sync(file) && file_write(file, bytes + 16, sizeof whole, 16));
        require(file_read(file, read, sizeof read, 0));
        require_mem(read, bytes, sizeof read);
    }
    file_close(file);
}

/* It was truncated just now. */
TEST(a_file_that_ends_too_early)
{
    uint8_t byte;
    int file;

    require(create("/state", false));
    file = file_open("/state");
    require(!file_read(file, &byte, 1, STATE_FILE_SIZE));
    require_eq(errno, EINVAL);
    file_close(file);
}

/* ---- a file that appears whole ---- */

TEST(the_folder_of_a_name)
{
    require(create("/a/b/state", false));
    require(strcmp(folder_name, "/a/b/") == 0);
    require(create("/state", false));
    require(strcmp(folder_name, "/") == 0);
    require(create("state", true));
    require(strcmp(folder_name, ".") == 0);
    require(find("state")->on_disk != NONE);
}

/* One that knows no such thing is as good; one that cannot be read has its name written with all
 * that is on the file system. */
TEST(a_folder_that_cannot_be_synchronised)
{
    folder_sync_error = EINVAL;
    require(create("/state", true));
    folder_sync_error = EIO;
    require(!create("/state", true));
    folder_sync_error = 0;

    folder_error = EACCES;
    require(create("/other", false));
    require(find("/other")->on_disk != NONE);
    folder_error = EIO;
    require(!create("/other", true));
    require_eq(errno, EIO);
    folder_error = 0;
}

TEST(a_file_that_is_changed_in_place)
{
    flags_of_files = FS_SYNC_FL;
    require(create("/state", true));
    require_eq(flags_of_files, FS_SYNC_FL | FS_NOCOW_FL);
    flags_of_files = -1;
    require(create("/state", true));
}

/* One more would be cut off. */
TEST(names_of_all_lengths)
{
    static char path[FILE_PATH_MAX + 8], out[FILE_PATH_MAX];

    memset(path, 'a', sizeof path);
    *path = '/';
    path[FILE_PATH_MAX] = '\0';
    require(!file_absolute_path(out, path));
    require_eq(errno, ENAMETOOLONG);
    path[FILE_PATH_MAX - 1] = '\0';
    require(file_absolute_path(out, path));
    require(strcmp(out, path) == 0);
}

TEST(paths_from_here)
{
    static const int errors[] = {ENOENT, ERANGE}, said[] = {ENOENT, ENAMETOOLONG};
    char out[FILE_PATH_MAX], here[FILE_PATH_MAX];

    require(getcwd(here, sizeof here - 8) != NULL);
    strcat(here, "/state");
    require(file_absolute_path(out, "state"));
    require(strcmp(out, here) == 0);
    for (int i = 0; i < 2; i++) {
        here_error = errors[i];
        require(!file_absolute_path(out, "state"));
        require_eq(errno, said[i]);
    }
    here_error = 0;
    require_eq(chdir("/"), 0);
    require(file_absolute_path(out, "a/state"));
    require(strcmp(out, "/a/state") == 0);
}

/* ---- the boot ID ---- */

TEST(the_start_of_the_machine)
{
    static const char *const others[] = {"", "9f6bdece-d846-4c8e-a0b7-33f1b71c8a5",
                                         "9f6bdece-d846-4c8e-a0b7-33f1b71c8a5g\n"};
    const uuid9562_t untouched = {{17}};
    uuid9562_t id = untouched, expected;

    assert_ok(uuid9562_parse(&expected, NULL, "9f6bdece-d846-4c8e-a0b7-33f1b71c8a55", 36));
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        boot_id_text = others[i];
        require(!read_boot_id(&id));
        assert_same(id, untouched);
    }
    boot_id_text = "9f6bdece-d846-4c8e-a0b7-33f1b71c8a55\n";
    require(read_boot_id(&id));
    assert_same(id, expected);
}
