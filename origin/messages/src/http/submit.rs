//! Checks of a parsed message, from JSON or from an HTML form, before its answers are checked.

use crate::Messages;
use crate::http::refusals::refusal;
use crate::rules::message;
use crate::rules::submission::{self, AcceptedSubmission, Attachment, Consent, MessageSubmission};
use origin_ground::http::error::ApiError;
use origin_ground::site::forms::consent;
use origin_ground::token::Token;
use origin_uploads::upload::{self, UploadError};

/// Stores an acceptable message, and returns its number. The same key gets the same number. A
/// program's message gets a number, too, and is dropped.
pub async fn submit(
    messages: &Messages,
    submission: &MessageSubmission<'_>,
) -> Result<String, ApiError> {
    let key_hash = message::key_hash(submission.key).ok_or(ApiError::BadKey)?;
    if let Some(number) = submission::number_of(messages, &key_hash).await? {
        return Ok(number);
    }
    if !submission.website.is_empty() {
        if let Attachment::Id(upload) = &submission.attachment {
            give_up(messages, upload).await;
        }
        return Ok(message::number());
    }
    let in_force = consent(&messages.ground, submission.language).await?;
    let is_accepted = match submission.consent {
        Consent::Version(version) => version == in_force,
        Consent::InForce(accepted) => accepted,
    };
    if !is_accepted {
        return Err(ApiError::PrivacyChanged);
    }
    let texts = messages.ground.content.texts().await;
    let catalog = texts.catalog(submission.language.unwrap_or_default());
    let accepted = AcceptedSubmission {
        submission,
        language: &catalog.locale.language,
        key_hash: &key_hash,
        consent: &in_force,
    };
    let stored = submission::store(messages, &accepted).await;
    stored.map_err(|error| refusal(error, submission.form))
}

/// Ends an upload that no message has taken.
pub async fn give_up(messages: &Messages, upload: &Token) {
    match upload::give_up(&messages.uploads, upload).await {
        Ok(()) | Err(UploadError::Unknown) => {}
        Err(error) => tracing::warn!(
            ?error,
            "an upload of a form that was not stored stays until it expires"
        ),
    }
}
