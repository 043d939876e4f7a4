//! Markdown to HTML.

use crate::diagnostic::{Diagnostic, Place};

/// A rendered body.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Body {
    /// `content/news/first-close/en.md`.
    pub file: String,
    /// HTML exactly as the HTML parser serialises it.
    pub html: String,
    /// Links to pages of this site, each once, in order.
    pub links: Vec<Link>,
    /// Ids that a link's `#…` may name.
    pub anchors: Vec<String>,
    /// Broken anchors and images (errors), missing alternative texts (warnings).
    pub diagnostics: Vec<Diagnostic>,
}

/// A link in a body to a page of this site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// As the author wrote it: `/about#team`.
    pub target: String,
    /// Where in the file.
    pub place: Option<Place>,
}
