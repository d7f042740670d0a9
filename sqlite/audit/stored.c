/* Stored values (stored.h). */
#include "stored.h"

#include <stdlib.h>
#include <string.h>

INTERNAL int stored_read(stored_t *stored, sqlite3_stmt *statement, int column)
{
    static const value_type_t types[] = {
        [SQLITE_INTEGER] = VALUE_INTEGER, [SQLITE_FLOAT] = VALUE_REAL, [SQLITE_TEXT] = VALUE_TEXT,
        [SQLITE_BLOB] = VALUE_BYTES,      [SQLITE_NULL] = VALUE_NULL,
    };
    value_t *value = &stored->value;
    const void *bytes;

    *value = (value_t){.type = types[sqlite3_column_type(statement, column)]};
    if (value->type == VALUE_INTEGER)
        value->integer = sqlite3_column_int64(statement, column);
    else if (value->type == VALUE_REAL)
        value->real = sqlite3_column_double(statement, column);
    if (value->type != VALUE_TEXT && value->type != VALUE_BYTES)
        return SQLITE_OK;
    bytes = sqlite3_column_blob(statement, column);
    value->length = (size_t)sqlite3_column_bytes(statement, column);
    if (value->type == VALUE_TEXT) { /* sqlite3_column_text converts it in place */
        stored->raw_length = value->length;
        if (bytes != NULL)
            memcpy(stored->raw, bytes,
                   value->length < sizeof stored->raw ? value->length : sizeof stored->raw);
        bytes = sqlite3_column_text(statement, column);
        value->length = (size_t)sqlite3_column_bytes(statement, column);
    }
    value->bytes = bytes;
    return bytes != NULL || (value->type == VALUE_BYTES && value->length == 0) ? SQLITE_OK
                                                                               : SQLITE_NOMEM;
}

static bool is_printable(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return true;
}

/* Like quote(): 15 digits if they are exact. In a locale with a decimal comma, always 20. */
static void append_real(sqlite3_str *out, double real)
{
    char text[32];

    sqlite3_snprintf(sizeof text, text, "%!.15g", real);
    if (strtod(text, NULL) == real)
        sqlite3_str_appendall(out, text);
    else
        sqlite3_str_appendf(out, "%!.20e", real);
}

/* Text is written in the bytes of the database's encoding, which CAST reads. */
static void append_bytes(sqlite3_str *out, const stored_t *stored)
{
    const value_t *value = &stored->value;
    const bool is_text = value->type == VALUE_TEXT;
    const unsigned char *bytes = is_text ? stored->raw : (const unsigned char *)value->bytes;
    const size_t length = is_text ? stored->raw_length : value->length;
    const size_t most = length == value->length ? LITERAL_BYTES : 2 * LITERAL_BYTES;

    sqlite3_str_appendall(out, is_text ? "CAST(X'" : "X'");
    for (size_t i = 0; i < length && i < most; i++)
        sqlite3_str_appendf(out, "%02X", bytes[i]);
    sqlite3_str_appendall(out, length > most ? "..." : "");
    sqlite3_str_appendall(out, is_text ? "' AS TEXT)" : "'");
    if (length > most)
        sqlite3_str_appendf(out, " of %llu bytes", (sqlite3_uint64)length);
}

INTERNAL char *stored_literal(const stored_t *stored)
{
    const value_t *value = &stored->value;
    const bool is_short = value->length <= LITERAL_BYTES;
    const int shown = is_short ? (int)value->length : LITERAL_BYTES;
    sqlite3_str *out = sqlite3_str_new(NULL);

    if (value->type == VALUE_INTEGER)
        sqlite3_str_appendf(out, "%lld", value->integer);
    else if (value->type == VALUE_REAL && value->real - value->real != 0) /* infinite */
        sqlite3_str_appendall(out, value->real > 0 ? "9e999" : "-9e999");
    else if (value->type == VALUE_REAL)
        append_real(out, value->real);
    else if (value->type != VALUE_TEXT || !is_printable(value->bytes, (size_t)shown))
        append_bytes(out, stored);
    else if (is_short)
        sqlite3_str_appendf(out, "'%.*q'", shown, value->bytes);
    else
        sqlite3_str_appendf(out, "'%.*q...' of %llu bytes", shown, value->bytes,
                            (sqlite3_uint64)value->length);
    return sqlite3_str_finish(out);
}
