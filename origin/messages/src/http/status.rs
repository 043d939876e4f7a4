//! The state of a message, for its sender (R2.04, R2.05).
//!
//! POST, because the secret that opens a message must be in no address: logs and histories keep
//! addresses.

use contract::api::{Envelope, MessageLink, MessageStanding};

use crate::Messages;
use crate::rules::status;
use crate::store::messages::MessageStatus;
use origin_ground::clock;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, Limited, OfLink, WithBody};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::token::Token;

/// The state of a message.
///
/// The confirmation's link has the token. It opens number, form, time, state and the file's name,
/// but no answers.
#[utoipa::path(
    post,
    path = "/api/message/state",
    tag = "message",
    operation_id = "messageState",
    params(Languages),
    request_body = MessageLink,
    responses(
        Always,
        WithBody,
        Limited,
        OfLink,
        (status = 200, description = "The message.", body = Envelope<MessageStanding>),
    )
)]
pub async fn state(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let (token, language) = link(messages, request).await?;
    let found = status::find(messages, &token).await?;
    status_answer(messages, language.as_deref(), found).await
}

/// Takes a message back.
///
/// The answers and the file are deleted for good. A second call gets the same answer. The message's
/// key stays in use: a repeated message is still this one.
#[utoipa::path(
    post,
    path = "/api/message/withdraw",
    tag = "message",
    operation_id = "withdrawMessage",
    params(Languages),
    request_body = MessageLink,
    responses(
        Always,
        WithBody,
        Limited,
        OfLink,
        (status = 200, description = "The message, withdrawn now or before.", body = Envelope<MessageStanding>),
    )
)]
pub async fn withdraw(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let (token, language) = link(messages, request).await?;
    let withdrawn = status::withdraw(messages, &token).await?;
    status_answer(messages, language.as_deref(), withdrawn).await
}

/// The token of a request that may be made, and the reader's language.
async fn link(messages: &Messages, request: Incoming) -> Result<(Token, Option<String>), ApiError> {
    messages
        .ground
        .limits
        .message_link
        .check(request.client())?;
    let language = request.language().map(str::to_owned);
    let link: MessageLink = request.json().await?;
    let token = Token::parse(&link.token).ok_or(ApiError::UnknownMessage)?;
    Ok((token, language))
}

async fn status_answer(
    messages: &Messages,
    language: Option<&str>,
    found: Option<MessageStatus>,
) -> Result<Answer, ApiError> {
    let found = found.ok_or(ApiError::UnknownMessage)?;
    let zone = messages.ground.content.time_zone().await;
    data(&MessageStanding {
        form: messages
            .ground
            .content
            .form_title(language, &found.form)
            .await,
        number: found.number,
        received_at: clock::rfc3339(found.received_at),
        time_zone: zone.iana_name().map(str::to_owned),
        state: found.state,
        file: found.file_name,
    })
}
