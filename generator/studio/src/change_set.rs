//! One change set: its facts, as `set.json` has them.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use contract::build::BuildId;
use contract::control::JobId;
use contract::studio::person;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// Hexadecimal digits of an id.
const ID_DIGITS: usize = 8;

/// Longest name, in characters.
pub const NAME_MAX: usize = 100;

/// Longest note, in characters.
pub const NOTE_MAX: usize = 2000;

/// Name of a change set's folder: eight hexadecimal digits. It is no secret.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SetId(String);

/// The text is not an id of a change set, and is never used as a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not the id of a change set")]
pub struct NotASetId;

impl SetId {
    /// An id made of random bits.
    pub fn new(random: u32) -> Self {
        Self(format!("{random:08x}"))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for SetId {
    type Err = NotASetId;

    fn from_str(text: &str) -> Result<Self, NotASetId> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        match text.len() == ID_DIGITS && text.bytes().all(is_digit) {
            true => Ok(Self(text.to_owned())),
            false => Err(NotASetId),
        }
    }
}

impl TryFrom<String> for SetId {
    type Error = NotASetId;

    fn try_from(text: String) -> Result<Self, NotASetId> {
        text.parse()
    }
}

impl From<SetId> for String {
    fn from(id: SetId) -> Self {
        id.0
    }
}

impl fmt::Display for SetId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How far a change set is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// The author works on the change set.
    Open,
    /// The author asks for its publication.
    Proposed,
    /// The change set is published at the time of its [`Schedule`].
    Scheduled,
    /// The change set is closed, and its publication is asked for. Once its files are being written
    /// to `content/`, the rest is written after a crash.
    Publishing,
    /// The files are in `content/`, and the site was built with them.
    Published,
}

impl State {
    /// Whether files may be changed.
    pub fn is_editable(self) -> bool {
        matches!(self, Self::Open | Self::Proposed)
    }

    /// Whether the change set can be published.
    pub fn is_publishable(self) -> bool {
        matches!(self, Self::Open | Self::Proposed | Self::Scheduled)
    }
}

/// A publication in the future.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Schedule {
    /// Time of the publication.
    pub at: Timestamp,
    /// E-mail address of the publisher. Change sets of one publisher and one time are published
    /// together, or not at all.
    pub by: String,
}

/// A name, a person and a state. The files are beside it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ChangeSet {
    /// Id of the change set.
    pub id: SetId,
    /// Name for people: `Figures of the third quarter`. At most [`NAME_MAX`] characters.
    pub name: String,
    /// The reason, for the log of builds. At most [`NOTE_MAX`] characters.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// E-mail address of the author.
    pub author: String,
    /// The people that changed files of the change set, as the gateway names them.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub editors: BTreeSet<String>,
    /// When the change set began.
    pub created: Timestamp,
    /// When a file or a fact of the change set changed last.
    pub changed: Timestamp,
    /// State of the change set.
    pub state: State,
    /// E-mail address of the publisher.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published_by: Option<String>,
    /// The build that made the change set live.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<BuildId>,
    /// The job that publishes the change set, or did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub job: Option<JobId>,
    /// The publication in the future.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scheduled: Option<Schedule>,
    /// The time at which the change set was to be published, and could not be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missed: Option<Timestamp>,
}

impl ChangeSet {
    /// An empty change set.
    pub fn new(id: SetId, name: &str, author: &str, now: Timestamp) -> Self {
        Self {
            id,
            name: within(name, NAME_MAX),
            note: String::new(),
            author: author.to_owned(),
            editors: BTreeSet::new(),
            created: now,
            changed: now,
            state: State::Open,
            published_by: None,
            build: None,
            scheduled: None,
            job: None,
            missed: None,
        }
    }

    /// Whether a person is the author, or changed a file, in person or by a program.
    pub fn is_work_of(&self, user: &str) -> bool {
        let mut workers = std::iter::once(&self.author).chain(&self.editors);
        workers.any(|worker| person(worker).eq_ignore_ascii_case(person(user)))
    }

    /// The reason of its publication, for the log of builds.
    pub fn reason(&self) -> String {
        match self.note.is_empty() {
            true => self.name.clone(),
            false => format!("{}: {}", self.name, self.note),
        }
    }

    /// Gives it another name, or another note.
    pub fn describe(&mut self, name: Option<&str>, note: Option<&str>) {
        if let Some(name) = name.map(str::trim).filter(|name| !name.is_empty()) {
            self.name = within(name, NAME_MAX);
        }
        if let Some(note) = note {
            self.note = within(note.trim(), NOTE_MAX);
        }
    }
}

/// The first characters of `text`.
fn within(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_eight_digits_are_an_id() {
        assert_eq!(SetId::new(7).as_str(), "00000007");
        assert!("00c0ffee".parse::<SetId>().is_ok());
        for text in ["", "..", "00C0FFEE", "00c0ffe", "00c0ffee0", "0/c0ffee"] {
            assert_eq!(text.parse::<SetId>(), Err(NotASetId), "{text:?}");
        }
    }

    #[test]
    fn a_name_is_cut_and_never_becomes_empty() {
        let now = Timestamp::UNIX_EPOCH;
        let mut set = ChangeSet::new(SetId::new(1), &"潮".repeat(200), "ann@example.com", now);
        assert_eq!(set.name.chars().count(), NAME_MAX);
        set.describe(Some("  "), Some(" why "));
        assert_eq!(set.name.chars().count(), NAME_MAX);
        assert_eq!(set.note, "why");
        set.describe(Some("Figures"), None);
        assert_eq!((&*set.name, &*set.note), ("Figures", "why"));
    }

    #[test]
    fn work_is_a_persons_own_by_hand_and_by_program() {
        let now = Timestamp::UNIX_EPOCH;
        let mut set = ChangeSet::new(
            SetId::new(1),
            "Words",
            "agent: claude (ann@example.com)",
            now,
        );
        set.editors.insert("cy@example.com".to_owned());
        for (user, expected) in [
            ("ann@example.com", true),
            ("Ann@Example.com", true),
            ("cy@example.com", true),
            ("bo@example.com", false),
            ("n@example.com", false),
            ("", false),
        ] {
            assert_eq!(set.is_work_of(user), expected, "{user}");
        }
    }
}
