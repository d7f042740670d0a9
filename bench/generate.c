/*
 * The cost of generating a UUID, compared with the machine's lower bounds (floors): ./dev bench.
 * Or, with the path of another build of the library, compared with that.
 */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <dlfcn.h>
#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdatomic.h>
#include <string.h>

#include "measure.h"
#include "uuid9562_generator.h"

enum { CIPHER_BLOCK = 4096, MILLION = 1 << 20 };

static uuid9562_t uuids[MILLION];

/* ---- floors ---- */

static bool clock_floor(void)
{
    struct timespec now;
    for (int i = 0; i < CALLS; i++)
        clock_gettime(CLOCK_REALTIME, &now);
    return true;
}

/* What the time by the cycle counter and an order over threads cost at least. */
static bool counter_floor(void)
{
#if defined __x86_64__
    static _Atomic uint64_t last;

    for (int i = 0; i < CALLS; i++) {
        const uint64_t now = __builtin_ia32_rdtsc();
        uint64_t old = atomic_load_explicit(&last, memory_order_relaxed);

        atomic_compare_exchange_strong(&last, &old, now > old ? now : old + 1);
    }
    return true;
#else
    return false;
#endif
}

/* In blocks, into the array of the UUIDs: each into the first block, or one after the other. */
static bool cipher(size_t operations, size_t bytes, bool one_after_the_other)
{
    static EVP_CIPHER_CTX *cipher;
    static const unsigned char key[32] = {1}, iv[16], zeros[CIPHER_BLOCK];
    unsigned char *out = (unsigned char *)uuids;
    int length;

    if (cipher == NULL) {
        cipher = EVP_CIPHER_CTX_new();
        EVP_EncryptInit_ex(cipher, EVP_aes_256_ctr(), NULL, key, iv);
    }
    for (size_t i = 0; i < operations * bytes; i += CIPHER_BLOCK)
        EVP_EncryptUpdate(cipher, out + (one_after_the_other ? i : 0), &length, zeros,
                          CIPHER_BLOCK);
    return true;
}

#define CIPHER_FLOOR(name, ...)                                                                    \
    static bool name(void)                                                                         \
    {                                                                                              \
        return cipher(__VA_ARGS__);                                                                \
    }
CIPHER_FLOOR(cipher_floor, CALLS, 16, false)
CIPHER_FLOOR(half_cipher_floor, CALLS, 8, false)
CIPHER_FLOOR(cipher_million_floor, MILLION, 16, true)
CIPHER_FLOOR(half_cipher_million_floor, MILLION, 8, true)

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

/* What OpenSSL 3 advises against: past its providers and its configuration. */
static bool sha1_bare_floor(void)
{
    unsigned char digest[SHA_DIGEST_LENGTH];
    SHA_CTX context;

    for (int i = 0; i < CALLS; i++) {
        SHA1_Init(&context);
        SHA1_Update(&context, "0123456789abcdef", 16);
        SHA1_Update(&context, "www.example.com", 15);
        SHA1_Final(digest, &context);
    }
    return true;
}

/* ---- ours ---- */

#define FUNCTIONS(each)                                                                            \
    each(uuid1) each(uuid4) each(uuid5) each(uuid6) each(uuid7) each(batch) each(generator_new)
#define POINTER(name) __typeof__(uuid9562_##name) *name;
#define ADDRESS(name) uuid9562_##name,
typedef struct library {
    FUNCTIONS(POINTER)
} library_t;
static library_t libraries[] = {{FUNCTIONS(ADDRESS)}, {0}}; /* this one, the one before */
static const library_t *library = libraries;

#define SINGLE(name, call)                                                                         \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i++)                                                            \
            if ((call) != UUID9562_OK)                                                             \
                return false;                                                                      \
        return true;                                                                               \
    }
#define BATCHED(name, version, size)                                                               \
    static bool name(void)                                                                         \
    {                                                                                              \
        for (int i = 0; i < CALLS; i += (size))                                                    \
            if (library->batch(NULL, uuids, version, size) != UUID9562_OK)                         \
                return false;                                                                      \
        return true;                                                                               \
    }

static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;

