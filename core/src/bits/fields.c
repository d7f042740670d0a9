/*
 * The fields of a UUID by their names, for readers who show them: RFC 9562 sections 5.1 to 5.8.
 * layout.h has the same places as shifts, to compute with; the tests build UUIDs with those, and
 * find each part here.
 */
#include "../../include/uuid9562_bindings.h"
#include "layout.h"

enum { FIELDS_SIZE = 9 }; /* at most eight, and an unnamed terminator */

/* clang-format off */
#define FIELD_VER {"ver", 48, 4}
#define FIELD_VAR {"var", 64, 2}
#define FIELDS_OF_THREE(a, b, c) {a, 0, 48}, FIELD_VER, {b, 52, 12}, FIELD_VAR, {c, 66, 62}
#define FIELDS_OF_TIME(a, b) \
    {a, 0, 32}, {"time_mid", 32, 16}, FIELD_VER, {b, 52, 12}, FIELD_VAR, {"clock_seq", 66, 14}, \
    {"node", 80, 48}

/* Of the variant rfc9562, by the version; 0 if it is unused or reserved. */
static const uuid9562_field_t version_fields[][FIELDS_SIZE] = {
    [0] = {FIELDS_OF_THREE("reserved", "reserved", "reserved")},
    [1] = {FIELDS_OF_TIME("time_low", "time_high")},
    /* As in the Open Group's C311, to which section 5.2 refers. */
    [2] = {{"local_id", 0, 32}, {"time_mid", 32, 16}, FIELD_VER, {"time_high", 52, 12}, FIELD_VAR,
           {"clock_seq", 66, 6}, {"local_domain", 72, 8}, {"node", 80, 48}},
    [3] = {FIELDS_OF_THREE("md5_high", "md5_mid", "md5_low")},
    [4] = {FIELDS_OF_THREE("random_a", "random_b", "random_c")},
    [5] = {FIELDS_OF_THREE("sha1_high", "sha1_mid", "sha1_low")},
    [6] = {FIELDS_OF_TIME("time_high", "time_low")},
    [7] = {FIELDS_OF_THREE("unix_ts_ms", "rand_a", "rand_b")},
    [8] = {FIELDS_OF_THREE("custom_a", "custom_b", "custom_c")},
};
enum { VERSIONS_WITH_FIELDS = sizeof version_fields / sizeof *version_fields };

#undef FIELD_VER
#undef FIELD_VAR
#undef FIELDS_OF_THREE
#undef FIELDS_OF_TIME

/* Of the other variants, which have no version. The variant is as wide as the bits in its row of
 * table 1 (section 4.1) that are not x. */
static const uuid9562_field_t variant_fields[][FIELDS_SIZE] = {
    [UUID9562_VARIANT_NCS] = {{"reserved", 0, 64}, {"var", 64, 1}, {"reserved", 65, 63}},
    [UUID9562_VARIANT_MICROSOFT] = {{"reserved", 0, 64}, {"var", 64, 3}, {"reserved", 67, 61}},
    [UUID9562_VARIANT_FUTURE] = {{"reserved", 0, 64}, {"var", 64, 3}, {"reserved", 67, 61}},
};
/* clang-format on */

static const uuid9562_field_t *fields_of(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    if (version < 0)
        return variant_fields[uuid9562_get_variant(uuid)];
    return version_fields[version < VERSIONS_WITH_FIELDS ? version : 0];
}

/* No field lies in both halves. */
static uint64_t field_value(halves_t halves, const uuid9562_field_t *field)
{
    const uint64_t half = field->first_bit < 64 ? halves.hi : halves.lo;

    return half << field->first_bit % 64 >> (64 - field->width);
}

const uuid9562_field_t *uuid9562_field_at(uint64_t *value, const uuid9562_t *uuid, size_t index)
{
    const uuid9562_field_t *fields = fields_of(uuid);

    if (index >= FIELDS_SIZE || fields[index].name == NULL)
        return NULL;
    if (value != NULL)
        *value = field_value(layout_load(uuid), &fields[index]);
    return &fields[index];
}
