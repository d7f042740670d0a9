// Drizzle over better-sqlite3: a key by the database's default, found by itself and by its time.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 node drizzle.cjs FILE, with the table event.
const Database = require('better-sqlite3');
const { eq, gte, sql } = require('drizzle-orm');
const { drizzle } = require('drizzle-orm/better-sqlite3');
const { blob, sqliteTable, text } = require('drizzle-orm/sqlite-core');

const event = sqliteTable('event', {
    id: blob('id', { mode: 'buffer' }).primaryKey().default(sql`(uuid7_blob())`),
    what: text('what').notNull(),
});
const client = new Database(process.argv[2]);
client.loadExtension(process.env.UUID9562_EXTENSION);
const db = drizzle(client);

const { id } = db.insert(event).values({ what: 'drizzle' }).returning().get();
const recent = db.select().from(event)
    .where(gte(event.id, sql`uuid7_min_blob(${Date.now() - 3600000})`)).all();
const found = recent.filter(({ id, what }) =>
    db.select().from(event).where(eq(event.id, id)).get()?.what === what);
console.log('drizzle', id.toString('hex'), found.length); // => drizzle 01... 1
