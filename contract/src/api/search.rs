//! The site's search.

use serde::{Deserialize, Serialize};

/// `data` of `GET /api/search`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SearchResults {
    /// The question, as it was asked.
    pub query: String,
    /// Hits in all, of the requested kind; a search stops after a few hundred.
    pub total: usize,
    /// The page that this is, from 1.
    #[cfg_attr(feature = "openapi", schema(minimum = 1))]
    pub page: usize,
    /// Pages there are; 0 without a hit.
    pub pages: usize,
    /// The kinds of all hits, whichever is wanted.
    pub kinds: Vec<KindCount>,
    /// The hits of this page, the best first.
    pub hits: Vec<SearchHit>,
    /// The question without its slips, where it has any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub did_you_mean: Option<String>,
}

/// Hits of a kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct KindCount {
    /// The collection of the entries that the pages show, `news`; `page` for other pages.
    pub kind: String,
    /// Hits of it.
    pub count: usize,
}

/// A page that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchHit {
    /// Path on the site, with the locale's prefix.
    pub href: String,
    /// Its first heading.
    pub title: String,
    /// The collection of the entry that it shows; `page` for other pages.
    pub kind: String,
    /// Locale code; differs from the requested one only where that has no hits, or all languages
    /// are searched.
    pub locale: String,
    /// Day of publication: `2026-05-03`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub date: Option<String>,
    /// The page's description, then the passage that answers best, in whole sentences where it has
    /// any.
    pub passages: Vec<SearchPassage>,
}

/// A passage that answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SearchPassage {
    /// Id of its heading on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub anchor: Option<String>,
    /// The heading above it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub heading: Option<String>,
    /// About 160 characters; runs of plain text in a row.
    pub text: Vec<TextRun>,
}

/// A run of text that matches the question, or does not.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TextRun {
    /// Plain text, no markup.
    pub text: String,
    /// Whether it is to be highlighted.
    pub marked: bool,
}
