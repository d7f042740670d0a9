// What each ORM makes of a UUID that it is given as text: node naive.cjs ORM FILE UUID fills a table.
const [orm, file, id] = process.argv.slice(2);

const ORMS = {
    async drizzle() { // has no type for UUIDs on SQLite
        const { sqliteTable, text } = require('drizzle-orm/sqlite-core');
        const client = new (require('better-sqlite3'))(file);
        client.exec('CREATE TABLE event (id text PRIMARY KEY)'); // what drizzle-kit writes
        const event = sqliteTable('event', { id: text('id').primaryKey() });
        require('drizzle-orm/better-sqlite3').drizzle(client).insert(event).values({ id }).run();
    },
    async kysely() {
        const { Kysely, SqliteDialect } = require('kysely');
        const database = new (require('better-sqlite3'))(file);
        const db = new Kysely({ dialect: new SqliteDialect({ database }) });
        await db.schema.createTable('event').addColumn('id', 'uuid').execute();
        await db.insertInto('event').values({ id }).execute();
    },
    async knex(binary) {
        const db = require('knex')({
            client: 'better-sqlite3', connection: { filename: file }, useNullAsDefault: true,
        });
        await db.schema.createTable('event', table => table.uuid('id', { useBinaryUuid: binary }));
        await db('event').insert({ id: binary ? db.fn.uuidToBin(id) : id });
        await db.destroy();
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
    },
    async sequelize() {
        const { DataTypes, Sequelize } = require('sequelize');
        const db = new Sequelize({ dialect: 'sqlite', storage: file, logging: false });
        const Event = db.define('event', { id: { type: DataTypes.UUID, primaryKey: true } },
            { freezeTableName: true, timestamps: false });
        await db.sync();
        await Event.create({ id });
    },
    async prisma() {
        const { PrismaBetterSqlite3 } = require('@prisma/adapter-better-sqlite3');
        new (require('better-sqlite3'))(file).exec( // what `prisma migrate` writes
            'CREATE TABLE event (id TEXT NOT NULL PRIMARY KEY)');
        const adapter = new PrismaBetterSqlite3({ url: file });
        await new (require('./naive').PrismaClient)({ adapter }).event.create({ data: { id } });
    },
};

ORMS[orm]();
