/*
 * The variants of the hex digits from the inside: this file compiles the core into itself, so that
 * it sees hex_variants, and compares every variant that this processor supports, portable C among
 * them, with the plainest possible reader and writer. Texts and bytes lie between pages that cannot
 * be touched. The public functions know a variant by these functions alone.
 *
 * UUID9562_ROUNDS says how many random inputs there are.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __x86_64__
#include <cpuid.h>

/* What the processor is not to say of itself: bits of leaf 1 and leaf 7, and leaves from one on. */
static struct lack {
    unsigned ecx_of_1, ebx_of_7, leaves;
} lack;

static void fake_cpuid(unsigned leaf, unsigned part, unsigned *a, unsigned *b, unsigned *c,
                       unsigned *d)
{
    __cpuid_count(leaf, part, *a, *b, *c, *d);
    *b &= leaf == 7 ? ~lack.ebx_of_7 : ~0u;
    *c &= leaf == 1 ? ~lack.ecx_of_1 : ~0u;
}

static unsigned fake_cpuid_max(unsigned leaf, unsigned *signature)
{
    const unsigned most = __get_cpuid_max(leaf, signature);

    return leaf == 0 && lack.leaves != 0 && most >= lack.leaves ? lack.leaves - 1 : most;
}

#undef __cpuid
#undef __cpuid_count
#define __cpuid(leaf, a, b, c, d)             fake_cpuid(leaf, 0, &(a), &(b), &(c), &(d))
#define __cpuid_count(leaf, part, a, b, c, d) fake_cpuid(leaf, part, &(a), &(b), &(c), &(d))
#define __get_cpuid_max                       fake_cpuid_max
#endif
#include "../../core/uuid9562.c"

#include <stdio.h>

#include "../core/run.c"
#include "../core/fence.h"

enum { CANONICAL = 36, BARE = 32, MOST = 40 };

static fence_t texts, uuids;
static const hex_variant_t *variants[8]; /* that run here */
static int variant_count;

static void setup(void)
{
    const size_t count = sizeof hex_variants / sizeof *hex_variants;

    texts = fence_around(MOST * (CANONICAL + 1));
    uuids = fence_around(MOST * sizeof(uuid9562_t));
    variant_count = 0;
    for (size_t i = 0; i < count; i++)
        if (hex_variants[i]->is_supported())
            variants[variant_count++] = hex_variants[i];
    require(variants[variant_count - 1] == hex_variants[count - 1]); /* portable C is the last */
}

static const fixture_t fixture = {setup, NULL};

