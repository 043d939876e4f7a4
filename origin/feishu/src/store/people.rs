//! The table `feishu_people`: the account of each person, by Feishu's id.

use sqlx::AnyConnection;

/// The account of a person, with the time of this visit stored; none at the first sign-in.
pub async fn account(
    connection: &mut AnyConnection,
    union_id: &str,
    now: i64,
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar(
        "UPDATE feishu_people SET seen_at = $1 WHERE union_id = $2 RETURNING user_id",
    )
    .bind(now)
    .bind(union_id)
    .fetch_optional(connection)
    .await
}

/// Whether an account belongs to a person of an app.
pub async fn is_taken(
    connection: &mut AnyConnection,
    user_id: &str,
    app_id: &str,
) -> sqlx::Result<bool> {
    let found: i64 =
        sqlx::query_scalar("SELECT count(*) FROM feishu_people WHERE user_id = $1 AND app_id = $2")
            .bind(user_id)
            .bind(app_id)
            .fetch_one(connection)
            .await?;
    Ok(found > 0)
}

/// A person and the account that is theirs from now on.
pub struct NewPerson<'a> {
    /// Feishu's id of the person, the same for all apps of the company.
    pub union_id: &'a str,
    /// The app that vouches for the person; an account belongs to one person of an app.
    pub app_id: &'a str,
    /// Id of the account.
    pub user_id: &'a str,
    /// Now, in seconds since the epoch.
    pub seen_at: i64,
}

/// Gives a person an account. Returns the account that is theirs: another one if the same person
/// has signed in at the same moment.
pub async fn join(connection: &mut AnyConnection, person: NewPerson<'_>) -> sqlx::Result<String> {
    sqlx::query_scalar(
        "INSERT INTO feishu_people (union_id, app_id, user_id, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (union_id) DO UPDATE SET seen_at = excluded.seen_at RETURNING user_id",
    )
    .bind(person.union_id)
    .bind(person.app_id)
    .bind(person.user_id)
    .bind(person.seen_at)
    .fetch_one(connection)
    .await
}
