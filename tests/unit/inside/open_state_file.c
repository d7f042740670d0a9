/*
 * The state file as a program uses it: how it is opened, which file that is, and which is none.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

static bool exchange(_Atomic uint64_t *at, uint64_t *expected, uint64_t desired);

#undef atomic_compare_exchange_weak
#undef atomic_compare_exchange_weak_explicit
#define atomic_compare_exchange_weak exchange
#define atomic_compare_exchange_weak_explicit(at, expected, desired, ...)                          \
    exchange(at, expected, desired)
#include "own_folder.h"

#include <limits.h>

/* Another process may take a time in the midst of a call. */
static uint64_t taken_meanwhile; /* before the next exchange; 0: no time */

static bool exchange(_Atomic uint64_t *at, uint64_t *expected, uint64_t desired)
{
    if (taken_meanwhile != 0)
        atomic_store(at, taken_meanwhile);
    taken_meanwhile = 0;
    return atomic_compare_exchange_strong(at, expected, desired);
}

static const fixture_t fixture = {in_a_folder, remove_folder};

/* ---- opening ---- */

TEST(a_file_is_made_for_its_owner_alone)
{
    uuid9562_state_t state;
    struct stat status;

    umask(0);
    require(!uuid9562_state_get(&state));
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(stat(path, &status), 0);
    require_eq(status.st_mode & 07777, 0600);
    require(strcmp(described().path, path) == 0);
}

TEST(a_path_from_here)
{
    char here[FILE_PATH_MAX];

    require(getcwd(here, sizeof here) != NULL);
    require_eq(chdir(folder), 0);
    assert_ok(uuid9562_state_open("state", NULL));
    require_eq(chdir("/"), 0);
    require(strcmp(described().path, path) == 0);
    assert_ok(uuid9562_state_open(path + 1, NULL));
    require_eq(uuid9562_state_open("state", NULL), UUID9562_ERR_STATE_OTHER);
    require_eq(chdir(here), 0);
    exhaust();
    generate(7);
}

/* In a process that has closed its standard input. */
TEST(a_descriptor_that_is_0)
{
    const int input = dup(0);

    require_eq(close(0), 0);
    for (int i = 0; i < 2; i++)
        assert_ok(uuid9562_state_open(path, NULL));
    exhaust();
    generate(7);
    require_eq(access("/proc/self/fd/0", F_OK), -1);
    dup2(input, 0);
    close(input);
}

TEST(a_path_from_the_root)
{
    require_eq(chdir("/"), 0);
    assert_ok(uuid9562_state_open(path + 1, NULL));
    require(strcmp(described().path, path) == 0);
}

