/*
 * What uuid_audit finds in the values of one column: how many there are of each kind, with one
 * example of it. Memory does not grow with the number of values.
 *
 * A value is looked at by its storage class, then:
 *
 *   BLOB  of 16 bytes a UUID; of another length text, or nothing
 *   TEXT  that is accepted wherever a UUID is: of the form that writes it so, or else of the form
 *         that reads it, in another case than it is written
 *   TEXT  that is not: for each other form, whether it could be of that form. It could where the
 *         form reads it, and what it reads has a version of RFC 9562 or the form is that of ULIDs,
 *         which have none: one chance in eight for text that is something else. So what is said of
 *         the column is one form, that of most of these texts, if it is that of more than half.
 *
 * The order of bytes is suspected where it cannot well be chance: at least LEAST_TO_SUSPECT UUIDs
 * (but for Nil and Max) of one storage class have a version of RFC 9562, all of them, once their
 * bytes are put in the other order, and as they are stored not all have one. Bytes that are no
 * UUIDs come out so once in 8^4 = 4,096 columns of four rows, and more rarely with each more.
 */
#include <string.h>

enum { FIRST_VERSION = 1, LAST_VERSION = 8 }; /* those that RFC 9562 defines */
enum { LEAST_TO_SUSPECT = 4, EXAMPLE_BYTES = 48 };
enum { VERSIONS = 16, VARIANTS = 4 };

static const char form_without_version[] = "ulid";

/* ---- a value ---- */

/* As SQLite stores it. The bytes are there until the statement moves on. */
typedef struct stored {
    int type;
    const char *bytes; /* of TEXT and BLOB */
    size_t length;
    sqlite3_int64 integer;
    double real;
} stored_t;

static int stored_read(stored_t *stored, sqlite3_stmt *statement, int column)
{
    const bool is_text = sqlite3_column_type(statement, column) == SQLITE_TEXT;

    *stored = (stored_t){.type = sqlite3_column_type(statement, column)};
    if (is_text || stored->type == SQLITE_BLOB) {
        stored->bytes = is_text ? (const char *)sqlite3_column_text(statement, column)
                                : sqlite3_column_blob(statement, column);
        stored->length = (size_t)sqlite3_column_bytes(statement, column);
        if (stored->bytes == NULL && (is_text || stored->length > 0))
            return SQLITE_NOMEM;
    }
    stored->integer = sqlite3_column_int64(statement, column);
    stored->real = sqlite3_column_double(statement, column);
    return SQLITE_OK;
}

static bool is_printable(const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (text[i] < ' ' || text[i] > '~')
            return false;
    return true;
}

/* A value as SQL writes it, in printable ASCII whatever is in it; a long one is cut and says so. */
static char *stored_literal(const stored_t *stored)
{
    const int shown = stored->length < EXAMPLE_BYTES ? (int)stored->length : EXAMPLE_BYTES;
    const char *const dots = stored->length > EXAMPLE_BYTES ? "..." : "";
    const bool is_text = stored->type == SQLITE_TEXT;
    sqlite3_str *out = sqlite3_str_new(NULL);

    if (stored->type == SQLITE_INTEGER)
        sqlite3_str_appendf(out, "%lld", stored->integer);
    else if (stored->type == SQLITE_FLOAT)
        sqlite3_str_appendf(out, "%!.15g", stored->real);
    else if (is_text && is_printable(stored->bytes, (size_t)shown))
        sqlite3_str_appendf(out, "'%.*q%s'", shown, stored->bytes, dots);
    else {
        sqlite3_str_appendall(out, is_text ? "CAST(X'" : "X'");
        for (int i = 0; i < shown; i++)
            sqlite3_str_appendf(out, "%02X", (unsigned char)stored->bytes[i]);
        sqlite3_str_appendall(out, dots);
        sqlite3_str_appendall(out, is_text ? "' AS TEXT)" : "'");
    }
    if (*dots != '\0')
        sqlite3_str_appendf(out, " of %llu bytes", (sqlite3_uint64)stored->length);
    return sqlite3_str_finish(out);
}

/* ---- the forms ---- */

typedef struct known_form {
    const char *name;
    const uuid9562_format_t *form;
    bool is_accepted; /* wherever a UUID is */
    bool has_version;
    bool is_canonical;
} known_form_t;

