/*
 * uuid_entry_create(table [, column [, version [, schema]]]): from now on each row of a table has
 * an entryUUID as RFC 4530 section 2.4 defines it, and uuid_entry_drop(table [, schema]): no more.
 *
 * It is a column, a unique index and three triggers, all of them plain SQL that lies in the
 * database (see entry_parts.c): one trigger refuses a value that an INSERT brings along, one
 * assigns one to the row that was inserted, one refuses every change of it. The row is found by its
 * lack of a UUID, not by its key: so a table of any kind will do, whatever its keys are called now
 * or later. A comment in the four marks them as ours, and by that, and by the table that SQLite
 * keeps them with, they are found again. Where they are not, or not as they would be made now, they
 * are made anew; so a call that has nothing to do does nothing.
 *
 * What is done is done in a savepoint: all of it, or nothing and an error. Rows that are there get
 * their UUID with triggers switched off, since to them nothing happens.
 */
#include <string.h>

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
    if (sqlite3_column_int(column, 2) != 0)
        return "has a DEFAULT, which would count as given";
    if (entry->is_strict && type != NULL && sqlite3_stricmp(type, "BLOB") != 0 &&
        sqlite3_stricmp(type, "ANY") != 0)
        return "is not of the type BLOB";
    return NULL;
}

/* Is it there, and fit? Then its name is as it is written there. */
static int find_entry_column(entry_t *entry, bool *found)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT type, \"notnull\", upper(dflt_value) <> 'NULL', pk, hidden, name"
                           "  FROM pragma_table_xinfo(?1, ?2) WHERE name = ?3 COLLATE NOCASE");

    *found = false;
    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW) {
        const char *reason = unfit(entry, statement);

        *found = true;
        rc = SQLITE_DONE;
        if (reason != NULL)
            rc = entry_fail(entry, sqlite3_mprintf("the column %s %s", entry->column, reason));
        else if (entry->kept == NULL) {
            entry->kept = entry_copy(statement, 5, &rc);
            entry->column = entry->kept;
        }
    }
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* A column that is there may hold UUIDs, which are kept. */
static int check_content(entry_t *entry)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT 1 FROM $s.$t WHERE $c IS NOT NULL"
                           " AND (typeof($c) <> 'blob' OR length($c) <> 16)");

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        rc = entry_fail(entry, sqlite3_mprintf("the column %s is there, with other content than"
                                               " BLOBs of 16 bytes",
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
                 : entry_change(entry, "ALTER TABLE $s.$t ADD COLUMN $c BLOB");
}

static int fill_column(entry_t *entry)
{
    int has, rc;

    sqlite3_db_config(entry->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, -1, &entry->had_triggers);
    sqlite3_db_config(entry->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, &has);
    entry_arm(entry);
    rc = entry_change(entry, "UPDATE $s.$t SET $c = uuid$v_blob() WHERE $c IS NULL");
    if (rc == SQLITE_OK)
        sqlite3_result_int64(entry->context, sqlite3_changes64(entry->db));
    return rc;
}

/* Is there a row without? */
static int find_gap(const entry_t *entry, bool *found)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement, "SELECT 1 FROM $s.$t WHERE $c IS NULL LIMIT 1");

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    *found = rc == SQLITE_ROW;
    sqlite3_finalize(statement);
    return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* SQLite would let the column go from under a foreign key. */
