/* Counts the findings of a column (findings.h). */
#include "findings.h"

#include <string.h>

enum { MIN_TO_SUSPECT = 4, MIN_DISTINCT = 100, TIME_BYTES = 6 };

INTERNAL int count_kinds(const findings_t *findings)
{
    return VALUE_KIND_COUNT + FORMAT_KIND_COUNT * findings->formats->count + UUID_KIND_COUNT;
}

static finding_t *value_finding(const findings_t *findings, int kind)
{
    return &findings->kinds[kind];
}

INTERNAL finding_t *format_finding(const findings_t *findings, int format, int kind)
{
    return &findings->kinds[VALUE_KIND_COUNT + FORMAT_KIND_COUNT * format + kind];
}

INTERNAL finding_t *uuid_finding(const findings_t *findings, int kind)
{
    return format_finding(findings, findings->formats->count, kind);
}

INTERNAL int findings_new(findings_t *findings, const formats_t *formats)
{
    size_t size;

    *findings = (findings_t){.formats = formats};
    size = (size_t)count_kinds(findings) * sizeof *findings->kinds;
    findings->kinds = sqlite3_malloc64(size);
    if (findings->kinds == NULL)
        return SQLITE_NOMEM;
    memset(findings->kinds, 0, size);
    return SQLITE_OK;
}

INTERNAL void findings_free(findings_t *findings)
{
    if (findings->kinds != NULL)
        for (int i = 0; i < count_kinds(findings); i++) {
            sqlite3_free(findings->kinds[i].example);
            sqlite3_free(findings->kinds[i].problem);
        }
    sqlite3_free(findings->kinds);
    for (int i = 0; i < 2; i++)
        sqlite3_free(findings->orders[i].example);
}

/* ---- one value ---- */

static bool is_of_seconds(const uuid9562_t *uuid)
{
    static const int64_t earliest = 100000000, latest = UINT32_MAX;
    int64_t unix_ms;

    return uuid9562_get_version(uuid) == 7 && uuid9562_get_timestamp_ms(&unix_ms, uuid) &&
           unix_ms >= earliest && unix_ms <= latest;
}

