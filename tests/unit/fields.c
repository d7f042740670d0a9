/*
 * The fields of a UUID by their names: they share out its bits, have the names of RFC 9562, and are
 * where the builders put them.
 */
#include <stdio.h>

#include "suite.h"

/* A UUID of any bits but those of its version, 0 to 15, and its variant. */
static uuid9562_t uuid_of(unsigned *seed, unsigned version, unsigned variant_bits, unsigned width)
{
    uuid9562_t uuid = random_uuid(seed);

    uuid.bytes[6] = (uint8_t)(version << 4 | (uuid.bytes[6] & 0x0f));
    uuid.bytes[8] =
        (uint8_t)(variant_bits << (8 - width) | (uuid.bytes[8] & (0xffu >> width)));
    return uuid;
}

static const struct {
    unsigned bits, width;
} variants[] = {{0, 1}, {2, 2}, {6, 3}, {7, 3}};

/* Puts the values back where the fields are said to be. */
static uuid9562_t uuid_from_fields(const uuid9562_t *uuid)
{
    const uuid9562_field_t *field;
    uuid9562_t again = {{0}};
    unsigned bit = 0;
    uint64_t value;

    for (size_t i = 0; (field = uuid9562_field_at(&value, uuid, i)) != NULL; i++) {
        require_eq(field->first_bit, bit);
        require(field->width >= 1 && field->width <= 64);
        require(field->width == 64 || value >> field->width == 0);
        for (unsigned left = field->width; left > 0; bit++)
            again.bytes[bit / 8] |= (uint8_t)((value >> --left & 1) << (7 - bit % 8));
        require(uuid9562_field_at(NULL, uuid, i) == field);
    }
    require_eq(bit, 128);
    return again;
}

TEST(each_bit_is_in_one_field)
{
    unsigned seed = 9562;

    for (int round = 0; round < 64000; round++) {
        const uuid9562_t uuid =
            uuid_of(&seed, (unsigned)round % 16, variants[round / 16 % 4].bits,
                    variants[round / 16 % 4].width);

        assert_same(uuid_from_fields(&uuid), uuid);
    }
}

TEST(past_the_last_there_is_none)
{
    unsigned seed = 1;

    for (unsigned i = 0; i < 64; i++) {
        const uuid9562_t uuid =
            uuid_of(&seed, i % 16, variants[i / 16].bits, variants[i / 16].width);
        size_t count = 0;
        uint64_t value = 4711;

        while (uuid9562_field_at(NULL, &uuid, count) != NULL)
            count++;
        for (size_t past = count; past < count + 20; past++)
            require(uuid9562_field_at(&value, &uuid, past) == NULL);
        require(uuid9562_field_at(&value, &uuid, SIZE_MAX) == NULL);
        require_eq(value, 4711);
    }
}

/* The figures of RFC 9562 sections 5.1 to 5.8, and table 1 for the last three. */
TEST(their_names_and_widths)
{
    static const struct {
        const char *text, *fields;
    } rows[] = {
        {"00000000-0000-0000-8000-000000000000",
         "reserved:48 ver:4 reserved:12 var:2 reserved:62 "},
        {"00000000-0000-1000-8000-000000000000",
         "time_low:32 time_mid:16 ver:4 time_high:12 var:2 clock_seq:14 node:48 "},
        {"00000000-0000-2000-8000-000000000000",
         "local_id:32 time_mid:16 ver:4 time_high:12 var:2 clock_seq:6 local_domain:8 node:48 "},
        {"00000000-0000-3000-8000-000000000000", "md5_high:48 ver:4 md5_mid:12 var:2 md5_low:62 "},
        {"00000000-0000-4000-8000-000000000000",
         "random_a:48 ver:4 random_b:12 var:2 random_c:62 "},
        {"00000000-0000-5000-8000-000000000000",
         "sha1_high:48 ver:4 sha1_mid:12 var:2 sha1_low:62 "},
        {"00000000-0000-6000-8000-000000000000",
         "time_high:32 time_mid:16 ver:4 time_low:12 var:2 clock_seq:14 node:48 "},
        {"00000000-0000-7000-8000-000000000000",
         "unix_ts_ms:48 ver:4 rand_a:12 var:2 rand_b:62 "},
        {"00000000-0000-8000-8000-000000000000",
         "custom_a:48 ver:4 custom_b:12 var:2 custom_c:62 "},
        {"00000000-0000-9000-8000-000000000000",
         "reserved:48 ver:4 reserved:12 var:2 reserved:62 "},
        {"ffffffff-ffff-ffff-bfff-ffffffffffff",
         "reserved:48 ver:4 reserved:12 var:2 reserved:62 "},
        {"00000000-0000-0000-0000-000000000000", "reserved:64 var:1 reserved:63 "},
        {"00000000-0000-7000-c000-000000000000", "reserved:64 var:3 reserved:61 "},
        {"ffffffff-ffff-ffff-ffff-ffffffffffff", "reserved:64 var:3 reserved:61 "},
    };

    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        const uuid9562_t uuid = uuid_from_text(rows[row].text);
        const uuid9562_field_t *field;
        char fields[160] = "";
        size_t used = 0;

        for (size_t i = 0; (field = uuid9562_field_at(NULL, &uuid, i)) != NULL; i++)
            used += (size_t)snprintf(fields + used, sizeof fields - used, "%s:%d ", field->name,
                                     field->width);
        ck_assert_str_eq(fields, rows[row].fields);
    }
}

