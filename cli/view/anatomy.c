/*
 * The kinds of UUIDs, and the roles and meanings of their fields, by tables of names.
 */
#include "anatomy.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../output.h"

/* ---- kinds ---- */

#define CONSTANT_ROW(name) {UUID9562_INIT_##name, #name},
static const struct {
    uuid9562_t uuid;
    const char *name;
} constant_table[] = {UUID9562_CONSTANTS(CONSTANT_ROW)};
#undef CONSTANT_ROW

/* RFC 9562 section 4.2, table 2; NULL for what is unused or reserved. */
static const char *const version_kinds[16] = {
    [1] = "Gregorian time-based", [2] = "DCE Security",
    [3] = "name-based (MD5)",     [4] = "random",
    [5] = "name-based (SHA-1)",   [6] = "reordered Gregorian time-based",
    [7] = "Unix time-based",      [8] = "custom",
};

const char *kind_of(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);

    for (size_t i = 0; i < sizeof constant_table / sizeof *constant_table; i++)
        if (uuid9562_compare(uuid, &constant_table[i].uuid) == 0)
            return constant_table[i].name;
    if (version < 0)
        return "not defined by RFC 9562";
    return version_kinds[version] != NULL ? version_kinds[version] : "undefined version";
}

/* ---- times ---- */

void write_time(char out[UUID9562_UTC_MAX + 2], int64_t unix_ms)
{
    const size_t length = uuid9562_format_utc(out, unix_ms);

    *(char *)memchr(out, ' ', length) = 'T';
    memcpy(out + length, "Z", sizeof "Z");
}

/* ---- what fields mean ---- */

#define MEANING_MAX sizeof((part_t *)NULL)->meaning

/* Each writes the meaning of a part, for which no constant text will do. */

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

/* With the digit in bits, divided where the field ends. */
static void mean_variant(char *out, const uuid9562_t *uuid, const part_t *part)
{
    char text[UUID9562_STRING_SIZE], bits[DIGIT_BITS + 1];

    uuid9562_to_string(text, uuid);
    write_bits(bits, text[digit_column(part_first_digit(part))]);
    snprintf(out, MEANING_MAX, "variant %s, %.*s|%s",
             uuid9562_variant_name(uuid9562_get_variant(uuid)), (int)part->width, bits,
             bits + part->width);
}

static void mean_number(char *out, const uuid9562_t *uuid, const part_t *part)
{
    (void)uuid;
    snprintf(out, MEANING_MAX, "%" PRIu64, part->value);
}

/* As hardware addresses usually are. */
static void mean_node(char *out, const uuid9562_t *uuid, const part_t *part)
{
    char digits[13];

    (void)uuid;
    snprintf(digits, sizeof digits, "%012" PRIx64, part->value);
    for (int i = 0; i < 6; i++)
        out += snprintf(out, 4, "%s%.2s", i > 0 ? ":" : "", digits + 2 * i);
}

/* The Open Group's C311. */
static void mean_domain(char *out, const uuid9562_t *uuid, const part_t *part)
{
    static const char *const domains[] = {"person", "group", "org"};

    (void)uuid;
    if (part->value < sizeof domains / sizeof *domains)
        strcpy(out, domains[part->value]);
    else
        snprintf(out, MEANING_MAX, "%" PRIu64, part->value);
}

/* The nanoseconds that all bits of the fraction tell. */
static void mean_fraction(char *out, const uuid9562_t *uuid, const part_t *part)
{
    const uint64_t bits = part->first_bit + part->width - 52; /* to rand_a's end, or beyond */
    const uint64_t beyond = part->first_bit > 64 ? 2 : 0;     /* the variant */
    bool present;
    int64_t unix_ns;

    require(uuid9562_get_timestamp_ns(&present, &unix_ns, uuid, bits - beyond));
    if (present)
        snprintf(out, MEANING_MAX, "from %" PRId64 " ns on", unix_ns % 1000000);
}

