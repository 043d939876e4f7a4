//! Calls about the site's content: SEO settings and agreements.

pub mod forms;

use std::collections::BTreeMap;

use contract::api::{Envelope, Protocol, SystemConfigEntry};

use crate::Ground;
use crate::content::{Agreements, Answers};
use crate::http::error::ApiError;
use crate::http::openapi::{Always, DataHash, Languages, Nothing};
use crate::http::reply::Answer;
use crate::http::request::Incoming;

/// Titles and descriptions of the site's pages.
///
/// The SEO settings of every path in the requested language, else in the site's default one. The
/// generator requests them once per language and build, and does not publish without them.
#[utoipa::path(
    get,
    path = "/api/web/system-config",
    tag = "web",
    operation_id = "systemConfig",
    params(Languages, DataHash),
    responses(
        Always,
        (status = 200, description = "One entry per path.", body = Envelope<Vec<SystemConfigEntry>>),
        (status = 400, description = "`portico-origin-data` is no hash.", body = Envelope<Nothing>),
        (status = 404, description = "`portico-origin-data` names no data.", body = Envelope<Nothing>),
    )
)]
pub async fn system_config(ground: &Ground, request: Incoming) -> Result<Answer, ApiError> {
    let answers = ground.content.answers(request.data_hash()?).await?;
    pick(&answers, request.language(), &answers.system_config)
        .cloned()
        .map(Answer::Data)
}

/// The agreements that a visitor accepts.
///
/// Key, version and page of each, in the language asked for. A login names exactly these keys and
/// versions; a text that changes is a new version.
#[utoipa::path(
    get,
    path = "/api/web/protocol-config",
    tag = "web",
    operation_id = "protocolConfig",
    params(Languages, DataHash),
    responses(
        Always,
        (status = 200, description = "One element per agreement.", body = Envelope<Vec<Protocol>>),
        (status = 400, description = "`portico-origin-data` is no hash.", body = Envelope<Nothing>),
        (status = 404, description = "`portico-origin-data` names no data.", body = Envelope<Nothing>),
    )
)]
pub async fn protocol_config(ground: &Ground, request: Incoming) -> Result<Answer, ApiError> {
    let answers = ground.content.answers(request.data_hash()?).await?;
    pick(&answers, request.language(), &answers.protocol_config)
        .cloned()
        .map(Answer::Data)
}

/// The agreements of the live build in a language, as a login must name them.
pub async fn agreements(ground: &Ground, language: Option<&str>) -> Result<Agreements, ApiError> {
    let answers = ground.content.answers(None).await?;
    pick(&answers, language, &answers.agreements).cloned()
}

/// The answer in the language asked for, else in the default one of the build.
pub fn pick<'a, T>(
    answers: &Answers,
    language: Option<&str>,
    by_language: &'a BTreeMap<String, T>,
) -> Result<&'a T, ApiError> {
    let asked = language.and_then(|language| by_language.get(language));
    let answer = asked.or_else(|| by_language.get(answers.texts.default_language()));
    // A build without the default language is not one that the generator publishes.
    answer.ok_or(ApiError::Unavailable)
}
