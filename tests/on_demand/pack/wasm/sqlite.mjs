// What the functions of examples/hosts/sqlite_wasm.mjs give.
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';
import { register } from './sqlite_wasm.mjs';

/** What each expression gives after a script, as SQLite quotes it, or the message of its error. */
export async function answers(script, expressions) {
  const sqlite3 = await sqlite3InitModule();
  const db = new sqlite3.oo1.DB();
  register(db);
  db.exec(script);
  return expressions.map((expression) => {
    try {
      return db.selectValue(`SELECT quote(${expression})`);
    } catch ({ message }) {
      return message;
    }
  });
}
