/*
 * The random bits of the process's own generator, without a judgement of OpenSSL's randomness: none
 * is stuck, or a copy of another bit of its UUID or of the UUID before, and no word comes twice.
 * And a reseed discards what is buffered.
 */
#include <pthread.h>
#include <sched.h>

#include "suite.h"

enum { SAMPLES = 1 << 14, BITS = 128, WORD_BYTES = 4 };

/* ---- what is generated ---- */

enum { AT = 70, AT_NS }; /* uuid7_at, uuid7_at_ns */

/* `random` says which bits are: 54 in versions 1, 6 (whose multicast bit is set) and 7. */
static const struct {
    const char *random;
    int version;
    unsigned batch; /* its size, or 0: single calls */
} rows[] = {
    {"00000000-0000-0000-007f-feffffffffff", 1, 0},
    {"00000000-0000-0000-007f-feffffffffff", 1, 1},
    {"ffffffff-ffff-0fff-3fff-ffffffffffff", 4, 0},
    {"ffffffff-ffff-0fff-3fff-ffffffffffff", 4, 100},
    {"ffffffff-ffff-0fff-3fff-ffffffffffff", 4, SAMPLES + 1},
    {"00000000-0000-0000-007f-feffffffffff", 6, 0},
    {"00000000-0000-0000-007f-feffffffffff", 6, SAMPLES + 1},
    {"00000000-0000-0000-003f-ffffffffffff", 7, 0},
    {"00000000-0000-0000-003f-ffffffffffff", 7, SAMPLES + 1},
    {"00000000-0000-0fff-3fff-ffffffffffff", AT, 0},
    {"00000000-0000-0000-003f-ffffffffffff", AT_NS, 0},
    {"ffffffff-ffff-0fff-3fff-ffffffffffff", 8, 0},
};

static uuid9562_status_t generate_one(int version, uuid9562_t *out)
{
    switch (version) {
    case 1:
        return uuid9562_uuid1(NULL, out, NULL, NULL);
    case 4:
        return uuid9562_uuid4(NULL, out);
    case 6:
        return uuid9562_uuid6(NULL, out, NULL, NULL);
    case 7:
        return uuid9562_uuid7(NULL, out);
    case 8:
        return uuid9562_uuid8(NULL, out, NULL, NULL, NULL);
    case AT:
        return uuid9562_uuid7_at(NULL, out, 1645557742000);
    default:
        return uuid9562_uuid7_at_ns(NULL, out, INT64_C(1645557742000000000));
    }
}

static const uuid9562_t *generate(int row)
{
    static uuid9562_t generated[SAMPLES + 1];
    const unsigned batch = rows[row].batch;

    for (unsigned done = 0, n; done <= SAMPLES; done += n) {
        n = batch == 0 ? 1 : batch < SAMPLES + 1 - done ? batch : SAMPLES + 1 - done;
        if (rows[row].version == 1) /* which keeps its random bits until then */
            assert_ok(uuid9562_resync(NULL));
        assert_ok(batch == 0 ? generate_one(rows[row].version, &generated[done])
                             : uuid9562_batch(NULL, &generated[done], rows[row].version, n));
    }
    return generated;
}

/* ---- pairs of bits ---- */

static unsigned get_bit(const uuid9562_t *uuid, int bit)
{
    return uuid->bytes[bit / 8] >> (7 - bit % 8) & 1;
}

/* One bit of all samples. */
typedef uint64_t column_t[SAMPLES / 64];

static void transpose(column_t *columns, const uuid9562_t *uuids)
{
    memset(columns, 0, BITS * sizeof *columns);
    for (int i = 0; i < SAMPLES; i++)
        for (int bit = 0; bit < BITS; bit++)
            columns[bit][i / 64] |= (uint64_t)get_bit(&uuids[i], bit) << i % 64;
}

/* A random bit differs from any other in half of the samples. By Hoeffding's inequality, a count is
 * 10 standard deviations away with a probability below 2 e^-50, in any of the 3 x 10^5 pairs of all
 * rows below 10^-15; a copy of another bit is 128 away. */
static void check_pair(const column_t a, const column_t b, const char *where, int i, int j)
{
    const int allowed = 10 * 64; /* a standard deviation is sqrt(SAMPLES) / 2 */
    int different = 0;

    for (size_t k = 0; k < SAMPLES / 64; k++)
        different += __builtin_popcountll(a[k] ^ b[k]);
    require_msg(abs(different - SAMPLES / 2) < allowed,
                "bit %d differs from bit %d of %s in %d of %d", i, j, where, different, SAMPLES);
}

LOOP_TEST(random_bits, sizeof rows / sizeof *rows)
{
    static column_t before[BITS], columns[BITS];
    const uuid9562_t mask = uuid_from_text(rows[_i].random), *uuids = generate(_i);

    transpose(before, uuids);
    transpose(columns, uuids + 1);
    for (int i = 0; i < BITS; i++) {
        for (int j = 0; j < BITS && get_bit(&mask, i); j++) {
            if (i != j)
                check_pair(columns[i], columns[j], "its UUID", i, j);
            check_pair(columns[i], before[j], "the UUID before", i, j);
        }
    }
}

/* ---- words ---- */

static int compare_words(const void *a, const void *b)
{
    return memcmp(a, b, WORD_BYTES);
}

/* Words of 4 random bytes anywhere in all samples: n of them make n^2 / 2^33 equal pairs by chance,
 * at most 1.6. More than 40 have a probability below 10^-30. */
LOOP_TEST(random_words, sizeof rows / sizeof *rows)
{
    static uint8_t words[16 * SAMPLES][WORD_BYTES];
    const uuid9562_t mask = uuid_from_text(rows[_i].random), *uuids = generate(_i);
    int count = 0, equal = 0;

    for (int from = 0; from + WORD_BYTES <= 16; from++)
        for (int i = 0; i < SAMPLES && memcmp(mask.bytes + from, "\xff\xff\xff\xff", 4) == 0; i++)
            memcpy(words[count++], uuids[i].bytes + from, WORD_BYTES);
    require_gt(count, SAMPLES);
    qsort(words, (size_t)count, sizeof *words, compare_words);
    for (int i = 1; i < count; i++)
        equal += compare_words(words[i - 1], words[i]) == 0;
    require_le(equal, 40);
}

/* ---- reseeding ---- */

/* uuid9562_reseed reaches a thread that has buffered bytes. */
static _Atomic int relay_step;

static void *hold_a_buffer(void *unused)
{
    uuid9562_t before, after;

    if (uuid9562_uuid1(NULL, &before, NULL, NULL) != UUID9562_OK)
        return &relay_step;
    relay_step = 1;
    while (relay_step != 2)
        sched_yield();
    if (uuid9562_uuid1(NULL, &after, NULL, NULL) != UUID9562_OK ||
        node_of(&before) == node_of(&after))
        return &relay_step;
    return unused;
}

TEST(reseeding_reaches_other_threads)
{
    pthread_t thread;
    void *failed;

    require_eq(pthread_create(&thread, NULL, hold_a_buffer, NULL), 0);
    while (relay_step != 1)
        sched_yield();
    assert_ok(uuid9562_reseed());
    relay_step = 2;
    pthread_join(thread, &failed);
    ck_assert_ptr_null(failed);
}

TEST(reseeding)
{
    uuid9562_t before, after;

    assert_ok(uuid9562_uuid1(NULL, &before, NULL, NULL));
    assert_ok(uuid9562_reseed());
    assert_ok(uuid9562_uuid1(NULL, &after, NULL, NULL));
    require_ne(node_of(&before), node_of(&after));
}
