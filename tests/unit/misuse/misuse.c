/*
 * Legal and unintended calls of every public function, in the order of the headers: a row says what
 * is passed, and what that gives. It is C and C++, and runs with the sanitizers.
 *
 *   GIVES(function, what is passed, expression)  the expression is true
 *   STOPS(function, what is passed, expression)  the header forbids it: a sanitizer stops there
 *
 * test_misuse.py also passes NULL for each pointer of each function, from the prototypes
 * (nulls.h), and lists the functions without a row.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "uuid9562_bindings.h"
#include "uuid9562_generator.h"
#include "uuid9562_ldap.h"
#include "uuid9562_state.h"

#define TEXT    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f"
#define ALL     ((size_t)-1)
#define LETTERS "abcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefghabcdefgh"

/* ---- arguments that are right ---- */

static const uuid9562_t v1 = {
    {0xc2, 0x32, 0xab, 0, 0x94, 0x14, 0x11, 0xec, 0xb3, 0xc8, 0x9f, 0x6b, 0xde, 0xce, 0xd8, 0x46}};
static const uuid9562_t v4 = {{0x91, 0x91, 0x08, 0xf7, 0x52, 0xd1, 0x43, 0x20, 0x9b, 0xac, 0xf8,
                               0x47, 0xdb, 0x41, 0x48, 0xa8}};
static const uuid9562_t v6 = {{0x1e, 0xc9, 0x41, 0x4c, 0x23, 0x2a, 0x6b, 0x00, 0xb3, 0xc8, 0x9f,
                               0x6b, 0xde, 0xce, 0xd8, 0x46}};
static const uuid9562_t v7 = {{0x01, 0x7f, 0x22, 0xe2, 0x79, 0xb0, 0x7c, 0xc3, 0x98, 0xc4, 0xdc,
                               0x0c, 0x0c, 0x07, 0x39, 0x8f}};
static const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};
static const uuid9562_t nil = UUID9562_INIT_NIL, max = UUID9562_INIT_MAX;
static const uint64_t number = 7, too_large = UINT64_MAX;
static const uuid9562_digest_t past_the_last = (uuid9562_digest_t)(UUID9562_SHA512 + 1);
static const uuid9562_sources_t sources = {NULL, NULL, NULL};

/* ---- what they write ---- */

static uuid9562_t out, many[4], zero[4];
static char text[UUID9562_DESCRIPTION_MAX];
static size_t offset, length;
static uint64_t wide, ns;
static int64_t ms;
static uint32_t width;
static bool present;
static const uuid9562_format_t *format;
static uuid9562_digest_t digest;
static uuid9562_generator_t *generator;
static uuid9562_state_t state;
static uuid9562_generator_t *own;
static union {
    uuid9562_t uuid;
    char text[UUID9562_TEXT_MAX];
} room;

static const uuid9562_format_t *find(const char *name)
{
    return uuid9562_find_format(&format, name, strlen(name), false) == UUID9562_OK ? format : NULL;
}

/* The status, if nothing was written. */
static int kept(int status)
{
    return memcmp(&out, zero, sizeof out) == 0 ? status : -1;
}

static bool is(const uuid9562_t *left, const uuid9562_t *right)
{
    return uuid9562_compare(left, right) == 0;
}

/* Text of so many bytes at the end of memory of its own, which the caller leaves there. */
static const char *exactly(const char *begin, size_t count)
{
    char *copy = (char *)malloc(count);

    memcpy(copy, begin, count);
    return copy;
}

/* Writes over the UUID that it reads. */
static bool in_place(const uuid9562_format_t *how)
{
    size_t count = how == NULL ? UUID9562_CANONICAL_LENGTH : uuid9562_format_as(text, how, &v7);

    room.uuid = v7;
    if (how == NULL)
        return strcmp(uuid9562_to_string(room.text, &room.uuid), TEXT) == 0;
    return uuid9562_format_as(room.text, how, &room.uuid) == count &&
           memcmp(room.text, text, count) == 0;
}

