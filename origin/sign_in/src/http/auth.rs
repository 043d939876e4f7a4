//! Signing in and out, and the person of a session (R3.03, R7.04).

use contract::api::{Envelope, LoginRequest, Refusal, RenameRequest, SignedIn, UserInfo};

use crate::SignIn;
use crate::rules::code::Code;
use crate::rules::device;
use crate::rules::login::{self, Login};
use crate::store::sessions::{self, Current};
use crate::store::{accounts, users};
use origin_ground::Ground;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{
    Always, BrowserIds, Languages, Limited, NeedsSession, Nothing, WithBody,
};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::site;
use origin_ground::token::Token;
use origin_ground::user::{Email, Name};

/// Exchanges a code for a session.
///
/// The account of an address is made when it signs in for the first time, if the rule of
/// registration allows; if it does not, the answer is that for a wrong code. `agreements` names
/// exactly the keys and versions that `protocolConfig` answers for the same `language`; they are
/// recorded with the account.
///
/// Every try counts, right or wrong, five per code. The session of the call's token ends when the
/// new one begins. The token is sent only here; it is valid for 30 days. A client may make
/// 40 calls at once, then one every six seconds.
#[utoipa::path(
    post,
    path = "/api/auth/login",
    tag = "auth",
    operation_id = "login",
    params(Languages, BrowserIds),
    request_body = LoginRequest,
    security((), ("bearer" = [])),
    responses(
        Always,
        WithBody,
        Limited,
        (status = 200, description = "Signed in. The gateway takes the token out, sets cookies, \
            and answers the person as in `userInfo`.", body = Envelope<SignedIn>),
        (status = 400, description = "The body is malformed; or, with `field`: `email` is no \
            address, `code` is wrong, used, expired or burnt.", body = Envelope<Option<Refusal>>),
        (status = 409, description = "`agreements` is not what is in force now; `field` is \
            `agreements`. The code has not been tried.", body = Envelope<Refusal>),
    )
)]
pub async fn login(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    sign_in.ground.limits.login.check(request.client())?;
    let previous = request.bearer().ok();
    let browser = request.browser();
    let device = device::name(request.user_agent());
    let language = request.language().map(str::to_owned);
    let given: LoginRequest = request.json().await?;
    let email = Email::parse(&given.email).ok_or(ApiError::BadEmail)?;
    let code = Code::parse(&given.code).ok_or(ApiError::CodeRefused)?;
    if given.agreements != site::agreements(&sign_in.ground, language.as_deref()).await? {
        return Err(ApiError::AgreementsChanged);
    }
    let login = Login {
        email: &email,
        code: &code,
        agreements: &given.agreements,
        browser: &browser,
        device: &device,
        previous: previous.as_ref(),
    };
    let token = login::login(sign_in, &login).await?;
    data(&SignedIn {
        token: token.reveal(),
    })
}

/// The signed-in person.
#[utoipa::path(
    get,
    path = "/api/auth/user-info",
    tag = "auth",
    operation_id = "userInfo",
    params(Languages),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsSession,
        (status = 200, description = "The person whose session it is.", body = Envelope<UserInfo>),
    )
)]
pub async fn user_info(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    let current = signed_in(&sign_in.ground, &request.bearer()?).await?;
    data(&current.user.info())
}

/// Changes the display name.
///
/// 1 to 64 characters, counted without the spaces at the ends; no control characters. Until it is
/// changed, the name is the part of the address before the @.
#[utoipa::path(
    put,
    path = "/api/auth/user-info",
    tag = "auth",
    operation_id = "rename",
    params(Languages),
    request_body = RenameRequest,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsSession,
        (status = 200, description = "The person with the new name.", body = Envelope<UserInfo>),
        (status = 400, description = "The body is malformed, or the name is no name (`field` is \
            `name`).", body = Envelope<Option<Refusal>>),
    )
)]
pub async fn rename(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    // A signed-out client learns nothing about the body, and costs no reading of it.
    let mut user = signed_in(&sign_in.ground, &request.bearer()?).await?.user;
    let given: RenameRequest = request.json().await?;
    user.name = Name::parse(&given.name).ok_or(ApiError::BadName)?;
    if !users::rename(sign_in.ground.db.writers(), &user.id, &user.name).await? {
        // The account was deleted in the meantime, and the session with it.
        return Err(ApiError::SignedOut);
    }
    data(&user.info())
}

/// Ends the session.
///
/// The token is worthless from here on; other sessions go on.
#[utoipa::path(
    post,
    path = "/api/auth/logout",
    tag = "auth",
    operation_id = "logout",
    params(Languages),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsSession,
        (status = 200, description = "Signed out.", body = Envelope<Nothing>),
    )
)]
pub async fn logout(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    let token = request.bearer()?;
    signed_in(&sign_in.ground, &token).await?;
    let connection = sign_in.ground.db.writers().acquire().await;
    sessions::end(&mut *connection?, &token.hash()).await?;
    data(&())
}

/// Deletes the account.
///
/// With it go its sessions, the agreements it accepted, the browsers it was known by, and codes on
/// their way to its address. Signing in with the address again makes a new account.
#[utoipa::path(
    delete,
    path = "/api/auth/account",
    tag = "auth",
    operation_id = "deleteAccount",
    params(Languages),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsSession,
        (status = 200, description = "There is no such account any more.", body = Envelope<Nothing>),
    )
)]
pub async fn delete_account(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    let current = signed_in(&sign_in.ground, &request.bearer()?).await?;
    accounts::delete(sign_in.ground.db.writers(), &current.user.email).await?;
    data(&())
}

/// The session that a token opens, and its person.
pub async fn signed_in(ground: &Ground, token: &Token) -> Result<Current, ApiError> {
    let found = sessions::find(ground.db.readers(), &token.hash(), ground.clock.now()).await?;
    found.ok_or(ApiError::SignedOut)
}
