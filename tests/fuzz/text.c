/*
 * Text under clang's libFuzzer, which finds inputs that reach new parts of the code. The first byte
 * of an input chooses what is done with the rest (one of `jobs`, or a format to read it in); an
 * asterisk chooses all. The result must agree with the naive definition (tests/unit/naive.h), for
 * every variant of the hex digits that this processor supports, and what is read must be written as
 * a text that is read as the same UUID.
 *
 * The core is compiled into this file, so that it sees the variants. Its input lies in memory of
 * exactly that size, and AddressSanitizer watches both ends.
 */
#include "../../core/uuid9562.c"

#include <stdio.h>
#include <stdlib.h>

#include "../unit/naive.h"
#include "../unit/naive_time.h"
#include "uuid9562_bindings.h"
#include "uuid9562_ldap.h"

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s (%s)\n", __FILE__, __LINE__, #condition, hex_chosen->name); \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

static const uuid9562_t untouched = {{0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a,
                                      0x5a, 0x5a, 0x5a, 0x5a, 0x5a, 0x5a}};

static bool same(const uuid9562_t *left, const uuid9562_t *right)
{
    return uuid9562_compare(left, right) == 0;
}

static void *copy_of(const void *from, size_t size)
{
    void *copy = malloc(size);
    if (copy == NULL)
        abort();
    return size > 0 ? memcpy(copy, from, size) : copy;
}

/* ---- jobs ---- */

/* What is written is the naive text, and is read as the same UUID. */
static void check_write(const naive_t *as, const uuid9562_t *uuid)
{
    char expected[NAIVE_TEXT_MAX], *text;
    const size_t length = naive_write(as, uuid, expected);
    const uuid9562_format_t *format;
    uuid9562_t back;

    if (uuid9562_find_format(&format, as->name, strlen(as->name), true) != UUID9562_OK) {
        REQUIRE(length == 0);
        return;
    }
    text = copy_of(expected, length); /* of exactly as many bytes */
    memset(text, '~', length);
    REQUIRE(uuid9562_format_as(text, format, uuid) == length);
    REQUIRE(memcmp(text, expected, length) == 0);
    REQUIRE(uuid9562_parse_as(&back, NULL, format, text, length) == UUID9562_OK);
    REQUIRE(same(&back, uuid));
    free(text);
}

static void check_read(const naive_t *as, const char *text, size_t length)
{
    const uuid9562_format_t *format = NULL;
    uuid9562_t out = untouched, again;
    size_t offset = 999;
    char canonical[UUID9562_CANONICAL_LENGTH];
    uuid9562_status_t status;

    REQUIRE(uuid9562_find_format(&format, as->name, strlen(as->name), false) == UUID9562_OK);
    status = uuid9562_parse_as(&out, &offset, format, text, length);
    REQUIRE((status == UUID9562_OK) == naive_accepts(as, text, length));
    if (status != UUID9562_OK) {
        REQUIRE(uuid9562_status_class(status) == UUID9562_CLASS_MALFORMED);
        REQUIRE(offset == naive_reach(as, text, length));
        REQUIRE(same(&out, &untouched));
        return;
    }
    REQUIRE(offset == 999);
    REQUIRE(naive_matches(as, text, length, &out));
    check_write(as, &out);
    uuid9562_format(canonical, &out);
    REQUIRE(uuid9562_parse(&again, NULL, canonical, sizeof canonical) == UUID9562_OK);
    REQUIRE(same(&out, &again));
    REQUIRE(uuid9562_match(&out, canonical, sizeof canonical) == 1);
}

static void job_read_typeid(const char *text, size_t length)
{
    uuid9562_t out = untouched;
    size_t offset = 999, prefix_length = 999, written;
    char again[UUID9562_TYPEID_MAX];

    if (uuid9562_parse_typeid(&out, &prefix_length, &offset, text, length) != UUID9562_OK) {
        REQUIRE(offset == naive_reach(naive_find("typeid"), text, length));
        REQUIRE(same(&out, &untouched) && prefix_length == 999);
        return;
    }
    REQUIRE(prefix_length == 0 || naive_is_prefix(text, prefix_length));
    REQUIRE(uuid9562_format_typeid(again, &written, &out, text, prefix_length) == UUID9562_OK);
    REQUIRE(written == length && memcmp(again, text, length) == 0);
}

/* The input is a prefix. */
static void job_write_typeid(const char *name, size_t length)
{
    char out[UUID9562_TYPEID_MAX];
    size_t written = 999;
    const bool valid =
        uuid9562_format_typeid(out, &written, &untouched, name, length) == UUID9562_OK;

    REQUIRE(valid == (length == 0 || naive_is_prefix(name, length)));
    REQUIRE(!valid || naive_accepts(naive_find("typeid"), out, written));
    REQUIRE(!valid || memcmp(out, name, length) == 0);
}

