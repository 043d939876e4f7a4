//! A message and its file become one thing.
//!
//! | step | left by a kill after it |
//! |---|---|
//! | the row of the file is committed, `arriving` | a row, which housekeeping removes |
//! | the file is in the store | a row and its file, which housekeeping removes |
//! | one transaction makes the message, keeps the file, ends the upload, queues the letters | the message |
//! | the upload's own file is removed | a file that housekeeping removes |
//!
//! The sender's key makes it safe to retry: a retry gets the same number.

use contract::form::{FieldFault, FieldKind, Form, Rule};
use sqlx::AnyConnection;

use crate::rules::form::{self, Answers};
use crate::rules::message;
use crate::store::files::{self, NewFile};
use crate::store::messages::{self, NewMessage};
use crate::{Messages, outbox};
use origin_captcha::rules::{self, CaptchaError};
use origin_ground::id;
use origin_ground::limits::{Client, TooMany};
use origin_ground::token::Token;
use origin_uploads::files::fault::StoreError;
use origin_uploads::store::uploads as upload_rows;
use origin_uploads::upload::{self, CompletedUpload, UploadError};

/// A message as its sender submits it.
pub struct MessageSubmission<'a> {
    /// Name of the form.
    pub form_name: &'a str,
    /// The form, as the live build has it.
    pub form: &'a Form,
    /// The language that the sender asks for.
    pub language: Option<&'a str>,
    /// The sender's key: random, the same for each attempt to send this message.
    pub key: &'a str,
    /// Name of the question → its answer, not yet judged.
    pub answers: &'a Answers,
    /// The message's file.
    pub attachment: Attachment,
    /// The sender's consent to the privacy text.
    pub consent: Consent<'a>,
    /// A hidden field, which programs fill in.
    pub website: &'a str,
    /// The client, by which messages are counted.
    pub client: Client,
    /// Id and answer of a captcha.
    pub captcha: Option<(&'a str, &'a str)>,
}

/// The file of a message.
pub enum Attachment {
    /// The message has no file.
    None,
    /// The id of an upload that no upload can have.
    Malformed,
    /// Id of an upload, which need not exist.
    Id(Token),
}

/// The privacy text that was accepted.
#[derive(Clone, Copy)]
pub enum Consent<'a> {
    /// The version that the sender accepted.
    Version(&'a str),
    /// The version in force, if true: an HTML form cannot report the version that it showed.
    InForce(bool),
}

/// A message with a new key and a valid consent.
pub struct AcceptedSubmission<'a> {
    /// The message, as its sender submits it.
    pub submission: &'a MessageSubmission<'a>,
    /// The language that the sender reads.
    pub language: &'a str,
    /// Hash of the sender's key.
    pub key_hash: &'a str,
    /// The version of the privacy text in force.
    pub consent: &'a str,
}

impl Attachment {
    /// The file with the id `text`.
    pub fn parse(text: &str) -> Self {
        Token::parse(text).map_or(Self::Malformed, Self::Id)
    }

    fn id(&self) -> Option<&Token> {
        match self {
            Self::Id(id) => Some(id),
            Self::None | Self::Malformed => None,
        }
    }
}

/// Why a message was not stored.
#[derive(Debug)]
pub enum MessageError {
    /// Answers that cannot be taken.
    Faults(Vec<FieldFault>),
    /// This client has sent so many messages that a captcha is asked for.
    Doubtful,
    /// The client has sent as many messages as it may.
    TooMany(TooMany),
    /// The captcha does not count.
    Captcha(CaptchaError),
    /// The file could not be read.
    Upload(UploadError),
    /// The file could not be stored.
    Store(StoreError),
    /// Another call took the file meanwhile, or it came too slowly to the store.
    Overtaken,
    /// The database failed.
    Storage(sqlx::Error),
}

/// The number of the message that was sent with a key, if there is one.
pub async fn number_of(messages: &Messages, key_hash: &str) -> sqlx::Result<Option<String>> {
    messages::number_of_key(messages.ground.db.readers(), key_hash).await
}

/// Stores a message with its file, and returns its number.
pub async fn store(
    messages: &Messages,
    accepted: &AcceptedSubmission<'_>,
) -> Result<String, MessageError> {
    let submission = accepted.submission;
    let mut faults = form::faults(submission.form, submission.answers);
    let file = match file(messages, submission).await? {
        Ok(file) => file,
        Err(rule) => {
            let name = form::FILE.to_owned();
            faults.push(FieldFault { name, rule });
            None
        }
    };
    if !faults.is_empty() {
        return Err(MessageError::Faults(faults));
    }
    admit(messages, submission).await?;
    match file {
        Some(file) => store_with_file(messages, accepted, &file).await,
        None => commit(messages, accepted, None).await,
    }
}

/// Counts the message, and asks for a captcha when one client sends many.
async fn admit(
    messages: &Messages,
    submission: &MessageSubmission<'_>,
) -> Result<(), MessageError> {
    let limits = &messages.ground.limits;
    limits.message.check(submission.client)?;
    if limits.trusted_message.check(submission.client).is_ok() {
        return Ok(());
    }
    let (id, answer) = submission.captcha.ok_or(MessageError::Doubtful)?;
    rules::redeem(&messages.captchas, id, answer).await?;
    Ok(())
}

