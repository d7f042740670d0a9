const { DatabaseSync } = require('node:sqlite');

function connect(path) {
    const db = new DatabaseSync(path, { allowExtension: true });
    db.loadExtension('/usr/local/lib/sqlite3/uuid9562');
    return db;
}