static bool in_place_in_every_format(void)
{
    for (size_t i = 0; uuid9562_format_at(i) != NULL; i++)
        if (!in_place(uuid9562_format_at(i)))
            return false;
    return true;
}

/* Each format reads neither nothing nor what is behind the end. */
static bool refuse_short_texts(void)
{
    for (size_t i = 0; (format = uuid9562_format_at(i)) != NULL; i++) {
        const size_t count = uuid9562_format_as(text, format, &v7);

        if (uuid9562_parse_as(&out, &offset, format, NULL, 0) == UUID9562_OK || offset != 0 ||
            (count > 0 && kept(uuid9562_parse_as(&out, &offset, format, exactly(text, count - 1),
                                                 count - 1)) == UUID9562_OK))
            return false;
    }
    return true;
}

/* ---- rows ---- */

static bool watched = false; /* by a sanitizer */
static bool listing = false;
static int failures = 0;

static bool begin(const char *function, const char *passed)
{
    memset(&out, 0, sizeof out);
    memset(many, 0, sizeof many);
    if (listing)
        printf("%s %s\n", function, passed);
    return !listing;
}

static void end(const char *function, const char *passed, bool held)
{
    if (!held)
        printf("uuid9562_%s: %s\n", function, passed);
    failures += !held;
}

