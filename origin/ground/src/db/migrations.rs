//! Bringing a database up to date.

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, SqlSafeStr};

use super::Location;

/// Every migration there ever was, in order. Never remove or edit one.
pub const MIGRATIONS: [(i64, &str, &str); 10] = [
    (1, "init", include_str!("../../../migrations/0001_init.sql")),
    (
        2,
        "sign-in",
        include_str!("../../../migrations/0002_sign_in.sql"),
    ),
    (
        3,
        "messages",
        include_str!("../../../migrations/0003_messages.sql"),
    ),
    (
        4,
        "feishu",
        include_str!("../../../migrations/0004_feishu.sql"),
    ),
    (5, "chat", include_str!("../../../migrations/0005_chat.sql")),
    (
        6,
        "clock",
        include_str!("../../../migrations/0006_clock.sql"),
    ),
    (7, "acts", include_str!("../../../migrations/0007_acts.sql")),
    (
        8,
        "publisher",
        include_str!("../../../migrations/0008_publisher.sql"),
    ),
    (
        9,
        "recipient",
        include_str!("../../../migrations/0009_recipient.sql"),
    ),
    (
        10,
        "platforms",
        include_str!("../../../migrations/0010_platforms.sql"),
    ),
];

/// The version of the tables: that of the last migration.
pub const SCHEMA: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Brings a database up to date.
pub async fn run(pool: &AnyPool) -> Result<(), MigrateError> {
    to(SCHEMA).run(pool).await
}

/// Brings a database up to date by one connection.
pub async fn run_on(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    to(SCHEMA).run(connection).await
}

/// Whether [`run`] knows all that was done to a database. One without tables is all right.
pub async fn check(
    connection: &mut AnyConnection,
    location: &Location,
) -> Result<(), MigrateError> {
    let listed = match location {
        Location::File(_) => "SELECT count(*) FROM sqlite_master WHERE name = '_sqlx_migrations'",
        Location::Postgres(_) => {
            "SELECT count(*) FROM pg_tables
             WHERE tablename = '_sqlx_migrations' AND schemaname = ANY (current_schemas(false))"
        }
    };
    let listed: i64 = sqlx::query_scalar(listed)
        .fetch_one(&mut *connection)
        .await?;
    if listed == 0 {
        return Ok(());
    }
    let newest = "SELECT coalesce(max(version), 0) FROM _sqlx_migrations";
    let newest: i64 = sqlx::query_scalar(newest).fetch_one(connection).await?;
    if newest > SCHEMA {
        return Err(MigrateError::VersionMissing(newest));
    }
    Ok(())
}

/// The migrations up to a version.
pub fn to(last: i64) -> Migrator {
    let migration = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(
            version,
            name.into(),
            MigrationType::Simple,
            sql.into_sql_str(),
            false,
        )
    };
    let wanted = MIGRATIONS
        .into_iter()
        .filter(|(version, ..)| *version <= last);
    Migrator::with_migrations(wanted.map(migration).collect())
}