SINGLE(uuid1, library->uuid1(NULL, &uuids[0], NULL, NULL))
SINGLE(uuid4, library->uuid4(NULL, &uuids[0]))
SINGLE(uuid5, library->uuid5(&uuids[0], &dns, "www.example.com", 15))
SINGLE(uuid6, library->uuid6(NULL, &uuids[0], NULL, NULL))
SINGLE(uuid7, library->uuid7(NULL, &uuids[0]))
BATCHED(batch1, 1, BATCH)
BATCHED(batch4, 4, BATCH)
BATCHED(batch6, 6, BATCH)
BATCHED(batch7, 7, BATCH)
BATCHED(million4, 4, MILLION)
BATCHED(million7, 7, MILLION)

/* ---- for two threads, each into memory of its own ---- */

/* Two threads must meet for long enough to be in each other's way. */
enum { PAIR_ROUNDS = 8 };

typedef struct half {
    body_t *body;
    size_t cpu;
    pthread_barrier_t *barrier;
    double ns;
} half_t;

static void *run_half(void *of_thread)
{
    half_t *half = of_thread;

    keep_to_cpu(half->cpu);
    half->body(); /* the first call of a thread does not count */
    pthread_barrier_wait(half->barrier);
    for (int i = 0; i < PAIR_ROUNDS; i++)
        half->ns += time_alone(half->body, CALLS) / PAIR_ROUNDS;
    return NULL;
}

/* Nanoseconds for one operation of two threads at once, the mean of both. */
static double time_pair(body_t *body, int calls)
{
    pthread_barrier_t barrier;
    half_t pair[2];
    pthread_t threads[2];

    (void)calls;
    pthread_barrier_init(&barrier, NULL, 2);
    for (size_t t = 0; t < 2; t++) {
        pair[t] = (half_t){body, t, &barrier, 0};
        pthread_create(&threads[t], NULL, run_half, &pair[t]);
    }
    for (int t = 0; t < 2; t++)
        pthread_join(threads[t], NULL);
    pthread_barrier_destroy(&barrier);
    return (pair[0].ns + pair[1].ns) / 2;
}

static _Alignas(64) _Atomic uint64_t counter;

static void increment_once(void)
{
    uint64_t last = atomic_load_explicit(&counter, memory_order_relaxed);

    while (!atomic_compare_exchange_weak_explicit(&counter, &last, last + 1, memory_order_relaxed,
                                                  memory_order_relaxed))
        ;
}

static bool increment(void)
{
    for (int i = 0; i < CALLS; i++)
        increment_once();
    return true;
}

