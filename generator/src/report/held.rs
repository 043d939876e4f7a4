//! A build that is held, as an editor reads of it: since when, by whom, and which files end it.

use std::collections::BTreeSet;

use jiff::tz::TimeZone;
use serde::Serialize;

use crate::report::moment::local_of_record;
use generator_builds::hold::{HeldBuild, WithdrawnContent};
use generator_ground::message::{Message, join_first};
use generator_ground::storage::source_list::SourceName;

/// A build that is held. Also the field `held` of the JSON report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct HeldReport {
    /// The content that was taken back.
    #[serde(flatten)]
    pub content: WithdrawnContent,
    /// Content files that still have the text that was taken back.
    pub files: Vec<String>,
    /// Number of content files that are deleted as they were when the build was taken back.
    pub deleted_files: usize,
    /// Whether the frontend is still the one that was taken back.
    pub frontend: bool,
    /// Pages that show withdrawn content.
    pub pages: Vec<String>,
    /// Expired pages of the live build: the hold keeps them.
    pub expired: Vec<String>,
    /// The zone of the site, for people alone.
    #[serde(skip)]
    pub zone: TimeZone,
}

impl HeldReport {
    /// The report of `held`; `find_files` answers the content files that have these names.
    pub fn new(
        held: HeldBuild,
        find_files: impl FnOnce(&BTreeSet<SourceName>) -> Vec<String>,
        expired: Vec<String>,
        zone: TimeZone,
    ) -> Self {
        let files = match held.files.is_empty() {
            true => Vec::new(),
            false => find_files(&held.files),
        };
        Self {
            content: held.content,
            deleted_files: held.files.len() - files.len().min(held.files.len()),
            files,
            frontend: held.has_withdrawn_app,
            pages: held.pages,
            expired,
            zone,
        }
    }

    /// The parts that keep the build from being published, a line for each kind.
    pub fn parts(&self) -> Vec<Message> {
        let mut lines = Vec::new();
        if !self.files.is_empty() {
            lines.push(Message::new("held/files").with("files", join_first(&self.files)));
        }
        if self.deleted_files > 0 {
            lines.push(Message::new("held/deleted").with("files", self.deleted_files));
        }
        if self.frontend {
            lines.push(Message::new("held/frontend"));
        }
        if lines.is_empty() && !self.pages.is_empty() {
            lines.push(Message::new("held/pages").with("pages", join_first(&self.pages)));
        }
        if !self.expired.is_empty() {
            lines.push(Message::new("held/expired").with("pages", join_first(&self.expired)));
        }
        lines
    }
}

/// The message that content is held, and the ways to end that.
pub fn message(withdrawn: &WithdrawnContent, zone: &TimeZone) -> Message {
    let held = match &withdrawn.why {
        Some(why) => Message::new("held/why").with("why", why),
        None => Message::new("held"),
    };
    held.with("since", local_of_record(&withdrawn.since, zone))
        .with("by", &withdrawn.by)
        .with("build", withdrawn.build.to_string())
}
