// Sequelize over sqlite3: a key that the database generates, found by itself and by its time.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 node sequelize.cjs FILE, with the table event.
const { DataTypes, Op, Sequelize } = require('sequelize');
const sqlite3 = require('sqlite3');

class Database extends sqlite3.Database {
    constructor(file, mode, done) {
        super(file, mode, error =>
            error ? done(error) : this.loadExtension(process.env.UUID9562_EXTENSION, done));
    }
}
const db = new Sequelize({
    dialect: 'sqlite',
    dialectModule: { ...sqlite3, Database },
    storage: process.argv[2],
    logging: false,
});
const Event = db.define('event', {
    id: { type: DataTypes.BLOB, primaryKey: true },
    what: DataTypes.TEXT,
}, { freezeTableName: true, timestamps: false });

(async () => {
    // create() reads no key back from SQLite. IMMEDIATE: the key is drawn under the lock to write.
    const { id } = await db.transaction({ type: 'IMMEDIATE' }, async transaction => {
        const [{ id }] = await db.query('SELECT uuid7_blob() AS id', { transaction, type: 'SELECT' });
        return Event.create({ id, what: 'sequelize' }, { transaction });
    });
    const recent = await Event.findAll({
        where: { id: { [Op.gte]: db.fn('uuid7_min_blob', Date.now() - 3600000) } },
    });
    let found = 0;
    for (const row of recent)
        found += (await Event.findByPk(row.id))?.what === row.what;
    console.log('sequelize', id.toString('hex'), found); // => sequelize 01... 1
})();
