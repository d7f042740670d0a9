// Whatever has prepare(sql), whose statements have run, get and all: better-sqlite3, node:sqlite, Bun.
const { Worker, isMainThread, workerData } = require('node:worker_threads');
const THREADS = 4, ROWS = 2500;

function store(first) {
    const db = connect('rows.db');
    db.exec('PRAGMA busy_timeout = 60000; PRAGMA synchronous = OFF');
    const insert = db.prepare('INSERT INTO event (what) VALUES (?)');
    for (let number = first; number < first + ROWS; number++)
        insert.run(String(number));
    db.close();
}

function report() {
    const db = connect('rows.db');
    const same = db.prepare('SELECT what FROM event WHERE id = ?');
    const rows = db.prepare('SELECT id, what FROM event ORDER BY id').all();
    for (const { id, what } of rows) {
        if (same.get(id).what !== what)
            throw new Error(what);
    }

    const binds = db.prepare('SELECT typeof(?) AS a, typeof(?) AS b, typeof(?) AS c');
    const wide = db.prepare('SELECT CAST(uuid_timestamp_ns(uuid7_at_ns(?)) AS TEXT) AS ns');
    const { sqlite } = db.prepare('SELECT sqlite_version() AS sqlite').get();
    const { bun, deno, node } = process.versions;
    console.log(`version ${bun ?? deno ?? node}, SQLite ${sqlite}`);
    console.log('binds', ...Object.values(binds.get(42, new Uint8Array([0, 255]), 'a')));
    console.log('nanoseconds', wide.get(1645557742123456789n).ns);
    try {
        const { n } = db.prepare('SELECT 9007199254740993 AS n').get();
        console.log('returned', n === 9007199254740993n ? 'exact' : 'rounded');
    } catch (error) {
        console.log('returned', 'an error');
    }
    const path = 'rows.db', wanted = 'SELECT 9007199254740993 AS n', statement = db.prepare(wanted);
    const changed = eval(process.env.WHOLE); // the statement, or Bun's connection
    console.log('whole', String((changed?.prepare?.(wanted) ?? statement).get().n));
    console.log('key', rows[0].id.constructor.name);
    console.log('found', rows.length);
    try {
        db.prepare("SELECT uuid_check('6ba7b810+')").get();
    } catch (error) {
        console.log('error', error.message);
    }
}

if (isMainThread) {
    const started = Array.from({ length: THREADS }, (_, i) => new Promise((resolve, reject) =>
        new Worker(__filename, { workerData: i * ROWS })
            .on('error', reject)
            .on('exit', code => code === 0 ? resolve() : reject(new Error(`exit code ${code}`)))));
    Promise.all(started).then(report);
} else {
    store(workerData);
}
