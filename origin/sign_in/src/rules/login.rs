//! From an address to a session: a code is sent, comes back, and is exchanged for a token.

use std::collections::BTreeMap;

use sqlx::AnyConnection;

use crate::SignIn;
use crate::letter::CodeLetter;
use crate::rules::code::{Code, LIFETIME, MAX_ATTEMPTS, RESEND_AFTER, SENDING};
use crate::rules::session::{self, Method};
use crate::store::codes::{self, Holder, NewCode};
use crate::store::{agreements, browsers, sessions, users};
use origin_ground::browser::Browser;
use origin_ground::clock::Clock;
use origin_ground::db::{Db, budgets};
use origin_ground::texts::Catalog;
use origin_ground::token::Token;
use origin_ground::user::{Email, Roles};
use origin_mail::{Mail, MailError};

/// The device of a session that an operator began.
const OPERATORS_DEVICE: &str = "CLI";

/// Why no code was sent.
#[derive(Debug)]
pub enum SendError {
    /// The last code is too young; another may be sent in so many seconds.
    TooSoon(i64),
    /// The address has had as many codes as it may; another may be sent in so many seconds.
    TooMany(i64),
    /// The e-mail could not be sent; another code may be asked for at once.
    Mail(MailError),
    /// The database failed.
    Storage(sqlx::Error),
}

/// Why a login failed.
#[derive(Debug)]
pub enum LoginError {
    /// Wrong, used, expired, burnt, never sent, or of an address that may not make an account.
    Refused,
    /// The database failed.
    Storage(sqlx::Error),
}

/// A login whose parts have the right form.
pub struct Login<'a> {
    /// The address that the code was sent to.
    pub email: &'a Email,
    /// The code, as the person typed it.
    pub code: &'a Code,
    /// Key → version, as the live build has them.
    pub agreements: &'a BTreeMap<String, String>,
    /// The browser of the call: a code works only in the one that asked for it.
    pub browser: &'a Browser,
    /// Browser and system, for the list of sessions.
    pub device: &'a str,
    /// The token that came with the call: its session ends when the new one begins.
    pub previous: Option<&'a Token>,
}

/// Sends a new code, and does the same, but for the mail, when the address may not sign in. Returns
/// the seconds until another may be asked for.
pub async fn send_code(
    sign_in: &SignIn,
    email: &Email,
    browser: &Browser,
    catalog: &Catalog,
) -> Result<i64, SendError> {
    // Before anything that depends on the address, so that everyone learns the same.
    sign_in.mailer.ready().map_err(SendError::Mail)?;
    let (pool, now, code) = (
        sign_in.ground.db.writers(),
        sign_in.ground.clock.now(),
        Code::random(),
    );
    let budget = budget_key(sign_in, email, browser).await?;
    let may_sign_in = may_sign_in(sign_in, email).await?;
    let hash = sign_in
        .ground
        .key
        .seal(&sealed_parts(email, browser, &code));
    let new = NewCode {
        holder: holder(email, browser),
        hash: &hash,
        sent_at: now,
        expires_at: now + LIFETIME,
    };
    let mut transaction = pool.begin().await?;
    issue(&mut transaction, &new, &budget).await?;
    transaction.commit().await?;
    let mail = code_mail(sign_in, email, &code, catalog).await;
    let sent = if may_sign_in {
        sign_in.mailer.send(mail).await
    } else {
        sign_in.mailer.rehearse(&mail)
    };
    if let Err(error) = sent {
        // The code was never delivered: the visitor need not wait for the next.
        codes::remove(&mut *pool.acquire().await?, new.holder, &hash).await?;
        budgets::refund(pool, &budget, SENDING).await?;
        return Err(SendError::Mail(error));
    }
    Ok(RESEND_AFTER)
}

/// Puts the code in the place of the last one and spends of the budget, or neither.
async fn issue(
    connection: &mut AnyConnection,
    code: &NewCode<'_>,
    budget: &str,
) -> Result<(), SendError> {
    let now = code.sent_at;
    if !codes::issue(connection, code, now - RESEND_AFTER).await? {
        let last = codes::sent_at(connection, code.holder).await?;
        let wait = last.unwrap_or(now) + RESEND_AFTER - now;
        return Err(SendError::TooSoon(wait.clamp(1, RESEND_AFTER)));
    }
    if !budgets::spend(connection, budget, SENDING, now).await? {
        let wait = budgets::wait(connection, budget, SENDING, now).await?;
        return Err(SendError::TooMany(wait.max(1)));
    }
    Ok(())
}

