//! Texts of pages that differ between two builds that are kept. Shards that both have are skipped,
//! so the cost follows from the size of the change.

use std::collections::BTreeMap;

use contract::build::{Access, BuildId, Entry, File, Index, Shard};
use serde::Serialize;
use serde_json::Value;

use super::changed_pages::{Shards, each_differing};
use super::diff::words::{LineChange, TextLine, changes, lines};
use super::{Builds, paths};

/// A page with a different text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedText {
    /// Path with prefix.
    pub path: String,
    /// Access, now or before, whichever is narrower.
    pub access: Access,
    /// The difference.
    pub lines: Vec<LineChange>,
}

/// Texts that differ between two builds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedTexts {
    /// Pages that changed or went, by path; a new page has lost no words and is left out.
    Kept(Vec<ChangedText>),
    /// One of the builds is no longer kept.
    Dropped(BuildId),
}

/// The payload files of a page, before and now.
type Payloads = [Option<File>; 2];

impl Builds {
    /// The texts that differ between two builds; with `page`, that of this page alone.
    ///
    /// # Errors
    /// A build that is there cannot be read.
    pub fn changed_texts(
        &self,
        before: &BuildId,
        after: &BuildId,
        page: Option<&str>,
    ) -> anyhow::Result<ChangedTexts> {
        let dropped = [before, after].into_iter().find(|id| !self.is_kept(id));
        if let Some(id) = dropped {
            return Ok(ChangedTexts::Dropped(id.clone()));
        }
        let [before, after] = [self.index(before)?, self.index(after)?];
        if let Some(page) = page {
            let payload = paths::payload(page);
            let [old, new] = [&before, &after].map(|index| self.file(index, &payload));
            let text = self.changed_text(page.to_owned(), [old?, new?])?;
            return Ok(ChangedTexts::Kept(text.into_iter().collect()));
        }
        let [old, new] = [&before, &after].map(|index| Shards::on_disk(index, self));
        let mut payloads: BTreeMap<String, Payloads> = BTreeMap::new();
        each_differing(&old, &new, |old, new| {
            for (side, shard) in [old, new].into_iter().enumerate() {
                for (page, file) in payload_files(shard) {
                    payloads.entry(page).or_default()[side] = Some(file.clone());
                }
            }
        })?;
        let mut texts = Vec::new();
        for (path, pair) in payloads {
            texts.extend(self.changed_text(path, pair)?);
        }
        Ok(ChangedTexts::Kept(texts))
    }

    /// The text of a build's page; none if the build has no such page.
    ///
    /// # Errors
    /// The build cannot be read.
    pub fn page_text(&self, build: &Index, page: &str) -> anyhow::Result<Option<Vec<TextLine>>> {
        let path = paths::payload(page);
        let file = self.file(build, &path)?;
        file.map(|file| self.lines(&path, &file)).transpose()
    }

    fn file(&self, build: &Index, path: &str) -> anyhow::Result<Option<File>> {
        Ok(match self.entry(build, path)? {
            Some(Entry::File(file)) => Some(file),
            Some(Entry::Redirect { .. } | Entry::Gone) | None => None,
        })
    }

    fn lines(&self, path: &str, file: &File) -> anyhow::Result<Vec<TextLine>> {
        let payload: Value = serde_json::from_slice(&self.bytes(path, file)?)?;
        Ok(lines(&payload))
    }

    /// True if the history has a build; builds that it dropped go from the disk after a while.
    pub fn is_kept(&self, id: &BuildId) -> bool {
        self.root.join(format!("index/{id}.json")).is_file()
    }

    fn changed_text(&self, page: String, pair: Payloads) -> anyhow::Result<Option<ChangedText>> {
        let [Some(before), after] = pair else {
            return Ok(None);
        };
        if after
            .as_ref()
            .is_some_and(|after| after.hash == before.hash)
        {
            return Ok(None);
        }
        let path = paths::payload(&page);
        let read = |file: &File| self.lines(&path, file);
        let now = after.as_ref().map(read).transpose()?.unwrap_or_default();
        let lines = changes(&read(&before)?, &now);
        let access = after.map_or(before.access, |after| after.access.max(before.access));
        let text = ChangedText {
            path: page,
            access,
            lines,
        };
        Ok(Some(text).filter(|text| !text.lines.is_empty()))
    }
}

fn payload_files(shard: &Shard) -> impl Iterator<Item = (String, &File)> {
    shard.iter().filter_map(|(path, entry)| match entry {
        Entry::File(file) => Some((paths::page_of_payload(path)?.to_owned(), file)),
        Entry::Redirect { .. } | Entry::Gone => None,
    })
}
