//! Bringing a database up to date.

use sqlx::migrate::{MigrateError, Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, SqlSafeStr};

/// Every migration there ever was, in order. Never remove or edit one.
pub(super) const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "init", include_str!("../../migrations/0001_init.sql")),
    (
        2,
        "sign-in",
        include_str!("../../migrations/0002_sign_in.sql"),
    ),
];

/// The version of the tables: that of the last migration.
pub(crate) const SCHEMA: i64 = MIGRATIONS[MIGRATIONS.len() - 1].0;

/// Brings a database up to date.
pub(super) async fn run(pool: &AnyPool) -> Result<(), MigrateError> {
    to(SCHEMA).run(pool).await
}

/// The same by one connection.
pub(crate) async fn run_on(connection: &mut AnyConnection) -> Result<(), MigrateError> {
    to(SCHEMA).run(connection).await
}

/// The migrations up to a version.
pub(crate) fn to(last: i64) -> Migrator {
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
