// What each ORM makes of a UUID that it is given as text: node naive.cjs ORM FILE UUID fills a table.
// Each returns what finds the row; with further arguments, keys as literals of SQL that the row gets
// one after another, it prints which of them that finds: node naive.cjs ORM FILE UUID KEY...
const [orm, file, id, ...keys] = process.argv.slice(2);

const ORMS = {
    async drizzle() { // has no type for UUIDs on SQLite
        const { sqliteTable, text } = require('drizzle-orm/sqlite-core');
        const client = new (require('better-sqlite3'))(file);
        client.exec('CREATE TABLE event (id text PRIMARY KEY)'); // what drizzle-kit writes
        const event = sqliteTable('event', { id: text('id').primaryKey() });
        const db = require('drizzle-orm/better-sqlite3').drizzle(client);
        db.insert(event).values({ id }).run();
        return () => db.select().from(event).where(require('drizzle-orm').eq(event.id, id)).all();
    },
    async kysely() {
        const { Kysely, SqliteDialect } = require('kysely');
        const database = new (require('better-sqlite3'))(file);
        const db = new Kysely({ dialect: new SqliteDialect({ database }) });
        await db.schema.createTable('event').addColumn('id', 'uuid').execute();
        await db.insertInto('event').values({ id }).execute();
        return () => db.selectFrom('event').selectAll().where('id', '=', id).execute();
    },
    async knex(binary) {
        const db = require('knex')({
            client: 'better-sqlite3', connection: { filename: file }, useNullAsDefault: true,
        });
        await db.schema.createTable('event', table => table.uuid('id', { useBinaryUuid: binary }));
        const key = { id: binary ? db.fn.uuidToBin(id) : id };
        await db('event').insert(key);
        return () => db('event').where(key);
    },
    knex_binary: () => ORMS.knex(true),
    async typeorm() {
        const { DataSource, EntitySchema } = require('typeorm');
        const columns = { id: { type: 'uuid', primary: true, generated: 'uuid' } };
        const source = await new DataSource({
            type: 'better-sqlite3', database: file, synchronize: true,
            entities: [new EntitySchema({ name: 'event', columns })],
        }).initialize();
        await source.getRepository('event').save({ id });
        return () => source.getRepository('event').findBy({ id });
    },
    async sequelize() {
        const { DataTypes, Sequelize } = require('sequelize');
        const db = new Sequelize({ dialect: 'sqlite', storage: file, logging: false });
        const Event = db.define('event', { id: { type: DataTypes.UUID, primaryKey: true } },
            { freezeTableName: true, timestamps: false });
        await db.sync();
        await Event.create({ id });
        return () => Event.findAll({ where: { id } });
    },
    async prisma() {
        const { PrismaBetterSqlite3 } = require('@prisma/adapter-better-sqlite3');
        new (require('better-sqlite3'))(file).exec( // what `prisma migrate` writes
            'CREATE TABLE event (id TEXT NOT NULL PRIMARY KEY)');
        const adapter = new PrismaBetterSqlite3({ url: file });
        const db = new (require('./naive').PrismaClient)({ adapter });
        await db.event.create({ data: { id } });
        return () => db.event.findMany({ where: { id } });
    },
};

ORMS[orm]().then(async find => {
    const client = new (require('better-sqlite3'))(file);
    for (const key of keys) {
        client.exec(`UPDATE event SET id = ${key}`);
        if ((await find()).length)
            console.log(key);
    }
    process.exit();
});
