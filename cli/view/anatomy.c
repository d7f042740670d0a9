/*
 * The kinds of UUIDs, and the roles and meanings of their fields, by tables of names.
 */
#include "anatomy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* ---- kinds ---- */

/* RFC 9562 sections 5.9, 5.10 and 6.6. */
static const struct {
    uuid9562_t uuid;
    const char *name;
} constant_table[] = {
    {UUID9562_INIT_NIL, "Nil UUID"},
    {UUID9562_INIT_MAX, "Max UUID"},
    {UUID9562_INIT_NAMESPACE_DNS, "RFC 9562's namespace for DNS names"},
    {UUID9562_INIT_NAMESPACE_URL, "RFC 9562's namespace for URLs"},
    {UUID9562_INIT_NAMESPACE_OID, "RFC 9562's namespace for OIDs"},
    {UUID9562_INIT_NAMESPACE_X500, "RFC 9562's namespace for X.500 names"},
};

/* RFC 9562 section 4.2, table 2; NULL if unused or reserved. */
static const char *const version_kinds[16] = {
    [1] = "made from a time and a node (a MAC address, or random)",
    [2] = "made from a time and a local id (DCE Security)",
    [3] = "made from a name, by MD5",
    [4] = "random",
    [5] = "made from a name, by SHA-1",
    [6] = "made as version 1, but sorts by time",
    [7] = "made from a time and random bits, sorts by time",
    [8] = "defined by its application",
};

const char *kind_of(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    for (size_t i = 0; i < sizeof constant_table / sizeof *constant_table; i++)
        if (uuid9562_compare(uuid, &constant_table[i].uuid) == 0)
            return constant_table[i].name;
    return version >= 0 && version_kinds[version] != NULL ? version_kinds[version]
                                                          : "not defined by RFC 9562";
}

/* ---- times ---- */

void write_time(char out[UUID9562_UTC_MAX + 2], int64_t unix_ms)
{
    const size_t length = uuid9562_format_utc(out, unix_ms);

    *(char *)memchr(out, ' ', length) = 'T';
    memcpy(out + length, "Z", sizeof "Z");
}

/* ---- meanings of fields ---- */

#define MEANING_MAX sizeof((part_t *)NULL)->meaning

/* Each writes the meaning of a part that has no constant text. */

static void mean_time(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    write_time(out, (int64_t)part->value);
}

static void mean_version(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    snprintf(out, MEANING_MAX, "version %" PRIu64, part->value);
}

/* RFC 9562 section 4.1. */
static void mean_variant(char *out, const uuid9562_t *uuid, const part_t *part)
{
    static const char *const meanings[] = {
        [UUID9562_VARIANT_NCS] = "0: Nil, or Apollo's NCS",
        [UUID9562_VARIANT_RFC9562] = "10: as in RFC 9562",
        [UUID9562_VARIANT_MICROSOFT] = "110: early Microsoft",
        [UUID9562_VARIANT_FUTURE] = "111: Max, or not yet defined",
    };

    (void)part;
    strcpy(out, meanings[uuid9562_get_variant(uuid)]);
}

static void mean_number(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    snprintf(out, MEANING_MAX, "%" PRIu64, part->value);
}

static void mean_clock_seq(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    snprintf(out, MEANING_MAX, "%" PRIu64 ", in case times repeat", part->value);
}

/* RFC 9562 section 6.10: a random one has the least significant bit of its first byte set, which
 * makes the second digit odd. */
static void mean_node(char *out, const uuid9562_t *uuid, const part_t *part)
{
    char digits[13];

    (void)uuid;
    snprintf(digits, sizeof digits, "%012" PRIx64, part->value);
    out += snprintf(out, 8, "%s", strchr("13579bdf", digits[1]) != NULL ? "random" : "MAC");
    for (int i = 0; i < 6; i++)
        out += snprintf(out, 4, "%c%.2s", i > 0 ? ':' : ' ', digits + 2 * i);
}

