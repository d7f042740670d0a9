/*
 * What is built from fields has these fields, for every value of each: versions 1, 4, 6, 7 and 8.
 * A builder accepts exactly the ranges of uuid9562.h, and writes nothing otherwise. The fields by
 * their names cover all 128 bits of any UUID, once and in order.
 */
#include "../prove.h"

#include "../../../../core/src/bits/layout.c"
#include "../../../../core/src/bits/fields.c"
#include "../../../../core/src/bits/build.c"

typedef unsigned __int128 number_t;

static number_t number_of(uuid9562_t uuid)
{
    number_t number = 0;

    for (int i = 0; i < 16; i++)
        number = number << 8 | uuid.bytes[i];
    return number;
}

/* Bits of the UUID as a number, the most significant is 0. */
static number_t bits(uuid9562_t uuid, int first, int count)
{
    return number_of(uuid) << first >> (128 - count);
}

/* The UUID is of version 1 or 6, and has these fields. */
static bool has_fields(const uuid9562_t *uuid, uint64_t timestamp, uint64_t clock_seq,
                       uint64_t node)
{
    uint64_t t, c, n;

    return uuid9562_get_timestamp_ticks(&t, uuid) && t == timestamp &&
           uuid9562_get_clock_seq(&c, uuid) && c == clock_seq && uuid9562_get_node(&n, uuid) &&
           n == node;
}

static void prove_versions_1_and_6(void)
{
    const uint64_t timestamp = nondet_uint64(), clock_seq = nondet_uint64(), node = nondet_uint64();
    const uuid9562_t before = nondet_uuid();
    uuid9562_t v1 = before, v6 = before;
    const uuid9562_status_t made = uuid9562_uuid1_make(&v1, timestamp, clock_seq, node);

    prove(uuid9562_uuid6_make(&v6, timestamp, clock_seq, node) == made);
    prove((made == UUID9562_OK) ==
          (timestamp >> 60 == 0 && clock_seq >> 14 == 0 && node >> 48 == 0));
    if (made != UUID9562_OK) {
        prove(same_uuid(v1, before) && same_uuid(v6, before));
        return;
    }
    prove(uuid9562_get_version(&v1) == 1 && uuid9562_get_version(&v6) == 6);
    prove(has_fields(&v1, timestamp, clock_seq, node) &&
          has_fields(&v6, timestamp, clock_seq, node));
    /* Sections 5.1 and 5.6. */
    prove(bits(v1, 0, 32) == (timestamp & UINT32_MAX));
    prove(bits(v1, 32, 16) == (timestamp >> 32 & 0xffff));
    prove(bits(v1, 52, 12) == timestamp >> 48);
    prove(bits(v6, 0, 48) == timestamp >> 12 && bits(v6, 52, 12) == (timestamp & 0xfff));
    prove(bits(v6, 66, 14) == clock_seq && bits(v6, 80, 48) == node);
}

static void prove_version_4(void)
{
    const uuid9562_t random = nondet_uuid();
    uuid9562_t v4 = random;

    uuid9562_uuid4_make(&v4, random.bytes);
    prove(bits(v4, 48, 4) == 4 && bits(v4, 64, 2) == 2);
    prove(bits(v4, 0, 48) == bits(random, 0, 48) && bits(v4, 52, 12) == bits(random, 52, 12) &&
          bits(v4, 66, 62) == bits(random, 66, 62));
}

static void prove_version_7(void)
{
    const int64_t unix_ms = nondet_int64(), n = nondet_int64();
    const uuid9562_t random = nondet_uuid(), before = nondet_uuid();
    const number_t sum = (bits(random, 0, 80) & (((number_t)1 << 74) - 1)) + (uint64_t)n;
    const bool is_time = unix_ms >= 0 && unix_ms >> 48 == 0;
    uuid9562_t v7 = before;
    const uuid9562_status_t made = uuid9562_uuid7_make(&v7, unix_ms, random.bytes, n);
    int64_t read_ms;

    prove((made == UUID9562_OK) == (is_time && n >= 0 && sum >> 74 == 0));
    prove((made == UUID9562_ERR_V7_UNIX_MS) == !is_time);
    if (made != UUID9562_OK) {
        prove(same_uuid(v7, before));
        return;
    }
    prove(bits(v7, 48, 4) == 7 && bits(v7, 64, 2) == 2);
    prove(uuid9562_get_timestamp_ms(&read_ms, &v7) && read_ms == unix_ms);
    prove(bits(v7, 52, 12) == sum >> 62 && bits(v7, 66, 62) == (sum & UUID9562_CUSTOM_C_MAX));
}

static void prove_version_8(void)
{
    const uint64_t a = nondet_uint64(), b = nondet_uint64(), c = nondet_uint64();
    uuid9562_t v8;

    assume(a <= UUID9562_CUSTOM_A_MAX && b <= UUID9562_CUSTOM_B_MAX && c <= UUID9562_CUSTOM_C_MAX);
    build_v8(&v8, a, b, c);
    prove(bits(v8, 0, 48) == a && bits(v8, 52, 12) == b && bits(v8, 66, 62) == c);
    prove(bits(v8, 48, 4) == 8 && bits(v8, 64, 2) == 2);
}

static void prove_names(void)
{
    const uuid9562_t u = nondet_uuid();
    const uuid9562_field_t *field;
    unsigned covered = 0;
    number_t number = 0;
    uint64_t value;

    for (size_t i = 0; (field = uuid9562_field_at(&value, &u, i)) != NULL; i++) {
        prove(field->first_bit == covered && field->width > 0);
        covered += field->width;
        number = number << field->width | value;
    }
    prove(covered == 128 && number == number_of(u));
}

int main(void)
{
    prove_versions_1_and_6();
    prove_version_4();
    prove_version_7();
    prove_version_8();
    prove_names();
    return 0;
}
