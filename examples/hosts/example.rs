use rusqlite::{Connection, LoadExtensionGuard, Result};
use std::time::{SystemTime, UNIX_EPOCH};

pub fn connect(path: &str) -> Result<Connection> {
    let db = Connection::open(path)?;
    unsafe {
        let _guard = LoadExtensionGuard::new(&db)?;
        db.load_extension("/usr/local/lib/sqlite3/uuid9562", None::<&str>)?;
    }
    Ok(db)
}

pub fn main() -> Result<()> {
    let db = connect("event.db")?;
    let insert = "INSERT INTO event (what) VALUES ('began') RETURNING id";
    let key: [u8; 16] = db.query_row(insert, [], |row| row.get(0))?;
    let what: String =
        db.query_row("SELECT what FROM event WHERE id = ?", [key], |row| row.get(0))?;
    println!("{} {}", key.len(), what); // => 16 began
    let ms = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    let recent = "SELECT count(*) FROM event WHERE id >= uuid7_min_blob(?)";
    let n: i64 = db.query_row(recent, [ms - 60000], |row| row.get(0))?;
    println!("{}", n); // => 1
    Ok(())
}
