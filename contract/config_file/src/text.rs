//! The file as tables of values, each with its place.

use std::fmt;
use std::fs::File;
use std::io::Read;
use std::ops::Range;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use toml_edit::{Document, Item, Value};

use crate::spelling::suggestion;

/// The file that is read from the working directory if no other is named.
pub const DEFAULT_NAME: &str = "portico.toml";

/// The table of options that several programs have.
pub const SITE: &str = "site";

/// All tables: the programs, and the options that they share.
pub const TABLES: [&str; 4] = ["generator", "gateway", "origin", SITE];

/// Permissions of the group and of others.
const NOT_OF_THE_OWNER: u32 = 0o077;

/// Line and column, from 1; the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// Why the file cannot be used. No message has a value of the file in it: it may be a secret.
#[derive(Debug)]
pub struct FileError {
    /// The file.
    pub file: PathBuf,
    /// Where in the file; none where it cannot be read.
    pub place: Option<Place>,
    /// Reason and remedy.
    pub reason: String,
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.file.display();
        match self.place {
            Some(Place { line, column }) => write!(f, "{file}:{line}:{column}: {}", self.reason),
            None => write!(f, "{file}: {}", self.reason),
        }
    }
}

impl std::error::Error for FileError {}

/// A value as TOML has it, in the form of the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A text, or a date and time.
    Text(String),
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Bool(bool),
}

impl Scalar {
    /// The value as it is written on a command line.
    pub fn as_argument(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => number.to_string(),
            Self::Bool(flag) => flag.to_string(),
        }
    }
}

/// One key with its values.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Name of the table.
    pub table: String,
    /// The key, the long name of an option.
    pub key: String,
    /// The values: one, or those of a list.
    pub values: Vec<Scalar>,
    /// True if the values are written as a list.
    pub is_list: bool,
    /// Where the key is.
    pub key_place: Place,
    /// Where the value is.
    pub place: Place,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct ConfigText {
    /// The file.
    pub path: PathBuf,
    /// All keys, in the order of the file.
    pub entries: Vec<Entry>,
    /// True if the owner alone can read the file.
    pub is_private: bool,
}

impl ConfigText {
    /// Reads a file.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let unread = |error: std::io::Error| FileError {
            file: path.to_owned(),
            place: None,
            reason: format!("cannot be read: {error}"),
        };
        let mut file = File::open(path).map_err(unread)?;
        let mode = file.metadata().map_err(unread)?.mode();
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unread)?;
        Self::parse(path, &bytes, mode & NOT_OF_THE_OWNER == 0)
    }

    /// Parses the bytes of a file.
    pub fn parse(path: &Path, bytes: &[u8], is_private: bool) -> Result<Self, FileError> {
        let refuse = |place, reason| FileError {
            file: path.to_owned(),
            place: Some(place),
            reason,
        };
        let text = str::from_utf8(bytes).map_err(|error| {
            let valid = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let end = valid.len();
            refuse(place_of(&valid, end), "is not text in UTF-8".to_owned())
        })?;
        let document = Document::parse(text).map_err(|error| {
            let start = error.span().map_or(0, |span| span.start);
            let reason = error.message().trim().replace('\n', "; ");
            refuse(place_of(text, start), reason)
        })?;
        let mut entries = Vec::new();
        for (name, item) in document.as_table() {
            let key = document.as_table().get_key_value(name);
            let key_place = start_of(text, key.and_then(|(key, _)| key.span()));
            let Some(table) = item.as_table_like() else {
                return Err(refuse(key_place, outside(name)));
            };
            if !TABLES.contains(&name) {
                return Err(refuse(key_place, unknown_table(name)));
            }
            for (key, item) in table.iter() {
                let own = table.get_key_value(key).and_then(|(key, _)| key.span());
                let key_place = start_of(text, own);
                let place = item
                    .span()
                    .map_or(key_place, |span| start_of(text, Some(span)));
                let (values, is_list) = values(item).map_err(|reason| refuse(place, reason))?;
                entries.push(Entry {
                    table: name.to_owned(),
                    key: key.to_owned(),
                    values,
                    is_list,
                    key_place,
                    place,
                });
            }
        }
        Ok(Self {
            path: path.to_owned(),
            entries,
            is_private,
        })
    }

    /// An error about a place of this file.
    pub fn refusal(&self, place: Place, reason: String) -> FileError {
        FileError {
            file: self.path.clone(),
            place: Some(place),
            reason,
        }
    }
}

fn outside(key: &str) -> String {
    format!(
        "`{key}` is in no table: write it below `[gateway]`, `[generator]`, `[origin]` or `[site]`"
    )
}