/* The path of the folder is longer than a path may be; that of the file in it is longer still. */
TEST(a_path_that_is_too_long)
{
    char name[251];

    memset(name, 'x', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    require_eq(chdir(folder), 0);
    require_eq(uuid9562_state_open(name, NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, ENAMETOOLONG);
    for (int i = 0; i < FILE_PATH_MAX / (int)sizeof name + 1; i++) {
        require_eq(mkdir(name, 0700), 0);
        require_eq(chdir(name), 0);
    }
    require_eq(uuid9562_state_open("state", NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, ENAMETOOLONG);
    require_eq(chdir("/"), 0);
}

TEST(the_order_goes_on)
{
    uuid9562_t before, after;

    assert_ok(uuid9562_state_open(path, NULL));
    atomic_store(&shared_clock_state()->last_ns, os_fine_ns() + 2000000000);
    for (int version = 6; version <= 7; version++) {
        before = generate(version);
        begin_again();
        atomic_store(&process_clock_state()->last_ns, 0);
        assert_ok(uuid9562_state_open(path, NULL));
        after = generate(version);
        require(uuid9562_compare(&before, &after) < 0);
    }
}

TEST(what_was_given_out_before_it_was_opened)
{
    uuid9562_t before, after;

    atomic_store(&process_clock_state()->last_ns, os_fine_ns() + 3600000000000);
    atomic_store(&state_file_is_settled, true);
    before = generate(7);
    assert_ok(uuid9562_state_open(path, NULL));
    after = generate(7);
    require(uuid9562_compare(&before, &after) < 0);
    atomic_store(&process_clock_state()->last_ns, 0);
}

TEST(times_that_others_take_meanwhile)
{
    const uint64_t second = 1000000000, now = os_fine_ns();
    uuid9562_t uuid;

    assert_ok(uuid9562_state_open(path, NULL));
    begin_again();
    atomic_store(&process_clock_state()->last_ns, now + 20 * second);
    taken_meanwhile = now + 10 * second;
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(described().last_ns, now + 20 * second);

    uuid = max_of_ms((now + 30 * second) / NS_PER_MS);
    taken_meanwhile = now + 40 * second;
    assert_ok(uuid9562_advance(NULL, &uuid));
    require_eq(described().last_ns, now + 40 * second);

    taken_meanwhile = now + 50 * second;
    generate(7);
    require(described().last_ns > now + 50 * second);
    require_eq(taken_meanwhile, 0);
    atomic_store(&process_clock_state()->last_ns, 0);
}

TEST(node_and_clock_sequence_stay)
{
    uuid9562_t first, other;

    assert_ok(uuid9562_state_open(path, NULL));
    first = generate(1);
    require_eq(node_of(&first), described().node);
    require_eq(clock_seq_of(&first), described().clock_seq);
    require(node_of(&first) >> 40 & 1);
    for (int i = 0; i < 3; i++) {
        begin_again();
        assert_ok(uuid9562_state_open(path, NULL));
        other = generate(1);
        require_eq(node_of(&other), node_of(&first));
        require_eq(clock_seq_of(&other), clock_seq_of(&first));
    }
    assert_ok(uuid9562_batch(NULL, &other, 1, 1));
    require_eq(node_of(&other), node_of(&first));
    require_eq(clock_seq_of(&other), clock_seq_of(&first));
}

/* They go with version 1; version 6 has random ones (RFC 9562 section 5.6). */
TEST(version_6_without_the_node_of_the_file)
{
    const uint64_t clock_seq = 5;
    uuid9562_t uuid;

    assert_ok(uuid9562_state_open(path, NULL));
    uuid = generate(6);
    require_ne(node_of(&uuid), described().node);
    assert_ok(uuid9562_uuid6(NULL, &uuid, NULL, &clock_seq));
    require_ne(node_of(&uuid), described().node);
}

/* RFC 4122 section 4.2.1: then the clock sequence is random. */
TEST(another_node)
{
    const uint64_t node = 0x9F6BDECED846, above = UUID9562_NODE_MAX + 1;
    unsigned same = 0;
    uint64_t before;

    require_eq(uuid9562_state_open(path, &above), UUID9562_ERR_NODE);
    assert_ok(uuid9562_state_open(path, &node));
    require_eq(described().node, node);
    for (uint64_t i = 0; i < 20; i++) {
        const uint64_t next = node + i % 2;

        before = described().clock_seq;
        begin_again();
        assert_ok(uuid9562_state_open(path, &next));
        require_eq(described().node, next);
        same += described().clock_seq == before;
    }
    require(same < 4); /* the first of the twenty has the node of before */
    begin_again();
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(described().node, node + 1);
}

TEST(one_file_for_a_process)
{
    char other[140];

    snprintf(other, sizeof other, "%s2", path);
    assert_ok(uuid9562_state_open(path, NULL));
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(uuid9562_state_open(other, NULL), UUID9562_ERR_STATE_OTHER);
    require_eq(access(other, F_OK), -1);
    assert_ok(uuid9562_state_create(other, NULL, 0600, false));
    require_eq(uuid9562_state_open(other, NULL), UUID9562_ERR_STATE_OTHER);
    require(strcmp(described().path, path) == 0);
}

static int count_mappings(void)
{
    char line[512];
    int count = 0;
    FILE *maps = fopen("/proc/self/maps", "r");

    require(maps != NULL);
    while (fgets(line, sizeof line, maps) != NULL)
        count += strstr(line, path) != NULL;
    fclose(maps);
    return count;
}

TEST(a_node_for_the_file_that_is_open)
{
    const uint64_t largest = UUID9562_NODE_MAX;

    assert_ok(uuid9562_state_open(path, NULL));
    for (int i = 0; i < 2; i++) {
        assert_ok(uuid9562_state_open(path, &largest));
        require_eq(described().node, largest);
        require_eq(count_mappings(), 1);
    }
    assert_ok(uuid9562_state_create(path, &largest, 0600, true));
}

TEST(create_and_replace)
{
    const uint64_t node = 17, above = UUID9562_NODE_MAX + 1;
    struct stat status;

    require_eq(uuid9562_state_create(path, &above, 0600, false), UUID9562_ERR_NODE);
    assert_ok(uuid9562_state_create(path, &node, 0660, false));
    require_eq(stat(path, &status), 0);
    require_eq(status.st_mode & 07777, 0660);
    require_eq(uuid9562_state_create(path, NULL, 0600, false), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, EEXIST);
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(described().node, 17);
    begin_again();
    assert_ok(uuid9562_state_create(path, NULL, 0600, true));
    assert_ok(uuid9562_state_open(path, NULL));
    require(described().node != 17);
}

/* ---- files that are no good ---- */

static void write_at(off_t offset, const void *bytes, size_t size)
{
    const int file = open(path, O_WRONLY);

    require(file >= 0);
    require_eq(pwrite(file, bytes, size, offset), (ssize_t)size);
    close(file);
}

static void read_at(off_t offset, uint8_t *byte)
{
    const int file = open(path, O_RDONLY);

    require(file >= 0);
    require_eq(pread(file, byte, 1, offset), 1);
    close(file);
}

TEST(damage)
{
    static const char other[] = "UUID9563";

    assert_ok(uuid9562_state_create(path, NULL, 0600, false));
    write_at(0, other, strlen(other));
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_FORMAT);
    for (off_t at = 0; at < 64; at++) { /* any bit of the only record */
        uint8_t byte;

        assert_ok(uuid9562_state_create(path, NULL, 0600, true));
        read_at(at, &byte);
        byte ^= 0x10;
        write_at(at, &byte, 1);
        require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_FORMAT);
    }
    for (int size = 0; size < 3 * BLOCK; size += 1000) {
        assert_ok(uuid9562_state_create(path, NULL, 0600, true));
        require_eq(truncate(path, size), 0);
        require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_FORMAT);
    }
    require_eq(truncate(path, 3 * BLOCK + 1), 0);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_FORMAT);
}