/* Whether a child reaches the end of its statement. */
static bool stopped(pid_t child)
{
    int status;

    return waitpid(child, &status, 0) == child && !(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

#define GIVES(function, passed, ...)                                                               \
    if (begin(#function, passed))                                                                  \
        end(#function, passed, __VA_ARGS__);
#define STOPS(function, passed, ...)                                                               \
    if (begin(#function, passed) && watched) {                                                     \
        const pid_t child = fork();                                                                \
        if (child == 0) {                                                                          \
            fclose(stderr);                                                                        \
            (void)(__VA_ARGS__);                                                                   \
            _exit(0);                                                                              \
        }                                                                                          \
        end(#function, passed, stopped(child));                                                    \
    }

static void rows(void)
{
    uuid9562_t same = v1;

    /* ---- uuid9562.h ---- */

    GIVES(status_class, "a number that no status has, or no class",
          uuid9562_status_class((uuid9562_status_t)99) == UUID9562_CLASS_RANGE &&
              uuid9562_status_class((uuid9562_status_t)400) == UUID9562_CLASS_RANGE &&
              uuid9562_status_class((uuid9562_status_t)-1) == UUID9562_CLASS_RANGE)
    GIVES(strerror, "a number that no status has",
          strcmp(uuid9562_strerror((uuid9562_status_t)511), "unknown status") == 0)
    GIVES(version, "nothing, before any other call",
          strcmp(uuid9562_version(), UUID9562_VERSION) == 0)
    GIVES(find_format, "no text, a NUL in the length, another case, a format that is only read",
          uuid9562_find_format(&format, NULL, 0, false) == UUID9562_ERR_INPUT_FORMAT &&
              uuid9562_find_format(&format, "hex", 4, false) == UUID9562_ERR_INPUT_FORMAT &&
              uuid9562_find_format(&format, "HEX", 3, true) == UUID9562_ERR_OUTPUT_FORMAT &&
              uuid9562_find_format(&format, "any", 3, true) == UUID9562_ERR_OUTPUT_FORMAT &&
              format == NULL)
    GIVES(parse, "no text",
          uuid9562_parse(&out, &offset, NULL, 0) == UUID9562_ERR_SHORT && offset == 0)
    GIVES(parse, "the size with its NUL, or a greater length",
          kept(uuid9562_parse(&out, &offset, TEXT, sizeof TEXT)) == UUID9562_ERR_LONG &&
              offset == 36 && kept(uuid9562_parse(&out, &offset, TEXT, ALL)) == UUID9562_ERR_LONG &&
              offset == 36)
    STOPS(parse, "a length beyond the text", uuid9562_parse(&out, NULL, exactly("urn:", 4), 45))
    GIVES(parse_as, "each format: no text, and one byte too few", refuse_short_texts())
    GIVES(to_string, "the memory of the UUID", in_place(NULL))
    STOPS(to_string, "a buffer of 36 bytes", uuid9562_to_string((char *)exactly(TEXT, 36), &v7))
    GIVES(format, "the memory of the UUID", (uuid9562_format(room.text, &room.uuid), true))
    STOPS(format, "a buffer of 16 bytes", uuid9562_format((char *)exactly(TEXT, 16), &v7))
    GIVES(format_as, "a format that is only read",
          uuid9562_format_as(text, find("any"), &v7) == 0 &&
              uuid9562_format_as(text, find("strict"), &v7) == 0)
    GIVES(format_as, "each format, in the memory of the UUID", in_place_in_every_format())
    STOPS(format_as, "a buffer of the next shorter format",
          uuid9562_format_as((char *)exactly(TEXT, 36), find("braced"), &v7))
    GIVES(format_n, "no UUIDs", (uuid9562_format_n(NULL, NULL, 0, ','), true))
    GIVES(format_n, "a separator of more than a byte",
          (uuid9562_format_n(text, &v7, 1, 256 + ','), text[36] == ','))
    STOPS(format_n, "a buffer without the last separator",
          uuid9562_format_n((char *)exactly(TEXT, 36), &v7, 1, '\n'))
    GIVES(parse_n, "no texts",
          uuid9562_parse_n(NULL, &wide, NULL, NULL, 0, ',') == UUID9562_OK && wide == 0)
    GIVES(parse_n, "a separator of more than a byte, and the NUL behind the text",
          kept(uuid9562_parse_n(&out, &wide, &offset, TEXT, 1, 256 + ',')) == -1 && offset == 36 &&
              uuid9562_parse_n(&out, NULL, NULL, TEXT, 1, 0) == UUID9562_OK)
    STOPS(parse_n, "more texts than there are",
          uuid9562_parse_n(many, NULL, NULL, exactly(TEXT, 36), 2, -1))
    GIVES(format_typeid, "no prefix, and one of 64 characters",
          uuid9562_format_typeid(text, &length, &v7, NULL, 0) == UUID9562_OK && length == 26 &&
              uuid9562_format_typeid(text, &length, &v7, LETTERS, 64) == UUID9562_ERR_PREFIX &&
              length == 26)
    STOPS(format_typeid, "a buffer of 64 bytes",
          uuid9562_format_typeid((char *)exactly(LETTERS, 64), &length, &v7, LETTERS, 63))
    GIVES(parse_typeid, "no text, an underscore alone",
          uuid9562_parse_typeid(&out, &length, &offset, NULL, 0) != UUID9562_OK && offset == 0 &&
              kept(uuid9562_parse_typeid(&out, &length, NULL, "_", 1)) == UUID9562_ERR_TYPEID)
    GIVES(get_variant, "Nil, and Max",
          uuid9562_get_variant(&nil) == UUID9562_VARIANT_NCS &&
              uuid9562_get_variant(&max) == UUID9562_VARIANT_FUTURE)
    GIVES(get_version, "Nil, and Max",
          uuid9562_get_version(&nil) == -1 && uuid9562_get_version(&max) == -1)
    GIVES(get_timestamp_ms, "a UUID without a time",
          !uuid9562_get_timestamp_ms(&ms, &v4) && ms == 0)
    GIVES(get_timestamp_ns, "more bits than there are, and a UUID without a time",
          uuid9562_get_timestamp_ns(&present, &ms, &v4, 21) == UUID9562_ERR_FRACTION_BITS &&
              uuid9562_get_timestamp_ns(&present, &ms, &v7, UINT64_MAX) ==
                  UUID9562_ERR_FRACTION_BITS &&
              uuid9562_get_timestamp_ns(&present, &ms, &v4, 20) == UUID9562_OK && !present &&
              ms == 0)
    GIVES(get_timestamp_ticks, "version 7", !uuid9562_get_timestamp_ticks(&wide, &v7))
    GIVES(get_node, "version 7", !uuid9562_get_node(&wide, &v7))
    GIVES(get_clock_seq, "version 7", !uuid9562_get_clock_seq(&wide, &v7))
    GIVES(compare, "one UUID twice", uuid9562_compare(&v7, &v7) == 0)
    GIVES(v1_to_v6, "another version; its own memory",
          kept(uuid9562_v1_to_v6(&out, &v6)) == UUID9562_ERR_NOT_V1 &&
              uuid9562_v1_to_v6(&same, &same) == UUID9562_OK && is(&same, &v6))
    GIVES(v6_to_v1, "another version; its own memory",
          kept(uuid9562_v6_to_v1(&out, &v1)) == UUID9562_ERR_NOT_V6 &&
              uuid9562_v6_to_v1(&same, &same) == UUID9562_OK && is(&same, &v1))
    GIVES(guid_swap, "its own memory, twice",
          (uuid9562_guid_swap(&same, &same), uuid9562_guid_swap(&same, &same), is(&same, &v1)))
    GIVES(uuid3, "no name; its own namespace",
          uuid9562_uuid3(&out, &v7, NULL, 0) == UUID9562_OK && uuid9562_get_version(&out) == 3 &&
              (same = v7, uuid9562_uuid3(&same, &same, NULL, 0) == UUID9562_OK && is(&same, &out)))
    GIVES(
        uuid5, "the namespace as the name, and as the output",
        uuid9562_uuid5(&out, &v7, &v7, 16) == UUID9562_OK &&
            (same = v7, uuid9562_uuid5(&same, &same, &same, 16) == UUID9562_OK && is(&same, &out)))
    STOPS(uuid5, "a length beyond the name", uuid9562_uuid5(&out, &v7, exactly("name", 4), 5))
    GIVES(uuid3_bare, "no name; itself",
          uuid9562_uuid3_bare(&out, NULL, 0) == UUID9562_OK && uuid9562_get_version(&out) == 3 &&
              uuid9562_uuid3_bare(&same, &out, 16) == UUID9562_OK &&
              uuid9562_uuid3_bare(&out, &out, 16) == UUID9562_OK && is(&same, &out))
    GIVES(uuid8_name, "numbers that no digest has",
          kept(uuid9562_uuid8_name(&out, &v7, "", 0, past_the_last)) == UUID9562_ERR_DIGEST &&
              kept(uuid9562_uuid8_name(&out, &v7, "", 0, (uuid9562_digest_t)-1)) ==
                  UUID9562_ERR_DIGEST)
    GIVES(uuid7_name, "a time that is out of range, then a number that no digest has",
          kept(uuid9562_uuid7_name(&out, -1, &v7, "", 0, past_the_last)) ==
                  UUID9562_ERR_V7_UNIX_MS &&
              kept(uuid9562_uuid7_name(&out, 0, &v7, "", 0, past_the_last)) == UUID9562_ERR_DIGEST)
    GIVES(uuid1_make, "one more than each field holds",
          kept(uuid9562_uuid1_make(&out, UINT64_C(1) << 60, 0, 0)) == UUID9562_ERR_TIMESTAMP &&
              kept(uuid9562_uuid1_make(&out, 0, 1 << 14, 0)) == UUID9562_ERR_CLOCK_SEQ &&
              kept(uuid9562_uuid1_make(&out, 0, 0, UINT64_C(1) << 48)) == UUID9562_ERR_NODE)
    GIVES(uuid6_make, "-1 for each field",
          kept(uuid9562_uuid6_make(&out, UINT64_MAX, 0, 0)) == UUID9562_ERR_TIMESTAMP &&
              kept(uuid9562_uuid6_make(&out, 0, UINT64_MAX, 0)) == UUID9562_ERR_CLOCK_SEQ &&
              kept(uuid9562_uuid6_make(&out, 0, 0, UINT64_MAX)) == UUID9562_ERR_NODE)
    GIVES(uuid4_make, "the bytes of the output",
          (uuid9562_uuid4_make(&same, same.bytes), uuid9562_get_version(&same) == 4))
    STOPS(uuid4_make, "10 bytes", uuid9562_uuid4_make(&out, (const uint8_t *)exactly(TEXT, 10)))
    GIVES(uuid7_make, "a negative n, and one too large",
          kept(uuid9562_uuid7_make(&out, 0, bytes, -1)) == UUID9562_ERR_N &&
              kept(uuid9562_uuid7_make(&out, 0, max.bytes, 1)) == UUID9562_ERR_N)
    GIVES(uuid7_min, "nanoseconds, and seconds",
          kept(uuid9562_uuid7_min(&out, INT64_C(1700000000000000000))) == UUID9562_ERR_V7_UNIX_MS &&
              kept(uuid9562_uuid7_min(&out, 1700000000)) == UUID9562_ERR_SECONDS)
    GIVES(uuid7_max, "before 1970", kept(uuid9562_uuid7_max(&out, -1)) == UUID9562_ERR_V7_UNIX_MS)
    GIVES(lead_ns, "a generator that has generated nothing",
          uuid9562_lead_ns(own, &wide) == UUID9562_OK && wide == 0)
    GIVES(set_max_lead_ns, "more than 2^63 - 1",
          uuid9562_set_max_lead_ns(own, UINT64_MAX) == UUID9562_ERR_MAX_LEAD_NS)
    GIVES(advance, "Nil, and the last time of version 7",
          uuid9562_advance(own, &nil) == UUID9562_ERR_ADVANCE &&
              uuid9562_uuid7_max(&out, UUID9562_V7_UNIX_MS_MAX) == UUID9562_OK &&
              uuid9562_advance(own, &out) == UUID9562_ERR_LEAD)
    GIVES(resync, "a generator that has generated nothing", uuid9562_resync(own) == UUID9562_OK)
    GIVES(reseed, "nothing, twice",
          uuid9562_reseed() == UUID9562_OK && uuid9562_reseed() == UUID9562_OK)
    GIVES(uuid4, "a generator of one's own", uuid9562_uuid4(own, &out) == UUID9562_OK)
    STOPS(uuid4, "a generator that was freed",
          (uuid9562_generator_free(own), uuid9562_uuid4(own, &out)))
    STOPS(uuid7, "a copy of some of a generator",
          uuid9562_uuid7((uuid9562_generator_t *)exactly((const char *)own, 24), &out))
    GIVES(uuid7_at, "microseconds, and seconds, which are a time in 1970",
          kept(uuid9562_uuid7_at(NULL, &out, INT64_C(1700000000000000))) ==
                  UUID9562_ERR_V7_UNIX_MS &&
              uuid9562_uuid7_at(NULL, &out, 1700000000) == UUID9562_OK)
    GIVES(uuid7_at_ns, "a time before 1970",
          kept(uuid9562_uuid7_at_ns(NULL, &out, -1)) == UUID9562_ERR_V7_UNIX_NS)
    GIVES(uuid1, "a node, and a clock sequence, that are too large",
          kept(uuid9562_uuid1(NULL, &out, &too_large, NULL)) == UUID9562_ERR_NODE &&
              kept(uuid9562_uuid1(NULL, &out, NULL, &too_large)) == UUID9562_ERR_CLOCK_SEQ)
    GIVES(uuid6, "a node, and a clock sequence, that are too large",
          kept(uuid9562_uuid6(own, &out, &too_large, NULL)) == UUID9562_ERR_NODE &&
              kept(uuid9562_uuid6(own, &out, NULL, &too_large)) == UUID9562_ERR_CLOCK_SEQ)
    GIVES(uuid8, "fields that are too large",
          kept(uuid9562_uuid8(NULL, &out, &too_large, NULL, NULL)) == UUID9562_ERR_CUSTOM_A &&
              kept(uuid9562_uuid8(NULL, &out, NULL, &too_large, NULL)) == UUID9562_ERR_CUSTOM_B &&
              kept(uuid9562_uuid8(NULL, &out, NULL, NULL, &too_large)) == UUID9562_ERR_CUSTOM_C)
    GIVES(batch, "no UUIDs, other versions, more than fit",
          uuid9562_batch(NULL, NULL, 7, 0) == UUID9562_OK &&
              kept(uuid9562_batch(NULL, &out, 0, 1)) == UUID9562_ERR_BATCH_VERSION &&
              kept(uuid9562_batch(NULL, &out, -7, 1)) == UUID9562_ERR_BATCH_VERSION &&
              kept(uuid9562_batch(NULL, &out, 5, 1)) == UUID9562_ERR_BATCH_VERSION &&
              kept(uuid9562_batch(NULL, &out, 7, UINT64_MAX)) == UUID9562_ERR_BATCH_COUNT)
    STOPS(batch, "more than the array holds",
          uuid9562_batch(NULL, (uuid9562_t *)exactly(TEXT, 16), 4, 2))

    /* ---- uuid9562_bindings.h ---- */

    GIVES(describe, "a number that no status has, an offset beyond the text, no text",
          (uuid9562_describe(text, (uuid9562_status_t)511, 9, NULL, 9),
           strcmp(text, "unknown status") == 0) &&
              (uuid9562_describe(text, UUID9562_ERR_SHORT, ALL, "x", 1), strlen(text) > 0) &&
              (uuid9562_describe(text, UUID9562_ERR_SHORT, 0, NULL, 0), strlen(text) > 0))
    GIVES(from_bytes, "none, 15, and the output itself",
          uuid9562_from_bytes(&out, &offset, NULL, 0) == UUID9562_ERR_LENGTH && offset == 0 &&
              kept(uuid9562_from_bytes(&out, NULL, bytes, 15)) == UUID9562_ERR_LENGTH &&
              uuid9562_from_bytes(&same, NULL, &same, 16) == UUID9562_OK)
    GIVES(parse_time, "no text, and the size with its NUL",
          uuid9562_parse_time(&ms, &width, &offset, NULL, 0) == UUID9562_ERR_TIME && offset == 0 &&
              uuid9562_parse_time(&ms, NULL, &offset, "2024-02-29", 11) == UUID9562_ERR_TIME &&
              offset == 10)
    GIVES(parse_time_ns, "no text",
          uuid9562_parse_time_ns(&ms, &offset, NULL, 0) == UUID9562_ERR_TIME && offset == 0)
    GIVES(parse_namespace, "no text, and an @ alone",
          uuid9562_parse_namespace(&out, &offset, NULL, 0) == UUID9562_ERR_NAMESPACE_ID &&
              offset == 0 &&
              kept(uuid9562_parse_namespace(&out, NULL, "@", 1)) == UUID9562_ERR_NAMESPACE)
    GIVES(find_digest, "no name is the default, and no letters are none",
          uuid9562_find_digest(&digest, NULL, 7) == UUID9562_OK && digest == UUID9562_SHA256 &&
              uuid9562_find_digest(&digest, "", 0) == UUID9562_ERR_DIGEST)
    GIVES(parse_node, "no text, and a number",
          uuid9562_parse_node(&wide, NULL, 0) == UUID9562_ERR_NODE_NAME &&
              uuid9562_parse_node(&wide, "1", 1) == UUID9562_ERR_NODE_NAME)
    GIVES(format_at, "the greatest index", uuid9562_format_at(ALL) == NULL)
    GIVES(format_info, "a format that is only read", !uuid9562_format_info(find("any"))->writable)
    GIVES(field_at, "the greatest index, and Nil",
          uuid9562_field_at(&wide, &v7, ALL) == NULL && uuid9562_field_at(NULL, &nil, 0) != NULL)
    GIVES(variant_name, "a number that no variant has",
          strcmp(uuid9562_variant_name((uuid9562_variant_t)4), "unknown variant") == 0)
    GIVES(format_utc, "times that no UUID has",
          uuid9562_format_utc(text, INT64_MIN) == 0 && uuid9562_format_utc(text, INT64_MAX) == 0 &&
              uuid9562_format_utc(text, UUID9562_V7_UNIX_MS_MAX + 1) == 0)

    /* ---- uuid9562_generator.h ---- */

    GIVES(system_random, "no bytes", uuid9562_system_random(NULL, NULL, 0) == 0)
    GIVES(generator_new, "sources of which none is there",
          uuid9562_generator_new(&generator, &sources, NULL, NULL) == UUID9562_OK &&
              uuid9562_uuid7(generator, &out) == UUID9562_OK &&
              (uuid9562_generator_free(generator), true))
    GIVES(generator_new, "a node, and a clock sequence, that are too large",
          uuid9562_generator_new(&generator, NULL, &too_large, NULL) == UUID9562_ERR_NODE &&
              uuid9562_generator_new(&generator, NULL, NULL, &too_large) == UUID9562_ERR_CLOCK_SEQ)
    GIVES(generator_free, "NULL", (uuid9562_generator_free(NULL), true))
    STOPS(generator_free, "the same one twice",
          (uuid9562_generator_free(own), uuid9562_generator_free(own)))
    GIVES(clock_source, "nothing", strlen(uuid9562_clock_source()) > 0)
    GIVES(step, "another version, and the last nanosecond",
          kept(uuid9562_step(&out, &ns, 4, 0, 0)) == UUID9562_ERR_STEP_VERSION &&
              (ns = UINT64_MAX, kept(uuid9562_step(&out, &ns, 7, 0, 0))) ==
                  UUID9562_ERR_CLOCK_RANGE &&
              ns == UINT64_MAX)

    /* ---- uuid9562_ldap.h ---- */

    GIVES(match, "no assertion", uuid9562_match(&v7, NULL, 0) == -1)
    GIVES(ordering_match, "the size with its NUL",
          uuid9562_ordering_match(&v7, TEXT, sizeof TEXT) == -1)
    GIVES(ldap_schema, "the greatest index", uuid9562_ldap_schema(ALL) == NULL)

    /* ---- uuid9562_state.h ---- */

    GIVES(state_open, "an empty path, a folder, a node that is too large",
          uuid9562_state_open("", NULL) == UUID9562_ERR_STATE_OPEN &&
              uuid9562_state_open("/", NULL) != UUID9562_OK &&
              uuid9562_state_open("", &too_large) == UUID9562_ERR_NODE)
    GIVES(state_create, "a folder, and a mode of bits that no file has",
          uuid9562_state_create("/", NULL, 0600, false) == UUID9562_ERR_STATE_OPEN &&
              uuid9562_state_create("", NULL, ~0u, false) == UUID9562_ERR_STATE_OPEN)
    GIVES(state_get, "before a file is open", !uuid9562_state_get(&state) && state.path == NULL)
}

/* ---- NULL for each pointer ---- */

static void pass_null(int which)
{
    switch (which) {
#if __has_include("nulls.h") /* which the test writes */
#include "nulls.h"
#endif
    }
}

int main(int count, char **arguments)
{
#if defined __SANITIZE_ADDRESS__
    watched = true;
#endif
    if (uuid9562_generator_new(&own, NULL, NULL, NULL) != UUID9562_OK)
        return 1;
    if (count > 1 && strcmp(arguments[1], "--list") != 0) {
        fclose(stderr);
        pass_null(atoi(arguments[1]));
        return 0;
    }
    listing = count > 1;
    rows();
    return failures > 0;
}
