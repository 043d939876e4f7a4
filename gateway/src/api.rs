//! Step 3 of the pipeline: `/api`. The calls that the gateway has a part in come first, the rest is passed on as it is.
//!
//! | call | the gateway's part |
//! |---|---|
//! | `POST /api/auth/login`, `POST /api/feishu/login` | takes the token out of the answer and sets the cookies |
//! | `POST /api/auth/logout` | expires the cookies, whatever the origin answers |
//! | `/api/auth/user-info` | expires the cookies if the session is gone |
//! | `DELETE /api/auth/account` | expires the cookies if the account is gone |

pub(crate) mod sign_in;

use std::net::SocketAddr;

use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderMap, Method, Response, StatusCode};
use hyper::body::Incoming;

use crate::Gateway;
use crate::body::Body;
use crate::cookie;
use crate::cross_site;
use crate::path::{Canonical, Form};
use crate::proxy;
use crate::respond::Rejection;
use crate::session;

/// Whether a canonical path belongs to `/api`.
pub(crate) fn owns(path: &str) -> bool {
    path == "/api" || path.starts_with("/api/")
}

/// A call that the gateway has a part in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owned {
    SignIn,
    SignOut,
    UserInfo,
    Account,
}

fn owned(method: &Method, path: &str) -> Option<Owned> {
    match (method, path) {
        (&Method::POST, "/api/auth/login" | "/api/feishu/login") => Some(Owned::SignIn),
        (&Method::POST, session::LOGOUT) => Some(Owned::SignOut),
        (_, session::USER_INFO) => Some(Owned::UserInfo),
        (&Method::DELETE, "/api/auth/account") => Some(Owned::Account),
        _ => None,
    }
}

/// Answers one call.
pub(crate) async fn answer(
    gateway: &Gateway,
    peer: SocketAddr,
    parts: &Parts,
    path: &Canonical<'_>,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    if !proxy::METHODS.contains(&parts.method) {
        return Err(Rejection::Method("GET, HEAD, POST, PUT, PATCH, DELETE"));
    }
    if path.form == Form::Alias {
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
    match owned(&parts.method, path) {
        None => proxy::forward(gateway, peer, parts, path, body)
            .await
            .map(proxy::into_answer),
        Some(Owned::SignIn) => sign_in::answer(gateway, peer, parts, path, body).await,
        Some(Owned::SignOut) => Ok(sign_out(gateway, peer, parts, path, body).await),
        Some(Owned::UserInfo) => {
            let answer = proxy::forward(gateway, peer, parts, path, body).await?;
            let is_gone = answer.status() == StatusCode::UNAUTHORIZED;
            Ok(forget_if(gateway, &parts.headers, is_gone, proxy::into_answer(answer)).await)
        }
        Some(Owned::Account) => {
            let answer = proxy::forward(gateway, peer, parts, path, body).await?;
            let is_gone = answer.status().is_success();
            Ok(forget_if(gateway, &parts.headers, is_gone, proxy::into_answer(answer)).await)
        }
    }
}

/// R4.02, R8.07: signing out always works on this side, even if the origin is down.
async fn sign_out(
    gateway: &Gateway,
    peer: SocketAddr,
    parts: &Parts,
    path: &str,
    body: Incoming,
) -> Response<Body> {
    let answer = match proxy::forward(gateway, peer, parts, path, body).await {
        Ok(answer) => proxy::into_answer(answer),
        Err(rejection) => rejection.into_envelope(&parts.headers),
    };
    forget_if(gateway, &parts.headers, true, answer).await
}

async fn forget_if(
    gateway: &Gateway,
    headers: &HeaderMap,
    is_gone: bool,
    mut answer: Response<Body>,
) -> Response<Body> {
    if is_gone {
        if let Some(token) = cookie::token(headers) {
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
    headers.insert(http::header::CACHE_CONTROL, crate::headers::PRIVATE);
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

    #[test]
    fn a_call_is_owned_by_method_and_whole_path() {
        assert_eq!(owned(&Method::POST, "/api/auth/login"), Some(Owned::SignIn));
        assert_eq!(owned(&Method::GET, "/api/auth/login"), None);
        assert_eq!(owned(&Method::POST, "/api/auth/loginx"), None);
        assert_eq!(
            owned(&Method::PUT, "/api/auth/user-info"),
            Some(Owned::UserInfo)
        );
    }
}
