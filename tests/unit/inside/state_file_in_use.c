/*
 * The state file as a program uses it: the disk is kept ahead of what is given out, by all threads
 * and processes, whatever they do and wherever they are killed.
 */
#include "own_folder.h"

#include <pthread.h>
#include <sched.h>

static const fixture_t fixture = {in_a_folder, remove_folder};

/* ---- the disk is kept ahead ---- */

/* Lowers a limit of the process, as for ulimit. */
static void limit_to(int resource, rlim_t most)
{
    struct rlimit limit;

    require_eq(getrlimit(resource, &limit), 0);
    limit.rlim_cur = most;
    require_eq(setrlimit(resource, &limit), 0);
}

TEST(a_later_time_is_written_first)
{
    uuid9562_state_t state;

    assert_ok(uuid9562_state_open(path, NULL));
    for (int i = 0; i < 100; i++) {
        exhaust();
        generate(i % 2 == 0 ? 7 : 1);
        state = described();
        require(state.until_ns >= state.last_ns + AHEAD_NS - 1000000000);
        require(state.until_ns <= os_fine_ns() + AHEAD_NS);
    }
}

/* The program opened one, and the environment names another one by a longer path. */
TEST(the_file_of_the_message)
{
    char out[UUID9562_DESCRIPTION_MAX], longer[FILE_PATH_MAX + 8];

    assert_ok(uuid9562_state_open(path, NULL));
    snprintf(longer, sizeof longer, "/nowhere%s", path);
    setenv("UUID9562_STATE", longer, 1);
    uuid9562_describe(out, UUID9562_ERR_STATE_LOCK, 0, NULL, 0);
    require(strcmp(out + strlen(out) - strlen(path), path) == 0);
}

TEST(a_file_that_is_gone)
{
    uuid9562_t uuid;
    uuid9562_state_t before;

    assert_ok(uuid9562_state_open(path, NULL));
    generate(7);
    require_eq(unlink(path), 0);
    generate(7); /* for some seconds more */
    exhaust();
    before = described();
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_STATE_REPLACED);
    require_eq(described().last_ns, before.last_ns);
    assert_ok(uuid9562_state_create(path, NULL, 0600, false));
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_STATE_REPLACED);
}

TEST(while_time_is_left_a_record_may_fail)
{
    uuid9562_t uuid;

    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(chmod(path, 0602), 0);
    atomic_store(&shared_clock_state()->renew_ns, 1);
    for (int i = 0; i < 10; i++)
        generate(7);
    for (uint64_t beyond = 0; beyond < 3; beyond++) /* as the clock stands still */
        assert_status(state_renew(shared_clock_state(), (reading_t){1, 0}, 0,
                                  described().until_ns + beyond),
                      beyond == 0 ? UUID9562_OK : UUID9562_ERR_STATE_OWNER);
    exhaust();
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_STATE_OWNER);
    require_eq(chmod(path, 0600), 0);
    generate(7);
}

/* One that failed is not tried again for a tenth of a second. */
TEST(while_time_is_left_a_record_waits)
{
    const struct timespec pause = {.tv_nsec = 110000000};
    uint64_t begun;

    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(chmod(path, 0602), 0);
    atomic_store(&shared_clock_state()->renew_ns, 1);
    begun = os_fine_ns();
    generate(7);
    require_eq(chmod(path, 0600), 0);
    generate(7);
    if (os_fine_ns() - begun < 100000000)
        require_eq(atomic_load(&shared_clock_state()->renew_ns), 1);
    nanosleep(&pause, NULL);
    generate(7);
    require(atomic_load(&shared_clock_state()->renew_ns) > 1);
}

TEST(the_last_descriptor)
{
    const int next = dup(0);
    uuid9562_t uuid;

    close(next);
    limit_to(RLIMIT_NOFILE, (rlim_t)next);
    require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, EMFILE);
    limit_to(RLIMIT_NOFILE, (rlim_t)next + 1);
    assert_ok(uuid9562_state_open(path, NULL));
    begin_again();
    assert_ok(uuid9562_state_open(path, NULL));
    exhaust();
    generate(7);
    assert_ok(uuid9562_state_open(path, NULL));
    exhaust();
    limit_to(RLIMIT_NOFILE, (rlim_t)next);
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_STATE_OPEN);
    require_eq(errno, EMFILE);
    limit_to(RLIMIT_NOFILE, (rlim_t)next + 1);
    generate(7);
    limit_to(RLIMIT_NOFILE, (rlim_t)next + 100);
}

