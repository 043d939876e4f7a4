//! The table `ended_messages`: messages whose data was taken away, so that no restore brings it
//! back.

use sqlx::{AnyConnection, Row};

/// How a message ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TombstoneReason {
    /// The sender took the message back; the row stays so as long as the message is not purged.
    Withdrawn,
    /// The message was removed entirely.
    Purged,
}

/// A message that ended.
pub struct Tombstone {
    /// Id of the message.
    pub id: String,
    /// The way in which it ended.
    pub ending: TombstoneReason,
    /// Time of its end, in seconds since the epoch.
    pub ended_at: i64,
}

impl TombstoneReason {
    fn as_str(self) -> &'static str {
        match self {
            Self::Withdrawn => "withdrawn",
            Self::Purged => "purged",
        }
    }
}

/// Records that a message ended, or ended more thoroughly.
pub async fn record(
    connection: &mut AnyConnection,
    id: &str,
    ending: TombstoneReason,
    now: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO ended_messages (id, state, ended_at) VALUES ($1, $2, $3)
         ON CONFLICT (id) DO UPDATE SET state = excluded.state, ended_at = excluded.ended_at",
    )
    .bind(id)
    .bind(ending.as_str())
    .bind(now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Messages that ended and are there all the same, as a restore brought them.
pub async fn risen(connection: &mut AnyConnection) -> sqlx::Result<Vec<Tombstone>> {
    let rows = sqlx::query(
        "SELECT ended_messages.id AS id, ended_messages.state AS state, ended_at
         FROM ended_messages JOIN messages ON messages.id = ended_messages.id
         WHERE ended_messages.state = 'purged' OR messages.state <> 'withdrawn'",
    )
    .fetch_all(connection)
    .await?;
    rows.into_iter()
        .map(|row| {
            let state: &str = row.try_get("state")?;
            Ok(Tombstone {
                id: row.try_get("id")?,
                ending: match state {
                    "withdrawn" => TombstoneReason::Withdrawn,
                    // The table knows two.
                    _ => TombstoneReason::Purged,
                },
                ended_at: row.try_get("ended_at")?,
            })
        })
        .collect()
}
