import { Database } from 'bun:sqlite';
import { load } from 'uuid9562-sqlite';
import { answers } from './answers.mjs';

const db = load(new Database(':memory:'));
await answers((sql) => db.query(sql).get());
