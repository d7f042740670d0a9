// SeaORM over sqlx: a key by the database's default, found by itself and by its time. Features of
// sea-orm: macros, runtime-tokio, sqlx-sqlite, with-uuid, sqlite-use-returning-for-3_35; of sqlx:
// sqlite-load-extension.
// UUID9562_EXTENSION=/usr/local/lib/sqlite3/uuid9562 cargo run --bin seaorm FILE, with the table event.
use sea_orm::{entity::prelude::*, sea_query::Expr, ActiveValue::Set, ConnectOptions, Database};
use std::env::{args, var};

#[derive(Clone, Debug, DeriveEntityModel, PartialEq)]
#[sea_orm(table_name = "event")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: Uuid,
    pub what: String,
}

#[derive(Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), DbErr> {
    let mut options = ConnectOptions::new(format!("sqlite:{}", args().nth(1).unwrap()));
    options.map_sqlx_sqlite_opts(|options| unsafe {
        options.extension(var("UUID9562_EXTENSION").unwrap())
    });
    let db = Database::connect(options).await?;

    let event = ActiveModel { what: Set("seaorm".into()), ..Default::default() };
    let id = event.insert(&db).await?.id;
    let first = Expr::cust("id >= uuid7_min_blob((unixepoch() - 3600) * 1000)");
    let mut found = 0;
    for row in Entity::find().filter(first).all(&db).await? {
        let same = Entity::find_by_id(row.id).one(&db).await?;
        found += (same == Some(row)) as i32;
    }
    println!("seaorm {} {found}", id.simple()); // => seaorm 01... 1
    Ok(())
}
