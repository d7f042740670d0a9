/*
 * The long run: what the suites show in seconds, in numbers that would show a rare failure. It is
 * not part of `make test`; `make stress` runs it, in a minute or two and about 2 GB.
 *
 *   threads    8 threads generate 5 million of version 7 each: each thread sees them increase, and
 *              no two of all 40 million have the same time and counter.
 *   handoffs   4 threads pass the latest one on, 4 million times: it always increases.
 *   processes  parent, children and grandchildren, by fork and by raw clone, after a common past:
 *              no version 1, 4, 6 or 7 comes twice in 10 million of each.
 *   forks      1000 forks while 4 threads generate: no child hangs, none repeats its siblings.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uuid9562.h"

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            printf("stress: line %d: %s\n", __LINE__, #condition);                                 \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static int by_bytes(const void *left, const void *right)
{
    return uuid9562_compare(left, right);
}

static uuid9562_t *memory(size_t count)
{
    uuid9562_t *uuids = mmap(NULL, count * sizeof *uuids, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    REQUIRE(uuids != MAP_FAILED);
    return uuids;
}

static void require_distinct(uuid9562_t *uuids, size_t count)
{
    qsort(uuids, count, sizeof *uuids, by_bytes);
    for (size_t i = 1; i < count; i++)
        REQUIRE(uuid9562_compare(&uuids[i - 1], &uuids[i]) < 0);
}

/* ---- threads ---- */

enum { THREADS = 8, EACH = 5000000 };

static void *generate_v7(void *into)
{
    uuid9562_t *out = into;
    for (size_t i = 0; i < EACH; i++)
        REQUIRE(uuid9562_uuid7(NULL, &out[i]) == UUID9562_OK);
    return NULL;
}

static void threads(void)
{
    const size_t all = (size_t)THREADS * EACH;
    uuid9562_t *generated = memory(all);
    pthread_t thread[THREADS];

    for (size_t t = 0; t < THREADS; t++)
        REQUIRE(pthread_create(&thread[t], NULL, generate_v7, generated + t * EACH) == 0);
    for (size_t t = 0; t < THREADS; t++)
        pthread_join(thread[t], NULL);
    for (size_t i = 1; i < all; i++)
        REQUIRE(i % EACH == 0 || uuid9562_compare(&generated[i - 1], &generated[i]) < 0);
    for (size_t i = 0; i < all; i++) { /* without the random bits */
        generated[i].bytes[9] &= 0xc0;
        memset(generated[i].bytes + 10, 0, 6);
    }
    require_distinct(generated, all);
    munmap(generated, all * sizeof *generated);
    printf("threads: %d x %d in order, all distinct\n", THREADS, EACH);
}

/* ---- handoffs ---- */

enum { RUNNERS = 4, HANDOFFS = 1000000 };
static pthread_mutex_t baton = PTHREAD_MUTEX_INITIALIZER;
static uuid9562_t latest;

static void *run(void *unused)
{
    for (int i = 0; i < HANDOFFS; i++) {
        uuid9562_t mine;

        pthread_mutex_lock(&baton);
        REQUIRE(uuid9562_uuid7(NULL, &mine) == UUID9562_OK);
        REQUIRE(uuid9562_compare(&latest, &mine) < 0);
        latest = mine;
        pthread_mutex_unlock(&baton);
    }
    return unused;
}

static void handoffs(void)
{
    pthread_t runner[RUNNERS];

    for (int r = 0; r < RUNNERS; r++)
        REQUIRE(pthread_create(&runner[r], NULL, run, NULL) == 0);
    for (int r = 0; r < RUNNERS; r++)
        pthread_join(runner[r], NULL);
    printf("handoffs: %d, always increasing\n", RUNNERS * HANDOFFS);
}

/* ---- processes ---- */

enum { PROCESSES = 8, SHARE = 10000000 / PROCESSES };
static const int versions[] = {1, 4, 6, 7};

