//! `refusals.json`, a file of a form's page: the parts and texts with which the embedded origin
//! shows the form again to a browser without JavaScript, when a message was refused. The worker
//! makes it from the same components and texts as the browser does.
//!
//! In the page's document the origin finds the form by its `action`, a question by
//! [`FIELD_MARK`], and the place of the summary by [`SUMMARY_MARK`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::form::Rule;

/// Name of the file beside the page.
pub const FILE: &str = "refusals.json";

/// Content type of the file.
pub const MEDIA_TYPE: &str = "application/json";

/// Attribute of the element around a question; its value is the question's name.
pub const FIELD_MARK: &str = "data-field";

/// Attribute of the empty element above the questions.
pub const SUMMARY_MARK: &str = "data-refusal";

/// `refusals.json`: parts and words with which the origin shows a form again, without JavaScript,
/// when it refused a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RefusalsFile {
    /// Title of the document; its slot is `{title}`, the page's own. A text.
    pub title: String,
    /// HTML with slots, `{name}`, for texts that the origin escapes or for other parts.
    pub parts: RefusalParts,
    /// Sentences on the refusal as a whole.
    pub notes: RefusalNotes,
    /// Name of a question → rule → the reason why its answer is not taken.
    pub rules: BTreeMap<String, BTreeMap<Rule, String>>,
    /// The reason why a file that was fine has to be chosen again.
    pub file_again: String,
}

/// Parts of the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct RefusalParts {
    /// The summary above the questions: `{note}`, `{items}`.
    pub summary: String,
    /// A question of the summary: `{id}` of its control, `{reason}`.
    pub item: String,
    /// The reason beside a question: its own `{id}`, `{reason}`.
    pub reason: String,
    /// The question for a person: `{id}` and `{image}` of the captcha.
    pub captcha: String,
}

/// Sentences on a refusal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub struct RefusalNotes {
    /// Answers cannot be taken.
    pub questions: String,
    /// The origin wants to see a person.
    pub person: String,
    /// The characters of the captcha did not match.
    pub person_again: String,
    /// The client has sent too much; `{seconds}` until it may send again.
    pub busy: String,
    /// The origin cannot take it now.
    pub away: String,
    /// `{reason}` has it.
    pub other: String,
}
