//! Forms by which visitors send messages: the questions of each, and the rules for answers.
//!
//! A form is an entry of the collection `forms`, `content/forms/<key>.yaml`. Its page gets it in
//! its payload and the embedded origin in [`crate::origin_data`], so browser and origin apply the
//! same rules; `tests/golden/form-cases.json` has values with the verdict that both must reach.
//! Properties that only the page needs (hints, hints for autofill) are not part of these types.

use serde::{Deserialize, Serialize};
use serde_json::Number;

/// A form in one language.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Form {
    /// Name of a message, for letters and lists of messages: `Business plan`.
    pub title: String,
    /// Unprefixed path of its page: `/message/bp`. Below it are `sent` and `failed`, to which a
    /// browser without JavaScript is redirected.
    pub path: String,
    /// A sentence or two on the next steps, for the confirmation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<String>,
    /// The questions, in the order of the form and of the letters.
    pub fields: Vec<FormField>,
    /// The file that may be attached; where this is missing, no file is accepted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<FileField>,
}

/// One question, and the rules for its answer.
///
/// An answer is text, as forms send it: of a number its digits, of a date `2026-11-23`; of
/// [`FieldKind::Choices`] several texts. An empty one is none. Rules apply to its normalised form:
/// `３，０００` is the number 3000, and spaces around an answer are ignored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FormField {
    /// Name in calls: `company`.
    pub name: String,
    /// Name for people.
    pub label: String,
    /// Kind of answer.
    pub kind: FieldKind,
    /// May be left empty.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Exactly so many: characters of a text (Unicode code points), the value of a number, choices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub len: Option<Number>,
    /// At least so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub min: Option<Number>,
    /// At most so many.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<Number>,
    /// A regular expression for the whole text, in the syntax common to Rust's `regex` and
    /// JavaScript with the flag `u`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// Answers to choose from, for the kinds that offer a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<FieldOption>,
}

/// Kind of answer to a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FieldKind {
    /// One line of text.
    Text,
    /// Text of several lines.
    Lines,
    /// An e-mail address.
    Email,
    /// A telephone number, or another name under which a person answers.
    Tel,
    /// An address on the web.
    Url,
    /// A decimal number: `12`, `-3.5`.
    Number,
    /// A day that exists: `2026-11-23`.
    Date,
    /// One of the options.
    Choice,
    /// Some of the options, none twice.
    Choices,
}

/// One of the answers that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldOption {
    /// The answer in calls.
    pub value: String,
    /// The answer for people.
    pub label: String,
}

/// The question for a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct FileField {
    /// Name for people.
    pub label: String,
    /// May be left out.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Size of the largest that is taken, in bytes.
    pub max_bytes: u64,
    /// Kinds that are taken.
    pub types: Vec<FileKind>,
}

/// Kind of file, judged by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum FileKind {
    /// `.pdf`
    Pdf,
    /// `.doc`, `.docx`
    Word,
    /// `.ppt`, `.pptx`
    Powerpoint,
}

/// The rule that an answer breaks; the first one, in this order (R5.01).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Rule {
    /// Something must be answered.
    Required,
    /// Text where several are wanted or the reverse; no number; no address on the web; an answer to
    /// a question that the form does not have.
    Type,
    /// More than spaces must be answered.
    Whitespace,
    /// The number of characters.
    Length,
    /// The value of a number.
    Number,
    /// The number of choices.
    Count,
    /// The regular expression.
    Pattern,
    /// The options.
    Option,
    /// A day that exists.
    Date,
    /// The form of an e-mail address.
    Email,
    /// The whole file has arrived, and its upload is not too old.
    Arrived,
    /// The file has bytes.
    Empty,
    /// The size of the file.
    Size,
    /// The file is of an accepted kind, and its name has the extension of that kind.
    Content,
}

/// A question with an answer that cannot be accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FieldFault {
    /// Name of the question; `file` for the file.
    pub name: String,
    /// The first rule that is broken.
    pub rule: Rule,
}

/// Names of the values that are sent beside the answers; no field can have one of them.
pub const RESERVED_NAMES: [&str; 8] = [
    "key",
    "upload",
    "file",
    "consent",
    "captcha",
    "captchaId",
    "website",
    "language",
];

/// Paths below `/api/message` of other calls; no form can have one of them as its key.
pub const RESERVED_KEYS: [&str; 3] = ["uploads", "state", "withdraw"];
