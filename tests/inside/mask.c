/*
 * What masks are made of: SipHash-2-4 against the values of its authors; the Feistel network on
 * halves of a few bits, where every UUID can be counted; what is refused; and what is left of a key
 * afterwards. This file compiles the core into itself.
 */
#include "../../core/uuid9562.c"

#include "../core/run.c"

/* ---- SipHash-2-4 ---- */

/* Of the messages of 0 to 63 bytes 00 01 02 ... with the key 00 01 ... 0f, as numbers: the vectors
 * of the reference implementation (vectors_sip64, github.com/veorq/SipHash), which the SIPHASH of
 * OpenSSL 3 gives, too. That of 15 bytes is the one of the paper's appendix A. */
static const uint64_t vectors[64] = {
    0x726fdb47dd0e0e31, 0x74f839c593dc67fd, 0x0d6c8009d9a94f5a, 0x85676696d7fb7e2d,
    0xcf2794e0277187b7, 0x18765564cd99a68d, 0xcbc9466e58fee3ce, 0xab0200f58b01d137,
    0x93f5f5799a932462, 0x9e0082df0ba9e4b0, 0x7a5dbbc594ddb9f3, 0xf4b32f46226bada7,
    0x751e8fbc860ee5fb, 0x14ea5627c0843d90, 0xf723ca908e7af2ee, 0xa129ca6149be45e5,
    0x3f2acc7f57c29bdb, 0x699ae9f52cbe4794, 0x4bc1b3f0968dd39c, 0xbb6dc91da77961bd,
    0xbed65cf21aa2ee98, 0xd0f2cbb02e3b67c7, 0x93536795e3a33e88, 0xa80c038ccd5ccec8,
    0xb8ad50c6f649af94, 0xbce192de8a85b8ea, 0x17d835b85bbb15f3, 0x2f2e6163076bcfad,
    0xde4daaaca71dc9a5, 0xa6a2506687956571, 0xad87a3535c49ef28, 0x32d892fad841c342,
    0x7127512f72f27cce, 0xa7f32346f95978e3, 0x12e0b01abb051238, 0x15e034d40fa197ae,
    0x314dffbe0815a3b4, 0x027990f029623981, 0xcadcd4e59ef40c4d, 0x9abfd8766a33735c,
    0x0e3ea96b5304a7d0, 0xad0c42d6fc585992, 0x187306c89bc215a9, 0xd4a60abcf3792b95,
    0xf935451de4f21df2, 0xa9538f0419755787, 0xdb9acddff56ca510, 0xd06c98cd5c0975eb,
    0xe612a3cb9ecba951, 0xc766e62cfcadaf96, 0xee64435a9752fe72, 0xa192d576b245165a,
    0x0a8787bf8ecb74b2, 0x81b3e73d20b49b6f, 0x7fa8220ba3b2ecea, 0x245731c13ca42499,
    0xb78dbfaf3a8d83bd, 0xea1ad565322a1a0b, 0x60e61c23a3795013, 0x6606d7e446282b93,
    0x6ca4ecb15c5f91e1, 0x9f626da15c9625f3, 0xe51b38608ef25f57, 0x958a324ceb064572,
};

TEST(siphash_of_its_reference)
{
    uint8_t key[UUID9562_MASK_KEY_LENGTH];

    for (uint8_t i = 0; i < sizeof key; i++)
        key[i] = i;
    for (unsigned length = 0; length < 64; length++) {
        siphash_t s = start_with_key(key);
        uint64_t word = 0;

        for (unsigned i = 0; i < length; i++) {
            word |= (uint64_t)i << 8 * (i % 8);
            if (i % 8 == 7) {
                siphash_word(&s, word);
                word = 0;
            }
        }
        require_msg(siphash_end(&s, word, length) == vectors[length], "of %u bytes", length);
    }
}

/* ---- the network ---- */

static unsigned seed = 61;

