//! Old addresses: `aliases` in front matter, and `content/redirects.yaml` for the rest.
//!
//! Both are written without a language. Their target, and whether it is allowed, is decided where
//! the site's pages are known: the generator's `pages/redirects.rs`.

pub(crate) mod address;

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::Hash;
use contract::locale::Locale;
use serde::{Deserialize, Serialize};

use crate::field_problem::FieldProblem;
use crate::files::folder::ContentFolder;
use crate::files::scan::{EntryKey, REDIRECTS};
use crate::files::text_file;
use crate::schema::root_file::parse_and_check;
use address::{AddressProblem, address_problem, shape_problem};
use generator_ground::diagnostic::{Diagnostic, Severity, suggestion};
use generator_ground::message::Message;

const SCHEMA: &str = include_str!("redirects.schema.json");

/// Old addresses of visible entries, where they have any.
pub(crate) type Aliases = BTreeMap<EntryKey, Vec<Alias>>;

/// An old address of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// Unprefixed: `/news/old-name`.
    pub path: String,
    /// The text that has it: `content/news/new-name/en.md`.
    pub file: String,
    /// JSON pointer to it: `/aliases/0`.
    pub pointer: String,
}

/// Why an entry that is written is not visible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// `expireAt` has passed.
    Expired,
    /// A draft, or before `publishAt`.
    Waiting,
}

/// An address of another site, as `aliases` and rows of `redirects.yaml` have it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct OldAddress {
    /// Unprefixed.
    pub path: String,
    /// Code of the language whose prefix it had.
    pub locale: Option<String>,
}

/// The decoded `path` as an old address; none if this site cannot answer there.
pub fn old_address(path: &str, locales: &[Locale]) -> Option<OldAddress> {
    let path = path.strip_suffix("/index.html").unwrap_or(path);
    let path = match path.trim_end_matches('/') {
        "" => "/",
        trimmed => trimmed,
    };
    match address_problem(path, locales) {
        None => Some(OldAddress {
            path: path.to_owned(),
            locale: None,
        }),
        Some(AddressProblem::Language { path, locale }) => {
            let is_fine = address_problem(&path, locales).is_none();
            is_fine.then_some(OldAddress {
                path,
                locale: Some(locale),
            })
        }
        Some(AddressProblem::Shape | AddressProblem::System) => None,
    }
}

/// Entries that are written and not visible. Their names explain why a page is missing, and are in
/// no output.
pub(crate) type HiddenEntries = BTreeMap<EntryKey, Hidden>;

/// `content/redirects.yaml`, checked as far as possible without pages.
#[derive(Debug, Default)]
pub struct RedirectFile {
    /// Name of the file in messages.
    pub file: String,
    /// Rows of the file.
    pub rows: Vec<Row>,
    hash: Option<Hash>,
    problems: Vec<Diagnostic>,
}

/// A row of the file.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Row {
    /// The old address, unprefixed.
    pub from: String,
    /// Target of the row, unprefixed; none for a page that is gone.
    #[serde(default)]
    pub to: Option<String>,
    /// Answer.
    #[serde(default)]
    pub status: Status,
    /// Code of the only language that the row holds for.
    #[serde(default)]
    pub locale: Option<String>,
}

/// Answer at an old address.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u16", into = "u16")]
pub enum Status {
    /// 308: for good.
    #[default]
    Permanent,
    /// 307: for now.
    Temporary,
    /// 410: there is no page any more.
    Gone,
}

impl TryFrom<u16> for Status {
    type Error = &'static str;

    fn try_from(status: u16) -> Result<Self, Self::Error> {
        match status {
            308 => Ok(Self::Permanent),
            307 => Ok(Self::Temporary),
            410 => Ok(Self::Gone),
            _ => Err("308, 307 or 410"),
        }
    }
}

impl From<Status> for u16 {
    fn from(status: Status) -> Self {
        match status {
            Status::Permanent => 308,
            Status::Temporary => 307,
            Status::Gone => 410,
        }
    }
}

impl RedirectFile {
    /// True if there is no such file.
    pub(crate) fn is_none(&self) -> bool {
        self.hash.is_none()
    }

    /// The file in `folder`, called `file` in messages. `last` is the previous result, which is
    /// still valid while the bytes are the same.
    pub(crate) fn read(
        folder: &ContentFolder,
        file: &str,
        locales: &[Locale],
        last: &Arc<Self>,
        diagnostics: &mut Vec<Diagnostic>,
    ) -> Arc<Self> {
        let read = match text_file::read(&folder.place(REDIRECTS), file, text_file::MAX_YAML) {
            Ok(read) => read,
            Err(problem) => {
                diagnostics.push(*problem);
                return Arc::default();
            }
        };
        let found = match last.hash == Some(read.hash) {
            true => last.clone(),
            false => Arc::new(Self::parse(file, &read.text, read.hash, locales)),
        };
        diagnostics.extend(found.problems.iter().cloned());
        found
    }

    pub(crate) fn parse(file: &str, text: &str, hash: Hash, locales: &[Locale]) -> Self {
        let mut problems = Vec::new();
        let value = parse_and_check(file, text, SCHEMA, &mut problems);
        // An empty file is one without rows.
        let rows = value.and_then(|value| Vec::<Row>::deserialize(&value).ok());
        let rows = rows.unwrap_or_default();
        let wrong: Vec<FieldProblem> = rows
            .iter()
            .enumerate()
            .flat_map(|(index, row)| row.problems(index, locales))
            .collect();
        problems.extend(text_file::locate(file, text, 0..text.len(), wrong));
        Self {
            file: file.to_owned(),
            // The site is not published while a row is wrong.
            rows: if problems.iter().all(|it| it.severity == Severity::Warning) {
                rows
            } else {
                Vec::new()
            },
            hash: Some(hash),
            problems,
        }
    }
}

impl Row {
    fn problems(&self, index: usize, locales: &[Locale]) -> Vec<FieldProblem> {
        let mut problems = Vec::new();
        let addresses = [("from", Some(&self.from)), ("to", self.to.as_ref())];
        for (field, path) in addresses {
            // A file that exists already may have any name: it is beside a text.
            let found = path.and_then(|path| match field {
                "from" => address_problem(path, locales),
                _ => shape_problem(path, locales),
            });
            problems.extend(found.map(|found| {
                let message = match found {
                    AddressProblem::Language { path, locale } => {
                        Message::new("bad-address/row-language")
                            .with("path", self.path_of(field))
                            .with("better", path)
                            .with("language", locale)
                    }
                    other => other.message(self.path_of(field)),
                };
                FieldProblem::at(format!("/{index}/{field}"), message)
            }));
        }
        if (self.status == Status::Gone) == self.to.is_some() {
            let message = match self.status {
                Status::Gone => Message::new("redirect-target/gone"),
                _ => Message::new("redirect-target"),
            };
            problems.push(FieldProblem::at(format!("/{index}/from"), message));
        }
        let codes = || locales.iter().map(|locale| locale.code.as_str());
        if let Some(code) = &self.locale
            && !codes().any(|known| known == code)
        {
            let message = Message::new("unknown-locale").with("language", code);
            let message = message.suggest(suggestion(code, codes()));
            problems.push(FieldProblem::at(format!("/{index}/locale"), message));
        }
        problems
    }

    fn path_of(&self, field: &str) -> &str {
        match field {
            "from" => &self.from,
            _ => self.to.as_deref().unwrap_or_default(),
        }
    }
}
