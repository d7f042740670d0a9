const db = connect('event.db');
const { id } = db.prepare("INSERT INTO event (what) VALUES ('began') RETURNING id").get();
console.log(id.length, db.prepare('SELECT what FROM event WHERE id = ?').get(id).what);
// => 16 began
const recent = db.prepare('SELECT count(*) AS n FROM event WHERE id >= uuid7_min_blob(?)');
console.log(recent.get(Date.now() - 60000).n);
// => 1
