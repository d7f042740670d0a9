/*
 * Two tables whose keys are of version 7 and of version 4, which fill side by side: SQLite's own
 * B-trees, in files whose writes are counted page by page.
 */
import { Connection } from "./sqlite.js";

const VERSIONS = [7, 4];
const TRANSACTION = 1000; // rows
const INSERT = "INSERT INTO key SELECT blob FROM uuid_series(?1, ?2)";
const BETWEEN_MS = 40; // from one picture to the next

let stopped = true;

/* Ends the run that is on. */
export function stop() {
    stopped = true;
}

/* Fills both tables with `most` rows each. Calls `show` every now and then, with an array of
 * {version, rows, ms, written, pages}: the milliseconds of its inserts, the pages written until now,
 * and of each page of its file four bytes: its kind, its fill, and how often it was written since
 * the last call (page_t in engine/files.c). Returns when the tables are full or stop() was called. */
export async function fill(engine, most, show) {
    const trees = VERSIONS.map((version) => open(engine, version));
    const draw = () => show(trees.map((tree) => picture(engine, tree)));
    let shown = performance.now();

    stopped = false;
    try {
        for (let rows = 0; rows < most && !stopped; rows += TRANSACTION) {
            trees.forEach(insert);
            if (performance.now() - shown > BETWEEN_MS) {
                draw();
                await new Promise((resume) => setTimeout(resume)); // and hears stop
                shown = performance.now();
            }
        }
        draw();
    } finally {
        trees.forEach(({ db }) => db.close());
    }
}

function open(engine, version) {
    const name = `v${version}`;
    const db = new Connection(engine, name);

    db.run(`PRAGMA page_size = 4096; PRAGMA journal_mode = MEMORY;
        CREATE TABLE key (id BLOB PRIMARY KEY) WITHOUT ROWID`);
    // The first run is not measured: it includes compilation.
    db.run(`BEGIN; ${INSERT}; ROLLBACK`, [version, TRANSACTION]);
    return { name, version, db, rows: 0, ms: 0, written: 0 };
}

function insert(tree) {
    const begin = performance.now();

    tree.db.run(INSERT, [tree.version, TRANSACTION]);
    tree.ms += performance.now() - begin;
    tree.rows += TRANSACTION;
}

function picture(engine, tree) {
    const { version, name, rows, ms } = tree;
    const [at, count] = engine.with([name, 4], (path, out) =>
        [engine.call.engine_pages(path, out), engine.view().getUint32(out, true)]);
    const pages = engine.bytes(at, count * 4).slice();

    for (let i = at + 2; i < at + count * 4; i += 4) {
        tree.written += engine.view().getUint16(i, true);
        engine.view().setUint16(i, 0);
    }
    return { version, rows, ms, written: tree.written, pages };
}
