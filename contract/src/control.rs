//! Control: requests to a running `generator watch`, over the Unix socket [`SOCKET`] in its data
//! folder.
//!
//! ```text
//! client   one line: Request
//! server   one line: Answer; before `Answer::Done` a line per `Answer::More`; after
//!          `Answer::Following` a line per JobEvent, until the job ends
//! ```
//!
//! A line is JSON and ends with a line feed; no line is longer than [`MAX_LINE`], in either
//! direction. One connection carries one request. Every user that the mode of the socket admits may
//! ask for [`Ask::Regenerate`], [`Ask::Follow`] and [`Verb::Status`]; the other verbs are for the
//! generator's own user and root, by the credentials of the connection. A program reads an unknown
//! `kind` as `Unknown`, so either of the two can be updated first.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::build::BuildId;

/// Name of the socket, under `var/`. Its mode is 0660.
pub const SOCKET: &str = "generator.sock";

/// Maximum length of a line, in bytes, without its line feed.
pub const MAX_LINE: usize = 64 * 1024;

/// Maximum number of lines of an answer, [`Answer::More`] and [`Answer::Done`] together.
pub const MAX_PIECES: usize = 512;

/// Maximum length of [`Initiator::by`], in characters.
pub const BY_MAX: usize = 128;

/// Maximum length of [`Initiator::why`], in characters.
pub const WHY_MAX: usize = 500;

/// Maximum number of paths of one kind that an event names; its counts include all.
pub const NAMED_PATHS: usize = 50;

/// Maximum number of problems that an event names; its count includes all.
pub const NAMED_PROBLEMS: usize = 20;

/// Names a job: 128 random bits in hexadecimal digits. It is not a credential: the gateway requires
/// a proof in addition.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct JobId(String);

impl JobId {
    /// An id made of random bits.
    pub fn new(random: u128) -> Self {
        Self(format!("{random:032x}"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The text is no job id.
#[derive(Debug, thiserror::Error)]
#[error("not a job id: 32 hexadecimal digits in lower case")]
pub struct NotAJobId;

impl FromStr for JobId {
    type Err = NotAJobId;

    fn from_str(text: &str) -> Result<Self, NotAJobId> {
        Self::try_from(text.to_owned())
    }
}

impl TryFrom<String> for JobId {
    type Error = NotAJobId;

    fn try_from(text: String) -> Result<Self, NotAJobId> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match text.len() == 32 && text.bytes().all(is_digit) {
            true => Ok(Self(text)),
            false => Err(NotAJobId),
        }
    }
}

impl From<JobId> for String {
    fn from(id: JobId) -> Self {
        id.0
    }
}

impl fmt::Debug for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The line of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// Language of the answer's sentences, a code such as `zh-CN`; absent or not known: that of the
    /// generator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// The thing asked for.
    pub ask: Ask,
}

/// Kinds of requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Ask {
    /// A build of the content as it is. Answer: [`Answer::Job`].
    Regenerate(Initiator),
    /// The events of a job. Answer: [`Answer::Following`], then events; or [`Answer::NoJob`].
    Follow {
        /// The job.
        job: JobId,
        /// Only events with a greater id than this one are sent.
        #[serde(default)]
        after: u64,
    },
    /// A command on builds. Answer: [`Answer::Done`] or [`Answer::Failed`].
    Command(Command),
    /// A kind of a newer client. Answer: [`Answer::Failed`].
    #[serde(other)]
    Unknown,
}

/// The person behind a request, and the reason: for the log of builds and for notices.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Initiator {
    /// A name, or `webhook`. At most [`BY_MAX`] characters; the server truncates it.
    pub by: String,
    /// Why, in the person's words. At most [`WHY_MAX`] characters; the server truncates it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The commit of the content, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
}

/// A command on builds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Command {
    /// The command.
    pub verb: Verb,
    /// The person behind it, and the reason.
    pub initiator: Initiator,
    /// Folder of the builds it is meant for, an absolute path: a generator of another folder
    /// refuses it.
    pub builds: String,
}

/// Commands that a running `watch` carries out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Verb {
    /// `generator publish ID`.
    Publish {
        /// The build to make live.
        id: BuildId,
        /// Whether pages that are guarded now, or that have expired, may open to everyone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reopen: bool,
    },
    /// `generator rollback [ID]`.
    Rollback {
        /// The build to make live; absent: the one before the live one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<BuildId>,
        /// Whether pages that are guarded now, or that have expired, may open to everyone.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        reopen: bool,
    },
    /// `generator release`.
    Release,
    /// `generator prune --keep N --grace SECONDS`.
    Prune {
        /// Builds to keep, the live one included.
        keep: usize,
        /// Seconds for which builds and files are always kept after they were replaced.
        grace: u64,
    },
    /// `generator purge PATH…`.
    Purge {
        /// Paths of the site, as addresses have them.
        paths: Vec<String>,
    },
    /// `generator status`.
    Status,
    /// A kind of a newer client.
    #[serde(other)]
    Unknown,
}

/// The first line of the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub enum Answer {
    /// A job waits for its build.
    Job {
        /// Id of the job.
        job: JobId,
    },
    /// Events follow.
    Following,
    /// The job is not known: it never existed, or it is too old.
    NoJob,
    /// A command was carried out, and its output does not fit into one line: the first part of it,
    /// or the next. The rest follows.
    More {
        /// Standard output.
        lines: Vec<String>,
    },
    /// A command was carried out.
    Done {
        /// Standard output, or the last part of it.
        lines: Vec<String>,
    },
    /// The request was not carried out.
    Failed {
        /// Exit code of the command.
        exit: u8,
        /// Why, and the remedy: a sentence for people.
        problem: String,
    },
    /// A kind of a newer server.
    #[serde(other)]
    Unknown,
}