static const struct field_meaning {
    const char *name;
    role_t role;
    const char *meaning; /* or NULL, and `mean` writes it */
    void (*mean)(char *out, const uuid9562_t *uuid, const part_t *part);
} meaning_table[] = {
    {"unix_ts_ms", ROLE_TIME, NULL, mean_time},
    {"fraction", ROLE_TIME, NULL, mean_fraction},
    {"time_low", ROLE_TIME, "low bits of the time", NULL},
    {"time_mid", ROLE_TIME, "middle bits of the time", NULL},
    {"time_high", ROLE_TIME, "high bits of the time", NULL},
    {"ver", ROLE_LABEL, NULL, mean_version},
    {"var", ROLE_LABEL, NULL, mean_variant},
    {"clock_seq", ROLE_SEQUENCE, NULL, mean_number},
    {"node", ROLE_PLACE, NULL, mean_node},
    {"local_id", ROLE_PLACE, NULL, mean_number},
    {"local_domain", ROLE_PLACE, NULL, mean_domain},
    {"random_a", ROLE_FREE, "random", NULL},
    {"random_b", ROLE_FREE, "random", NULL},
    {"random_c", ROLE_FREE, "random", NULL},
    {"rand_a", ROLE_FREE, "random, counter or fraction", NULL},
    {"rand_b", ROLE_FREE, "random, or a counter first", NULL},
    {"md5_high", ROLE_FREE, "MD5 of the name", NULL},
    {"md5_mid", ROLE_FREE, "MD5 of the name", NULL},
    {"md5_low", ROLE_FREE, "MD5 of the name", NULL},
    {"sha1_high", ROLE_FREE, "SHA-1 of the name", NULL},
    {"sha1_mid", ROLE_FREE, "SHA-1 of the name", NULL},
    {"sha1_low", ROLE_FREE, "SHA-1 of the name", NULL},
    {"custom_a", ROLE_FREE, "up to the application", NULL},
    {"custom_b", ROLE_FREE, "up to the application", NULL},
    {"custom_c", ROLE_FREE, "up to the application", NULL},
    {"reserved", ROLE_RESERVED, "", NULL},
};

static void explain(part_t *part, const uuid9562_t *uuid)
{
    size_t row = 0;

    while (strcmp(meaning_table[row].name, part->name) != 0)
        row++;
    part->role = meaning_table[row].role;
    if (meaning_table[row].meaning != NULL)
        strcpy(part->meaning, meaning_table[row].meaning);
    else
        meaning_table[row].mean(part->meaning, uuid, part);
}

/* ---- the parts ---- */

static void add_part(anatomy_t *anatomy, const part_t *part)
{
    if (part->width > 0)
        anatomy->parts[anatomy->count++] = *part;
}

static uint64_t power_of_two(unsigned exponent)
{
    return exponent == 0 ? 1 : 2 * power_of_two(exponent - 1);
}

/* The first bits of rand_a or rand_b are the fraction, as many as are left of it. */
static void add_divided(anatomy_t *anatomy, const part_t *part, uint64_t *fraction_bits)
{
    const unsigned width =
        (unsigned)(*fraction_bits < part->width ? *fraction_bits : part->width);
    const uint64_t unit = power_of_two(part->width - width);
    const part_t fraction = {.name = "fraction",
                             .first_bit = part->first_bit,
                             .width = width,
                             .value = part->value / unit};
    const part_t rest = {.name = part->name,
                         .first_bit = part->first_bit + width,
                         .width = part->width - width,
                         .value = part->value % unit};

    *fraction_bits -= width;
    add_part(anatomy, &fraction);
    add_part(anatomy, &rest);
}

void anatomy_of(anatomy_t *anatomy, const uuid9562_t *uuid, uint64_t fraction_bits)
{
    const uuid9562_field_t *field;
    uint64_t value;
    int64_t unix_ms;

    *anatomy = (anatomy_t){.kind = kind_of(uuid), .version = uuid9562_get_version(uuid)};
    uuid9562_to_string(anatomy->text, uuid);
    if (uuid9562_get_timestamp_ms(&unix_ms, uuid))
        write_time(anatomy->time, unix_ms);
    for (size_t i = 0; (field = uuid9562_field_at(&value, uuid, i)) != NULL; i++) {
        const part_t part = {.name = field->name,
                             .first_bit = field->first_bit,
                             .width = field->width,
                             .value = value};

        if (strncmp(field->name, "rand_", sizeof "rand_" - 1) == 0)
            add_divided(anatomy, &part, &fraction_bits);
        else
            add_part(anatomy, &part);
    }
    for (size_t i = 0; i < anatomy->count; i++)
        explain(&anatomy->parts[i], uuid);
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

void write_bits(char out[DIGIT_BITS + 1], char digit)
{
    static const char digits[] = "0123456789abcdef";
    size_t value = (size_t)(strchr(digits, digit) - digits);

    out[DIGIT_BITS] = '\0';
    for (size_t i = DIGIT_BITS; i > 0; value /= 2)
        out[--i] = value % 2 == 1 ? '1' : '0';
}
