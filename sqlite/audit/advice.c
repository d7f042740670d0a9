/* The advice on each finding (advice.h). */
#include "advice.h"

#include <string.h>

/* Writes "all are", "most are" or, for example, "3 of 103 are", which counts values that are not
 * NULL. Any advice about a whole column begins so. */
static void append_share(sqlite3_str *out, const audited_t *column, int64_t count)
{
    const int64_t all = count_stored(column->values);

    if (2 * count > all)
        sqlite3_str_appendf(out, "%s are ", count == all ? "all" : "most");
    else
        sqlite3_str_appendf(out, "%lld of %lld are ", count, all);
}

static void advise_storage(sqlite3_str *out, const audited_t *column)
{
    const bool is_text = is_for_text(column);

    if (column->parent_target != NULL && !column->is_strict)
        sqlite3_str_appendf(out, "\"%w\".\"%w\" is ", column->parent_table, column->parent_key);
    else if (is_declared_for_one(column))
        sqlite3_str_appendall(out, "the column is declared for ");
    else
        append_share(out, column, count_storage(column->values, is_text));
    sqlite3_str_appendall(out, is_text ? "TEXT" : "BLOB");
}

/* For texts that are UUIDs; `format` is empty if no format writes them like this. */
static void advise_text(sqlite3_str *out, const audited_t *column, const char *format,
                        int64_t count)
{
    static const char declared_for_digits[] = "the column is declared for 32 digits";
    const char *chosen = choose_target(column);

    if (strcmp(format, chosen) != 0) {
        if (is_declared_for_digits(column))
            sqlite3_str_appendall(out, declared_for_digits);
        else
            sqlite3_str_appendf(out, "= and UNIQUE distinguish it from %s text", chosen);
        return;
    }
    if (strcmp(format, "canonical") == 0)
        return;
    if (is_declared_for_digits(column))
        sqlite3_str_appendall(out, declared_for_digits);
    else {
        append_share(out, column, count);
        sqlite3_str_appendall(out, "in this format");
    }
    sqlite3_str_appendall(out, "; compare with ");
    append_convert(out, chosen, false);
    sqlite3_str_appendall(out, "X");
    append_convert(out, chosen, true);
}

static void advise_format(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    const uuid9562_format_t *format = column->values->formats[finding->detail];
    const char *name = uuid9562_format_info(format)->name;

    if (!is_implied(format))
        sqlite3_str_appendf(out, "only uuid_parse reads it: uuid_parse(\"%w\", '%s')", column->name,
                            name);
    else if (!is_for_text(column))
        advise_storage(out, column);
    else if (is_uniform(column, finding))
        sqlite3_str_appendf(out, "compare with upper(uuid_format(X, '%s'))", name);
    else if (!is_equal_anyway(column, finding))
        advise_text(out, column, finding->origin == ORIGIN_FORMAT ? name : "", finding->count);
}

/* Whether UUIDs of this version, compared as version 7, are spread evenly over the years 1970 to
 * 10889. A single UUID of version 7 is enough: its presence suggests time-range queries. */
static bool spoils_ranges(const column_t *values, int version)
{
    bool has_version_7 = false;

    for (int i = 0; i < values->finding_count; i++)
        has_version_7 |=
            values->findings[i].origin == ORIGIN_VERSION && values->findings[i].detail == 7;
    return has_version_7 && (version == 1 || version == 3 || version == 4 || version == 5);
}

static void advise_by_table(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    char sentence[MAX_SENTENCE];

    origins_sentence(sentence, column->values, finding);
    sqlite3_str_appendall(out, sentence);
}

/* An INTEGER that may have been 32 digits, or the first 16 of them. */
static void advise_digits(sqlite3_str *out, const audited_t *column)
{
    const integers_t *halves = &column->values->halves;

    if (!is_numeric(column) || column->values->alike == 0 || halves->smallest < 0)
        return;
    if (halves->largest < 10000000000000)
        sqlite3_str_appendf(out, "; if it was 32 digits: printf('%%032d', \"%w\")", column->name);
    else
        sqlite3_str_appendall(out, "; if it was digits, half of them are lost");
}

static void advise_mixture(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    if (is_doubtful(column->values, finding))
        sqlite3_str_appendall(out, "; part other kinds from them first: some pass by chance");
    else if (column->values->honest[finding->subject] != 0)
        sqlite3_str_appendall(out, "; some values have a version in both orders, and stay");
}

