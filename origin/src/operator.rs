//! What an operator does on the machine itself, beside a running origin or without one.

use std::path::Path;

use crate::clock::Clock;
use crate::config::DatabaseUrl;
use crate::db::{Db, Place};
use crate::domain::sign_in;
use crate::domain::user::{Email, Role};

/// Begins a session for an address and returns its token, the only time that it is told. The account is made when it is missing;
/// `role`, if named, becomes its role.
pub async fn create_session(
    var: &Path,
    database_url: Option<&DatabaseUrl>,
    email: &Email,
    role: Option<Role>,
) -> anyhow::Result<String> {
    std::fs::create_dir_all(var)?;
    let db = Db::open(&Place::of(var, database_url)).await?;
    let token = sign_in::grant(&db, &Clock::System, email, role).await?;
    db.close().await;
    Ok(token.reveal())
}