/* A record as it would be written, but for what the caller changed. */
static void write_sealed(record_t *record, uint32_t version)
{
    record_seal(record);
    record->version = version;
    record->checksum = checksum(record);
    write_at((off_t)(record->sequence % 2) * BLOCK, record, sizeof *record);
}

TEST(a_version_from_the_future)
{
    record_t record = {.sequence = 3, .until_ns = 1};

    assert_ok(uuid9562_state_create(path, NULL, 0600, false));
    write_sealed(&record, VERSION + 1);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_VERSION);
}

/* All of it is looked at, whatever the checksum says. */
TEST(a_record_of_another_kind)
{
    for (int i = 0; i < 2; i++) {
        record_t record = {.sequence = 2, .until_ns = 1};

        assert_ok(uuid9562_state_create(path, NULL, 0600, true));
        record_seal(&record);
        if (i == 0)
            record.magic[7]++;
        else
            record.order_of_bytes = 0x04030201;
        record.checksum = checksum(&record);
        write_at(0, &record, sizeof record);
        require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_FORMAT);
    }
}

TEST(a_time_far_ahead)
{
    record_t record = {.sequence = 3};
    uuid9562_t uuid;

    assert_ok(uuid9562_state_create(path, NULL, 0600, false));
    record.until_ns = os_fine_ns() + UUID9562_MAX_LEAD_NS_DEFAULT + 1000000000;
    write_sealed(&record, VERSION);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_AHEAD);
    record.until_ns = UINT64_MAX;
    write_sealed(&record, VERSION);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_AHEAD);
    record.until_ns = os_fine_ns() + UUID9562_MAX_LEAD_NS_DEFAULT - 1000000000;
    write_sealed(&record, VERSION);
    assert_ok(uuid9562_state_open(path, NULL));

    atomic_store(&shared_clock_state()->last_ns, UINT64_MAX - 5); /* by another process */
    require(uuid9562_uuid7(NULL, &uuid) != UUID9562_OK);
    begin_again();
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_AHEAD);
}

/* Who may write the file does not decide how far ahead of the clock a process goes; but a process
 * may, and return to the clock with the file that it has. */
TEST(the_lead_is_a_matter_of_the_process)
{
    const uint64_t day = UUID9562_MAX_LEAD_NS_DEFAULT;
    uuid9562_t uuid;
    uint64_t node;

    assert_ok(uuid9562_state_open(path, NULL));
    node = described().node;
    atomic_store(&shared_clock_state()->max_lead_ns, UINT64_MAX);
    atomic_store(&shared_clock_state()->last_ns, os_fine_ns() + 2 * day);
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_LEAD);
    assert_ok(uuid9562_set_max_lead_ns(NULL, 3 * day));
    generate(7);
    begin_again();
    assert_ok(uuid9562_set_max_lead_ns(NULL, 0));
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_AHEAD);
    assert_ok(uuid9562_set_max_lead_ns(NULL, 3 * day));
    assert_ok(uuid9562_state_open(path, NULL));
    assert_ok(uuid9562_resync(NULL));
    begin_again();
    assert_ok(uuid9562_set_max_lead_ns(NULL, 0));
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(described().node, node);
}

