// Diesel: a key by the database's default, found by itself and by its time. Diesel loads no
// extension, so the program has SQLite begin each connection with it. Features of the crate: sqlite,
// returning_clauses_for_sqlite_3_35.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 cargo run --bin diesel FILE, with the table event.
use diesel::{dsl::sql, prelude::*, sql_types::Bool};
use std::env::{args, var};

diesel::table! {
    event (id) {
        id -> Binary,
        what -> Text,
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let library = Box::leak(Box::new(unsafe {
        libloading::Library::new(var("UUID9562_EXTENSION")? + ".so")?
    }));
    let init = unsafe { library.get(b"sqlite3_extension_init")? };
    unsafe { libsqlite3_sys::sqlite3_auto_extension(Some(*init)) };
    let db = &mut SqliteConnection::establish(&args().nth(1).unwrap())?;

    let id: Vec<u8> = diesel::insert_into(event::table)
        .values(event::what.eq("diesel"))
        .returning(event::id)
        .get_result(db)?;
    let recent: Vec<(Vec<u8>, String)> = event::table
        .filter(sql::<Bool>("id >= uuid7_min_blob((unixepoch() - 3600) * 1000)"))
        .load(db)?;
    let mut found = 0;
    for (id, what) in recent {
        let same = event::table.find(id).select(event::what).first::<String>(db)?;
        found += (same == what) as i32;
    }
    let hex: String = id.iter().map(|byte| format!("{byte:02x}")).collect();
    println!("diesel {hex} {found}"); // => diesel 01... 1
    Ok(())
}
