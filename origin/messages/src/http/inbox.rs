//! Messages for recipients, in the studio (R2.05).
//!
//! Each call asks [`Inbox`] once, as the commands of `origin messages` do, so rules and log are the
//! same. All are POST: acts are recorded, so no other site's picture or link may cause one, and
//! neither numbers nor searched words are in addresses, which logs keep.

use contract::api::{
    Envelope, MessageAnswer, MessageDetail, MessageExportRequest, MessageFile, MessageFormat,
    MessageList, MessageListRequest, MessageName, MessageNames, MessageSketch, MessageState,
};
use http::header;

use super::saved_file::{self, Piece};
use crate::Messages;
use crate::operator::{Inbox, InboxError, MessageFilter, MessageRecord};
use crate::rules::message::MessageNumber;
use crate::store::records::Place;
use origin_ground::http::error::ApiError;
use origin_ground::http::openapi::{Always, Languages, NeedsRecipient, Nothing, WithBody};
use origin_ground::http::reply::{Answer, data};
use origin_ground::http::request::Incoming;
use origin_ground::token::Token;
use origin_sign_in::http::auth::signed_in;

/// Longest text that is searched for, in characters.
const TEXT_MAX: usize = 200;

/// Most messages of one act.
const NUMBERS_MAX: usize = 100;

/// Messages, the newest first.
///
/// 50 at once; `next` leads on. A search looks at 5,000 messages at once.
#[utoipa::path(
    post,
    path = "/api/messages/list",
    tag = "messages",
    operation_id = "listMessages",
    params(Languages),
    request_body = MessageListRequest,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "Some of the messages.", body = Envelope<MessageList>),
        (status = 404, description = "There is no such form, and no message came by it.", body = Envelope<Nothing>),
    )
)]
pub async fn list(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    let language = request.language().map(str::to_owned);
    let asked: MessageListRequest = request.json().await?;
    if asked.text.chars().count() > TEXT_MAX {
        let place = format!("`text`: more than {TEXT_MAX} characters");
        return Err(ApiError::MalformedBody(place));
    }
    let filter = MessageFilter {
        form: asked.form,
        state: asked.state,
        since: None,
    };
    inbox.check_form(&filter).await?;
    let after = asked.after.as_deref().map(read_place).transpose()?;
    let (found, next) = inbox.list(&filter, &asked.text, after).await?;
    data(&MessageList {
        messages: found.iter().map(|one| sketch(&inbox, one)).collect(),
        next: next.map(|(moment, id)| format!("{moment}-{id}")),
        forms: inbox.forms(language.as_deref()),
    })
}

/// A message with all its answers.
///
/// The log has a line for it: `messages show`.
#[utoipa::path(
    post,
    path = "/api/messages/show",
    tag = "messages",
    operation_id = "showMessage",
    params(Languages),
    request_body = MessageName,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "The message.", body = Envelope<MessageDetail>),
        (status = 404, description = "There is no such message, or no longer.", body = Envelope<Nothing>),
    )
)]
pub async fn show(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    let name: MessageName = request.json().await?;
    let message = inbox.read(&number(&name.number)?).await?;
    data(&detail(message))
}

/// The file of a message, to be saved.
///
/// The answer ends without its last bytes if they are not those that were sent. The log has a line
/// for it: `messages file`.
#[utoipa::path(
    post,
    path = "/api/messages/file",
    tag = "messages",
    operation_id = "messageFile",
    params(Languages),
    request_body = MessageName,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "The file, as an attachment; without an envelope.", body = Vec<u8>,
            content_type = "application/octet-stream"),
        (status = 404, description = "There is no such message, or it has no file.", body = Envelope<Nothing>),
        (status = 409, description = "The file is not scanned yet, or infected.", body = Envelope<Nothing>),
    )
)]
pub async fn file(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    let name: MessageName = request.json().await?;
    let mut contents = inbox.open_file(&number(&name.number)?).await?;
    let mut headers = saved_file::headers("application/octet-stream", &contents.save_as());
    headers.push((header::CONTENT_LENGTH, contents.size().to_string()));
    let body = saved_file::body(async move |pieces| {
        while let Some(piece) = contents.next().await? {
            pieces.send(Piece::Bytes(piece)).await?;
        }
        pieces.send(Piece::End).await
    });
    Ok(Answer::Download(headers, body))
}

/// Messages as a file, in the format of `origin messages export`.
///
/// The log has a line for it: `messages export`.
#[utoipa::path(
    post,
    path = "/api/messages/export",
    tag = "messages",
    operation_id = "exportMessages",
    params(Languages),
    request_body = MessageExportRequest,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "The messages, as an attachment; without an envelope.", body = Vec<u8>,
            content_type = "application/octet-stream"),
        (status = 404, description = "There is no such form, and no message came by it.", body = Envelope<Nothing>),
    )
)]
pub async fn export(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    let asked: MessageExportRequest = request.json().await?;
    let filter = MessageFilter {
        form: asked.form,
        ..MessageFilter::default()
    };
    inbox.begin_export(&filter).await?;
    let name = match asked.format {
        MessageFormat::Csv => "messages.csv",
        MessageFormat::Json => "messages.json",
    };
    let body = saved_file::body(async move |pieces| {
        let mut export = inbox.export(&filter, asked.format).await?;
        while let Some(piece) = export.next().await? {
            pieces.send(Piece::Bytes(piece.into())).await?;
        }
        pieces.send(Piece::End).await
    });
    let headers = saved_file::headers("application/octet-stream", name);
    Ok(Answer::Download(headers, body))
}