/* As many texts as the input has, compared with one at a time. */
static void read_separated(const char *text, size_t length, int separator)
{
    const size_t each = UUID9562_CANONICAL_LENGTH + (separator >= 0), n = length / each;
    char *in = copy_of(text, n * each), *written = copy_of(text, n * each);
    uuid9562_t *out = malloc(n * sizeof *out);
    uint64_t index = 999, valid = 0;
    size_t offset = 999, reach = 999;
    bool failed;

    for (; valid < n; valid++) {
        const char *one = in + valid * each;
        if (!naive_accepts(naive_find("strict"), one, UUID9562_CANONICAL_LENGTH) ||
            (separator >= 0 && one[UUID9562_CANONICAL_LENGTH] != (char)separator)) {
            reach = naive_reach(naive_find("strict"), one, UUID9562_CANONICAL_LENGTH);
            break;
        }
    }
    for (size_t i = 0; i < n; i++)
        out[i] = untouched;
    failed = uuid9562_parse_n(out, &index, &offset, in, n, separator) != UUID9562_OK;
    REQUIRE(failed == (valid < n) && index == valid && offset == reach);
    for (size_t i = 0; i < valid; i++)
        REQUIRE(
            naive_matches(naive_find("strict"), in + i * each, UUID9562_CANONICAL_LENGTH, &out[i]));
    for (size_t i = valid + 1; i < n; i++)
        REQUIRE(same(&out[i], &untouched));
    uuid9562_format_n(written, out, valid, separator);
    for (size_t i = 0; i < valid * each; i++)
        REQUIRE(written[i] == in[i] || (written[i] >= 'a' && (written[i] ^ 0x20) == in[i]));
    REQUIRE(memcmp(written + valid * each, in + valid * each, (n - valid) * each) == 0);
    free(in);
    free(written);
    free(out);
}

static void job_read_many(const char *text, size_t length)
{
    read_separated(text, length, -1);
}

/* The first byte is the separator. */
static void job_read_many_separated(const char *text, size_t length)
{
    if (length > 0)
        read_separated(text + 1, length - 1, (unsigned char)text[0]);
}

/* The input is the bytes of a UUID. */
static void job_write_all(const char *bytes, size_t length)
{
    uuid9562_t uuid;
    size_t offset = 999;

    if (uuid9562_from_bytes(&uuid, &offset, bytes, length) != UUID9562_OK) {
        REQUIRE(length != 16 && offset == (length < 16 ? length : 16));
        return;
    }
    for (const naive_t *as = naive_formats; as->name != NULL; as++)
        check_write(as, &uuid);
}

static void job_parse(const char *text, size_t length)
{
    uuid9562_t out = untouched;
    size_t offset = 999;
    const bool valid = uuid9562_parse(&out, &offset, text, length) == UUID9562_OK;

    REQUIRE(valid == naive_accepts(naive_find("any"), text, length));
    if (valid)
        REQUIRE(offset == 999 && naive_matches(naive_find("any"), text, length, &out));
    else
        REQUIRE(offset == naive_reach(naive_find("any"), text, length) && same(&out, &untouched));
}

static void job_time(const char *text, size_t length)
{
    naive_time_t expected = {0, 0, 0};
    const bool valid = naive_is_time(text, length, &expected);
    int64_t unix_ms = 12345, unix_ns = 12345;
    uint32_t width_ms = 54321;
    size_t offset = 999, offset_ns = 999;
    char utc[UUID9562_UTC_MAX];

    REQUIRE((uuid9562_parse_time(&unix_ms, &width_ms, &offset, text, length) == UUID9562_OK) ==
            valid);
    REQUIRE((uuid9562_parse_time_ns(&unix_ns, &offset_ns, text, length) == UUID9562_ERR_TIME) ==
            !valid);
    REQUIRE(offset == (valid ? 999 : naive_time_reach(text, length)) && offset == offset_ns);
    REQUIRE(unix_ms == (valid ? expected.unix_ms : 12345));
    REQUIRE(width_ms == (valid ? expected.width_ms : 54321));
    if (!valid || unix_ms < UUID9562_V6_UNIX_MS_MIN || unix_ms > UUID9562_V7_UNIX_MS_MAX)
        return;
    REQUIRE(uuid9562_parse_time(&unix_ns, NULL, NULL, utc, uuid9562_format_utc(utc, unix_ms)) ==
            UUID9562_OK);
    REQUIRE(unix_ns == unix_ms);
}

/* ---- the choice ---- */

typedef void job_t(const char *text, size_t length);
static job_t *const jobs[] = {job_parse,     job_read_typeid,         job_write_typeid,
                              job_read_many, job_read_many_separated, job_write_all,
                              job_time};
enum { JOBS = sizeof jobs / sizeof *jobs };

static void run(size_t which, const char *text, size_t length)
{
    if (which < JOBS)
        jobs[which](text, length);
    else
        check_read(&naive_formats[which - JOBS], text, length);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    size_t count = JOBS;
    char *text;

    if (size == 0)
        return 0;
    for (const naive_t *as = naive_formats; as->name != NULL; as++)
        count++;
    text = copy_of(data + 1, size - 1);
    for (size_t v = 0; v < sizeof hex_variants / sizeof *hex_variants; v++) {
        if (!hex_variants[v]->is_supported())
            continue;
        hex_chosen = hex_variants[v];
        for (size_t which = 0; which < count; which++)
            if (data[0] == '*' || data[0] % count == which)
                run(which, text, size - 1);
    }
    free(text);
    return 0;
}
