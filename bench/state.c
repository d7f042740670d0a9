/*
 * What a state file costs: ./dev bench.
 *
 * A process that has opened one cannot close it, so the bodies run in three processes that are
 * forked at the start: one without a file, and two that share one. libuuid keeps its state in a file
 * too, or asks a daemon.
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>

#include "measure.h"
#include "uuid9562_state.h"

/* ---- the processes ---- */

#define SINGLE(name, call)                                                                         \
    static bool name(void)                                                                         \
    {                                                                                              \
        uuid9562_t uuid;                                                                           \
        for (int i = 0; i < CALLS; i++)                                                            \
            if ((call) != UUID9562_OK)                                                             \
                return false;                                                                      \
        return true;                                                                               \
    }

static const uint64_t node = 0x0123456789ab;

SINGLE(uuid7, uuid9562_uuid7(NULL, &uuid))
SINGLE(uuid6, uuid9562_uuid6(NULL, &uuid, NULL, NULL))
SINGLE(uuid1, uuid9562_uuid1(NULL, &uuid, &node, NULL))

static struct shared {
    _Alignas(64) _Atomic uint64_t word;
    _Alignas(64) atomic_int ready;
} *shared;

/* The least that an order over processes can cost. */
static bool swap_word(void)
{
    for (int i = 0; i < CALLS; i++) {
        uint64_t last = atomic_load_explicit(&shared->word, memory_order_relaxed);

        while (!atomic_compare_exchange_weak(&shared->word, &last, last + 1))
            ;
    }
    return true;
}

static int (*libuuid_time_safe)(unsigned char *);

static bool libuuid1(void)
{
    unsigned char uuid[16];
    for (int i = 0; libuuid_time_safe != NULL && i < SLOW_CALLS; i++)
        (void)libuuid_time_safe(uuid);
    return libuuid_time_safe != NULL;
}

/* ---- the processes ---- */

enum { WITHOUT_FILE, WITH_FILE, ITS_NEIGHBOUR, WORKERS };

typedef struct order {
    body_t *body;
    int calls, together;
} order_t;

static struct worker {
    int orders[2], results[2];
} workers[WORKERS];

static void work(const struct worker *self, size_t cpu, const char *path)
{
    order_t order;

    keep_to_cpu(cpu);
    if (path != NULL && uuid9562_state_open(path, NULL) != UUID9562_OK) {
        fprintf(stderr, "bench: %s: cannot be opened\n", path);
        exit(1);
    }
    while (read(self->orders[0], &order, sizeof order) == sizeof order) {
        double ns;

        if (order.together > 1) {
            order.body(); /* until the other process runs too */
            atomic_fetch_add(&shared->ready, 1);
            while (atomic_load(&shared->ready) % order.together != 0)
                ;
        }
        ns = time_alone(order.body, order.calls);
        if (write(self->results[1], &ns, sizeof ns) != sizeof ns)
            break;
    }
    exit(0);
}

static void start_worker(int i, size_t cpu, const char *path)
{
    struct worker *worker = &workers[i];

    if (pipe(worker->orders) != 0 || pipe(worker->results) != 0)
        exit(1);
    if (fork() == 0) {
        for (int other = 0; other <= i; other++)
            close(workers[other].orders[1]);
        work(worker, cpu, path);
    }
}

/* The mean time of an operation in these processes, all at once. */
static double time_in(int first, int count, body_t *body, int calls)
{
    const order_t order = {body, calls, count};
    double sum = 0, ns;

    for (int i = first; i < first + count; i++)
        if (write(workers[i].orders[1], &order, sizeof order) != sizeof order)
            exit(1);
    for (int i = first; i < first + count; i++) {
        if (read(workers[i].results[0], &ns, sizeof ns) != sizeof ns)
            exit(1);
        sum += ns;
    }
    return sum / count;
}

static double without_file(body_t *body, int calls)
{
    return time_in(WITHOUT_FILE, 1, body, calls);
}

static double with_file(body_t *body, int calls)
{
    return time_in(WITH_FILE, 1, body, calls);
}

static double two_with_file(body_t *body, int calls)
{
    return time_in(WITH_FILE, 2, body, calls);
}

/* clang-format off */
static const row_t rows[] = {
    {{"uuid7, state file", uuid7, with_file, CALLS}, {"without", uuid7, without_file, CALLS}},
    {{"uuid6, state file", uuid6, with_file, CALLS}, {"without", uuid6, without_file, CALLS}},
    {{"uuid1 with a node, state file", uuid1, with_file, CALLS},
     {"without", uuid1, without_file, CALLS}},
    {{"uuid7, state file, two processes", uuid7, two_with_file, CALLS},
     {"compare-and-swap of one word, two processes", swap_word, two_with_file, CALLS}},
    {{"libuuid, uuid_generate_time_safe", libuuid1, without_file, SLOW_CALLS},
     {"uuid7, state file", uuid7, with_file, CALLS}},
    {{"libuuid, uuid_generate_time_safe", libuuid1, without_file, SLOW_CALLS},
     {"uuid1, state file", uuid1, with_file, CALLS}},
};
/* clang-format on */

int main(int count, char **arguments)
{
    void *library = dlopen("libuuid.so.1", RTLD_NOW);

    if (count != 2) {
        fputs("usage: state FILE\n", stderr);
        return 2;
    }
    if (library != NULL)
        *(void **)&libuuid_time_safe = dlsym(library, "uuid_generate_time_safe");
    shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED)
        return 1;
    start_worker(WITHOUT_FILE, 0, NULL);
    start_worker(WITH_FILE, 0, arguments[1]);
    start_worker(ITS_NEIGHBOUR, 1, arguments[1]);
    print_table(rows, sizeof rows / sizeof *rows);
    return 0;
}
