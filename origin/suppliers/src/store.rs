//! The table `suppliers`.

use std::fmt::Write;

use sqlx::any::AnyRow;
use sqlx::query::{Query, QueryScalar};
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Row};

use crate::supplier::{PER_PAGE, Status, Supplier};

/// Words and a status that are looked for.
pub struct Search {
    /// Words, each of which occurs in the searched text.
    pub words: Vec<String>,
    /// Status of the suppliers; none: any status.
    pub status: Option<Status>,
}

/// The change that an import made to a supplier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UpsertOutcome {
    /// The table had no supplier of this id.
    Added,
    /// The supplier's record, or the text that searches compare, is another one now.
    Changed,
    /// The table had the same record already.
    Unchanged,
}

impl Search {
    /// The condition; its values are the words and then the status, and once more the words for
    /// the order.
    fn condition(&self) -> String {
        let mut sql = "1 = 1".to_owned();
        let mut values = 0;
        for _ in &self.words {
            values += 1;
            let _ = write!(sql, " AND searched LIKE ${values}");
        }
        if self.status.is_some() {
            values += 1;
            let _ = write!(sql, " AND status = ${values}");
        }
        sql
    }

    /// The order: first suppliers with all words in their name.
    fn order(&self) -> String {
        let first = self.words.len() + usize::from(self.status.is_some()) + 1;
        let in_name = (first..).take(self.words.len());
        let in_name = in_name.map(|value| format!(" AND names LIKE ${value}"));
        let in_name: String = in_name.collect();
        format!("CASE WHEN 1 = 1{in_name} THEN 0 ELSE 1 END, id")
    }

    /// Values of the condition. A word is letters and digits, so it has none of `LIKE`'s signs.
    fn values(&self) -> Vec<String> {
        let status = self.status.map(|status| status.as_str().to_owned());
        self.patterns().chain(status).collect()
    }

    fn patterns(&self) -> impl Iterator<Item = String> {
        self.words.iter().map(|word| format!("%{word}%"))
    }
}

/// How many suppliers a search finds.
pub async fn count(pool: &AnyPool, search: &Search) -> sqlx::Result<u64> {
    let sql = format!(
        "SELECT count(*) FROM suppliers WHERE {}",
        search.condition()
    );
    let mut query: QueryScalar<'_, Any, i64, _> = sqlx::query_scalar(AssertSqlSafe(sql));
    for value in search.values() {
        query = query.bind(value);
    }
    let count = query.fetch_one(pool).await?;
    Ok(count.unsigned_abs())
}

/// One page of the results of a search, the first being 1.
pub async fn find(pool: &AnyPool, search: &Search, page: u64) -> sqlx::Result<Vec<Supplier>> {
    let sql = format!(
        "SELECT record FROM suppliers WHERE {} ORDER BY {} LIMIT {PER_PAGE} OFFSET {}",
        search.condition(),
        search.order(),
        (page - 1) * PER_PAGE,
    );
    let mut query: Query<'_, Any, _> = sqlx::query(AssertSqlSafe(sql));
    for value in search.values().into_iter().chain(search.patterns()) {
        query = query.bind(value);
    }
    let rows = query.fetch_all(pool).await?;
    rows.iter().map(read).collect()
}

/// All suppliers, by id.
pub async fn all(pool: &AnyPool) -> sqlx::Result<Vec<Supplier>> {
    let rows = sqlx::query("SELECT record FROM suppliers ORDER BY id")
        .fetch_all(pool)
        .await?;
    rows.iter().map(read).collect()
}

/// The supplier of an id.
pub async fn get(pool: &AnyPool, id: &str) -> sqlx::Result<Option<Supplier>> {
    let row = sqlx::query("SELECT record FROM suppliers WHERE id = $1")
        .bind(id)
        .fetch_optional(pool)
        .await?;
    row.as_ref().map(read).transpose()
}

fn read(row: &AnyRow) -> sqlx::Result<Supplier> {
    let record: String = row.try_get("record")?;
    serde_json::from_str(&record).map_err(|error| sqlx::Error::Decode(Box::new(error)))
}

/// Puts a supplier in the place of the one with its id.
pub async fn upsert(
    connection: &mut AnyConnection,
    supplier: &Supplier,
) -> sqlx::Result<UpsertOutcome> {
    let encode = |error| sqlx::Error::Encode(Box::new(error));
    let record = serde_json::to_string(supplier).map_err(encode)?;
    let [names, searched] = [supplier.names(), supplier.search_text()];
    // How texts are compared may have changed with the program, though the record has not.
    let changed = sqlx::query(
        "UPDATE suppliers SET status = $1, record = $2, names = $3, searched = $4
         WHERE id = $5 AND (record <> $6 OR searched <> $7)",
    )
    .bind(supplier.status.as_str())
    .bind(&record)
    .bind(&names)
    .bind(&searched)
    .bind(&supplier.id)
    .bind(&record)
    .bind(&searched)
    .execute(&mut *connection)
    .await?;
    if changed.rows_affected() == 1 {
        return Ok(UpsertOutcome::Changed);
    }
    let added = sqlx::query(
        "INSERT INTO suppliers (id, status, record, names, searched)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
    )
    .bind(&supplier.id)
    .bind(supplier.status.as_str())
    .bind(&record)
    .bind(&names)
    .bind(&searched)
    .execute(connection)
    .await?;
    Ok(match added.rows_affected() {
        1 => UpsertOutcome::Added,
        _ => UpsertOutcome::Unchanged,
    })
}

/// The ids of all suppliers.
pub async fn ids(connection: &mut AnyConnection) -> sqlx::Result<Vec<String>> {
    sqlx::query_scalar("SELECT id FROM suppliers ORDER BY id")
        .fetch_all(connection)
        .await
}

/// Removes a supplier.
pub async fn remove(connection: &mut AnyConnection, id: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM suppliers WHERE id = $1")
        .bind(id)
        .execute(connection)
        .await?;
    Ok(())
}
