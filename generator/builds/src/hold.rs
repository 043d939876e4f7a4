//! Content that was taken back: `hold.json`.
//!
//! A rollback withdraws the build that was live. From then on no automatic build publishes again
//! the parts that this build had and the build before it lacked: content files by their texts, the
//! frontend by its app id. An edit elsewhere does not change that. A hold ends when every withdrawn
//! part was edited, or when a person lets go of it (`generator release`, `generator publish`).
//!
//! A build of an older generator has no list of its files. Withdrawn pages are compared instead,
//! and so they are where files and frontend are the same: settings of the origin and the clock
//! change pages, too.

use std::collections::{BTreeMap, BTreeSet};

use contract::Hash;
use contract::build::{BuildId, Entry, Index, Shard};
use serde::{Deserialize, Serialize};

use super::changed_pages::{Shards, each_differing};
use super::{Builds, Live, paths};
use generator_ground::storage::source_list::{SourceList, SourceName, SourceText};

/// Pages that a hold remembers; a rollback of more is known by the first of them.
const PAGES_MAX: usize = 1_000;

/// Everything that is withdrawn, the last one at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// Builds that were rolled back.
    pub withdrawn: Vec<Withdrawal>,
}

/// A build that was rolled back, and the parts of it that are withdrawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Withdrawal {
    /// The withdrawn content.
    #[serde(flatten)]
    pub content: WithdrawnContent,
    /// The differences from the build that went live again.
    #[serde(default)]
    pub parts: WithdrawnParts,
}

/// Content of a build that was rolled back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawnContent {
    /// The build.
    pub build: BuildId,
    /// Hash of its content files, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_hash: Option<Hash>,
    /// Hash of its pages.
    pub content_hash: Hash,
    /// When it was rolled back, RFC 3339 UTC.
    pub since: String,
    /// The person that did it.
    pub by: String,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// The parts in which a withdrawn build differs from the build that went live again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WithdrawnParts {
    /// Content files and their withdrawn texts; no text: the withdrawn build lacks the file. None
    /// if one of the two builds has no list of its files.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub files: Option<BTreeMap<SourceName, Option<SourceText>>>,
    /// The withdrawn app, if the two differ in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<Hash>,
    /// Path of a page and the hash of its withdrawn payload; no hash: the withdrawn build lacks the
    /// page.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub pages: BTreeMap<String, WithdrawnPage>,
}

/// The payload of a page in a withdrawn build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WithdrawnPage {
    /// Hash of the payload; none if the withdrawn build lacks the page.
    pub payload: Option<Hash>,
    /// Whether the build that went live again lacks the page.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_new: bool,
}

/// A build that may go live, as far as a hold looks at it.
pub struct Candidate<'a> {
    /// Root of the build.
    pub index: &'a Index,
    /// Content files of the build, if they are known.
    pub sources: Option<&'a SourceList>,
    /// The hash of the file at a path.
    pub file: &'a dyn Fn(&str) -> Option<Hash>,
}

/// A build that is held, and the withdrawn parts that it still has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeldBuild {
    /// The content that was taken back.
    pub content: WithdrawnContent,
    /// Content files that still have the withdrawn text, or that are still deleted.
    pub files: BTreeSet<SourceName>,
    /// Whether the build still has the withdrawn frontend.
    pub has_withdrawn_app: bool,
    /// Pages that show withdrawn parts.
    pub pages: Vec<String>,
}

impl Hold {
    /// The newest withdrawal that a build still has parts of.
    pub fn find(&self, candidate: &Candidate<'_>) -> Option<HeldBuild> {
        let newest_first = self.withdrawn.iter().rev();
        newest_first
            .filter_map(|withdrawal| withdrawal.held_parts(candidate))
            .next()
    }

    /// The newest withdrawal that the build `live`, made of `sources`, still has parts of.
    pub fn find_in(&self, live: &Live, sources: Option<&SourceList>) -> Option<HeldBuild> {
        self.find(&Candidate {
            index: &live.index,
            sources,
            file: &|path| file_hash(live.tree.get(path).as_ref()),
        })
    }

