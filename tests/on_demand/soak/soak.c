/*
 * What soak.py runs: a program that generates in threads and child processes, and the comparison of
 * everything that was generated. A file holds one thread's UUIDs, a line each. Its name begins with
 * the number of its order: 0 for all processes that share the state file, another even number for
 * one with a state file of its own, an odd one without.
 *
 *   soak generate FOLDER ORDER BOARD [STATE]
 *            for each line of input, a version and a number: so many to standard output. Meanwhile
 *            threads, children by fork and by raw clone, and their children write files in FOLDER.
 *            No UUID is earlier than one that was on the board before the call; BOARD is a file
 *            that the processes of a state file share.
 *   soak add FOLDER < PATHS    adds these files to the buckets in FOLDER, and prints how many UUIDs
 *                              they have, how many are out of order, and how many are malformed
 *   soak repeats FOLDER        prints how many UUIDs, and how many nanoseconds of an order, are in
 *                              the buckets twice
 *
 * MISTAKE in the environment names one that soak.py must find.
 */
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uuid9562_state.h"

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "soak: line %d: %s\n", __LINE__, #condition);                          \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

static void require_ok(uuid9562_status_t status)
{
    if (status != UUID9562_OK) {
        fprintf(stderr, "soak: %s\n", uuid9562_strerror(status));
        _exit(1);
    }
}

static uint64_t big_endian(const uint8_t *bytes, int count)
{
    return count == 0 ? 0 : big_endian(bytes, count - 1) << 8 | bytes[count - 1];
}

/* The nanosecond since 1970 that a UUID of version 1, 6 or 7 took. Version 1 in a state file took
 * all of a tick. */
static uint64_t ns_of(const uint8_t *bytes, unsigned long order)
{
    const uint64_t high = big_endian(bytes, 8), seq = big_endian(bytes + 8, 2) & 0x3fff;
    const int version = bytes[6] >> 4;
    uint64_t ticks = high >> 16 << 12 | (high & 0xfff);

    if (version == 7)
        return (high >> 16) * 1000000 +
               ((((high & 0xfff) << 8 | seq >> 6) * 1000000 + 0xfffff) >> 20);
    if (version == 1)
        ticks = (high & 0xfff) << 48 | (high >> 16 & 0xffff) << 32 | high >> 32;
    return (ticks - 0x01b21dd213814000) * 100 + (version == 1 && order % 2 == 0 ? 0 : seq >> 7);
}

/* ---- generate ---- */

enum { THREADS = 4 };
static const char *folder;
static unsigned long order;
static _Atomic uint64_t own_board, *board = &own_board; /* the latest nanosecond */

static void generate(uuid9562_t *out, int version)
{
    static const uuid9562_t dns = UUID9562_INIT_NAMESPACE_DNS;
    uint64_t before = atomic_load(board), ns;
    uuid9562_t name;

    if (version == 3 || version == 5)
        require_ok(uuid9562_uuid4(NULL, &name));
    require_ok(version == 1   ? uuid9562_uuid1(NULL, out, NULL, NULL)
               : version == 3 ? uuid9562_uuid3(out, &dns, &name, sizeof name)
               : version == 4 ? uuid9562_uuid4(NULL, out)
               : version == 5 ? uuid9562_uuid5(out, &dns, &name, sizeof name)
               : version == 6 ? uuid9562_uuid6(NULL, out, NULL, NULL)
               : version == 7 ? uuid9562_uuid7(NULL, out)
                              : uuid9562_uuid8(NULL, out, NULL, NULL, NULL));
    if (version == 6 || version == 7) {
        ns = ns_of(out->bytes, order);
        REQUIRE(before < ns);
        while (before < ns && !atomic_compare_exchange_weak(board, &before, ns))
            ;
    }
}

static void put(FILE *file, const uuid9562_t *uuid)
{
    char text[UUID9562_CANONICAL_LENGTH + 1];

    uuid9562_format(text, uuid);
    text[UUID9562_CANONICAL_LENGTH] = '\n';
    REQUIRE(fwrite(text, sizeof text, 1, file) == 1);
}

