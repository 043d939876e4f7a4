//! Values for placeholders of sentences.

use std::io;

use serde::{Deserialize, Serialize};
use serde_json::json;

use super::{Language, Message};

/// A value in a message.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Argument {
    /// Text as it is.
    Text(String),
    /// Text that is written somewhere, between backticks.
    Literal(String),
    /// A count.
    Number(u64),
    /// Names of a list, each between backticks.
    Names(Vec<String>),
    /// JSON pointer to a field, shown with items counted from 1: `figures` › item 1 › `label`.
    Field(String),
    /// A part of a sentence that has words of its own.
    Message(Box<Message>),
    /// Several parts of a sentence.
    List(Vec<Message>),
}

impl Argument {
    /// A field, by its JSON pointer.
    pub fn field(pointer: impl Into<String>) -> Self {
        Self::Field(pointer.into())
    }

    /// Names of a list.
    pub fn names<Name: Into<String>>(names: impl IntoIterator<Item = Name>) -> Self {
        Self::Names(names.into_iter().map(Into::into).collect())
    }

    /// Several parts of a sentence.
    pub fn list(parts: impl IntoIterator<Item = Message>) -> Self {
        Self::List(parts.into_iter().collect())
    }

    /// The argument in a language.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Literal(text) => format!("`{text}`"),
            Self::Number(number) => number.to_string(),
            Self::Names(names) => {
                let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
                quoted.join(comma(language))
            }
            Self::Field(pointer) => field(pointer, language),
            Self::Message(message) => message.text(language),
            Self::List(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| part.text(language)).collect();
                parts.join(comma(language))
            }
        }
    }

    /// The value as data, for programs; a part of a sentence is no data, and is given as text.
    pub(super) fn data(&self, language: Language) -> serde_json::Value {
        match self {
            Self::Text(text) | Self::Literal(text) | Self::Field(text) => json!(text),
            Self::Number(number) => json!(number),
            Self::Names(names) => json!(names),
            Self::Message(message) => json!(message.text(language)),
            Self::List(parts) => {
                let parts = parts.iter().map(|part| part.text(language));
                json!(parts.collect::<Vec<_>>())
            }
        }
    }
}

/// Separator of the parts of a list.
fn comma(language: Language) -> &'static str {
    match language {
        Language::Chinese => "、",
        Language::English => ", ",
    }
}

/// `/figures/0/label` → `` `figures` › item 1 › `label` ``.
fn field(pointer: &str, language: Language) -> String {
    if pointer.is_empty() {
        return Message::new("all-fields").text(language);
    }
    let part = |part: &str| match part.parse::<u64>() {
        Ok(index) => Message::new("item")
            .with("number", index + 1)
            .text(language),
        Err(_) => format!("`{}`", part.replace("~1", "/").replace("~0", "~")),
    };
    let parts: Vec<String> = pointer[1..].split('/').map(part).collect();
    parts.join(" › ")
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<usize> for Argument {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<u64> for Argument {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Argument {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<Message> for Argument {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

/// Failures of files, as far as an editor can do something about it; the rest in the system's
/// words.
impl From<&io::Error> for Argument {
    fn from(error: &io::Error) -> Self {
        match Message::of_disk_fault(error) {
            Some(fault) => fault.into(),
            None if error.kind() == io::ErrorKind::NotFound => Message::new("os-missing").into(),
            None => error.to_string().into(),
        }
    }
}

impl Message {
    /// The fault of a disk that has no room or refuses to be written to, and its remedy; none if
    /// something else failed. No edit mends it, and it may end by itself.
    pub fn of_disk_fault(error: &io::Error) -> Option<Self> {
        match error.kind() {
            io::ErrorKind::PermissionDenied => Some(Self::new("os-denied")),
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Some(Self::new("os-full")),
            io::ErrorKind::ReadOnlyFilesystem => Some(Self::new("os-read-only")),
            _ => None,
        }
    }
}
