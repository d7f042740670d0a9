/*
 * What the C library costs, beside what bounds it from below on this machine (floors) and what a
 * user would take instead (peers), all in one run: ./dev bench.
 *
 * Each figure is the median of ROUNDS rounds, after one that does not count; the process keeps to
 * one CPU, but for the rows of two threads. Prints a table in Markdown; the last column is the
 * ratio that the project has set itself.
 */
#include <dlfcn.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "uuid9562.h"

enum { ROUNDS = 9, CALLS = 1 << 20, SLOW_CALLS = 10000, BATCH = 256, KEYSTREAM_BLOCK = 4096 };

/* What alone runs on its CPU is measured by its own time, and is not disturbed by others; what runs
 * on two by the time that passes. */
static clockid_t measure_by = CLOCK_PROCESS_CPUTIME_ID;

static double now_ns(void)
{
    struct timespec now;
    clock_gettime(measure_by, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static int by_value(const void *left, const void *right)
{
    double l = *(const double *)left, r = *(const double *)right;
    return (l > r) - (l < r);
}

/* A body does CALLS operations, or says that it cannot; that of a slow peer does SLOW_CALLS. */
typedef bool body_t(void);

static double measure_calls(body_t *body, int calls)
{
    double rounds[ROUNDS];

    if (!body())
        return 0;
    for (int i = 0; i < ROUNDS; i++) {
        double begin = now_ns();
        body();
        rounds[i] = (now_ns() - begin) / calls;
    }
    qsort(rounds, ROUNDS, sizeof *rounds, by_value);
    return rounds[ROUNDS / 2];
}

static double measure(body_t *body)
{
    return measure_calls(body, CALLS);
}

/* ---- floors ---- */

static bool clock_floor(void)
{
    struct timespec now;
    for (int i = 0; i < CALLS; i++)
        clock_gettime(CLOCK_REALTIME, &now);
    return true;
}

/* 16 octets an operation, in blocks. */
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
            if (uuid9562_batch(NULL, version, made, BATCH) != UUID9562_OK)                         \
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

/* ---- two threads ---- */

static body_t *threads_body;

static void *in_thread(void *cpu)
{
    cpu_set_t set;

    CPU_ZERO(&set);
    CPU_SET((int)(size_t)cpu, &set);
    pthread_setaffinity_np(pthread_self(), sizeof set, &set);
    return threads_body() ? NULL : &threads_body;
}

/* Both threads do all of the body; the time is what each of them has for one operation. */
static bool twice(void)
{
    pthread_t threads[2];
    void *failed, *any = NULL;

    for (size_t t = 0; t < 2; t++)
        pthread_create(&threads[t], NULL, in_thread, (void *)t);
    for (int t = 0; t < 2; t++) {
        pthread_join(threads[t], &failed);
        any = failed != NULL ? failed : any;
    }
    return any == NULL;
}

static double measure_twice(body_t *body)
{
    threads_body = body;
    measure_by = CLOCK_MONOTONIC;
    return measure(twice);
}

static _Atomic uint64_t word;

static bool bare_cas(void)
{
    for (int i = 0; i < CALLS; i++) {
        uint64_t last = atomic_load_explicit(&word, memory_order_relaxed);
        while (!atomic_compare_exchange_weak_explicit(&word, &last, last + 1, memory_order_relaxed,
                                                      memory_order_relaxed))
            ;
    }
    return true;
}

/* uuid4 of two threads, each into memory of its own. */
static bool uuid4_apart(void)
{
    uuid9562_t out;
    for (int i = 0; i < CALLS; i++)
        if (uuid9562_uuid4(NULL, &out) != UUID9562_OK)
            return false;
    return true;
}

static bool uuid7_apart(void)
{
    uuid9562_t out;
    for (int i = 0; i < CALLS; i++)
        if (uuid9562_uuid7(NULL, &out) != UUID9562_OK)
            return false;
    return true;
}

/* ---- the table ---- */

static void row(const char *name, double ns, const char *floor_name, double floor, const char *goal)
{
    if (ns == 0)
        printf("| %s | left out | | | |\n", name);
    else
        printf("| %s | %.2f | %s %.2f | %.2f | %s |\n", name, ns, floor_name, floor, ns / floor,
               goal);
}

int main(void)
{
    double clock_ns, keystream, sha1, alone4;
    cpu_set_t set;

    find_peer();
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    sched_setaffinity(0, sizeof set, &set);
    clock_ns = measure(clock_floor);
    keystream = measure(keystream_floor);
    sha1 = measure(sha1_floor);

    puts("\n| operation | ns | beside | ratio | goal |\n|---|---|---|---|---|");
    row("uuid4", alone4 = measure(uuid4), "AES-256-CTR of 16 octets", keystream, "<= 2.2");
    row("uuid4, batch of 256", measure(batch4), "AES-256-CTR of 16 octets", keystream, "<= 1.6");
    row("uuid7", measure(uuid7), "clock_gettime", clock_ns, "<= 1.35");
    row("uuid7, batch of 256", measure(batch7), "AES-256-CTR of 16 octets", keystream, "<= 2");
    row("uuid6", measure(uuid6), "clock_gettime", clock_ns, "<= 1.35");
    row("uuid6, batch of 256", measure(batch6), "AES-256-CTR of 16 octets", keystream, "<= 2");
    row("uuid1", measure(uuid1), "clock_gettime", clock_ns, "<= 1.35");
    row("uuid1, batch of 256", measure(batch1), "AES-256-CTR of 16 octets", keystream, "<= 2");
    row("uuid5 of 15 octets", measure(uuid5), "SHA-1, prefetched", sha1, "<= 1.15");
    row("libuuid, version 4", measure_calls(libuuid4, SLOW_CALLS), "uuid4", alone4, "a peer");
    row("libuuid, version 1", measure_calls(libuuid1, SLOW_CALLS), "uuid1", measure(uuid1),
        "a peer");
    if (sysconf(_SC_NPROCESSORS_ONLN) >= 2) {
        row("uuid4, two threads", measure_twice(uuid4_apart), "alone", alone4, "<= 1.11");
        row("uuid7, two threads", measure_twice(uuid7_apart), "two threads on a bare word",
            measure_twice(bare_cas), "<= 1.3");
    }
    return 0;
}