/// Exchanges a code for a session. The account of an address is made when it signs in for the first
/// time.
pub async fn login(sign_in: &SignIn, login: &Login<'_>) -> Result<Token, LoginError> {
    let (pool, now) = (sign_in.ground.db.writers(), sign_in.ground.clock.now());
    let holder = holder(login.email, login.browser);
    let stored = codes::take_attempt(pool, holder, now, MAX_ATTEMPTS).await?;
    let hash = stored.ok_or(LoginError::Refused)?;
    let parts = sealed_parts(login.email, login.browser, login.code);
    // An address that may not make an account was never sent its code; whether it may is asked all
    // the same, because the rule may have changed since.
    if !sign_in.ground.key.fits(&hash, &parts) || !may_sign_in(sign_in, login.email).await? {
        return Err(LoginError::Refused);
    }
    let mut transaction = pool.begin().await?;
    // Of two logins with the same code at the same moment, one removes it and the other finds none.
    if !codes::remove(&mut transaction, holder, &hash).await? {
        return Err(LoginError::Refused);
    }
    let token = begin(&mut transaction, login, now).await?;
    transaction.commit().await?;
    Ok(token)
}

/// All that a login with the right code writes.
async fn begin(connection: &mut AnyConnection, login: &Login<'_>, now: i64) -> sqlx::Result<Token> {
    let user = users::find_or_create(connection, login.email, now).await?;
    agreements::record(connection, &user, login.agreements, now).await?;
    if let Some(browser) = &login.browser.known_as {
        browsers::remember(connection, &user, browser, now).await?;
    }
    if let Some(previous) = login.previous {
        sessions::end(connection, &previous.hash()).await?;
    }
    let request = SessionRequest {
        method: Method::Code,
        device: login.device,
        now,
    };
    begin_session(connection, &user, request).await
}

/// A session that an operator asks for; gives the account the roles, if some are named.
pub async fn grant(
    db: &Db,
    clock: &Clock,
    email: &Email,
    roles: Option<Roles>,
) -> sqlx::Result<Token> {
    let now = clock.now();
    let mut transaction = db.writers().begin().await?;
    let user = users::find_or_create(&mut transaction, email, now).await?;
    if let Some(roles) = roles {
        users::set_roles(&mut transaction, &user, roles).await?;
    }
    let request = SessionRequest {
        method: Method::Operator,
        device: OPERATORS_DEVICE,
        now,
    };
    let token = begin_session(&mut transaction, &user, request).await?;
    transaction.commit().await?;
    Ok(token)
}

/// How, where and when a session begins.
#[derive(Clone, Copy)]
pub struct SessionRequest<'a> {
    /// The way in which the person was identified.
    pub method: Method,
    /// Browser and system.
    pub device: &'a str,
    /// Now, in seconds since the epoch.
    pub now: i64,
}

/// Begins a session, and ends the oldest if there are too many.
pub async fn begin_session(
    connection: &mut AnyConnection,
    user_id: &str,
    request: SessionRequest<'_>,
) -> sqlx::Result<Token> {
    let SessionRequest {
        method,
        device,
        now,
    } = request;
    let token = Token::random();
    let new = sessions::NewSession {
        token_hash: &token.hash(),
        user_id,
        method,
        device,
        created_at: now,
        expires_at: now + session::LIFETIME,
    };
    sessions::begin(connection, new).await?;
    sessions::end_oldest(connection, user_id, session::PER_ACCOUNT).await?;
    Ok(token)
}

/// Whether an address has an account, or may make one.
async fn may_sign_in(sign_in: &SignIn, email: &Email) -> sqlx::Result<bool> {
    // Looked up whatever the rule, so that the time reveals no account.
    let exists = users::exists(sign_in.ground.db.readers(), email).await?;
    // An address that only stands for an account without one has no mailbox.
    Ok(!email.is_stand_in() && (exists || sign_in.registration.allows(email)))
}

/// The holder of a code: an address, and the browser that asked.
fn holder<'a>(email: &'a Email, browser: &'a Browser) -> Holder<'a> {
    Holder {
        email: email.as_str(),
        browser: &browser.visitor,
    }
}

/// The budget that a code to this address is paid from: the browser's own if it has signed in as
/// the address before, else the one that all strangers share.
async fn budget_key(sign_in: &SignIn, email: &Email, browser: &Browser) -> sqlx::Result<String> {
    let known_as = browser.known_as.as_deref().unwrap_or_default();
    let known = browsers::is_known(sign_in.ground.db.readers(), email.as_str(), known_as).await?;
    let browser = if known { known_as } else { "" };
    Ok(sign_in
        .ground
        .key
        .seal(&["sending budget", &email.inbox(), browser]))
}

/// The parts of a code's hash. The first keeps it apart from whatever else the key seals.
fn sealed_parts<'a>(email: &'a Email, browser: &'a Browser, code: &'a Code) -> [&'a str; 4] {
    [
        "e-mail code",
        email.as_str(),
        &browser.visitor,
        code.reveal(),
    ]
}

async fn code_mail(sign_in: &SignIn, email: &Email, code: &Code, catalog: &Catalog) -> Mail {
    let site = sign_in
        .ground
        .content
        .site_name(&catalog.locale.language)
        .await;
    let letter = CodeLetter {
        to: email,
        code: code.reveal(),
        site: site.as_deref().unwrap_or(&sign_in.sender_name),
        lifetime: LIFETIME,
        now: sign_in.ground.clock.now(),
    };
    letter.write(catalog)
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
