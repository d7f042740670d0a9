/*
 * The text forms against a second, naive definition of them: a text is accepted if it is a hex
 * digit wherever the sample has one and equal to the sample elsewhere, in any case of letters; and
 * the offset of an error is the length of the longest beginning that some accepted text shares.
 * Inputs lie against a page that cannot be read, so that a step past their end would be seen.
 */
#include <ctype.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "suite.h"

/* 0 stands for any hex digit. */
static const char *const samples[] = {
    "00000000-0000-0000-0000-000000000000",
    "00000000000000000000000000000000",
    "{00000000-0000-0000-0000-000000000000}",
    "urn:uuid:00000000-0000-0000-0000-000000000000",
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static size_t shared_beginning(const char *sample, const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && sample[i] != '\0' &&
           (sample[i] == '0' ? isxdigit((unsigned char)text[i]) != 0
                             : tolower((unsigned char)text[i]) == sample[i]))
        i++;
    return i;
}

/* Against `any`, and against each form by its own name. */
static void check_text(const char *text, size_t length)
{
    static const char *const names[] = {"canonical", "hex", "braced", "urn", "strict", "upper"};
    static const int sample_of[] = {0, 1, 2, 3, 0, 0};
    const uuid9562_t untouched = UUID9562_INIT_MAX;
    size_t longest = 0, offset;
    bool any = false;
    uuid9562_t out;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *sample = samples[sample_of[i]];
        const uuid9562_form_t *form;
        size_t reach = shared_beginning(sample, text, length);
        bool accepted = reach == length && length == strlen(sample);

        any |= accepted;
        longest = reach > longest ? reach : longest;
        assert_ok(uuid9562_parse_form(&form, names[i], strlen(names[i])));
        out = untouched;
        offset = 999;
        if (uuid9562_parse_as(form, &out, text, length, &offset) == UUID9562_OK) {
            require_msg(accepted, "%s accepts '%.*s'", names[i], (int)length, text);
            require_eq(offset, 999);
        } else {
            require_msg(!accepted, "%s refuses '%.*s'", names[i], (int)length, text);
            require_eq(offset, reach);
            assert_same(out, untouched);
        }
    }
    out = untouched;
    offset = 999;
    if (uuid9562_parse(&out, text, length, &offset) == UUID9562_OK) {
        require_msg(any, "any accepts '%.*s'", (int)length, text);
    } else {
        require_msg(!any, "any refuses '%.*s'", (int)length, text);
        require_eq(offset, longest);
        assert_same(out, untouched);
    }
}

/* The end of a page; the next cannot be read. */
static char *fence(void)
{
    static char *end;

    if (end == NULL) {
        size_t page = (size_t)sysconf(_SC_PAGESIZE);
        char *pages =
            mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        require(pages != MAP_FAILED);
        require_eq(mprotect(pages + page, page, PROT_NONE), 0);
        end = pages + page;
    }
    return end;
}

static void check_at_fence(const char *text, size_t length)
{
    char *place = fence() - length;
    memcpy(place, text, length);
    check_text(place, length);
}

START_TEST(every_octet_at_every_place)
{
    for (int s = 0; s < SAMPLES; s++) {
        size_t length = strlen(samples[s]);
        for (size_t at = 0; at < length; at++) {
            for (int octet = 0; octet < 256; octet++) {
                char text[64];
                memcpy(text, samples[s], length);
                text[at] = (char)octet;
                check_at_fence(text, length);
            }
        }
    }
}
END_TEST

START_TEST(every_length_and_every_beginning_and_end)
{
    for (int s = 0; s < SAMPLES; s++) {
        size_t whole = strlen(samples[s]);
        for (size_t length = 0; length <= 64; length++) {
            char text[64];
            for (size_t i = 0; i < sizeof text; i++)
                text[i] = samples[s][i % whole];
            check_at_fence(text, length);
            memset(text, '0', sizeof text);
            memcpy(text, samples[s], whole);
            check_at_fence(text, length);
            if (length <= whole)
                check_at_fence(samples[s] + length, whole - length);
        }
    }
}
END_TEST

