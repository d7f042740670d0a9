/*
 * Reads the table that uuid_audit looks at (audit.c says what, and how often).
 */
#include "columns.h"

#include <string.h>

/* ---- statements ---- */

/* Reports the error of a statement: its code or, for SQLITE_ERROR, its message. */
static int audit_fail_sql(audit_cursor_t *audit, int rc)
{
    sqlite3_vtab *table = audit->base.pVtab;

    if (rc != SQLITE_ERROR && rc != SQLITE_ERROR_MISSING_COLLSEQ)
        return rc;
    return table_fail(table, sqlite3_errmsg(((table_t *)table)->db));
}

/* Frees the text of the statement, which may be NULL for lack of memory. */
static int audit_prepare(audit_cursor_t *audit, sqlite3_stmt **statement, char *sql)
{
    int rc = SQLITE_NOMEM;

    *statement = NULL;
    if (sql != NULL)
        rc = sqlite3_prepare_v2(((table_t *)audit->base.pVtab)->db, sql, -1, statement, NULL);
    sqlite3_free(sql);
    return rc == SQLITE_OK ? SQLITE_OK : audit_fail_sql(audit, rc);
}

/* SQLITE_ROW, SQLITE_DONE, or an error that is already reported. */
static int audit_step(audit_cursor_t *audit, sqlite3_stmt *statement)
{
    int rc = sqlite3_step(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? rc : audit_fail_sql(audit, rc);
}

/* ---- the table and its columns ---- */

static int fail_missing_table(audit_cursor_t *audit)
{
    const char *schema = audit->arguments[2];

    return table_fail_with(audit->base.pVtab,
                           sqlite3_mprintf("uuid_audit: no such table: %s%s%s",
                                           schema != NULL ? schema : "", schema != NULL ? "." : "",
                                           audit->arguments[0]));
}

/* Finds the table and its kind. A table that is not listed may exist (an eponymous virtual table);
 * it is used by its name, in the given schema or main. */
static int find_table(audit_cursor_t *audit)
{
    static const char query[] =
        "SELECT iif(l.name IS NULL, coalesce(?2, 'main'), d.name),"
        "       l.type IN ('table', 'shadow'), l.strict, l.name IS NOT NULL,"
        "       length(CAST(X'4141' AS TEXT)) = 1, 1000 * strftime('%%s', 'now')"
        "  FROM %s AS d LEFT JOIN pragma_table_list(?1) AS l ON l.schema = d.name"
        " WHERE ?2 IS NULL OR d.name = ?2 COLLATE NOCASE"
        " ORDER BY l.name IS NULL, d.name <> 'temp', d.seq";
    const char *table = audit->arguments[0];
    sqlite3_stmt *statement;
    char *schemas;
    int rc = list_schemas(((table_t *)audit->base.pVtab)->db, &schemas);

    if (rc == SQLITE_OK)
        rc = audit_prepare(audit, &statement, sqlite3_mprintf(query, schemas));
    else
        rc = audit_fail_sql(audit, rc);
    sqlite3_free(schemas);
    if (rc != SQLITE_OK)
        return rc;
    rc = sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(statement, 2, audit->arguments[2], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = audit_step(audit, statement);
    if (rc == SQLITE_ROW) {
        const char *schema = (const char *)sqlite3_column_text(statement, 0);

        audit->schema = schema != NULL ? sqlite3_mprintf("%s", schema) : NULL;
        audit->is_utf16 = sqlite3_column_int(statement, 4) != 0;
        audit->now_ms = sqlite3_column_int64(statement, 5);
        audit->stored = sqlite3_column_int(statement, 1) != 0;
        audit->strict = sqlite3_column_int(statement, 2) != 0;
        if (audit->arguments[2] == NULL && sqlite3_column_int(statement, 3) == 0)
            audit->from = sqlite3_mprintf("\"%w\"", table);
        else if (audit->schema != NULL)
            audit->from = sqlite3_mprintf("\"%w\".\"%w\"", audit->schema, table);
        rc = audit->schema != NULL && audit->from != NULL ? SQLITE_OK : SQLITE_NOMEM;
    } else if (rc == SQLITE_DONE)
        rc = fail_missing_table(audit);
    sqlite3_finalize(statement);
    return rc;
}

/* The name of a column, its declared type, or its default. */
static bool name_suggests_uuids(const char *name)
{
    static const char *const patterns[] = {
        "%uuid%", "%guid", "guid\\_%", "%\\_guid\\_%", "%ulid", "ulid\\_%", "%uniqueidentifier%",
    };

    for (size_t i = 0; i < ROWS(patterns); i++)
        if (sqlite3_strlike(patterns[i], name, '\\') == 0)
            return true;
    return false;
}

/* Counts the first 100 values that are not NULL of a column of a table. */
static int sample(audit_cursor_t *audit, column_t *values, const char *from, const char *name)
{
    sqlite3_stmt *statement;
    int slots[NOTED_SLOTS];
    int rc = audit_prepare(audit, &statement,
                           sqlite3_mprintf("SELECT \"%w\" FROM %s WHERE \"%w\" IS NOT NULL"
                                           " LIMIT 100",
                                           name, from, name));

    origins_begin(values, audit->now_ms);
    if (rc == SQLITE_OK)
        while ((rc = audit_step(audit, statement)) == SQLITE_ROW) {
            stored_t stored;

            rc = stored_read(&stored, statement, 0);
            if (rc != SQLITE_OK)
                break;
            origins_note(values, &stored.value, slots);
        }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int values_suggest_uuids(audit_cursor_t *audit, const char *name, bool is_key,
                                bool *suggested)
{
    column_t *values = sqlite3_malloc64(sizeof *values);
    int rc = values != NULL ? sample(audit, values, audit->from, name) : SQLITE_NOMEM;

    *suggested = rc == SQLITE_OK && origins_suggest(values, is_key);
    sqlite3_free(values);
    return rc;
}

/* The affinity that SQLite gives to a column of a declared type (SQLite, "Determination Of Column
 * Affinity"). */
static const char *find_affinity(const audit_cursor_t *audit, const char *type)
{
    static const struct {
        const char *pattern, *affinity;
    } table[] = {
        {"%int%", "INTEGER"}, {"%char%", "TEXT"}, {"%clob%", "TEXT"}, {"%text%", "TEXT"},
        {"%blob%", "BLOB"},   {"", "NONE"},       {"%real%", "REAL"}, {"%floa%", "REAL"},
        {"%doub%", "REAL"},   {"%", "NUMERIC"},
    };
    int i = 0;

    if (!audit->stored || (audit->strict && sqlite3_stricmp(type, "ANY") == 0))
        return "NONE";
    while (sqlite3_strlike(table[i].pattern, type, 0) != 0)
        i++;
    return table[i].affinity;
}

/* That of the declaration; of a view or a virtual table none is known. */
static int find_collation(audit_cursor_t *audit, audited_t *column)
{
    const char *collation = "BINARY";
    const int rc = audit->stored ? sqlite3_table_column_metadata(
                                       ((table_t *)audit->base.pVtab)->db, audit->schema,
                                       audit->arguments[0], column->name, 0, &collation, 0, 0, 0)
                                 : SQLITE_OK;

    if (rc != SQLITE_OK)
        return audit_fail_sql(audit, rc);
    column->collation = sqlite3_mprintf("%s", collation);
    return column->collation != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int add_column(audit_cursor_t *audit, const char *name, const char *type, bool is_key)
{
    static const size_t examples = EXAMPLE_COUNT * sizeof(example_t);
    const size_t size = (size_t)(audit->column_count + 1) * sizeof *audit->columns;
    audited_t *columns = sqlite3_realloc64(audit->columns, size);
    audited_t *column;

    if (columns == NULL)
        return SQLITE_NOMEM;
    audit->columns = columns;
    column = &columns[audit->column_count++];
    memset(column, 0, sizeof *column);
    column->name = sqlite3_mprintf("%s", name);
    column->type = sqlite3_mprintf("%s", type);
    column->is_key = is_key;
    column->is_strict = audit->strict;
    column->is_utf16 = audit->is_utf16;
    column->values = sqlite3_malloc64(sizeof *column->values);
    column->examples = sqlite3_malloc64(examples);
    if (column->examples != NULL)
        memset(column->examples, 0, examples);
    if (column->name == NULL || column->type == NULL || column->values == NULL ||
        column->examples == NULL)
        return SQLITE_NOMEM;
    column->affinity = find_affinity(audit, column->type);
    origins_begin(column->values, audit->now_ms);
    return find_collation(audit, column);
}

/* Args: value  the default of the column, as SQL, or NULL */
static int consider_column(audit_cursor_t *audit, const char *name, const char *type,
                           const char *value, bool is_key, bool hidden)
{
    const char *only = audit->arguments[1];
    bool chosen = only != NULL && sqlite3_stricmp(only, name) == 0;
    int rc = SQLITE_OK;

    if (only == NULL && !hidden) {
        chosen = name_suggests_uuids(name) || name_suggests_uuids(type) ||
                 (value != NULL && name_suggests_uuids(value));
        if (!chosen)
            rc = values_suggest_uuids(audit, name, is_key, &chosen);
    }
    return rc == SQLITE_OK && chosen ? add_column(audit, name, type, is_key) : rc;
}

static int find_columns(audit_cursor_t *audit)
{
    sqlite3_stmt *statement;
    bool exists = false;
    int rc = audit_prepare(
        audit, &statement,
        sqlite3_mprintf("SELECT name, type, hidden = 1, pk > 0, dflt_value"
                        " FROM pragma_table_xinfo(?1, ?2)"));

    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(statement, 1, audit->arguments[0], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(statement, 2, audit->arguments[2], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        while ((rc = audit_step(audit, statement)) == SQLITE_ROW) {
            const char *name = (const char *)sqlite3_column_text(statement, 0);
            const char *type = (const char *)sqlite3_column_text(statement, 1);
            const char *value = (const char *)sqlite3_column_text(statement, 4);

            exists = true;
            if (sqlite3_column_type(statement, 0) == SQLITE_NULL ||
                sqlite3_column_type(statement, 1) == SQLITE_NULL)
                rc = table_fail(audit->base.pVtab, "the authorizer hides the schema");
            else if (name == NULL || type == NULL)
                rc = SQLITE_NOMEM;
            else
                rc = consider_column(audit, name, type, value,
                                     sqlite3_column_int(statement, 3) != 0,
                                     sqlite3_column_int(statement, 2) != 0);
            if (rc != SQLITE_OK)
                break;
        }
    sqlite3_finalize(statement);
    if (rc != SQLITE_DONE)
        return rc;
    if (!exists)
        return fail_missing_table(audit);
    if (audit->arguments[1] != NULL && audit->column_count == 0)
        return table_fail_with(
            audit->base.pVtab,
            sqlite3_mprintf("uuid_audit: no such column: %s", audit->arguments[1]));
    return SQLITE_OK;
}

/* ---- the values ---- */

/* Keeps an example of a cell, and says what is wrong with a text of it. */
static int keep_example(audited_t *column, int slot, const stored_t *stored)
{
    example_t *example = &column->examples[slot];
    const value_t *value = &stored->value;

    if (example->literal != NULL)
        return SQLITE_OK;
    example->literal = stored_literal(stored);
    if (slot >= SLOT_TEXT && slot < SLOT_BYTES) {
        char problem[UUID9562_DESCRIPTION_MAX];
        uuid9562_t uuid;
        size_t offset = 0;
        const uuid9562_status_t status =
            uuid9562_parse(&uuid, &offset, value->bytes, value->length);

        uuid9562_describe(problem, status, offset, value->bytes, value->length);
        example->problem = sqlite3_mprintf("%s", problem);
        if (example->problem == NULL)
            return SQLITE_NOMEM;
    }
    return example->literal != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

static int read_value(audited_t *column, sqlite3_stmt *statement, int i)
{
    stored_t stored;
    int slots[NOTED_SLOTS];
    int rc = stored_read(&stored, statement, i);
    int count = rc == SQLITE_OK ? origins_note(column->values, &stored.value, slots) : 0;

    while (rc == SQLITE_OK && count > 0)
        rc = keep_example(column, slots[--count], &stored);
    return rc;
}

static int read_values(audit_cursor_t *audit)
{
    sqlite3_str *sql = sqlite3_str_new(NULL);
    sqlite3_stmt *statement;
    int rc;

    for (int i = 0; i < audit->column_count; i++)
        sqlite3_str_appendf(sql, "%s\"%w\"", i > 0 ? ", " : "SELECT ", audit->columns[i].name);
    sqlite3_str_appendf(sql, " FROM %s", audit->from);
    rc = audit_prepare(audit, &statement, sqlite3_str_finish(sql));
    if (rc == SQLITE_OK)
        while ((rc = audit_step(audit, statement)) == SQLITE_ROW) {
            rc = SQLITE_OK;
            for (int i = 0; rc == SQLITE_OK && i < audit->column_count; i++)
                rc = read_value(&audit->columns[i], statement, i);
            if (rc != SQLITE_OK)
                break;
        }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* ---- what statements find ---- */

/* Runs a statement whose rows have a value each, or two; the number of rows, and the values of the
 * first as an example, are a finding. */
static int find_rows(audit_cursor_t *audit, audited_t *column, origin_t origin, char *sql)
{
    const int slot = SLOT_COUNT + (int)origin - ORIGIN_SAME_UUID;
    char **example = &column->examples[slot].literal;
    sqlite3_stmt *statement;
    int64_t count = 0;
    int rc = audit_prepare(audit, &statement, sql);

    while (rc == SQLITE_OK || rc == SQLITE_ROW) {
        rc = audit_step(audit, statement);
        if (rc != SQLITE_ROW || count++ > 0)
            continue;
        for (int i = 0; i < sqlite3_column_count(statement); i++) {
            stored_t stored = {0};
            char *before = *example;
            char *literal;

            rc = stored_read(&stored, statement, i);
            if (rc != SQLITE_OK)
                break;
            literal = stored_literal(&stored);
            *example = literal != NULL ? sqlite3_mprintf("%s%s%s", before != NULL ? before : "",
                                                         before != NULL ? " and " : "", literal)
                                       : NULL;
            sqlite3_free(before);
            sqlite3_free(literal);
            if (*example == NULL) {
                rc = SQLITE_NOMEM;
                break;
            }
        }
    }
    sqlite3_finalize(statement);
    if (rc == SQLITE_DONE && count > 0)
        origins_add(column->values, origin, count, slot);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* UUIDs that are stored as several values, which are compared by the collation of the column, as in
 * a UNIQUE index: values that it finds equal do not count. */
static int find_repeated(audit_cursor_t *audit, audited_t *column)
{
    const char *name = column->name;

    return find_rows(audit, column, ORIGIN_SAME_UUID,
                     sqlite3_mprintf("SELECT min(\"%w\"), max(\"%w\") FROM %s"
                                     " WHERE uuid_valid(\"%w\") GROUP BY uuid_blob(\"%w\")"
                                     " HAVING min(\"%w\") IS NOT max(\"%w\")",
                                     name, name, audit->from, name, name, name, name));
}

/* To be freed; NULL if there is no memory. */
static char *copy_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text != NULL ? sqlite3_mprintf("%s", text) : NULL;
}

/* The parent of a foreign key of one column, and how its values are stored. */
static int find_parent(audit_cursor_t *audit, audited_t *column)
{
    static const char query[] =
        "SELECT f.\"table\", x.name, x.type, max(f.seq) FROM pragma_foreign_key_list(?1, ?2) AS f"
        "  JOIN pragma_table_list(f.\"table\") AS l ON l.schema = ?2 AND l.type = 'table'"
        "  JOIN pragma_table_xinfo(f.\"table\", ?2) AS x"
        "    ON iif(f.\"to\" IS NULL, x.pk = 1, x.name = f.\"to\" COLLATE NOCASE)"
        " GROUP BY f.id HAVING max(f.seq) = 0 AND f.\"from\" = ?3 COLLATE NOCASE"
        " ORDER BY f.id LIMIT 1";
    audited_t parent = {.name = NULL};
    sqlite3_stmt *statement;
    char *from = NULL;
    int rc = audit_prepare(audit, &statement, sqlite3_mprintf("%s", query));

    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(statement, 1, audit->arguments[0], -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(statement, 2, audit->schema, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = sqlite3_bind_text(statement, 3, column->name, -1, SQLITE_STATIC);
    if (rc == SQLITE_OK)
        rc = audit_step(audit, statement);
    for (int i = 0; rc == SQLITE_ROW && i < 3; i++)
        if (sqlite3_column_type(statement, i) == SQLITE_NULL) /* an authorizer hides it */
            rc = SQLITE_DONE;
    if (rc == SQLITE_ROW) {
        column->parent_table = copy_text(statement, 0);
        column->parent_key = copy_text(statement, 1);
        parent.type = copy_text(statement, 2);
        parent.values = sqlite3_malloc64(sizeof *parent.values);
        from = sqlite3_mprintf("\"%w\".\"%w\"", audit->schema, column->parent_table);
        rc = column->parent_table != NULL && column->parent_key != NULL && parent.type != NULL &&
                     parent.values != NULL && from != NULL
                 ? sample(audit, parent.values, from, column->parent_key)
                 : SQLITE_NOMEM;
        if (rc == SQLITE_OK) {
            parent.affinity = find_affinity(audit, parent.type);
            if (count_bytes(parent.values, SUBJECT_BLOB) +
                    count_bytes(parent.values, SUBJECT_TEXT) >
                0)
                column->parent_target = choose_target(&parent);
        }
    }
    sqlite3_finalize(statement);
    sqlite3_free(parent.type);
    sqlite3_free(parent.values);
    sqlite3_free(from);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Children that equal a key as a UUID, but not as stored; and a collation that the parent has not,
 * in which only one side of = finds them. */
static int compare_to_parent(audit_cursor_t *audit, audited_t *column)
{
    sqlite3 *db = ((table_t *)audit->base.pVtab)->db;
    const char *theirs = NULL;
    const char *name = column->name, *key = column->parent_key, *parent = column->parent_table;
    const int rc =
        sqlite3_table_column_metadata(db, audit->schema, parent, key, 0, &theirs, 0, 0, 0);

    if (rc != SQLITE_OK)
        return audit_fail_sql(audit, rc);
    if (sqlite3_stricmp(column->collation, theirs) != 0)
        origins_add(column->values, ORIGIN_COLLATION,
                    column->values->number - column->values->cells[SLOT_NULL].count,
                    SLOT_COUNT + ORIGIN_COLLATION - ORIGIN_SAME_UUID);
    return find_rows(
        audit, column, ORIGIN_NO_PARENT,
        sqlite3_mprintf("SELECT \"%w\" FROM %s WHERE uuid_valid(\"%w\") AND \"%w\" NOT IN"
                        " (SELECT \"%w\" FROM \"%w\".\"%w\" WHERE \"%w\" IS NOT NULL)"
                        " AND uuid_blob(\"%w\") IN"
                        " (SELECT uuid_blob(\"%w\") FROM \"%w\".\"%w\")",
                        name, audit->from, name, name, key, audit->schema, parent, key, name, key,
                        audit->schema, parent));
}

/* The column with the other halves, if the table has one of each. */
static void find_other_half(audit_cursor_t *audit, audited_t *column)
{
    const origin_t mine = settled_half(column->values);
    int halves[2] = {0, 0};

    for (int i = 0; mine != ORIGIN_COUNT && i < audit->column_count; i++) {
        const origin_t other = settled_half(audit->columns[i].values);

        if (other == ORIGIN_COUNT)
            continue;
        if (other != mine)
            column->other_half = audit->columns[i].name;
        if (++halves[other == mine] > 1) { /* which belong together cannot be told */
            column->other_half = NULL;
            return;
        }
    }
}

static int audit_column_values(audit_cursor_t *audit, audited_t *column)
{
    int rc = SQLITE_OK;

    origins_settle(column->values);
    if (may_repeat(column->values))
        rc = find_repeated(audit, column);
    if (rc == SQLITE_OK && audit->stored)
        rc = find_parent(audit, column);
    if (rc == SQLITE_OK && column->parent_target != NULL)
        rc = compare_to_parent(audit, column);
    return rc;
}

INTERNAL int audit_table(audit_cursor_t *audit)
{
    int rc = find_table(audit);

    if (rc == SQLITE_OK)
        rc = find_columns(audit);
    if (rc == SQLITE_OK && audit->column_count > 0)
        rc = read_values(audit);
    for (int i = 0; rc == SQLITE_OK && i < audit->column_count; i++)
        rc = audit_column_values(audit, &audit->columns[i]);
    for (int i = 0; rc == SQLITE_OK && i < audit->column_count; i++)
        find_other_half(audit, &audit->columns[i]);
    return rc;
}

static void free_column(audited_t *column)
{
    for (int i = 0; column->examples != NULL && i < EXAMPLE_COUNT; i++) {
        sqlite3_free(column->examples[i].literal);
        sqlite3_free(column->examples[i].problem);
    }
    sqlite3_free(column->name);
    sqlite3_free(column->type);
    sqlite3_free(column->values);
    sqlite3_free(column->examples);
    sqlite3_free(column->collation);
    sqlite3_free(column->parent_table);
    sqlite3_free(column->parent_key);
}

INTERNAL void audit_clear(audit_cursor_t *audit)
{
    const sqlite3_vtab_cursor base = audit->base;

    for (int i = 0; i < audit->column_count; i++)
        free_column(&audit->columns[i]);
    for (int i = 0; i < AUDIT_ARGUMENTS; i++)
        sqlite3_free(audit->arguments[i]);
    sqlite3_free(audit->columns);
    sqlite3_free(audit->from);
    sqlite3_free(audit->schema);
    memset(audit, 0, sizeof *audit);
    audit->base = base;
}
