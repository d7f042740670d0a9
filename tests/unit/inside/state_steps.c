/*
 * A process that is stopped at any instruction of what it does with a state file, and killed there:
 * the others go on meanwhile, go on at once when it is dead, and nothing comes twice. What is short
 * is stopped at every instruction, what is long at some that are picked at random.
 *
 * This file compiles the core into itself, so that a process can tell the boot ID of a container.
 */
#include <sys/types.h>
#include <unistd.h>

static ssize_t read_start_of_machine(int file, void *bytes, size_t size);

#define read read_start_of_machine
#include "own_folder.h"
#undef read

#include <sys/ptrace.h>

static char new_path[140];
static unsigned container; /* 0: the machine's own boot ID */

static ssize_t read_start_of_machine(int file, void *bytes, size_t size)
{
    char text[UUID9562_CANONICAL_LENGTH + 1];

    if (container == 0 || size != UUID9562_CANONICAL_LENGTH)
        return read(file, bytes, size);
    snprintf(text, sizeof text, "00000000-0000-4000-8000-%012x", container);
    memcpy(bytes, text, size);
    return (ssize_t)size;
}

/* ---- what was generated, by whom ever ---- */

enum { NOTES = 16, MOST = 100000 };

static struct {
    _Atomic unsigned count;
    uuid9562_t uuids[NOTES];
} *notes; /* of the process that is killed */

static uuid9562_t all[MOST];
static size_t count;

static void keep(const uuid9562_t *uuid)
{
    require(count < MOST);
    all[count++] = *uuid;
}

static void note(int version)
{
    notes->uuids[notes->count] = generate(version);
    notes->count++;
}

/* ---- what a process does until it is killed, and the state in which it begins ---- */

static void nothing(void)
{
}

static void generate_some(void)
{
    note(7);
    note(6);
    note(1);
}

/* A record is due, though the next time does without it. */
static void let_be_due(void)
{
    const struct timespec pause = {0, 110000000}; /* after the last attempt of this process */

    nanosleep(&pause, NULL);
    atomic_store(&shared_clock_state()->renew_ns, 1);
}

static void generate_one(void)
{
    note(7);
}

static void open_it(void)
{
    begin_again();
    assert_ok(uuid9562_state_open(path, NULL));
    note(7);
}

static void open_in_a_container(void)
{
    container = (unsigned)rand() | 1;
    open_it();
}

static void open_with_a_node(void)
{
    const uint64_t node = (uint64_t)rand();

    assert_ok(uuid9562_state_open(path, &node));
    note(1);
}

static void remove_new(void)
{
    require(unlink(new_path) == 0 || errno == ENOENT);
}

static void make_new(void)
{
    begin_again();
    assert_ok(uuid9562_state_open(new_path, NULL));
    note(7);
}

static void resynchronise(void)
{
    assert_ok(uuid9562_resync(NULL));
    note(1);
}

/* A resync that was cut short, with all that can be behind. */
static void leave_a_resync(void)
{
    atomic_store(&shared_clock_state()->renew_ns, 1);
    atomic_store(&shared_clock_state()->until_ns, 1);
    atomic_fetch_add(&shared_clock_state()->resyncs_begun, 1);
}

static void generate_with_a_clock_seq(void)
{
    note(1);
}

/* ---- the process that is stopped ---- */

static pid_t start(void (*prepare)(void), void (*what)(void))
{
    pid_t child;
    int status;

    prepare();
    notes->count = 0;
    child = fork();
    require(child >= 0);
    if (child == 0) {
        if (what == generate_some)
            note(7); /* it has random bytes then */
        if (ptrace(PTRACE_TRACEME, 0, 0, 0) != 0)
            _exit(2);
        raise(SIGSTOP);
        what();
        _exit(0);
    }
    require_eq(waitpid(child, &status, 0), child);
    require(WIFSTOPPED(status) || (WIFEXITED(status) && WEXITSTATUS(status) == 2));
    return WIFSTOPPED(status) ? child : 0;
}

/* Returns whether it has not ended. */
static bool step(pid_t child)
{
    int status;

    require_eq(ptrace(PTRACE_SINGLESTEP, child, 0, 0), 0);
    require_eq(waitpid(child, &status, 0), child);
    require(WIFSTOPPED(status) || status == 0);
    return WIFSTOPPED(status);
}

/* Goes through all of it once, and has `meanwhile` done now and then: at every instruction the
 * process would never come to a swap that succeeds. */
static int64_t steps_of(void (*prepare)(void), void (*what)(void), void (*meanwhile)(void))
{
    const pid_t child = start(prepare, what);
    uint64_t last = 0;
    int64_t steps = 0;

    if (child == 0)
        return 0;
    while (step(child)) {
        require(atomic_load(&shared_clock_state()->renew_ns) != 0);
        require(what == resynchronise || atomic_load(&shared_clock_state()->last_ns) >= last);
        last = atomic_load(&shared_clock_state()->last_ns);
        if (rand() % 50 == 0)
            meanwhile();
        steps++;
    }
    for (unsigned i = 0; i < notes->count; i++)
        keep(&notes->uuids[i]);
    return steps;
}

