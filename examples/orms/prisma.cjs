// Prisma over its driver for better-sqlite3: a key by the database's default, found by itself and by
// its time. `prisma generate --schema prisma.prisma` writes the client; then
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 node prisma.cjs FILE, with the table event.
const { PrismaBetterSqlite3 } = require('@prisma/adapter-better-sqlite3');
const { PrismaClient } = require('./client');

class Adapter extends PrismaBetterSqlite3 {
    async connect() {
        const adapter = await super.connect();
        adapter.client.loadExtension(process.env.UUID9562_EXTENSION);
        return adapter;
    }
}
const db = new PrismaClient({ adapter: new Adapter({ url: process.argv[2] }) });

(async () => {
    const { id } = await db.event.create({ data: { what: 'prisma' } });
    const recent = await db.$queryRaw`
        SELECT id, what FROM event WHERE id >= uuid7_min_blob(${Date.now() - 3600000})`;
    let found = 0;
    for (const row of recent)
        found += (await db.event.findUnique({ where: { id: row.id } }))?.what === row.what;
    console.log('prisma', Buffer.from(id).toString('hex'), found); // => prisma 01... 1
})();
