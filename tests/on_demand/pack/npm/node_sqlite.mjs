import { DatabaseSync } from 'node:sqlite';
import { load } from 'uuid9562-sqlite';
import { answers } from './answers.mjs';

let refused;
try {
  load(new DatabaseSync(':memory:'));
} catch (error) {
  refused = error;
}
if (!refused) throw new Error('a connection that allows no extensions got one');
const db = load(new DatabaseSync(':memory:', { allowExtension: true }));
await answers((sql) => db.prepare(sql).get());
