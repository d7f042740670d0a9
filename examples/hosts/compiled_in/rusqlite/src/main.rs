// src/main.rs
use rusqlite::{auto_extension::register_auto_extension, ffi, Connection, Result};
use std::ffi::{c_char, c_int};

extern "C" {
    fn sqlite3_uuid9562_init(
        db: *mut ffi::sqlite3, message: *mut *mut c_char, api: *const ffi::sqlite3_api_routines,
    ) -> c_int;
}

fn main() -> Result<()> {
    unsafe { register_auto_extension(sqlite3_uuid9562_init)? };
    let db = Connection::open_in_memory()?;
    let query = "SELECT uuid_version(uuid7()), uuid5('@dns', 'www.example.com')";
    let (version, name): (i64, String) =
        db.query_row(query, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    println!("{version} {name}");
    Ok(())
}
