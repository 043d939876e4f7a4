//! The table `outgoing`: unsent letters and notices about a message, a row for each receiver.

use std::collections::BTreeMap;

use sqlx::{AnyConnection, AnyPool, Row};

use origin_ground::id;

/// Something to be sent.
pub struct NewOutboxItem<'a> {
    /// Id of the message that it is about.
    pub message_id: &'a str,
    /// `confirmation` to the sender; `received` or `withdrawn` to staff.
    pub kind: &'a str,
    /// `mail`, or the hash of a webhook's address.
    pub way: &'a str,
    /// Empty where the message or the way determines the receiver.
    pub receiver: &'a str,
    /// Now, in seconds since the epoch.
    pub now: i64,
}

/// Something that is this caller's to send until the lease ends.
pub struct OutboxItem {
    /// 128 random bits in hexadecimal.
    pub id: String,
    /// Id of the message that it is about.
    pub message_id: String,
    /// `confirmation` to the sender; `received` or `withdrawn` to staff.
    pub kind: String,
    /// `mail`, or the hash of a webhook's address.
    pub way: String,
    /// Address on the staff; empty where the message or the way determines the receiver.
    pub receiver: String,
    /// Time at which it was queued, in seconds since the epoch.
    pub queued_at: i64,
    /// Tries that failed.
    pub tries: i64,
    /// End of the lease, in seconds since the epoch.
    pub leased_until: i64,
}

/// Queues one thing about a message.
pub async fn queue(connection: &mut AnyConnection, new: &NewOutboxItem<'_>) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO outgoing (id, message_id, kind, way, receiver, queued_at, next_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
    )
    .bind(id::random())
    .bind(new.message_id)
    .bind(new.kind)
    .bind(new.way)
    .bind(new.receiver)
    .bind(new.now)
    .bind(new.now)
    .execute(connection)
    .await?;
    Ok(())
}

/// Something that has not been sent, as staff see it.
pub struct Unsent {
    /// `confirmation` to the sender; `received` or `withdrawn` to staff.
    pub kind: String,
    /// `mail`, or the hash of a webhook's address.
    pub way: String,
    /// Address on the staff; empty where the message or the way determines the receiver.
    pub receiver: String,
    /// Tries that failed.
    pub tries: i64,
    /// Earliest time of the next try, in seconds since the epoch.
    pub next_at: i64,
    /// 0 as long as it is tried.
    pub given_up_at: i64,
}

/// All that has not been sent about a message.
pub async fn unsent(pool: &AnyPool, message_id: &str) -> sqlx::Result<Vec<Unsent>> {
    let rows = sqlx::query(
        "SELECT kind, way, receiver, tries, next_at, given_up_at FROM outgoing
         WHERE message_id = $1 ORDER BY kind, way, receiver",
    )
    .bind(message_id)
    .fetch_all(pool)
    .await?;
    let unsent = |row: &sqlx::any::AnyRow| {
        Ok(Unsent {
            kind: row.try_get("kind")?,
            way: row.try_get("way")?,
            receiver: row.try_get("receiver")?,
            tries: row.try_get("tries")?,
            next_at: row.try_get("next_at")?,
            given_up_at: row.try_get("given_up_at")?,
        })
    };
    rows.iter().map(unsent).collect()
}

/// Forgets the unsent items about a message.
pub async fn forget(connection: &mut AnyConnection, message_id: &str) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM outgoing WHERE message_id = $1")
        .bind(message_id)
        .execute(connection)
        .await?;
    Ok(())
}

/// Each way on which something waits → when the first of it may be sent.
pub async fn ways(pool: &AnyPool) -> sqlx::Result<BTreeMap<String, i64>> {
    let rows = sqlx::query(
        "SELECT way,
                min(CASE WHEN leased_until > next_at THEN leased_until ELSE next_at END) AS due
         FROM outgoing WHERE given_up_at = 0 GROUP BY way",
    )
    .fetch_all(pool)
    .await?;
    let way = |row: &sqlx::any::AnyRow| Ok((row.try_get("way")?, row.try_get("due")?));
    rows.iter().map(way).collect()
}

/// Unsent items: of letters, or of notices to webhooks.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnsentCount {
    /// Items that are still tried.
    pub waiting: i64,
    /// Time at which the oldest of these was queued, in seconds since the epoch.
    pub oldest: Option<i64>,
    /// Items that were given up.
    pub given_up: i64,
}

/// Unsent items by the way on which they wait.
pub async fn count(pool: &AnyPool) -> sqlx::Result<BTreeMap<String, UnsentCount>> {
    let mut counts: BTreeMap<String, UnsentCount> = BTreeMap::new();
    let waiting = "SELECT way, count(*) AS items, min(queued_at) AS oldest FROM outgoing
                   WHERE given_up_at = 0 GROUP BY way";
    for row in sqlx::query(waiting).fetch_all(pool).await? {
        let count = counts.entry(row.try_get("way")?).or_default();
        count.waiting = row.try_get("items")?;
        count.oldest = row.try_get("oldest")?;
    }
    let given_up = "SELECT way, count(*) AS items FROM outgoing WHERE given_up_at > 0 GROUP BY way";
    for row in sqlx::query(given_up).fetch_all(pool).await? {
        counts.entry(row.try_get("way")?).or_default().given_up = row.try_get("items")?;
    }
    Ok(counts)
}

/// Takes the item that is due longest on a way, until `leased_until`. No other caller gets it
/// before then; none if no item is due, or another caller was faster.
pub async fn take(
    pool: &AnyPool,
    way: &str,
    now: i64,
    leased_until: i64,
) -> sqlx::Result<Option<OutboxItem>> {
    let row = sqlx::query(
        "UPDATE outgoing SET leased_until = $1
         WHERE leased_until <= $2 AND id = (
             SELECT id FROM outgoing
             WHERE way = $3 AND given_up_at = 0 AND next_at <= $4 AND leased_until <= $4
             ORDER BY next_at, id LIMIT 1)
         RETURNING id, message_id, kind, way, receiver, queued_at, tries, leased_until",
    )
    .bind(leased_until)
    .bind(now)
    .bind(way)
    .bind(now)
    .fetch_optional(pool)
    .await?;
    row.map(|row| {
        Ok(OutboxItem {
            id: row.try_get("id")?,
            message_id: row.try_get("message_id")?,
            kind: row.try_get("kind")?,
            way: row.try_get("way")?,
            receiver: row.try_get("receiver")?,
            queued_at: row.try_get("queued_at")?,
            tries: row.try_get("tries")?,
            leased_until: row.try_get("leased_until")?,
        })
    })
    .transpose()
}

/// Forgets a thing that was sent.
pub async fn remove_sent(pool: &AnyPool, outgoing: &OutboxItem) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM outgoing WHERE id = $1")
        .bind(&outgoing.id)
        .execute(pool)
        .await?;
    Ok(())
}

/// Puts an item back that could not be sent, to be tried at `next_at`; none gives it up. If another
/// caller has taken it after this caller's lease, that caller decides.
pub async fn put_back(
    pool: &AnyPool,
    outgoing: &OutboxItem,
    next_at: Option<i64>,
    now: i64,
) -> sqlx::Result<()> {
    sqlx::query(
        "UPDATE outgoing
         SET tries = tries + 1, leased_until = 0, next_at = $1, given_up_at = $2
         WHERE id = $3 AND leased_until = $4",
    )
    .bind(next_at.unwrap_or(now))
    .bind(if next_at.is_some() { 0 } else { now })
    .bind(&outgoing.id)
    .bind(outgoing.leased_until)
    .execute(pool)
    .await?;
    Ok(())
}
