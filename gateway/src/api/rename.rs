//! Changing the name: the cookie that shows it changes with it.

use contract::api::{Envelope, UserInfo};
use http::header::SET_COOKIE;
use http::{Response, StatusCode};
use hyper::body::Incoming;

use super::readable;
use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::rejection::Rejection;

/// Forwards the call; an answer with a user in it sets `user-info`.
pub(super) async fn answer(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    let (head, body) = readable::forward(call, body).await?;
    let renamed = (head.status == StatusCode::OK)
        .then(|| user(&body))
        .flatten();
    let mut answer = Response::from_parts(head, Body::whole(body));
    let cookie = renamed.and_then(|user| {
        call.gateway
            .config
            .marking
            .user_info(&user.name, &user.email)
    });
    if let Some(line) = cookie {
        answer.headers_mut().append(SET_COOKIE, line);
        CachePolicy::Private.apply(answer.headers_mut());
    }
    Ok(answer)
}

/// The user in the answer of a backend; none if it has none: the name is changed all the same, and
/// shows at the next sign-in.
fn user(body: &[u8]) -> Option<UserInfo> {
    serde_json::from_slice::<Envelope<UserInfo>>(body)
        .ok()?
        .data
}
