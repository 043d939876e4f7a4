//! Names of files inside a builds folder.

use std::fmt;

use anyhow::bail;
use contract::build::BuildId;

use generator_builds::purge::record::FILE;
use generator_builds::source_list;

/// A longer name is no file of a build.
const LENGTH_MAX: usize = 1_024;
/// File systems allow no longer part of a path.
const SEGMENT_MAX: usize = 255;

/// Place of a file inside a builds folder, such as `shards/<hash>.json`: never absolute, never out
/// of the folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(String);

impl Name {
    /// A name, if it is one.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let is_plain = |segment: &str| {
            let is_dots = segment == "." || segment == "..";
            !segment.is_empty() && segment.len() <= SEGMENT_MAX && !is_dots
        };
        let is_odd = |c: char| c.is_control() || c == '\\';
        if text.len() > LENGTH_MAX || text.contains(is_odd) || !text.split('/').all(is_plain) {
            bail!("{text:?} cannot be a file of a build");
        }
        Ok(Self(text.to_owned()))
    }

    /// `latest.json`.
    pub fn latest() -> Self {
        Self("latest.json".to_owned())
    }

    /// `history.json`.
    pub fn history() -> Self {
        Self("history.json".to_owned())
    }

    /// `hold.json`.
    pub fn hold() -> Self {
        Self("hold.json".to_owned())
    }

    /// `purged.json`.
    pub fn purge_record() -> Self {
        Self(FILE.to_owned())
    }

    /// `<folder>/<stem>.json`, for folders of files that are named by ids and hashes.
    pub fn json(folder: &str, stem: impl fmt::Display) -> Self {
        Self(format!("{folder}/{stem}.json"))
    }

    /// The list of the content files of a build.
    pub fn sources(build: &BuildId) -> Self {
        let name = source_list::file_name(build);
        Self(format!("{}/{name}", source_list::FOLDER))
    }

    /// A file in the folder of a build.
    pub fn build_file(holder: &BuildId, inside: &str) -> anyhow::Result<Self> {
        Self::parse(&format!("{holder}/{inside}"))
    }

    /// The sidecar with this extension.
    pub fn sidecar(&self, extension: &str) -> Self {
        Self(format!("{}.{extension}", self.0))
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_never_leads_out_of_the_folder() {
        for good in [
            "latest.json",
            "shards/0a.json",
            "20261121T030405Z-9f3ac1b2/新闻/index.html",
        ] {
            assert_eq!(Name::parse(good).unwrap().as_str(), good);
        }
        let long = "a/".repeat(600) + "a";
        for bad in [
            "",
            "/",
            "/etc/passwd",
            "a//b",
            "a/",
            "../a",
            "a/../../b",
            "a/./b",
            "a\\b",
            "a\nb",
            "a\0b",
            &long,
            &"a".repeat(256),
        ] {
            assert!(Name::parse(bad).is_err(), "{bad:?}");
        }
    }
}
