//! Readings of the clock: one row, which all processes of a database share.

use sqlx::{AnyPool, Row};

use crate::clock_trust::ClockReadings;

/// Adds the reading `now`, `running` seconds after this process's last one. The first reading of a
/// database follows its newest message.
pub async fn add(pool: &AnyPool, now: i64, running: i64) -> sqlx::Result<ClockReadings> {
    let mut transaction = pool.begin().await?;
    let first = "INSERT INTO clock_readings (id, trusted_at, read_at, doubted_at)
                 SELECT 1, coalesce(max(received_at), $1), coalesce(max(received_at), $1), 0
                 FROM messages WHERE true
                 ON CONFLICT (id) DO NOTHING";
    sqlx::query(first)
        .bind(now)
        .execute(&mut *transaction)
        .await?;
    let known = "SELECT trusted_at, read_at, doubted_at FROM clock_readings WHERE id = 1";
    let row = sqlx::query(known).fetch_one(&mut *transaction).await?;
    let known = ClockReadings {
        trusted_at: row.try_get("trusted_at")?,
        read_at: row.try_get("read_at")?,
        doubted_at: Some(row.try_get("doubted_at")?).filter(|since| *since != 0),
    };
    let readings = known.with(now, running);
    let replace = "UPDATE clock_readings SET trusted_at = $1, read_at = $2, doubted_at = $3
                   WHERE id = 1";
    sqlx::query(replace)
        .bind(readings.trusted_at)
        .bind(readings.read_at)
        .bind(readings.doubted_at.unwrap_or_default())
        .execute(&mut *transaction)
        .await?;
    transaction.commit().await?;
    Ok(readings)
}
