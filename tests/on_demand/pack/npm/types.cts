import Database = require('better-sqlite3');
import uuid9562 = require('uuid9562-sqlite');

const path: string = uuid9562.getLoadablePath({ replicated: true });
const db: Database.Database = uuid9562.load(new Database(':memory:'));
console.log(path, db);
