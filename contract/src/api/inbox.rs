//! Messages as recipients read them in the studio, and their acts.

use serde::{Deserialize, Serialize};

use super::MessageState;

/// Body of `POST /api/messages/list`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageListRequest {
    /// Name of a form; messages of all forms without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub form: Option<String>,
    /// Only messages in this state.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub state: Option<MessageState>,
    /// Part of a number, an address or an answer, in any case of its letters.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(max_length = 200))]
    pub text: String,
    /// `next` of the list before this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(nullable = false, pattern = "^[0-9]{1,12}-[0-9a-f]{32}$")
    )]
    pub after: Option<String>,
}

/// `data` of `POST /api/messages/list`: some of the messages, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageList {
    /// The messages that were found.
    pub messages: Vec<MessageSketch>,
    /// The place to go on from; missing after the last message. A search may go on without having
    /// found one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub next: Option<String>,
    /// The site's forms.
    pub forms: Vec<FormName>,
}

/// A form, for a choice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FormName {
    /// Its name: `bp`.
    pub name: String,
    /// Its name for people, in the reader's language.
    pub title: String,
}

/// A message in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageSketch {
    /// Names the message: `7K3D-9QXF`.
    pub number: String,
    /// Name of the form.
    pub form: String,
    /// The language that the sender reads.
    pub language: String,
    /// When it was received: `2026-11-21T03:04:05Z`.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub received_at: String,
    /// How far it has come.
    pub state: MessageState,
    /// The first short text that had to be given; empty if the message is withdrawn.
    pub name: String,
    /// First line of the first longer answer; empty if the form asks for none.
    pub first_line: String,
    /// Whether a file came along.
    pub has_file: bool,
}

/// Body of `POST /api/messages/show` and of `POST /api/messages/file`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageName {
    /// Names the message.
    #[cfg_attr(
        feature = "openapi",
        schema(
            examples("7K3D-9QXF"),
            pattern = "^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$"
        )
    )]
    pub number: String,
}

/// `data` of `POST /api/messages/show`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageDetail {
    /// Names the message: `7K3D-9QXF`.
    pub number: String,
    /// Name of the form.
    pub form: String,
    /// The language that the sender reads, and that of the labels.
    pub language: String,
    /// When it was received.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub received_at: String,
    /// How far it has come.
    pub state: MessageState,
    /// When it came so far.
    #[cfg_attr(feature = "openapi", schema(format = DateTime))]
    pub state_at: String,
    /// The sender's address; empty if the form asks for none.
    pub email: String,
    /// Version of the privacy text that the sender accepted.
    pub consent: String,
    /// All answers, in the order of the form.
    pub answers: Vec<MessageAnswer>,
    /// The file that came along, while it is kept.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub file: Option<MessageFile>,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageAnswer {
    /// Name of the question: `company`.
    pub name: String,
    /// The question as the sender read it; its name if the site no longer has it.
    pub label: String,
    /// The answer for people.
    pub text: String,
}

/// A file that came along with a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MessageFile {
    /// The sender's name for it.
    pub name: String,
    /// A plain name to save it under.
    pub save_as: String,
    /// Media type, by its content.
    pub media_type: String,
    /// Bytes.
    pub size: u64,
    /// `off` without a scanner, else `pending`, `clean` or `infected`.
    pub scan: String,
}

/// Body of `POST /api/messages/done`, `reopen` and `purge`: all of them, or none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageNames {
    /// Numbers of messages.
    #[cfg_attr(feature = "openapi", schema(min_items = 1, max_items = 100))]
    pub numbers: Vec<String>,
}

/// Body of `POST /api/messages/export`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MessageExportRequest {
    /// Name of a form; messages of all forms without one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub form: Option<String>,
    /// The format of the file.
    pub format: MessageFormat,
}

/// A format of exported messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum MessageFormat {
    /// A line for each message, for a spreadsheet.
    Csv,
    /// An array.
    Json,
}
