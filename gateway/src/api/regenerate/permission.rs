//! Whether a request may start or follow a build.

use std::time::{SystemTime, UNIX_EPOCH};

use contract::api::UserInfo;

use crate::call::Call;
use crate::protocol::cookie;
use crate::protocol::rejection::Rejection;
use crate::session::Session;
use crate::webhook::proof::{Check, Proof, ProofError};

/// The role that may.
const EDITOR: &str = "editor";

/// The proof that a request brings, to be finished with its body; none if it brings none.
pub(super) async fn proof(call: &Call<'_>) -> Result<Option<(Proof, Check)>, Rejection> {
    let Some(proof) = Proof::parse(call.headers()).map_err(rejection)? else {
        return Ok(None);
    };
    let keys = call.gateway.webhooks.keys().await.map_err(|error| {
        tracing::error!("webhooks are refused: {error}");
        Rejection::Signature
    })?;
    let request = (&call.parts.method, call.path());
    let check = proof.check(&keys, request, now()).map_err(rejection)?;
    Ok(Some((proof, check)))
}

/// Finishes a check.
pub(super) fn finish(check: Check) -> Result<(), Rejection> {
    check.finish().map_err(rejection)
}

fn rejection(error: ProofError) -> Rejection {
    tracing::info!("a webhook was refused: {error}");
    Rejection::Signature
}

/// The editor of a request's session. The role is checked each time, because it may be revoked.
pub(super) async fn session_of_editor(call: &Call<'_>) -> Result<UserInfo, Rejection> {
    let token = cookie::credential(call.headers()).ok_or(Rejection::Unauthorized)?;
    let sessions = &call.gateway.sessions;
    // The remembered and rate-limited check comes first, so that made-up tokens are limited as
    // elsewhere.
    let session = sessions.check(&token, call.client.network()).await;
    match session.map_err(|error| Rejection::from(error.as_ref()))? {
        Session::Guest => return Err(Rejection::Unauthorized),
        Session::Member => {}
    }
    let user = sessions.user_info(&token).await;
    let user = user.map_err(|error| Rejection::from(&error))?;
    match user.roles.iter().any(|role| role == EDITOR) {
        true => Ok(user),
        false => Err(Rejection::NotPermitted),
    }
}

/// Unix seconds.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}
