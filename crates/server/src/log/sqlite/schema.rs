//! The versions of the database, and the opening of one: created whole, checked, brought up to
//! date.

use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{Connection, SqlSafeStr, SqliteConnection};

use super::file::{DatabaseFile, beside, empty_private, put_in_place};
use crate::log::StoreError;

/// The versions of the database, oldest first. A published one never changes.
const MIGRATIONS: [(i64, &str, &str); 4] = [
    (1, "live", include_str!("../../../migrations/1_live.sql")),
    (2, "server", include_str!("../../../migrations/2_server.sql")),
    (3, "marks", include_str!("../../../migrations/3_marks.sql")),
    (4, "standing", include_str!("../../../migrations/4_standing.sql")),
];

/// The largest database that is read from end to end when it is opened, in bytes; a larger one
/// would keep people waiting, and its damage is found when it is met.
const CHECKED_WHOLE: u64 = 256 << 20;

fn migrations() -> Migrator {
    let all = MIGRATIONS.into_iter().map(|(version, name, sql)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(all.collect())
}

/// Brings a database up to date.
pub(super) async fn migrate(options: SqliteConnectOptions) -> Result<(), StoreError> {
    let pool = SqlitePoolOptions::new().max_connections(1).connect_with(options).await?;
    let migrated = migrations().run(&pool).await;
    // Closing the only connection empties the log into the database.
    pool.close().await;
    Ok(migrated?)
}

/// Makes the database if there is none, whole or not at all; checks it and brings it up to date
/// if there is one.
pub(super) async fn prepare(
    file: &DatabaseFile,
    options: &SqliteConnectOptions,
) -> Result<(), StoreError> {
    match file.exists()? {
        true => update(file, options).await,
        false => create(file, options).await,
    }
}

async fn create(file: &DatabaseFile, options: &SqliteConnectOptions) -> Result<(), StoreError> {
    let failed = |why: std::io::Error| StoreError::File(file.path().into(), why.to_string());
    let new = beside(file.path(), ".new");
    empty_private(&new).map_err(failed)?;
    migrate(options.clone().filename(&new)).await?;
    put_in_place(&new, file.path()).map_err(failed)
}

async fn update(file: &DatabaseFile, options: &SqliteConnectOptions) -> Result<(), StoreError> {
    file.make_private();
    let damaged = |why: sqlx::Error| StoreError::of(file.path(), why);
    let mut connection = SqliteConnection::connect_with(options).await.map_err(damaged)?;
    let small = std::fs::metadata(file.path()).is_ok_and(|data| data.len() <= CHECKED_WHOLE);
    if small {
        let check = sqlx::query_scalar("PRAGMA quick_check(1)").fetch_one(&mut connection);
        let found: String = check.await.map_err(damaged)?;
        if found != "ok" {
            return Err(StoreError::Corrupt(file.path().into(), found));
        }
    }
    connection.close().await.map_err(damaged)?;
    migrate(options.clone()).await
}

/// What this published version made of a new database.
#[cfg(test)]
pub(super) fn version(number: usize) -> Migrator {
    let mut all = migrations().migrations.into_owned();
    all.truncate(number);
    Migrator::with_migrations(all)
}