/* The forms that text is written in, in the order of the core's table. */
static int known_forms(known_form_t **forms, int *count)
{
    const uuid9562_t max = UUID9562_INIT_MAX;
    char text[UUID9562_TEXT_MAX], canonical[UUID9562_CANONICAL_LENGTH];
    uuid9562_t read;
    size_t all = 0;

    uuid9562_format(canonical, &max);
    while (uuid9562_format_at(all) != NULL)
        all++;
    *count = 0;
    *forms = sqlite3_malloc64(all * sizeof **forms);
    if (*forms == NULL)
        return SQLITE_NOMEM;
    for (size_t i = 0; i < all; i++) {
        const char *name = uuid9562_format_info(uuid9562_format_at(i))->name;
        known_form_t known = {.name = name};
        size_t length;

        if (uuid9562_find_output_format(&known.form, name, strlen(name)) != UUID9562_OK ||
            uuid9562_format_info(known.form)->binary)
            continue;
        length = uuid9562_format_as(text, known.form, &max);
        known.is_accepted = uuid9562_parse(&read, NULL, text, length) == UUID9562_OK;
        known.is_canonical = length == sizeof canonical && memcmp(text, canonical, length) == 0;
        known.has_version = strcmp(name, form_without_version) != 0;
        (*forms)[(*count)++] = known;
    }
    return SQLITE_OK;
}

/* Does the form write the UUID so, but for what may stand before it (the prefix of a TypeID)? */
static bool writes(const known_form_t *form, const uuid9562_t *uuid, const stored_t *text)
{
    char written[UUID9562_TEXT_MAX];
    size_t length = uuid9562_format_as(written, form->form, uuid);

    return length <= text->length &&
           memcmp(text->bytes + text->length - length, written, length) == 0;
}

static bool has_version(const uuid9562_t *uuid)
{
    const int version = uuid9562_get_version(uuid);
    return version >= FIRST_VERSION && version <= LAST_VERSION;
}

static bool could_be(const known_form_t *form, uuid9562_t *uuid, const stored_t *text)
{
    return uuid9562_parse_as(uuid, NULL, form->form, text->bytes, text->length) == UUID9562_OK &&
           (!form->has_version || has_version(uuid));
}

/* Version 1 as MySQL's UUID_TO_BIN(..., 1) stores it: the first and the third field have changed
 * places. */
static void from_mysql(uuid9562_t *out, const uuid9562_t *stored)
{
    *out = *stored;
    memcpy(out->bytes, stored->bytes + 4, 4);
    memcpy(out->bytes + 4, stored->bytes + 2, 2);
    memcpy(out->bytes + 6, stored->bytes, 2);
}

static bool is_mysql(const uuid9562_t *stored)
{
    uuid9562_t uuid;

    from_mysql(&uuid, stored);
    return uuid9562_get_version(&uuid) == 1;
}

static bool is_guid(const uuid9562_t *stored)
{
    uuid9562_t uuid;

    uuid9562_guid_swap(&uuid, stored);
    return has_version(&uuid);
}

/* In whatever order its bytes are. */
static bool could_have_version(const uuid9562_t *stored)
{
    return has_version(stored) || is_guid(stored) || is_mysql(stored);
}

/* ---- findings ---- */

/* The kinds, in the order of the report: those of any value, three for each form, those of UUIDs.
 * X(id, how it is called) */
#define VALUE_KINDS(X)                                                                             \
    X(DECLARED, "declared")                                                                        \
    X(NULL, "null")                                                                                \
    X(INTEGER, "integer")                                                                          \
    X(REAL, "real")                                                                                \
    X(BLOB, "blob of 16 bytes")                                                                    \
    X(BLOB_TEXT, "blob of text")                                                                   \
    X(BLOB_OTHER, "blob of another length")
#define VALUE_KIND(id, name) VALUE_##id,
enum { VALUE_KINDS(VALUE_KIND) VALUE_KIND_COUNT };

enum { FORM_AS_WRITTEN, FORM_OTHER_CASE, FORM_REST, FORM_KIND_COUNT };

enum {
    UUID_MALFORMED,
    UUID_SAME,
    UUID_ORDER_GUID,                        /* of BLOB and of TEXT */
    UUID_ORDER_MYSQL = UUID_ORDER_GUID + 2, /* likewise */
    UUID_NIL = UUID_ORDER_MYSQL + 2,
    UUID_MAX,
    UUID_VERSION,
    UUID_VARIANT = UUID_VERSION + VERSIONS,
    UUID_KIND_COUNT = UUID_VARIANT + VARIANTS
};

typedef struct finding {
    int64_t count;
    char *example;
    uuid9562_status_t status; /* of text that is malformed: how the example is */
    size_t offset;
} finding_t;

/* How many UUIDs of a storage class, but for Nil and Max, have a version as they are stored, and in
 * other orders of their bytes. */
typedef struct order {
    int64_t all, as_stored, guid, mysql;
    char *example; /* of one that has none as it is stored */
} order_t;

typedef struct findings {
    const known_form_t *forms;
    int form_count;
    finding_t *kinds;
    order_t orders[2]; /* of BLOB and of TEXT */
} findings_t;

