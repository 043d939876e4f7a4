//! The table `uploads`. It knows ids only by their hash, and not how far an upload has come: that
//! is the length of its file.

use sqlx::{AnyConnection, AnyPool, Row};

/// An upload about to begin.
pub struct NewUpload<'a> {
    /// SHA-256 of the upload's id, in hexadecimal.
    pub id_hash: &'a str,
    /// Name of the form.
    pub form: &'a str,
    /// The sender's name for the file.
    pub file_name: &'a str,
    /// Bytes that will have arrived.
    pub size: i64,
    /// Keyed hash of the client's network.
    pub client: &'a str,
    /// Keyed hash of the larger network that the client's network is in.
    pub network: &'a str,
    /// Now, in seconds since the epoch.
    pub now: i64,
    /// Time at which an unfinished upload is removed, in seconds since the epoch.
    pub expires_at: i64,
}

/// An upload under way, or whole.
pub struct Upload {
    /// Name of the form.
    pub form: String,
    /// The sender's name for the file.
    pub file_name: String,
    /// Bytes that will have arrived; the form's maximum while the length is unknown.
    pub size: i64,
    /// Time at which it is removed, in seconds since the epoch.
    pub expires_at: i64,
}

/// Uploads, and the bytes that were announced for them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Load {
    /// Number of uploads.
    pub uploads: i64,
    /// Announced bytes of all these uploads.
    pub bytes: i64,
}

/// An upload that waits for bytes.
pub struct Waiting {
    /// SHA-256 of the upload's id, in hexadecimal.
    pub id_hash: String,
    /// Bytes that will have arrived.
    pub size: i64,
}

/// Begins an upload.
pub async fn begin(connection: &mut AnyConnection, upload: &NewUpload<'_>) -> sqlx::Result<()> {
    sqlx::query(
        "INSERT INTO uploads (id_hash, form, file_name, size, client, network, waits_since, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
    )
    .bind(upload.id_hash)
    .bind(upload.form)
    .bind(upload.file_name)
    .bind(upload.size)
    .bind(upload.client)
    .bind(upload.network)
    .bind(upload.now)
    .bind(upload.expires_at)
    .execute(connection)
    .await?;
    Ok(())
}

/// How much is under way: of the client, of its network, of everyone.
pub async fn loads(
    connection: &mut AnyConnection,
    upload: &NewUpload<'_>,
) -> sqlx::Result<[Load; 3]> {
    // On PostgreSQL a sum has another type than its terms.
    let row = sqlx::query(
        "SELECT count(CASE WHEN client = $1 THEN 1 END) AS uploads_of_client,
                CAST(coalesce(sum(CASE WHEN client = $1 THEN size END), 0) AS BIGINT) AS bytes_of_client,
                count(CASE WHEN network = $2 THEN 1 END) AS uploads_of_network,
                CAST(coalesce(sum(CASE WHEN network = $2 THEN size END), 0) AS BIGINT) AS bytes_of_network,
                count(*) AS uploads_of_all,
                CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes_of_all
         FROM uploads",
    )
    .bind(upload.client)
    .bind(upload.network)
    .fetch_one(connection)
    .await?;
    let load = |uploads: &str, bytes: &str| {
        Ok::<_, sqlx::Error>(Load {
            uploads: row.try_get(uploads)?,
            bytes: row.try_get(bytes)?,
        })
    };
    Ok([
        load("uploads_of_client", "bytes_of_client")?,
        load("uploads_of_network", "bytes_of_network")?,
        load("uploads_of_all", "bytes_of_all")?,
    ])
}

/// Uploads that have waited since `before` or longer, at most `most`, the one that waits longest
/// first.
pub async fn waiting(
    connection: &mut AnyConnection,
    before: i64,
    most: i64,
) -> sqlx::Result<Vec<Waiting>> {
    let rows = sqlx::query(
        "SELECT id_hash, size FROM uploads WHERE waits_since <= $1
         ORDER BY waits_since, id_hash LIMIT $2",
    )
    .bind(before)
    .bind(most)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            Ok(Waiting {
                id_hash: row.try_get("id_hash")?,
                size: row.try_get("size")?,
            })
        })
        .collect()
}

/// Notes since when an upload waits for bytes; none if all have come. False if it has ended.
pub async fn wait(pool: &AnyPool, id_hash: &str, since: Option<i64>) -> sqlx::Result<bool> {
    let done = sqlx::query("UPDATE uploads SET waits_since = $1 WHERE id_hash = $2")
        .bind(since)
        .bind(id_hash)
        .execute(pool)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The upload of an id, if it has not expired.
pub async fn find(pool: &AnyPool, id_hash: &str, now: i64) -> sqlx::Result<Option<Upload>> {
    const SQL: &str = "SELECT form, file_name, size, expires_at FROM uploads
         WHERE id_hash = $1 AND expires_at > $2";
    let row = sqlx::query(SQL)
        .bind(id_hash)
        .bind(now)
        .fetch_optional(pool)
        .await?;
    row.map(|row| {
        Ok(Upload {
            form: row.try_get("form")?,
            file_name: row.try_get("file_name")?,
            size: row.try_get("size")?,
            expires_at: row.try_get("expires_at")?,
        })
    })
    .transpose()
}

/// Stores the length of a whole upload that was begun without one.
pub async fn settle(pool: &AnyPool, id_hash: &str, size: i64) -> sqlx::Result<()> {
    sqlx::query("UPDATE uploads SET size = $1, waits_since = NULL WHERE id_hash = $2")
        .bind(size)
        .bind(id_hash)
        .execute(pool)
        .await?;
    Ok(())
}

/// Ends an upload. False if another call was faster.
pub async fn end(connection: &mut AnyConnection, id_hash: &str) -> sqlx::Result<bool> {
    let done = sqlx::query("DELETE FROM uploads WHERE id_hash = $1")
        .bind(id_hash)
        .execute(connection)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Removes the uploads that have expired.
pub async fn sweep(pool: &AnyPool, now: i64) -> sqlx::Result<()> {
    let expired = sqlx::query("DELETE FROM uploads WHERE expires_at <= $1").bind(now);
    expired.execute(pool).await.map(drop)
}

/// Whether there is such an upload, expired or not.
pub async fn is_known(pool: &AnyPool, id_hash: &str) -> sqlx::Result<bool> {
    let count: i64 = sqlx::query_scalar("SELECT count(*) FROM uploads WHERE id_hash = $1")
        .bind(id_hash)
        .fetch_one(pool)
        .await?;
    Ok(count > 0)
}
