//! Signing in and out, and who one is (R3.03, R7.04).

use serde::{Deserialize, Serialize};

use super::reply::{Data, data};
use super::request::Incoming;
use crate::Origin;
use crate::db::{sessions, users};
use crate::domain::code::Code;
use crate::domain::session::Token;
use crate::domain::sign_in;
use crate::domain::user::{Email, Name};
use crate::error::ApiError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Credentials {
    email: String,
    code: String,
}

#[derive(Serialize)]
struct SignedIn {
    token: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Rename {
    name: String,
}

/// `POST /api/auth/login`.
pub(super) async fn login(origin: &Origin, request: Incoming<'_>) -> Result<Data, ApiError> {
    let given: Credentials = request.json().await?;
    let email = Email::parse(&given.email).ok_or(ApiError::BadEmail)?;
    let code = Code::parse(&given.code).ok_or(ApiError::CodeRefused)?;
    let token = sign_in::login(origin, &email, &code).await?;
    data(&SignedIn {
        token: token.reveal(),
    })
}

/// `GET /api/auth/user-info`.
pub(super) async fn user_info(origin: &Origin, request: Incoming<'_>) -> Result<Data, ApiError> {
    let user = signed_in(origin, &request.bearer()?).await?;
    data(&user.info())
}

/// `PUT /api/auth/user-info`.
pub(super) async fn rename(origin: &Origin, request: Incoming<'_>) -> Result<Data, ApiError> {
    // Who is not signed in learns nothing about the body, and costs no reading of it.
    let mut user = signed_in(origin, &request.bearer()?).await?;
    let given: Rename = request.json().await?;
    user.name = Name::parse(&given.name).ok_or(ApiError::BadName)?;
    users::rename(origin.db.pool(), &user.id, &user.name).await?;
    data(&user.info())
}

/// `POST /api/auth/logout`: the token is worthless from here on.
pub(super) async fn logout(origin: &Origin, request: Incoming<'_>) -> Result<Data, ApiError> {
    let token = request.bearer()?;
    signed_in(origin, &token).await?;
    sessions::revoke(origin.db.pool(), &token.hash()).await?;
    data(&())
}

async fn signed_in(origin: &Origin, token: &Token) -> Result<users::User, ApiError> {
    let user = sessions::user(origin.db.pool(), &token.hash(), origin.clock.now()).await?;
    user.ok_or(ApiError::SignedOut)
}