TEST(what_is_not_a_file_of_ours)
{
    char target[140];

    snprintf(target, sizeof target, "%s-target", path);
    require_eq(uuid9562_state_open("/nowhere/state", NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, ENOENT);
    require_eq(uuid9562_state_open(folder, NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(mkfifo(path, 0600), 0);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, EINVAL);
    require_eq(unlink(path), 0);
    assert_ok(uuid9562_state_create(target, NULL, 0600, false));
    require_eq(symlink(target, path), 0);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, ELOOP);
    require_eq(unlink(path), 0);
    assert_ok(uuid9562_state_create(path, NULL, 0602, false));
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OWNER);
    require_eq(chmod(path, 0775), 0);
    assert_ok(uuid9562_state_open(path, NULL));
}

/* As a copy may have. They are filled, or a full disk would be a signal when the memory is written. */
TEST(a_file_with_holes)
{
    struct stat status;
    int file;

    assert_ok(uuid9562_state_create(path, NULL, 0600, false));
    file = open(path, O_WRONLY);
    if (fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 2 * BLOCK, BLOCK) == 0) {
        assert_ok(uuid9562_state_open(path, NULL));
        require_eq(fstat(file, &status), 0);
        require(status.st_blocks * 512 >= STATE_FILE_SIZE);
    }
    close(file);
}

TEST(a_file_of_another_user)
{
    if (geteuid() != 0)
        return;
    assert_ok(uuid9562_state_create(path, NULL, 0600, false));
    require_eq(chown(path, 4242, 4242), 0);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OWNER);
    require_eq(chmod(path, 0660), 0);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OWNER);
    require_eq(chown(path, 4242, getegid()), 0);
    assert_ok(uuid9562_state_open(path, NULL));
}

/* ---- the environment ---- */

TEST(the_environment_names_it)
{
    const uuid9562_t version_7 = max_of_ms(0);
    uuid9562_generator_t *other;
    uuid9562_t uuid;
    uint64_t lead;

    setenv("UUID9562_STATE", "/nowhere/state", 1);
    assert_ok(uuid9562_generator_new(&other, NULL, NULL, NULL));
    assert_ok(uuid9562_uuid7(other, &uuid)); /* which has no file */
    uuid9562_generator_free(other);
    for (int i = 0; i < 2; i++) {
        require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_uuid1(NULL, &uuid, NULL, NULL), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_uuid6(NULL, &uuid, NULL, NULL), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_batch(NULL, &uuid, 7, 1), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_batch(NULL, &uuid, 6, 1), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_batch(NULL, &uuid, 1, 1), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_lead_ns(NULL, &lead), UUID9562_ERR_STATE_OPEN);
        assert_ok(uuid9562_set_max_lead_ns(NULL, 0));
        require_eq(uuid9562_resync(NULL), UUID9562_ERR_STATE_OPEN);
        require_eq(uuid9562_advance(NULL, &version_7), UUID9562_ERR_STATE_OPEN);
    }
    assert_ok(uuid9562_uuid4(NULL, &uuid));
    assert_ok(uuid9562_batch(NULL, &uuid, 4, 1));
    setenv("UUID9562_STATE", path, 1);
    uuid = generate(1);
    require_eq(node_of(&uuid), described().node);
    require(strcmp(described().path, path) == 0);
}

TEST(no_file_is_named)
{
    char out[UUID9562_DESCRIPTION_MAX];
    uuid9562_state_t state;

    setenv("UUID9562_STATE", "", 1);
    generate(7);
    require(!uuid9562_state_get(&state));
    require(atomic_load(&state_file_is_settled)); /* and no call asks again */
    uuid9562_describe(out, UUID9562_ERR_STATE_LOCK, 0, NULL, 0);
    ck_assert_str_eq(out, uuid9562_strerror(UUID9562_ERR_STATE_LOCK));
}

/* ---- the stack ---- */

static void *open_here(void *status)
{
    *(uuid9562_status_t *)status = uuid9562_state_open(path, NULL);
    return NULL;
}

static void *generate_here(void *status)
{
    uuid9562_t uuid;

    *(uuid9562_status_t *)status = uuid9562_uuid7(NULL, &uuid);
    return NULL;
}

/* The smallest that a thread can have, where there is no file yet, and where there is one. */
TEST(a_small_stack)
{
    uuid9562_status_t status = UUID9562_ERR_STATE_OPEN;
    pthread_attr_t small;
    pthread_t thread;

    require_eq(pthread_attr_init(&small), 0);
    require_eq(pthread_attr_setstacksize(&small, (size_t)PTHREAD_STACK_MIN), 0);
    for (int i = 0; i < 4; i++) {
        begin_again();
        if (i == 2)
            require_eq(unlink(path), 0);
        if (i >= 2)
            setenv("UUID9562_STATE", path, 1);
        require_eq(pthread_create(&thread, &small, i < 2 ? open_here : generate_here, &status), 0);
        require_eq(pthread_join(thread, NULL), 0);
        assert_ok(status);
    }
    pthread_attr_destroy(&small);
}
