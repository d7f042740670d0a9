/*
 * UUIDs in a text of any kind, as rows of a table, and the summary of `uuid9562 inspect --summary`
 * over them.
 */
#include <ctype.h>
#include <emscripten.h>
#include <stdarg.h>
#include <string.h>

#include "../../../cli/output.h"
#include "../../../cli/view/summary.h"
#include "sqlite3.h"

/* ---- rows ---- */

/* The place in a text that comes in parts. */
static struct {
    sqlite3_int64 line; /* from 1 */
    int in_line;        /* UUIDs before the place */
    sqlite3_stmt *insert;
    int code; /* of SQLite: the first failure */
} at;

typedef struct text {
    const char *bytes;
    size_t length;
} text_t;

static void add_row(int nth, text_t text, const uuid9562_t *uuid, const char *format,
                    const char *problem)
{
    if (at.code != SQLITE_OK)
        return;
    sqlite3_bind_int64(at.insert, 1, at.line);
    sqlite3_bind_int(at.insert, 2, nth);
    sqlite3_bind_text(at.insert, 3, text.bytes, (int)text.length, SQLITE_STATIC);
    sqlite3_bind_blob(at.insert, 4, uuid, sizeof *uuid, SQLITE_STATIC);
    sqlite3_bind_text(at.insert, 5, format, -1, SQLITE_STATIC);
    sqlite3_bind_text(at.insert, 6, problem, -1, SQLITE_STATIC);
    sqlite3_step(at.insert);
    at.code = sqlite3_reset(at.insert);
}

/* ---- words ---- */

static bool is_alphanumeric(char c)
{
    return isalnum((unsigned char)c) != 0;
}

static bool is_of_word(char c)
{
    return is_alphanumeric(c) || c == '_' || c == '-';
}

/* The next word of a text from *from on, which then is its end; an empty one is past the last. */
static text_t next_word(text_t text, size_t *from)
{
    text_t word;

    while (*from < text.length && !is_of_word(text.bytes[*from]))
        ++*from;
    word.bytes = text.bytes + *from;
    while (*from < text.length && is_of_word(text.bytes[*from]))
        ++*from;
    word.length = (size_t)(text.bytes + *from - word.bytes);
    return word;
}

/* 0 for a UUID without a version, 2 for one with a time of 1980 to 2100, and 1 for others. */
static int likelihood(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);
    int64_t unix_ms;

    if (version < 1 || version > 8)
        return 0;
    return uuid9562_get_timestamp_ms(&unix_ms, uuid) && unix_ms >= 315532800000 &&
                   unix_ms < 4102444800000
               ? 2
               : 1;
}

/* Reads a text in the likeliest format. As some letters and digits are a number in several bases,
 * all formats but `any` need a digit and a version.
 * Returns: the name of the format, or NULL */
static const char *read_text(uuid9562_t *out, text_t text)
{
    enum { SHORTEST = 20 };
    const char *name = NULL;
    const uuid9562_format_t *format;
    size_t digits = 0;

    if (text.length < SHORTEST || text.length > UUID9562_TYPEID_MAX)
        return NULL;
    if (uuid9562_parse(out, NULL, text.bytes, text.length) == UUID9562_OK)
        return "any";
    for (size_t i = 0; i < text.length; i++)
        digits += text.bytes[i] >= '0' && text.bytes[i] <= '9';
    for (size_t i = 0; digits > 0 && (format = uuid9562_format_at(i)) != NULL; i++) {
        uuid9562_t uuid;

        if (!uuid9562_format_info(format)->binary &&
            uuid9562_parse_as(&uuid, NULL, format, text.bytes, text.length) == UUID9562_OK &&
            likelihood(&uuid) > (name != NULL ? likelihood(out) : 0)) {
            name = uuid9562_format_info(format)->name;
            *out = uuid;
        }
    }
    return name;
}

/* Adds the UUIDs with hyphens in a word, or else the word if it is one. */
static void add_word(text_t word)
{
    enum { LENGTH = UUID9562_CANONICAL_LENGTH };
    const int before = at.in_line;
    const char *format;
    uuid9562_t uuid;

    for (size_t i = 0; i + LENGTH <= word.length; i++) {
        const text_t here = {word.bytes + i, LENGTH};

        if (here.bytes[8] == '-' && (i == 0 || !is_alphanumeric(here.bytes[-1])) &&
            (i + LENGTH == word.length || !is_alphanumeric(here.bytes[LENGTH])) &&
            uuid9562_parse(&uuid, NULL, here.bytes, LENGTH) == UUID9562_OK) {
            add_row(++at.in_line, here, &uuid, "any", NULL);
            i += LENGTH - 1;
        }
    }
    if (at.in_line == before && (format = read_text(&uuid, word)) != NULL)
        add_row(++at.in_line, word, &uuid, format, NULL);
}

