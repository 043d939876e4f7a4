//! A page as search sees it. The crate `page-text` reads it from the published document.

use serde::{Deserialize, Serialize};

/// The text of a page, as a visitor sees it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SearchPage {
    /// Path on the site, with the locale's prefix.
    pub href: String,
    /// Id of the page's route.
    pub route: String,
    /// Locale code.
    pub locale: String,
    /// The page's first heading; the document's title for a page without one.
    pub title: String,
    /// The page's description for search engines; results show it where no passage fits better.
    pub description: String,
    /// Day of publication: `2026-05-03`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// The page's text from heading to heading, in order.
    pub passages: Vec<Passage>,
}

/// Text below one heading.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Passage {
    /// Id of the heading, by which an address leads to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub anchor: Option<String>,
    /// The heading; none before the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heading: Option<String>,
    /// Paragraphs, list items, facts and rows of tables, one line each.
    pub text: String,
    /// Lines of the text, from 0, that are a fact or a row of a table and no sentences.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<usize>,
}
