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
const open = (options) => load(new DatabaseSync(':memory:', { allowExtension: true }), options);
const { version } = open({ replicated: true }).prepare('SELECT uuid9562_version() AS version').get();
if (!version.endsWith(' replicated')) throw new Error(version);
const db = open();
await answers((sql) => db.prepare(sql).get());
