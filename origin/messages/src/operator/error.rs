//! Errors about messages, in words for the person behind the command.

use std::path::PathBuf;

use origin_ground::operator::OperatorError;
use origin_ground::texts::TextsError;
use origin_uploads::files::fault::StoreError;

/// Why no message was processed, or not all.
#[derive(Debug, thiserror::Error)]
pub enum InboxError {
    /// The database cannot be opened.
    #[error(transparent)]
    Operator(#[from] OperatorError),
    /// The texts that were compiled in do not parse.
    #[error(transparent)]
    Texts(#[from] TextsError),
    /// No message has this number.
    #[error("no message has the number {0}: `origin messages list` shows those there are")]
    Unknown(String),
    /// No form has this name.
    #[error("no form is called `{form}`, and no message came by it; the site has: {known}")]
    UnknownForm {
        /// The name that was given.
        form: String,
        /// The names that there are.
        known: String,
    },
    /// The message was not done.
    #[error("message {0} is not done: there is nothing to reopen")]
    NotDone(String),
    /// Its sender took the message back.
    #[error("message {0} was withdrawn by its sender: there is nothing left to finish")]
    Withdrawn(String),
    /// The message was sent without a file.
    #[error("message {0} has no file")]
    NoFile(String),
    /// The scanner has not spoken.
    #[error(
        "the file of message {0} is not scanned yet: try again in a minute; if that does not help, the log of the origin says why"
    )]
    Pending(String),
    /// The scanner has spoken.
    #[error("the file of message {0} is infected, says the scanner: it stays where it is")]
    Infected(String),
    /// The store does not have it.
    #[error(
        "the file of message {0} is not in the store: bring it back from the copy of the files that belongs to the backup"
    )]
    Missing(String),
    /// The store has something else under its name.
    #[error(
        "the file of message {0} is damaged: its bytes are not those that were sent; bring it back from the copy of the files that belongs to the backup"
    )]
    Damaged(String),
    /// There is something at the place already.
    #[error("`{}` is there already: name another place, or replace it with `--force`", .0.display())]
    Exists(PathBuf),
    /// A folder that is not empty.
    #[error("the folder `{}` is not empty: name one that is, or a new one", .0.display())]
    NotEmpty(PathBuf),
    /// A file cannot be written.
    #[error("cannot write `{}`: check the permissions and the space on disk", .0.display())]
    Write(PathBuf, #[source] std::io::Error),
    /// Standard output, or the file of a list, takes no more.
    #[error("the messages cannot be written out")]
    Output(#[from] std::io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The rows are gone, and files are left.
    #[error(
        "the messages are purged, but not all of their files; a running origin tries again, and so does `origin messages purge --before 1970-01-01`"
    )]
    FilesLeft(#[source] StoreError),
    /// The rows are gone, and SQLite's file could not be rewritten.
    #[error(
        "the messages are purged, but the database file could not be rewritten; `origin messages purge --before 1970-01-01` tries that again"
    )]
    Unscrubbed(#[source] sqlx::Error),
    /// The rows are gone, and SQLite's log still has them.
    #[error(
        "the messages are purged, but another program reads from the log of the database, which still holds them; when that has ended, `origin messages purge --before 1970-01-01` empties it"
    )]
    LogInUse,
    /// The database failed.
    #[error("the database failed")]
    Database(#[from] sqlx::Error),
}
