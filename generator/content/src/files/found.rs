//! Finds the files of one entry, and the kind of each. Reads none.
//!
//! | path | what |
//! |---|---|
//! | `<collection>/<slug>/<locale>.md` | a text of a Markdown entry |
//! | `<collection>/<slug>/<anything else>` | a file beside it |
//! | `<collection>/<slug>.yaml` | a data entry |

use std::fs;

use contract::locale::Locale;
use serde::{Deserialize, Serialize};

use super::folder::ContentFolder;
use super::name::is_media_name;
use super::scan::{EntryKey, stray};
use super::walk::{Seen, Walk};
use generator_ground::diagnostic::{Diagnostic, suggestion};
use generator_ground::message::{Argument, Message};
use generator_ground::storage::source::FileStamp;

/// Folders below an entry's are followed this deep.
const MAX_DEPTH: usize = 6;

/// One file of an entry.
#[derive(Clone, Debug)]
pub(crate) struct FoundFile {
    /// Role in the entry.
    pub(crate) role: Role,
    /// `content/news/first-close/en.md`.
    pub(crate) file: String,
    /// Identity of its content on disk.
    pub(crate) stamp: FileStamp,
}

/// Role of a file in its entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Role {
    /// Text of the entry in the locale of that number.
    Text(usize),
    /// Fields of the entry in all languages.
    Data,
    /// A file beside the text; path inside the entry's folder.
    Media(String),
}

/// Files of an entry on disk.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// True if there is an entry at all, be it without a file.
    pub(crate) is_there: bool,
    /// Files in the order of their names.
    pub(crate) files: Vec<FoundFile>,
    /// Problems that were found.
    pub(crate) diagnostics: Vec<Diagnostic>,
}

impl Files {
    /// The files in `folder` of the entry at `place`.
    pub(crate) fn find(folder: &ContentFolder, locales: &[Locale], place: &EntryKey) -> Self {
        let mut found = Self::default();
        let mut walk = Walk::new(folder);
        let EntryKey { collection, slug } = place;
        for path in [
            format!("{collection}/{slug}"),
            format!("{collection}/{slug}.yaml"),
        ] {
            walk.each(&path, MAX_DEPTH, |walk, seen| {
                found.see(walk, seen, locales);
            });
        }
        found.diagnostics = walk.diagnostics;
        // Files of a change set come before those of the folder.
        found.files.sort_by(|a, b| a.file.cmp(&b.file));
        found
    }

    fn see(&mut self, walk: &mut Walk<'_>, seen: Seen, locales: &[Locale]) {
        let parts: Vec<&str> = seen.path.split('/').collect();
        if seen.is_folder {
            self.is_there = true;
            return;
        }
        let role = match parts.as_slice() {
            [_, name] if name.ends_with(".yaml") => {
                self.is_there = true;
                Some(Role::Data)
            }
            [_, _] => return stray(walk, seen.file),
            [_, _, rest @ ..] => role(walk, &rest.join("/"), &seen.file, locales),
            _ => None,
        };
        let Some(role) = role else {
            return;
        };
        match fs::symlink_metadata(&seen.place) {
            Ok(metadata) => self.files.push(FoundFile {
                role,
                file: seen.file,
                stamp: FileStamp::new(&metadata),
            }),
            Err(error) => {
                walk.say(
                    seen.file,
                    Message::new("unreadable").with("why", Argument::from(&error)),
                );
            }
        }
    }
}

/// The code that `stem` is but for capitals and `_`.
fn same_language<'c>(stem: &str, codes: &[&'c str]) -> Option<&'c str> {
    let plain = stem.replace('_', "-");
    let mut codes = codes.iter().copied();
    codes.find(|code| code.eq_ignore_ascii_case(&plain))
}

/// A name like `name` that suits an address.
fn better_name(name: &str) -> Option<String> {
    let parts: Option<Vec<String>> = name.split('/').map(better_part).collect();
    let better = parts?.join("/");
    is_media_name(&better).then_some(better)
}

/// Letters of other scripts are left out; a name of them alone becomes `file`.
fn better_part(part: &str) -> Option<String> {
    let (stem, end) = part.rsplit_once('.').unwrap_or((part, ""));
    if !end.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let is_part = |it: char| it.is_ascii_alphanumeric() || "._-".contains(it);
    let words = stem
        .split(|it| !is_part(it))
        .filter(|word| !word.is_empty());
    let stem = words.collect::<Vec<_>>().join("-");
    let stem = match stem.trim_matches(['.', '-', '_']) {
        "" => "file",
        stem => stem,
    };
    Some(if end.is_empty() {
        stem.to_owned()
    } else {
        format!("{stem}.{end}")
    })
}

/// The role of the file `name` in the folder of an entry.
fn role(walk: &mut Walk<'_>, name: &str, file: &str, locales: &[Locale]) -> Option<Role> {
    let Some(stem) = name.strip_suffix(".md").filter(|_| !name.contains('/')) else {
        if is_media_name(name) {
            return Some(Role::Media(name.to_owned()));
        }
        let message = match better_name(name) {
            Some(better) => Message::new("bad-file-name/nearly").with("better", better),
            None => Message::new("bad-file-name"),
        };
        walk.say(file, message);
        return None;
    };
    if let Some(locale) = locales.iter().position(|locale| locale.code == stem) {
        return Some(Role::Text(locale));
    }
    walk.say(
        file,
        unknown_language(stem, locales, |code| format!("{code}.md")),
    );
    None
}

/// The problem of a file that is named by a language which the site does not have; `name` is the
/// name of such a file.
pub(crate) fn unknown_language(
    language: &str,
    locales: &[Locale],
    name: impl Fn(&str) -> String,
) -> Message {
    let codes: Vec<&str> = locales.iter().map(|locale| locale.code.as_str()).collect();
    let near = same_language(language, &codes);
    let near = near.or_else(|| suggestion(language, codes.iter().copied()));
    Message::new("unknown-locale/file")
        .with("language", language)
        .with("languages", Argument::names(codes.iter().copied()))
        .suggest(near.map(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_suits_no_address_gets_one_that_does() {
        for (name, better) in [
            ("照片.png", Some("file.png")),
            ("IMG 0001.PNG", Some("IMG-0001.PNG")),
            ("a (b).jpg", Some("a-b.jpg")),
            ("图1.png", Some("1.png")),
            ("图 表/新 图2.svg", Some("file/2.svg")),
            ("-rf.png", Some("rf.png")),
            ("a.图", None),
        ] {
            assert_eq!(better_name(name).as_deref(), better, "{name}");
        }
    }

    #[test]
    fn a_language_is_known_in_capitals() {
        let codes = ["zh-CN", "en"];
        for (stem, code) in [("EN", "en"), ("zh-cn", "zh-CN"), ("ZH_CN", "zh-CN")] {
            assert_eq!(same_language(stem, &codes), Some(code));
        }
        assert_eq!(same_language("fr", &codes), None);
    }
}
