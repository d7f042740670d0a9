/*
 * What others find of a process's random bytes: a child, a core dump, and a copy of a machine that
 * is restored from a snapshot. This file compiles the core into itself, to know the secrets: the
 * bytes that a thread has buffered, the seed of its next fill, and the key of its last one.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "one_library.h"

static int choosy_madvise(void *pages, size_t size, int advice);
static pid_t no_getpid(void);
static int slow_clock(clockid_t clock, struct timespec *now);

#define madvise       choosy_madvise
#define getpid        no_getpid
#define clock_gettime slow_clock
#include "../../../core/uuid9562.c"
#undef madvise
#undef getpid
#undef clock_gettime

#include "../children.h"
#include "../run.c"

/* ---- the secrets ---- */

/* They are kept masked, so that this program's own copy is not found. */
static const uint64_t mask = UINT64_C(0x5a17c3e9917bd264);
enum { KEY_WORDS = STREAM_SCHEDULE / 8, SEED_WORDS = STREAM_KEY / 8, MANY = 256 };
static uint64_t masked_key[KEY_WORDS], masked_seed[SEED_WORDS], masked_bytes[MANY];

static void keep(uint64_t *masked, const void *secret, size_t words)
{
    for (size_t i = 0; i < words; i++)
        masked[i] = ((const volatile uint64_t *)secret)[i] ^ mask;
}

/* Each variant, as the loops of the tests count them; and what it expands a key to: the round keys
 * of AES; or ChaCha20's key and then each word of it twice, as it is in a vector. */
enum { VARIANTS = sizeof stream_variants / sizeof *stream_variants };
static const stream_variant_t *real;

static void watched_expand(uint8_t *schedule, const uint8_t key[STREAM_KEY])
{
    uint32_t words[2 * KEY_WORDS], word;

    real->expand(schedule, key);
    memcpy(words, schedule, sizeof words);
    for (int i = STREAM_KEY / 4; real == &stream_chacha20 && i < 2 * KEY_WORDS; i++) {
        memcpy(&word, key + i / 2 * 4 % STREAM_KEY, sizeof word);
        words[i] = word;
    }
    keep(masked_key, words, KEY_WORDS);
    wipe(words, sizeof words);
    wipe(&word, sizeof word);
}

static bool watch(int variant)
{
    static stream_variant_t watched;

    real = stream_variants[variant];
    if (!real->is_supported()) {
        printf("skipped: %s, which this processor does not have\n", real->name);
        return false;
    }
    watched = *real;
    watched.expand = watched_expand;
    atomic_store(&stream_chosen, &watched);
    return true;
}

static size_t buffered(void)
{
    return bytes_left(thread_entropy.slot.memory);
}

/* Draws until the cipher has filled the buffer twice and all but `left` bytes of that are taken. */
static void draw_until(size_t left)
{
    uint8_t drawn[8];

    do
        ck_assert_int_eq(entropy_draw(NULL, drawn, sizeof drawn), 0);
    while (masked_key[0] == 0 || buffered() < 8 || buffered() + 7 < left || buffered() > left);
}

static void keep_secrets(void)
{
    const entropy_buffer_t *buffer = thread_entropy.slot.memory;

    keep(masked_seed, buffer->seed, SEED_WORDS);
    keep(masked_bytes, buffer->bytes, MANY);
}

/* ---- what is found ---- */

typedef struct found {
    int bytes, seed, key;
} found_t;

static int is_among(uint64_t word, const uint64_t *masked, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (masked[i] == word)
            return 1;
    return 0;
}

static void search(found_t *found, const uint64_t *from, const uint64_t *to)
{
    for (; from < to; from++) {
        const uint64_t word = *(const volatile uint64_t *)from ^ mask;
        found->bytes += is_among(word, masked_bytes, MANY);
        found->seed += is_among(word, masked_seed, SEED_WORDS);
        found->key += is_among(word, masked_key, KEY_WORDS);
    }
}

/* Searches the memory of this process, or as much of it as a core dump holds. An emulator shows its
 * own memory in smaps, where it has the processor's registers, and the program's in maps. */
static found_t search_memory(bool dump)
{
    found_t found = {0, 0, 0};
    char line[512], permissions[5];
    unsigned long from = 0, to = 0, start, end;
    bool is_data = false;
    FILE *maps = fopen(dump ? "/proc/self/smaps" : "/proc/self/maps", "r");

    ck_assert_ptr_nonnull(maps);
    while (fgets(line, sizeof line, maps) != NULL) {
        const bool is_head = sscanf(line, "%lx-%lx %4s", &start, &end, permissions) == 3;

        if (is_head) {
            from = start, to = end;
            is_data = strcmp(permissions, "rw-p") == 0;
        }
        if (is_data && (dump ? strncmp(line, "VmFlags:", 8) == 0 && strstr(line, " dd") == NULL
                             : is_head))
            search(&found, (const uint64_t *)from, (const uint64_t *)to);
    }
    fclose(maps);
    return found;
}

static void print(const char *where, found_t found)
{
    printf("%s: %d words of %d buffered, %d of %d of the next seed, %d of %d of the last key\n",
           where, found.bytes, MANY, found.seed, SEED_WORDS, found.key, KEY_WORDS);
}

/* Where the kernel does not follow the advice, there is nothing to see. */
static bool is_advice_refused(void)
{
    bool is_wiped = false;
    void *page = os_map(1, &is_wiped);

    os_unmap(page, 1);
    if (!is_wiped)
        puts("skipped: secrets in children, where MADV_WIPEONFORK is not followed");
    return !is_wiped;
}

/* ---- a snapshot ---- */

static bool advice_is_refused, has_no_id;

