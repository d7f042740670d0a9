// What each ORM makes of a UUID: naive diesel|seaorm|sqlx|sqlx_hyphenated FILE UUID fills a table;
// further arguments are as for naive.cjs.
use diesel::{Connection, ExpressionMethods, OptionalExtension, QueryDsl, RunQueryDsl};
use sea_orm::{entity::prelude::*, ActiveValue::Set, Database, Schema};
use sqlx::{sqlite::SqliteConnectOptions, AssertSqlSafe, ConnectOptions};
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

diesel::table! {
    event (id) {
        id -> Binary, // it has no type for UUIDs on SQLite
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = args().collect();
    let (orm, file, id) = (&arguments[1][..], &arguments[2], Uuid::parse_str(&arguments[3])?);
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let mut db = options.connect().await?;
    let sea = Database::connect(format!("sqlite:{file}")).await?;
    let diesel = &mut diesel::SqliteConnection::establish(file)?;

    let table = match orm {
        "diesel" => "CREATE TABLE event (id BLOB PRIMARY KEY)".into(),
        "seaorm" => {
            let backend = sea.get_database_backend();
            backend.build(&Schema::new(backend).create_table_from_entity(Entity)).sql
        }
        _ => "CREATE TABLE event (id)".into(),
    };
    sqlx::query(AssertSqlSafe(table)).execute(&mut db).await?;
    let insert = sqlx::query("INSERT INTO event VALUES (?)");
    match orm {
        "diesel" => {
            let row = event::id.eq(id.as_bytes().to_vec());
            diesel::insert_into(event::table).values(row).execute(diesel)?;
        }
        "seaorm" => drop(Entity::insert(ActiveModel { id: Set(id) }).exec(&sea).await?),
        "sqlx" => drop(insert.bind(id).execute(&mut db).await?),
        _ => drop(insert.bind(id.hyphenated()).execute(&mut db).await?),
    }
    for key in &arguments[4..] {
        let update = format!("UPDATE event SET id = {key}");
        sqlx::query(AssertSqlSafe(update)).execute(&mut db).await?;
        let find = sqlx::query("SELECT 1 FROM event WHERE id = ?");
        if match orm {
            "diesel" => {
                let row = event::table.find(id.as_bytes().to_vec());
                row.first::<(Vec<u8>,)>(diesel).optional()?.is_some()
            }
            "seaorm" => Entity::find_by_id(id).one(&sea).await?.is_some(),
            _ => find.bind(id).fetch_optional(&mut db).await?.is_some(),
        } {
            println!("{key}");
        }
    }
    Ok(())
}
