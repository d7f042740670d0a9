/*
 * The table of hypotheses. Beside a least number stands the chance that it follows from, once per
 * value; a number without one needs no more than the value's own shape.
 */
#include "origins.h"

#include <stdio.h>

/* clang-format off */
static const hypothesis_t hypotheses[ORIGIN_COUNT] = {
    [ORIGIN_NULL] = {"null", LEVEL_FACT, 1, NULL},
    [ORIGIN_INTEGER] = {"integer", LEVEL_FAULT, 1, "not a UUID"},
    [ORIGIN_FIRST_HALF] = {"first half of a uuid", LEVEL_FAULT, 12, /* 1/16 */
        "the first 8 bytes of version %d; the others are in another column"},
    [ORIGIN_SECOND_HALF] = {"second half of a uuid", LEVEL_FAULT, 16, /* 1/4 */
        "the last 8 bytes, with the variant on top; the others are in another column"},
    [ORIGIN_REAL] = {"real", LEVEL_FAULT, 1, "not a UUID"},
    [ORIGIN_DIGITS_TO_REAL] = {"digits turned real", LEVEL_FAULT, 1,
        "a REAL keeps at most 17 of 32 digits: nothing brings them back but a backup or a"
        " reference"},
    [ORIGIN_BLOB] = {"blob of 16 bytes", LEVEL_FACT, 1, NULL},
    [ORIGIN_BLOB_TEXT] = {"blob of text", LEVEL_FAULT, 1, "text stored as BLOB"},
    [ORIGIN_BLOB_UTF16] = {"blob of utf-16 text", LEVEL_FAULT, 1, "UTF-16 text stored as BLOB"},
    [ORIGIN_BLOB_OTHER] = {"blob of another length", LEVEL_FAULT, 1,
        "not a UUID: a UUID has 16 bytes"},
    [ORIGIN_TEXT_BYTES] = {"text of 16 bytes", LEVEL_FAULT, 1,
        "bytes bound as TEXT, as PHP and Perl do"},
    [ORIGIN_FORMAT] = {"text %s", LEVEL_FACT,
        12 /* 1/8: a version; ULIDs 4, 1/500: a time */, NULL},
    [ORIGIN_FORMAT_OTHER_CASE] = {"text %s in another case", LEVEL_FACT, 12, NULL},
    [ORIGIN_NSUNIQUEID] = {"text nsuniqueid", LEVEL_FAULT, 1,
        "389 Directory Server's nsUniqueId: a version 1 with its hyphens elsewhere"},
    [ORIGIN_WHITE_SPACE] = {"text in white space", LEVEL_FAULT, 1, "white space around a UUID"},
    [ORIGIN_QUOTED] = {"text in quotes", LEVEL_FAULT, 1, "quotes around a UUID"},
    [ORIGIN_PREFIX] = {"text with a prefix", LEVEL_FACT, 1, "characters before a UUID"},
    [ORIGIN_SHORTUUID] = {"text shortuuid", LEVEL_FACT, 12, /* 1/8 */
        "digits of PyPI's shortuuid, which base58 reads as other UUIDs: decode them with it"},
    [ORIGIN_FLICKR58] = {"text flickr58", LEVEL_FACT, 12, /* 1/8 */
        "digits of Flickr's base58, as npm's short-uuid writes; the format base58 reads other"
        " UUIDs: decode them with it"},
    [ORIGIN_INSIDE] = {"uuid inside text", LEVEL_FACT, 1,
        "a UUID in a longer text, such as a URL, a list or JSON: not a key"},
    [ORIGIN_MALFORMED] = {"text malformed", LEVEL_FAULT, 1, NULL},
    [ORIGIN_SAME_UUID] = {"same uuid, other value", LEVEL_FAULT, 1,
        "= and UNIQUE see several values"},
    [ORIGIN_NO_PARENT] = {"no parent as stored", LEVEL_FAULT, 1, NULL},
    [ORIGIN_COLLATION] = {"other collation than parent", LEVEL_WARNING, 1, NULL},
    [ORIGIN_EF_CORE] = {"%s of ef core guids", LEVEL_FACT, 4, /* 1/15,000 */
        "EF Core's SequentialGuidValueGenerator: GUIDs that end in a time, without a variant"},
    [ORIGIN_ULIDS] = {"%s of ulids", LEVEL_FACT, 4, /* 1/500: a time of 2010 to tomorrow */
        "the first 6 bytes are milliseconds, as in a ULID, and there is no version"},
    [ORIGIN_MYSQL_ORDER] = {"%s in mysql order", LEVEL_FAULT, 6, /* 1/8,000 */
        "version 1 in the byte order of UUID_TO_BIN(.., 1)"},
    [ORIGIN_GUID_ORDER] = {"%s in guid order", LEVEL_FAULT, 8, /* 1/32 */
        "a version in GUID byte order, as .NET, SQL Server and Active Directory write it"},
    [ORIGIN_HALVES_ORDER] = {"%s in halves order", LEVEL_FAULT, 16, /* 1/32; after a time 1/4 */
        "a version with each half reversed, as MongoDB's Java driver and ClickHouse write it"},
    [ORIGIN_NO_VERSION] = {"%s without a version", LEVEL_FACT, 16, /* fewer show no order */
        "random bytes, a digest or a key: which, cannot be told; no version, and no time"},
    [ORIGIN_COMBS] = {"%s of combs", LEVEL_FACT, 4, /* 1/1,100 */
        "the last 6 bytes are a time, as NHibernate's guid.comb writes it"},
    [ORIGIN_SECONDS] = {"version 7 of early 1970", LEVEL_FAULT, 1,
        "seconds were taken for milliseconds"},
    [ORIGIN_SECONDS_36] = {"version 7 of 36-bit seconds", LEVEL_FAULT, 5, /* 1/129 */
        "36 bits of seconds, as an early draft and PyPI's uuid7 have them"},
    [ORIGIN_FUTURE] = {"version 7 of the future", LEVEL_WARNING, 1,
        "later than tomorrow: no key of now is greater, and no reader of the newest sees one"},
    [ORIGIN_MICROSECONDS] = {"version 7 with decimal microseconds", LEVEL_FACT,
        32, /* milliseconds; 1/4, or 1/2 of a counter that begins below 2048, as CPython's */
        "after the millisecond stand 0 to 999 microseconds, as MariaDB, Boost and Elixir write"
        " them, not a binary fraction"},
    [ORIGIN_FIXED] = {"version %d with fixed bits", LEVEL_WARNING, 100, /* randomness.c */
        "%d random bits, %d in the first half, are the same in all: keys are easier to guess and"
        " may repeat"},
    [ORIGIN_COUNTED] = {"version %d that counts up", LEVEL_WARNING, 100,
        "the last 8 bytes are those of the previous key plus a small number, so a key reveals the"
        " next"},
    [ORIGIN_NIL] = {"nil", LEVEL_WARNING, 1, "means the absence of a UUID"},
    [ORIGIN_MAX] = {"max", LEVEL_FACT, 1, NULL},
    [ORIGIN_VERSION] = {"version %d", LEVEL_FACT, 1, NULL},
    [ORIGIN_VARIANT] = {"variant %s", LEVEL_WARNING, 1,
        "not of RFC 9562: an old GUID, or not a UUID"},
};
/* clang-format on */

