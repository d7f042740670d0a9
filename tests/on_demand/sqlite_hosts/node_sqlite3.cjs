const THREADS = 4, ROWS = 2500;

// Each statement runs in a thread of Node.js, and so those of four connections run at once.
async function store(first) {
    const db = await connect('rows.db');
    await db.run('PRAGMA busy_timeout = 60000');
    await db.run('PRAGMA synchronous = OFF');
    for (let number = first; number < first + ROWS; number++)
        await db.run('INSERT INTO event (what) VALUES (?)', String(number));
    await db.close();
}

async function report() {
    const db = await connect('rows.db');
    const following = Array.from({ length: THREADS }, (_, i) => i * ROWS);
    const rows = await db.all('SELECT id, what FROM event ORDER BY id');
    for (const { id, what } of rows) {
        const number = Number((await db.get('SELECT what FROM event WHERE id = ?', id)).what);
        if (String(number) !== what || number !== following[Math.floor(number / ROWS)]++)
            throw new Error(`${what}, ${number}`);
    }

    const { VERSION } = require('sqlite3');
    console.log(`version ${require('sqlite3/package.json').version}, SQLite ${VERSION}, ` +
                `Node.js ${process.versions.node}`);
    console.log('binds', ...Object.values(await db.get(
        'SELECT typeof(?) AS a, typeof(?) AS b, typeof(?) AS c', 42, Buffer.from([0, 255]), 'a')));
    console.log('nanoseconds', (await db.get(
        'SELECT CAST(uuid_timestamp_ns(uuid7_at_ns(CAST(? AS INTEGER))) AS TEXT) AS ns',
        '1645557742123456789')).ns);
    const { n } = await db.get('SELECT 9007199254740993 AS n');
    console.log('returned', String(n) === '9007199254740993' ? 'exact' : 'rounded');
    const whole = process.env.WHOLE.replace('...', '9007199254740993');
    console.log('whole', (await db.get(`SELECT ${whole} AS n`)).n);
    console.log('key', rows[0].id.constructor.name);
    console.log('found', rows.length);
    await db.get("SELECT uuid_check('6ba7b810+')").catch(error => console.log('error', error.message));
}

Promise.all(Array.from({ length: THREADS }, (_, i) => store(i * ROWS))).then(report);
