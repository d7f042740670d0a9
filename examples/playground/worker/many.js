/*
 * UUIDs in a text of any kind and size, as rows of a table (engine/many.c).
 */
import { detach } from "./database.js";
import { objects } from "./sqlite.js";

const PART = 1 << 20; // bytes that are read at once
const MARKS = { fffe: "utf-16le", feff: "utf-16be" };
const WORD = /[\w-]{0,199}$/; // longer ones are no UUIDs
const COLUMNS = "line INTEGER, nth INTEGER, text TEXT, uuid BLOB, format TEXT, problem TEXT";

/* The text of a Blob in parts, of which each but the last ends at a line's end or, in a line that
 * is longer, between two words: {text, done: bytes, isLast}. */
async function* parts(blob) {
    const read = async (at, size) => new Uint8Array(await blob.slice(at, at + size).arrayBuffer());
    const mark = Array.from(await read(0, 2), (byte) => byte.toString(16)).join("");
    const decoder = new TextDecoder(MARKS[mark] ?? "utf-8", { fatal: true });
    let text = "";

    for (let done = 0; done < blob.size;) {
        const bytes = await read(done, PART);
        const isLast = (done += bytes.length) === blob.size;
        try {
            text += decoder.decode(bytes, { stream: !isLast });
        } catch {
            throw new Error("this is neither a database of SQLite nor text in UTF-8 or UTF-16");
        }
        const end = isLast ? text.length : text.lastIndexOf("\n") + 1 || WORD.exec(text).index;
        yield { text: text.slice(0, end), done, isLast };
        text = text.slice(end);
    }
}

/* Puts the UUIDs of a Blob into a new table. Calls `told` with the bytes until then, and stops if
 * it returns true. */
export async function find(engine, db, table, blob, told) {
    let isFirst = true;

    db.run(`DROP TABLE IF EXISTS ${table}; CREATE TABLE ${table} (${COLUMNS})`);
    for await (const { text, done, isLast } of parts(blob)) {
        const bytes = new TextEncoder().encode(text);
        const insert = `INSERT INTO ${table} VALUES (?, ?, ?, ?, ?, ?)`;
        const code = engine.with([insert, bytes], (sql, at) =>
            engine.call.engine_find(db.db, sql, at, bytes.length, isFirst, isLast));
        if (code !== 0)
            throw db.error(-1);
        if (told(done))
            break;
        isFirst = false;
    }
}

/* Makes the schema `opened` with the table `pasted` of a Blob. Returns: {lines, seconds: UUIDs that
 * are the second of their line, most: of a line, total: of UUIDs} */
export async function open(engine, db, blob, tell) {
    if (blob.size === 0)
        throw new Error("the file is empty");
    detach(db);
    db.run("ATTACH ':memory:' AS opened");
    await find(engine, db, "opened.pasted", blob, (done) => tell(done / blob.size));
    return objects(db.query(`SELECT max(line) AS lines, max(nth) AS most, count(uuid) AS total,
        count(*) FILTER (WHERE nth = 2) AS seconds FROM opened.pasted`))[0];
}

/* The rows of the nth UUID of each line, or all for 0. */
const chosen = (nth) => `FROM opened.pasted WHERE ${nth > 0 ? `nth = ${nth}` : "true"}`;

/* {json: that of the command, duplicates, wrong: the first line without a UUID} */
export function summary(engine, db, nth) {
    const query = `SELECT uuid, text ${chosen(nth)}`;
    const at = engine.with([query], (sql) => engine.call.engine_summary(db.db, sql, Date.now()));

    if (at === 0)
        throw db.error(-1);
    return { json: engine.take(at),
        duplicates: db.value(`SELECT total(n - 1) FROM (SELECT count(*) AS n ${chosen(nth)}
            GROUP BY uuid HAVING uuid IS NOT NULL)`),
        wrong: db.value("SELECT line FROM opened.pasted WHERE uuid IS NULL LIMIT 1") };
}

const FILTERS = {
    all: () => "true",
    wrong: () => "uuid IS NULL",
    duplicates: (nth) => `uuid IN (SELECT uuid ${chosen(nth)} GROUP BY uuid HAVING count(*) > 1)`,
    descents: () => "uuid < lag(uuid) OVER (PARTITION BY uuid IS NULL ORDER BY rowid)",
};

/* Makes the table `shown` of the rows of a filter. Returns: their number */
export function filter(db, nth, name) {
    const kept = FILTERS[name]?.(nth) ?? `uuid_version(uuid) = ${Number(name)}`;

    db.run(`DROP TABLE IF EXISTS opened.shown; CREATE TABLE opened.shown AS
        SELECT row FROM (SELECT rowid AS row, ${kept} AS kept ${chosen(nth)}) WHERE kept`);
    return db.value("SELECT count(*) FROM opened.shown");
}

const SHOWN = `FROM opened.shown AS s JOIN opened.pasted AS p ON p.rowid = s.row
    WHERE s.rowid > ?1 AND s.rowid <= ?1 + ?2`;
const CELLS = "line, text, uuid_str(uuid), uuid_version(uuid), uuid_timestamp(uuid), problem";
const LINES = "group_concat(line || ',' || uuid_str(uuid) || char(10), '')";
const SAVED = 20000; // rows at once

/* CELLS of `count` rows of the filter from a place on. */
export const rows = (db, from, count) => db.query(`SELECT ${CELLS} ${SHOWN}`, [from, count]).rows;

/* A Blob of the UUIDs of the filter. */
export function csv(db) {
    const texts = ["line,uuid\n"];
    const count = db.value("SELECT count(*) FROM opened.shown");

    for (let from = 0; from < count; from += SAVED)
        texts.push(db.value(`SELECT ${LINES} ${SHOWN}`, [from, SAVED]) ?? "");
    return new Blob(texts, { type: "text/csv" });
}
