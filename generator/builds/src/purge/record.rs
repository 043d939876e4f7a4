//! `purged.json`: the purged content of a builds folder, so that no push brings it back.
//!
//! It contains paths as hashes: its purpose is to refuse them, not to list them.

use contract::Hash;
use contract::build::{BuildId, Dictionary, Index};
use serde::{Deserialize, Serialize};

use super::paths::{PurgedPaths, coverers};
use crate::log::LogLine;

/// Name of the file.
pub const FILE: &str = "purged.json";

/// Everything that was purged, the last at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PurgeRecord {
    /// The paths.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub paths: Vec<RecordedPath>,
    /// Dictionaries that may have parts of it: no build is published with them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dictionaries: Vec<RetiredDictionary>,
}

/// A path that was purged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedPath {
    /// Hash of the path.
    pub path: Hash,
    /// When it was purged, RFC 3339 UTC.
    pub since: String,
    /// The person that purged it.
    pub by: String,
}

/// A dictionary that is not used any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RetiredDictionary {
    /// File name under `/assets/`.
    pub asset: String,
    /// The build from which its pages were taken. The same bytes from later pages are not purged.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub trained_on: Option<BuildId>,
}

/// Why a build is not published at a place where something was purged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Forbidden {
    /// The build has this path, which was purged.
    Path(String, RecordedPath),
    /// The build's dictionary may contain parts of purged files.
    Dictionary,
}

impl From<&Dictionary> for RetiredDictionary {
    fn from(dictionary: &Dictionary) -> Self {
        Self {
            asset: dictionary.asset.clone(),
            trained_on: dictionary.trained_on.clone(),
        }
    }
}

impl PurgeRecord {
    /// The record after another purge, which `line` describes.
    pub fn after(mut self, paths: &PurgedPaths, line: &LogLine) -> Self {
        for path in paths.iter() {
            let path = Hash::of(path.as_bytes());
            self.paths.retain(|known| known.path != path);
            self.paths.push(RecordedPath {
                path,
                since: line.time.clone(),
                by: line.by.clone(),
            });
        }
        self
    }

    /// Notes that no further build is to have these dictionaries.
    pub fn retiring<'a>(mut self, dictionaries: impl IntoIterator<Item = &'a Dictionary>) -> Self {
        for dictionary in dictionaries {
            if !self.is_retired(dictionary) {
                self.dictionaries.push(dictionary.into());
            }
        }
        self
    }

    /// True if no further build is to have this dictionary.
    pub fn is_retired(&self, dictionary: &Dictionary) -> bool {
        self.dictionaries.contains(&dictionary.into())
    }

    /// Why a build with these paths is not published here, if it is not. `live` is the build that
    /// is live here: its dictionary was looked at when something was purged.
    pub fn forbids<'a>(
        &self,
        index: &Index,
        live: Option<&Index>,
        mut paths: impl Iterator<Item = String> + 'a,
    ) -> Option<Forbidden> {
        let known = live.and_then(|live| live.dictionary.as_ref());
        let mut dictionary = index.dictionary.iter();
        if dictionary.any(|dictionary| !self.trusts(dictionary, known)) {
            return Some(Forbidden::Dictionary);
        }
        if self.paths.is_empty() {
            return None;
        }
        paths.find_map(|path| {
            let recorded = self.recorded_path(&path)?.clone();
            Some(Forbidden::Path(path, recorded))
        })
    }

    /// True if a dictionary has no part of a purged file: one that is newer, or `known`, which was
    /// checked.
    fn trusts(&self, dictionary: &Dictionary, known: Option<&Dictionary>) -> bool {
        let is_later = |since: &str| {
            let trained_on = dictionary.trained_on.as_ref();
            trained_on.is_some_and(|id| is_later(id, since))
        };
        let is_fresh = self.paths.iter().all(|path| is_later(&path.since));
        !self.is_retired(dictionary) && (is_fresh || known == Some(dictionary))
    }

    /// The record without the entries that cover one of `paths`, and without `dictionary`.
    pub fn without_paths(
        mut self,
        dictionary: Option<&Dictionary>,
        paths: impl Iterator<Item = String>,
    ) -> Self {
        for path in paths {
            while let Some(recorded) = self.recorded_path(&path).cloned() {
                self.paths.retain(|known| *known != recorded);
            }
        }
        let released = dictionary.map(RetiredDictionary::from);
        self.dictionaries
            .retain(|known| Some(known) != released.as_ref());
        self
    }

    /// True if a path was purged, be it with one above it.
    pub(super) fn has(&self, path: &str) -> bool {
        self.recorded_path(path).is_some()
    }

    fn recorded_path(&self, path: &str) -> Option<&RecordedPath> {
        let hashes: Vec<Hash> = coverers(path)
            .map(|coverer| Hash::of(coverer.as_bytes()))
            .collect();
        let mut known = self.paths.iter();
        known.find(|known| hashes.contains(&known.path))
    }
}

