/* Stored values, and the formats that text may have (stored.h). */
#include "stored.h"

#include <stdlib.h>
#include <string.h>

INTERNAL int stored_read(stored_t *stored, sqlite3_stmt *statement, int column)
{
    const void *bytes;

    stored->type = sqlite3_column_type(statement, column);
    stored->bytes = NULL;
    stored->length = 0;
    if (stored->type == SQLITE_INTEGER)
        stored->integer = sqlite3_column_int64(statement, column);
    else if (stored->type == SQLITE_FLOAT)
        stored->real = sqlite3_column_double(statement, column);
    if (stored->type != SQLITE_TEXT && stored->type != SQLITE_BLOB)
        return SQLITE_OK;
    bytes = sqlite3_column_blob(statement, column);
    stored->length = (size_t)sqlite3_column_bytes(statement, column);
    if (stored->type == SQLITE_TEXT) { /* sqlite3_column_text converts it in place */
        stored->raw_length = stored->length;
        if (bytes != NULL)
            memcpy(stored->raw, bytes,
                   stored->length < sizeof stored->raw ? stored->length : sizeof stored->raw);
        bytes = sqlite3_column_text(statement, column);
        stored->length = (size_t)sqlite3_column_bytes(statement, column);
    }
    stored->bytes = bytes;
    return bytes != NULL || (stored->type == SQLITE_BLOB && stored->length == 0) ? SQLITE_OK
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
    const bool is_text = stored->type == SQLITE_TEXT;
    const unsigned char *bytes = is_text ? stored->raw : (const unsigned char *)stored->bytes;
    const size_t length = is_text ? stored->raw_length : stored->length;
    const size_t most = length == stored->length ? LITERAL_BYTES : 2 * LITERAL_BYTES;

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
    const bool is_short = stored->length <= LITERAL_BYTES;
    const int shown = is_short ? (int)stored->length : LITERAL_BYTES;
    sqlite3_str *out = sqlite3_str_new(NULL);

    if (stored->type == SQLITE_INTEGER)
        sqlite3_str_appendf(out, "%lld", stored->integer);
    else if (stored->type == SQLITE_FLOAT && stored->real - stored->real != 0) /* infinite */
        sqlite3_str_appendall(out, stored->real > 0 ? "9e999" : "-9e999");
    else if (stored->type == SQLITE_FLOAT)
        append_real(out, stored->real);
    else if (stored->type != SQLITE_TEXT || !is_printable(stored->bytes, (size_t)shown))
        append_bytes(out, stored);
    else if (is_short)
        sqlite3_str_appendf(out, "'%.*q'", shown, stored->bytes);
    else
        sqlite3_str_appendf(out, "'%.*q...' of %llu bytes", shown, stored->bytes,
                            (sqlite3_uint64)stored->length);
    return sqlite3_str_finish(out);
}

/* ---- formats ---- */

INTERNAL formats_t *formats_new(void)
{
    size_t count = 0;
    formats_t *formats;

    while (uuid9562_format_at(count) != NULL)
        count++;
    formats = sqlite3_malloc64(sizeof *formats + count * sizeof *formats->text);
    if (formats == NULL)
        return NULL;
    formats->mysql = NULL;
    formats->count = 0;
    for (size_t i = 0; i < count; i++) {
        const uuid9562_format_t *format = uuid9562_format_at(i);
        const uuid9562_format_info_t *info = uuid9562_format_info(format);

        if (strcmp(info->name, "mysql") == 0)
            formats->mysql = format;
        if (!info->writable || info->binary)
            continue;
        formats->text[formats->count++] = format;
    }
    return formats;
}

INTERNAL const uuid9562_format_info_t *text_format(const formats_t *formats, int index)
{
    return uuid9562_format_info(formats->text[index]);
}

INTERNAL bool is_written_by(const uuid9562_format_t *format, const uuid9562_t *uuid,
                            const stored_t *text)
{
    char written[UUID9562_TEXT_MAX];
    size_t length = uuid9562_format_as(written, format, uuid);

    return length <= text->length &&
           memcmp(text->bytes + text->length - length, written, length) == 0;
}

INTERNAL bool needs_no_version(const formats_t *formats, int index)
{
    return strcmp(text_format(formats, index)->name, "ulid") == 0;
}

INTERNAL bool could_be_in(const formats_t *formats, int index, uuid9562_t *uuid,
                          const stored_t *text)
{
    return uuid9562_parse_as(uuid, NULL, formats->text[index], text->bytes, text->length) ==
               UUID9562_OK &&
           (has_version(uuid) || needs_no_version(formats, index));
}

/* ---- the order of bytes ---- */

INTERNAL bool has_version(const uuid9562_t *stored)
{
    const int version = uuid9562_get_version(stored);
    return version >= FIRST_VERSION && version <= LAST_VERSION;
}

INTERNAL bool has_version_as_guid(const uuid9562_t *stored)
{
    uuid9562_t uuid;

    uuid9562_guid_swap(&uuid, stored);
    return has_version(&uuid);
}

INTERNAL bool has_version_as_mysql(const formats_t *formats, const uuid9562_t *stored)
{
    uuid9562_t uuid;

    return uuid9562_parse_as(&uuid, NULL, formats->mysql, (const char *)stored->bytes,
                             sizeof stored->bytes) == UUID9562_OK &&
           uuid9562_get_version(&uuid) == 1;
}

static bool has_version_in_some_order(const formats_t *formats, const uuid9562_t *stored)
{
    return has_version(stored) || has_version_as_guid(stored) ||
           has_version_as_mysql(formats, stored);
}

INTERNAL bool looks_like_a_uuid(const formats_t *formats, const stored_t *stored)
{
    uuid9562_t uuid;
    size_t offset = 0;
    uuid9562_status_t status;

    if (stored->type == SQLITE_BLOB &&
        uuid9562_from_bytes(&uuid, NULL, stored->bytes, stored->length) == UUID9562_OK)
        return has_version_in_some_order(formats, &uuid);
    if ((stored->type != SQLITE_TEXT && stored->type != SQLITE_BLOB) ||
        stored->length > UUID9562_TYPEID_MAX)
        return false;
    status = uuid9562_parse(&uuid, &offset, stored->bytes, stored->length);
    if (status == UUID9562_OK)
        return stored->length >= UUID9562_CANONICAL_LENGTH ||
               has_version_in_some_order(formats, &uuid);
    if (status == UUID9562_ERR_LONG && offset == UUID9562_CANONICAL_LENGTH)
        return true; /* followed by a newline, or by the NUL of a C string */
    if (stored->type == SQLITE_BLOB)
        return false;
    for (int i = 0; i < formats->count; i++)
        if (!text_format(formats, i)->implied && could_be_in(formats, i, &uuid, stored))
            return true;
    return false;
}
