//! Step 3 of the pipeline: `/api`. The gateway intercepts some calls and forwards the others
//! unchanged.
//!
//! | call | the gateway's part |
//! |---|---|
//! | `POST` of the contract's [`SIGN_IN_CALLS`](contract::api::SIGN_IN_CALLS) | takes the token out of the answer and sets the cookies |
//! | `POST /api/auth/logout` | expires the cookies, whatever the origin answers; ends the framed session, too |
//! | the contract's [`FRAMED_CALLS`](contract::api::FRAMED_CALLS) and paths below them | the framed session comes before the other |
//! | `/api/auth/user-info`, `/api/auth/sessions` | expire the cookies if the session is gone |
//! | `PUT /api/auth/user-info` | sets `user-info` anew as well |
//! | `DELETE /api/auth/sessions/{id}`, `DELETE /api/auth/account` | the same, if it is gone now |
//! | `POST /api/regenerate`, `GET /api/regenerate/{job}/events` | all of it (`regenerate`): the generator is asked |
//! | `/api/studio` and paths below it | all of it (`studio`), where the site has a studio: the generator is asked |
//!
//! May use the request's head, sessions and the origin, and of the build only its texts. Serves no
//! file, lets no cookie through to the origin, and shows no token to the browser.

mod calls;
pub(crate) mod editor;
pub(crate) mod envelope;
mod filter;
pub(crate) mod forward;
pub(crate) mod member;
mod readable;
mod regenerate;
mod rename;
mod sign_in;
pub(crate) mod studio;

use contract::api::methods::methods;
use http::header::SET_COOKIE;
use http::{HeaderMap, Response, StatusCode};
use hyper::body::Incoming;

use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cookie::Marking;
use crate::protocol::path::Form;
use crate::protocol::rejection::Rejection;
use crate::protocol::{cookie, cross_site};
use crate::session::Session;
use crate::state::Gateway;
use calls::InterceptedCall;

/// Answers one call.
pub(crate) async fn answer(
    call: &Call<'_>,
    form: Form,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    if let Some(asked) = regenerate::at(call.path()) {
        return regenerate::answer(call, asked, form, body).await;
    }
    check(call, form)?;
    if studio::is_call(call.path()) && call.gateway.studio.exists() {
        return studio::answer(call, body).await;
    }
    match calls::find_call(&call.parts.method, call.path()) {
        None => pass_on(call, body).await,
        Some(InterceptedCall::SignIn) => sign_in::answer(call, body).await,
        Some(InterceptedCall::SignOut) => Ok(sign_out(call, body).await),
        Some(InterceptedCall::Session) => {
            let answer = pass_on(call, body).await?;
            Ok(forget_if(is_refused(&answer), call, answer).await)
        }
        Some(InterceptedCall::Rename) => {
            let answer = rename::answer(call, body).await?;
            Ok(forget_if(is_refused(&answer), call, answer).await)
        }
        Some(InterceptedCall::Ending) => {
            let answer = pass_on(call, body).await?;
            let is_gone =
                is_refused(&answer) || answer.status().is_success() && is_gone_now(call).await;
            Ok(forget_if(is_gone, call, answer).await)
        }
    }
}

/// Refuses a call that must not reach the origin.
fn check(call: &Call<'_>, form: Form) -> Result<(), Rejection> {
    let (method, path) = (&call.parts.method, call.path());
    let allowed = methods(path);
    if !forward::METHODS.contains(method) {
        let all = "GET, HEAD, POST, PUT, PATCH, DELETE";
        return Err(Rejection::Method(allowed.unwrap_or(all)));
    }
    if form == Form::Alias || calls::is_alias_of_intercepted(path) {
        return Err(Rejection::NotFound);
    }
    if !cross_site::passes(method, call.headers(), &call.gateway.config.public_origins) {
        // For a resource of the contract, a method that it lacks is refused first (405), as the
        // origin would do.
        let lacks_method = |allowed: &&str| !allowed.split(", ").any(|known| method == known);
        return Err(match allowed.filter(lacks_method) {
            Some(allowed) => Rejection::Method(allowed),
            None => Rejection::Forbidden,
        });
    }
    if calls::is_misused(method, path) {
        return Err(Rejection::Method("POST"));
    }
    Ok(())
}

async fn pass_on(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    let limit = call.gateway.config.limits.answer;
    let answer = forward::send(call, forward::headers(call), body, limit).await?;
    Ok(answer.map(Body::Stream))
}

/// R4.02, R8.07: signing out always works in the gateway, even if the origin is down.
async fn sign_out(call: &Call<'_>, body: Incoming) -> Response<Body> {
    let limit = call.gateway.config.limits.sign_in;
    let answer = match forward::send(call, forward::headers(call), body, limit).await {
        Ok(answer) => answer.map(Body::Stream),
        Err(rejection) => envelope::answer(rejection, call.snapshot(), call.headers()),
    };
    let mut answer = forget_if(true, call, answer).await;
    end_framed(call, answer.headers_mut()).await;
    answer
}

/// Ends the session of pages in a frame, which was not part of the call to the origin.
async fn end_framed(call: &Call<'_>, headers: &mut HeaderMap) {
    let Some(framed) = cookie::framed_token(call.headers()) else {
        return;
    };
    if cookie::token(call.headers()).as_ref() != Some(&framed) {
        call.gateway.sessions.revoke(&framed).await;
    }
    headers.append(SET_COOKIE, Marking::no_framed_session());
}

/// Whether the origin answers that the visitor is not signed in.
fn is_refused(answer: &Response<Body>) -> bool {
    answer.status() == StatusCode::UNAUTHORIZED
}

/// Whether the session that was just ended is the caller's: the id in the path does not identify
/// the caller's.
async fn is_gone_now(call: &Call<'_>) -> bool {
    let Some(token) = cookie::credential(call.headers()) else {
        return false;
    };
    let sessions = &call.gateway.sessions;
    sessions.forget(&token).await;
    let session = sessions.check(&token, call.client.network()).await;
    // If it is not known, the next guarded page asks again.
    matches!(session, Ok(Session::Guest))
}

async fn forget_if(is_gone: bool, call: &Call<'_>, mut answer: Response<Body>) -> Response<Body> {
    if is_gone {
        if let Some(token) = cookie::credential(call.headers()) {
            call.gateway.sessions.forget(&token).await;
        }
        expire(call.gateway, answer.headers_mut());
    }
    answer
}

/// Expires the session's cookies with an answer. No cache may keep the answer then.
pub(crate) fn expire(gateway: &Gateway, headers: &mut HeaderMap) {
    for line in gateway.config.marking.expiring_cookies() {
        headers.append(SET_COOKIE, line);
    }
    CachePolicy::Private.apply(headers);
}