/* The least that an order over threads can cost: a reading and a compare-and-swap. */
static bool clock_and_increment(void)
{
    struct timespec now;

    for (int i = 0; i < CALLS; i++) {
        clock_gettime(CLOCK_REALTIME, &now);
        increment_once();
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

APART(uuid4_apart, library->uuid4(NULL, &out))
APART(uuid7_apart, library->uuid7(NULL, &out))
APART(uuid6_apart, library->uuid6(NULL, &out, NULL, NULL))
APART(uuid1_apart, library->uuid1(NULL, &out, NULL, NULL))

/* A generator for each thread, kept as long as the process. */
static bool uuid7_own(void)
{
    static _Thread_local uuid9562_generator_t *both[2];
    uuid9562_generator_t **own = &both[library - libraries];
    uuid9562_t out;

    if (*own == NULL && library->generator_new(own, NULL, NULL, NULL) != UUID9562_OK)
        return false;
    for (int i = 0; i < CALLS; i++)
        if (library->uuid7(*own, &out) != UUID9562_OK)
            return false;
    return true;
}

/* ---- the rows ---- */

/* clang-format off */
#define CLOCK {"clock_gettime", clock_floor, time_alone, CALLS}
#define COUNTER {"rdtsc and a compare-and-swap", counter_floor, time_alone, CALLS}
#define CIPHER {"OpenSSL's AES-256-CTR of 16 bytes", cipher_floor, time_alone, CALLS}
#define HALF_CIPHER {"OpenSSL's AES-256-CTR of 8 bytes", half_cipher_floor, time_alone, CALLS}
#define SHA1 {"SHA-1 by EVP, prefetched", sha1_floor, time_alone, CALLS}
#define SHA1_BARE {"SHA-1 by SHA1_Update", sha1_bare_floor, time_alone, CALLS}
#define SHARED_COUNTER {"a shared counter, two threads", increment, time_pair, CALLS}
#define CLOCK_AND_COUNTER {"clock_gettime and a shared counter, two threads", \
                           clock_and_increment, time_pair, CALLS}
/* clang-format on */

static const row_t rows[] = {
    {{"uuid4", uuid4, time_alone, CALLS}, CIPHER},
    {{"uuid4, batch of 256", batch4, time_alone, CALLS}, CIPHER},
    {{"uuid4, batch of 2^20", million4, time_alone, MILLION},
     {"OpenSSL's AES-256-CTR of 16 bytes, into 16 MiB", cipher_million_floor, time_alone, MILLION}},
    {{"uuid7", uuid7, time_alone, CALLS}, CLOCK},
    {{"uuid7", uuid7, time_alone, CALLS}, COUNTER},
    {{"uuid7, batch of 256", batch7, time_alone, CALLS}, HALF_CIPHER},
    {{"uuid7, batch of 2^20", million7, time_alone, MILLION},
     {"OpenSSL's AES-256-CTR of 8 bytes, into 8 MiB", half_cipher_million_floor, time_alone,
      MILLION}},
    {{"uuid6", uuid6, time_alone, CALLS}, CLOCK},
    {{"uuid6, batch of 256", batch6, time_alone, CALLS}, HALF_CIPHER},
    {{"uuid1", uuid1, time_alone, CALLS}, CLOCK},
    {{"uuid1, batch of 256", batch1, time_alone, CALLS}, CIPHER},
    {{"uuid5 of 15 bytes", uuid5, time_alone, CALLS}, SHA1},
    {{"uuid5 of 15 bytes", uuid5, time_alone, CALLS}, SHA1_BARE},
    {{"uuid4, two threads", uuid4_apart, time_pair, CALLS},
     {"alone", uuid4_apart, time_alone, CALLS}},
    {{"uuid7, two threads", uuid7_apart, time_pair, CALLS}, SHARED_COUNTER},
    {{"uuid7, two threads", uuid7_apart, time_pair, CALLS}, CLOCK_AND_COUNTER},
    {{"uuid7, two threads, a generator each", uuid7_own, time_pair, CALLS},
     {"one thread", uuid7_own, time_alone, CALLS}},
    {{"uuid6, two threads", uuid6_apart, time_pair, CALLS}, SHARED_COUNTER},
    {{"uuid1, two threads", uuid1_apart, time_pair, CALLS}, SHARED_COUNTER},
};

/* ---- compared with another build ---- */

static double time_before(timing_t *time_now, body_t *body, int calls)
{
    double ns;

    library = &libraries[1];
    ns = time_now(body, calls);
    library = libraries;
    return ns;
}

static double time_alone_before(body_t *body, int calls)
{
    return time_before(time_alone, body, calls);
}

static double time_pair_before(body_t *body, int calls)
{
    return time_before(time_pair, body, calls);
}

static int print_beside(const char *path)
{
    enum { COUNT = sizeof rows / sizeof *rows };
    void *before = dlopen(path, RTLD_NOW | RTLD_DEEPBIND);
    row_t pairs[COUNT];
    size_t count = 0;

    if (before == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
#define FIND(name)                                                                                 \
    if ((*(void **)&libraries[1].name = dlsym(before, "uuid9562_" #name)) == NULL) {               \
        fprintf(stderr, "%s\n", dlerror());                                                        \
        return 1;                                                                                  \
    }
    FUNCTIONS(FIND)
    for (size_t i = 0; i < COUNT; i++) {
        const side_t *ours = &rows[i].ours;

        if (i > 0 && ours->body == rows[i - 1].ours.body)
            continue;
        pairs[count++] =
            (row_t){*ours,
                    {"before", ours->body,
                     ours->time == time_pair ? time_pair_before : time_alone_before, ours->calls}};
    }
    print_table(pairs, count);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc > 1)
        return print_beside(argv[1]);
    printf("\nThe time of versions 1, 6 and 7 is by: %s. docs/internals/design.md bounds how far "
           "the counter is from the clock.\n",
           uuid9562_clock_source());
    print_table(rows, sizeof rows / sizeof *rows);
    return 0;
}
