/*
 * uuid_entry_create(table [, column [, version [, schema]]]): from now on each row of a table has
 * an entryUUID as RFC 4530 section 2.4 defines it, and uuid_entry_drop(table [, schema]): no more.
 *
 * It is a column, a unique index and three triggers, all of them plain SQL that lies in the
 * database (see `creation`): one trigger refuses a value that an INSERT brings along, one assigns
 * one to the row that was inserted, one refuses every change of it. The row is found by its lack of
 * a UUID, not by its key: so a table of any kind will do, whatever its keys are called now or
 * later. The names of the four begin with uuid_entry_; by that, and by the table that SQLite keeps
 * them with, they are found again.
 *
 * What is done is done in a savepoint: all of it, or nothing and an error. Rows that are there get
 * their UUID with triggers switched off, since to them nothing happens.
 */
#include <string.h>

typedef struct entry {
    sqlite3_context *context;
    sqlite3 *db;
    const char *column; /* the name that was asked for */
    int version;
    char *table, *schema, *suffix; /* as SQLite writes them; the last ends the names of the parts */
    bool is_strict;
    int parts;    /* how many of them there are already */
    char *kept;   /* the column that they keep; NULL where there is no index among them */
    char *failed; /* what went wrong, where that is not SQLite's message */
} entry_t;

#define TABLE  "\"$s\".\"$t\""
#define COLUMN "\"$c\""
#define PART   "\"$s\".\"uuid_entry_"

/* The parts; the placeholders are those of entry_expand. */
static const char *const creation[] = {
    "CREATE UNIQUE INDEX " PART "index_$x\" ON \"$t\"(" COLUMN ")",

    "CREATE TRIGGER " PART "given_$x\" BEFORE INSERT ON \"$t\" WHEN NEW." COLUMN " IS NOT NULL "
    "BEGIN SELECT RAISE(ABORT, '$C is assigned by the database and cannot be given"
    " (RFC 4530 section 2.4, NO-USER-MODIFICATION)'); END",

    "CREATE TRIGGER " PART "assign_$x\" AFTER INSERT ON \"$t\" "
    "BEGIN UPDATE \"$t\" SET " COLUMN " = uuid$v_blob() WHERE " COLUMN " IS NULL; END",

    "CREATE TRIGGER " PART "keep_$x\" BEFORE UPDATE OF " COLUMN " ON \"$t\" "
    "WHEN NEW." COLUMN " IS NOT OLD." COLUMN " AND (OLD." COLUMN " IS NOT NULL"
    " OR typeof(NEW." COLUMN ") <> 'blob' OR uuid_version(NEW." COLUMN ") IS NOT $v) "
    "BEGIN SELECT RAISE(ABORT, '$C never changes (RFC 4530 section 2.4)'); END",
};

enum { PART_COUNT = sizeof creation / sizeof *creation };

/* ---- statements ---- */

/* A name for $s, $t, $x and $c, within double quotes; $C is the column within single ones, $v the
 * version. */
static char *entry_expand(const entry_t *entry, const char *template)
{
    sqlite3_str *out = sqlite3_str_new(entry->db);

    for (const char *next; (next = strchr(template, '$')) != NULL; template = next + 2) {
        sqlite3_str_append(out, template, (int)(next - template));
        switch (next[1]) {
        case 's':
            sqlite3_str_appendf(out, "%w", entry->schema);
            break;
        case 't':
            sqlite3_str_appendf(out, "%w", entry->table);
            break;
        case 'x':
            sqlite3_str_appendf(out, "%w", entry->suffix);
            break;
        case 'c':
            sqlite3_str_appendf(out, "%w", entry->column);
            break;
        case 'C':
            sqlite3_str_appendf(out, "%q", entry->column);
            break;
        default:
            sqlite3_str_appendf(out, "%d", entry->version);
        }
    }
    sqlite3_str_appendall(out, template);
    return sqlite3_str_finish(out);
}

static int entry_prepare(const entry_t *entry, sqlite3_stmt **statement, const char *template)
{
    char *sql = entry_expand(entry, template);
    int rc = SQLITE_NOMEM;

    *statement = NULL;
    if (sql != NULL)
        rc = sqlite3_prepare_v2(entry->db, sql, -1, statement, NULL);
    sqlite3_free(sql);
    return rc;
}

