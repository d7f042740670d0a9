/*
 * Other libraries beside this one: their time, and what they promise for it.
 *
 *     peers LIBRARY...      shared libraries that define list_peers (peers.h)
 *
 * "Cryptographic" is what a library says of its random bytes. The other two are tried here:
 *
 *     strict over threads   two threads generate in turn, and each UUID sorts after the one before
 *     safe over fork        a child and its parent do not draw the same random bytes
 */
#include "peers.h"

#include <dlfcn.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/wait.h>

#include "../measure.h"
#include "uuid9562.h"

/* ---- ours ---- */

static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
static const char text[] = "01890a5d-ac96-774b-bcce-b302099a8057";

#define OURS(name, call)                                                                           \
    static void run_##name(uint32_t calls)                                                         \
    {                                                                                              \
        uuid9562_t uuid = dns;                                                                     \
        char written[37];                                                                          \
        (void)uuid;                                                                                \
        (void)written;                                                                             \
        while (calls-- > 0)                                                                        \
            if ((call) != UUID9562_OK)                                                             \
                abort();                                                                           \
    }
#define GENERATOR(name, call)                                                                      \
    OURS(name, call)                                                                               \
    static void one_##name(uint8_t *out)                                                           \
    {                                                                                              \
        uuid9562_t uuid;                                                                           \
        if ((call) != UUID9562_OK)                                                                 \
            abort();                                                                               \
        memcpy(out, uuid.bytes, sizeof uuid.bytes);                                                \
    }

GENERATOR(uuid4, uuid9562_uuid4(NULL, &uuid))
GENERATOR(uuid7, uuid9562_uuid7(NULL, &uuid))
GENERATOR(uuid6, uuid9562_uuid6(NULL, &uuid, NULL, NULL))
GENERATOR(uuid1, uuid9562_uuid1(NULL, &uuid, NULL, NULL))
OURS(uuid5, uuid9562_uuid5(&uuid, &dns, "www.example.com", 15))
OURS(format, (uuid9562_format(written, &uuid), UUID9562_OK))
OURS(parse, uuid9562_parse(&uuid, NULL, text, sizeof text - 1))

static const peer_t ours[] = {
    {"uuid9562", "uuid4", "yes", run_uuid4, one_uuid4},
    {"uuid9562", "uuid7", "yes", run_uuid7, one_uuid7},
    {"uuid9562", "uuid6", "yes", run_uuid6, one_uuid6},
    {"uuid9562", "uuid1", "yes", run_uuid1, one_uuid1},
    {"uuid9562", "uuid5", "", run_uuid5, NULL},
    {"uuid9562", "format", "", run_format, NULL},
    {"uuid9562", "parse", "", run_parse, NULL},
};

/* ---- what is promised ---- */

enum { TURNS = 20000 };

typedef struct turns {
    const peer_t *peer;
    _Atomic int next; /* the number of the turn; the threads take the even and the odd ones */
    uint8_t (*uuids)[16];
} turns_t;

static void take_turns(turns_t *turns, int first)
{
    for (int turn = first; turn < TURNS; turn += 2) {
        while (atomic_load(&turns->next) != turn)
            sched_yield();
        turns->peer->one(turns->uuids[turn]);
        atomic_store(&turns->next, turn + 1);
    }
}

static void *take_odd_turns(void *turns)
{
    keep_to_cpu(1); /* where there are two */
    take_turns(turns, 1);
    return NULL;
}

/* In the order of time: the timestamp of version 1 is turned as that of version 6 is. */
static void to_key(uint8_t key[16], const uint8_t uuid[16])
{
    static const uint8_t order[] = {6, 7, 4, 5, 0, 1, 2, 3};

    memcpy(key, uuid, 16);
    for (size_t i = 0; uuid[6] >> 4 == 1 && i < sizeof order; i++)
        key[i] = uuid[order[i]];
}

static bool is_strict(const peer_t *peer)
{
    static uint8_t uuids[TURNS][16];
    uint8_t before[16], after[16];
    turns_t turns = {peer, 0, uuids};
    pthread_t other;
    bool strict = true;

    pthread_create(&other, NULL, take_odd_turns, &turns);
    take_turns(&turns, 0);
    pthread_join(other, NULL);
    for (int i = 1; i < TURNS; i++) {
        to_key(before, uuids[i - 1]);
        to_key(after, uuids[i]);
        strict = strict && memcmp(before, after, 16) < 0;
    }
    return strict;
}

/* All that is random in a version 7, and what makes versions 1 and 6 differ at the same time. */
enum { FIRST_RANDOM = 9, FORKS = 50 };

static bool child_repeats(const peer_t *peer)
{
    uint8_t parents[16], childs[16] = {0};
    int ends[2];
    bool read_it;
    pid_t child;

    peer->one(parents); /* what a process does once comes before the fork */
    if (pipe(ends) != 0)
        abort();
    child = fork();
    if (child == 0) {
        peer->one(childs);
        _exit(write(ends[1], childs, sizeof childs) != sizeof childs);
    }
    close(ends[1]);
    peer->one(parents);
    read_it = read(ends[0], childs, sizeof childs) == sizeof childs;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return !read_it ||
           memcmp(parents + FIRST_RANDOM, childs + FIRST_RANDOM, 16 - FIRST_RANDOM) == 0;
}

/* Not at every fork does one repeat that draws anew in each millisecond. */
static bool is_safe_over_fork(const peer_t *peer)
{
    for (int i = 0; i < FORKS; i++)
        if (child_repeats(peer))
            return false;
    return true;
}

/* ---- the table ---- */

static double time_calls(const peer_t *peer)
{
    double begin = now_ns();

    peer->run(CALLS);
    return (now_ns() - begin) / CALLS;
}

static const char *yes_or_no(bool yes)
{
    return yes ? "yes" : "no";
}

static void print_peer(const peer_t *peer)
{
    double theirs[ROUNDS], own[ROUNDS];
    const peer_t *same = ours;
    bool has_order;

    while (strcmp(same->operation, peer->operation) != 0)
        same++;
    for (int i = -1; i < ROUNDS; i++) {
        double ns = time_calls(peer), ns_own = time_calls(same);
        if (i >= 0) {
            theirs[i] = ns;
            own[i] = ns_own;
        }
    }
    has_order = peer->one != NULL && strcmp(peer->operation, "uuid4") != 0;
    printf("| %s | %s | %.2f | %.2f | %.3g | %s | %s | %s |\n", peer->operation, peer->name,
           median(theirs), median(own), median(theirs) / median(own), peer->cryptographic,
           has_order ? yes_or_no(is_strict(peer)) : "",
           peer->one != NULL ? yes_or_no(is_safe_over_fork(peer)) : "");
    fflush(stdout);
}

int main(int argc, char **argv)
{
    keep_to_cpu(0);
    puts("\n| operation | library | ns | uuid9562 | ratio | cryptographic | strict over threads |"
         " safe over fork |\n|---|---|---|---|---|---|---|---|");
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        print_peer(&ours[i]);
    for (int i = 1; i < argc; i++) {
        void *library = dlopen(argv[i], RTLD_NOW);
        void (*list)(take_t *);

        *(void **)&list = library != NULL ? dlsym(library, "list_peers") : NULL;
        if (list != NULL)
            list(print_peer);
    }
    return 0;
}
