/*
 * What makes a table keep an entryUUID, apart from the column (see entry.c): a unique index and
 * three triggers, plain SQL that lies in the database. Here they are written, found, compared,
 * dropped and made.
 */
#include <string.h>

typedef struct entry {
    sqlite3_context *context;
    sqlite3 *db;
    const argument_t *table_name, *schema_name; /* what was asked for; the schema may be NULL, */
    const char *column;                         /* and this, where no name was given */
    int version;
    char *table, *schema; /* as SQLite writes them */
    bool is_strict;
    int parts;                     /* how many of them there are already */
    char *kept;                    /* the column that they keep; NULL where they do not tell */
    char *suffix;                  /* how the names of the parts end */
    bool is_bare;                  /* are they written without the schema, as SQLite keeps them? */
    char *failed;                  /* what went wrong, where that is not SQLite's message */
    int had_triggers;              /* were they on? -1 where nobody has switched them off */
    sqlite3_stmt *writer, *reader; /* see entry_arm */
} entry_t;

#define MARK "/* uuid_entry_create, version $v */"

/* The parts; the placeholders are those of entry_expand. The mark stands at the end, where no name
 * can be taken for it. */
/* clang-format off */
static const char *const creation[] = {
    "CREATE UNIQUE INDEX $p\"uuid_entry_index_$x\" ON $t($c " MARK ")",

    "CREATE TRIGGER $p\"uuid_entry_given_$x\" BEFORE INSERT ON $t WHEN NEW.$c IS NOT NULL"
    " BEGIN SELECT RAISE(ABORT, '$C is assigned by the database and cannot be given"
    " (RFC 4530 section 2.4, NO-USER-MODIFICATION)'); " MARK " END",

    "CREATE TRIGGER $p\"uuid_entry_assign_$x\" AFTER INSERT ON $t"
    " BEGIN UPDATE $t SET $c = uuid$v_blob() WHERE $c IS NULL;"
    " SELECT RAISE(ABORT, '$C could not be assigned: a trigger or a constraint prevents it')"
    " WHERE EXISTS (SELECT 1 FROM $t WHERE $c IS NULL); " MARK " END",

    "CREATE TRIGGER $p\"uuid_entry_keep_$x\" BEFORE UPDATE OF $c ON $t"
    " WHEN NEW.$c IS NOT OLD.$c AND (OLD.$c IS NOT NULL"
    " OR typeof(NEW.$c) <> 'blob' OR uuid_version(NEW.$c) IS NOT $v)"
    " BEGIN SELECT RAISE(ABORT, '$C never changes (RFC 4530 section 2.4)'); " MARK " END",
};
/* clang-format on */

enum { PART_COUNT = sizeof creation / sizeof *creation };

/* The SQL of a part, up to the version in its mark. */
#define TO_VERSION "rtrim(sql, ')END */')"

/* The parts that a table has. */
#define PARTS_OF_TABLE                                                                             \
    " FROM $s.sqlite_schema AS s WHERE tbl_name = ?1 AND type IN ('index', 'trigger')"             \
    " AND name GLOB 'uuid_entry_*'"                                                                \
    " AND " TO_VERSION " GLOB '*/[*] uuid_entry_create, version [1467]'"

/* ---- statements ---- */

/* $s, $t and $c are the schema, the table and the column, in quotes; $x the suffix, and $C the
 * column, for where quotes are already, double ones and single ones; $v the version; $p the schema
 * and a dot, or nothing. */
