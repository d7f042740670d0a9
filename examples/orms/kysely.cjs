// Kysely over better-sqlite3: a key by the database's default, found by itself and by its time.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 node kysely.cjs FILE, with the table event.
const Database = require('better-sqlite3');
const { Kysely, SqliteDialect, sql } = require('kysely');

const database = new Database(process.argv[2]);
database.loadExtension(process.env.UUID9562_EXTENSION);
const db = new Kysely({ dialect: new SqliteDialect({ database }) });

(async () => {
    const { id } = await db.insertInto('event').values({ what: 'kysely' })
        .returning('id').executeTakeFirstOrThrow();
    const recent = await db.selectFrom('event').selectAll()
        .where('id', '>=', sql`uuid7_min_blob(${Date.now() - 3600000})`).execute();
    let found = 0;
    for (const row of recent)
        found += (await db.selectFrom('event').select('what').where('id', '=', row.id)
            .executeTakeFirst())?.what === row.what;
    console.log('kysely', id.toString('hex'), found); // => kysely 01... 1
})();
