// TypeORM over better-sqlite3: a key by the database's default, found by itself and by its time.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 node typeorm.cjs FILE, with the table event.
const { DataSource, EntitySchema, Raw } = require('typeorm');

const Event = new EntitySchema({
    name: 'event',
    columns: {
        id: { type: 'blob', primary: true, default: () => '(uuid7_blob())' },
        what: { type: 'text' },
    },
});
const source = new DataSource({
    type: 'better-sqlite3',
    database: process.argv[2],
    entities: [Event],
    prepareDatabase: db => db.loadExtension(process.env.UUID9562_EXTENSION),
});

(async () => {
    await source.initialize();
    const events = source.getRepository(Event);
    const [{ id }] = await source.query( // save() reads no key from SQLite, and so would fail
        'INSERT INTO event (what) VALUES (?) RETURNING id', ['typeorm']);
    const recent = await events.findBy({
        id: Raw(id => `${id} >= uuid7_min_blob(:ms)`, { ms: Date.now() - 3600000 }),
    });
    let found = 0;
    for (const row of recent)
        found += (await events.findOneBy({ id: row.id }))?.what === row.what;
    console.log('typeorm', id.toString('hex'), found); // => typeorm 01... 1
})();