/* Mixtures of the octets that mean something somewhere, mutated from what is right. */
START_TEST(random_mixtures)
{
    static const char alphabet[] = "0123456789abcdefABCDEF-{}urnidURNID: \0gG";
    unsigned seed = 9562;

    for (int round = 0; round < 200000; round++) {
        char text[64];
        const char *sample = samples[rand_r(&seed) % SAMPLES];
        size_t length = strlen(sample);

        memcpy(text, sample, length);
        for (int changes = rand_r(&seed) % 4; changes > 0; changes--)
            text[(size_t)rand_r(&seed) % length] =
                alphabet[(size_t)rand_r(&seed) % (sizeof alphabet - 1)];
        if (rand_r(&seed) % 8 == 0)
            length -= (size_t)rand_r(&seed) % 4;
        check_at_fence(text, length);
    }
}
END_TEST

START_TEST(every_form_reads_what_it_writes)
{
    unsigned seed = 4122;
    const char *name;

    for (size_t i = 0; (name = uuid9562_form_name(i)) != NULL; i++) {
        const uuid9562_form_t *write, *read;

        assert_ok(uuid9562_parse_form(&read, name, strlen(name)));
        if (uuid9562_format_form(&write, name, strlen(name)) != UUID9562_OK)
            continue; /* only names a grammar */
        for (int round = 0; round < 20000; round++) {
            uuid9562_t uuid, back;
            size_t length;
            char text[UUID9562_TEXT_MAX];

            for (int k = 0; k < 16; k++) /* all sizes of number, for the form int */
                uuid.octets[k] = (uint8_t)(k < round % 17 ? 0 : rand_r(&seed) >> 7);
            length = uuid9562_format_as(write, &uuid, text);
            require_le(length, UUID9562_TEXT_MAX);
            assert_ok(uuid9562_parse_as(read, &back, text, length, NULL));
            assert_same(uuid, back);
        }
    }
}
END_TEST

/* int against arithmetic of another kind: the largest numbers, and what is around powers of two. */
START_TEST(integers_at_their_ends)
{
    const uuid9562_form_t *form;
    uuid9562_t uuid;
    size_t offset;
    char text[UUID9562_TEXT_MAX];

    assert_ok(uuid9562_parse_form(&form, "int", 3));
    for (int bit = 0; bit < 128; bit++) {
        wide_t value = (wide_t)1 << bit;
        for (int add = -1; add <= 1; add++) {
            wide_t n = value + (wide_t)add, rest = n;
            char digits[40];
            int first = 40;

            do
                digits[--first] = (char)('0' + (int)(rest % 10));
            while ((rest /= 10) != 0);
            assert_ok(uuid9562_parse_as(form, &uuid, digits + first, (size_t)(40 - first), NULL));
            for (int k = 15; k >= 0; k--, n >>= 8)
                require_eq(uuid.octets[k], (uint8_t)n);
            require_eq(uuid9562_format_as(form, &uuid, text), (size_t)(40 - first));
            require_mem(text, digits + first, (size_t)(40 - first));
        }
    }
    for (int octet = 0; octet < 256; octet++) {
        const char c = (char)octet;
        uuid9562_status_t status = uuid9562_parse_as(form, &uuid, &c, 1, &offset);
        require_eq(status == UUID9562_OK, octet >= '0' && octet <= '9');
    }
}
END_TEST

TCase *text_case(void)
{
    TCase *tcase = tcase_create("text");
    tcase_add_test(tcase, every_octet_at_every_place);
    tcase_add_test(tcase, every_length_and_every_beginning_and_end);
    tcase_add_test(tcase, random_mixtures);
    tcase_add_test(tcase, every_form_reads_what_it_writes);
    tcase_add_test(tcase, integers_at_their_ends);
    return tcase;
}
