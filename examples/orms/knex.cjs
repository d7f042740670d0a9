// Knex over better-sqlite3: a key by the database's default, found by itself and by its time.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 node knex.cjs FILE, with the table event.
const db = require('knex')({
    client: 'better-sqlite3',
    connection: { filename: process.argv[2] },
    useNullAsDefault: true,
    pool: {
        afterCreate(connection, done) {
            connection.loadExtension(process.env.UUID9562_EXTENSION);
            done(null, connection);
        },
    },
});

(async () => {
    const [{ id }] = await db('event').insert({ what: 'knex' }).returning('id');
    const recent = await db('event')
        .where('id', '>=', db.raw('uuid7_min_blob(?)', Date.now() - 3600000));
    let found = 0;
    for (const row of recent)
        found += (await db('event').where({ id: row.id }).first())?.what === row.what;
    console.log('knex', id.toString('hex'), found); // => knex 01... 1
    await db.destroy();
})();