/// A line after [`Answer::Following`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct JobEvent {
    /// Counts a job's events, from 1.
    pub id: u64,
    /// The event.
    #[serde(flatten)]
    pub event: Event,
}

/// Events of a job, in this order. [`Event::is_last`] is true for the last one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Event {
    /// The job waits; its build begins when no other one runs.
    Queued,
    /// The job's build begins.
    Started,
    /// Progress of the build; sent at most a few times per second.
    Progress {
        /// The phase of the build.
        phase: Phase,
        /// Pages that are done; 0 in phases that count none.
        done: usize,
        /// Pages of the phase; 0 in phases that count none.
        total: usize,
        /// Seconds that the phase will take from now, where that can be estimated.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seconds_left: Option<u64>,
    },
    /// Pages that the build changes. `chrome`: pages of which only the parts around the content
    /// differ, for example the footer.
    Pages {
        /// New pages.
        added: Paths,
        /// Pages with different content.
        changed: Paths,
        /// Pages that are gone.
        removed: Paths,
        /// Pages with different parts around the content.
        chrome: Paths,
    },
    /// The build is the live one.
    Published {
        /// The build.
        build: BuildId,
        /// Since when, RFC 3339 UTC; absent: by an older generator.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
    },
    /// A gateway was asked whether it answers from the new build.
    Live {
        /// Address of the gateway.
        gateway: String,
        /// Whether the gateway answers from it; `false`: not within the time limit.
        live: bool,
        /// Milliseconds since the build was published.
        after_ms: u64,
        /// Why the gateway does not, for people.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
    /// The content is the same as in the live build.
    Unchanged,
    /// This content was rolled back before, so it was not published.
    Held {
        /// Since when, RFC 3339 UTC.
        since: String,
        /// Name of the person behind the rollback.
        by: String,
        /// Reason for the rollback.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        why: Option<String>,
    },
    /// A newer job took the place of this one, and builds newer content.
    Superseded {
        /// The newer job.
        by: JobId,
    },
    /// No build was published; the site stays as it was.
    Failed {
        /// Exit code of `generator build` for such a failure.
        exit: u8,
        /// Summary of the failure, for people.
        problem: String,
        /// Each problem, for people: place, reason and remedy; the first [`NAMED_PROBLEMS`].
        problems: Vec<String>,
        /// The number of problems.
        count: usize,
    },
    /// The job is over: published, and each gateway was asked.
    Finished,
    /// A kind of a newer server.
    #[serde(other)]
    Unknown,
}

impl Event {
    /// Whether no event of the job follows.
    pub fn is_last(&self) -> bool {
        match self {
            Self::Unchanged
            | Self::Held { .. }
            | Self::Superseded { .. }
            | Self::Failed { .. }
            | Self::Finished => true,
            Self::Queued
            | Self::Started
            | Self::Progress { .. }
            | Self::Pages { .. }
            | Self::Published { .. }
            | Self::Live { .. }
            | Self::Unknown => false,
        }
    }

    /// The `kind`, which also names the event in the gateway's stream.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Started => "started",
            Self::Progress { .. } => "progress",
            Self::Pages { .. } => "pages",
            Self::Published { .. } => "published",
            Self::Live { .. } => "live",
            Self::Unchanged => "unchanged",
            Self::Held { .. } => "held",
            Self::Superseded { .. } => "superseded",
            Self::Failed { .. } => "failed",
            Self::Finished => "finished",
            Self::Unknown => "unknown",
        }
    }
}

/// Phases of a job, in this order; a job may skip some.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Phase {
    /// The operator's command before a build, such as `git pull`.
    Command,
    /// Content is read and checked.
    Content,
    /// Pages are rendered; counts them.
    Pages,
    /// Fonts, sitemaps, cards.
    Files,
    /// Files are compressed, and the build is published.
    Publish,
    /// Gateways are asked for the new build.
    Live,
    /// A kind of a newer server.
    #[serde(other)]
    Unknown,
}

/// Pages of one kind of change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Paths {
    /// Number of pages.
    pub count: usize,
    /// The first [`NAMED_PATHS`], with prefix: `/en/news/duskline`. The list includes the paths of
    /// pages for signed-in visitors.
    pub paths: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_id_is_hexadecimal_digits_and_nothing_else() {
        let id = JobId::new(7);
        assert_eq!(id.as_str(), "00000000000000000000000000000007");
        assert_eq!(id.as_str().parse::<JobId>().unwrap(), id);
        let upper = "A".repeat(32);
        for wrong in ["", "7", "../../../../../../../../etc/passwd", &upper] {
            assert!(wrong.parse::<JobId>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_kind_of_a_newer_program_is_read_as_unknown() {
        let event = r#"{"id":9,"kind":"paused","until":"noon"}"#;
        let event: JobEvent = serde_json::from_str(event).unwrap();
        assert_eq!((event.id, event.event.is_last()), (9, false));
        let ask: Request = serde_json::from_str(r#"{"ask":{"kind":"sing","song":1}}"#).unwrap();
        assert_eq!(ask.ask, Ask::Unknown);
        let answer: Answer = serde_json::from_str(r#"{"kind":"later"}"#).unwrap();
        assert_eq!(answer, Answer::Unknown);
    }

    #[test]
    fn an_event_is_called_by_its_kind() {
        for event in [
            Event::Queued,
            Event::Started,
            Event::Unchanged,
            Event::Finished,
        ] {
            let json = serde_json::to_value(&event).unwrap();
            assert_eq!(json["kind"], event.kind());
        }
    }
}
