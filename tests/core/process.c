/*
 * Children: what a process makes after fork(), after a fork of its fork, and after a raw clone()
 * that runs no handlers, is never what its parent makes, nor its siblings.
 */
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite.h"

enum { EACH = 1000, PROCESSES = 4 };

typedef struct made {
    uuid9562_t v1, v4, v6, v7;
} made_t;

static bool make(made_t *out)
{
    for (int i = 0; i < EACH; i++)
        if (uuid9562_uuid1(NULL, &out[i].v1, NULL, NULL) != UUID9562_OK ||
            uuid9562_uuid4(NULL, &out[i].v4) != UUID9562_OK ||
            uuid9562_uuid6(NULL, &out[i].v6, NULL, NULL) != UUID9562_OK ||
            uuid9562_uuid7(NULL, &out[i].v7) != UUID9562_OK)
            return false;
    return true;
}

/* A child without the C library's knowledge. */
static pid_t raw_clone(void)
{
#ifdef __s390x__ /* there the stack comes first */
    return (pid_t)syscall(SYS_clone, NULL, SIGCHLD, NULL, NULL, NULL);
#else
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
#endif
}

/* An emulator that takes any advice about memory and follows none (qemu-user) leaves nothing to
 * tell a raw clone by. */
static bool advice_is_ignored(void)
{
    void *page = mmap(NULL, 1, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    bool ignored = madvise(page, 1, -1) == 0;

    munmap(page, 1);
    if (ignored)
        puts("skipped: raw clone, under an emulator that does not wipe pages");
    return ignored;
}

static pid_t plain_fork(void)
{
    return fork();
}

static void wait_for(pid_t child)
{
    int status;
    require_eq(waitpid(child, &status, 0), child);
    require_msg(WIFEXITED(status) && WEXITSTATUS(status) == 0, "a child failed");
}

static int by_octets(const void *left, const void *right)
{
    return uuid9562_compare(left, right);
}

/* The random bits alone would tell the processes apart; without the time they still must. */
static void check_distinct(const made_t *made, int count)
{
    uuid9562_t *all = malloc(sizeof *all * 4 * (size_t)count);
    const made_t *processes[] = {made, made + EACH, made + 2 * EACH, made + 3 * EACH};

    for (int i = 0; i < count; i++)
        memcpy(all + 4 * i, &made[i], sizeof made[i]);
    qsort(all, (size_t)count * 4, sizeof *all, by_octets);
    for (int i = 1; i < count * 4; i++)
        assert_before(all[i - 1], all[i]);
    free(all);

    for (int p = 0; p < PROCESSES; p++)
        for (int q = 0; q < p; q++)
            require_msg(uuid9562_get_node(&processes[p][0].v1) !=
                            uuid9562_get_node(&processes[q][0].v1),
                        "two processes have one node");
}

/* Parent, child, grandchild, and a second child. */
static void check_family(pid_t (*birth)(void))
{
    size_t size = sizeof(made_t) * EACH * PROCESSES;
    made_t *made = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    made_t warm_up[EACH];
    pid_t first, second;

    require(made != MAP_FAILED);
    require(make(warm_up)); /* so that there is something to inherit */
    first = birth();
    if (first == 0) {
        pid_t grandchild = birth();
        int status = 1;
        if (grandchild == 0)
            _exit(make(made + 2 * EACH) ? 0 : 1);
        if (!make(made + EACH) || waitpid(grandchild, &status, 0) != grandchild)
            _exit(1);
        _exit(status);
    }
    second = birth();
    if (second == 0)
        _exit(make(made + 3 * EACH) ? 0 : 1);
    require(make(made));
    wait_for(first);
    wait_for(second);
    check_distinct(made, EACH * PROCESSES);
    munmap(made, size);
}

START_TEST(fork_family)
{
    check_family(plain_fork);
}
END_TEST

START_TEST(clone_family)
{
    if (!advice_is_ignored())
        check_family(raw_clone);
}
END_TEST

/* A generator of one's own, on the system's randomness, is told apart as well. */
START_TEST(an_own_generator_in_a_child)
{
    const uuid9562_world_t world = {NULL, NULL, NULL};
    int64_t *nodes = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uuid9562_generator_t *generator;
    uuid9562_t uuid;
    pid_t child;

    assert_ok(uuid9562_generator_new(&generator, &world));
    assert_ok(uuid9562_uuid1(generator, &uuid, NULL, NULL));
    nodes[0] = uuid9562_get_node(&uuid);
    child = advice_is_ignored() ? fork() : raw_clone();
    if (child == 0) {
        if (uuid9562_uuid1(generator, &uuid, NULL, NULL) != UUID9562_OK)
            _exit(1);
        nodes[1] = uuid9562_get_node(&uuid);
        _exit(0);
    }
    wait_for(child);
    require_ne(nodes[0], nodes[1]);
    assert_ok(uuid9562_uuid1(generator, &uuid, NULL, NULL));
    require_eq(uuid9562_get_node(&uuid), nodes[0]); /* the parent's stays */
    uuid9562_generator_free(generator);
    munmap(nodes, 4096);
}
END_TEST

TCase *process_case(void)
{
    TCase *tcase = tcase_create("process");
    tcase_add_test(tcase, fork_family);
    tcase_add_test(tcase, clone_family);
    tcase_add_test(tcase, an_own_generator_in_a_child);
    return tcase;
}
