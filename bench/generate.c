/*
 * What it costs to generate, beside what bounds it from below on this machine (floors) and what a
 * user would take instead (peers): ./dev bench.
 */
#include <dlfcn.h>
#include <openssl/evp.h>
#include <stdatomic.h>
#include <string.h>

#include "measure.h"
#include "uuid9562.h"

enum { KEYSTREAM_BLOCK = 4096 };

/* ---- floors ---- */

static bool clock_floor(void)
{
    struct timespec now;
    for (int i = 0; i < CALLS; i++)
        clock_gettime(CLOCK_REALTIME, &now);
    return true;
}

/* 16 bytes an operation, in blocks. */
static bool keystream_floor(void)
{
    static EVP_CIPHER_CTX *cipher;
    static const unsigned char key[32] = {1}, iv[16], zeros[KEYSTREAM_BLOCK];
    static unsigned char out[KEYSTREAM_BLOCK];
    int length;

    if (cipher == NULL) {
        cipher = EVP_CIPHER_CTX_new();
        EVP_EncryptInit_ex(cipher, EVP_aes_256_ctr(), NULL, key, iv);
    }
    for (int i = 0; i < CALLS; i += KEYSTREAM_BLOCK / 16)
        EVP_EncryptUpdate(cipher, out, &length, zeros, KEYSTREAM_BLOCK);
    return true;
}

static bool sha1_floor(void)
{
    static EVP_MD *md;
    static EVP_MD_CTX *context;
    unsigned char digest[EVP_MAX_MD_SIZE];

    if (md == NULL) {
        md = EVP_MD_fetch(NULL, "SHA1", NULL);
        context = EVP_MD_CTX_new();
    }
    for (int i = 0; i < CALLS; i++) {
        EVP_DigestInit_ex2(context, md, NULL);
        EVP_DigestUpdate(context, "0123456789abcdefwww.example.com", 31);
        EVP_DigestFinal_ex(context, digest, NULL);
    }
    return true;
}

/* ---- ours ---- */

static uuid9562_t made[BATCH];

#define SINGLE(name, call)                                                                         \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i++)                                                            \
            if ((call) != UUID9562_OK)                                                             \
                return false;                                                                      \
        return true;                                                                               \
    }
#define BATCHED(name, version)                                                                     \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i += BATCH)                                                     \
            if (uuid9562_batch(NULL, made, version, BATCH) != UUID9562_OK)                         \
                return false;                                                                      \
        return true;                                                                               \
    }

static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;

SINGLE(uuid1, uuid9562_uuid1(NULL, &made[0], NULL, NULL))
SINGLE(uuid4, uuid9562_uuid4(NULL, &made[0]))
SINGLE(uuid5, uuid9562_uuid5(&made[0], &dns, "www.example.com", 15))
SINGLE(uuid6, uuid9562_uuid6(NULL, &made[0], NULL, NULL))
SINGLE(uuid7, uuid9562_uuid7(NULL, &made[0]))
BATCHED(batch1, 1)
BATCHED(batch4, 4)
BATCHED(batch6, 6)
BATCHED(batch7, 7)

/* ---- the peer ---- */

static void (*libuuid_random)(unsigned char *), (*libuuid_time)(unsigned char *);

static bool libuuid4(void)
{
    unsigned char uuid[16];
    for (int i = 0; libuuid_random != NULL && i < SLOW_CALLS; i++)
        libuuid_random(uuid);
    return libuuid_random != NULL;
}

static bool libuuid1(void)
{
    unsigned char uuid[16];
    for (int i = 0; libuuid_time != NULL && i < SLOW_CALLS; i++)
        libuuid_time(uuid);
    return libuuid_time != NULL;
}

static void find_peer(void)
{
    void *library = dlopen("libuuid.so.1", RTLD_NOW);

    if (library == NULL) {
        puts("\nlibuuid: not installed, left out");
        return;
    }
    *(void **)&libuuid_random = dlsym(library, "uuid_generate_random");
    *(void **)&libuuid_time = dlsym(library, "uuid_generate_time");
}

/* ---- for two threads, each into memory of its own ---- */

/* Two threads must meet for long enough to be in each other's way. */
enum { TWIN_ROUNDS = 8 };

typedef struct twin {
    body_t *body;
    size_t cpu;
    pthread_barrier_t *barrier;
    double ns;
} twin_t;

static void *run_twin(void *of_thread)
{
    twin_t *twin = of_thread;

    keep_to_cpu(twin->cpu);
    twin->body(); /* what a thread does once is not counted */
    pthread_barrier_wait(twin->barrier);
    for (int i = 0; i < TWIN_ROUNDS; i++)
        twin->ns += time_alone(twin->body, CALLS) / TWIN_ROUNDS;
    return NULL;
}

