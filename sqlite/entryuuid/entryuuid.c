/*
 * Scripts that give each row of a table an entryUUID, which RFC 4530 section 2.4 defines for the
 * entries of a directory. -DUUID9562_OMIT_ENTRYUUID leaves them out.
 *
 *   SELECT uuid_entryuuid_sql('person');
 *
 * uuid_entryuuid_sql(table [, column [, version [, schema]]]) returns a script that adds it,
 * uuid_entryuuid_drop_sql(table [, schema]) a script that removes it. Both only read: the schema,
 * and the column if it exists. A script has a statement or a comment on each line (a trigger of the
 * user keeps its own lines): read it, keep it as a migration, and run it in a transaction.
 *
 * An entryUUID is a column (entryUUID) of UUIDs (version 7) with four parts:
 *
 *   unique   an index: no two rows have the same UUID
 *   assign   a trigger: each inserted row is assigned a UUID. It finds the row by its missing UUID,
 *            not by its key, so it works for tables with any key
 *   refuse   a trigger: an INSERT cannot set the UUID (NO-USER-MODIFICATION)
 *   keep     a trigger: an UPDATE cannot change the UUID
 *
 * They are plain SQL in the database. Each ends in a comment with the version, which SQLite keeps
 * and which identifies the part even after the part, the table or the column is renamed. If a table
 * has parts already, the script drops and creates all of them, and gives
 * each row without a UUID one.
 *
 * SQLite runs the newest trigger first. The trigger that assigns must run after the user's triggers
 * on INSERT: its UPDATE fires other triggers, and one that maintains a search index, for example,
 * expects the row that the INSERT added there. So the script creates the user's triggers after it.
 */
#include <stdarg.h>
#include <string.h>

#include "../values.h"

/* A call of one of the two functions. Omitted arguments are NULL or 0 until they are settled. */
typedef struct entry {
    const call_t *in;
    sqlite3 *db;
    char *table, *schema, *column; /* in SQLite's spelling, once they are found */
    int version;
    int part_count; /* of the table, so far */
    bool failed;    /* an error was reported */
} entry_t;

static int fail_entry(entry_t *entry, const char *format, ...)
{
    va_list arguments;
    char *message;

    va_start(arguments, format);
    message = sqlite3_vmprintf(format, arguments);
    va_end(arguments);
    if (message == NULL)
        return SQLITE_NOMEM;
    fail_with(entry->in->context, sqlite3_mprintf("%s: %s", entry->in->function->name, message));
    sqlite3_free(message);
    entry->failed = true;
    return SQLITE_ERROR;
}

/* ---- queries: ?1, ?2, ?3 are the names of table, schema and column ---- */

/* Frees the SQL, which may be NULL for lack of memory.
 * Returns: SQLITE_ROW, SQLITE_DONE, or an error */
static int step_first(const entry_t *entry, sqlite3_stmt **statement, char *sql)
{
    const char *const names[] = {entry->table, entry->schema, entry->column};
    int rc = SQLITE_NOMEM;

    *statement = NULL;
    if (sql != NULL)
        rc = sqlite3_prepare_v2(entry->db, sql, -1, statement, NULL);
    sqlite3_free(sql);
    for (int i = 0; rc == SQLITE_OK && i < sqlite3_bind_parameter_count(*statement); i++)
        rc = sqlite3_bind_text(*statement, i + 1, names[i], -1, SQLITE_STATIC);
    return rc == SQLITE_OK ? sqlite3_step(*statement) : rc;
}

/* Replaces a string by a copy of the text, which may be NULL for lack of memory. */
static int replace_string(char **string, const void *text)
{
    char *copy = text != NULL ? sqlite3_mprintf("%s", text) : NULL;

    if (copy == NULL)
        return SQLITE_NOMEM;
    sqlite3_free(*string);
    *string = copy;
    return SQLITE_OK;
}

/* Runs a query of one text.
 * Out: text  to be freed; NULL if there is no row, or NULL in it */