/* The Open Group's C311. */
static void mean_domain(char *out, const uuid9562_t *uuid, const part_t *part)
{
    static const char *const domains[] = {"id of a person", "id of a group",
                                          "id of an organization"};

    (void)uuid;
    if (part->value < sizeof domains / sizeof *domains)
        strcpy(out, domains[part->value]);
    else
        snprintf(out, MEANING_MAX, "id of domain %" PRIu64, part->value);
}

static const struct field_meaning {
    const char *name;
    role_t role;
    const char *meaning; /* or NULL, and `mean` writes it */
    void (*mean)(char *out, const uuid9562_t *uuid, const part_t *part);
} meaning_table[] = {
    {"unix_ts_ms", ROLE_TIME, NULL, mean_time},
    {"time_low", ROLE_TIME, "low bits of the time", NULL},
    {"time_mid", ROLE_TIME, "middle bits of the time", NULL},
    {"time_high", ROLE_TIME, "high bits of the time", NULL},
    {"ver", ROLE_LABEL, NULL, mean_version},
    {"var", ROLE_LABEL, NULL, mean_variant},
    {"clock_seq", ROLE_SEQUENCE, NULL, mean_clock_seq},
    {"node", ROLE_PLACE, NULL, mean_node},
    {"local_id", ROLE_PLACE, NULL, mean_number},
    {"local_domain", ROLE_PLACE, NULL, mean_domain},
    {"random_a", ROLE_FREE, "random", NULL},
    {"random_b", ROLE_FREE, "random", NULL},
    {"random_c", ROLE_FREE, "random", NULL},
    {"rand_a", ROLE_FREE, "random, counter, finer time", NULL},
    {"rand_b", ROLE_FREE, "random, perhaps a counter", NULL},
    {"md5_high", ROLE_FREE, "MD5 of namespace and name", NULL},
    {"md5_mid", ROLE_FREE, "MD5 of namespace and name", NULL},
    {"md5_low", ROLE_FREE, "MD5 of namespace and name", NULL},
    {"sha1_high", ROLE_FREE, "SHA-1 of namespace and name", NULL},
    {"sha1_mid", ROLE_FREE, "SHA-1 of namespace and name", NULL},
    {"sha1_low", ROLE_FREE, "SHA-1 of namespace and name", NULL},
    {"custom_a", ROLE_FREE, "defined by its application", NULL},
    {"custom_b", ROLE_FREE, "defined by its application", NULL},
    {"custom_c", ROLE_FREE, "defined by its application", NULL},
    {"reserved", ROLE_RESERVED, "no field of RFC 9562", NULL},
};

/* A field that the table lacks is like its last row. */
static void explain(part_t *part, const uuid9562_t *uuid)
{
    const struct field_meaning *row = meaning_table;
    const struct field_meaning *last = row + sizeof meaning_table / sizeof *meaning_table - 1;

    while (row < last && strcmp(row->name, part->name) != 0)
        row++;
    part->role = row->role;
    if (row->meaning != NULL)
        strcpy(part->meaning, row->meaning);
    else
        row->mean(part->meaning, uuid, part);
}

void anatomy_of(anatomy_t *anatomy, const uuid9562_t *uuid)
{
    const uuid9562_field_t *field;
    uint64_t value;
    int64_t unix_ms;

    *anatomy = (anatomy_t){.kind = kind_of(uuid), .version = uuid9562_get_version(uuid)};
    uuid9562_to_string(anatomy->text, uuid);
    if (uuid9562_get_timestamp_ms(&unix_ms, uuid))
        write_time(anatomy->time, unix_ms);
    for (size_t i = 0; i < PARTS_MAX && (field = uuid9562_field_at(&value, uuid, i)) != NULL; i++) {
        part_t *part = &anatomy->parts[anatomy->count++];

        *part = (part_t){.name = field->name,
                         .first_bit = field->first_bit,
                         .width = field->width,
                         .value = value};
        explain(part, uuid);
    }
}

/* ---- digits ---- */

size_t part_first_digit(const part_t *part)
{
    return part->first_bit / DIGIT_BITS;
}

size_t part_last_digit(const part_t *part)
{
    return (part->first_bit + part->width - 1) / DIGIT_BITS;
}

size_t digit_column(size_t digit)
{
    return digit + (digit >= 8) + (digit >= 12) + (digit >= 16) + (digit >= 20);
}