static char *entry_expand(const entry_t *entry, const char *template)
{
    sqlite3_str *out = sqlite3_str_new(entry->db);

    for (const char *next; (next = strchr(template, '$')) != NULL; template = next + 2) {
        sqlite3_str_append(out, template, (int)(next - template));
        switch (next[1]) {
        case 's':
            sqlite3_str_appendf(out, "\"%w\"", entry->schema);
            break;
        case 't':
            sqlite3_str_appendf(out, "\"%w\"", entry->table);
            break;
        case 'x':
            sqlite3_str_appendf(out, "%w", entry->suffix);
            break;
        case 'c':
            sqlite3_str_appendf(out, "\"%w\"", entry->column);
            break;
        case 'p':
            if (!entry->is_bare)
                sqlite3_str_appendf(out, "\"%w\".", entry->schema);
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

/* Two statements stand by while the work is done, for when no other can be prepared or run any
 * more, to undo it. While an interrupt is in force, one that would write, and is interrupted, makes
 * SQLite undo the transaction (see sqlite3_interrupt); it has to be prepared anew after whatever
 * invalidates statements. After memory ran out, one that is in the middle of reading does so when
 * it ends. */
static void entry_arm(entry_t *entry)
{
    sqlite3_stmt *writer;

    if (sqlite3_prepare_v2(entry->db, "BEGIN IMMEDIATE", -1, &writer, NULL) == SQLITE_OK) {
        sqlite3_finalize(entry->writer);
        entry->writer = writer;
    }
}

static int entry_start_reader(entry_t *entry)
{
    int rc = sqlite3_step(entry->reader);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* A statement in which ?1 is the name of the table, ?2 of the schema, ?3 of the column, and ?4 the
 * suffix, as far as it has so many. */
static int entry_prepare(const entry_t *entry, sqlite3_stmt **statement, const char *template)
{
    const char *const names[] = {entry->table, entry->schema, entry->column, entry->suffix};
    const int name_count = sizeof names / sizeof *names;
    char *sql = entry_expand(entry, template);
    int rc = SQLITE_NOMEM;

    *statement = NULL;
    if (sql != NULL)
        rc = sqlite3_prepare_v2(entry->db, sql, -1, statement, NULL);
    sqlite3_free(sql);
    for (int i = 0; rc == SQLITE_OK && i < name_count; i++)
        if (i < sqlite3_bind_parameter_count(*statement))
            rc = bind_name(*statement, i + 1, names[i]);
    return rc;
}

/* Runs a statement without rows, or whose rows do not matter. */
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

/* The same for one that changes something, after which there is more to do. */
static int entry_change(entry_t *entry, const char *template)
{
    int rc = entry_run(entry, template);

    if (rc == SQLITE_OK)
        entry_arm(entry);
    return rc;
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
static int find_entry_table(entry_t *entry)
{
    static const char query[] =
        "SELECT l.name, l.schema, l.type, l.strict"
        "  FROM pragma_table_list(?1) AS l JOIN pragma_database_list AS d ON d.name = l.schema"
        " WHERE ?2 IS NULL OR l.schema = ?2 COLLATE NOCASE ORDER BY l.schema <> 'temp', d.seq";
    const argument_t *name = entry->table_name, *schema = entry->schema_name;
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
                                               schema != NULL ? schema->bytes : "",
                                               schema != NULL ? "." : "", name->bytes));
    sqlite3_finalize(statement);
    return rc;
}

/* ---- the parts ---- */

/* Reads off them how many there are, how the name of the index ends, and which column and version
 * they are for: the column is that of the index or, where that is gone, the one for which the
 * trigger `keep` begins as it does. */
static int find_parts(entry_t *entry)
{
    static const char query[] =
        "SELECT count(*),"
        " max(iif(type = 'index', substr(name, length('uuid_entry_index_') + 1), NULL)),"
        " coalesce(max((SELECT name FROM pragma_index_info(s.name, ?2))),"
        "  max((SELECT c.name FROM pragma_table_xinfo(?1, ?2) AS c WHERE instr(s.sql,"
        "   printf('CREATE TRIGGER \"%w\" BEFORE UPDATE OF \"%w\" ON ', s.name, c.name)) = 1))),"
        " max(CAST(substr(" TO_VERSION ", -1) AS INTEGER))" PARTS_OF_TABLE;
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement, query);

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        rc = SQLITE_OK;
        entry->parts = sqlite3_column_int(statement, 0);
        entry->suffix = entry_copy(statement, 1, &rc);
        entry->kept = entry_copy(statement, 2, &rc);
        if (entry->version == 0)
            entry->version = sqlite3_column_int(statement, 3);
    }
    sqlite3_finalize(statement);
    return rc;
}

/* Are they all there as they would be made now? */
static int compare_parts(entry_t *entry, bool *same)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT count(*) = 4" PARTS_OF_TABLE " AND sql IN (?5, ?6, ?7, ?8)");

    _Static_assert(PART_COUNT == 4, "as many as the query compares");
    entry->is_bare = true;
    for (int i = 0; rc == SQLITE_OK && i < PART_COUNT; i++) {
        char *sql = entry_expand(entry, creation[i]);
        rc =
            sql != NULL ? sqlite3_bind_text(statement, i + 5, sql, -1, sqlite3_free) : SQLITE_NOMEM;
    }
    entry->is_bare = false;
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    *same = rc == SQLITE_ROW && entry->parts == PART_COUNT && sqlite3_column_int(statement, 0) != 0;
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* Drops one of the parts that are there, the index first: it is refused while a statement reads,
 * and then nothing has changed yet. Our own reader pauses for it. */
static int drop_part(entry_t *entry)
{
    sqlite3_stmt *statement, *drop = NULL;
    bool is_index = false;
    int rc = entry_prepare(
        entry, &statement,
        "SELECT printf('DROP %s \"%w\".\"%w\"', type, ?2, name), type = 'index'" PARTS_OF_TABLE
        " ORDER BY type");

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        is_index = sqlite3_column_int(statement, 1) != 0;
        rc = sqlite3_prepare_v2(entry->db, (const char *)sqlite3_column_text(statement, 0), -1,
                                &drop, NULL);
    }
    sqlite3_finalize(statement);
    if (rc == SQLITE_OK && is_index)
        sqlite3_reset(entry->reader);
    if (rc == SQLITE_OK)
        rc = sqlite3_step(drop);
    sqlite3_finalize(drop);
    if (rc == SQLITE_DONE)
        rc = is_index ? entry_start_reader(entry) : SQLITE_OK;
    if (rc == SQLITE_OK)
        entry_arm(entry);
    return rc;
}

static int drop_parts(entry_t *entry)
{
    int rc = SQLITE_OK;

    for (int i = 0; rc == SQLITE_OK && i < entry->parts; i++)
        rc = drop_part(entry);
    return rc;
}

/* The name of the table ends theirs, and a number where something else has such names. */
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
                           "SELECT 1 FROM $s.sqlite_schema"
                           " WHERE name COLLATE NOCASE IN ('uuid_entry_index_' || ?4,"
                           " 'uuid_entry_given_' || ?4, 'uuid_entry_assign_' || ?4,"
                           " 'uuid_entry_keep_' || ?4)");
        if (rc == SQLITE_OK)
            rc = sqlite3_step(statement);
        taken = rc == SQLITE_ROW;
        if (rc == SQLITE_ROW || rc == SQLITE_DONE)
            rc = SQLITE_OK;
        sqlite3_finalize(statement);
    }
    return rc;
}

static int make_parts(entry_t *entry)
{
    int rc = choose_suffix(entry);

    for (int i = 0; rc == SQLITE_OK && i < PART_COUNT; i++)
        rc = entry_change(entry, creation[i]);
    return rc;
}
