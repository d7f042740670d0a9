/*
 * The variants of the hex digits: this file compiles the core into itself, so that it sees
 * hex_variants, and compares each that this processor supports, portable C among them, with the
 * naive definition. The tests of many texts in a row (tests/unit/many.c) run in each.
 *
 * UUID9562_ROUNDS says how many random inputs there are.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "fake_cpuid.h"
#include "../../../core/uuid9562.c"

#include <stdio.h>

#include "../run.c"
#undef FOUR_ESCAPED /* of another shape there */
#include "../naive.c"

enum { VARIANTS = sizeof hex_variants / sizeof *hex_variants };

#undef TEST
#define TEST(name)                                                                                 \
    static void name(void);                                                                        \
    LOOP_TEST(name##_in_each_variant, VARIANTS)                                                    \
    {                                                                                              \
        if (hex_variants[_i]->is_supported()) {                                                    \
            hex_chosen = hex_variants[_i];                                                         \
            name();                                                                                \
        }                                                                                          \
    }                                                                                              \
    static void name(void)
#include "../many.c"
#undef TEST
#define TEST(name) LOOP_TEST(name, 1)

enum { BARE = 32, FULL = 36 };

static unsigned seed = 9562;

static const naive_t *naive_of(size_t length)
{
    return naive_find(length == BARE ? "hex" : "canonical");
}

static const hex_variant_t *variants[VARIANTS]; /* that run here, the fastest first */
static int variant_count;

__attribute__((constructor)) static void find_variants(void)
{
    for (size_t i = 0; i < VARIANTS; i++)
        if (hex_variants[i]->is_supported())
            variants[variant_count++] = hex_variants[i];
}

static uint64_t rounds(void)
{
    const char *given = getenv("UUID9562_ROUNDS");
    return given != NULL ? strtoull(given, NULL, 10) : 50000;
}

/* ---- one text, or one UUID, in every variant ---- */

static bool read_portable(uuid9562_t *out, const char *text, size_t length)
{
    return (length == BARE ? hex_portable.read_bare : hex_portable.read)(out->bytes, text);
}

/* Every variant reads as portable C does. */
static void check_variants(const char *text, size_t length, bool at_end)
{
    uuid9562_t *out = (uuid9562_t *)fence_place(&uuids, at_end, sizeof *out), first;
    const char *in = fence_copy(&texts, at_end, text, length);
    bool valid;

    memset(&first, 0x5a, sizeof first); /* unchanged if the text is invalid */
    valid = read_portable(&first, in, length);
    for (int v = 0; v < variant_count; v++) {
        memset(out, 0x5a, sizeof *out);
        require_msg(
            (length == BARE ? variants[v]->read_bare : variants[v]->read)(out->bytes, in) == valid,
            "%s: '%.*s' is %s", variants[v]->name, (int)length, text, valid ? "valid" : "invalid");
        require_msg(memcmp(out, &first, sizeof first) == 0, "%s misreads '%.*s'", variants[v]->name,
                    (int)length, text);
        memset(out, 0x5a, sizeof *out);
        require_eq(variants[v]->parse(out, NULL, in, length) == UUID9562_OK, valid);
        require_mem(out, &first, sizeof first);
    }
}

static void check_read(const char *text, size_t length, bool at_end)
{
    const naive_t *naive = naive_of(length);
    uuid9562_t out;

    require_eq(read_portable(&out, text, length), naive_accepts(naive, text, length));
    require(!read_portable(&out, text, length) || naive_matches(naive, text, length, &out));
    check_variants(text, length, at_end);
}

static void check_written(const uuid9562_t *uuid, size_t length, bool at_end)
{
    char correct[NAIVE_TEXT_MAX], *out = fence_place(&texts, at_end, length);
    const uuid9562_t *in = (uuid9562_t *)fence_copy(&uuids, at_end, uuid, sizeof *uuid);

    naive_write(naive_of(length), uuid, correct);
    for (int v = 0; v < variant_count; v++) {
        memset(out, '~', length);
        (length == BARE ? variants[v]->write_bare : variants[v]->write)(out, in->bytes);
        require_msg(memcmp(out, correct, length) == 0, "%s writes '%.*s', not '%.*s'",
                    variants[v]->name, (int)length, out, (int)length, correct);
    }
}

/* A valid text, its letters in either case. */
static void random_text(char text[NAIVE_TEXT_MAX], size_t length)
{
    const uuid9562_t uuid = random_uuid(&seed);
    uint64_t cases = random64(&seed);

    naive_write(naive_of(length), &uuid, text);
    for (size_t i = 0; i < length; i++, cases = cases >> 1 | cases << 63)
        if (text[i] >= 'a' && cases & 1)
            text[i] ^= 0x20;
}

static const size_t lengths[] = {BARE, FULL};

TEST(every_byte_at_every_place)
{
    for (size_t l = 0; l < 2; l++) {
        const size_t length = lengths[l];
        for (int round = 0; round < 4; round++) {
            char text[NAIVE_TEXT_MAX];

            random_text(text, length);
            for (size_t at = 0; at < length; at++) {
                const char original = text[at];
                for (int byte = 0; byte < 256; byte++) {
                    text[at] = (char)byte;
                    check_read(text, length, round % 2);
                }
                text[at] = original;
            }
        }
    }
}

/* Two that are wrong, or would be in another place, must not make one that is valid. */
TEST(two_bytes_at_every_two_places)
{
    static const char odd[] = "09:/@AFG`afg-\0\x0f\x10\x7f\x80\x8d\xad\xb0\xc1\xe1\xff";

    for (size_t l = 0; l < 2; l++) {
        const size_t length = lengths[l];
        char text[NAIVE_TEXT_MAX];

        random_text(text, length);
        for (size_t a = 0; a < length; a++) {
            for (size_t b = 0; b < a; b++) {
                const char original_a = text[a], original_b = text[b];
                for (size_t i = 0; i < (sizeof odd - 1) * (sizeof odd - 1); i++) {
                    text[a] = odd[i / (sizeof odd - 1)];
                    text[b] = odd[i % (sizeof odd - 1)];
                    check_variants(text, length, true);
                }
                text[a] = original_a;
                text[b] = original_b;
            }
        }
    }
}

/* Right ones, and those with up to three bytes of any value, which may be the valid ones. */
TEST(random_inputs)
{
    for (uint64_t round = rounds(); round > 0; round--) {
        const size_t length = round % 2 ? FULL : BARE;
        const bool at_end = round / 2 % 2;
        const uuid9562_t uuid = random_uuid(&seed);
        char text[NAIVE_TEXT_MAX];
        uint64_t changes = random64(&seed);

        random_text(text, length);
        for (int i = (int)(changes & 3); i > 0; i--) {
            changes >>= 2;
            text[(changes >> 8) % length] = (char)changes;
            changes >>= 14;
        }
        check_read(text, length, at_end);
        check_written(&uuid, length, at_end);
    }
}

/* ---- which variant is chosen ---- */

TEST(the_first_that_runs_is_picked)
{
    uuid9562_t uuid = UUID9562_INIT_NIL;
    char text[FULL];

    hex_chosen = NULL;
    uuid9562_format(text, &uuid);
    require(hex_chosen == variants[0]);
    hex_chosen = NULL;
    assert_ok(uuid9562_parse(&uuid, NULL, text, sizeof text));
    require(hex_chosen == variants[0]);
    require(hex_variants[VARIANTS - 1] == &hex_portable && hex_portable.is_supported());
    printf("hex: variants"); /* tests/on_demand/platforms.py wants to know */
    for (int v = 0; v < variant_count; v++)
        printf(" %s", variants[v]->name);
    printf("\n");
}

#ifdef __x86_64__
/* The first variant that does not need what the processor lacks. */
TEST(a_variant_that_lacks_something_is_passed_over)
{
    static const struct {
        lack_t lack;
        const char *without; /* the names of variants */
    } rows[] = {
        {{.leaves = 8}, ""},
        {{.leaves = 7}, "avx2"},
        {{.ebx_of_7 = bit_AVX2}, "avx2"},
        {{.ebx_of_7 = ~(unsigned)bit_AVX2}, ""},
        {{.ecx_of_1 = bit_OSXSAVE}, "avx2"},
        {{.ecx_of_1 = ~(unsigned)(bit_OSXSAVE | bit_SSSE3)}, ""},
        {{.ecx_of_1 = bit_OSXSAVE | bit_SSSE3}, "avx2 ssse3"},
    };

    if (__builtin_cpu_supports("sse2")) { /* zig 0.17 denies what every one of them has */
        require_eq(hex_ssse3.is_supported(), __builtin_cpu_supports("ssse3") != 0);
        require_eq(hex_avx2.is_supported(), __builtin_cpu_supports("avx2") != 0);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int v = 0;

        while (strstr(rows[i].without, variants[v]->name) != NULL)
            v++;
        lack = rows[i].lack;
        require(choose_hex() == variants[v]);
        lack = (lack_t){0};
    }
}
#endif
