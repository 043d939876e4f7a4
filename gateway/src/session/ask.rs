//! The two calls that the gateway makes itself: the owner of a token, and the end of its session.

use std::time::Duration;

use contract::api::{Envelope, UserInfo};
use http::{Request, Response, StatusCode, header};

use super::Sessions;
use crate::protocol::body::{self, Stream};
use crate::protocol::cookie::Token;
use crate::protocol::rejection::Rejection;
use crate::upstream::{CallError, Upload};

/// `GET`: the owner of a token.
pub(crate) const USER_INFO: &str = "/api/auth/user-info";
/// `POST`: ends a session.
pub(crate) const LOGOUT: &str = "/api/auth/logout";

/// Longest answer, in bytes; a larger one is no user info.
const ANSWER_MAX: usize = 64 * 1024;

/// Reasons why the owner of a token is not known.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum SessionError {
    /// The origin answers that the token has no owner.
    #[error("the token is not valid")]
    Nobody,
    /// The origin gave no usable answer.
    #[error("{0}")]
    NoAnswer(String),
    /// The origin was not asked: this client caused too many questions.
    #[error(
        "too many session checks for one client; if it is a proxy, name it with `--trusted-proxy`"
    )]
    TooMany,
}

impl SessionError {
    /// The error for a call without an answer within `limit`.
    pub(super) fn late(limit: Duration) -> Self {
        Self::NoAnswer(format!("user-info was not answered within {limit:?}"))
    }
}

impl From<&SessionError> for Rejection {
    fn from(unknown: &SessionError) -> Self {
        match unknown {
            SessionError::Nobody => Self::Unauthorized,
            SessionError::NoAnswer(_) => Self::Unavailable,
            SessionError::TooMany => Self::TooMany,
        }
    }
}

impl Sessions {
    /// The user that a token belongs to. Never remembered.
    pub(crate) async fn user_info(&self, token: &Token) -> Result<UserInfo, SessionError> {
        let limit = self.limits.answer;
        match tokio::time::timeout(limit, self.read_user_info(token)).await {
            Ok(user) => user,
            Err(_) => Err(SessionError::late(limit)),
        }
    }

    async fn read_user_info(&self, token: &Token) -> Result<UserInfo, SessionError> {
        let no_answer = |error: &dyn std::error::Error| SessionError::NoAnswer(error.to_string());
        let response = self.call(Request::get(USER_INFO), token).await;
        let response = response.map_err(|error| no_answer(&error))?;
        let status = response.status();
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(SessionError::Nobody);
        }
        let body = body::collect(response.into_body(), ANSWER_MAX, self.limits.answer).await;
        read(status, &body.map_err(|error| no_answer(error.as_ref()))?)
    }

    /// Ends a session at the origin. The result is ignored: the token is dropped here in any case.
    pub(crate) async fn revoke(&self, token: &Token) {
        match self.call(Request::post(LOGOUT), token).await {
            Ok(answer) if answer.status().is_success() => {}
            Ok(answer) => {
                tracing::warn!(status = %answer.status(), "a session that nobody holds could not be revoked");
            }
            Err(error) => {
                tracing::warn!(%error, "a session that nobody holds could not be revoked");
            }
        }
        self.forget(token).await;
    }

    async fn call(
        &self,
        request: http::request::Builder,
        token: &Token,
    ) -> Result<Response<Stream>, CallError> {
        let bearer = token
            .bearer()
            .ok_or_else(|| CallError::Broken("the token fits no header".to_owned()))?;
        let request = request
            .header(header::AUTHORIZATION, bearer)
            .body(body::empty());
        let request = request.map_err(|error| CallError::Broken(error.to_string()))?;
        self.upstream
            .call(request, &Upload::default(), self.limits.answer)
            .await
    }
}

/// Some backends answer 200 and give the real status in the envelope.
fn read(status: StatusCode, body: &[u8]) -> Result<UserInfo, SessionError> {
    let envelope: Result<Envelope<serde_json::Value>, _> = serde_json::from_slice(body);
    match (status, envelope) {
        (
            StatusCode::OK,
            Ok(Envelope {
                code: 401 | 403, ..
            }),
        ) => Err(SessionError::Nobody),
        (
            StatusCode::OK,
            Ok(Envelope {
                code: 200,
                data: Some(data),
                ..
            }),
        ) => serde_json::from_value(data)
            // Not with the error's message: it quotes the body.
            .map_err(|_| {
                SessionError::NoAnswer("user-info has other fields than the contract".to_owned())
            }),
        (status, _) => Err(SessionError::NoAnswer(format!(
            "user-info was answered with {status}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_answer_decides() {
        let member =
            br#"{"code":200,"msg":"","data":{"name":"Lin","email":"lin@example.com","roles":[]}}"#;
        assert_eq!(
            read(StatusCode::OK, member).unwrap().email,
            "lin@example.com"
        );
        let nobody = read(StatusCode::OK, br#"{"code":401,"msg":"","data":null}"#);
        assert!(matches!(nobody, Err(SessionError::Nobody)));
        let unclear: [(StatusCode, &[u8]); 4] = [
            (StatusCode::OK, b"<html>"),
            (StatusCode::OK, br#"{"code":200,"msg":"","data":null}"#),
            (StatusCode::OK, br#"{"code":500,"msg":"","data":null}"#),
            (StatusCode::BAD_GATEWAY, member),
        ];
        for (status, body) in unclear {
            assert!(
                matches!(read(status, body), Err(SessionError::NoAnswer(_))),
                "{status}"
            );
        }
    }
}