/* A statement without rows, or whose rows do not matter. */
static int entry_run(const entry_t *entry, const char *template)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement, template);

    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(statement)) == SQLITE_ROW)
            continue;
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* A copy of a cell, NULL where that is NULL; *rc is not SQLITE_OK where there was no memory. */
static char *entry_copy(sqlite3_stmt *statement, int column, int *rc)
{
    char *copy = NULL;

    if (sqlite3_column_type(statement, column) != SQLITE_NULL) {
        copy = sqlite3_mprintf("%s", (const char *)sqlite3_column_text(statement, column));
        if (copy == NULL)
            *rc = SQLITE_NOMEM;
    }
    return copy;
}

/* Takes the message, which is NULL where there was no memory for it. */
static int entry_fail(entry_t *entry, char *message)
{
    entry->failed = message;
    return message != NULL ? SQLITE_ERROR : SQLITE_NOMEM;
}

/* ---- the table ---- */

/* Finds it as SQLite does, temp first, in the schema that was named or in any. */
static int find_entry_table(entry_t *entry, const argument_t *name, const argument_t *schema)
{
    static const char query[] =
        "SELECT l.name, l.schema, l.type, l.strict"
        "  FROM pragma_table_list(?1) AS l JOIN pragma_database_list AS d ON d.name = l.schema"
        " WHERE ?2 IS NULL OR l.schema = ?2 COLLATE NOCASE ORDER BY l.schema <> 'temp', d.seq";
    sqlite3_stmt *statement;
    int rc = sqlite3_prepare_v2(entry->db, query, -1, &statement, NULL);

    if (rc == SQLITE_OK)
        rc = sqlite3_bind_value(statement, 1, name->value);
    if (rc == SQLITE_OK && schema != NULL)
        rc = sqlite3_bind_value(statement, 2, schema->value);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        const char *type = (const char *)sqlite3_column_text(statement, 2);

        rc = SQLITE_OK;
        entry->table = entry_copy(statement, 0, &rc);
        entry->schema = entry_copy(statement, 1, &rc);
        entry->is_strict = sqlite3_column_int(statement, 3) != 0;
        if (type == NULL)
            rc = SQLITE_NOMEM;
        else if (rc == SQLITE_OK && strcmp(type, "table") != 0)
            rc = entry_fail(entry,
                            sqlite3_mprintf("%s is a %s%s, only a table has entries", entry->table,
                                            type, strcmp(type, "view") == 0 ? "" : " table"));
    } else if (rc == SQLITE_DONE)
        rc = entry_fail(entry, sqlite3_mprintf("no such table: %s%s%s",
                                               schema != NULL ? schema->octets : "",
                                               schema != NULL ? "." : "", name->octets));
    sqlite3_finalize(statement);
    return rc;
}

/* What the table has of our parts, and which column they keep. */
static int find_parts(entry_t *entry)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT type, (SELECT name FROM pragma_index_info(s.name, ?2))"
                           "  FROM \"$s\".sqlite_schema AS s"
                           " WHERE tbl_name = ?1 AND name GLOB 'uuid_entry_*'"
                           "   AND type IN ('index', 'trigger')");

    if (rc == SQLITE_OK)
        rc = bind_name(statement, 1, entry->table);
    if (rc == SQLITE_OK)
        rc = bind_name(statement, 2, entry->schema);
    if (rc == SQLITE_OK)
        while ((rc = sqlite3_step(statement)) == SQLITE_ROW) {
            const char *type = (const char *)sqlite3_column_text(statement, 0);

            entry->parts++;
            rc = type == NULL ? SQLITE_NOMEM : SQLITE_OK;
            if (rc == SQLITE_OK && strcmp(type, "index") == 0 && entry->kept == NULL)
                entry->kept = entry_copy(statement, 1, &rc);
            if (rc != SQLITE_OK)
                break;
        }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Drops the first of the parts that are there. */
