//! From an address to a session: a code is sent, comes back, and is exchanged for a token.

use super::code::{Code, LIFETIME, MAX_ATTEMPTS, RESEND_AFTER};
use super::session::{self, Token};
use super::user::{Email, Role};
use crate::Origin;
use crate::clock::Clock;
use crate::db::{Db, codes, sessions, users};
use crate::mail::letter::CodeLetter;
use crate::mail::{Mail, MailError};
use crate::texts::MailTexts;

/// Why no code was sent.
#[derive(Debug)]
pub(crate) enum SendError {
    /// The last one is too young; another may be sent in so many seconds.
    TooSoon(i64),
    /// The e-mail could not be sent; another may be asked for at once.
    Mail(MailError),
    /// The database failed.
    Storage(sqlx::Error),
}

/// Why nobody was signed in.
#[derive(Debug)]
pub(crate) enum LoginError {
    /// Wrong, used, expired, burnt or never sent.
    Refused,
    /// The database failed.
    Storage(sqlx::Error),
}

/// Sends a new code, whether or not the address has an account. Returns the seconds until another may be asked for.
pub(crate) async fn send_code(
    origin: &Origin,
    email: &Email,
    texts: &MailTexts,
) -> Result<i64, SendError> {
    // Before anything that depends on the address, so that everyone learns the same.
    origin.mailer.ready().map_err(SendError::Mail)?;
    let (pool, now, code) = (origin.db.pool(), origin.clock.now(), Code::random());
    let hash = origin.key.seal(&sealed_parts(email, &code));
    let new = codes::NewCode {
        email: email.as_str(),
        hash: &hash,
        sent_at: now,
        expires_at: now + LIFETIME,
    };
    if !codes::issue(pool, new, now - RESEND_AFTER).await? {
        let last = codes::sent_at(pool, email.as_str()).await?.unwrap_or(now);
        return Err(SendError::TooSoon(
            (last + RESEND_AFTER - now).clamp(1, RESEND_AFTER),
        ));
    }
    let mail = code_mail(origin, email, &code, texts).await;
    if let Err(error) = origin.mailer.send(mail).await {
        // Nobody will ever know this code: whoever asked need not wait for the next.
        codes::remove(&mut *pool.acquire().await?, email.as_str(), &hash).await?;
        return Err(SendError::Mail(error));
    }
    Ok(RESEND_AFTER)
}

/// Exchanges a code for a session. The account of an address is made when it signs in for the first time.
pub(crate) async fn login(
    origin: &Origin,
    email: &Email,
    code: &Code,
) -> Result<Token, LoginError> {
    let (pool, now) = (origin.db.pool(), origin.clock.now());
    let stored = codes::take_attempt(pool, email.as_str(), now, MAX_ATTEMPTS).await?;
    let hash = stored.ok_or(LoginError::Refused)?;
    if !origin.key.fits(&hash, &sealed_parts(email, code)) {
        return Err(LoginError::Refused);
    }
    let mut transaction = pool.begin().await?;
    // Of two logins with the same code at the same moment, one removes it and the other finds nothing.
    if !codes::remove(&mut transaction, email.as_str(), &hash).await? {
        return Err(LoginError::Refused);
    }
    codes::sweep(&mut transaction, now).await?;
    let user = users::find_or_create(&mut transaction, email, now).await?;
    let token = begin_session(&mut transaction, &user, now).await?;
    transaction.commit().await?;
    Ok(token)
}

/// A session that an operator asks for; gives the account the role, if one is named.
pub(crate) async fn grant(
    db: &Db,
    clock: &Clock,
    email: &Email,
    role: Option<Role>,
) -> sqlx::Result<Token> {
    let now = clock.now();
    let mut transaction = db.pool().begin().await?;
    let user = users::find_or_create(&mut transaction, email, now).await?;
    if let Some(role) = role {
        users::set_role(&mut transaction, &user, role).await?;
    }
    let token = begin_session(&mut transaction, &user, now).await?;
    transaction.commit().await?;
    Ok(token)
}

async fn begin_session(
    connection: &mut sqlx::AnyConnection,
    user_id: &str,
    now: i64,
) -> sqlx::Result<Token> {
    let token = Token::random();
    let new = sessions::NewSession {
        token_hash: &token.hash(),
        user_id,
        created_at: now,
        expires_at: now + session::LIFETIME,
    };
    sessions::begin(connection, new).await?;
    Ok(token)
}

/// What a code's hash is made of. The first part keeps it apart from whatever else the key may come to seal.
fn sealed_parts<'a>(email: &'a Email, code: &'a Code) -> [&'a str; 3] {
    ["e-mail code", email.as_str(), code.reveal()]
}

async fn code_mail(origin: &Origin, email: &Email, code: &Code, texts: &MailTexts) -> Mail {
    let site = origin.content.site_name(&texts.language).await;
    let letter = CodeLetter {
        to: email,
        code: code.reveal(),
        site: site.as_deref().unwrap_or(&origin.sender_name),
        lifetime: LIFETIME,
        now: origin.clock.now(),
    };
    letter.write(texts)
}

impl From<sqlx::Error> for SendError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error)
    }
}

impl From<sqlx::Error> for LoginError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error)
    }
}