static uint64_t next_random(void)
{
    static uint64_t state = 9562;

    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t rounds(void)
{
    const char *given = getenv("UUID9562_ROUNDS");
    return given != NULL ? strtoull(given, NULL, 10) : 200000;
}

/* ---- the plainest reader and writer ---- */

static const char *const plain_hyphens = "--------h----h----h----h------------";

/* The number of the digit; -1 for a byte that is none. */
static int plain_value(char c)
{
    static const char digits[] = "0123456789abcdef0123456789ABCDEF";
    static int values[256];

    if (values['1'] == 0) {
        for (int byte = 0; byte < 256; byte++) {
            const char *digit = memchr(digits, byte, sizeof digits - 1);
            values[byte] = digit != NULL ? (int)((digit - digits) % 16) : -1;
        }
    }
    return values[(unsigned char)c];
}

static bool plain_read(uint8_t bytes[16], const char *text, size_t length)
{
    uint8_t read[16] = {0};
    int digits = 0;

    for (size_t i = 0; i < length; i++) {
        if (length == CANONICAL && plain_hyphens[i] == 'h') {
            if (text[i] != '-')
                return false;
            continue;
        }
        if (plain_value(text[i]) < 0)
            return false;
        read[digits / 2] = (uint8_t)(read[digits / 2] << 4 | plain_value(text[i]));
        digits++;
    }
    memcpy(bytes, read, sizeof read);
    return true;
}

static void plain_write(char *out, const uint8_t bytes[16], size_t length)
{
    int digits = 0;

    for (size_t i = 0; i < length; i++) {
        if (length == CANONICAL && plain_hyphens[i] == 'h') {
            out[i] = '-';
            continue;
        }
        out[i] = "0123456789abcdef"[bytes[digits / 2] >> (digits % 2 ? 0 : 4) & 15];
        digits++;
    }
}

/* ---- one text, or one UUID, in every variant ---- */

static void check_read(const char *text, size_t length, bool at_end)
{
    uint8_t expected[16], *out = (uint8_t *)fence_place(&uuids, at_end, sizeof expected);
    const char *in = fence_copy(&texts, at_end, text, length);
    bool valid;

    memset(expected, 0x5a, sizeof expected); /* unchanged where the text is invalid */
    valid = plain_read(expected, text, length);
    for (int v = 0; v < variant_count; v++) {
        memset(out, 0x5a, sizeof expected);
        require_msg((length == BARE ? variants[v]->read_bare : variants[v]->read)(out, in) == valid,
                    "%s: '%.*s' is %s", variants[v]->name, (int)length, text,
                    valid ? "valid" : "invalid");
        require_msg(memcmp(out, expected, sizeof expected) == 0, "%s misreads '%.*s'",
                    variants[v]->name, (int)length, text);
        memset(out, 0x5a, sizeof expected);
        require_eq(variants[v]->parse((uuid9562_t *)out, NULL, in, length) == UUID9562_OK, valid);
        require_mem(out, expected, sizeof expected);
    }
}

static void check_written(const uint8_t bytes[16], size_t length, bool at_end)
{
    char expected[CANONICAL], *out = fence_place(&texts, at_end, length);
    const uint8_t *in = (uint8_t *)fence_copy(&uuids, at_end, bytes, 16);

    plain_write(expected, bytes, length);
    for (int v = 0; v < variant_count; v++) {
        memset(out, '~', length);
        (length == BARE ? variants[v]->write_bare : variants[v]->write)(out, in);
        require_msg(memcmp(out, expected, length) == 0, "%s writes '%.*s', not '%.*s'",
                    variants[v]->name, (int)length, out, (int)length, expected);
    }
}

static void random_bytes(uint8_t bytes[16])
{
    const uint64_t halves[2] = {next_random(), next_random()};
    memcpy(bytes, halves, sizeof halves);
}

/* A valid text, its letters in either case. */
static void random_text(char *text, size_t length)
{
    uint64_t cases = next_random();
    uint8_t bytes[16];

    random_bytes(bytes);
    plain_write(text, bytes, length);
    for (size_t i = 0; i < length; i++, cases = cases >> 1 | cases << 63)
        if (text[i] >= 'a' && cases & 1)
            text[i] ^= 0x20;
}

static const size_t lengths[] = {BARE, CANONICAL};

TEST(every_byte_at_every_place)
{
    for (size_t l = 0; l < 2; l++) {
        const size_t length = lengths[l];
        for (int round = 0; round < 20; round++) {
            char text[CANONICAL];

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
        char text[CANONICAL];

        random_text(text, length);
        for (size_t a = 0; a < length; a++) {
            for (size_t b = 0; b < a; b++) {
                const char original_a = text[a], original_b = text[b];
                for (size_t i = 0; i < (sizeof odd - 1) * (sizeof odd - 1); i++) {
                    text[a] = odd[i / (sizeof odd - 1)];
                    text[b] = odd[i % (sizeof odd - 1)];
                    check_read(text, length, true);
                }
                text[a] = original_a;
                text[b] = original_b;
            }
        }
    }
}

TEST(every_byte_of_a_uuid)
{
    for (size_t l = 0; l < 2; l++) {
        const size_t length = lengths[l];
        for (int at = 0; at < 16; at++) {
            for (int byte = 0; byte < 256; byte++) {
                uint8_t bytes[16];
                random_bytes(bytes);
                bytes[at] = (uint8_t)byte;
                check_written(bytes, length, byte % 2);
                memset(bytes, at, sizeof bytes);
                bytes[at] = (uint8_t)byte;
                check_written(bytes, length, byte % 2);
            }
        }
    }
}

/* Right ones, and those with up to three bytes of any value, which may be the valid ones. */
TEST(random_inputs)
{
    for (uint64_t round = rounds(); round > 0; round--) {
        const size_t length = round % 2 ? CANONICAL : BARE;
        const bool at_end = round / 2 % 2;
        uint8_t bytes[16];
        char text[CANONICAL];
        uint64_t changes = next_random();

        random_text(text, length);
        for (int i = (int)(changes & 3); i > 0; i--) {
            changes >>= 2;
            text[(changes >> 8) % length] = (char)changes;
            changes >>= 14;
        }
        check_read(text, length, at_end);
        random_bytes(bytes);
        check_written(bytes, length, at_end);
    }
}

/* ---- many in a row ---- */

static void check_many(size_t n, int separator, bool at_end)
{
    const size_t each = CANONICAL + (separator >= 0), length = n * each;
    static uuid9562_t values[MOST], read[MOST];
    static char expected[MOST * (CANONICAL + 1)];
    char *text = fence_place(&texts, at_end, length);
    uuid9562_t *out = (uuid9562_t *)fence_place(&uuids, at_end, n * sizeof *out);

    for (size_t i = 0; i < n; i++) {
        random_bytes(values[i].bytes);
        plain_write(expected + i * each, values[i].bytes, CANONICAL);
        if (separator >= 0)
            expected[i * each + CANONICAL] = (char)separator;
    }
    for (int v = 0; v < variant_count; v++) {
        memcpy(out, values, n * sizeof *out);
        memset(text, '~', length);
        variants[v]->write_n(text, out, n, separator);
        require_mem(text, expected, length);
    }
    for (size_t wrong = 0; wrong <= n; wrong++) { /* which one is; n for none */
        const size_t at = (size_t)(next_random() % each);
        size_t valid = n;

        memcpy(text, expected, length);
        if (wrong < n) {
            text[wrong * each + at] ^= (char)0x80;
            valid = wrong;
        }
        for (int v = 0; v < variant_count; v++) {
            memset(out, 0x5a, n * sizeof *out);
            memset(read, 0x5a, sizeof read);
            memcpy(read, values, valid * sizeof *read);
            require_eq(variants[v]->read_n(out, text, n, separator), valid);
            if (wrong < n && at == CANONICAL)
                read[wrong] = out[wrong]; /* only what follows it is wrong: it may be there */
            require_mem(out, read, n * sizeof *out);
        }
    }
}

TEST(many)
{
    for (size_t n = 0; n <= MOST; n++) {
        for (int separator = -1; separator < 256; separator += n < 4 ? 1 : 51) {
            check_many(n, separator, true);
            check_many(n, separator, false);
        }
    }
}

/* ---- which variant is chosen ---- */

TEST(the_first_that_runs_is_picked)
{
    uuid9562_t uuid = UUID9562_INIT_NIL;
    char text[CANONICAL];

    hex_chosen = NULL;
    uuid9562_format(text, &uuid);
    require(hex_chosen == variants[0]);
    hex_chosen = NULL;
    assert_ok(uuid9562_parse(&uuid, NULL, text, sizeof text));
    require(hex_chosen == variants[0]);
    require(strcmp(variants[variant_count - 1]->name, "portable") == 0);
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
        struct lack lack;
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

        lack = rows[i].lack;
        while (strstr(rows[i].without, variants[v]->name) != NULL)
            v++;
        require(choose_hex() == variants[v]);
    }
    lack = (struct lack){0};
}
#endif