static int drop_part(const entry_t *entry)
{
    sqlite3_stmt *statement;
    char *drop = NULL;
    int rc = entry_prepare(entry, &statement,
                           "SELECT 'DROP ' || type || printf(' \"%w\".\"%w\"', ?2, name)"
                           "  FROM \"$s\".sqlite_schema"
                           " WHERE tbl_name = ?1 AND name GLOB 'uuid_entry_*'"
                           "   AND type IN ('index', 'trigger') ORDER BY type DESC");

    if (rc == SQLITE_OK)
        rc = bind_name(statement, 1, entry->table);
    if (rc == SQLITE_OK)
        rc = bind_name(statement, 2, entry->schema);
    if (rc == SQLITE_OK && (rc = sqlite3_step(statement)) == SQLITE_ROW) {
        rc = SQLITE_OK;
        drop = entry_copy(statement, 0, &rc);
    }
    sqlite3_finalize(statement);
    if (rc == SQLITE_OK)
        rc = sqlite3_exec(entry->db, drop, NULL, NULL, NULL);
    sqlite3_free(drop);
    return rc;
}

static int drop_parts(const entry_t *entry)
{
    int rc = SQLITE_OK;

    for (int i = 0; rc == SQLITE_OK && i < entry->parts; i++)
        rc = drop_part(entry);
    return rc;
}

/* The name of the table ends theirs, and a number, where a table that was renamed has taken those.
 */
static int choose_suffix(entry_t *entry)
{
    bool taken = true;
    int rc = SQLITE_OK;

    for (int number = 1; rc == SQLITE_OK && taken; number++) {
        sqlite3_stmt *statement;

        sqlite3_free(entry->suffix);
        entry->suffix = number == 1 ? sqlite3_mprintf("%s", entry->table)
                                    : sqlite3_mprintf("%s_%d", entry->table, number);
        if (entry->suffix == NULL)
            return SQLITE_NOMEM;
        rc = entry_prepare(entry, &statement,
                           "SELECT 1 FROM \"$s\".sqlite_schema"
                           " WHERE name COLLATE NOCASE IN ('uuid_entry_index_' || ?1,"
                           " 'uuid_entry_given_' || ?1, 'uuid_entry_assign_' || ?1,"
                           " 'uuid_entry_keep_' || ?1)");
        if (rc == SQLITE_OK)
            rc = bind_name(statement, 1, entry->suffix);
        if (rc == SQLITE_OK)
            rc = sqlite3_step(statement);
        taken = rc == SQLITE_ROW;
        if (rc == SQLITE_ROW || rc == SQLITE_DONE)
            rc = SQLITE_OK;
        sqlite3_finalize(statement);
    }
    return rc;
}

/* ---- the column ---- */

/* What a column may not be, that is there already: the reason, or NULL. */
static const char *unfit(const entry_t *entry, sqlite3_stmt *column)
{
    const char *type = (const char *)sqlite3_column_text(column, 0);

    if (sqlite3_column_int(column, 4) != 0)
        return "is a generated column";
    if (sqlite3_column_int(column, 3) != 0)
        return "is of the PRIMARY KEY";
    if (sqlite3_column_int(column, 1) != 0)
        return "is NOT NULL, but a row that is inserted has its UUID a moment later";
    if (sqlite3_column_type(column, 2) != SQLITE_NULL)
        return "has a DEFAULT, which would count as given";
    if (entry->is_strict && type != NULL && sqlite3_stricmp(type, "BLOB") != 0 &&
        sqlite3_stricmp(type, "ANY") != 0)
        return "is not of the type BLOB";
    return NULL;
}

/* Is it there, and fit? */
static int find_entry_column(entry_t *entry, bool *found)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT type, \"notnull\", dflt_value, pk, hidden"
                           "  FROM pragma_table_xinfo(?1, ?2) WHERE name = ?3 COLLATE NOCASE");

    *found = false;
    if (rc == SQLITE_OK)
        rc = bind_name(statement, 1, entry->table);
    if (rc == SQLITE_OK)
        rc = bind_name(statement, 2, entry->schema);
    if (rc == SQLITE_OK)
        rc = bind_name(statement, 3, entry->column);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        const char *reason = unfit(entry, statement);

        *found = true;
        if (reason != NULL)
            rc = entry_fail(entry, sqlite3_mprintf("the column %s %s", entry->column, reason));
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* A column that is there may hold UUIDs, which are kept. */
static int check_content(entry_t *entry)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT 1 FROM " TABLE " WHERE " COLUMN " IS NOT NULL"
                           " AND (typeof(" COLUMN ") <> 'blob' OR length(" COLUMN ") <> 16)");

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        rc = entry_fail(entry, sqlite3_mprintf("the column %s is there, with other content than"
                                               " BLOBs of 16 octets",
                                               entry->column));
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int make_column(entry_t *entry)
{
    bool found;
    int rc = find_entry_column(entry, &found);

    if (rc != SQLITE_OK)
        return rc;
    return found ? check_content(entry)
                 : entry_run(entry, "ALTER TABLE " TABLE " ADD COLUMN " COLUMN " BLOB");
}