INTERNAL const char *level_name(level_t level)
{
    static const char *const names[] = {
        [LEVEL_FACT] = "fact", [LEVEL_WARNING] = "warning", [LEVEL_FAULT] = "fault"};

    return names[level];
}

INTERNAL const hypothesis_t *hypothesis(origin_t origin)
{
    return &hypotheses[origin];
}

INTERNAL void origins_name(char out[MAX_NAME], const column_t *column, const finding_t *finding)
{
    static const char *const subjects[SUBJECT_COUNT] = {"blob", "text", "base64"};
    const char *name = hypotheses[finding->origin].name;

    switch (finding->origin) {
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        snprintf(out, MAX_NAME, name, uuid9562_format_info(column->formats[finding->detail])->name);
        break;
    case ORIGIN_VARIANT:
        snprintf(out, MAX_NAME, name, uuid9562_variant_name((uuid9562_variant_t)finding->detail));
        break;
    case ORIGIN_FIXED:
    case ORIGIN_COUNTED:
    case ORIGIN_VERSION:
        snprintf(out, MAX_NAME, name, finding->detail);
        break;
    default:
        snprintf(out, MAX_NAME, name, subjects[finding->subject]);
    }
}

INTERNAL void origins_sentence(char out[MAX_SENTENCE], const column_t *column,
                               const finding_t *finding)
{
    const char *sentence = hypotheses[finding->origin].sentence;
    const int *fixed = column->fixed[finding->detail == 7];

    if (finding->origin == ORIGIN_FIXED)
        snprintf(out, MAX_SENTENCE, sentence, fixed[0] + fixed[1], fixed[0]);
    else
        snprintf(out, MAX_SENTENCE, sentence != NULL ? sentence : "", finding->detail);
}

INTERNAL void origins_maybe(char out[MAX_SENTENCE], const column_t *column,
                            const finding_t *finding)
{
    const finding_t maybe = {
        .origin = finding->maybe, .subject = finding->subject, .detail = finding->maybe_detail};
    const bool is_format = finding->maybe == ORIGIN_FORMAT;
    char name[MAX_NAME];

    out[0] = '\0';
    if (finding->maybe == ORIGIN_COUNT)
        return;
    origins_name(name, column, &maybe);
    snprintf(out, MAX_SENTENCE, "perhaps %s: %d such values would tell", name,
             is_format && is_ulid(column->formats[finding->maybe_detail])
                 ? (int)LEAST_ULIDS
                 : hypotheses[finding->maybe].least);
}