static int query_text(const entry_t *entry, char **text, const char *format, ...)
{
    sqlite3_stmt *statement;
    va_list arguments;
    int rc;

    *text = NULL;
    va_start(arguments, format);
    rc = step_first(entry, &statement, sqlite3_vmprintf(format, arguments));
    va_end(arguments);
    if (rc == SQLITE_ROW && sqlite3_column_type(statement, 0) != SQLITE_NULL)
        rc = replace_string(text, sqlite3_column_text(statement, 0));
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Reports a text that query_text gave as an error, unless it is NULL, and frees it. */
static int refuse(entry_t *entry, int rc, char *reason)
{
    if (rc == SQLITE_OK && reason != NULL)
        rc = fail_entry(entry, "%s", reason);
    sqlite3_free(reason);
    return rc;
}

/* ---- the table and the column ---- */

/* Finds the table as SQLite does: in the given schema, or in any, temp first. */
static int find_entry_table(entry_t *entry)
{
    static const char query[] =
        "SELECT l.name, l.schema,"
        " CASE WHEN l.type = 'view' THEN 'is a view; only a table has an entryUUID'"
        "  WHEN l.type <> 'table' THEN 'is a ' || l.type || ' table; it has no entryUUID'"
        "  WHEN substr(l.name, 1, 7) = 'sqlite_' THEN 'belongs to SQLite' END"
        " FROM pragma_table_list(?1) AS l JOIN %s AS d ON d.name = l.schema"
        " WHERE ?2 IS NULL OR l.schema = ?2 COLLATE NOCASE"
        " ORDER BY l.schema <> 'temp', d.seq";
    sqlite3_stmt *statement = NULL;
    char *schemas;
    int rc = list_schemas(entry->db, &schemas);

    if (rc == SQLITE_OK)
        rc = step_first(entry, &statement, sqlite3_mprintf(query, schemas));
    sqlite3_free(schemas);
    if (rc == SQLITE_DONE)
        rc = fail_entry(entry, "no such table: %s%s%s", entry->schema != NULL ? entry->schema : "",
                        entry->schema != NULL ? "." : "", entry->table);
    else if (rc == SQLITE_ROW) {
        rc = replace_string(&entry->table, sqlite3_column_text(statement, 0));
        if (rc == SQLITE_OK)
            rc = replace_string(&entry->schema, sqlite3_column_text(statement, 1));
        if (rc == SQLITE_OK && sqlite3_column_type(statement, 2) != SQLITE_NULL)
            rc = fail_entry(entry, "%s %s", entry->table, sqlite3_column_text(statement, 2));
    }
    sqlite3_finalize(statement);
    return rc;
}

/* Finds the column if it exists. It must be suitable, and keeps its values. */
static int find_entry_column(entry_t *entry, bool *exists)
{
    char *spelling, *reason = NULL;
    int rc =
        query_text(entry, &spelling,
                   "SELECT name FROM pragma_table_xinfo(?1, ?2) WHERE name = ?3 COLLATE NOCASE");

    *exists = spelling != NULL;
    if (!*exists)
        return rc;
    sqlite3_free(entry->column);
    entry->column = spelling;
    rc = query_text(entry, &reason,
                    "SELECT 'the column ' || c.name ||"
                    " CASE WHEN c.hidden THEN ' is generated'"
                    "  WHEN c.pk THEN ' belongs to the PRIMARY KEY'"
                    "  WHEN c.\"notnull\" THEN"
                    "   ' is NOT NULL, but a row is assigned its UUID just after it is inserted'"
                    "  WHEN upper(c.dflt_value) <> 'NULL' THEN"
                    "   ' has a DEFAULT, which would count as set by the INSERT'"
                    "  WHEN l.strict AND upper(c.type) NOT IN ('BLOB', 'ANY') THEN"
                    "   ' is not of type BLOB' END"
                    " FROM pragma_table_xinfo(?1, ?2) AS c, pragma_table_list(?1) AS l"
                    " WHERE c.name = ?3 AND l.schema = ?2");
    rc = refuse(entry, rc, reason);
    if (rc != SQLITE_OK)
        return rc;
    rc = query_text(entry, &reason,
                    "SELECT 'the column ' || ?3 ||"
                    " CASE WHEN sum(typeof(\"%w\") <> 'blob' OR length(\"%w\") <> 16) > 0 THEN"
                    "   ' holds other values than BLOBs of 16 bytes'"
                    "  WHEN count(\"%w\") > count(DISTINCT \"%w\") THEN"
                    "   ' holds the same UUID twice' END"
                    " FROM \"%w\".\"%w\" WHERE \"%w\" IS NOT NULL",
                    entry->column, entry->column, entry->column, entry->column, entry->schema,
                    entry->table, entry->column);
    return refuse(entry, rc, reason);
}

/* ---- the parts ---- */

typedef enum piece { PIECE_UNIQUE, PIECE_ASSIGN, PIECE_REFUSE, PIECE_KEEP, PIECE_COUNT } piece_t;

/* The comment at the end of a part, with the version. A name that contains it is not at the end,
 * and a table that ends in it is neither an index nor a trigger. */
#define MARK "/* uuid_entryuuid_sql %d */"
#define TAIL "rtrim(s.sql, ' )END')"

/* Whether a row of sqlite_schema is a part of the table. */
_Static_assert(sizeof MARK - sizeof "%d" == 25, "IS_PART compares these and a digit");
#define IS_PART                                                                                    \
    "s.type IN ('index', 'trigger') AND s.tbl_name = ?1"                                           \
    " AND substr(" TAIL ", -26) GLOB '/[*] uuid_entryuuid_sql [1467] [*]/'"

/* The SQL of a part; its name is quoted already. The messages do not name the column, so that they
 * stay right after it is renamed. */
static char *part_sql(piece_t part, const char *name, const char *table, const char *column,
                      int version)
{
    switch (part) {
    case PIECE_UNIQUE:
        return sqlite3_mprintf("CREATE UNIQUE INDEX %s ON \"%w\"(\"%w\" " MARK ")", name, table,
                               column, version);
    case PIECE_ASSIGN:
        return sqlite3_mprintf(
            "CREATE TRIGGER %s AFTER INSERT ON \"%w\" BEGIN"
            " UPDATE \"%w\" SET \"%w\" = uuid%d_blob() WHERE \"%w\" IS NULL;"
            " SELECT RAISE(ABORT, 'entryUUID cannot be assigned: a trigger or a constraint"
            " prevents it') WHERE EXISTS (SELECT 1 FROM \"%w\" WHERE \"%w\" IS NULL); " MARK " END",
            name, table, table, column, version, column, table, column, version);
    case PIECE_REFUSE:
        return sqlite3_mprintf(
            "CREATE TRIGGER %s BEFORE INSERT ON \"%w\" WHEN NEW.\"%w\" IS NOT NULL BEGIN"
            " SELECT RAISE(ABORT, 'entryUUID is assigned by the database; it cannot be set"
            " (RFC 4530, section 2.4: NO-USER-MODIFICATION)'); " MARK " END",
            name, table, column, version);
    default:
        return sqlite3_mprintf(
            "CREATE TRIGGER %s BEFORE UPDATE OF \"%w\" ON \"%w\" WHEN NEW.\"%w\" IS NOT OLD.\"%w\""
            " AND (OLD.\"%w\" IS NOT NULL OR typeof(NEW.\"%w\") <> 'blob'"
            " OR uuid_version(NEW.\"%w\") IS NOT %d) BEGIN"
            " SELECT RAISE(ABORT, 'entryUUID is immutable (RFC 4530, section 2.4)'); " MARK " END",
            name, column, table, column, column, column, column, column, version, version);
    }
}

/* Settles the column and the version: the given ones, those of the parts, or the defaults. The
 * parts' column is that of the index, in which SQLite renames it. */
static int settle_entry(entry_t *entry)
{
    sqlite3_stmt *statement;
    char *kept = NULL;
    int rc = step_first(entry, &statement,
                        sqlite3_mprintf("SELECT count(*), max(substr(" TAIL ", -4, 1)), max((SELECT"
                                        "  i.name FROM pragma_index_info(s.name, ?2) AS i"
                                        "  WHERE s.type = 'index'))"
                                        " FROM \"%w\".sqlite_schema AS s WHERE " IS_PART,
                                        entry->schema));

    if (rc == SQLITE_ROW) {
        entry->part_count = sqlite3_column_int(statement, 0);
        if (entry->version == 0)
            entry->version = entry->part_count > 0 ? sqlite3_column_int(statement, 1) : 7;
        rc = sqlite3_column_type(statement, 2) != SQLITE_NULL
                 ? replace_string(&kept, sqlite3_column_text(statement, 2))
                 : SQLITE_OK;
    }
    sqlite3_finalize(statement);
    if (rc == SQLITE_OK && kept != NULL && entry->column != NULL &&
        sqlite3_stricmp(kept, entry->column) != 0)
        rc = fail_entry(entry, "%s already has its entryUUID, in the column %s", entry->table,
                        kept);
    else if (rc == SQLITE_OK && kept == NULL && entry->column == NULL && entry->part_count > 0)
        rc = fail_entry(entry, "the unique index of the entryUUID of %s is missing; pass the column"
                               " to uuid_entryuuid_sql", entry->table);
    else if (rc == SQLITE_OK && (kept != NULL || entry->column == NULL))
        rc = replace_string(&entry->column, kept != NULL ? kept : "entryUUID");
    sqlite3_free(kept);
    return rc;
}

/* ---- the scripts ---- */

static int append_drops(const entry_t *entry, sqlite3_str *out)
{
    char *drops;
    int rc = query_text(entry, &drops,
                        "SELECT group_concat(printf('DROP %%s \"%%w\".\"%%w\";%%s',"
                        "  upper(s.type), ?2, s.name, char(10)), '')"
                        " FROM \"%w\".sqlite_schema AS s WHERE " IS_PART,
                        entry->schema);

    sqlite3_str_appendf(out, "%s", drops);
    sqlite3_free(drops);
    return rc;
}

static int append_column(entry_t *entry, sqlite3_str *out)
{
    bool exists;
    char *trigger = NULL;
    int rc = find_entry_column(entry, &exists);

    if (rc == SQLITE_OK && !exists)
        sqlite3_str_appendf(out, "ALTER TABLE \"%w\".\"%w\" ADD COLUMN \"%w\" BLOB;\n",
                            entry->schema, entry->table, entry->column);
    if (rc == SQLITE_OK)
        rc = query_text(entry, &trigger,
                        "SELECT s.name FROM (SELECT * FROM \"%w\".sqlite_schema"
                        "  UNION ALL SELECT * FROM temp.sqlite_schema) AS s"
                        " WHERE s.type = 'trigger' AND s.tbl_name = ?1 COLLATE NOCASE"
                        "  AND instr(upper(s.sql), 'UPDATE') > 0 AND NOT (" IS_PART ") LIMIT 1",
                        entry->schema);
    sqlite3_str_appendf(out,
                        "-- Existing rows are assigned theirs.%s\n"
                        "UPDATE \"%w\".\"%w\" SET \"%w\" = uuid%d_blob() WHERE \"%w\" IS NULL;\n",
                        trigger != NULL ? " Your triggers on UPDATE fire for them." : "",
                        entry->schema, entry->table, entry->column, entry->version, entry->column);
    sqlite3_free(trigger);
    return rc;
}

/* Appends a part under an unused name. The names of existing parts count as unused, because the
 * script drops them first. */
static int append_part(const entry_t *entry, sqlite3_str *out, piece_t part)
{
    static const char *const names[] = {"unique", "assign", "refuse", "keep"};
    static const char *const purposes[] = {
        "No two rows have the same.",
        "Each new row is assigned one.",
        "An INSERT cannot set it.",
        "An UPDATE cannot change it.",
    };
    char *name, *sql;
    int rc =
        query_text(entry, &name,
                   "WITH RECURSIVE n(number, name) AS"
                   " (SELECT 1, ?1 || '_entryUUID_%s' UNION ALL"
                   "  SELECT number + 1, printf('%%s_entryUUID_%s_%%d', ?1, number + 1) FROM n)"
                   " SELECT printf('\"%%w\".\"%%w\"', ?2, n.name) FROM n WHERE NOT EXISTS"
                   "  (SELECT 1 FROM \"%w\".sqlite_schema AS s"
                   "   WHERE s.name = n.name COLLATE NOCASE AND NOT coalesce(" IS_PART ", 0))"
                   " LIMIT 1",
                   names[part], names[part], entry->schema);

    if (rc != SQLITE_OK)
        return rc;
    sql = part_sql(part, name, entry->table, entry->column, entry->version);
    sqlite3_str_appendf(out, "-- %s\n%s;\n", purposes[part], sql);
    sqlite3_free(name);
    sqlite3_free(sql);
    return sql != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

/* Creates the user's triggers again, in their order. SQLite keeps "CREATE TRIGGER ", without TEMP,
 * IF NOT EXISTS and the schema, and the original text from the name on. */
static int append_user_triggers(const entry_t *entry, sqlite3_str *out)
{
    char *triggers;
    int rc = query_text(entry, &triggers,
                        "SELECT group_concat(printf('DROP TRIGGER \"%%w\".\"%%w\";%%s'"
                        "  || 'CREATE TRIGGER \"%%w\".%%s;%%s', ?2, name, char(10),"
                        "  ?2, substr(sql, length('CREATE TRIGGER ') + 1), char(10)), '')"
                        " FROM (SELECT * FROM \"%w\".sqlite_schema AS s WHERE s.type = 'trigger'"
                        "  AND s.tbl_name = ?1 COLLATE NOCASE AND NOT coalesce(" IS_PART ", 0)"
                        "  ORDER BY s.rowid)",
                        entry->schema);

    if (triggers != NULL)
        sqlite3_str_appendf(out,
                            "-- Your triggers, unchanged: SQLite runs the newest first, and these"
                            " have to run before the one that assigns.\n%s",
                            triggers);
    sqlite3_free(triggers);
    return rc;
}

static int write_sql(entry_t *entry, sqlite3_str *out)
{
    int rc = settle_entry(entry);

    if (rc != SQLITE_OK)
        return rc;
    sqlite3_str_appendf(out, "-- %s (RFC 4530, section 2.4). Run this in a transaction.\n",
                        entry->part_count > 0 ? "Renews the entryUUID of a table"
                                              : "Gives each row of a table an entryUUID");
    rc = append_drops(entry, out);
    if (rc == SQLITE_OK)
        rc = append_column(entry, out);
    for (int part = 0; rc == SQLITE_OK && part < PIECE_COUNT; part++) {
        rc = append_part(entry, out, (piece_t)part);
        if (rc == SQLITE_OK && part == PIECE_ASSIGN)
            rc = append_user_triggers(entry, out);
    }
    return rc;
}

/* SQLite would drop the column in spite of a foreign key, and would fail halfway through the script
 * because of an index. */
static int check_unused(entry_t *entry)
{
    char *reason;
    int rc = query_text(entry, &reason,
                        "SELECT printf('the foreign key of %%s refers to %%s.%%s', s.name, ?1, ?3)"
                        " FROM \"%w\".sqlite_schema AS s, pragma_foreign_key_list(s.name, ?2) AS f"
                        " WHERE s.type = 'table' AND f.\"table\" = ?1 COLLATE NOCASE"
                        "  AND f.\"to\" = ?3 COLLATE NOCASE"
                        " UNION ALL "
                        "SELECT printf('the index %%s uses %%s.%%s', s.name, ?1, ?3)"
                        " FROM \"%w\".sqlite_schema AS s, pragma_index_info(s.name, ?2) AS i"
                        " WHERE s.type = 'index' AND s.tbl_name = ?1 AND i.name = ?3"
                        "  AND NOT coalesce(" IS_PART ", 0)",
                        entry->schema, entry->schema);

    return refuse(entry, rc, reason);
}

static int write_drop_sql(entry_t *entry, sqlite3_str *out)
{
    int rc = settle_entry(entry);

    if (rc == SQLITE_OK && entry->part_count == 0)
        rc = fail_entry(entry, "%s has no entryUUID", entry->table);
    if (rc == SQLITE_OK)
        rc = check_unused(entry);
    if (rc != SQLITE_OK)
        return rc;
    sqlite3_str_appendall(out, "-- Drops the entryUUID of a table, with all its values. Run this in"
                               " a transaction.\n");
    rc = append_drops(entry, out);
    sqlite3_str_appendf(out, "ALTER TABLE \"%w\".\"%w\" DROP COLUMN \"%w\";\n", entry->schema,
                        entry->table, entry->column);
    return rc;
}

/* ---- the functions ---- */

/* Returns the script that `write` writes, or an error. Omitted arguments are NULL. */
static void return_script(entry_t *entry, const char *table, const char *column, const char *schema,
                          int (*write)(entry_t *entry, sqlite3_str *out))
{
    sqlite3_context *context = entry->in->context;
    sqlite3_str *out;
    char *script;
    int rc = replace_string(&entry->table, table);

    entry->db = sqlite3_context_db_handle(context);
    out = sqlite3_str_new(entry->db);
    if (rc == SQLITE_OK && column != NULL)
        rc = replace_string(&entry->column, column);
    if (rc == SQLITE_OK && schema != NULL)
        rc = replace_string(&entry->schema, schema);
    if (rc == SQLITE_OK)
        rc = find_entry_table(entry);
    if (rc == SQLITE_OK)
        rc = write(entry, out);
    script = sqlite3_str_finish(out);
    if (rc == SQLITE_OK && script == NULL)
        rc = SQLITE_NOMEM;
    if (rc == SQLITE_OK)
        sqlite3_result_text(context, script, -1, SQLITE_TRANSIENT);
    else if (rc == SQLITE_NOMEM)
        sqlite3_result_error_nomem(context);
    else if (!entry->failed) {
        fail_entry(entry, "%s", sqlite3_errmsg(entry->db));
        sqlite3_result_error_code(context, rc);
    }
    sqlite3_free(script);
    sqlite3_free(entry->table);
    sqlite3_free(entry->schema);
    sqlite3_free(entry->column);
}

static void call_entryuuid_sql(const call_t *in)
{
    entry_t entry = {.in = in};
    uuid9562_status_t status = UUID9562_OK;

    if (in->count > 2) {
        entry.version = in->a[2].number < 16 ? (int)in->a[2].number : -1;
        status = uuid9562_check_batch(entry.version, 0);
    }
    if (status != UUID9562_OK)
        fail(in->context, status);
    else
        return_script(&entry, in->a[0].bytes, in->count > 1 ? in->a[1].bytes : NULL,
                      in->count > 3 ? in->a[3].bytes : NULL, write_sql);
}

static void call_entryuuid_drop_sql(const call_t *in)
{
    entry_t entry = {.in = in};

    return_script(&entry, in->a[0].bytes, NULL, in->count > 1 ? in->a[1].bytes : NULL,
                  write_drop_sql);
}

INTERNAL int register_entryuuid(sqlite3 *db)
{
    static const parameter_t table = {"table", KIND_IDENTIFIER};
    static const parameter_t column = {"column", KIND_IDENTIFIER};
    static const parameter_t version = {"version", KIND_INTEGER};
    static const parameter_t schema = {"schema", KIND_IDENTIFIER};
    /* clang-format off */
    static const function_t rows[] = {
        {"uuid_entryuuid_sql", DIRECT_ONLY, RESULT_OTHER, call_entryuuid_sql, 1,
         {&table, &column, &version, &schema}},
        {"uuid_entryuuid_drop_sql", DIRECT_ONLY, RESULT_OTHER, call_entryuuid_drop_sql, 1,
         {&table, &schema}},
    };
    /* clang-format on */
    return register_rows(db, rows, ROWS(rows), NULL, 0);
}

#undef MARK
#undef TAIL
#undef IS_PART
