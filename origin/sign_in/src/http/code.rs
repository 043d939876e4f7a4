//! Sign-in codes by e-mail.

use std::sync::Arc;

use contract::api::{CodeSent, Envelope, Refusal, SendCodeRequest};

use crate::SignIn;
use crate::rules::login;
use origin_captcha::rules;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, BrowserIds, Languages, Limited, WithBody};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::user::Email;

/// Sends a sign-in code by e-mail.
///
/// Six digits, valid for ten minutes and five tries, in the language of the request. The code
/// belongs to the requesting browser, by its header `uuid`: requests and tries of other browsers do
/// not affect it.
///
/// The answer is the same, and takes the same time, whether or not the address has an account or
/// may make one. Another code may be asked for after 60 s. One address is sent 10 at once and then
/// one an hour, and as many again by each browser that has signed in as it before (header
/// `fronted-uuid`). A client may ask for 20 at once, then for one every twelve seconds. A 429 with
/// `field` `code` means that the last code is good and on its way.
///
/// The captcha is used up by this call, whatever the answer, unless it is 400 for the address or
/// the body, 413, 415, or 429 for too many calls. While e-mail cannot be sent, everyone gets 503,
/// whatever the address.
#[utoipa::path(
    post,
    path = "/api/common/send-email-code",
    tag = "common",
    operation_id = "sendEmailCode",
    params(Languages, BrowserIds),
    request_body = SendCodeRequest,
    responses(
        Always,
        WithBody,
        Limited,
        (status = 200, description = "A code is on its way, if the address may sign in.", body = Envelope<CodeSent>),
        (status = 400, description = "The body is malformed; or, with `field`: `email` is no \
            address, `captcha` is wrong, used or expired.", body = Envelope<Option<Refusal>>),
    )
)]
pub async fn send(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    sign_in.ground.limits.send_code.check(request.client())?;
    let (catalog, browser) = (Arc::clone(&request.catalog), request.browser());
    let ask: SendCodeRequest = request.json().await?;
    let email = Email::parse(&ask.email).ok_or(ApiError::BadEmail)?;
    rules::redeem(&sign_in.captchas, &ask.captcha_id, &ask.captcha).await?;
    let seconds = login::send_code(sign_in, &email, &browser, &catalog).await?;
    data(&CodeSent {
        resend_after: seconds.unsigned_abs(),
    })
}
