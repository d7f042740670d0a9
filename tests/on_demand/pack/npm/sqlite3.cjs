const sqlite3 = require('sqlite3');
const { load } = require('uuid9562-sqlite');

const ask = (db) => (sql) => new Promise((resolve, reject) => {
  db.get(sql, (error, row) => (error ? reject(error) : resolve(row)));
});
load(new sqlite3.Database(':memory:')).then(async (db) => {
  const { answers } = await import('./answers.mjs');
  await answers(ask(db));
});
