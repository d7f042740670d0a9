// What each ORM makes of a UUID: naive sqlx|sqlx_hyphenated|seaorm FILE UUID fills a table. (Diesel
// has no type for UUIDs on SQLite.)
use sea_orm::{entity::prelude::*, ActiveValue::Set, Database, Schema};
use sqlx::{sqlite::SqliteConnectOptions, ConnectOptions};
use std::env::args;

#[derive(Clone, Debug, DeriveEntityModel)]
#[sea_orm(table_name = "event")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
}

#[derive(Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [_, orm, file, id] = args().collect::<Vec<_>>().try_into().unwrap();
    let id = Uuid::parse_str(&id)?;
    if orm == "seaorm" {
        let db = Database::connect(format!("sqlite:{file}?mode=rwc")).await?;
        let table = Schema::new(db.get_database_backend()).create_table_from_entity(Entity);
        db.execute(&table).await?;
        Entity::insert(ActiveModel { id: Set(id) }).exec(&db).await?;
        return Ok(());
    }
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut db = options.connect().await?;
    sqlx::query("CREATE TABLE event (id)").execute(&mut db).await?;
    let insert = sqlx::query("INSERT INTO event VALUES (?)");
    let insert = if orm == "sqlx" { insert.bind(id) } else { insert.bind(id.hyphenated()) };
    insert.execute(&mut db).await?;
    Ok(())
}
