// The trial of Rust: example.rs has `connect`.
#[allow(dead_code)]
#[path = "example.rs"]
mod example;
use example::connect;
use rusqlite::{params, types::Value, Result};
use std::{thread, time::Duration};

const THREADS: usize = 4;
const ROWS: usize = 2500;

fn store(first: usize) -> Result<()> {
    let db = connect("rows.db")?;
    db.busy_timeout(Duration::from_secs(60))?;
    db.pragma_update(None, "synchronous", "OFF")?;
    let mut insert = db.prepare("INSERT INTO event (what) VALUES (?)")?;
    for number in first..first + ROWS {
        insert.execute([number.to_string()])?;
    }
    Ok(())
}

fn main() -> Result<()> {
    let threads: Vec<_> = (0..THREADS).map(|i| thread::spawn(move || store(i * ROWS))).collect();
    for thread in threads {
        thread.join().unwrap()?;
    }

    let db = connect("rows.db")?;
    let mut same = db.prepare("SELECT what FROM event WHERE id = ?")?;
    let mut found = 0;
    let mut select = db.prepare("SELECT id, what FROM event ORDER BY id")?;
    let mut rows = select.query([])?;
    let mut key = Value::Null;
    while let Some(row) = rows.next()? {
        key = row.get(0)?;
        let what: String = row.get(1)?;
        assert_eq!(what, same.query_row([&key], |row| row.get::<_, String>(0))?);
        found += 1;
    }

    println!("version SQLite {}", rusqlite::version());
    let binds: [String; 3] = db.query_row(
        "SELECT typeof(?), typeof(?), typeof(?)",
        params![42, [0u8, 255], "a"],
        |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]),
    )?;
    println!("binds {}", binds.join(" "));
    let ns: i64 = db.query_row(
        "SELECT uuid_timestamp_ns(uuid7_at_ns(?))",
        [1645557742123456789i64],
        |row| row.get(0),
    )?;
    println!("nanoseconds {ns}");
    println!("key {}", if let Value::Blob(_) = key { "blob" } else { "?" });
    println!("found {found}");
    let error = db.query_row("SELECT uuid_check('6ba7b810+')", [], |_| Ok(())).unwrap_err();
    println!("error {error}");
    Ok(())
}
