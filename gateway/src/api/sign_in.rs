//! Signing in: the origin's answer carries a token; the browser gets a cookie instead, and never sees the token.
//!
//! 1. the call is passed on
//! 2. an answer without a token (wrong code, …) goes back as it is
//! 3. the origin is asked whose token it is; if that fails, the token is revoked and the answer is 502
//! 4. cookies `token` and `user-info` are set, and `{code, msg, data: {name, email, roles}}` goes back

use std::net::SocketAddr;

use contract::api::{Envelope, UserInfo};
use http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_TYPE, HeaderValue, RETRY_AFTER, SET_COOKIE,
};
use http::request::Parts;
use http::{Response, StatusCode};
use hyper::body::Incoming;
use serde_json::Value;

use crate::Gateway;
use crate::body::{self, Body};
use crate::cookie::{self, Token};
use crate::headers::PRIVATE;
use crate::proxy;
use crate::respond::Rejection;

/// Longer answers are no sign-in.
const ANSWER_MAX: usize = 64 * 1024;

/// Answers a sign-in.
pub(crate) async fn answer(
    gateway: &Gateway,
    peer: SocketAddr,
    parts: &Parts,
    path: &str,
    body: Incoming,
) -> Result<Response<Body>, Rejection> {
    let mut plain = parts.clone();
    // The answer is read here, so it must come uncompressed.
    plain
        .headers
        .insert(ACCEPT_ENCODING, HeaderValue::from_static("identity"));
    let answer = proxy::forward(gateway, peer, &plain, path, body).await?;
    let (head, body) = answer.into_parts();
    let body = body::collect(body, ANSWER_MAX, gateway.config.limits.answer)
        .await
        .map_err(|_| Rejection::BadGateway)?;
    let envelope: Envelope<Value> =
        serde_json::from_slice(&body).map_err(|_| Rejection::BadGateway)?;
    match outcome(head.status, envelope) {
        Outcome::Refused(status, envelope) => {
            let mut answer = json(status, &envelope)?;
            // When to come back; other headers of a refusal say nothing that its envelope does not.
            if let Some(after) = head.headers.get(RETRY_AFTER) {
                answer.headers_mut().insert(RETRY_AFTER, after.clone());
            }
            Ok(answer)
        }
        Outcome::Malformed => Err(Rejection::BadGateway),
        Outcome::SignedIn(token, msg) => signed_in(gateway, parts, &token, msg).await,
    }
}

/// What an origin's answer to a sign-in means.
#[derive(Debug)]
enum Outcome {
    SignedIn(Token, String),
    Refused(StatusCode, Envelope<Value>),
    Malformed,
}

fn outcome(status: StatusCode, mut envelope: Envelope<Value>) -> Outcome {
    let token = envelope
        .data
        .as_mut()
        .and_then(Value::as_object_mut)
        .and_then(|data| data.remove("token"));
    let is_success = status == StatusCode::OK && envelope.code == 200;
    match (
        is_success,
        token.as_ref().and_then(Value::as_str).and_then(Token::new),
    ) {
        (true, Some(token)) => Outcome::SignedIn(token, envelope.msg),
        // Success without a token is no answer that the contract knows.
        (true, None) => Outcome::Malformed,
        (false, _) => Outcome::Refused(status, envelope),
    }
}

async fn signed_in(
    gateway: &Gateway,
    parts: &Parts,
    token: &Token,
    msg: String,
) -> Result<Response<Body>, Rejection> {
    let user = match gateway.sessions.user_info(token).await {
        Ok(user) => user,
        Err(error) => {
            tracing::error!(%error, "signed in, but the origin does not say who; the session is revoked");
            gateway.sessions.revoke(token).await;
            return Err(Rejection::BadGateway);
        }
    };
    let marking = gateway.config.marking;
    let cookies = marking
        .session(token)
        .into_iter()
        .chain(marking.user_info(&user.name, &user.email));
    let mut answer = json(
        StatusCode::OK,
        &Envelope {
            code: 200,
            msg,
            data: Some::<UserInfo>(user),
        },
    )?;
    for line in cookies {
        answer.headers_mut().append(SET_COOKIE, line);
    }
    if let Some(before) = cookie::token(&parts.headers) {
        gateway.sessions.forget(&before).await;
    }
    Ok(answer)
}

fn json(status: StatusCode, envelope: &impl serde::Serialize) -> Result<Response<Body>, Rejection> {
    let bytes = serde_json::to_vec(envelope).map_err(|_| Rejection::Internal)?;
    let mut answer = Response::new(Body::whole(bytes));
    *answer.status_mut() = status;
    answer
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    answer.headers_mut().insert(CACHE_CONTROL, PRIVATE);
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn envelope(code: u16, data: Value) -> Envelope<Value> {
        Envelope {
            code,
            msg: "m".to_owned(),
            data: Some(data),
        }
    }

    // R3.03
    #[test]
    fn a_token_is_taken_out_of_every_answer() {
        let signed_in = outcome(StatusCode::OK, envelope(200, json!({"token": "abc"})));
        assert!(matches!(signed_in, Outcome::SignedIn(token, _) if token.as_bytes() == b"abc"));
        let refused = outcome(
            StatusCode::BAD_REQUEST,
            envelope(400, json!({"token": "abc", "left": 2})),
        );
        assert!(
            matches!(refused, Outcome::Refused(_, envelope) if envelope.data == Some(json!({"left": 2})))
        );
        let said_in_envelope = outcome(StatusCode::OK, envelope(400, json!({"token": "abc"})));
        assert!(
            matches!(said_in_envelope, Outcome::Refused(_, envelope) if envelope.data == Some(json!({})))
        );
    }

    #[test]
    fn success_without_a_usable_token_is_no_success() {
        for data in [
            json!(null),
            json!({}),
            json!({"token": ""}),
            json!({"token": "a b"}),
            json!({"token": 7}),
        ] {
            let outcome = outcome(StatusCode::OK, envelope(200, data.clone()));
            assert!(matches!(outcome, Outcome::Malformed), "{data}");
        }
    }
}
