/*
 * What the version of a key costs in a database of one's own: the pages that a transaction of new
 * rows writes with keys of the kind that a table has, and with keys of version 7. A copy takes the
 * rows; its triggers and CHECK constraints are left out.
 */
import { quoted } from "./correct.js";
import { Connection, objects, SqlError } from "./sqlite.js";

const ROWS = 1000;
const MOST = { bytes: 256e6, tables: 20 }; // there are four copies of the bytes meanwhile
const WRITTEN = 9; // SQLITE_DBSTATUS_CACHE_WRITE

/* Measures those tables of audit() in database.js whose key is of version 1, 3, 4 or 5. Returns:
 * [{table, column, isPrimary, version, pages: [with its own kind, with version 7], why it is not
 * measured}] */
export function measure(engine, db, audited) {
    const keys = audited.flatMap(({ findings }) => keyOf(db, findings))
        .sort((one, other) => other.rows - one.rows);
    const size = db.value(`SELECT page_count * page_size FROM pragma_page_count('opened'),
        pragma_page_size('opened')`);
    const reasons = (it, i) => [[it.rows < ROWS, `fewer than ${ROWS.toLocaleString("en")} rows`],
        [size > MOST.bytes, `a file of more than ${MOST.bytes / 1e6} MB`],
        [i >= MOST.tables, `not one of the ${MOST.tables} largest`]];

    keys.forEach((it, i) => { it.why = reasons(it, i).find(([holds]) => holds)?.[1] ?? null; });
    for (const version of keys.some(isOpen) ? [null, 7] : []) {
        const copy = new Connection(engine);

        try {
            copy.load(db.copy("opened"));
            copy.run("PRAGMA ignore_check_constraints = ON; PRAGMA cache_spill = OFF");
            for (const it of keys.filter(isOpen))
                try {
                    it.pages.push(insert(copy, it, version ?? it.version));
                } catch (error) {
                    if (!(error instanceof SqlError))
                        throw error;
                    it.why = error.message;
                }
        } finally {
            copy.close();
        }
    }
    return keys;
}

const isOpen = ({ why }) => why === null;

/* [the key of a table, if it is of such a version] */
function keyOf(db, findings) {
    const table = findings[0]?.table;
    const columns = db.query(`SELECT key.name, origin = 'pk' AS isPrimary
        FROM pragma_index_list(?1, 'opened') AS list, pragma_index_info(list.name, 'opened') AS key
        WHERE "unique" AND NOT partial GROUP BY list.name HAVING count(*) = 1 AND key.name NOT IN
            (SELECT "from" FROM pragma_foreign_key_list(?1, 'opened')) ORDER BY isPrimary DESC`,
    [table ?? null]).rows;

    for (const [column, isPrimary] of columns) {
        const its = findings.filter((it) => it.column === column);
        const most = (kind) => its.filter(kind).sort((one, other) => other.count - one.count)[0];
        const version = most(({ finding }) => /^version \d+$/.test(finding));
        const format = most(({ isFormat }) => isFormat);

        if (format && /^version [1345]$/.test(version?.finding) && version.count * 2 > its[0].count)
            return [{ table, column, isPrimary, rows: its[0].count, pages: [],
                version: version.finding.slice(-1),
                format: /^text (\w+)|/.exec(format.finding)[1] }];
    }
    return [];
}

/* Inserts rows into a copy, with the other values of rows by chance. Returns: the pages written */
function insert(copy, { table, column, format }, version) {
    const t = quoted(table);
    const key = quoted(column);
    const make = version === "1" || version === 7 ? version : 4; // as for order, so are 3 and 5
    const value = format === undefined ? `uuid${make}_blob()`
        : `uuid_format(uuid${make}(), '${format}')`;
    const columns = objects(copy.query(`SELECT name, pk = 1 AND type = 'INTEGER' COLLATE NOCASE
            OR name IN (SELECT last.name FROM pragma_index_list(?1) AS list,
                pragma_index_info(list.name) AS last
                WHERE "unique" GROUP BY list.name HAVING last.seqno = max(last.seqno)) AS isUnique
        FROM pragma_table_xinfo(?1) WHERE hidden = 0 AND name <> ?2`, [table, column]));
    const values = columns.map(({ name, isUnique }) =>
        (isUnique ? other(quoted(name), t) : quoted(name)));

    for (const [name] of copy.query(`SELECT name FROM sqlite_schema
        WHERE type = 'trigger' AND tbl_name = ?1 COLLATE NOCASE`, [table]).rows)
        copy.run(`DROP TRIGGER ${quoted(name)}`);
    try {
        copy.run("BEGIN");
        const { changes } = copy.query(`INSERT INTO ${t}
            (${[key, ...columns.map(({ name }) => quoted(name))]}) SELECT ${[value, ...values]}
            FROM (SELECT *, row_number() OVER () AS "uuid9562 n" FROM ${t} WHERE ${key} IN
                (SELECT ${key} FROM ${t} ORDER BY random() LIMIT ${ROWS}) LIMIT ${ROWS})`);
        if (changes !== ROWS)
            throw new SqlError(`only ${changes} rows can be inserted`, -1, 1);
        copy.status(WRITTEN);
        copy.run("COMMIT");
        return copy.status(WRITTEN);
    } finally {
        if (copy.isInTransaction())
            copy.run("ROLLBACK");
    }
}

/* A value that a unique column does not have yet, perhaps. */
const other = (c, t) => `CASE typeof(${c}) WHEN 'integer' THEN (SELECT max(${c}) FROM ${t})
    + "uuid9562 n" WHEN 'text' THEN ${c} || "uuid9562 n" WHEN 'blob' THEN randomblob(length(${c}))
    ELSE ${c} END`;
