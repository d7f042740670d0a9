/*
 * The prompt, and files that were opened: SQL that a person typed, a database of theirs.
 */
import { objects, SqlError, TIME_LIMIT_MS } from "./sqlite.js";
import { correct } from "./correct.js";

const MOST = { rows: 500, size: 4e6, results: 100 }; // of a script; a page of more stands still
const INTERRUPTED = 9; // SQLITE_INTERRUPT

/* Runs the statements of a text. Returns: their results as of Connection.run, and at the end
 * perhaps {error, offset}; that rolls back a transaction which they began */
export function script(db, text) {
    const results = [];
    const left = { ...MOST };
    const wasOpen = db.isInTransaction();

    try {
        db.run(text, [], (result) => left.results-- > 0 && results.push(result), left);
        if (left.results < 0)
            results.push({ error: `${-left.results} more results are not shown`, offset: -1 });
    } catch (error) {
        if (!(error instanceof SqlError))
            throw error;
        results.push(error.code === INTERRUPTED
            ? { error: `stopped after ${TIME_LIMIT_MS / 1000} seconds`, offset: -1 }
            : { error: error.message, offset: error.offset });
        if (db.isInTransaction() && !wasOpen) {
            db.run("ROLLBACK");
            results.at(-1).error += "\nThe transaction that began here is rolled back.";
        }
    }
    return results;
}

/* Ends what is opened. */
export function detach(db) {
    if (db.isInTransaction())
        throw new Error("a transaction is open at the prompt: COMMIT or ROLLBACK it first");
    if (db.value("SELECT count(*) FROM pragma_database_list WHERE name = 'opened'") > 0)
        db.run("DETACH opened");
}

/* Puts the bytes of a database into the schema `opened`. Returns what uuid_audit says of each table:
 * [{table, findings, or the error}]; faults and warnings have SQL (correct.js). Tells each table that
 * it begins, and how many are done of all. */
export function audit(db, bytes, tell) {
    detach(db);
    db.attach("opened", bytes);
    const tables = db.query(`SELECT name FROM pragma_table_list WHERE schema = 'opened'
        AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`).rows.flat();
    const formats = db.query("SELECT 'text ' || name FROM uuid_formats WHERE NOT binary")
        .rows.flat();

    return correct(db, tables.map((table, done) => {
        tell({ table, done, all: tables.length });
        try {
            const findings = objects(
                db.query("SELECT * FROM uuid_audit(?1, NULL, 'opened')", [table]));

            for (const it of findings)
                Object.assign(it, { table, isFormat: it.finding === "blob of 16 bytes"
                    || formats.includes(it.finding.replace(" in another case", "")) });
            return { table, findings };
        } catch (error) {
            if (!(error instanceof SqlError))
                throw error;
            return { table, findings: [], error: error.message };
        }
    }));
}
