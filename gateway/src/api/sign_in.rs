//! Signing in: the origin's answer carries a token; the browser gets a cookie instead, and never
//! sees the token.
//!
//! 1. the call is forwarded
//! 2. a refusal (wrong code, …) is returned: its `msg`, and the fields of its `data` that the
//!    contract defines
//! 3. the origin is asked for the token's owner; if that fails, the token is revoked and the answer
//!    is 502
//! 4. cookies `token` and `user-info` are set, and `framed-token` where the page that signs in may
//!    be in a frame, and `{code, msg, data: {name, email, roles}}` is returned
//!
//! The call includes the browser's old session, which the origin ends; so the remembered answer for
//! it is forgotten.

use contract::api::{Envelope, Refusal, UserInfo};
use http::header::{ALLOW, CONTENT_TYPE, HeaderValue, RETRY_AFTER, SET_COOKIE};
use http::{Response, StatusCode};
use hyper::body::Incoming;
use serde_json::Value;

use super::readable::{self, unusable};
use super::{calls, forward};
use crate::call::Call;
use crate::protocol::body::Body;
use crate::protocol::cache_policy::CachePolicy;
use crate::protocol::cookie::Token;
use crate::protocol::rejection::Rejection;
use crate::state::Gateway;

/// Answers a sign-in.
pub(crate) async fn answer(call: &Call<'_>, body: Incoming) -> Result<Response<Body>, Rejection> {
    let (head, body) = readable::forward(call, body).await?;
    let envelope: Envelope<Value> = serde_json::from_slice(&body)
        .map_err(|error| unusable(&format!("no envelope ({:?} error)", error.classify())))?;
    match outcome(head.status, envelope) {
        Outcome::Refused(status, refusal) => {
            let mut answer = json(status, &refusal)?;
            // When and how to come back; other headers of a refusal add no information to its
            // envelope.
            for name in [RETRY_AFTER, ALLOW] {
                if let Some(value) = head.headers.get(&name) {
                    answer.headers_mut().insert(name, value.clone());
                }
            }
            Ok(answer)
        }
        Outcome::Malformed(why) => Err(unusable(why)),
        Outcome::SignedIn(token, msg) => {
            if let Some(before) = forward::credential(call) {
                call.gateway.sessions.forget(&before).await;
            }
            let mut answer = signed_in(call.gateway, &token, msg).await?;
            if calls::is_framed(call.path()) {
                let framed = call.gateway.config.marking.framed_session(&token);
                let headers = answer.headers_mut();
                headers.extend(framed.map(|line| (SET_COOKIE, line)));
            }
            Ok(answer)
        }
    }
}

/// The meaning of an origin's answer to a sign-in.
#[derive(Debug)]
enum Outcome {
    SignedIn(Token, String),
    Refused(StatusCode, Envelope<Refusal>),
    Malformed(&'static str),
}

fn outcome(status: StatusCode, envelope: Envelope<Value>) -> Outcome {
    let Envelope { code, msg, data } = envelope;
    if status == StatusCode::OK && code == 200 {
        let token = data.as_ref().and_then(|data| data.get("token"));
        return match token.and_then(Value::as_str).and_then(Token::new) {
            Some(token) => Outcome::SignedIn(token, msg),
            // Success without a token is no answer that the contract knows.
            None => Outcome::Malformed("success without a `data.token` that can be one"),
        };
    }
    // Where status and envelope differ, the refusal counts.
    let status = match StatusCode::from_u16(code) {
        Ok(code) if status == StatusCode::OK => code,
        _ => status,
    };
    if !(status.is_client_error() || status.is_server_error()) {
        return Outcome::Malformed("neither success nor refusal");
    }
    Outcome::Refused(
        status,
        Envelope {
            code: status.as_u16(),
            msg,
            data: data.and_then(|data| serde_json::from_value(data).ok()),
        },
    )
}

async fn signed_in(
    gateway: &Gateway,
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
    let envelope = Envelope {
        code: 200,
        msg,
        data: Some(user),
    };
    if shows(&envelope, token) {
        gateway.sessions.revoke(token).await;
        return Err(unusable("the token stands in `msg` or in user-info"));
    }
    let mut answer = json(StatusCode::OK, &envelope)?;
    for line in cookies {
        answer.headers_mut().append(SET_COOKIE, line);
    }
    Ok(answer)
}

/// Whether the token is in the part that the browser's scripts would read.
fn shows(envelope: &Envelope<UserInfo>, token: &Token) -> bool {
    let user = envelope.data.iter();
    let texts = user.flat_map(|user| [&user.name, &user.email].into_iter().chain(&user.roles));
    texts
        .chain([&envelope.msg])
        .any(|text| token.stands_in(text))
}

fn json(status: StatusCode, envelope: &impl serde::Serialize) -> Result<Response<Body>, Rejection> {
    let bytes = serde_json::to_vec(envelope).map_err(|_| Rejection::Internal)?;
    let mut answer = Response::new(Body::whole(bytes));
    *answer.status_mut() = status;
    answer
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    CachePolicy::Private.apply(answer.headers_mut());
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::api::Field;
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
    fn a_token_is_taken_out_of_success_and_nothing_unknown_passes_with_a_refusal() {
        let signed_in = outcome(StatusCode::OK, envelope(200, json!({"token": "abc"})));
        assert!(matches!(signed_in, Outcome::SignedIn(token, _) if token.as_bytes() == b"abc"));
        let data =
            json!({"field": "code", "retryAfter": 7, "token": "abc", "user": {"token": "abc"}});
        for (status, code, expected) in [(400, 400, 400), (200, 429, 429), (503, 200, 503)] {
            let status = StatusCode::from_u16(status).unwrap();
            let Outcome::Refused(status, refusal) = outcome(status, envelope(code, data.clone()))
            else {
                panic!("{status} {code} is a refusal");
            };
            assert_eq!((status.as_u16(), refusal.code), (expected, expected));
            let known = Refusal {
                field: Some(Field::Code),
                retry_after: Some(7),
                ..Refusal::default()
            };
            assert_eq!(refusal.data, Some(known));
        }
        let odd = outcome(StatusCode::BAD_REQUEST, envelope(400, json!("abc")));
        assert!(matches!(odd, Outcome::Refused(_, refusal) if refusal.data.is_none()));
    }

    #[test]
    fn what_is_neither_success_nor_refusal_is_malformed() {
        let rows = [
            (200, 200, json!(null)),
            (200, 200, json!({})),
            (200, 200, json!([{"token": "abc"}])),
            (200, 200, json!({"token": ""})),
            (200, 200, json!({"token": "a b"})),
            (200, 200, json!({"token": "abc\r\nset-cookie: x"})),
            (200, 200, json!({"token": "a".repeat(513)})),
            (200, 200, json!({"token": 7})),
            (200, 200, json!({"token": ["abc"]})),
            (200, 200, json!({"data": {"token": "abc"}})),
            (201, 200, json!({"token": "abc"})),
            (200, 201, json!({"token": "abc"})),
            (200, 0, json!({"token": "abc"})),
            (302, 302, json!({"token": "abc"})),
        ];
        for (status, code, data) in rows {
            let status = StatusCode::from_u16(status).unwrap();
            let outcome = outcome(status, envelope(code, data.clone()));
            assert!(
                matches!(outcome, Outcome::Malformed(_)),
                "{status} {code} {data}"
            );
        }
    }
}