static int check_foreign_keys(entry_t *entry)
{
    sqlite3_stmt *statement;
    int rc = entry_prepare(entry, &statement,
                           "SELECT s.name FROM $s.sqlite_schema AS s,"
                           " pragma_foreign_key_list(s.name, ?2) AS f"
                           " WHERE s.type = 'table' AND f.\"table\" = ?1 COLLATE NOCASE"
                           " AND f.\"to\" = ?3 COLLATE NOCASE");

    if (rc == SQLITE_OK)
        rc = sqlite3_step(statement);
    if (rc == SQLITE_ROW)
        rc = entry_fail(entry, sqlite3_mprintf("a foreign key of the table %s refers to %s.%s",
                                               sqlite3_column_text(statement, 0), entry->table,
                                               entry->column));
    sqlite3_finalize(statement);
    return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* ---- the two functions ---- */

static int fail_not_whole(entry_t *entry)
{
    return entry_fail(entry, sqlite3_mprintf("what keeps the entryUUID of %s is not whole: name the"
                                             " column to uuid_entry_create",
                                             entry->table));
}

/* The one that was asked for, or that the parts keep, or the usual one. */
static int choose_column(entry_t *entry)
{
    const char *asked = entry->column;

    if (entry->kept != NULL && asked != NULL && sqlite3_stricmp(asked, entry->kept) != 0)
        return entry_fail(entry, sqlite3_mprintf("%s has its entryUUID already, in the column %s",
                                                 entry->table, entry->kept));
    if (entry->kept == NULL && asked == NULL && entry->parts > 0)
        return fail_not_whole(entry);
    if (entry->version == 0)
        entry->version = 7;
    if (entry->kept != NULL)
        entry->column = entry->kept;
    else if (asked == NULL)
        entry->column = "entryUUID";
    return SQLITE_OK;
}

static int create_entry(entry_t *entry)
{
    bool is_made = false, has_gap = true;
    int rc = choose_column(entry);

    sqlite3_result_int64(entry->context, 0);
    if (rc == SQLITE_OK && entry->kept != NULL)
        rc = compare_parts(entry, &is_made);
    if (rc == SQLITE_OK && is_made)
        rc = find_gap(entry, &has_gap);
    if (rc == SQLITE_OK && !is_made)
        rc = drop_parts(entry);
    if (rc == SQLITE_OK && !is_made)
        rc = make_column(entry);
    if (rc == SQLITE_OK && has_gap)
        rc = fill_column(entry);
    if (rc == SQLITE_OK && !is_made)
        rc = make_parts(entry);
    return rc;
}

static int drop_entry(entry_t *entry)
{
    int rc;

    if (entry->kept == NULL && entry->parts > 0)
        return fail_not_whole(entry);
    if (entry->kept == NULL)
        return entry_fail(entry, sqlite3_mprintf("%s has no entryUUID", entry->table));
    entry->column = entry->kept;
    rc = check_foreign_keys(entry);
    if (rc == SQLITE_OK)
        rc = drop_parts(entry);
    if (rc == SQLITE_OK)
        rc = entry_change(entry, "ALTER TABLE $s.$t DROP COLUMN $c");
    if (rc == SQLITE_LOCKED)
        rc =
            entry_fail(entry, sqlite3_mprintf("%s is locked by a statement that is reading: call it"
                                              " with nothing else running, and without FROM",
                                              entry->table));
    return rc;
}

/* ---- all or nothing ---- */

enum { TRIES = 100 }; /* against a progress handler that stops one statement after the other */

/* Undoes what is open, and ends the transaction where it is ours; see entry_arm for interrupts,
 * which undo the caller's transaction as well. */
static void undo(entry_t *entry, bool is_ours)
{
    int rc = SQLITE_INTERRUPT;

    for (int i = 0; i < TRIES && rc == SQLITE_INTERRUPT; i++) {
        rc = entry_run(entry, is_ours ? "ROLLBACK" : "ROLLBACK TO \"uuid9562 entry\"");
        if (rc == SQLITE_OK && !is_ours)
            rc = entry_run(entry, "RELEASE \"uuid9562 entry\"");
        if (rc == SQLITE_INTERRUPT && sqlite3_get_autocommit(entry->db) == 0) {
            sqlite3_step(entry->writer);
            sqlite3_reset(entry->writer);
        }
        if (sqlite3_get_autocommit(entry->db) != 0)
            break;
    }
}

static int in_savepoint(entry_t *entry, int (*work)(entry_t *entry))
{
    const bool is_ours = sqlite3_get_autocommit(entry->db) != 0;
    int has, rc = sqlite3_prepare_v2(entry->db, "SELECT count(*) FROM sqlite_schema", -1,
                                     &entry->reader, NULL);

    entry_arm(entry);
    if (rc == SQLITE_OK)
        rc = entry_run(entry, "SAVEPOINT \"uuid9562 entry\"");
    if (rc == SQLITE_OK)
        rc = entry_start_reader(entry);
    if (rc == SQLITE_OK)
        rc = find_entry_table(entry);
    if (rc == SQLITE_OK)
        rc = find_parts(entry);
    if (rc == SQLITE_OK)
        rc = work(entry);
    if (rc == SQLITE_OK)
        rc = entry_run(entry, "RELEASE \"uuid9562 entry\"");
    if (rc != SQLITE_OK) {
        if (entry->failed == NULL)
            entry->failed = sqlite3_mprintf("%s", sqlite3_errmsg(entry->db));
        undo(entry, is_ours);
    }
    sqlite3_finalize(entry->reader); /* which undoes it where memory ran out */
    sqlite3_finalize(entry->writer);
    if (entry->had_triggers >= 0)
        sqlite3_db_config(entry->db, SQLITE_DBCONFIG_ENABLE_TRIGGER, entry->had_triggers, &has);
    return rc;
}

static void entry_call(const call_t *in, const argument_t *schema, const char *column, int version,
                       int (*work)(entry_t *entry))
{
    entry_t entry = {
        .context = in->context,
        .db = sqlite3_context_db_handle(in->context),
        .table_name = &in->a[0],
        .schema_name = schema,
        .column = column,
        .version = version,
        .had_triggers = -1,
    };
    int rc = in_savepoint(&entry, work);

    if (rc == SQLITE_NOMEM || (rc != SQLITE_OK && entry.failed == NULL))
        sqlite3_result_error_nomem(in->context);
    else if (rc != SQLITE_OK) {
        fail_with(in->context, sqlite3_mprintf("%s: %s", function_name(in->context), entry.failed));
        sqlite3_result_error_code(in->context, rc);
    }
    sqlite3_free(entry.table);
    sqlite3_free(entry.schema);
    sqlite3_free(entry.suffix);
    sqlite3_free(entry.kept);
    sqlite3_free(entry.failed);
}

#undef MARK
#undef TO_VERSION
#undef PARTS_OF_TABLE
