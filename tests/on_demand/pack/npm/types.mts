import Database from 'better-sqlite3';
import { DatabaseSync } from 'node:sqlite';
import uuid9562, { getLoadablePath, load } from 'uuid9562-sqlite';

const path: string = getLoadablePath();
const one: Database.Database = load(new Database(':memory:'));
const two: DatabaseSync = load(new DatabaseSync(':memory:', { allowExtension: true }));
declare const callbacks: {
  parallelize(callback?: () => void): void;
  loadExtension(path: string, callback?: (error: Error | null) => void): unknown;
};
const three: Promise<typeof callbacks> = uuid9562.load(callbacks);
// @ts-expect-error
const four: DatabaseSync = load(callbacks);
// @ts-expect-error
load({});
console.log(path, one, two, three, four);
