//! A message as it is shown and exported.

use serde::Serialize;
use serde_json::Value;

/// A message with all that its sender wrote.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MessageRecord {
    /// Number of the message for people: `7K3D-9QXF`.
    pub number: String,
    /// Name of the form: `bp`.
    pub form: String,
    /// Title of the form, if the live build has that form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// The language that the sender reads.
    pub language: String,
    /// Time of arrival, in RFC 3339.
    pub received_at: String,
    /// `received`, `done` or `withdrawn`.
    pub state: String,
    /// Time at which the state began, in RFC 3339.
    pub state_at: String,
    /// The sender's address; empty if the form asks for none.
    pub email: String,
    /// Version of the privacy text that the sender accepted.
    pub consent: String,
    /// Answers, in the order of the form.
    pub answers: Vec<Answer>,
    /// The file that came along.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<FileRecord>,
    /// Letters and notices that have not been sent; only in the answer for a single message.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unsent: Vec<UnsentRecord>,
}

/// A letter or a notice about a message that has not been sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnsentRecord {
    /// `confirmation` to the sender; `received` and `withdrawn` to staff.
    pub kind: String,
    /// `mail` or `webhook`.
    pub way: &'static str,
    /// Address of a member of staff, where it is for one.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub receiver: String,
    /// Tries that failed.
    pub tries: i64,
    /// Time of the next try, in RFC 3339, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_at: Option<String>,
    /// Time at which it was given up, in RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub given_up_at: Option<String>,
}

/// The answer to one question.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// Name of the question: `company`.
    pub name: String,
    /// The question for people, if the live build has it; else its name.
    pub label: String,
    /// The answer as it was sent.
    pub value: Value,
    /// The answer for people: of a choice the words that the sender saw.
    pub text: String,
}

/// A file that came along with a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FileRecord {
    /// The sender's name for it, which may be anything.
    pub name: String,
    /// A name without surprises, to save it under.
    pub save_as: String,
    /// Media type, by the file's content.
    #[serde(rename = "type")]
    pub media_type: String,
    /// Bytes.
    pub size: i64,
    /// SHA-256 of its bytes, in hexadecimal.
    pub sha256: String,
    /// `off` without a scanner, else `pending`, `clean` or `infected`.
    pub scan: String,
}

/// A column for answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name of the question.
    pub name: String,
    /// The question in the site's first language, if it is known; else its name.
    pub label: String,
}

/// Characters of a name to save a file under; with the number before it, no file system has less.
const NAME: usize = 50;

/// A name for a file of a message: letters, digits and a few signs, and the sender's ending.
pub(super) fn save_as(number: &str, file_name: &str) -> String {
    let plain = |char: char| match char {
        '.' | '-' | '_' | '(' | ')' => char,
        _ if char.is_alphanumeric() => char,
        _ => '_',
    };
    let name: Vec<char> = file_name.chars().map(plain).collect();
    // The end shows its type.
    let from = name.len().saturating_sub(NAME);
    format!("{number}-{}", String::from_iter(&name[from..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_saved_under_a_name_without_surprises() {
        for (sent, saved) in [
            ("计划 (v2).pdf", "N-计划_(v2).pdf"),
            ("../../etc/passwd", "N-.._.._etc_passwd"),
            ("a\u{202e}fdp.exe\u{1b}[2J", "N-a_fdp.exe__2J"),
            ("", "N-"),
        ] {
            assert_eq!(save_as("N", sent), saved);
        }
        let long = save_as("N", &format!("{}.pdf", "长".repeat(300)));
        assert_eq!((long.chars().count(), long.ends_with("长.pdf")), (52, true));
    }
}