static uint64_t value_of(const uuid9562_t *uuid, const char *name)
{
    const uuid9562_field_t *field;
    uint64_t value;

    for (size_t i = 0; (field = uuid9562_field_at(&value, uuid, i)) != NULL; i++)
        if (strcmp(field->name, name) == 0)
            return value;
    ck_abort_msg("there is no %s", name);
    return 0; /* which Check without fork() does not rule out */
}

/* Sections 5.1 and 5.6: what of the 60 bits of the timestamp is in which field. */
TEST(versions_1_and_6_are_built_of_them)
{
    unsigned seed = 16;

    for (int round = 0; round < 20000; round++) {
        const uint64_t timestamp = random64(&seed) & UUID9562_TIMESTAMP_MAX;
        const uint64_t clock_seq = random64(&seed) & UUID9562_CLOCK_SEQ_MAX;
        const uint64_t node = random64(&seed) & UUID9562_NODE_MAX;
        uuid9562_t v1, v6;

        assert_ok(uuid9562_uuid1_make(&v1, timestamp, clock_seq, node));
        assert_ok(uuid9562_uuid6_make(&v6, timestamp, clock_seq, node));
        require_eq(value_of(&v1, "time_low"), timestamp % 0x100000000);
        require_eq(value_of(&v1, "time_mid"), timestamp / 0x100000000 % 0x10000);
        require_eq(value_of(&v1, "time_high"), timestamp / 0x1000000000000);
        require_eq(value_of(&v6, "time_high"), timestamp / 0x10000000);
        require_eq(value_of(&v6, "time_mid"), timestamp / 0x1000 % 0x10000);
        require_eq(value_of(&v6, "time_low"), timestamp % 0x1000);
        require_eq(value_of(&v1, "ver"), 1);
        require_eq(value_of(&v6, "ver"), 6);
        for (const uuid9562_t *uuid = &v1; uuid != NULL; uuid = uuid == &v1 ? &v6 : NULL) {
            require_eq(value_of(uuid, "var"), 2);
            require_eq(value_of(uuid, "clock_seq"), clock_seq);
            require_eq(value_of(uuid, "node"), node);
        }
    }
}

/* Sections 5.7 and 5.8. */
TEST(versions_7_and_8_are_built_of_them)
{
    unsigned seed = 78;

    for (int round = 0; round < 20000; round++) {
        const uint64_t a = random64(&seed) & UUID9562_CUSTOM_A_MAX;
        const uint64_t b = random64(&seed) & UUID9562_CUSTOM_B_MAX;
        const uint64_t c = random64(&seed) & UUID9562_CUSTOM_C_MAX;
        uint8_t random[UUID9562_V7_RANDOM_LENGTH];
        uuid9562_t v7, v8;

        /* b and c are one number of 74 bits. */
        random[0] = (uint8_t)(b >> 10);
        random[1] = (uint8_t)(b >> 2);
        random[2] = (uint8_t)(b << 6 | c >> 56);
        for (int i = 3; i < UUID9562_V7_RANDOM_LENGTH; i++)
            random[i] = (uint8_t)(c >> 8 * (UUID9562_V7_RANDOM_LENGTH - 1 - i));
        assert_ok(uuid9562_uuid7_make(&v7, (int64_t)a, random, 0));
        assert_ok(uuid9562_uuid8(NULL, &v8, &a, &b, &c));
        require_eq(value_of(&v7, "unix_ts_ms"), a);
        require_eq(value_of(&v7, "rand_a"), b);
        require_eq(value_of(&v7, "rand_b"), c);
        require_eq(value_of(&v8, "custom_a"), a);
        require_eq(value_of(&v8, "custom_b"), b);
        require_eq(value_of(&v8, "custom_c"), c);
        require_eq(value_of(&v7, "ver"), 7);
        require_eq(value_of(&v8, "ver"), 8);
        require_eq(value_of(&v7, "var"), 2);
        require_eq(value_of(&v8, "var"), 2);
    }
}
