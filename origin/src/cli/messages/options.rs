//! The options of `origin messages`. Doc comments are the help text.

use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Subcommand};
use origin::{BucketUrl, Email, InboxPlace, MessageNumber, MessageState};

use crate::cli::actor::Actor;
use crate::cli::data::Data;

#[derive(Args)]
pub(crate) struct Messages {
    #[command(subcommand)]
    pub(crate) command: MessagesCommand,
    #[command(flatten)]
    pub(crate) data: Data,
    /// Bucket of the files of messages, as `origin serve` has it; without it they are in the folder
    /// `var`
    #[arg(long, env = "PORTICO_MESSAGE_STORE", value_name = "URL", global = true)]
    pub(crate) message_store: Option<BucketUrl>,
    /// Folder of the generator's builds, for the questions of the forms
    #[arg(long, env = "PORTICO_BUILDS", default_value = "builds", global = true)]
    pub(crate) builds: PathBuf,
    #[command(flatten)]
    pub(crate) actor: Actor,
}

impl Messages {
    /// Where the messages are.
    pub(crate) fn place(&self) -> InboxPlace {
        InboxPlace {
            var: self.data.var.clone(),
            database_url: self.data.database_url.clone(),
            message_store: self.message_store.clone(),
            builds: self.builds.clone(),
            actor: self.actor.name(),
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum MessagesCommand {
    /// Print messages, the newest first: number, arrival, state, form, file, address
    List {
        #[command(flatten)]
        wanted: FilterArgs,
        /// Only messages in this state
        #[arg(long, value_parser = states())]
        state: Option<MessageState>,
        /// Print a JSON array, with the answers, instead of a table
        #[arg(long)]
        json: bool,
    },
    /// Print one message with all its answers
    Show {
        /// Number of the message
        number: MessageNumber,
        /// Print a JSON object instead
        #[arg(long)]
        json: bool,
    },
    /// Write messages with all their answers, as CSV that Excel opens or as JSON
    Export {
        #[command(flatten)]
        wanted: FilterArgs,
        /// CSV, which it is without `--json`
        #[arg(long, conflicts_with = "json")]
        csv: bool,
        /// A JSON array
        #[arg(long)]
        json: bool,
        /// File to write, which only its owner may read; without it standard output
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
        /// Replace the file if it is there
        #[arg(long, requires = "out")]
        force: bool,
    },
    /// Mark messages as done
    Done {
        /// Numbers of the messages
        #[arg(required = true)]
        numbers: Vec<MessageNumber>,
    },
    /// Mark messages as open again
    Reopen {
        /// Numbers of the messages
        #[arg(required = true)]
        numbers: Vec<MessageNumber>,
    },
    /// Take the file of a message out
    File {
        /// Number of the message
        number: MessageNumber,
        /// File to write, which only its owner may read; or a folder, where it gets a plain form of
        /// the sender's name
        out: PathBuf,
        /// Replace the file if it is there
        #[arg(long)]
        force: bool,
    },
    /// Delete messages with their files, at once and for good
    Purge {
        /// Numbers of the messages
        #[arg(required_unless_present = "before", conflicts_with = "before")]
        numbers: Vec<MessageNumber>,
        /// All messages that arrived before this day (2026-11-23, in UTC) or moment
        #[arg(long, value_name = "DATE", value_parser = moment)]
        before: Option<i64>,
        /// Do not ask
        #[arg(long)]
        yes: bool,
    },
    /// Give out or delete all messages of one person
    Subject {
        /// Address of the person, in capitals or small letters
        address: Email,
        /// Folder to write messages and files to; a new one, or empty
        #[arg(long, value_name = "FOLDER", required_unless_present = "delete")]
        out: Option<PathBuf>,
        /// Delete them, after they were given out if that is asked for
        #[arg(long)]
        delete: bool,
        /// Do not ask
        #[arg(long, requires = "delete")]
        yes: bool,
    },
    /// Look whether each message's file is in the store, and name those that are not whole
    Check,
}

/// The messages that are meant.
#[derive(Args)]
pub(crate) struct FilterArgs {
    /// Only messages of this form
    #[arg(long)]
    pub(crate) form: Option<String>,
    /// Only messages that arrived on this day (2026-11-23, in UTC) or moment, or later
    #[arg(long, value_name = "DATE", value_parser = moment)]
    pub(crate) since: Option<i64>,
}

fn states() -> impl TypedValueParser<Value = MessageState> {
    PossibleValuesParser::new(["received", "done", "withdrawn"]).map(|state| match state.as_str() {
        "done" => MessageState::Done,
        "withdrawn" => MessageState::Withdrawn,
        _ => MessageState::Received,
    })
}

/// Seconds since the epoch, of a day's beginning or of a moment in RFC 3339.
pub(crate) fn moment(text: &str) -> Result<i64, String> {
    let day = || {
        let day: jiff::civil::Date = text.parse().ok()?;
        let day = day.to_zoned(jiff::tz::TimeZone::UTC).ok()?;
        Some(day.timestamp())
    };
    let moment = || text.parse::<jiff::Timestamp>().ok();
    let moment = moment().or_else(day);
    moment.map(jiff::Timestamp::as_second).ok_or_else(|| {
        "not a day such as 2026-11-23, nor a moment such as 2026-11-23T08:00:00Z".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_is_a_day_in_utc_or_rfc_3339() {
        for (text, seconds) in [
            ("2026-11-21", 1_795_219_200),
            ("2026-11-21T03:04:05Z", 1_795_230_245),
            ("2026-11-21T11:04:05+08:00", 1_795_230_245),
        ] {
            assert_eq!(moment(text), Ok(seconds), "{text}");
        }
        for wrong in ["", "yesterday", "2026-13-01", "21.11.2026"] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }
}