static int choosy_madvise(void *pages, size_t size, int advice)
{
    return advice_is_refused ? -1 : madvise(pages, size, advice);
}

static pid_t no_getpid(void)
{
    return has_no_id ? 1 : getpid();
}

/* Nothing expires, however long a copy has to wait for the processor. */
static int slow_clock(clockid_t clock, struct timespec *now)
{
    const int failed = clock_gettime(clock, now);

    if (clock == CLOCK_REALTIME_COARSE)
        *now = (struct timespec){.tv_sec = 1700000000};
    return failed;
}

/* ---- tests ---- */

LOOP_TEST(secrets_are_there, VARIANTS)
{
    found_t found;

    if (!watch(_i))
        return;
    draw_until(BUFFER_SIZE / 2);
    keep_secrets();
    found = search_memory(false);
    print("the process", found);
    ck_assert_int_eq(found.bytes, MANY);
    ck_assert_int_eq(found.seed, SEED_WORDS);
    ck_assert_int_eq(found.key, 0);
}

/* Bytes that went past the buffer, whose last block the cipher gave in part. */
LOOP_TEST(output_is_in_the_caller_s_memory_alone, VARIANTS)
{
    enum { COUNT = BYPASS_THRESHOLD + 8 };
    uint8_t *out = aligned_alloc(16, COUNT + 8);

    if (!watch(_i))
        return;
    ck_assert_int_eq(entropy_draw(NULL, out, COUNT), 0);
    memset(masked_bytes, 0xff, sizeof masked_bytes);
    keep(masked_bytes, out + BYPASS_THRESHOLD, 1);
    ck_assert_int_eq(search_memory(false).bytes, 1);
    memset(out, 0, COUNT);
    ck_assert_int_eq(search_memory(false).bytes, 0);
    free(out);
}

LOOP_TEST(a_core_dump_has_no_secrets, VARIANTS)
{
    found_t found;

    if (is_advice_refused() || !watch(_i))
        return;
    draw_until(BUFFER_SIZE / 2);
    keep_secrets();
    found = search_memory(true);
    print("a core dump", found);
    ck_assert_int_eq(found.bytes + found.seed + found.key, 0);
}

LOOP_TEST(a_child_inherits_no_secrets, 2 * VARIANTS)
{
    found_t *found =
        mmap(NULL, sizeof *found, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t child;

    if (is_advice_refused() || !watch(_i / 2))
        return;
    draw_until(BUFFER_SIZE / 2);
    keep_secrets();
    child = _i % 2 == 0 ? fork() : raw_clone();
    if (child == 0) {
        *found = search_memory(false);
        _exit(0);
    }
    wait_for(child);
    print(_i % 2 == 0 ? "a child of fork()" : "a child of a raw clone()", *found);
    ck_assert_int_eq(found->bytes + found->seed + found->key, 0);
}

/* Two copies of one memory, neither of which can know that it is one: they share what is left of a
 * fill, and go apart with the next. */
LOOP_TEST(restored_copies, 2)
{
    enum { COUNT = 3 * BUFFER_SIZE / 16 };
    const size_t sizes[] = {BUFFER_SIZE - STREAM_KEY - 8, 2048};
    uuid9562_t *drawn = mmap(NULL, 2 * COUNT * sizeof *drawn, PROT_READ | PROT_WRITE,
                             MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    int equal = 0;
    pid_t copy;

    advice_is_refused = has_no_id = true;
    atomic_store(&generation_word, NULL);
    atomic_store(&fast_word, &no_generation);
    for (int slab = 0; slab < SLABS; slab++)
        atomic_store(&slabs[slab], NULL);
    thread_entropy.slot.memory = NULL;
    watch(VARIANTS - 1);
    draw_until(sizes[_i]);
    copy = raw_clone();
    for (int i = 0; i < COUNT; i++)
        if (uuid9562_uuid4(NULL, &drawn[(copy == 0) * COUNT + i]) != 0)
            _exit(1);
    if (copy == 0)
        _exit(0);
    wait_for(copy);
    for (int i = 0; i < COUNT; i++)
        equal += uuid9562_compare(&drawn[i], &drawn[COUNT + i]) == 0;
    printf("two copies with %zu bytes left: %d equal UUIDs of version 4\n", sizes[_i], equal);
    ck_assert_int_eq(equal, (int)sizes[_i] / 16);
}

/* The node of version 1 is not among what is dropped, whatever the source of random bytes. */
LOOP_TEST(restored_copies_keep_the_node_of_version_1, 2)
{
    int64_t *nodes =
        mmap(NULL, 2 * sizeof *nodes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    uuid9562_t uuid;
    pid_t copy;

    advice_is_refused = has_no_id = true;
    atomic_store(&generation_word, NULL);
    atomic_store(&fast_word, &no_generation);
    atomic_store(&environment, _i == 0 ? BUFFERED : UNBUFFERED);
    ck_assert_int_eq(uuid9562_uuid1(NULL, &uuid, NULL, NULL), UUID9562_OK);
    copy = raw_clone();
    if (uuid9562_uuid1(NULL, &uuid, NULL, NULL) != UUID9562_OK)
        _exit(1);
    nodes[copy == 0] = node_of(&uuid);
    if (copy == 0)
        _exit(0);
    wait_for(copy);
    ck_assert_int_eq(nodes[0], nodes[1]);
    ck_assert_int_eq(uuid9562_reseed(), UUID9562_OK);
    ck_assert_int_eq(uuid9562_uuid1(NULL, &uuid, NULL, NULL), UUID9562_OK);
    ck_assert_int_ne(node_of(&uuid), nodes[1]);
}