static int kind_count(int form_count)
{
    return VALUE_KIND_COUNT + FORM_KIND_COUNT * form_count + UUID_KIND_COUNT;
}

static finding_t *of_value(const findings_t *findings, int kind)
{
    return &findings->kinds[kind];
}

static finding_t *of_form(const findings_t *findings, int form, int kind)
{
    return &findings->kinds[VALUE_KIND_COUNT + FORM_KIND_COUNT * form + kind];
}

static finding_t *of_uuid(const findings_t *findings, int kind)
{
    return &findings->kinds[VALUE_KIND_COUNT + FORM_KIND_COUNT * findings->form_count + kind];
}

static int findings_new(findings_t *findings, const known_form_t *forms, int form_count)
{
    const size_t size = (size_t)kind_count(form_count) * sizeof *findings->kinds;

    *findings = (findings_t){.forms = forms, .form_count = form_count};
    findings->kinds = sqlite3_malloc64(size);
    if (findings->kinds == NULL)
        return SQLITE_NOMEM;
    memset(findings->kinds, 0, size);
    return SQLITE_OK;
}

static void findings_free(findings_t *findings)
{
    if (findings->kinds != NULL)
        for (int i = 0; i < kind_count(findings->form_count); i++)
            sqlite3_free(findings->kinds[i].example);
    sqlite3_free(findings->kinds);
    for (int i = 0; i < 2; i++)
        sqlite3_free(findings->orders[i].example);
}

/* An example that is there already stays. */
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

static int note_uuid(findings_t *findings, const uuid9562_t *uuid, const stored_t *stored)
{
    static const uuid9562_t nil = UUID9562_INIT_NIL, max = UUID9562_INIT_MAX;
    order_t *order = &findings->orders[stored->type == SQLITE_TEXT];
    const int version = uuid9562_get_version(uuid);
    int rc;

    if (uuid9562_compare(uuid, &nil) == 0)
        return note(of_uuid(findings, UUID_NIL), stored);
    if (uuid9562_compare(uuid, &max) == 0)
        return note(of_uuid(findings, UUID_MAX), stored);
    rc = note(version >= 0 ? of_uuid(findings, UUID_VERSION + version)
                           : of_uuid(findings, UUID_VARIANT + (int)uuid9562_get_variant(uuid)),
              stored);
    if (rc == SQLITE_OK && !has_version(uuid))
        rc = note_example(&order->example, stored);
    order->all++;
    order->as_stored += has_version(uuid);
    order->guid += is_guid(uuid);
    order->mysql += is_mysql(uuid);
    return rc;
}

/* Text of an accepted form: which, and is it written so? */
static int note_accepted(findings_t *findings, const stored_t *text)
{
    finding_t *other_case = NULL;
    uuid9562_t uuid;

    for (int i = 0; i < findings->form_count; i++) {
        const known_form_t *form = &findings->forms[i];

        if (!form->is_accepted ||
            uuid9562_parse_as(&uuid, NULL, form->form, text->bytes, text->length) != UUID9562_OK)
            continue;
        if (writes(form, &uuid, text))
            return note(of_form(findings, i, FORM_AS_WRITTEN), text);
        if (other_case == NULL)
            other_case = of_form(findings, i, FORM_OTHER_CASE);
    }
    return other_case != NULL ? note(other_case, text) : SQLITE_OK;
}

