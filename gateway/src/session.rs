//! Whether a session holds: the origin is asked, and its answer remembered for a moment.
//!
//! | the origin says | remembered | meaning |
//! |---|---|---|
//! | 200 | 5 s | signed in; a revocation shows within 5 s |
//! | 401, 403 | 1 s | a guest; a stale cookie cannot flood the origin |
//! | anything else, or nothing in time | not at all | not known: 503, never 401, never what was true before |
//!
//! The key is a hash of the token, so no token stays in memory. One call per token is in flight; who comes meanwhile waits for it.

use std::sync::Arc;
use std::time::{Duration, Instant};

use contract::Hash;
use contract::api::{Envelope, UserInfo};
use http::{Request, Response, StatusCode, header};
use moka::Expiry;
use moka::future::Cache;

use crate::body::{self, Stream};
use crate::cookie::Token;
use crate::guard::Session;
use crate::metrics::Metrics;
use crate::upstream::{CallError, Upstream};

/// `GET`: who a token belongs to.
pub(crate) const USER_INFO: &str = "/api/auth/user-info";
/// `POST`: ends a session.
pub(crate) const LOGOUT: &str = "/api/auth/logout";

/// Sessions remembered at once; 100 bytes each.
const CAPACITY: u64 = 10_000;
const MEMBER: Duration = Duration::from_secs(5);
const GUEST: Duration = Duration::from_secs(1);
/// A page waits for this answer, so it does not wait long.
const LIMIT: Duration = Duration::from_secs(3);
/// Larger answers are no user info.
const ANSWER_MAX: usize = 64 * 1024;

/// The sessions that were asked about lately.
pub(crate) struct Sessions {
    upstream: Arc<Upstream>,
    metrics: Arc<Metrics>,
    cache: Cache<Hash, Session>,
}

/// The origin does not say who a token belongs to.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum Unknown {
    /// It says that it is nobody's.
    #[error("the token is not valid")]
    Nobody,
    /// It cannot say.
    #[error("{0}")]
    NoAnswer(String),
}

struct Lifetime;

impl Expiry<Hash, Session> for Lifetime {
    fn expire_after_create(&self, _: &Hash, session: &Session, _: Instant) -> Option<Duration> {
        Some(match session {
            Session::Member => MEMBER,
            Session::Guest => GUEST,
        })
    }
}

impl Sessions {
    /// Nothing is remembered yet.
    pub(crate) fn new(upstream: Arc<Upstream>, metrics: Arc<Metrics>) -> Self {
        Self {
            upstream,
            metrics,
            cache: Cache::builder()
                .max_capacity(CAPACITY)
                .expire_after(Lifetime)
                .build(),
        }
    }

    /// Whether the session of a token holds. An error means that it is not known.
    pub(crate) async fn check(&self, token: &Token) -> Result<Session, Arc<Unknown>> {
        let ask = async {
            self.metrics.session_checks.add_one();
            match self.user_info(token).await {
                Ok(_) => Ok(Session::Member),
                Err(Unknown::Nobody) => Ok(Session::Guest),
                Err(error) => Err(error),
            }
        };
        self.cache.try_get_with(key(token), ask).await
    }

    /// Forgets what was remembered of a token.
    pub(crate) async fn forget(&self, token: &Token) {
        self.cache.invalidate(&key(token)).await;
    }

    /// Who a token belongs to. Never remembered.
    pub(crate) async fn user_info(&self, token: &Token) -> Result<UserInfo, Unknown> {
        let request = Request::get(USER_INFO);
        let response = self
            .call(request, token)
            .await
            .map_err(|error| Unknown::NoAnswer(error.to_string()))?;
        let status = response.status();
        if matches!(status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN) {
            return Err(Unknown::Nobody);
        }
        let body = body::collect(response.into_body(), ANSWER_MAX, LIMIT).await;
        read(
            status,
            &body.map_err(|error| Unknown::NoAnswer(error.to_string()))?,
        )
    }

    /// Ends a session at the origin, whatever comes of it: the token is thrown away here in any case.
    pub(crate) async fn revoke(&self, token: &Token) {
        if let Err(error) = self.call(Request::post(LOGOUT), token).await {
            tracing::warn!(%error, "a session that nobody holds could not be revoked");
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
            .ok_or_else(|| CallError::Unreachable("the token fits no header".to_owned()))?;
        let request = request
            .header(header::AUTHORIZATION, bearer)
            .body(body::empty());
        let request = request.map_err(|error| CallError::Unreachable(error.to_string()))?;
        self.upstream.call(request, LIMIT).await
    }
}

fn key(token: &Token) -> Hash {
    Hash::of(token.as_bytes())
}

/// Some backends answer 200 and say in the envelope what they mean.
fn read(status: StatusCode, body: &[u8]) -> Result<UserInfo, Unknown> {
    let envelope: Result<Envelope<serde_json::Value>, _> = serde_json::from_slice(body);
    match (status, envelope) {
        (
            StatusCode::OK,
            Ok(Envelope {
                code: 401 | 403, ..
            }),
        ) => Err(Unknown::Nobody),
        (
            StatusCode::OK,
            Ok(Envelope {
                code: 200,
                data: Some(data),
                ..
            }),
        ) => serde_json::from_value(data)
            .map_err(|error| Unknown::NoAnswer(format!("user-info: {error}"))),
        (status, _) => Err(Unknown::NoAnswer(format!(
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
        assert!(matches!(nobody, Err(Unknown::Nobody)));
        let unclear: [(StatusCode, &[u8]); 4] = [
            (StatusCode::OK, b"<html>"),
            (StatusCode::OK, br#"{"code":200,"msg":"","data":null}"#),
            (StatusCode::OK, br#"{"code":500,"msg":"","data":null}"#),
            (StatusCode::BAD_GATEWAY, member),
        ];
        for (status, body) in unclear {
            assert!(
                matches!(read(status, body), Err(Unknown::NoAnswer(_))),
                "{status}"
            );
        }
    }
}