    /// The hold after `withdrawal`, with the build `target` live again: a person wants the content
    /// of that one.
    pub(super) fn after(mut self, withdrawal: Withdrawal, target: &Candidate<'_>) -> Self {
        self.withdrawn
            .retain(|known| known.held_parts(target).is_none());
        self.withdrawn.push(withdrawal);
        self
    }
}

impl Withdrawal {
    /// The parts of it that a build still has; none if it has none.
    fn held_parts(&self, candidate: &Candidate<'_>) -> Option<HeldBuild> {
        let (content, parts) = (&self.content, &self.parts);
        let held = HeldBuild {
            content: content.clone(),
            files: parts.unchanged_files(candidate.sources),
            has_withdrawn_app: parts.app == Some(candidate.index.app),
            pages: parts.unchanged_pages(candidate.file),
        };
        let has_same_pages = content.content_hash == candidate.index.content_hash;
        let is_held = match parts.are_comparable(candidate.sources) {
            true => !held.files.is_empty() || held.has_withdrawn_app,
            false => {
                let index = candidate.index;
                let has_same_sources =
                    index.source_hash.is_some() && content.source_hash == index.source_hash;
                has_same_sources || !held.pages.is_empty()
            }
        };
        (is_held || has_same_pages).then_some(held)
    }
}

impl WithdrawnParts {
    /// The parts of `withdrawn` that the build `target` has otherwise.
    pub(super) fn between(
        builds: &Builds,
        withdrawn: &Index,
        target: &Index,
    ) -> anyhow::Result<Self> {
        let lists = [withdrawn, target].map(|index| builds.source_list(&index.id));
        let files = match lists {
            [Some(withdrawn), Some(target)] => Some(withdrawn.changes_since(&target).collect()),
            _ => None,
        };
        let mut pages = BTreeMap::new();
        let shards = |index| Shards::on_disk(index, builds);
        each_differing(&shards(target), &shards(withdrawn), |target, withdrawn| {
            note_pages(&mut pages, target, withdrawn);
        })?;
        Ok(Self {
            files,
            app: (withdrawn.app != target.app).then_some(withdrawn.app),
            pages,
        })
    }

    /// True if files and frontend decide whether a build has withdrawn parts.
    fn are_comparable(&self, sources: Option<&SourceList>) -> bool {
        let has_files = self.files.as_ref().is_some_and(|files| !files.is_empty());
        let is_known = self.files.is_some() && sources.is_some();
        is_known && (has_files || self.app.is_some())
    }

    fn unchanged_files(&self, sources: Option<&SourceList>) -> BTreeSet<SourceName> {
        let (Some(files), Some(sources)) = (&self.files, sources) else {
            return BTreeSet::new();
        };
        let unchanged = files
            .iter()
            .filter(|(name, text)| sources.get(**name) == **text);
        unchanged.map(|(name, _)| *name).collect()
    }

    fn unchanged_pages(&self, file: &dyn Fn(&str) -> Option<Hash>) -> Vec<String> {
        let is_unchanged = |(path, page): &(&String, &WithdrawnPage)| {
            let now = file(&paths::payload(path));
            match page.is_new {
                // Its neighbours change it; it is there all the same.
                true => now.is_some(),
                false => now == page.payload,
            }
        };
        let unchanged = self.pages.iter().filter(is_unchanged);
        unchanged.map(|(path, _)| path.clone()).collect()
    }
}

/// Notes the pages of which `withdrawn` has another payload than `target`.
fn note_pages(pages: &mut BTreeMap<String, WithdrawnPage>, target: &Shard, withdrawn: &Shard) {
    let all: BTreeSet<&String> = target.keys().chain(withdrawn.keys()).collect();
    for path in all {
        let Some(page) = paths::page_of_payload(path) else {
            continue;
        };
        let [before, payload] = [target, withdrawn].map(|shard| file_hash(shard.get(path)));
        if before != payload {
            let is_new = before.is_none();
            pages.insert(page.to_owned(), WithdrawnPage { payload, is_new });
        }
        if pages.len() > PAGES_MAX {
            pages.pop_last();
        }
    }
}

/// The hash of the file that an entry is, if it is one.
pub(super) fn file_hash(entry: Option<&Entry>) -> Option<Hash> {
    match entry {
        Some(Entry::File(file)) => Some(file.hash),
        _ => None,
    }
}