static siphash_t random_key(void)
{
    uint8_t key[UUID9562_MASK_KEY_LENGTH];

    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(rand_r(&seed) >> 7);
    return start_with_key(key);
}

/* For halves of 1 to 8 bits, all of them: no two values share one, and the way back is that. */
TEST(the_network_is_a_permutation)
{
    static bool taken[1 << 16];

    for (unsigned bits = 1; bits <= 8; bits++)
        for (int round = 0; round < 8; round++) {
            const siphash_t key = random_key();
            const uint64_t count = UINT64_C(1) << bits;
            unsigned fixed = 0;

            memset(taken, 0, sizeof taken);
            for (uint64_t value = 0; value < count * count; value++) {
                const halves_t from = {value / count, value % count};
                const halves_t to = mask_network(from, bits, &key, false);
                const halves_t back = mask_network(to, bits, &key, true);

                require(to.hi < count && to.lo < count);
                require(!taken[to.hi * count + to.lo]);
                taken[to.hi * count + to.lo] = true;
                require(back.hi == from.hi && back.lo == from.lo);
                fixed += to.hi == from.hi && to.lo == from.lo;
            }
            require(bits < 8 || fixed < 16); /* one is expected in a random permutation */
        }
}

/* On 4 + 4 bits over many keys, every value becomes every other about as often. */
TEST(the_network_spreads)
{
    enum { KEYS = 25600, EXPECTED = KEYS / 256 };
    static int count[256][256];
    double chi_square = 0;

    for (int k = 0; k < KEYS; k++) {
        const siphash_t key = random_key();

        for (unsigned value = 0; value < 256; value++) {
            const halves_t to = mask_network((halves_t){value / 16, value % 16}, 4, &key, false);

            count[value][to.hi * 16 + to.lo]++;
        }
    }
    for (int from = 0; from < 256; from++)
        for (int to = 0; to < 256; to++)
            chi_square += (count[from][to] - EXPECTED) * (double)(count[from][to] - EXPECTED);
    chi_square /= (double)EXPECTED;
    /* 255 x 255 degrees of freedom: 65025, with a standard deviation of 361 */
    require_msg(chi_square > 65025 - 5 * 361 && chi_square < 65025 + 5 * 361, "it is %f",
                chi_square);
}

/* ---- the free bits ---- */

TEST(free_bits_are_all_but_version_and_variant)
{
    const uint64_t most = ~UINT64_C(0) >> (64 - MASK_HALF_BITS);
    halves_t seen = {0, 0};

    for (int bit = 0; bit < 2 * MASK_HALF_BITS; bit++) {
        const halves_t free = {bit < MASK_HALF_BITS ? UINT64_C(1) << bit : 0,
                               bit < MASK_HALF_BITS ? 0 : UINT64_C(1) << (bit - MASK_HALF_BITS)};
        const halves_t uuid = layout_from_free(free);
        const halves_t with = layout_set_version_and_variant(uuid, 7);
        const halves_t back = layout_to_free(with);

        require_eq(__builtin_popcountll(uuid.hi) + __builtin_popcountll(uuid.lo), 1);
        require(back.hi == free.hi && back.lo == free.lo);
        seen.hi |= uuid.hi;
        seen.lo |= uuid.lo;
    }
    require(seen.hi == ~UINT64_C(0xf000) && seen.lo == ~UINT64_C(0) >> 2);
    require(layout_to_free((halves_t){~UINT64_C(0), ~UINT64_C(0)}).hi == most);
    require(layout_to_free((halves_t){~UINT64_C(0), ~UINT64_C(0)}).lo == most);
}

/* ---- what is refused ---- */

