const { promisify } = require('node:util');
const sqlite3 = require('sqlite3');

async function connect(path) {
    const db = new sqlite3.Database(path);
    const call = name => promisify(db[name]).bind(db);
    await call('loadExtension')('/usr/local/lib/sqlite3/uuid9562');
    return { get: call('get'), all: call('all'), run: call('run'), close: call('close') };
}

(async () => {
    const db = await connect('event.db');
    const { id } = await db.get("INSERT INTO event (what) VALUES ('began') RETURNING id");
    console.log(id.length, (await db.get('SELECT what FROM event WHERE id = ?', id)).what);
    // => 16 began
    const recent = 'SELECT count(*) AS n FROM event WHERE id >= uuid7_min_blob(?)';
    console.log((await db.get(recent, Date.now() - 60000)).n);
    // => 1
})();
