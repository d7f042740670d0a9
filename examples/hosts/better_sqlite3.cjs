const Database = require('better-sqlite3');

function connect(path) {
    const db = new Database(path);
    db.loadExtension('/usr/local/lib/sqlite3/uuid9562');
    return db;
}
