//! Where one is signed in, and signing out elsewhere.

use contract::api::{Envelope, Session};
use jiff::Timestamp;

use super::auth::signed_in;
use crate::SignIn;
use crate::store::sessions;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, NeedsSession, Nothing};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;

/// The person's sessions, newest first.
#[utoipa::path(
    get,
    path = "/api/auth/sessions",
    tag = "auth",
    operation_id = "sessions",
    params(Languages),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsSession,
        (status = 200, description = "At least the one that asks.", body = Envelope<Vec<Session>>),
    )
)]
pub async fn list(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    let current = signed_in(&sign_in.ground, &request.bearer()?).await?;
    let (pool, now) = (sign_in.ground.db.readers(), sign_in.ground.clock.now());
    let sessions = sessions::of_user(pool, &current.user.id, now).await?;
    let shown = sessions.into_iter().map(|session| {
        Ok(Session {
            current: session.id == current.session_id,
            id: session.id,
            device: session.device,
            created_at: rfc_3339(session.created_at)?,
            expires_at: rfc_3339(session.expires_at)?,
        })
    });
    data(&shown.collect::<Result<Vec<_>, ApiError>>()?)
}

/// Ends one of the person's sessions.
///
/// It may be the session of the call. A session of another person is answered like an unknown one.
#[utoipa::path(
    delete,
    path = "/api/auth/sessions/{id}",
    tag = "auth",
    operation_id = "endSession",
    params(
        Languages,
        ("id" = String, Path, pattern = "^[0-9A-Za-z_-]+$", description = "The session's `id`."),
    ),
    security(("bearer" = [])),
    responses(
        Always,
        NeedsSession,
        (status = 200, description = "The session has ended.", body = Envelope<Nothing>),
        (status = 404, description = "The person has no such session.", body = Envelope<Nothing>),
    )
)]
pub async fn end(sign_in: &SignIn, request: Incoming) -> Result<Answer, ApiError> {
    let current = signed_in(&sign_in.ground, &request.bearer()?).await?;
    if !sessions::end_by_id(sign_in.ground.db.writers(), &current.user.id, &request.id).await? {
        return Err(ApiError::UnknownSession);
    }
    data(&())
}

fn rfc_3339(seconds: i64) -> Result<String, ApiError> {
    match Timestamp::from_second(seconds) {
        Ok(time) => Ok(time.to_string()),
        Err(error) => {
            tracing::error!(%error, "a session's time is beyond the calendar");
            Err(ApiError::Internal)
        }
    }
}
