/*
 * The random bits of the process's own generator: each is set in half of many UUIDs, and equal in
 * half of all neighbours. That catches a bit that is stuck, or copied from the UUID before; it does
 * not judge the quality of the randomness, which is OpenSSL's. And that a reseed discards what is
 * buffered.
 */
#include <pthread.h>
#include <sched.h>

#include "suite.h"

enum { SAMPLES = 200000, BITS = 128 };

static unsigned set[BITS], equal[BITS];

static unsigned get_bit(const uuid9562_t *uuid, int bit)
{
    return uuid->bytes[bit / 8] >> (7 - bit % 8) & 1;
}

/* Six standard deviations: once in 500 million bits by chance. */
static bool is_half(unsigned count)
{
    const double samples = SAMPLES, deviation = count - samples / 2;

    return deviation * deviation < 36 * samples / 4;
}

/* `random` says which bits, in hex. */
static void check_bits(int version, bool batch, const char *random)
{
    static uuid9562_t generated[SAMPLES + 1];
    uuid9562_t mask = uuid_from_text(random);

    if (batch)
        assert_ok(uuid9562_batch(NULL, generated, version, SAMPLES + 1));
    for (int i = 0; !batch && i <= SAMPLES; i++)
        assert_ok(version == 4   ? uuid9562_uuid4(NULL, &generated[i])
                  : version == 6 ? uuid9562_uuid6(NULL, &generated[i], NULL, NULL)
                                 : uuid9562_uuid7(NULL, &generated[i]));
    memset(set, 0, sizeof set);
    memset(equal, 0, sizeof equal);
    for (int i = 0; i < SAMPLES; i++) {
        for (int bit = 0; bit < BITS; bit++) {
            set[bit] += get_bit(&generated[i], bit);
            equal[bit] += get_bit(&generated[i], bit) == get_bit(&generated[i + 1], bit);
        }
    }
    for (int bit = 0; bit < BITS; bit++) {
        if (!get_bit(&mask, bit))
            continue;
        require_msg(is_half(set[bit]), "bit %d of version %d is set in %u of %d", bit, version,
                    set[bit], SAMPLES);
        require_msg(is_half(equal[bit]), "bit %d of version %d stays in %u of %d", bit, version,
                    equal[bit], SAMPLES);
    }
}

static const struct {
    int version;
    const char *random;
} versions[] = {
    {4, "ffffffff-ffff-0fff-3fff-ffffffffffff"}, /* 122 bits */
    {7, "00000000-0000-0000-003f-ffffffffffff"}, /* 54 bits */
    {6, "00000000-0000-0000-007f-feffffffffff"}, /* 7 bits, and 47: the multicast bit is set */
};

START_TEST(random_bits)
{
    check_bits(versions[_i].version, false, versions[_i].random);
    check_bits(versions[_i].version, true, versions[_i].random);
}
END_TEST

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
        uuid9562_get_node(&before) == uuid9562_get_node(&after))
        return &relay_step;
    return unused;
}

START_TEST(reseeding_reaches_other_threads)
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
END_TEST

START_TEST(reseeding)
{
    uuid9562_t before, after;

    assert_ok(uuid9562_uuid1(NULL, &before, NULL, NULL));
    assert_ok(uuid9562_reseed());
    assert_ok(uuid9562_uuid1(NULL, &after, NULL, NULL));
    require_ne(uuid9562_get_node(&before), uuid9562_get_node(&after));
}
END_TEST

TCase *randomness_case(void)
{
    TCase *tcase = tcase_create("randomness");
    add_loop_test(tcase, random_bits, 0, sizeof versions / sizeof *versions);
    add_test(tcase, reseeding);
    add_test(tcase, reseeding_reaches_other_threads);
    return tcase;
}