/* What is killed has ended, and what the others do is in order with what it has done. */
static void go_on(bool in_order)
{
    uuid9562_t uuids[] = {generate(7), generate(6), generate(1)};

    for (unsigned i = 0; i < notes->count; i++) {
        const uuid9562_t *noted = &notes->uuids[i];

        keep(noted);
        for (size_t j = 0; in_order && j < sizeof uuids / sizeof *uuids; j++)
            if (uuid9562_get_version(noted) == uuid9562_get_version(&uuids[j]) &&
                uuid9562_get_version(noted) != 1)
                require(uuid9562_compare(noted, &uuids[j]) < 0);
    }
    for (size_t j = 0; j < sizeof uuids / sizeof *uuids; j++)
        keep(&uuids[j]);
    exhaust();
    for (int version = 6; version <= 7; version++) {
        const uuid9562_t uuid = generate(version);

        require(uuid9562_compare(&uuids[7 - version], &uuid) < 0);
        keep(&uuid);
    }
}

static void kill_after(int64_t steps, void (*prepare)(void), void (*what)(void))
{
    const state_opening_t opening = {.now = os_fine_ns(),
                                          .max_lead = UUID9562_MAX_LEAD_NS_DEFAULT};
    const pid_t child = start(prepare, what);
    clock_state_t *opened;
    int status;

    for (int64_t i = 0; i < steps && step(child); i++)
        continue;
    if (child > 0 && kill(child, SIGKILL) == 0)
        waitpid(child, &status, 0);
    go_on(what != resynchronise);
    assert_ok(state_file_open(&opened, what == make_new ? new_path : path, &opening));
    require((identity_of(opened) & UUID9562_NODE_MAX) != 0);
    require(atomic_load(&opened->last_ns) <= atomic_load(&opened->until_ns));
    state_file_forget(opened);
}

/* At some 60,000 steps together: all of 350 instructions, a dozen of 10,000; and at a tenth of them
 * where each begins with a pause. */
static void kill_at_any(void (*prepare)(void), void (*what)(void), void (*meanwhile)(void))
{
    const char *rounds = getenv("UUID9562_ROUNDS");
    const int64_t most = rounds != NULL ? atoi(rounds) : prepare == let_be_due ? 6000 : 60000;
    int64_t steps = 0, stride;

    for (int i = 0; i < 5; i++)
        steps = steps_of(prepare, what, meanwhile);
    if (steps == 0) {
        puts("skipped: no process can be traced here");
        return;
    }
    stride = 1 + steps * steps / 2 / most;
    for (int64_t at = rand() % stride; at < steps; at += stride)
        kill_after(at, prepare, what);
    assert_distinct(all, count);
}

static void generate_meanwhile(void)
{
    const uuid9562_t first = generate(7), second = generate(7);

    require(uuid9562_compare(&first, &second) < 0);
    keep(&first);
    keep(&second);
}

static void with_a_file(void)
{
    uuid9562_t uuid;

    in_a_folder();
    snprintf(new_path, sizeof new_path, "%s-new", path);
    notes = mmap(NULL, sizeof *notes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    require(notes != MAP_FAILED);
    srand((unsigned)time(NULL));
    assert_ok(uuid9562_state_open(path, NULL));
    uuid = generate(7);
    count = 0;
    keep(&uuid);
}

static const fixture_t fixture = {with_a_file, remove_folder};

TEST(a_kill_while_it_generates)
{
    kill_at_any(nothing, generate_some, generate_meanwhile);
}

TEST(a_kill_while_a_record_is_written)
{
    kill_at_any(exhaust, generate_one, nothing);
}

TEST(a_kill_while_a_record_is_written_early)
{
    kill_at_any(let_be_due, generate_one, generate_meanwhile);
}

TEST(a_kill_while_it_opens)
{
    kill_at_any(nothing, open_it, generate_meanwhile);
}

TEST(a_kill_while_it_opens_in_a_container)
{
    kill_at_any(nothing, open_in_a_container, nothing);
}

TEST(a_kill_while_the_node_changes)
{
    kill_at_any(nothing, open_with_a_node, nothing);
}

TEST(a_kill_while_a_file_is_made)
{
    kill_at_any(remove_new, make_new, generate_meanwhile);
}

TEST(a_kill_while_it_resynchronises)
{
    kill_at_any(nothing, resynchronise, nothing);
}

TEST(a_kill_while_it_repairs)
{
    kill_at_any(leave_a_resync, generate_with_a_clock_seq, nothing);
}
