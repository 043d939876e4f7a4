//! Answers to the route table's declarative questions about content ([`contract::route::Query`]).
//!
//! A page that everyone may see is answered as if guarded entries did not exist: not in lists and totals, not through
//! references, not as relations. A guarded page sees both.

use std::collections::BTreeMap;
use std::sync::Arc;

use contract::route::Query;
use serde_json::Value;

use crate::content::{Body, Content};
use crate::diagnostic::Diagnostic;

/// The page for which a query is answered.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    /// Route id, for messages.
    pub route: &'a str,
    /// Number of the page's locale in [`Content::locales`].
    pub locale: usize,
    /// `id` of a dynamic route, `page` of a paginated one.
    pub params: &'a BTreeMap<String, String>,
    /// Collection → path pattern of its entries' pages: `news` → `/news/:id`.
    pub hrefs: &'a BTreeMap<String, String>,
    /// True: only signed-in visitors see the page, so it may show guarded entries.
    pub page_is_guarded: bool,
}

/// An answer and what it was made from.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Stands under the query's name in the payload.
    pub value: Value,
    /// Code of the content's locale, where it is not the page's (the collection falls back).
    pub content_locale: Option<String>,
    /// Bodies that were rendered for it: their links are to be checked and their diagnostics told.
    pub bodies: Vec<Arc<Body>>,
    /// What must change before the answer can.
    pub reads: Vec<Read>,
}

/// Something an answer depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Read {
    /// The texts of one entry.
    Entry {
        /// The collection.
        collection: Arc<str>,
        /// The entry.
        slug: Arc<str>,
    },
    /// Which entries a collection has, and what they are sorted, filtered and related by.
    Collection(Arc<str>),
    /// `site.yaml`.
    Site,
}

/// Answers `query` for one page.
///
/// # Errors
/// The query names something that content does not have, or a body cannot be read. `retryable` if its file changed since the load.
pub fn answer(
    content: &Content,
    query: &Query,
    context: &Context<'_>,
) -> Result<Answer, Box<Diagnostic>> {
    let _ = (content, query, context);
    Ok(Answer {
        value: Value::Null,
        content_locale: None,
        bodies: Vec::new(),
        reads: Vec::new(),
    })
}

/// How many pages a list has, at least 1.
///
/// # Errors
/// As [`answer`]; also if `query` is no list with a page size.
pub fn pages(
    content: &Content,
    query: &Query,
    context: &Context<'_>,
) -> Result<u32, Box<Diagnostic>> {
    let _ = (content, query, context);
    Ok(1)
}
