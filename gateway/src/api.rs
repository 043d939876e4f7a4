//! Step 3 of the pipeline: `/api`. The gateway has a part in some calls and passes on the others as
//! they are.
//!
//! | call | the gateway's part |
//! |---|---|
//! | `POST /api/auth/login`, `POST /api/feishu/login` | takes the token out of the answer and sets the cookies |
//! | `POST /api/auth/logout` | expires the cookies, whatever the origin answers |
//! | `/api/auth/user-info`, `/api/auth/sessions` | expire the cookies if the session is gone |
//! | `PUT /api/auth/user-info` | sets `user-info` anew as well |
//! | `DELETE /api/auth/sessions/{id}`, `DELETE /api/auth/account` | the same, if it is gone now |
//!
//! May use the request's head, sessions and the origin, and of the build its words alone. Serves no
//! file, lets no cookie through to the origin, and shows no token to the browser.

mod calls;
pub(crate) mod envelope;
mod filter;
pub(crate) mod forward;
mod readable;
mod rename;
mod sign_in;

use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderMap, Response, StatusCode};
use hyper::body::Incoming;

use crate::protocol::body::Body;
use crate::protocol::client::Client;
use crate::protocol::cookie;
use crate::protocol::cross_site;
use crate::protocol::path::{Canonical, Form};
use crate::protocol::rejection::Rejection;
use crate::session::Session;
use crate::state::Gateway;
use calls::Owned;

/// Whether a canonical path belongs to `/api`.
pub(crate) fn owns(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// Answers one call.
pub(crate) async fn answer(
    gateway: &Gateway,
    client: &Client,
    parts: &Parts,
    path: &Canonical<'_>,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    if !forward::METHODS.contains(&parts.method) {
        return Err(Rejection::Method("GET, HEAD, POST, PUT, PATCH, DELETE"));
    }
    if path.form == Form::Alias || calls::is_disguised(&path.path) {
        return Err(Rejection::NotFound);
    }
    if !cross_site::passes(
        &parts.method,
        &parts.headers,
        &gateway.config.public_origins,
    ) {
        return Err(Rejection::Forbidden);
    }
    let path = path.path.as_ref();
    if calls::is_misused(&parts.method, path) {
        return Err(Rejection::Method("POST"));
    }
    match calls::owned(&parts.method, path) {
        Some(Owned::SignIn) => sign_in::answer(gateway, client, parts, path, body).await,
        Some(Owned::SignOut) => Ok(sign_out(gateway, client, parts, path, body).await),
        Some(owned @ (Owned::Session | Owned::Rename)) => {
            let answer = match owned {
                Owned::Rename => rename::answer(gateway, client, parts, path, body).await?,
                _ => pass_on(gateway, client, parts, path, body).await?,
            };
            let is_gone = answer.status() == StatusCode::UNAUTHORIZED;
            Ok(forget_if(is_gone, gateway, &parts.headers, answer).await)
        }
        Some(Owned::Ending) => {
            let answer = pass_on(gateway, client, parts, path, body).await?;
            let is_gone = answer.status() == StatusCode::UNAUTHORIZED
                || answer.status().is_success() && is_gone_now(gateway, client, parts).await;
            Ok(forget_if(is_gone, gateway, &parts.headers, answer).await)
        }
        None => pass_on(gateway, client, parts, path, body).await,
    }
}

async fn pass_on(
    gateway: &Gateway,
    client: &Client,
    parts: &Parts,
    path: &str,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    let limit = gateway.config.limits.answer;
    let answer = forward::forward(gateway, client, parts, path, body, limit).await?;
    Ok(forward::into_answer(answer))
}

/// R4.02, R8.07: signing out always works on this side, even if the origin is down.
async fn sign_out(
    gateway: &Gateway,
    client: &Client,
    parts: &Parts,
    path: &str,
    body: Incoming,
) -> Response<Body> {
    let limit = gateway.config.limits.sign_in;
    let answer = match forward::forward(gateway, client, parts, path, body, limit).await {
        Ok(answer) => forward::into_answer(answer),
        Err(rejection) => {
            envelope::answer(rejection, gateway.live.site().as_deref(), &parts.headers)
        }
    };
    forget_if(true, gateway, &parts.headers, answer).await
}

/// Whether the caller's own session ended with one that was just ended: the id in the path does not
/// say whose it was.
async fn is_gone_now(gateway: &Gateway, client: &Client, parts: &Parts) -> bool {
    let Some(token) = cookie::credential(&parts.headers) else {
        return false;
    };
    gateway.sessions.forget(&token).await;
    let session = gateway.sessions.check(&token, client.network()).await;
    // Not known: the next page that is guarded asks again.
    matches!(session, Ok(Session::Guest))
}

async fn forget_if(
    is_gone: bool,
    gateway: &Gateway,
    headers: &HeaderMap,
    mut answer: Response<Body>,
) -> Response<Body> {
    if is_gone {
        if let Some(token) = cookie::credential(headers) {
            gateway.sessions.forget(&token).await;
        }
        expire(gateway, answer.headers_mut());
    }
    answer
}

/// Expires the session's cookies with an answer, which no cache may keep then.
pub(crate) fn expire(gateway: &Gateway, headers: &mut HeaderMap) {
    for line in gateway.config.marking.expired() {
        headers.append(SET_COOKIE, line);
    }
    headers.insert(
        http::header::CACHE_CONTROL,
        crate::protocol::headers::PRIVATE,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn api_is_a_whole_segment() {
        for (path, expected) in [
            ("/api", true),
            ("/api/x", true),
            ("/apis", false),
            ("/API/x", false),
            ("/", false),
        ] {
            assert_eq!(owns(path), expected, "{path}");
        }
    }
}