/* ---- lines ---- */

/* Adds a line without a UUID, or its word that begins most like one with the library's message. */
static void add_problem(text_t line)
{
    enum { SHOWN = 200, LEAST = 8 };
    char problem[UUID9562_DESCRIPTION_MAX] = "no UUID";
    size_t best = LEAST, offset;
    text_t shown;
    uuid9562_t uuid;

    if (line.length > SHOWN)
        for (line.length = SHOWN; (line.bytes[line.length] & 0xc0) == 0x80;)
            line.length--;
    shown = line;
    for (size_t from = 0; from < line.length;) {
        const text_t word = next_word(line, &from);
        const uuid9562_status_t status = uuid9562_parse(&uuid, &offset, word.bytes, word.length);

        if (status != UUID9562_OK && offset > best) {
            uuid9562_describe(problem, status, offset, word.bytes, word.length);
            best = offset;
            shown = word;
        }
    }
    add_row(1, shown, NULL, NULL, problem);
}

/* A line, or a part of one that is too long to be a UUID. */
static void add_line(text_t line, bool is_whole)
{
    const char *format = NULL;
    uuid9562_t uuid;

    for (; line.length > 0 && (unsigned char)*line.bytes <= ' '; line.bytes++)
        line.length--;
    while (line.length > 0 && (unsigned char)line.bytes[line.length - 1] <= ' ')
        line.length--;
    if (is_whole && at.in_line == 0)
        format = read_text(&uuid, line);
    if (format != NULL)
        add_row(++at.in_line, line, &uuid, format, NULL);
    for (size_t from = 0; format == NULL && from < line.length;)
        add_word(next_word(line, &from));
    if (is_whole && at.in_line == 0 && line.length > 0)
        add_problem(line);
}

/* Inserts the UUIDs in the next part of a text in UTF-8 as rows (line, nth, text, uuid, format,
 * problem). The part ends at a line's end or, if it is not the last, between two words.
 * Returns: a code of SQLite */
EMSCRIPTEN_KEEPALIVE int engine_find(sqlite3 *db, const char *insert, const char *bytes,
                                     size_t length, bool is_first, bool is_last)
{
    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (is_first)
        at.line = 1;
    at.code = sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
    if (at.code != SQLITE_OK)
        return at.code;
    at.code = sqlite3_prepare_v2(db, insert, -1, &at.insert, NULL);
    for (const char *end = bytes + length; bytes < end && at.code == SQLITE_OK;) {
        const char *newline = memchr(bytes, '\n', (size_t)(end - bytes));
        const size_t line_length = (size_t)((newline != NULL ? newline : end) - bytes);
        const bool is_whole = newline != NULL || is_last;

        add_line((text_t){bytes, line_length}, is_whole);
        at.line += is_whole;
        at.in_line = is_whole ? 0 : at.in_line;
        bytes += line_length + 1;
    }
    sqlite3_finalize(at.insert);
    sqlite3_exec(db, at.code == SQLITE_OK ? "COMMIT" : "ROLLBACK", NULL, NULL, NULL);
    return at.code;
}

/* ---- the summary ---- */

static sqlite3_str *written;

/* The output of cli/view/ is collected, in place of cli/output.c. */
void output_text(const char *text)
{
    sqlite3_str_appendall(written, text);
}

void output_print(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    sqlite3_str_vappendf(written, format, arguments);
    va_end(arguments);
}

/* The command's JSON over the rows (uuid, text) of a query, in which a row without a UUID is an
 * invalid one.
 * Returns: what sqlite3_free frees, or NULL for an error of the connection */
EMSCRIPTEN_KEEPALIVE char *engine_summary(sqlite3 *db, const char *query, double now_ms)
{
    static summary_t summary;
    sqlite3_stmt *select;
    uint64_t invalid = 0;

    sqlite3_progress_handler(db, 0, NULL, NULL);
    if (sqlite3_prepare_v2(db, query, -1, &select, NULL) != SQLITE_OK)
        return NULL;
    summary = (summary_t){0};
    origins_begin(&summary.values, (int64_t)now_ms);
    while (sqlite3_step(select) == SQLITE_ROW) {
        const uuid9562_t *uuid = sqlite3_column_blob(select, 0);
        const char *text = (const char *)sqlite3_column_text(select, 1);
        const value_t value = {VALUE_TEXT, text, (size_t)sqlite3_column_bytes(select, 1), 0, 0};
        int slots[NOTED_SLOTS];

        origins_note(&summary.values, &value, slots);
        summary_add(&summary, uuid, uuid != NULL);
        invalid += uuid == NULL;
    }
    if (sqlite3_finalize(select) != SQLITE_OK)
        return NULL;
    written = sqlite3_str_new(db);
    origins_settle(&summary.values);
    summary_print_json(&summary, invalid, "any");
    return sqlite3_str_finish(written);
}