TEST(a_mask_says_what_is_wrong)
{
    static const uint8_t key[UUID9562_MASK_KEY_LENGTH];
    const uuid9562_mask_method_t unknown = (uuid9562_mask_method_t)2;
    const uuid9562_t v7 = {{[6] = 0x70, [8] = 0x80}}, v4 = {{[6] = 0x40, [8] = 0x80}};
    uuid9562_t out = v7;

    assert_status(uuid9562_mask(&out, &v4, key, unknown), UUID9562_ERR_NOT_V7);
    assert_status(uuid9562_unmask(&out, &v7, key, unknown), UUID9562_ERR_NOT_V4);
    assert_status(uuid9562_mask(&out, &v7, key, unknown), UUID9562_ERR_MASK_METHOD);
    assert_status(uuid9562_unmask(&out, &v4, key, unknown), UUID9562_ERR_MASK_METHOD);
    assert_status(uuid9562_mask(&out, &v7, key, (uuid9562_mask_method_t)-1),
                  UUID9562_ERR_MASK_METHOD);
    require(memcmp(&out, &v7, sizeof out) == 0);
}

TEST(the_name_of_a_method_ends_with_its_length)
{
    uuid9562_mask_method_t method = UUID9562_MASK_V47;

    assert_ok(uuid9562_find_mask_method(&method, NULL, 0));
    require_eq(method, UUID9562_MASK_WIDE);
    assert_ok(uuid9562_find_mask_method(&method, "v470", 3));
    require_eq(method, UUID9562_MASK_V47);
    assert_ok(uuid9562_find_mask_method(&method, "wider", 4));
    require_eq(method, UUID9562_MASK_WIDE);
    for (size_t length = 0; length < 4; length++)
        assert_status(uuid9562_find_mask_method(&method, "wide", length), UUID9562_ERR_MASK_METHOD);
    assert_status(uuid9562_find_mask_method(&method, "wider", 5), UUID9562_ERR_MASK_METHOD);
}

/* ---- secrets ---- */

/* A compiler that does not optimise copies what it likes; that sanitizer reports such a look. */
#if defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__

/* What a key comes to, inverted, so that looking for it leaves it nowhere. */
enum { STACK = 4096, SECRETS = 6 };
static uint64_t inverted[SECRETS];

/* Fills the stack below its caller, or looks there. */
static NEVER_INLINE bool stack_has_a_secret(bool fills)
{
    volatile uint64_t room[STACK / sizeof *inverted];
    bool found = false;

    for (size_t i = 0; i < STACK / sizeof *room; i++) {
        if (fills)
            room[i] = 0x5a5a5a5a5a5a5a5a;
        for (int s = 0; s < SECRETS; s++)
            found |= ~room[i] == inverted[s];
    }
    return found;
}

static NEVER_INLINE void invert(const uint8_t *key)
{
    const siphash_t s = start_with_key(key);
    const volatile uint64_t secrets[SECRETS] = {
        s.v0, s.v1, s.v2, s.v3, layout_read64(key), layout_read64(key + 8)};

    for (int i = 0; i < SECRETS; i++)
        inverted[i] = ~secrets[i];
}

TEST(a_key_is_not_left_on_the_stack)
{
    static uint8_t key[UUID9562_MASK_KEY_LENGTH];
    const uuid9562_t v7 = {{1, 2, 3, 4, 5, 6, 0x77, 8, 0x89, 10, 11, 12, 13, 14, 15, 16}};
    uuid9562_t out;

    for (size_t i = 0; i < sizeof key; i++)
        key[i] = (uint8_t)(0xa1 + i * 7);
    invert(key);
    require(stack_has_a_secret(false)); /* of `invert` itself: so it would be found */
    for (int i = 0; i < 2; i++) {
        const uuid9562_mask_method_t method = (uuid9562_mask_method_t)i;

        require(!stack_has_a_secret(true));
        assert_ok(uuid9562_mask(&out, &v7, key, method));
        require(!stack_has_a_secret(false));
        assert_ok(uuid9562_unmask(&out, &out, key, method));
        require(!stack_has_a_secret(false));
    }
}
#endif