/// Whether a build was begun after a time.
fn is_later(id: &BuildId, since: &str) -> bool {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let began = id.as_str().split('-').next().map(digits);
    // Both have year to second: `20261121T030405Z`, `2026-11-21T03:04:05Z`.
    began.is_some_and(|began| began > digits(since))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::LogVerb;

    fn id(time: &str) -> BuildId {
        BuildId::new(time, 1).unwrap()
    }

    fn record() -> PurgeRecord {
        let line = LogLine {
            by: "ann".to_owned(),
            ..LogLine::new(LogVerb::Purge, "2026-11-21T03:04:05Z", &Default::default())
        };
        let paths = ["/news/a".to_owned(), "/media/tide.png".to_owned()];
        PurgeRecord::default().after(&PurgedPaths::new(&paths).unwrap(), &line)
    }

    fn index(asset: &str, trained_on: Option<BuildId>) -> Index {
        let golden = include_str!("../../../../contract/tests/golden/index.json");
        let mut index: Index = serde_json::from_str(golden).unwrap();
        index.dictionary = Some(Dictionary {
            asset: asset.to_owned(),
            sha256: String::new(),
            trained_on,
            samples: Vec::new(),
        });
        index
    }

    fn without_dictionary() -> Index {
        Index {
            dictionary: None,
            ..index("", None)
        }
    }

    // R10.03, R10.04
    #[test]
    fn a_build_with_a_purged_path_is_forbidden_until_the_path_is_released() {
        let forbidden = |record: &PurgeRecord, path: &str| {
            let paths = ["/".to_owned(), path.to_owned()].into_iter();
            record.forbids(&without_dictionary(), None, paths)
        };
        let record = record();
        assert!(!serde_json::to_string(&record).unwrap().contains("news"));
        for (path, is_forbidden) in [
            ("/news/a/_payload.json", true),
            ("/media/tide.png.800.webp", true),
            ("/news/ab", false),
        ] {
            assert_eq!(forbidden(&record, path).is_some(), is_forbidden, "{path}");
        }
        let released = record.without_paths(None, ["/news/a/_payload.json".to_owned()].into_iter());
        assert_eq!(forbidden(&released, "/news/a"), None);
        assert!(forbidden(&released, "/media/tide.png").is_some());
    }

    #[test]
    fn a_dictionary_is_trusted_that_is_newer_or_live_and_not_retired() {
        let (old, new) = (id("20261121T030400Z"), id("20261121T030406Z"));
        let forbidden = |record: &PurgeRecord, index: &Index, live: Option<&Index>| {
            record.forbids(index, live, std::iter::empty()).is_some()
        };
        let record = record();
        let (unknown, older) = (index("a", None), index("a", Some(old)));
        let newer = index("a", Some(new));
        assert!(forbidden(&record, &unknown, None));
        assert!(forbidden(&record, &older, None));
        assert!(!forbidden(&record, &older, Some(&older)));
        assert!(!forbidden(&record, &newer, None));
        assert!(!forbidden(&PurgeRecord::default(), &unknown, None));
        let retired = record.retiring(&older.dictionary);
        assert!(forbidden(&retired, &older, Some(&older)));
        assert!(
            !forbidden(&retired, &newer, None),
            "the same bytes, made anew"
        );
        assert_eq!(retired.clone().retiring(&older.dictionary), retired);
        let released = retired.without_paths(older.dictionary.as_ref(), std::iter::empty());
        assert!(!forbidden(&released, &older, Some(&older)));
    }
}