/// Marks messages as done, all or none.
///
/// The log has a line for it: `messages done`.
#[utoipa::path(
    post,
    path = "/api/messages/done",
    tag = "messages",
    operation_id = "finishMessages",
    params(Languages),
    request_body = MessageNames,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "They are done, now or before.", body = Envelope<Nothing>),
        (status = 404, description = "There is no such message, or no longer.", body = Envelope<Nothing>),
        (status = 409, description = "The sender took one of them back.", body = Envelope<Nothing>),
    )
)]
pub async fn done(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    inbox.finish(&numbers(request).await?).await?;
    data(&())
}

/// Marks messages as open again, all or none.
///
/// The log has a line for it: `messages reopen`.
#[utoipa::path(
    post,
    path = "/api/messages/reopen",
    tag = "messages",
    operation_id = "reopenMessages",
    params(Languages),
    request_body = MessageNames,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "They are open again.", body = Envelope<Nothing>),
        (status = 404, description = "There is no such message, or no longer.", body = Envelope<Nothing>),
        (status = 409, description = "One of them is not done.", body = Envelope<Nothing>),
    )
)]
pub async fn reopen(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    inbox.reopen(&numbers(request).await?).await?;
    data(&())
}

/// Deletes messages with their files, all or none, at once and for good.
///
/// The log has a line for it: `messages purge`, without the number.
#[utoipa::path(
    post,
    path = "/api/messages/purge",
    tag = "messages",
    operation_id = "purgeMessages",
    params(Languages),
    request_body = MessageNames,
    security(("bearer" = [])),
    responses(
        Always,
        WithBody,
        NeedsRecipient,
        (status = 200, description = "They are gone.", body = Envelope<Nothing>),
        (status = 404, description = "There is no such message, or no longer.", body = Envelope<Nothing>),
    )
)]
pub async fn purge(messages: &Messages, request: Incoming) -> Result<Answer, ApiError> {
    let inbox = admit(messages, request.bearer()).await?;
    match inbox.purge(&numbers(request).await?).await {
        // The messages are gone. Housekeeping, or the operator's next purge, removes the rest.
        Err(
            error @ (InboxError::FilesLeft(_) | InboxError::Unscrubbed(_) | InboxError::LogInUse),
        ) => tracing::warn!(%error, "a purge by a recipient left something"),
        purged => drop(purged?),
    }
    data(&())
}

/// The messages, for a person with the role; their address is the name in the log.
async fn admit(messages: &Messages, token: Result<Token, ApiError>) -> Result<Inbox, ApiError> {
    let user = signed_in(&messages.ground, &token?).await?.user;
    if !user.roles.is_recipient() {
        return Err(ApiError::NeedsRecipient);
    }
    Ok(Inbox::for_person(messages, &user.email).await)
}

fn number(text: &str) -> Result<MessageNumber, ApiError> {
    text.parse().map_err(|_| ApiError::UnknownNumber)
}

async fn numbers(request: Incoming) -> Result<Vec<MessageNumber>, ApiError> {
    let names: MessageNames = request.json().await?;
    if !(1..=NUMBERS_MAX).contains(&names.numbers.len()) {
        let place = format!("`numbers`: not 1 to {NUMBERS_MAX} of them");
        return Err(ApiError::MalformedBody(place));
    }
    names.numbers.iter().map(|text| number(text)).collect()
}

/// The place that [`list`] wrote.
fn read_place(text: &str) -> Result<Place, ApiError> {
    let (moment, id) = text.split_once('-').unwrap_or_default();
    let is_id = id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    let moment = moment.parse().ok().filter(|_| is_id);
    let moment = moment
        .ok_or_else(|| ApiError::MalformedBody("`after`: not the `next` of a list".to_owned()))?;
    Ok((moment, id.to_owned()))
}

fn sketch(inbox: &Inbox, message: &MessageRecord) -> MessageSketch {
    let (name, first_line) = inbox.sketch(message);
    MessageSketch {
        number: message.number.clone(),
        form: message.form.clone(),
        language: message.language.clone(),
        received_at: message.received_at.clone(),
        state: state(&message.state),
        name,
        first_line,
        has_file: message.file.is_some(),
    }
}

fn detail(message: MessageRecord) -> MessageDetail {
    let answers = message.answers.into_iter();
    MessageDetail {
        number: message.number,
        form: message.form,
        language: message.language,
        received_at: message.received_at,
        state: state(&message.state),
        state_at: message.state_at,
        email: message.email,
        consent: message.consent,
        answers: answers
            .map(|answer| MessageAnswer {
                name: answer.name,
                label: answer.label,
                text: answer.text,
            })
            .collect(),
        file: message.file.map(|file| MessageFile {
            name: file.name,
            save_as: file.save_as,
            media_type: file.media_type,
            size: file.size.unsigned_abs(),
            scan: file.scan,
        }),
    }
}

fn state(text: &str) -> MessageState {
    crate::store::messages::state(text)
}

impl From<InboxError> for ApiError {
    fn from(error: InboxError) -> Self {
        match error {
            InboxError::Unknown(_) => Self::UnknownNumber,
            InboxError::UnknownForm { .. } => Self::UnknownForm,
            InboxError::NotDone(_) => Self::NotDone,
            InboxError::Withdrawn(_) => Self::MessageWithdrawn,
            InboxError::NoFile(_) => Self::NoMessageFile,
            InboxError::Pending(_) => Self::FileNotScanned,
            InboxError::Infected(_) => Self::FileInfected,
            InboxError::Database(error) => error.into(),
            InboxError::Store(error) => {
                tracing::error!(%error, "a message's file could not be read");
                Self::Unavailable
            }
            error => {
                tracing::error!(%error, "a recipient's call failed");
                Self::Internal
            }
        }
    }
}
