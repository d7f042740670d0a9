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
 * the last call (files.h). Returns when the tables are full or stop() was called. */
export async function fill(engine, most, show) {
    const trees = [];

    stopped = false;
    try {
        trees.push(...VERSIONS.map((version) => open(engine, version)));
        await fillAll(trees, most, () => show(trees.map((tree) => picture(engine, tree))));
    } finally {
        trees.forEach(({ db }) => db.close());
    }
}

async function fillAll(trees, most, show) {
    let shown = performance.now();

    for (let rows = 0; rows < most && !stopped;) {
        rows += TRANSACTION;
        trees.forEach(insert);
        if (performance.now() - shown > BETWEEN_MS) {
            show();
            await new Promise((resume) => setTimeout(resume)); // and hears stop
            shown = performance.now();
        }
    }
    show();
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
    const { call } = engine;
    const { version, name, rows, ms } = tree;
    const at = engine.with([name], (path) => call.engine_pages(path));
    const count = call.engine_page_count();
    const view = new DataView(call.memory.buffer, at, count * 4);
    const pages = new Uint8Array(call.memory.buffer, at, count * 4).slice();

    for (let i = 0; i < count; i++) {
        tree.written += view.getUint16(i * 4 + 2, true);
        view.setUint16(i * 4 + 2, 0);
    }
    return { version, rows, ms, written: tree.written, pages };
}
