//! Content that was taken back: `hold.json`.
//!
//! A rollback withdraws the content of the build that was live. Nothing automatic publishes it
//! again, whichever frontend or generator makes pages of it and however often somebody starts,
//! until the content is another one, or a person lets go of it (`generator release`,
//! `generator publish`). Content is known by its source hash, and by the hash of its pages.

use contract::Hash;
use contract::build::{BuildId, Index};
use serde::{Deserialize, Serialize};

/// Everything that is withdrawn, the last one at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hold {
    /// Contents of builds that were rolled back.
    pub withdrawn: Vec<WithdrawnContent>,
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
    /// The person who did it.
    pub by: String,
    /// The reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

impl Hold {
    /// The withdrawn content that a build is of, if it is of one.
    ///
    /// The same sources, whatever is made of them; or the same pages, because edits that no page
    /// shows leave the sources of what is live behind.
    pub fn covering(
        &self,
        source_hash: Option<Hash>,
        content_hash: Hash,
    ) -> Option<&WithdrawnContent> {
        let is_same = |withdrawn: &&WithdrawnContent| {
            let same_sources = source_hash.is_some() && withdrawn.source_hash == source_hash;
            same_sources || withdrawn.content_hash == content_hash
        };
        self.withdrawn.iter().rev().find(is_same)
    }

    /// The same after `withdrawn` was rolled back to `target`: that one's own content is wanted
    /// again, unless it is the very content that is withdrawn.
    pub(super) fn after(mut self, withdrawn: WithdrawnContent, target: &Index) -> Self {
        while let Some(again) = self.covering(target.source_hash, target.content_hash) {
            let again = again.clone();
            self.withdrawn.retain(|known| *known != again);
        }
        self.withdrawn.push(withdrawn);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn withdrawn(source: Option<&str>, content: &str) -> WithdrawnContent {
        WithdrawnContent {
            build: BuildId::new("20261121T000000Z", 1).unwrap(),
            source_hash: source.map(|text| Hash::of(text.as_bytes())),
            content_hash: Hash::of(content.as_bytes()),
            since: "2026-11-21T00:00:00Z".to_owned(),
            by: "ann".to_owned(),
            why: None,
        }
    }

    // R10.04
    #[test]
    fn content_is_known_by_its_sources_and_that_of_an_older_build_by_its_pages() {
        let hold = Hold {
            withdrawn: vec![withdrawn(Some("s1"), "c1"), withdrawn(None, "c2")],
        };
        for (source, content, is_held) in [
            (Some("s1"), "c1", true),
            (Some("s1"), "another frontend", true),
            (Some("s2"), "c1", true),
            (Some("s2"), "c4", false),
            (None, "c1", true),
            (Some("s2"), "c2", true),
            (None, "c3", false),
        ] {
            let source_hash = source.map(|text: &str| Hash::of(text.as_bytes()));
            let found = hold.covering(source_hash, Hash::of(content.as_bytes()));
            assert_eq!(found.is_some(), is_held, "{source:?} {content}");
        }
    }
}
