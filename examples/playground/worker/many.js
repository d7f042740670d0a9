/*
 * UUIDs in a text of any kind and size, as rows of a table (engine/many.c).
 */
import { detach } from "./database.js";

const PART = 1 << 20; // bytes that are read at once
const MARKS = { fffe: "utf-16le", feff: "utf-16be" };
const WORD = /[\w-]{0,199}$/; // longer ones are no UUIDs

/* The text of a Blob in parts, of which each but the last ends at a line's end or, in a line that is
 * longer, between two words: {text, done: bytes, isLast}. */
async function* parts(blob) {
    const mark = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
    const name = MARKS[Array.from(mark, (byte) => byte.toString(16)).join("")] ?? "utf-8";
    const decoder = new TextDecoder(name, { fatal: true });
    let text = "";

    for (let at = 0; at < blob.size; at += PART) {
        const isLast = at + PART >= blob.size;
        try {
            text += decoder.decode(await blob.slice(at, at + PART).arrayBuffer(), { stream: !isLast });
        } catch {
            throw new Error("this is neither a database of SQLite nor text in UTF-8 or UTF-16");
        }
        const end = isLast ? text.length : text.lastIndexOf("\n") + 1 || WORD.exec(text).index;
        yield { text: text.slice(0, end), done: Math.min(at + PART, blob.size), isLast };
        text = text.slice(end);
    }
}

/* Puts the UUIDs of a Blob into a new table. Calls `told` with the bytes until then, and stops if it
 * returns true. */
export async function find(engine, db, table, blob, told) {
    let isFirst = true;

    db.run(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table}
        (line INTEGER, nth INTEGER, text TEXT, uuid BLOB, format TEXT, problem TEXT)`);
    for await (const { text, done, isLast } of parts(blob)) {
        const bytes = new TextEncoder().encode(text);
        const code = engine.with([`INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`, bytes], (sql, at) =>
            engine.call.engine_find(db.db, sql, at, bytes.length, isFirst, isLast));
        if (code !== 0)
            throw db.error(-1);
        if (told(done))
            break;
        isFirst = false;
    }
}

/* Makes the schema `opened` with the table `pasted` of a Blob. Returns: the numbers of its lines, its
 * rows, the second UUIDs of a line and, of each line, at most */
export async function open(engine, db, blob, tell) {
    if (blob.size === 0)
        throw new Error("the file is empty");
    detach(db);
    db.run("ATTACH ':memory:' AS opened");
    await find(engine, db, "opened.pasted", blob, (done) => tell(done / blob.size));
    const [[lines, rows, seconds, most]] = db.query(`SELECT max(line), count(*),
        count(*) FILTER (WHERE nth = 2), max(nth) FROM opened.pasted`).rows;
    return { lines, rows, seconds, most };
}

/* The rows of the nth UUID of each line, or all for 0. */
const chosen = (nth) => `FROM opened.pasted ${nth > 0 ? `WHERE nth = ${nth}` : ""}`;

/* {json: that of the command, duplicates, wrong: the first line without a UUID} */
export function summary(engine, db, nth) {
    const query = `SELECT uuid, text ${chosen(nth)}`;
    const at = engine.with([query], (sql) => engine.call.engine_summary(db.db, sql, Date.now()));

    if (at === 0)
        throw db.error(-1);
    const json = engine.text(at);
    engine.call.sqlite3_free(at);
    return { json,
        duplicates: db.value(`SELECT total(n - 1) FROM (SELECT count(*) AS n ${chosen(nth)}
            GROUP BY uuid HAVING uuid IS NOT NULL)`),
        wrong: db.value(`SELECT min(line) FROM (SELECT uuid, line ${chosen(nth)}) WHERE uuid IS NULL`) };
}

/* The rows of a filter, in the order of the lines, are those of the table `shown`. */
const FILTERS = {
    all: () => "",
    wrong: () => "WHERE uuid IS NULL",
    duplicates: (nth) => `WHERE uuid IN (SELECT uuid ${chosen(nth)} GROUP BY uuid HAVING count(*) > 1)`,
    descents: () => "WHERE uuid < before",
};

/* Returns: the number of rows */
export function filter(db, nth, name) {
    const where = FILTERS[name]?.(nth) ?? `WHERE uuid_version(uuid) = ${Number(name)}`;
    const before = name === "descents" ? ", lag(uuid) OVER (ORDER BY rowid) AS before" : "";

    db.run(`DROP TABLE IF EXISTS opened.shown;
        CREATE TABLE opened.shown AS SELECT row FROM (SELECT rowid AS row, uuid ${before} ${chosen(nth)}
            ${before && (nth > 0 ? "AND" : "WHERE")} ${before && "uuid IS NOT NULL"}) ${where}`);
    return db.value("SELECT count(*) FROM opened.shown");
}

const SHOWN = `FROM opened.shown AS s JOIN opened.pasted AS p ON p.rowid = s.row
    WHERE s.rowid > ?1 AND s.rowid <= ?1 + ?2`;

/* [line, text, uuid, version, time, problem] of some rows of the filter */
export const rows = (db, from, count) => db.query(`SELECT line, text, uuid_str(uuid), uuid_version(uuid),
    uuid_timestamp(uuid), problem ${SHOWN}`, [from, count]).rows;

const SAVED = 20000; // rows at once

/* A Blob of the UUIDs of the filter. */
export function csv(db) {
    const texts = ["line,uuid\n"];
    const count = db.value("SELECT count(*) FROM opened.shown");

    for (let from = 0; from < count; from += SAVED)
        texts.push(db.value(`SELECT group_concat(line || ',' || uuid_str(uuid) || char(10), '') ${SHOWN}`,
            [from, SAVED]) ?? "");
    return new Blob(texts, { type: "text/csv" });
}
