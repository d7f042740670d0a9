/*
 * Counts the values of a column: the tests that a value passes decide its cells.
 */
#include "origins.h"

#include <string.h>

INTERNAL void origins_begin(column_t *column, int64_t now_ms)
{
    const uuid9562_format_t *format;

    memset(column, 0, sizeof *column);
    column->now_ms = now_ms;
    column->halves.smallest = INT64_MAX;
    column->halves.largest = INT64_MIN;
    for (size_t i = 0; (format = uuid9562_format_at(i)) != NULL; i++) {
        const uuid9562_format_info_t *info = uuid9562_format_info(format);

        if (info->writable && !info->binary && column->format_count < MAX_FORMATS)
            column->formats[column->format_count++] = format;
    }
}

/* ---- one value ---- */

/* The cells of the value. */
typedef struct noted {
    column_t *column;
    int *slots;
    int count;
    bool alike;       /* like a UUID */
    bool by_alphabet; /* only because its digits decode to one */
} noted_t;

static void hit(noted_t *noted, int slot)
{
    cell_t *cell = &noted->column->cells[slot];

    if (cell->count++ == 0)
        cell->first = noted->column->number;
    noted->slots[noted->count++] = slot;
}

INTERNAL int bytes_slot(subject_t subject, int stored, unsigned orders)
{
    return SLOT_BYTES + (int)subject * SUBJECT_CELLS + (stored << ORDER_COUNT) + (int)orders;
}

/* Of the keys of one millisecond the first counts, since a counter keeps its first bits. */
static void note_microseconds(column_t *column, const uuid9562_t *uuid, bool new_ms)
{
    const int after = (uuid->bytes[6] & 15) << 8 | uuid->bytes[7];

    column->micro[0] += new_ms;
    column->micro[1] += new_ms && after >= 500;
    column->micro[2] += after >= 1000;
}

/* Of all variants one in four is right; of all versions two in 16 are believed. Where the variant
 * is right as stored, half of the values have a version, and are not seen here. */
static void note_near(column_t *column, subject_t subject, const uuid9562_t *uuid)
{
    const bool has_variant = uuid9562_get_version(uuid) >= 0;

    column->near_version[subject][uuid->bytes[6] >> 4] += !has_variant;
    for (int i = 0; i < ORDER_COUNT; i++) {
        const order_fit_t fit = fit_order(uuid, ORIGIN_EF_CORE + i, column->now_ms);

        if (fit == FITS_VERSION)
            column->near_order[subject][i] += NEAR_UNITS / 3;
        else if (fit == FITS_VARIANT)
            column->near_order[subject][i] += NEAR_UNITS / 7 * (1 + has_variant);
    }
}

/* Returns: whether it has a version in some order, or a time */
static bool note_bytes(noted_t *noted, subject_t subject, const uuid9562_t *uuid)
{
    static const uuid9562_t nil = UUID9562_INIT_NIL, max = UUID9562_INIT_MAX;
    column_t *column = noted->column;
    const int version = uuid9562_get_version(uuid);
    const int stored = stored_kind(uuid, column->now_ms);
    const unsigned orders = orders_passed(uuid, column->now_ms);

    if (uuid9562_compare(uuid, &nil) == 0 || uuid9562_compare(uuid, &max) == 0) {
        hit(noted, (uuid->bytes[0] == 0 ? SLOT_NIL : SLOT_MAX) + (int)subject);
        return false;
    }
    hit(noted, bytes_slot(subject, stored, orders));
    for (origin_t order = ORIGIN_EF_CORE; order < ORIGIN_NO_VERSION; order++)
        if (has_bit(orders, (int)order - ORIGIN_EF_CORE))
            note_spread(&column->spread[subject][order - ORIGIN_EF_CORE], uuid, order);
    if (!is_defined_version(version) && orders == 0)
        note_near(column, subject, uuid);
    if ((version == 4 || uuid->bytes[7] >> 4 == 4) && is_comb(uuid, column->now_ms))
        hit(noted, SLOT_COMB + (int)subject);
    if (version == 4 || version == 7) {
        randomness_t *random = &column->random[version == 7];

        if (version == 7)
            note_microseconds(column, uuid,
                              random->distinct == 0 || memcmp(&random->last, uuid, 6) != 0);
        if (note_randomness(random, version == 7, uuid))
            hit(noted, SLOT_COUNTED + (version == 7));
    }
    return is_defined_version(version) || orders != 0;
}

static bool has_lower_case(const value_t *text)
{
    for (size_t i = 0; i < text->length; i++)
        if (text->bytes[i] >= 'a' && text->bytes[i] <= 'z')
            return true;
    return false;
}

/* Text that `any` reads: its format, and whether that format writes it so. */
static void note_implied(noted_t *noted, const value_t *text)
{
    int other_case = -1;

    for (int i = 0; i < noted->column->format_count; i++) {
        const uuid9562_format_t *format = noted->column->formats[i];
        uuid9562_t uuid;

        if (!is_implied(format) ||
            uuid9562_parse_as(&uuid, NULL, format, text->bytes, text->length) != UUID9562_OK)
            continue;
        if (is_written_by(format, &uuid, text->bytes, text->length)) {
            hit(noted, SLOT_FORMAT + 2 * i);
            return;
        }
        if (other_case < 0)
            other_case = SLOT_FORMAT + 2 * i + 1;
    }
    if (other_case < 0)
        return;
    hit(noted, other_case);
    noted->column->mixed_case += has_lower_case(text);
}