/* How to read what stands behind a prefix that belongs to the value. */
static void advise_prefix(sqlite3_str *out, const audited_t *column)
{
    const column_t *values = column->values;

    if (values->prefix_count > 1)
        sqlite3_str_appendf(out, "%d prefixes%s before UUIDs", values->prefix_count,
                            values->prefix_count == MAX_PREFIXES ? " or more" : "");
    else if (is_hex_prefix(values))
        sqlite3_str_appendf(out, "%s before the digits, as in a dump", values->prefixes[0]);
    else
        sqlite3_str_appendf(out, "'%q' before each: uuid_str(substr(\"%w\", %d))",
                            values->prefixes[0], column->name,
                            (int)strlen(values->prefixes[0]) + 1);
}

static void advise_maybe(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    char maybe[MAX_SENTENCE];

    origins_maybe(maybe, column->values, finding);
    if (maybe[0] != '\0')
        sqlite3_str_appendf(out, "%s%s", sqlite3_str_length(out) > 0 ? "; " : "", maybe);
}

INTERNAL void advise(sqlite3_str *out, const audited_t *column, const finding_t *finding)
{
    switch (finding->origin) {
    case ORIGIN_NULL:
        if (column->is_key)
            sqlite3_str_appendall(out, "a PRIMARY KEY accepts NULL unless it is NOT NULL or the"
                                       " table is STRICT or WITHOUT ROWID");
        break;
    case ORIGIN_INTEGER:
        advise_by_table(out, column, finding);
        advise_digits(out, column);
        break;
    case ORIGIN_FIRST_HALF:
    case ORIGIN_SECOND_HALF:
        advise_by_table(out, column, finding);
        if (column->other_half == NULL)
            sqlite3_str_appendall(out, ", or lost: uuid_blob(printf('%016x%016x', FIRST, SECOND))");
        break;
    case ORIGIN_DIGITS_TO_REAL:
        advise_by_table(out, column, finding);
        sqlite3_str_appendf(out, ", the text X where CAST(X AS REAL) = \"%w\"", column->name);
        break;
    case ORIGIN_BLOB:
        if (is_for_text(column))
            advise_storage(out, column);
        else
            sqlite3_str_appendall(out, "compare with a _blob function, such as uuid_blob(X): a"
                                       " BLOB is greater than any TEXT");
        break;
    case ORIGIN_FORMAT:
    case ORIGIN_FORMAT_OTHER_CASE:
        advise_format(out, column, finding);
        break;
    case ORIGIN_MALFORMED:
        sqlite3_str_appendall(out, column->examples[finding->slot].problem);
        break;
    case ORIGIN_NO_PARENT:
        sqlite3_str_appendf(out, "equal as a UUID to a key of \"%w\".\"%w\", but not as stored",
                            column->parent_table, column->parent_key);
        if (column->is_strict)
            sqlite3_str_appendall(out, "; the table is STRICT: declare both alike");
        break;
    case ORIGIN_COLLATION:
        sqlite3_str_appendf(out,
                            "\"%w\".\"%w\" compares otherwise: a join depends on which side"
                            " of = is which",
                            column->parent_table, column->parent_key);
        break;
    case ORIGIN_PREFIX:
        advise_prefix(out, column);
        break;
    case ORIGIN_MYSQL_ORDER:
    case ORIGIN_GUID_ORDER:
    case ORIGIN_HALVES_ORDER:
        advise_by_table(out, column, finding);
        advise_mixture(out, column, finding);
        break;
    case ORIGIN_ULIDS:
        advise_by_table(out, column, finding);
        sqlite3_str_appendall(out, "; a range begins with substr(uuid7_min_blob(TIME), 1, 6)");
        break;
    case ORIGIN_NIL:
        advise_by_table(out, column, finding);
        sqlite3_str_appendall(out, "; in SQL use NULL");
        break;
    case ORIGIN_VERSION:
        if (!is_defined_version(finding->detail))
            sqlite3_str_appendall(out, "RFC 9562 defines no such version");
        else if (spoils_ranges(column->values, finding->detail))
            sqlite3_str_appendf(out,
                                "an open-ended version 7 range also matches such UUIDs; index a"
                                " time column, or add: uuid_version(\"%w\") = 7",
                                column->name);
        break;
    default:
        advise_by_table(out, column, finding);
    }
    advise_maybe(out, column, finding);
}