static int fill_column(const entry_t *entry)
{
    int had_triggers, has, rc;

    sqlite3_db_config(entry->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &had_triggers);
    sqlite3_db_config(entry->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &has);
    rc = entry_run(entry,
                   "UPDATE " TABLE " SET " COLUMN " = uuid$v_blob() WHERE " COLUMN " IS NULL");
    if (rc == SQLITE_OK)
        sqlite3_result_int64(entry->context, sqlite3_changes64(entry->db));
    sqlite3_db_config(entry->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, had_triggers, &has);
    return rc;
}

/* ---- the two functions ---- */

static int create_entry(entry_t *entry)
{
    int rc;

    if (entry->parts == PART_COUNT && entry->kept != NULL)
        return entry_fail(entry, sqlite3_mprintf("%s has its entryUUID already, in the column %s",
                                                 entry->table, entry->kept));
    rc = drop_parts(entry); /* what is left of them, where somebody has dropped some */
    if (rc == SQLITE_OK)
        rc = choose_suffix(entry);
    if (rc == SQLITE_OK)
        rc = make_column(entry);
    if (rc == SQLITE_OK)
        rc = fill_column(entry);
    for (int i = 0; rc == SQLITE_OK && i < PART_COUNT; i++)
        rc = entry_run(entry, creation[i]);
    return rc;
}

static int drop_entry(entry_t *entry)
{
    int rc;

    if (entry->kept == NULL)
        return entry_fail(entry, sqlite3_mprintf("%s has no entryUUID", entry->table));
    rc = drop_parts(entry);
    entry->column = entry->kept;
    if (rc == SQLITE_OK)
        rc = entry_run(entry, "ALTER TABLE " TABLE " DROP COLUMN " COLUMN);
    return rc;
}

/* All or nothing. */
static int in_savepoint(entry_t *entry, int (*work)(entry_t *entry))
{
    int rc = entry_run(entry, "SAVEPOINT uuid_entry");

    if (rc != SQLITE_OK)
        return rc;
    rc = work(entry);
    if (rc == SQLITE_OK)
        rc = entry_run(entry, "RELEASE uuid_entry");
    if (rc != SQLITE_OK) {
        if (entry->failed == NULL)
            entry->failed = sqlite3_mprintf("%s", sqlite3_errmsg(entry->db));
        entry_run(entry, "ROLLBACK TO uuid_entry");
        entry_run(entry, "RELEASE uuid_entry");
    }
    return rc;
}

static void entry_call(const call_t *in, const argument_t *schema, const char *column, int version,
                       int (*work)(entry_t *entry))
{
    entry_t entry = {
        .context = in->context,
        .db = sqlite3_context_db_handle(in->context),
        .column = column,
        .version = version,
    };
    int rc = find_entry_table(&entry, &in->a[0], schema);

    if (rc == SQLITE_OK)
        rc = find_parts(&entry);
    if (rc == SQLITE_OK)
        rc = in_savepoint(&entry, work);
    if (rc == SQLITE_NOMEM)
        sqlite3_result_error_nomem(in->context);
    else if (rc != SQLITE_OK) {
        fail_with(in->context,
                  sqlite3_mprintf("%s: %s", function_name(in->context),
                                  entry.failed != NULL ? entry.failed : sqlite3_errmsg(entry.db)));
        if (rc != SQLITE_ERROR)
            sqlite3_result_error_code(in->context, rc);
    }
    sqlite3_free(entry.table);
    sqlite3_free(entry.schema);
    sqlite3_free(entry.suffix);
    sqlite3_free(entry.kept);
    sqlite3_free(entry.failed);
}

#undef TABLE
#undef COLUMN
#undef PART