/* Keeps the first example. */
static int note_example(char **example, const stored_t *stored)
{
    if (*example == NULL)
        *example = stored_literal(stored);
    return *example != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int note(finding_t *finding, const stored_t *stored)
{
    finding->count++;
    return note_example(&finding->example, stored);
}

static int note_randomness(findings_t *findings, const uuid9562_t *uuid, const stored_t *stored)
{
    const bool timed = uuid9562_get_version(uuid) == 7;
    randomness_t *random = &findings->random[timed];
    const uuid9562_t last = random->distinct > 0 ? random->last : *uuid;
    uint32_t hash = 2166136261;

    if (!timed && uuid9562_get_version(uuid) != 4)
        return SQLITE_OK;
    for (size_t i = 0; i < sizeof uuid->bytes; i++) {
        random->differing[i] |= uuid->bytes[i] ^ last.bytes[i];
        if (!timed || i < TIME_BYTES)
            hash = (hash ^ uuid->bytes[i]) * 16777619;
    }
    random->distinct += !random->seen[hash % DISTINCT_SLOTS];
    random->seen[hash % DISTINCT_SLOTS] = true;
    random->last = *uuid;
    if (!timed || memcmp(&last, uuid, TIME_BYTES) == 0) {
        random->pairs++;
        if (memcmp(last.bytes + 8, uuid->bytes + 8, 6) == 0 &&
            memcmp(last.bytes + 14, uuid->bytes + 14, 2) < 0)
            return note(uuid_finding(findings, UUID_COUNTED + timed), stored);
    }
    return note_example(&uuid_finding(findings, UUID_FIXED + timed)->example, stored);
}

static int note_uuid(findings_t *findings, const uuid9562_t *uuid, const stored_t *stored)
{
    static const uuid9562_t nil = UUID9562_INIT_NIL, max = UUID9562_INIT_MAX;
    order_t *order = &findings->orders[stored->type == SQLITE_TEXT];
    const int version = uuid9562_get_version(uuid);
    int rc;

    if (uuid9562_compare(uuid, &nil) == 0)
        return note(uuid_finding(findings, UUID_NIL), stored);
    if (uuid9562_compare(uuid, &max) == 0)
        return note(uuid_finding(findings, UUID_MAX), stored);
    rc = note(uuid_finding(findings, version >= 0 ? UUID_VERSION + version
                                                  : UUID_VARIANT + (int)uuid9562_get_variant(uuid)),
              stored);
    if (rc == SQLITE_OK && is_of_seconds(uuid))
        rc = note(uuid_finding(findings, UUID_SECONDS), stored);
    if (rc == SQLITE_OK && !has_version(uuid))
        rc = note_example(&order->example, stored);
    order->all++;
    order->as_stored += has_version(uuid);
    order->as_guid += has_version_as_guid(uuid);
    order->as_mysql += has_version_as_mysql(findings->formats, uuid);
    return rc == SQLITE_OK ? note_randomness(findings, uuid, stored) : rc;
}

/* For text that `any` reads: its format, and whether that format writes it so. */
static int note_implied(findings_t *findings, const stored_t *text)
{
    finding_t *other_case = NULL;
    uuid9562_t uuid;

    for (int i = 0; i < findings->formats->count; i++) {
        const uuid9562_format_t *format = findings->formats->text[i];

        if (!uuid9562_format_info(format)->implied ||
            uuid9562_parse_as(&uuid, NULL, format, text->bytes, text->length) != UUID9562_OK)
            continue;
        if (is_written_by(format, &uuid, text))
            return note(format_finding(findings, i, FORMAT_AS_WRITTEN), text);
        if (other_case == NULL)
            other_case = format_finding(findings, i, FORMAT_OTHER_CASE);
    }
    return other_case != NULL ? note(other_case, text) : SQLITE_OK;
}

static int note_invalid(finding_t *finding, const stored_t *text, uuid9562_status_t status,
                        size_t offset)
{
    char problem[UUID9562_DESCRIPTION_MAX];

    if (finding->problem == NULL) {
        uuid9562_describe(problem, status, offset, text->bytes, text->length);
        finding->problem = sqlite3_mprintf("%s", problem);
    }
    return finding->problem != NULL ? note(finding, text) : SQLITE_NOMEM;
}

static int note_malformed(findings_t *findings, const stored_t *text, uuid9562_status_t status,
                          size_t offset)
{
    const int kind = status == UUID9562_ERR_SHORT  ? MALFORMED_SHORT
                     : status == UUID9562_ERR_LONG ? MALFORMED_LONG
                                                   : MALFORMED_OTHER;
    int rc = note_invalid(uuid_finding(findings, UUID_MALFORMED + kind), text, status, offset);

    for (int i = 0; rc == SQLITE_OK && i < findings->formats->count; i++) {
        uuid9562_t uuid;

        if (text_format(findings->formats, i)->implied)
            continue;
        if (text->length > UUID9562_TYPEID_MAX || !could_be_in(findings->formats, i, &uuid, text))
            rc = note_invalid(format_finding(findings, i, FORMAT_REST + kind), text, status,
                              offset);
        else if (is_written_by(findings->formats->text[i], &uuid, text))
            rc = note(format_finding(findings, i, FORMAT_AS_WRITTEN), text);
        else
            rc = note(format_finding(findings, i, FORMAT_OTHER_CASE), text);
    }
    return rc;
}

static int note_text(findings_t *findings, const stored_t *text)
{
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status = uuid9562_parse(&uuid, &offset, text->bytes, text->length);
    int rc;

    if (status != UUID9562_OK)
        return note_malformed(findings, text, status, offset);
    rc = note_implied(findings, text);
    return rc == SQLITE_OK ? note_uuid(findings, &uuid, text) : rc;
}

static int note_blob(findings_t *findings, const stored_t *blob)
{
    uuid9562_t uuid;
    int rc;

    if (uuid9562_from_bytes(&uuid, NULL, blob->bytes, blob->length) == UUID9562_OK) {
        rc = note(value_finding(findings, VALUE_BLOB), blob);
        return rc == SQLITE_OK ? note_uuid(findings, &uuid, blob) : rc;
    }
    if (blob->length > 0 && uuid9562_parse(&uuid, NULL, blob->bytes, blob->length) == UUID9562_OK)
        return note(value_finding(findings, VALUE_BLOB_TEXT), blob);
    return note(value_finding(findings, VALUE_BLOB_OTHER), blob);
}

INTERNAL int note_value(findings_t *findings, const stored_t *stored)
{
    value_finding(findings, VALUE_DECLARED)->count++;
    switch (stored->type) {
    case SQLITE_TEXT:
        return note_text(findings, stored);
    case SQLITE_BLOB:
        return note_blob(findings, stored);
    case SQLITE_INTEGER:
        findings->has_negative |= stored->integer < 0;
        return note(value_finding(findings, VALUE_INTEGER), stored);
    case SQLITE_FLOAT:
        return note(value_finding(findings, VALUE_REAL), stored);
    default:
        value_finding(findings, VALUE_NULL)->count++;
        return SQLITE_OK;
    }
}

/* ---- all values ---- */

static bool is_implied(const findings_t *findings, int format)
{
    return text_format(findings->formats, format)->implied;
}

/* The number of texts that `any` does not read and that could have this format. */
static int64_t count_in_format(const findings_t *findings, int format)
{
    return is_implied(findings, format)
               ? 0
               : format_finding(findings, format, FORMAT_AS_WRITTEN)->count +
                     format_finding(findings, format, FORMAT_OTHER_CASE)->count;
}

/* Of two formats that as many texts could have: the one that writes more of them so, and then the
 * one that found a version in each, which other text has only by chance. */
static bool is_likelier(const findings_t *findings, int format, int other)
{
    const int64_t written = format_finding(findings, format, FORMAT_AS_WRITTEN)->count;
    const int64_t by_other = format_finding(findings, other, FORMAT_AS_WRITTEN)->count;

    return written > by_other ||
           (written == by_other && needs_no_version(findings->formats, other));
}

static int64_t count_malformed(const findings_t *findings)
{
    int64_t count = 0;

    for (int i = 0; i < MALFORMED_COUNT; i++)
        count += uuid_finding(findings, UUID_MALFORMED + i)->count;
    return count;
}

/* The format of more than half of them; -1 if there is none. */
static int find_main_format(const findings_t *findings)
{
    int main_format = -1;

    for (int i = 0; i < findings->formats->count; i++) {
        const int64_t count = count_in_format(findings, i);

        if (2 * count <= count_malformed(findings))
            continue;
        if (main_format < 0 || count > count_in_format(findings, main_format) ||
            (count == count_in_format(findings, main_format) &&
             is_likelier(findings, i, main_format)))
            main_format = i;
    }
    return main_format;
}

/* Keeps the main format; other text is malformed. */
static void settle_formats(findings_t *findings)
{
    const int main_format = find_main_format(findings);

    for (int i = 0; main_format >= 0 && i < MALFORMED_COUNT; i++)
        uuid_finding(findings, UUID_MALFORMED + i)->count = 0;
    for (int i = 0; i < findings->formats->count; i++)
        if (!is_implied(findings, i) && i != main_format)
            for (int kind = 0; kind < FORMAT_KIND_COUNT; kind++)
                format_finding(findings, i, kind)->count = 0;
}

static void settle_orders(findings_t *findings)
{
    for (int i = 0; i < 2; i++) {
        order_t *order = &findings->orders[i];
        const bool mysql = order->as_mysql == order->all, guid = order->as_guid == order->all;
        finding_t *finding =
            uuid_finding(findings, (mysql ? UUID_ORDER_MYSQL : UUID_ORDER_GUID) + i);

        if (order->all < MIN_TO_SUSPECT || order->as_stored == order->all || (!mysql && !guid))
            continue;
        finding->count = order->all;
        finding->example = order->example;
        order->example = NULL;
    }
}

static void settle_randomness(findings_t *findings)
{
    static const uint8_t fields[16] = {[6] = 0xF0, [8] = 0xC0}; /* version and variant */
    const order_t *orders = findings->orders;
    const bool has_versions = 4 * (orders[0].as_stored + orders[1].as_stored) >=
                              3 * (orders[0].all + orders[1].all);

    for (int timed = 0; timed < 2; timed++) {
        randomness_t *random = &findings->random[timed];
        finding_t *counted = uuid_finding(findings, UUID_COUNTED + timed);

        for (int i = timed ? 10 : 0; i < 16; i++)
            random->fixed[i / 8] += 8 - __builtin_popcount(random->differing[i] | fields[i]);
        if (has_versions && random->distinct >= MIN_DISTINCT &&
            random->fixed[0] + random->fixed[1] > 0)
            uuid_finding(findings, UUID_FIXED + timed)->count =
                uuid_finding(findings, UUID_VERSION + (timed ? 7 : 4))->count;
        if (!has_versions || random->pairs < MIN_DISTINCT || 2 * counted->count <= random->pairs)
            counted->count = 0;
    }
}

INTERNAL void settle_findings(findings_t *findings)
{
    settle_formats(findings);
    settle_orders(findings);
    settle_randomness(findings);
}

INTERNAL bool may_repeat(const findings_t *findings)
{
    int ways = value_finding(findings, VALUE_BLOB)->count > 0;

    for (int i = 0; i < findings->formats->count; i++)
        if (is_implied(findings, i)) {
            ways += format_finding(findings, i, FORMAT_AS_WRITTEN)->count > 0;
            ways += format_finding(findings, i, FORMAT_OTHER_CASE)->count > 0 ? 2 : 0;
        }
    return ways > 1;
}
