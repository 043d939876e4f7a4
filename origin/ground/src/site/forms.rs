//! Forms of the live build, and the rules that all their messages share.

use std::sync::Arc;

use contract::form::Form;

use crate::Ground;
use crate::http::error::ApiError;
use crate::site;

/// Longest message, in bytes: two texts of some thousand characters, whichever script they are in.
pub const MESSAGE_MAX: usize = 64 * 1024;

/// Key of the agreement that a message needs.
const PRIVACY: &str = "privacy";

/// A form of the live build.
pub async fn form(
    ground: &Ground,
    language: Option<&str>,
    name: &str,
) -> Result<Arc<Form>, ApiError> {
    let answers = ground.content.answers(None).await?;
    let forms = site::pick(&answers, language, &answers.forms);
    // A build from before there were forms has none in any language.
    let form = forms.ok().and_then(|forms| forms.get(name).cloned());
    form.ok_or(ApiError::UnknownForm)
}

/// The version of the privacy text in force; empty where the site has none.
pub async fn consent(ground: &Ground, language: Option<&str>) -> Result<String, ApiError> {
    let mut agreements = site::agreements(ground, language).await?;
    Ok(agreements.remove(PRIVACY).unwrap_or_default())
}
