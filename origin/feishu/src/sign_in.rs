//! From Feishu's answer to a session.
//!
//! ```text
//! known to Feishu by this id before ──────────────────────────────► that account
//! new ─┬─ has a mailbox of the company's, whose account no other person has ► that account, joined
//!      ├─ has a mailbox that has no account ───────────► an account, if registration allows
//!      └─ else ─────────────────► an account without an address, if registration allows
//! ```
//!
//! Only a mailbox that Feishu hosts joins accounts: its reader could sign in by a mailed code as
//! well, so no person gains access to another's account. The other address in Feishu's answer is
//! typed by people, and joins no account.

use sqlx::AnyConnection;

use crate::FeishuSignIn;
use crate::app::{Feishu, FeishuError};
use crate::person::{FeishuCode, Person};
use crate::store::people::{self, NewPerson};
use origin_ground::token::Token;
use origin_ground::user::Email;
use origin_platforms::grants::Shelf;
use origin_sign_in::rules::login::{SessionRequest, begin_session};
use origin_sign_in::rules::session::Method;
use origin_sign_in::store::{sessions, users};

/// Why a login failed.
#[derive(Debug)]
pub enum FeishuLoginError {
    /// Feishu did not identify the person.
    Feishu(FeishuError),
    /// The person has no account, and may not make one.
    Stranger,
    /// The database failed.
    Storage(sqlx::Error),
}

/// A login whose parts have the right form.
pub struct FeishuLogin<'a> {
    /// The code that Feishu gave the page; works once.
    pub code: &'a FeishuCode,
    /// Browser and system, for the list of sessions.
    pub device: &'a str,
    /// The token that came with the call: its session ends when the new one begins.
    pub previous: Option<&'a Token>,
}

impl FeishuSignIn {
    /// Where tokens of Feishu's are kept.
    pub fn shelf(&self) -> Shelf<'_> {
        Shelf {
            db: &self.ground.db,
            key: &self.ground.key,
            clock: &self.ground.clock,
        }
    }
}

/// Exchanges Feishu's code for a session.
pub async fn login(
    sign_in: &FeishuSignIn,
    feishu: &Feishu,
    login: &FeishuLogin<'_>,
) -> Result<Token, FeishuLoginError> {
    let asked = feishu.person(sign_in.shelf(), login.code).await;
    let person = asked.map_err(FeishuLoginError::Feishu)?;
    let now = sign_in.ground.clock.now();
    let mut transaction = sign_in.ground.db.writers().begin().await?;
    let known = people::account(&mut transaction, &person.union_id, now).await?;
    let user = match known {
        Some(user) => user,
        None => welcome(sign_in, &mut transaction, &person, &feishu.app_id).await?,
    };
    if let Some(previous) = login.previous {
        sessions::end(&mut transaction, &previous.hash()).await?;
    }
    let request = SessionRequest {
        method: Method::Feishu,
        device: login.device,
        now,
    };
    let token = begin_session(&mut transaction, &user, request).await?;
    transaction.commit().await?;
    Ok(token)
}

/// The account of a person at the first login.
async fn welcome(
    sign_in: &FeishuSignIn,
    connection: &mut AnyConnection,
    person: &Person,
    app_id: &str,
) -> Result<String, FeishuLoginError> {
    let now = sign_in.ground.clock.now();
    let (email, found) = address(connection, person, app_id).await?;
    let user = match found {
        Some(user) => user,
        None if sign_in.registration.allows(&email) => {
            let user = users::find_or_create(connection, &email, now).await?;
            if let Some(name) = &person.name {
                users::rename(&mut *connection, &user, name).await?;
            }
            user
        }
        None => return Err(FeishuLoginError::Stranger),
    };
    let new = NewPerson {
        union_id: &person.union_id,
        app_id,
        user_id: &user,
        seen_at: now,
    };
    Ok(people::join(connection, new).await?)
}

/// The address that a new person's account has, and that account if there is one.
async fn address(
    connection: &mut AnyConnection,
    person: &Person,
    app_id: &str,
) -> sqlx::Result<(Email, Option<String>)> {
    let stand_in = || Email::stand_in(&person.union_id);
    let Some(mailbox) = &person.mailbox else {
        return Ok((stand_in(), None));
    };
    match users::id(connection, mailbox).await? {
        // The mailbox belonged to another person before: that person's data stays with that
        // account.
        Some(user) if people::is_taken(connection, &user, app_id).await? => Ok((stand_in(), None)),
        found => Ok((mailbox.clone(), found)),
    }
}

impl From<sqlx::Error> for FeishuLoginError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error)
    }
}