/// The submitted file, if it can be taken; else the rule that it breaks.
async fn file(
    messages: &Messages,
    submission: &MessageSubmission<'_>,
) -> Result<Result<Option<CompletedUpload>, Rule>, MessageError> {
    let attachment = &submission.attachment;
    let Some(field) = &submission.form.file else {
        return Ok(match attachment {
            Attachment::None => Ok(None),
            Attachment::Malformed | Attachment::Id(_) => Err(Rule::Type),
        });
    };
    let completed = match attachment {
        Attachment::None if field.optional => return Ok(Ok(None)),
        Attachment::None => return Ok(Err(Rule::Required)),
        Attachment::Malformed => None,
        Attachment::Id(id) => upload::whole(&messages.uploads, id, submission.form_name).await?,
    };
    let Some(upload) = completed else {
        return Ok(Err(Rule::Arrived));
    };
    if upload.size == 0 {
        return Ok(Err(Rule::Empty));
    }
    if upload.size.unsigned_abs() > field.max_bytes {
        return Ok(Err(Rule::Size));
    }
    let is_taken = upload.document.is_some_and(|document| {
        document.is_named_so(&upload.file_name) && field.types.contains(&document.kind)
    });
    Ok(match is_taken {
        true => Ok(Some(upload)),
        false => Err(Rule::Content),
    })
}

async fn store_with_file(
    messages: &Messages,
    accepted: &AcceptedSubmission<'_>,
    file: &CompletedUpload,
) -> Result<String, MessageError> {
    let (pool, name) = (messages.ground.db.writers(), id::random());
    let new = NewFile {
        name: &name,
        file_name: &file.file_name,
        media_type: file.document.map_or("", |document| document.media_type),
        size: file.size,
        sha256: &file.sha256,
        is_scanned: messages.uploads.scanner.is_some(),
        since: messages.ground.clock.now(),
    };
    files::announce(pool, &new).await?;
    let stored = match messages.uploads.store.put(&name, file.arrival.path()).await {
        Ok(()) => commit(messages, accepted, Some(&name)).await,
        Err(error) => Err(MessageError::Store(error)),
    };
    // Succeeds only if the file is not the message's, whatever was heard of the transaction.
    let is_nobodys = files::give_up(pool, &name, messages.ground.clock.now()).await?;
    let is_gone = matches!(stored, Err(MessageError::Overtaken));
    if (is_nobodys || is_gone) && messages.uploads.store.remove(&name).await.is_ok() {
        files::forget(pool, &name).await?;
    }
    if stored.is_ok() {
        if let Some(scanner) = &messages.uploads.scanner {
            scanner.wake();
        }
        remove_upload(messages, accepted.submission).await;
    }
    stored
}

/// The bytes are in the store: their first place is free. Housekeeping would do it too.
async fn remove_upload(messages: &Messages, submission: &MessageSubmission<'_>) {
    if let Some(upload) = submission.attachment.id()
        && let Err(error) = messages.uploads.upload_dir.remove(&upload.hash()).await
    {
        tracing::warn!(%error, "an upload's file could not be removed");
    }
}

/// The transaction that makes the message.
async fn commit(
    messages: &Messages,
    accepted: &AcceptedSubmission<'_>,
    file: Option<&str>,
) -> Result<String, MessageError> {
    let number = message::number();
    let mut transaction = messages.ground.db.writers().begin().await?;
    if insert(messages, &mut transaction, accepted, (&number, file)).await? {
        transaction.commit().await?;
        messages.figures.received.add_one();
        messages.queue.wake();
        return Ok(number);
    }
    transaction.rollback().await?;
    // The same message, sent twice at the same moment.
    let first = number_of(messages, accepted.key_hash).await?;
    first.ok_or(MessageError::Overtaken)
}

/// All rows of a message; false if one cannot be written, and then none may stay.
async fn insert(
    messages: &Messages,
    connection: &mut AnyConnection,
    accepted: &AcceptedSubmission<'_>,
    (number, file): (&str, Option<&str>),
) -> sqlx::Result<bool> {
    let (submission, now) = (accepted.submission, messages.ground.clock.now());
    let answers = form::plain_answers(submission.form, submission.answers);
    let (message_id, fields) = (id::random(), serde_json::json!(answers).to_string());
    let email = email(submission.form, &answers);
    let new = NewMessage {
        id: &message_id,
        number,
        form: submission.form_name,
        language: accepted.language,
        email,
        fields: &fields,
        consent: accepted.consent,
        key_hash: accepted.key_hash,
        received_at: now,
    };
    if !messages::insert(connection, &new).await? {
        return Ok(false);
    }
    if let Some(name) = file {
        let hash = submission
            .attachment
            .id()
            .map(Token::hash)
            .unwrap_or_default();
        let is_ours = upload_rows::end(connection, &hash).await?;
        if !is_ours || !files::keep(connection, name, &message_id, now).await? {
            return Ok(false);
        }
    }
    outbox::queue_received(messages, connection, &message_id, email).await?;
    Ok(true)
}

/// The sender's address: the answer to the first question for one.
fn email<'a>(form: &Form, answers: &'a Answers) -> &'a str {
    let field = form
        .fields
        .iter()
        .find(|field| field.kind == FieldKind::Email);
    let answer = field.and_then(|field| answers.get(&field.name)?.as_str());
    answer.unwrap_or_default()
}

impl From<sqlx::Error> for MessageError {
    fn from(error: sqlx::Error) -> Self {
        Self::Storage(error)
    }
}

impl From<UploadError> for MessageError {
    fn from(error: UploadError) -> Self {
        Self::Upload(error)
    }
}

impl From<CaptchaError> for MessageError {
    fn from(error: CaptchaError) -> Self {
        Self::Captcha(error)
    }
}

impl From<TooMany> for MessageError {
    fn from(error: TooMany) -> Self {
        Self::TooMany(error)
    }
}