fn unknown_table(name: &str) -> String {
    let known = "the tables are `[generator]`, `[gateway]`, `[origin]` and `[site]`";
    match suggestion(name, TABLES) {
        Some(near) => format!("unknown table `[{name}]`: did you mean `[{near}]`?"),
        None => format!("unknown table `[{name}]`: {known}"),
    }
}

/// The values of a key, and whether they are a list.
fn values(item: &Item) -> Result<(Vec<Scalar>, bool), String> {
    let value = item.as_value().ok_or("a key has a value, not a table")?;
    match value {
        Value::Array(list) => {
            let scalars = list.iter().map(scalar);
            Ok((scalars.collect::<Result<_, _>>()?, true))
        }
        one => Ok((vec![scalar(one)?], false)),
    }
}

fn scalar(value: &Value) -> Result<Scalar, String> {
    match value {
        Value::String(text) => Ok(Scalar::Text(text.value().clone())),
        Value::Integer(number) => Ok(Scalar::Number(*number.value())),
        Value::Boolean(flag) => Ok(Scalar::Bool(*flag.value())),
        // An option that takes a moment can have it without quotation marks.
        Value::Datetime(moment) => Ok(Scalar::Text(moment.value().to_string())),
        Value::Float(_) | Value::Array(_) | Value::InlineTable(_) => Err(
            "a value is a string, a whole number, `true` or `false`, or a list of them".to_owned(),
        ),
    }
}

fn start_of(text: &str, span: Option<Range<usize>>) -> Place {
    place_of(text, span.map_or(0, |span| span.start))
}

fn place_of(text: &str, at: usize) -> Place {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    Place {
        line: before.matches('\n').count() + 1,
        column: before[line..].chars().count() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(bytes: &[u8]) -> Result<ConfigText, String> {
        ConfigText::parse(Path::new("portico.toml"), bytes, true).map_err(|error| error.to_string())
    }

    #[test]
    fn each_kind_of_value_is_read_with_its_place() {
        let text = "[gateway]\nlisten = ['a', \"b\"]\nhsts = 300\n[site]\n公司.x = 1\n";
        assert!(parse(text.as_bytes()).is_err());
        let text = "[gateway]\nlisten = ['a', \"b\"]\n  hsts = 3_00\ninsecure-cookies=true\nnow = 2026-11-23";
        let entries = parse(text.as_bytes()).unwrap().entries;
        let text = |text: &str| Scalar::Text(text.to_owned());
        let found: Vec<_> = entries
            .iter()
            .map(|entry| (entry.key.as_str(), entry.values.clone(), entry.is_list))
            .collect();
        assert_eq!(
            found,
            [
                ("listen", vec![text("a"), text("b")], true),
                ("hsts", vec![Scalar::Number(300)], false),
                ("insecure-cookies", vec![Scalar::Bool(true)], false),
                ("now", vec![text("2026-11-23")], false),
            ]
        );
        assert_eq!(entries[1].key_place, Place { line: 3, column: 3 });
        assert_eq!(
            entries[1].place,
            Place {
                line: 3,
                column: 10
            }
        );
    }

    #[test]
    fn a_wrong_file_is_refused_at_its_place() {
        for (text, expected) in [
            (&b"[gateway]\nlisten = "[..], "portico.toml:2:"),
            (b"[gateway]\na = 1\na = 2", "portico.toml:3:1: "),
            (b"listen = 'a'", "portico.toml:1:1: `listen` is in no table"),
            (
                b"\n[gatevay]",
                "portico.toml:2:2: unknown table `[gatevay]`: did you mean `[gateway]`?",
            ),
            (
                b"[server]",
                "portico.toml:1:2: unknown table `[server]`: the tables are",
            ),
            (
                b"[site]\nvar = 1.5",
                "portico.toml:2:7: a value is a string",
            ),
            (
                b"[site]\nvar = [[1]]",
                "portico.toml:2:7: a value is a string",
            ),
            (b"[site.var]\nx = 1", "portico.toml:1:"),
            (
                b"[[site]]\nx = 1",
                "portico.toml:1:3: `site` is in no table",
            ),
            (
                b"[site]\nvar = '\xff'",
                "portico.toml:2:8: is not text in UTF-8",
            ),
        ] {
            let error = parse(text).unwrap_err();
            assert!(error.starts_with(expected), "{error}");
        }
    }

    #[test]
    fn a_file_that_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        for path in [folder.path().join("absent.toml"), folder.path().to_owned()] {
            let error = ConfigText::read(&path).unwrap_err().to_string();
            let start = format!("{}: cannot be read: ", path.display());
            assert!(error.starts_with(&start), "{error}");
        }
    }
}