/* The same of two threads that do it at once, in the mean. */
static double time_twins(body_t *body, int calls)
{
    pthread_barrier_t barrier;
    twin_t twins[2];
    pthread_t threads[2];

    (void)calls;
    pthread_barrier_init(&barrier, NULL, 2);
    for (size_t t = 0; t < 2; t++) {
        twins[t] = (twin_t){body, t, &barrier, 0};
        pthread_create(&threads[t], NULL, run_twin, &twins[t]);
    }
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    pthread_barrier_destroy(&barrier);
    return (twins[0].ns + twins[1].ns) / 2;
}

static _Alignas(64) _Atomic uint64_t word;

static void bare_cas_once(void)
{
    uint64_t last = atomic_load_explicit(&word, memory_order_relaxed);

    while (!atomic_compare_exchange_weak_explicit(&word, &last, last + 1, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

static bool bare_cas(void)
{
    for (int i = 0; i < CALLS; i++)
        bare_cas_once();
    return true;
}

/* The least that one order of the time can do. */
static bool clock_and_cas(void)
{
    struct timespec now;

    for (int i = 0; i < CALLS; i++) {
        clock_gettime(CLOCK_REALTIME, &now);
        bare_cas_once();
    }
    return true;
}

#define APART(name, call)                                                                          \
    static bool name(void)                                                                         \
    {                                                                                              \
        uuid9562_t out;                                                                            \
        for (int i = 0; i < CALLS; i++)                                                            \
            if ((call) != UUID9562_OK)                                                             \
                return false;                                                                      \
        return true;                                                                               \
    }

APART(uuid4_apart, uuid9562_uuid4(NULL, &out))
APART(uuid7_apart, uuid9562_uuid7(NULL, &out))
APART(uuid6_apart, uuid9562_uuid6(NULL, &out, NULL, NULL))
APART(uuid1_apart, uuid9562_uuid1(NULL, &out, NULL, NULL))

/* ---- the rows ---- */

/* clang-format off */
#define CLOCK {"clock_gettime", clock_floor, time_alone, CALLS}
#define KEYSTREAM {"AES-256-CTR of 16 bytes", keystream_floor, time_alone, CALLS}
#define SHA1 {"SHA-1, prefetched", sha1_floor, time_alone, CALLS}
#define BARE_WORD {"a bare word, two threads", bare_cas, time_twins, CALLS}
#define CLOCK_AND_WORD {"a clock and a bare word, two threads", clock_and_cas, time_twins, CALLS}
/* clang-format on */

static const row_t rows[] = {
    {{"uuid4", uuid4, time_alone, CALLS}, KEYSTREAM, "<= 2.2"},
    {{"uuid4, batch of 256", batch4, time_alone, CALLS}, KEYSTREAM, "<= 1.6"},
    {{"uuid7", uuid7, time_alone, CALLS}, CLOCK, "<= 1.35"},
    {{"uuid7, batch of 256", batch7, time_alone, CALLS}, KEYSTREAM, "<= 2"},
    {{"uuid6", uuid6, time_alone, CALLS}, CLOCK, "<= 1.35"},
    {{"uuid6, batch of 256", batch6, time_alone, CALLS}, KEYSTREAM, "<= 2"},
    {{"uuid1", uuid1, time_alone, CALLS}, CLOCK, "<= 1.35"},
    {{"uuid1, batch of 256", batch1, time_alone, CALLS}, KEYSTREAM, "<= 2"},
    {{"uuid5 of 15 bytes", uuid5, time_alone, CALLS}, SHA1, "<= 1.15"},
    {{"libuuid, version 4", libuuid4, time_alone, SLOW_CALLS},
     {"uuid4", uuid4, time_alone, CALLS},
     "a peer"},
    {{"libuuid, version 1", libuuid1, time_alone, SLOW_CALLS},
     {"uuid1", uuid1, time_alone, CALLS},
     "a peer"},
    {{"uuid4, two threads", uuid4_apart, time_twins, CALLS},
     {"alone", uuid4_apart, time_alone, CALLS},
     "<= 1.11"},
    {{"uuid7, two threads", uuid7_apart, time_twins, CALLS}, BARE_WORD, "<= 1.3"},
    {{"uuid7, two threads", uuid7_apart, time_twins, CALLS}, CLOCK_AND_WORD, ""},
    {{"uuid6, two threads", uuid6_apart, time_twins, CALLS}, BARE_WORD, "<= 1.3"},
    {{"uuid1, two threads", uuid1_apart, time_twins, CALLS}, BARE_WORD, "<= 1.3"},
};

int main(void)
{
    find_peer();
    print_table(rows, sizeof rows / sizeof *rows);
    return 0;
}
