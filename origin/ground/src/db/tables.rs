//! Every table, for backup and restore. A test fails when a migration makes one that is missing
//! here.

use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row};

/// A table of `migrations/`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Table {
    /// Name in the database.
    pub name: &'static str,
    /// The subject of its rows.
    pub holds: Holds,
}

/// The subject of a table, which decides its treatment in a backup and a restore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Data that has to be kept.
    Data,
    /// People that are signed in or about to be: old rows would restore a session that was revoked
    /// since.
    SignIns,
    /// Used-up items, and the time of this machine: no backup has them, and a restore leaves them
    /// as they are, or they could be used again.
    Defences,
    /// Items on their way, whose bytes are stored beside the database: no backup has those.
    PartialUploads,
    /// Copies of another service's answers, which are fetched again: no backup has them, and a
    /// restore leaves them as they are.
    Copies,
    /// Data that was taken away: a restore adds the backup's rows to the existing ones, and takes
    /// that data away again.
    Endings,
    /// Acts of operators: a restore adds those of the backup, and takes none away.
    Acts,
}

impl Table {
    /// Whether a restore leaves the rows that are there.
    fn is_added_to(self) -> bool {
        matches!(self.holds, Holds::Endings | Holds::Acts)
    }

    const fn new(name: &'static str, holds: Holds) -> Self {
        Self { name, holds }
    }
}

/// All tables; a table comes after the tables that it refers to.
pub const TABLES: [Table; 18] = [
    Table::new("users", Holds::Data),
    Table::new("sessions", Holds::SignIns),
    Table::new("accepted_agreements", Holds::Data),
    Table::new("known_browsers", Holds::Data),
    Table::new("email_codes", Holds::SignIns),
    Table::new("used_captchas", Holds::Defences),
    Table::new("sending_budgets", Holds::Defences),
    Table::new("messages", Holds::Data),
    Table::new("message_files", Holds::Data),
    Table::new("uploads", Holds::PartialUploads),
    Table::new("outgoing", Holds::Data),
    Table::new("ended_messages", Holds::Endings),
    Table::new("feishu_people", Holds::Data),
    Table::new("platform_tokens", Holds::Copies),
    Table::new("suppliers", Holds::Data),
    Table::new("chat_tokens", Holds::Defences),
    Table::new("clock_readings", Holds::Defences),
    Table::new("acts", Holds::Acts),
];

/// The tables that a backup has.
pub fn backed_up() -> impl DoubleEndedIterator<Item = Table> {
    TABLES.into_iter().filter(|table| {
        !matches!(
            table.holds,
            Holds::Defences | Holds::PartialUploads | Holds::Copies
        )
    })
}

/// Rows per `INSERT`: enough to make the way to the server cheap; times the columns it stays far
/// below SQLite's 32,766 values.
const BATCH: usize = 100;

/// A column, as both engines have it.
struct Column {
    name: String,
    is_text: bool,
}

/// A statement without its values.
struct Insert {
    head: String,
    tail: &'static str,
}

/// A value of a row.
enum Value {
    Text(Option<String>),
    Integer(Option<i64>),
}

/// Copies all rows of a table. `sqlite` names the one of the two databases that is on SQLite: its
/// catalog names the columns.
pub async fn copy(
    table: Table,
    from: &mut AnyConnection,
    to: &mut AnyConnection,
    sqlite: Side,
) -> sqlx::Result<u64> {
    let columns = match sqlite {
        Side::From => columns(table, from).await?,
        Side::To => columns(table, to).await?,
    };
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let names = names.join(", ");
    let select = format!("SELECT {names} FROM {}", table.name);
    let insert = Insert {
        head: format!("INSERT INTO {} ({names}) VALUES ", table.name),
        tail: match table.is_added_to() {
            true => " ON CONFLICT DO NOTHING",
            false => "",
        },
    };
    let mut rows = sqlx::query(AssertSqlSafe(select)).fetch(from);
    let (mut batch, mut count) = (Vec::with_capacity(BATCH), 0);
    while let Some(row) = rows.try_next().await? {
        batch.push(values(&row, &columns)?);
        count += 1;
        if batch.len() == BATCH {
            put(&insert, std::mem::take(&mut batch), to).await?;
        }
    }
    if !batch.is_empty() {
        put(&insert, batch, to).await?;
    }
    Ok(count)
}