static int note_malformed(findings_t *findings, const stored_t *text, uuid9562_status_t status,
                          size_t offset)
{
    finding_t *malformed = of_uuid(findings, UUID_MALFORMED);
    int rc;

    if (malformed->count == 0) {
        malformed->status = status;
        malformed->offset = offset;
    }
    rc = note(malformed, text);
    for (int i = 0; rc == SQLITE_OK && i < findings->form_count; i++) {
        const known_form_t *form = &findings->forms[i];
        finding_t *rest = of_form(findings, i, FORM_REST);
        uuid9562_t uuid;

        if (form->is_accepted)
            continue;
        if (text->length <= UUID9562_TYPEID_MAX && could_be(form, &uuid, text)) {
            rc = note(
                of_form(findings, i, writes(form, &uuid, text) ? FORM_AS_WRITTEN : FORM_OTHER_CASE),
                text);
            continue;
        }
        if (rest->count == 0) {
            rest->status = status;
            rest->offset = offset;
        }
        rc = note(rest, text);
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
    rc = note_accepted(findings, text);
    return rc == SQLITE_OK ? note_uuid(findings, &uuid, text) : rc;
}

static int note_blob(findings_t *findings, const stored_t *blob)
{
    uuid9562_t uuid;
    int rc;

    if (uuid9562_from_bytes(&uuid, NULL, blob->bytes, blob->length) == UUID9562_OK) {
        rc = note(of_value(findings, VALUE_BLOB), blob);
        return rc == SQLITE_OK ? note_uuid(findings, &uuid, blob) : rc;
    }
    if (blob->length > 0 && uuid9562_parse(&uuid, NULL, blob->bytes, blob->length) == UUID9562_OK)
        return note(of_value(findings, VALUE_BLOB_TEXT), blob);
    return note(of_value(findings, VALUE_BLOB_OTHER), blob);
}

static int note_value(findings_t *findings, const stored_t *stored)
{
    of_value(findings, VALUE_DECLARED)->count++;
    switch (stored->type) {
    case SQLITE_TEXT:
        return note_text(findings, stored);
    case SQLITE_BLOB:
        return note_blob(findings, stored);
    case SQLITE_INTEGER:
        return note(of_value(findings, VALUE_INTEGER), stored);
    case SQLITE_FLOAT:
        return note(of_value(findings, VALUE_REAL), stored);
    default:
        of_value(findings, VALUE_NULL)->count++;
        return SQLITE_OK;
    }
}

/* ---- once all values were seen ---- */

/* Of the texts that are in no accepted form, how many could be of this one? */
static int64_t of_this_form(const findings_t *findings, int form)
{
    return findings->forms[form].is_accepted ? 0
                                             : of_form(findings, form, FORM_AS_WRITTEN)->count +
                                                   of_form(findings, form, FORM_OTHER_CASE)->count;
}

/* The form of most of them, of two the one that writes more of them so; -1 where it is of no more
 * than half. */
static int form_of_most(const findings_t *findings)
{
    int most = -1;

    for (int i = 0; i < findings->form_count; i++) {
        const int64_t count = of_this_form(findings, i);

        if (2 * count <= of_uuid(findings, UUID_MALFORMED)->count)
            continue;
        if (most < 0 || count > of_this_form(findings, most) ||
            (count == of_this_form(findings, most) &&
             of_form(findings, i, FORM_AS_WRITTEN)->count >
                 of_form(findings, most, FORM_AS_WRITTEN)->count))
            most = i;
    }
    return most;
}

/* Leaves the one form that holds; what is not of it is malformed. */
static void settle_forms(findings_t *findings)
{
    const int most = form_of_most(findings);

    for (int i = 0; i < findings->form_count; i++) {
        if (findings->forms[i].is_accepted)
            continue;
        if (i == most)
            of_uuid(findings, UUID_MALFORMED)->count = 0;
        else
            for (int kind = 0; kind < FORM_KIND_COUNT; kind++)
                of_form(findings, i, kind)->count = 0;
    }
}

static void settle_orders(findings_t *findings)
{
    for (int i = 0; i < 2; i++) {
        order_t *order = &findings->orders[i];
        const bool mysql = order->mysql == order->all, guid = order->guid == order->all;
        finding_t *finding = of_uuid(findings, mysql ? UUID_ORDER_MYSQL + i : UUID_ORDER_GUID + i);

        if (order->all < LEAST_TO_SUSPECT || order->as_stored == order->all || !(mysql || guid))
            continue;
        finding->count = order->all;
        finding->example = order->example;
        order->example = NULL;
    }
}

/* In how many ways are its UUIDs written? More than one where it cannot be told. */
static int ways_of_writing(const findings_t *findings)
{
    int ways = of_value(findings, VALUE_BLOB)->count > 0;

    for (int i = 0; i < findings->form_count; i++)
        if (findings->forms[i].is_accepted) {
            ways += of_form(findings, i, FORM_AS_WRITTEN)->count > 0;
            ways += of_form(findings, i, FORM_OTHER_CASE)->count > 0 ? 2 : 0;
        }
    return ways;
}

/* Does a value look like a UUID, in whatever form and order? Bare digits, and 16 bytes, may be
 * anything; they look like one where they have a version. */
static bool looks_like_a_uuid(const findings_t *findings, const stored_t *stored)
{
    uuid9562_t uuid;

    if (stored->type == SQLITE_BLOB)
        return uuid9562_from_bytes(&uuid, NULL, stored->bytes, stored->length) == UUID9562_OK &&
               could_have_version(&uuid);
    if (stored->type != SQLITE_TEXT || stored->length > UUID9562_TYPEID_MAX)
        return false;
    if (uuid9562_parse(&uuid, NULL, stored->bytes, stored->length) == UUID9562_OK)
        return stored->length >= UUID9562_CANONICAL_LENGTH || could_have_version(&uuid);
    for (int i = 0; i < findings->form_count; i++)
        if (!findings->forms[i].is_accepted && could_be(&findings->forms[i], &uuid, stored))
            return true;
    return false;
}