static void generate_share(uuid9562_t *generated[4], int process)
{
    for (int v = 0; v < 4; v++) {
        uuid9562_t *out = generated[v] + (size_t)process * SHARE;
        for (size_t i = 0; i < SHARE; i++)
            REQUIRE((v == 0   ? uuid9562_uuid1(NULL, &out[i], NULL, NULL)
                     : v == 1 ? uuid9562_uuid4(NULL, &out[i])
                     : v == 2 ? uuid9562_uuid6(NULL, &out[i], NULL, NULL)
                              : uuid9562_uuid7(NULL, &out[i])) == UUID9562_OK);
    }
}

static pid_t fork_or_clone(int process)
{
    if (process % 2)
        return fork();
#ifdef __s390x__
    return (pid_t)syscall(SYS_clone, NULL, SIGCHLD, NULL, NULL, NULL);
#else
    return (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL);
#endif
}

static void wait_for(pid_t child)
{
    int status;
    REQUIRE(child > 0 && waitpid(child, &status, 0) == child && status == 0);
}

/* Process 0 is the parent of 1 to 4, process 1 of 5 and 6, process 5 of 7. */
static void family(uuid9562_t *generated[4], int process, int first_child, int children)
{
    pid_t child[PROCESSES];

    for (int c = 0; c < children; c++) {
        child[c] = fork_or_clone(first_child + c);
        if (child[c] == 0) {
            int own = first_child + c;
            family(generated, own, own == 1 ? 5 : 7, own == 1 ? 2 : own == 5 ? 1 : 0);
            _exit(0);
        }
    }
    generate_share(generated, process);
    for (int c = 0; c < children; c++)
        wait_for(child[c]);
}

static void processes(void)
{
    uuid9562_t *generated[4], past;

    for (int v = 0; v < 4; v++) {
        generated[v] = memory((size_t)PROCESSES * SHARE);
        REQUIRE(uuid9562_batch(NULL, &past, versions[v], 1) == UUID9562_OK);
    }
    REQUIRE(uuid9562_uuid4(NULL, &past) == UUID9562_OK);
    fflush(stdout);
    family(generated, 0, 1, 4);
    for (int v = 0; v < 4; v++) {
        require_distinct(generated[v], (size_t)PROCESSES * SHARE);
        munmap(generated[v], (size_t)PROCESSES * SHARE * sizeof *generated[v]);
    }
    printf("processes: %d, no repetition in %d of each version\n", PROCESSES, PROCESSES * SHARE);
}

/* ---- forks ---- */

enum { GENERATING = 4, FORKS = 1000, OF_A_CHILD = 100 };
static volatile bool stop;

static void *generate(void *unused)
{
    uuid9562_t uuid;
    while (!stop)
        REQUIRE(uuid9562_uuid4(NULL, &uuid) == UUID9562_OK &&
                uuid9562_uuid7(NULL, &uuid) == UUID9562_OK &&
                uuid9562_uuid1(NULL, &uuid, NULL, NULL) == UUID9562_OK);
    return unused;
}

static void forks(void)
{
    uuid9562_t *generated = memory((size_t)FORKS * OF_A_CHILD);
    pthread_t thread[GENERATING];

    for (int t = 0; t < GENERATING; t++)
        REQUIRE(pthread_create(&thread[t], NULL, generate, NULL) == 0);
    for (size_t f = 0; f < FORKS; f++) {
        pid_t child = fork();
        if (child == 0) {
            alarm(20);
            for (size_t i = 0; i < OF_A_CHILD; i++)
                if (uuid9562_uuid4(NULL, &generated[f * OF_A_CHILD + i]) != UUID9562_OK)
                    _exit(1);
            _exit(0);
        }
        wait_for(child);
    }
    stop = true;
    for (int t = 0; t < GENERATING; t++)
        pthread_join(thread[t], NULL);
    require_distinct(generated, (size_t)FORKS * OF_A_CHILD);
    printf("forks: %d while %d threads generate, no child hangs, none repeats\n", FORKS,
           GENERATING);
}

int main(void)
{
    threads();
    handoffs();
    processes();
    forks();
    return 0;
}
