//! Which errors of the database pass.

use sqlx::postgres::PgDatabaseError;

/// SQLite's primary result codes for what passes by itself or by an operator's hand: busy, locked,
/// read-only, I/O, full, cannot open.
const PASSING: [i32; 6] = [5, 6, 8, 10, 13, 14];

/// PostgreSQL's classes of errors that pass: connection, transaction rolled back, out of resources,
/// not in the right state (locks), operator intervention, system error.
const PASSING_CLASSES: [&str; 6] = ["08", "40", "53", "55", "57", "58"];

/// SQLite's primary result codes for a file that is damaged, or none of its own: corrupt, not a
/// database.
const DAMAGED: [i32; 2] = [11, 26];

/// Whether an error says that SQLite's file is damaged.
pub(super) fn is_damage(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    let is_postgres = error.try_downcast_ref::<PgDatabaseError>().is_some();
    let code = error.code().and_then(|code| code.parse::<i32>().ok());
    !is_postgres && code.is_some_and(|extended| DAMAGED.contains(&(extended & 0xff)))
}

/// Whether an error passes without a change of the program: the answer is then "later", not
/// "broken".
pub fn will_pass(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => match error.try_downcast_ref::<PgDatabaseError>() {
            Some(error) => PASSING_CLASSES.contains(&&error.code()[..2]),
            None => {
                let code = error.code().and_then(|code| code.parse::<i32>().ok());
                code.is_some_and(|extended| PASSING.contains(&(extended & 0xff)))
            }
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use sqlx::ConnectOptions;
    use sqlx::sqlite::SqliteConnectOptions;

    use super::*;
    use crate::db::connect::open_pool;
    use crate::db::{Db, Location};

    #[tokio::test]
    async fn a_locked_database_passes_and_a_broken_rule_does_not() {
        let var = tempfile::tempdir().unwrap();
        let db = Db::open(&Location::new(var.path(), None)).await.unwrap();
        let writing = db.writers().begin_with("BEGIN IMMEDIATE").await.unwrap();
        let path = var.path().join("origin.db");
        let url = SqliteConnectOptions::new().filename(path).to_url_lossy();
        let impatient = open_pool(&url, 1, "PRAGMA busy_timeout = 0").await.unwrap();
        let insert =
            "INSERT INTO users (id, email, name, role, created_at) VALUES ('', '', '', '', 0)";
        let locked = sqlx::query(insert).execute(&impatient).await.unwrap_err();
        assert!(will_pass(&locked), "{locked}");
        writing.rollback().await.unwrap();
        let refused = sqlx::query(insert).execute(&impatient).await.unwrap_err();
        assert!(!will_pass(&refused), "{refused}");
    }
}
