// sqlx: a key by the database's default, found by itself and by its time. The features of the
// crate: runtime-tokio, sqlite, sqlite-load-extension, uuid.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 cargo run --bin sqlx FILE, with the table event.
use sqlx::{sqlite::SqliteConnectOptions, ConnectOptions, Error};
use std::env::{args, var};
use uuid::Uuid;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Error> {
    let options = SqliteConnectOptions::new().filename(args().nth(1).unwrap());
    let extension = var("UUID9562_EXTENSION").unwrap();
    let mut db = unsafe { options.extension(extension) }.connect().await?;

    let id: Uuid = sqlx::query_scalar("INSERT INTO event (what) VALUES ('sqlx') RETURNING id")
        .fetch_one(&mut db)
        .await?;
    let recent: Vec<(Uuid, String)> = sqlx::query_as(
        "SELECT id, what FROM event WHERE id >= uuid7_min_blob((unixepoch() - 3600) * 1000)",
    )
    .fetch_all(&mut db)
    .await?;
    let mut found = 0;
    for (id, what) in recent {
        let same = sqlx::query_scalar("SELECT what FROM event WHERE id = ?").bind(id);
        found += (same.fetch_optional(&mut db).await? == Some(what)) as i32;
    }
    println!("sqlx {} {found}", id.simple()); // => sqlx 01... 1
    Ok(())
}
