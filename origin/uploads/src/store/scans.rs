//! The scans of files, in the table `message_files`.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyPool, Row};

/// A file whose scan is due, and which no other caller scans for a while.
pub struct DueScan {
    /// Name of the file in the store.
    pub name: String,
    /// Bytes.
    pub size: i64,
    /// Scans that were begun, this one included.
    pub tries: i64,
}

/// Makes files wait for a scanner that is there now, or waits no longer for one that is not.
pub async fn expect(pool: &AnyPool, has_scanner: bool) -> sqlx::Result<()> {
    let sql = match has_scanner {
        true => "UPDATE message_files SET scan = 'pending' WHERE scan = 'off'",
        false => "UPDATE message_files SET scan = 'off' WHERE scan = 'pending'",
    };
    sqlx::query(sql).execute(pool).await?;
    Ok(())
}

/// Files of messages by the outcome of their scan: `off`, `pending`, `clean` or `infected`.
pub async fn count(pool: &AnyPool) -> sqlx::Result<BTreeMap<String, i64>> {
    let by_scan =
        "SELECT scan, count(*) AS files FROM message_files WHERE state = 'kept' GROUP BY scan";
    let rows = sqlx::query(by_scan).fetch_all(pool).await?;
    let count = |row: &AnyRow| Ok((row.try_get("scan")?, row.try_get("files")?));
    rows.iter().map(count).collect()
}

/// Takes the file that has waited longest. It is due again at `lease`, should its scan give no
/// verdict.
pub async fn take(pool: &AnyPool, now: i64, lease: i64) -> sqlx::Result<Option<DueScan>> {
    let row = sqlx::query(
        "UPDATE message_files SET scan_at = $1, scan_tries = scan_tries + 1
         WHERE scan_at <= $2 AND name =
            (SELECT name FROM message_files
             WHERE state = 'kept' AND scan = 'pending' AND scan_at <= $3
             ORDER BY scan_at, name LIMIT 1)
         RETURNING name, size, scan_tries",
    )
    .bind(lease)
    .bind(now)
    .bind(now)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        Ok(DueScan {
            name: row.try_get("name")?,
            size: row.try_get("size")?,
            tries: row.try_get("scan_tries")?,
        })
    })
    .transpose()
}

/// When the next scan is due.
pub async fn next_at(pool: &AnyPool) -> sqlx::Result<Option<i64>> {
    sqlx::query_scalar(
        "SELECT min(scan_at) FROM message_files WHERE state = 'kept' AND scan = 'pending'",
    )
    .fetch_one(pool)
    .await
}

/// Postpones a scan that gave no verdict.
pub async fn put_off(pool: &AnyPool, name: &str, until: i64) -> sqlx::Result<()> {
    sqlx::query("UPDATE message_files SET scan_at = $1 WHERE name = $2")
        .bind(until)
        .bind(name)
        .execute(pool)
        .await?;
    Ok(())
}

/// Stores the scanner's verdict: `clean` or `infected`.
pub async fn finish(pool: &AnyPool, name: &str, scan: &str) -> sqlx::Result<()> {
    sqlx::query("UPDATE message_files SET scan = $1 WHERE name = $2 AND scan = 'pending'")
        .bind(scan)
        .bind(name)
        .execute(pool)
        .await?;
    Ok(())
}
