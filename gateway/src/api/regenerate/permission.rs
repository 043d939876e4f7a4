//! Proofs by which a program may start or follow a build.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::call::Call;
use crate::protocol::rejection::Rejection;
use crate::webhook::proof::{Check, Proof, ProofError};

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

/// The current time in Unix seconds.
pub(super) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.unwrap_or_default().as_secs()
}
