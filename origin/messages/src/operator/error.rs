//! Errors about messages, in words for the person behind the command.

use std::path::{Path, PathBuf};

use sentences::Message;

use origin_ground::operator::OperatorError;
use origin_ground::texts::TextsError;
use origin_uploads::files::fault::StoreError;

/// Why no message was processed, or not all.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub enum InboxError {
    /// The database cannot be opened.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// The texts that were compiled in do not parse.
    #[error(transparent)]
    Texts(#[from] TextsError),
    /// No message has this number.
    Unknown(String),
    /// No form has this name.
    UnknownForm {
        /// The name that was given.
        form: String,
        /// The names that there are.
        known: String,
    },
    /// The message was not done.
    NotDone(String),
    /// The sender took the message back.
    Withdrawn(String),
    /// The message was sent without a file.
    NoFile(String),
    /// The scanner has given no verdict on the file.
    Pending(String),
    /// The scanner found a virus in the file.
    Infected(String),
    /// The store does not have the file.
    Missing(String),
    /// The store has other bytes under the file's name.
    Damaged(String),
    /// Another file or folder is at the place already.
    Exists(PathBuf),
    /// A folder that is not empty.
    NotEmpty(PathBuf),
    /// A file cannot be written.
    Write(PathBuf, #[source] std::io::Error),
    /// Standard output, or the file of a list, takes no more.
    Output(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows are gone, and files are left.
    FilesLeft(#[source] StoreError),
    /// The rows are gone, and SQLite's file could not be rewritten.
    Unscrubbed(#[source] sqlx::Error),
    /// The rows are gone, and SQLite's log still has them.
    LogInUse,
    /// The database failed.
    Database(#[from] sqlx::Error),
}

impl InboxError {
    /// The error in words, for people.
    pub fn message(&self) -> Message {
        let about = |message: Message, number: &String| message.with("number", number);
        let at = |message: Message, place: &Path| message.with("file", place.display().to_string());
        match self {
            Self::Operator(error) => error.message(),
            Self::Texts(error) => error.message(),
            Self::Unknown(number) => about(Message::new("message-unknown"), number),
            Self::UnknownForm { form, known } => Message::new("message-form-unknown")
                .with("form", form)
                .with("known", known),
            Self::NotDone(number) => about(Message::new("message-not-done"), number),
            Self::Withdrawn(number) => about(Message::new("message-withdrawn"), number),
            Self::NoFile(number) => about(Message::new("message-file/none"), number),
            Self::Pending(number) => about(Message::new("message-file/pending"), number),
            Self::Infected(number) => about(Message::new("message-file/infected"), number),
            Self::Missing(number) => about(Message::new("message-file/missing"), number),
            Self::Damaged(number) => about(Message::new("message-file/damaged"), number),
            Self::Exists(place) => at(Message::new("place-taken"), place),
            Self::NotEmpty(place) => at(Message::new("place-not-empty"), place),
            Self::Write(place, _) => at(Message::new("place-unwritable"), place),
            Self::Output(_) => Message::new("messages-output"),
            Self::Store(error) => error.message(),
            Self::FilesLeft(_) => Message::new("messages-purged/files-left"),
            Self::Unscrubbed(_) => Message::new("messages-purged/unscrubbed"),
            Self::LogInUse => Message::new("messages-purged/log-in-use"),
            Self::Database(_) => Message::new("database-failed"),
        }
    }
}