/* The cell of the texts that pass the same tests. */
static int find_text_cell(column_t *column, uint64_t passed)
{
    int i = 0;

    while (i < TEXT_CELLS - 1 && column->cells[SLOT_TEXT + i].count > 0 &&
           column->text_passed[i] != passed)
        i++;
    if (column->cells[SLOT_TEXT + i].count == 0)
        column->text_passed[i] = passed;
    if (column->text_passed[i] != passed) /* the last cell is shared */
        column->text_passed[i] = (uint64_t)MALFORMED_OTHER << PASSED_MALFORMED;
    return i;
}

static void note_malformed(noted_t *noted, const value_t *text, uuid9562_status_t status,
                           size_t offset)
{
    column_t *column = noted->column;
    const int fault = status == UUID9562_ERR_SHORT  ? MALFORMED_SHORT
                      : status == UUID9562_ERR_LONG ? MALFORMED_LONG
                                                    : MALFORMED_OTHER;
    const uint64_t passed = text_tests(column, text->bytes, text->length);

    hit(noted, SLOT_TEXT + find_text_cell(column, passed | (uint64_t)fault << PASSED_MALFORMED));
    noted->alike = (passed & ~test_of(ORIGIN_INSIDE)) != 0 ||
                   (fault == MALFORMED_LONG && offset == UUID9562_CANONICAL_LENGTH);
    noted->by_alphabet = passed != 0;
    for (origin_t around = ORIGIN_NSUNIQUEID; around <= ORIGIN_PREFIX; around++)
        noted->by_alphabet &= (passed & test_of(around)) == 0;
    for (int i = 0; i < column->format_count; i++) {
        uuid9562_t uuid;

        if (passed >> i & 1 && is_base64(column->formats[i]) &&
            uuid9562_parse_as(&uuid, NULL, column->formats[i], text->bytes, text->length) ==
                UUID9562_OK)
            note_bytes(noted, SUBJECT_BASE64, &uuid);
    }
}

static void note_text(noted_t *noted, const value_t *text)
{
    uuid9562_t uuid;
    size_t offset = 0;
    const uuid9562_status_t status = uuid9562_parse(&uuid, &offset, text->bytes, text->length);

    if (status == UUID9562_OK) {
        note_implied(noted, text);
        noted->alike =
            note_bytes(noted, SUBJECT_TEXT, &uuid) || text->length >= UUID9562_CANONICAL_LENGTH;
    } else if (is_bytes_as_text(noted->column, text->bytes, text->length)) {
        hit(noted, SLOT_TEXT_BYTES);
        noted->alike = true;
    } else {
        noted->column->texts_of_16 += text->length == sizeof uuid;
        note_malformed(noted, text, status, offset);
    }
}

static void note_blob(noted_t *noted, const value_t *blob)
{
    uuid9562_t uuid;
    int slot = SLOT_BLOB_OTHER;

    if (uuid9562_from_bytes(&uuid, NULL, blob->bytes, blob->length) == UUID9562_OK) {
        note_bytes(noted, SUBJECT_BLOB, &uuid);
        slot = SLOT_BLOB;
    } else if (blob->length > 0 &&
               uuid9562_parse(&uuid, NULL, blob->bytes, blob->length) == UUID9562_OK)
        slot = SLOT_BLOB_TEXT;
    else if (is_utf16_uuid(blob->bytes, blob->length))
        slot = SLOT_BLOB_UTF16;
    hit(noted, slot);
    noted->alike = slot != SLOT_BLOB_OTHER;
}

static void note_integer(noted_t *noted, int64_t integer)
{
    column_t *column = noted->column;
    integers_t *halves = &column->halves;

    hit(noted, SLOT_INTEGER);
    halves->versions[integer >> 12 & 15]++;
    halves->negative += integer < 0;
    halves->timed += integer > 0 && is_of_our_years(integer >> 16, column->now_ms);
    halves->mixed += (integer >> 10 & 1) != 0;
    halves->second += (uint64_t)integer >> 62 == 2;
    halves->smallest = integer < halves->smallest ? integer : halves->smallest;
    halves->largest = integer > halves->largest ? integer : halves->largest;
}

INTERNAL int origins_note(column_t *column, const value_t *value, int slots[NOTED_SLOTS])
{
    noted_t noted = {column, slots, 0, false, false};

    switch (value->type) {
    case VALUE_TEXT:
        note_text(&noted, value);
        break;
    case VALUE_UUID:
        noted.alike = note_bytes(&noted, SUBJECT_TEXT, (const uuid9562_t *)value->bytes);
        break;
    case VALUE_BYTES:
        note_blob(&noted, value);
        break;
    case VALUE_INTEGER:
        note_integer(&noted, value->integer);
        break;
    case VALUE_REAL:
        hit(&noted, value->real < 1e15 && value->real > -1e15 ? SLOT_REAL : SLOT_DIGITS_TO_REAL);
        break;
    default:
        hit(&noted, SLOT_NULL);
    }
    column->number++;
    column->alike += noted.alike;
    column->certain += noted.alike && !noted.by_alphabet;
    return noted.count;
}