/// One of the two databases of a copy.
#[derive(Clone, Copy)]
pub enum Side {
    /// The one that is read.
    From,
    /// The one that is written.
    To,
}

/// Removes all rows that a restore replaces, those that refer to others first.
pub async fn clear(connection: &mut AnyConnection) -> sqlx::Result<()> {
    let replaced = backed_up().filter(|table| !table.is_added_to());
    for table in replaced.rev() {
        let delete = format!("DELETE FROM {}", table.name);
        sqlx::query(AssertSqlSafe(delete))
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

/// Keeps PostgreSQL's other connections from writing until the transaction ends; they go on
/// reading.
pub async fn lock(connection: &mut AnyConnection) -> sqlx::Result<()> {
    let names = TABLES.map(|table| table.name).join(", ");
    let lock = format!("LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE");
    sqlx::query(AssertSqlSafe(lock)).execute(connection).await?;
    Ok(())
}

async fn columns(table: Table, sqlite: &mut AnyConnection) -> sqlx::Result<Vec<Column>> {
    let rows = sqlx::query("SELECT name, type FROM pragma_table_info($1)")
        .bind(table.name)
        .fetch_all(sqlite)
        .await?;
    rows.into_iter()
        .map(|row| {
            Ok(Column {
                name: row.try_get(0)?,
                // Migrations use only TEXT and BIGINT.
                is_text: row.try_get::<String, _>(1)? == "TEXT",
            })
        })
        .collect()
}

fn values(row: &AnyRow, columns: &[Column]) -> sqlx::Result<Vec<Value>> {
    let value = |(index, column): (usize, &Column)| {
        Ok(if column.is_text {
            Value::Text(row.try_get(index)?)
        } else {
            Value::Integer(row.try_get(index)?)
        })
    };
    columns.iter().enumerate().map(value).collect()
}

async fn put(insert: &Insert, rows: Vec<Vec<Value>>, to: &mut AnyConnection) -> sqlx::Result<()> {
    let width = rows.first().map_or(0, Vec::len);
    let row = |number: usize| {
        let places: Vec<_> = (1..=width)
            .map(|column| format!("${}", number * width + column))
            .collect();
        format!("({})", places.join(", "))
    };
    let places: Vec<_> = (0..rows.len()).map(row).collect();
    let sql = [insert.head.as_str(), &places.join(", "), insert.tail].concat();
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for value in rows.into_iter().flatten() {
        query = match value {
            Value::Text(text) => query.bind(text),
            Value::Integer(number) => query.bind(number),
        };
    }
    query.execute(to).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::{Db, Location};

    #[tokio::test]
    async fn the_list_has_every_table_that_migrations_make_and_their_types_are_known() {
        let var = tempfile::tempdir().unwrap();
        let db = Db::open(&Location::new(var.path(), None)).await.unwrap();
        let made: Vec<String> = sqlx::query_scalar(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name <> '_sqlx_migrations' ORDER BY name",
        )
        .fetch_all(db.readers())
        .await
        .unwrap();
        let mut listed = TABLES.map(|table| table.name);
        listed.sort_unstable();
        assert_eq!(
            made, listed,
            "add the table to TABLES, and say what it holds"
        );
        let types: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT columns.type FROM sqlite_master, pragma_table_info(sqlite_master.name) AS columns
             WHERE sqlite_master.type = 'table' AND sqlite_master.name <> '_sqlx_migrations' ORDER BY 1",
        )
        .fetch_all(db.readers())
        .await
        .unwrap();
        assert_eq!(types, ["BIGINT", "TEXT"]);
    }

    #[tokio::test]
    async fn no_table_refers_to_one_that_stands_after_it() {
        let var = tempfile::tempdir().unwrap();
        let db = Db::open(&Location::new(var.path(), None)).await.unwrap();
        for (index, table) in TABLES.iter().enumerate() {
            let parents: Vec<String> =
                sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_list($1)")
                    .bind(table.name)
                    .fetch_all(db.readers())
                    .await
                    .unwrap();
            for parent in parents {
                let before = TABLES[..index].iter().any(|table| table.name == parent);
                assert!(before, "{} refers to {parent}", table.name);
            }
        }
    }
}
