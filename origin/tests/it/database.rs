//! Where the origin under test keeps its data: SQLite in the test's folder, or a database of its
//! own on PostgreSQL when `DATABASE_URL` names a server, as under `scripts/with-postgres`. The same
//! tests run on both.

use std::path::Path;
use std::process::Command;
use std::thread;

use origin::DatabaseUrl;
use sqlx::postgres::PgConnection;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Executor};
use url::Url;

/// A place for one test's data; what is on PostgreSQL is gone when it is dropped.
pub(crate) struct Database(Option<Postgres>);

struct Postgres {
    /// The database that the environment names: the only one that is sure to be there.
    server: Url,
    name: String,
}

impl Database {
    /// On the engine that the environment chooses.
    pub(crate) fn new() -> Self {
        Self(std::env::var("DATABASE_URL").ok().map(|url| {
            let server: Url = url.parse().unwrap();
            let name = format!("portico_test_{:016x}", rand::random::<u64>());
            run(&server, format!("CREATE DATABASE {name}"));
            Postgres { server, name }
        }))
    }

    /// On SQLite, for tests that are about its file.
    pub(crate) fn sqlite() -> Self {
        Self(None)
    }

    /// The database's address; none on SQLite.
    pub(crate) fn url(&self) -> Option<String> {
        let postgres = self.0.as_ref()?;
        let mut url = postgres.server.clone();
        url.set_path(&postgres.name);
        Some(url.into())
    }

    pub(crate) fn typed_url(&self) -> Option<DatabaseUrl> {
        self.url().map(|url| url.parse().unwrap())
    }

    /// A connection of another program, to the SQLite file under `var` or to PostgreSQL.
    pub(crate) async fn connect(&self, var: &Path) -> AnyConnection {
        // A test that runs programs alone has opened no database in this process.
        sqlx::any::install_default_drivers();
        let file = || format!("sqlite:{}", var.join("origin.db").display());
        AnyConnection::connect(&self.url().unwrap_or_else(file))
            .await
            .unwrap()
    }

    /// Keeps everyone else from writing until it is closed.
    pub(crate) async fn lock(&self, var: &Path) -> AnyConnection {
        let mut connection = self.connect(var).await;
        let sql = match self.url() {
            Some(_) => {
                "BEGIN; LOCK TABLE users, sessions, email_codes, used_captchas IN EXCLUSIVE MODE"
            }
            None => "BEGIN IMMEDIATE",
        };
        connection.execute(sql).await.unwrap();
        connection
    }

    /// Gives a program this database instead of the one that the environment names.
    pub(crate) fn give_to(&self, program: &mut Command) {
        match self.url() {
            Some(url) => program.env("DATABASE_URL", url),
            None => program.env_remove("DATABASE_URL"),
        };
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(Postgres { server, name }) = &self.0 {
            run(server, format!("DROP DATABASE {name} WITH (FORCE)"));
        }
    }
}

/// Runs one statement on a thread of its own, because tests with a runtime and tests without one
/// need it, and a runtime's threads must not block.
fn run(server: &Url, statement: String) {
    let server = server.to_string();
    let run = move || {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut connection = PgConnection::connect(&server).await.unwrap();
            connection.execute(AssertSqlSafe(statement)).await.unwrap();
        });
    };
    thread::spawn(run).join().unwrap();
}
