//! What the site's content says about itself: SEO settings and agreements.

use std::collections::BTreeMap;

use super::reply::Data;
use super::request::Incoming;
use crate::Origin;
use crate::error::ApiError;

/// `GET /api/web/system-config` (R7.04, R3.02).
pub(super) async fn system_config(
    origin: &Origin,
    request: Incoming<'_>,
) -> Result<Data, ApiError> {
    let answers = origin.content.answers(request.data_hash()?).await?;
    pick(origin, &request, &answers.system_config)
}

/// `GET /api/web/protocol-config` (R7.04).
pub(super) async fn protocol_config(
    origin: &Origin,
    request: Incoming<'_>,
) -> Result<Data, ApiError> {
    let answers = origin.content.answers(request.data_hash()?).await?;
    pick(origin, &request, &answers.protocol_config)
}

/// The answer in the request's language, else in the default one.
fn pick(
    origin: &Origin,
    request: &Incoming<'_>,
    answers: &BTreeMap<String, Data>,
) -> Result<Data, ApiError> {
    let asked = request
        .language()
        .and_then(|language| answers.get(language));
    let answer = asked.or_else(|| answers.get(origin.texts.default_language()));
    // A build without the default language is not one that the generator publishes.
    answer.cloned().ok_or(ApiError::Unavailable)
}
