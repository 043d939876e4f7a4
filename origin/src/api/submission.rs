//! The way of a message that was parsed, from JSON or from an HTML form: what is asked of it before
//! its answers are.

use contract::form::Form;

use super::forms::consent;
use crate::api::error::ApiError;
use crate::flows::messages::{self, Sent};
use crate::flows::uploads::{self, UploadError};
use crate::model::form::Answers;
use crate::model::message;
use crate::model::session::Token;
use crate::origin::Origin;
use crate::platform::limits::Client;

/// A message as its sender submits it.
pub(super) struct Submission<'a> {
    pub(super) form_name: &'a str,
    pub(super) form: &'a Form,
    pub(super) language: Option<&'a str>,
    pub(super) key: &'a str,
    pub(super) answers: &'a Answers,
    /// The file, where one was sent; [`None`] in it if the id is none.
    pub(super) upload: Option<Option<Token>>,
    pub(super) consent: Consent<'a>,
    /// The field that nobody sees.
    pub(super) website: &'a str,
    pub(super) client: Client,
    /// Id and answer of a captcha.
    pub(super) captcha: Option<(&'a str, &'a str)>,
}

/// The privacy text that was accepted.
#[derive(Clone, Copy)]
pub(super) enum Consent<'a> {
    /// This version.
    Version(&'a str),
    /// The one in force, if so: an HTML form cannot say which it showed.
    InForce(bool),
}

/// Stores a message, if it can be taken, and returns its number. The same key again has the same
/// number; a program's message has one, and is thrown away.
pub(super) async fn submit(
    origin: &Origin,
    submission: &Submission<'_>,
) -> Result<String, ApiError> {
    let key_hash = message::key_hash(submission.key).ok_or(ApiError::BadKey)?;
    if let Some(number) = messages::number_of(origin, &key_hash).await? {
        return Ok(number);
    }
    if !submission.website.is_empty() {
        if let Some(Some(upload)) = &submission.upload {
            give_up(origin, upload).await;
        }
        return Ok(message::number());
    }
    let in_force = consent(origin, submission.language).await?;
    let is_accepted = match submission.consent {
        Consent::Version(version) => version == in_force,
        Consent::InForce(accepted) => accepted,
    };
    if !is_accepted {
        return Err(ApiError::PrivacyChanged);
    }
    let texts = origin.content.texts().await;
    let catalog = texts.catalog(submission.language.unwrap_or_default());
    let sent = Sent {
        form_name: submission.form_name,
        form: submission.form,
        language: &catalog.locale.language,
        answers: submission.answers,
        upload: submission.upload.clone(),
        key_hash: &key_hash,
        consent: &in_force,
        client: submission.client,
        captcha: submission.captcha,
    };
    let stored = messages::send(origin, &sent).await;
    stored.map_err(|error| ApiError::of_message(error, submission.form))
}

/// Ends an upload that no message has taken.
pub(super) async fn give_up(origin: &Origin, upload: &Token) {
    match uploads::give_up(origin, upload).await {
        Ok(()) | Err(UploadError::Unknown) => {}
        Err(error) => tracing::warn!(
            ?error,
            "an upload of a form that was not stored stays until it expires"
        ),
    }
}
