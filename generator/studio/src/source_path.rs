//! PURE: paths that the studio may read and write: files of entries, and settings.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Settings at the root of `content/` that editors change.
const SETTINGS: [&str; 4] = [
    "site.yaml",
    "system-config.yaml",
    "redirects.yaml",
    "search.yaml",
];

/// Longest path, in bytes.
const MAX_LENGTH: usize = 400;

/// A path below `content/`, of a file that an editor may change. It has no part that leads
/// elsewhere, and no part that begins with a dot or an underscore: a schema belongs to developers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct SourcePath(String);

/// The text is no path that the studio may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a file that an editor may change")]
pub struct NotASource;

impl SourcePath {
    /// The text: `news/first-close/en.md`.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of the file that messages and places call `file`: `content/news/a/en.md`.
    ///
    /// # Errors
    /// The file is none that an editor may change.
    pub fn from_file(file: &str) -> Result<Self, NotASource> {
        let (_, inside) = file.split_once('/').ok_or(NotASource)?;
        inside.parse()
    }

    /// Whether the file has front matter and a body.
    pub fn is_markdown(&self) -> bool {
        self.0.ends_with(".md")
    }

    /// Whether the file is text: Markdown, or YAML.
    pub fn is_text(&self) -> bool {
        self.is_markdown() || self.0.ends_with(".yaml")
    }
}

impl FromStr for SourcePath {
    type Err = NotASource;

    fn from_str(text: &str) -> Result<Self, NotASource> {
        let parts: Vec<&str> = text.split('/').collect();
        let is_known = match parts.as_slice() {
            [name] => SETTINGS.contains(name),
            [_, name] => name.ends_with(".yaml"),
            [_, _, ..] => true,
            [] => false,
        };
        match is_known && text.len() <= MAX_LENGTH && parts.iter().all(|part| is_part(part)) {
            true => Ok(Self(text.to_owned())),
            false => Err(NotASource),
        }
    }
}

impl TryFrom<String> for SourcePath {
    type Error = NotASource;

    fn try_from(text: String) -> Result<Self, NotASource> {
        text.parse()
    }
}

impl From<SourcePath> for String {
    fn from(path: SourcePath) -> Self {
        path.0
    }
}

impl fmt::Display for SourcePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A name as content has them: ASCII letters, digits, `.`, `_` and `-`; the first is a letter or a
/// digit.
fn is_part(part: &str) -> bool {
    part.starts_with(|first: char| first.is_ascii_alphanumeric())
        // Files that are being written have such names for a moment.
        && !part.ends_with(".tmp")
        && part
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'_' | b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_of_entries_and_settings_are_sources() {
        for path in [
            "news/first-close/en.md",
            "news/first-close/zh-CN.md",
            "news/first-close/photos/a_b-1.JPG",
            "financials/2025.yaml",
            "site.yaml",
            "redirects.yaml",
        ] {
            assert_eq!(path.parse::<SourcePath>().unwrap().as_str(), path);
        }
        for path in [
            "",
            "/",
            "/news/a/en.md",
            "news//en.md",
            "news/../site.yaml",
            "../locales/locales.json",
            "news/a/./en.md",
            "news/a/en.md/",
            "news/_schema.json",
            "news/a/.hidden",
            ".git/config",
            "news/.git/config",
            "settings.schema.json",
            "README.md",
            "news/README.md",
            "news/a/en.md\0",
            "news/a/e n.md",
            "news/a\\..\\b/en.md",
            "news/%2e%2e/en.md",
            "news/潮/en.md",
            "news/a/en.md.tmp",
            &format!("news/{}/en.md", "a".repeat(MAX_LENGTH)),
        ] {
            assert_eq!(path.parse::<SourcePath>(), Err(NotASource), "{path:?}");
        }
        let file = SourcePath::from_file("content/news/a/en.md").unwrap();
        assert_eq!(file.as_str(), "news/a/en.md");
        assert_eq!(SourcePath::from_file("site.yaml"), Err(NotASource));
    }
}
