const Database = require('better-sqlite3');
const { load } = require('uuid9562-sqlite');

const db = load(new Database(':memory:'));
import('./answers.mjs').then(({ answers }) => answers((sql) => db.prepare(sql).get()));