static FILE *new_file(const char *kind)
{
    static _Atomic int number;
    char path[4096];
    FILE *file;

    snprintf(path, sizeof path, "%s/%lu.%s.%d.%d", folder, order, kind, (int)getpid(),
             atomic_fetch_add(&number, 1));
    file = fopen(path, "w");
    REQUIRE(file != NULL);
    return file;
}

static void make_mistake(const char *name)
{
    FILE *file = new_file("mistake"), *other = new_file("mistake");
    uuid9562_t uuid, later;
    void *memory;

    generate(&uuid, strcmp(name, "repeat") == 0 ? 4 : 7);
    generate(&later, 7);
    if (strcmp(name, "order") == 0)
        put(file, &later);
    put(file, &uuid);
    if (strcmp(name, "time") == 0)
        uuid.bytes[15] ^= 1;
    if (strcmp(name, "time") == 0 || strcmp(name, "repeat") == 0)
        put(other, &uuid);
    if (strcmp(name, "descriptors") != 0)
        fclose(other);
    fclose(file);
    if (strcmp(name, "memory") == 0 && (memory = malloc(100000)) != NULL)
        memset(memory, 1, 100000);
    if (strcmp(name, "mappings") == 0)
        for (int protection = 0; protection < 2; protection++)
            mmap(NULL, 4096, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (strcmp(name, "hung") == 0)
        pause();
}

static void *one_thread(void *count)
{
    static const int versions[] = {7, 1, 4, 6, 3, 7, 5, 8, 4};
    FILE *file = new_file("thread");
    uuid9562_t uuid, batch[100];

    for (long i = 0; i < *(long *)count; i++) {
        generate(&uuid, versions[i % 9]);
        put(file, &uuid);
        if (i % 500 == 0) {
            require_ok(uuid9562_batch(NULL, batch, i % 1000 == 0 ? 7 : 6, 100));
            for (int n = 0; n < 100; n++)
                put(file, &batch[n]);
        }
    }
    REQUIRE(fclose(file) == 0);
    return NULL;
}

static pid_t child(bool by_clone, long count, int generations)
{
    const pid_t pid =
        by_clone ? (pid_t)syscall(SYS_clone, SIGCHLD, NULL, NULL, NULL, NULL) : fork();
    int status;

    REQUIRE(pid >= 0);
    if (pid != 0)
        return pid;
    if (order % 2 != 0) /* it has one of its own */
        order = (order & 0xffffffff) | (unsigned long)getpid() << 32;
    if (generations > 1) {
        pid_t grandchild = child(!by_clone, count, generations - 1);
        one_thread(&count);
        REQUIRE(waitpid(grandchild, &status, 0) == grandchild && status == 0);
    }
    one_thread(&count);
    _exit(0);
}

static void turn(unsigned number, long count)
{
    pthread_t thread[THREADS];
    pid_t pid;
    int status;

    if (number % 3 != 0)
        pid = child(number % 3 == 1, count, 3);
    else {
        for (int t = 0; t < THREADS; t++)
            REQUIRE(pthread_create(&thread[t], NULL, one_thread, &count) == 0);
        pid = child(false, count, 1);
        for (int t = 0; t < THREADS; t++)
            pthread_join(thread[t], NULL);
    }
    one_thread(&count);
    REQUIRE(waitpid(pid, &status, 0) == pid && status == 0);
}

static void generate_lines(const char *board_path)
{
    const char *mistake = getenv("MISTAKE");
    int version, file = open(board_path, O_RDWR | O_CREAT, 0600);
    uuid9562_t uuid[2];
    long count;

    if (order == 0) {
        REQUIRE(file >= 0 && ftruncate(file, sizeof *board) == 0);
        board = mmap(NULL, sizeof *board, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
        REQUIRE(board != MAP_FAILED);
    }
    close(file);
    for (unsigned number = 0; scanf("%d %ld", &version, &count) == 2; number++) {
        for (long i = 0; i < count; i++) {
            generate(&uuid[i % 2], version);
            put(stdout, &uuid[i % 2]);
        }
        REQUIRE(fflush(stdout) == 0);
        turn(number, count);
        if (mistake != NULL)
            make_mistake(mistake);
    }
}

/* ---- add, repeats ---- */

enum { BUCKETS = 128, RECORD = 16 };

static FILE *bucket(char kind, unsigned number, const char *mode)
{
    char path[4096];

    snprintf(path, sizeof path, "%s/%c%03u", folder, kind, number);
    return fopen(path, mode);
}

static bool parse(uint8_t bytes[RECORD], const char *line)
{
    static const char digits[] = "0123456789abcdef",
                      form[] = "hhhhhhhh-hhhh-hhhh-hhhh-hhhhhhhhhhhh\n";
    const char *digit;
    int count = 0;

    for (int i = 0; form[i] != '\0'; i++)
        if (form[i] != 'h') {
            if (line[i] != form[i])
                return false;
        } else if (line[i] != '\0' && (digit = strchr(digits, line[i])) != NULL) {
            bytes[count / 2] = (uint8_t)(bytes[count / 2] << 4 | (digit - digits));
            count++;
        } else
            return false;
    return true;
}

static void add(const char *path, uint64_t found[3], FILE *uuids[], FILE *times[])
{
    const unsigned long long own = strtoull(strrchr(path, '/') + 1, NULL, 10);
    FILE *file = fopen(path, "r");
    uint64_t last = 0, time[2] = {0, own};
    uint8_t uuid[RECORD];
    char line[64];

    REQUIRE(file != NULL);
    while (fgets(line, sizeof line, file) != NULL) {
        if (!parse(uuid, line)) { /* the last line, where it was killed */
            found[2] += fgetc(file) != EOF;
            continue;
        }
        found[0]++;
        REQUIRE(fwrite(uuid, RECORD, 1, uuids[(uuid[3] ^ uuid[15]) % BUCKETS]) == 1);
        if (uuid[6] >> 4 == 1 || uuid[6] >> 4 == 6 || uuid[6] >> 4 == 7) {
            time[0] = ns_of(uuid, own);
            found[1] += time[0] <= last;
            last = time[0];
            REQUIRE(fwrite(time, RECORD, 1, times[time[0] / 100 % BUCKETS]) == 1);
        }
    }
    fclose(file);
}

static void add_files(void)
{
    FILE *uuids[BUCKETS], *times[BUCKETS];
    uint64_t found[3] = {0};
    char path[4096];

    for (unsigned b = 0; b < BUCKETS; b++)
        REQUIRE((uuids[b] = bucket('u', b, "a")) && (times[b] = bucket('t', b, "a")));
    while (scanf("%4095s", path) == 1)
        add(path, found, uuids, times);
    for (unsigned b = 0; b < BUCKETS; b++)
        REQUIRE(fclose(uuids[b]) == 0 && fclose(times[b]) == 0);
    printf("%llu %llu %llu\n", (unsigned long long)found[0], (unsigned long long)found[1],
           (unsigned long long)found[2]);
}

static int by_bytes(const void *left, const void *right)
{
    return memcmp(left, right, RECORD);
}

static unsigned long repeats(char kind)
{
    unsigned long twice = 0;

    for (unsigned b = 0; b < BUCKETS; b++) {
        FILE *file = bucket(kind, b, "r");
        struct stat size;
        uint8_t *all;

        REQUIRE(file != NULL && fstat(fileno(file), &size) == 0);
        all = malloc((size_t)size.st_size + 1);
        REQUIRE(all != NULL && fread(all, 1, (size_t)size.st_size, file) == (size_t)size.st_size);
        qsort(all, (size_t)size.st_size / RECORD, RECORD, by_bytes);
        for (long at = RECORD; at < size.st_size; at += RECORD)
            twice += memcmp(all + at - RECORD, all + at, RECORD) == 0;
        free(all);
        fclose(file);
    }
    return twice;
}

int main(int count, char **arguments)
{
    REQUIRE(count > 2);
    folder = arguments[2];
    if (strcmp(arguments[1], "add") == 0)
        add_files();
    else if (strcmp(arguments[1], "repeats") == 0)
        printf("%lu %lu\n", repeats('u'), repeats('t'));
    else {
        REQUIRE(count > 4);
        order = strtoul(arguments[3], NULL, 10);
        if (count > 5)
            require_ok(uuid9562_state_open(arguments[5], NULL));
        generate_lines(arguments[4]);
    }
    return 0;
}