/* A write beyond it would be the signal SIGXFSZ. */
TEST(a_limit_for_files)
{
    uuid9562_t uuid;
    const rlim_t too_small[] = {0, 1, BLOCK, STATE_FILE_SIZE - 1};

    for (size_t i = 0; i < sizeof too_small / sizeof *too_small; i++) {
        limit_to(RLIMIT_FSIZE, too_small[i]);
        require_eq(uuid9562_state_open(path, NULL), UUID9562_ERR_STATE_OPEN);
        require_eq(errno, EFBIG);
    }
    limit_to(RLIMIT_FSIZE, STATE_FILE_SIZE);
    assert_ok(uuid9562_state_open(path, NULL));
    exhaust();
    generate(7);
    limit_to(RLIMIT_FSIZE, BLOCK);
    for (int i = 0; i < 2; i++) { /* one of the two records is beyond it */
        exhaust();
        if (uuid9562_uuid7(NULL, &uuid) == UUID9562_OK)
            continue;
        require_eq(errno, EFBIG);
        break;
    }
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_STATE_WRITE);
    limit_to(RLIMIT_FSIZE, RLIM_INFINITY);
    generate(7);
}

/* An emulator (qemu-user) accepts the limit and does not follow it. */
TEST(a_limit_for_memory)
{
    const size_t limit = 1 << 20;
    uuid9562_t uuid;

    setenv("UUID9562_STATE", path, 1);
    limit_to(RLIMIT_AS, limit);
    if (mmap(NULL, limit, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED) {
        puts("skipped: a limit for memory, where RLIMIT_AS is not followed");
        return;
    }
    require_eq(uuid9562_uuid7(NULL, &uuid), UUID9562_ERR_MEMORY);
    limit_to(RLIMIT_AS, RLIM_INFINITY);
    generate(7);
}

/* ---- going on after a UUID ---- */

TEST(what_is_advanced_to_is_on_the_disk)
{
    uuid9562_t after, next;

    assert_ok(uuid9562_state_open(path, NULL));
    for (uint64_t hours = 1; hours <= 20; hours++) {
        const uint64_t to_ms = os_fine_ns() / NS_PER_MS + hours * 3600000;

        after = max_of_ms(to_ms);
        assert_ok(uuid9562_advance(NULL, &after));
        require_eq(described().last_ns, (to_ms + 1) * NS_PER_MS - 1);
        require_eq(described().until_ns, described().last_ns + LEAST_NS);
        if (hours % 2 == 0)
            begin_again(); /* another process */
        assert_ok(uuid9562_state_open(path, NULL));
        next = generate(7);
        assert_before(after, next);
    }
}

TEST(what_cannot_be_written_is_not_advanced_to)
{
    uuid9562_t after;
    uuid9562_state_t before;

    assert_ok(uuid9562_state_open(path, NULL));
    generate(7);
    before = described();
    require_eq(chmod(path, 0602), 0);
    after = max_of_ms(os_fine_ns() / NS_PER_MS + 60000);
    require_eq(uuid9562_advance(NULL, &after), UUID9562_ERR_STATE_OWNER);
    after = max_of_ms(os_fine_ns() / NS_PER_MS + 2 * 86400000);
    require_eq(uuid9562_advance(NULL, &after), UUID9562_ERR_LEAD);
    require_eq(described().last_ns, before.last_ns);
    require_eq(described().until_ns, before.until_ns);
    after = max_of_ms(os_fine_ns() / NS_PER_MS + 1000); /* the disk has it already */
    assert_ok(uuid9562_advance(NULL, &after));
    require_eq(described().until_ns, before.until_ns);
    require_eq(chmod(path, 0600), 0);
}

/* ---- resync ---- */

TEST(a_resync_of_all)
{
    uuid9562_t uuid;
    uint64_t clock_seq, lead;

    assert_ok(uuid9562_state_open(path, NULL));
    atomic_store(&shared_clock_state()->last_ns, os_fine_ns() + 3600000000000);
    generate(1);
    clock_seq = described().clock_seq;
    assert_ok(uuid9562_resync(NULL));
    assert_ok(uuid9562_lead_ns(NULL, &lead));
    require_eq(lead, 0);
    require(described().until_ns <= os_fine_ns() + AHEAD_NS);
    uuid = generate(1);
    require_eq(clock_seq_of(&uuid), (clock_seq + 1) % (UUID9562_CLOCK_SEQ_MAX + 1));
    begin_again();
    assert_ok(uuid9562_state_open(path, NULL));
    require_eq(described().clock_seq, (clock_seq + 1) % (UUID9562_CLOCK_SEQ_MAX + 1));
}

TEST(a_resync_that_a_kill_cut_short)
{
    uuid9562_t uuid;

    assert_ok(uuid9562_state_open(path, NULL));
    atomic_store(&shared_clock_state()->renew_ns, 1);
    atomic_store(&shared_clock_state()->until_ns, 1);
    atomic_fetch_add(&shared_clock_state()->resyncs_begun, 1);
    uuid = generate(1);
    require_eq(clock_seq_of(&uuid), described().clock_seq);
    require_eq(atomic_load(&shared_clock_state()->resyncs_done),
               atomic_load(&shared_clock_state()->resyncs_begun));
}

/* By a reading that a resync has undone already, so that the second one counts. */
static void *reserve_in_a_thread(void *status)
{
    const reading_t early = {os_fine_ns(), resyncs_begun(&process_generator) - 1};
    uint64_t first;

    *(uuid9562_status_t *)status = reserve(&process_generator, &first, early, 1, 1);
    return NULL;
}

/* The call's reading follows the beginning of the resync, and it loads the last time before the
 * resync stores its own: its record must not stay ahead of the time, and the call must succeed. */
TEST(a_resync_ends_while_a_call_waits_for_the_lock)
{
    const struct timespec pause = {.tv_nsec = 100000000};
    const uint64_t hour = UINT64_C(3600000000000);
    clock_state_t *state;
    uint64_t until, renew, identity;
    pthread_t other;
    uuid9562_status_t status;
    int file;

    assert_ok(uuid9562_state_open(path, NULL));
    state = shared_clock_state();
    until = atomic_load(&state->until_ns);
    renew = atomic_load(&state->renew_ns);
    identity = identity_of(state);
    atomic_store(&state->last_ns, os_fine_ns() + hour);
    atomic_store(&state->renew_ns, 1);
    atomic_store(&state->until_ns, 1);
    atomic_fetch_add(&state->resyncs_begun, 1);
    file = file_open(path);
    require(file_lock(file, 0));
    pthread_create(&other, NULL, reserve_in_a_thread, &status);
    nanosleep(&pause, NULL);
    atomic_store(&state->last_ns, os_fine_ns());
    atomic_fetch_add(&state->resyncs_done, 1);
    atomic_store(&state->identity, clock_seq_before(identity, 1));
    atomic_store(&state->until_ns, until);
    atomic_store(&state->renew_ns, renew);
    file_close(file);
    pthread_join(other, NULL);
    assert_ok(status);
    require(described().last_ns < os_fine_ns());
    require(described().until_ns < os_fine_ns() + hour / 2);
}

/* ---- processes ---- */

enum { EACH = 20000 };

/* Generates until it is an error, which it is at once when the file has been overwritten. */
static void generate_until_error(uuid9562_t *out, _Atomic uint64_t *count,
                                 const _Atomic uint64_t *overwritten)
{
    for (;;) {
        const bool must_fail = atomic_load(overwritten) != 0;
        uuid9562_t uuid;
        uuid9562_status_t status = uuid9562_uuid1(NULL, &uuid, NULL, NULL);

        if (status != UUID9562_OK || must_fail)
            _exit(status != UUID9562_ERR_STATE_FORMAT);
        if (atomic_load(count) < EACH)
            out[atomic_fetch_add(count, 1)] = uuid;
    }
}

/* In place: by zeros where its memory is, or by all of another file. */
static void overwrite(bool by_a_file)
{
    static uint8_t bytes[STATE_FILE_SIZE];
    const off_t from = by_a_file ? 0 : STATE_AT;
    char other[140];
    int file;

    snprintf(other, sizeof other, "%s.other", path);
    assert_ok(uuid9562_state_create(other, NULL, 0600, true));
    file = open(other, O_RDONLY);
    require_eq(pread(file, bytes, sizeof bytes, 0), STATE_FILE_SIZE);
    close(file);
    file = open(path, O_WRONLY);
    require_eq(pwrite(file, bytes + from, STATE_FILE_SIZE - (size_t)from, from),
               STATE_FILE_SIZE - from);
    close(file);
}

LOOP_TEST(a_file_that_is_overwritten, 2)
{
    const size_t size = 2 * EACH * sizeof(uuid9562_t) + 3 * sizeof(uint64_t);
    uuid9562_t *all = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    _Atomic uint64_t *counts = (_Atomic uint64_t *)(all + 2 * EACH), *overwritten = counts + 2;
    pid_t children[2];
    int status;

    require(all != MAP_FAILED);
    for (int i = 0; i < 2; i++) {
        children[i] = fork();
        require(children[i] >= 0);
        if (children[i] == 0) {
            assert_ok(uuid9562_state_open(path, NULL));
            generate_until_error(all + i * EACH, &counts[i], overwritten);
        }
    }
    while (atomic_load(&counts[0]) < EACH / 2 || atomic_load(&counts[1]) < EACH / 2)
        sched_yield();
    overwrite(_i == 1);
    atomic_store(overwritten, 1);
    for (int i = 0; i < 2; i++) {
        require_eq(waitpid(children[i], &status, 0), children[i]);
        require_eq(status, 0);
    }
    memmove(all + counts[0], all + EACH, counts[1] * sizeof *all);
    assert_distinct(all, counts[0] + counts[1]);
    require_eq(uuid9562_state_open(path, NULL), _i == 1 ? UUID9562_OK : UUID9562_ERR_STATE_FORMAT);
    munmap(all, size);
}

/* Each of the threads wants a later record again and again, and generates meanwhile. */
static _Atomic bool threads_end;

static void *want_records(void *unused)
{
    (void)unused;
    while (!atomic_load(&threads_end)) {
        exhaust();
        generate(7);
    }
    return NULL;
}

enum { FORKS = 40, EACH_CHILD = 200 };

/* A child comes of a process whose other threads are at any point of that: it goes on, and so do
 * its parent and its siblings. */
TEST(a_fork_while_threads_write_records)
{
    const size_t size = (FORKS + 1) * EACH_CHILD * sizeof(uuid9562_t);
    uuid9562_t *all = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_t threads[2];
    pid_t children[FORKS];
    int status;

    require(all != MAP_FAILED);
    assert_ok(uuid9562_state_open(path, NULL));
    generate(7);
    for (int i = 0; i < 2; i++)
        require_eq(pthread_create(&threads[i], NULL, want_records, NULL), 0);
    for (int i = 0; i < FORKS; i++) {
        children[i] = fork();
        require(children[i] >= 0);
        if (children[i] == 0) {
            for (int j = 0; j < EACH_CHILD; j++)
                all[i * EACH_CHILD + j] = generate(j % 2 == 0 ? 1 : 7);
            exhaust();
            generate(7);
            _exit(0);
        }
        for (int j = 0; j < EACH_CHILD / FORKS; j++)
            all[FORKS * EACH_CHILD + i * (EACH_CHILD / FORKS) + j] = generate(1);
    }
    for (int i = 0; i < FORKS; i++) {
        require_eq(waitpid(children[i], &status, 0), children[i]);
        require_eq(status, 0);
    }
    atomic_store(&threads_end, true);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert_distinct(all, (FORKS + 1) * EACH_CHILD);
    munmap(all, size);
}
