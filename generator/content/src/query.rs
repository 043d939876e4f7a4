//! Answers to the route table's declarative questions about content ([`contract::route::Query`]).
//!
//! A page that everyone may see is answered as if guarded entries did not exist: not in lists and
//! totals, not through references, not as relations, not in the order of anything. A guarded page
//! sees both. `view::View` is the one place that decides it.
//!
//! Orders, groups and relations are worked out once per collection, locale and question, and kept
//! in the [`AnswerCache`]: ten thousand articles with five related ones each must not cost a
//! hundred million comparisons.

pub mod cache;
pub mod change;
mod config;
mod executor;
mod fields;
mod related;
mod view;

use std::collections::BTreeMap;
use std::hash::{Hash as _, Hasher as _};
use std::sync::Arc;

use contract::route::Query;
use jiff::civil::Date;
use serde_json::Value;

use crate::content::Content;
use crate::entries::collection::{Collection, Entry};
use crate::markdown::ShownBody;
use crate::markdown::TextRole;
use crate::marks::Marks;
use cache::AnswerCache;
pub use config::mark_settings;
use executor::QueryExecutor;
use generator_ground::diagnostic::Diagnostic;
use generator_ground::message::Message;
use view::View;

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
    /// Answers that pages of the same content share.
    pub cache: &'a AnswerCache,
    /// Marks for the texts of the answer; none for a page that anyone sees.
    pub marks: Option<&'a Marks>,
    /// Role of an `entry` query's text on the page. Texts of lists, and of entries that fields
    /// refer to, are some among others.
    pub standing: TextRole,
}

/// An answer and its inputs.
#[derive(Clone, Debug)]
pub struct Answer<'a> {
    /// Value of the query's name in the payload; a body in it is its token.
    pub value: Value,
    /// Code of the content's locale, where it is not the page's (the collection falls back).
    pub content_locale: Option<String>,
    /// The bodies of the tokens in it, each as often as its token.
    pub bodies: Vec<ShownBody<'a>>,
    /// Sources that must change before the answer can; sorted, each once.
    pub reads: Vec<Read>,
}

/// Something an answer depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Read {
    /// The texts of one entry and the files beside them.
    Entry {
        /// The collection.
        collection: Arc<str>,
        /// The entry.
        slug: Arc<str>,
    },
    /// Which entries a collection has, in which languages, and their access.
    Collection(Arc<str>),
    /// The values of a field in all entries: they are sorted, filtered or related by it.
    Field {
        /// The collection.
        collection: Arc<str>,
        /// The field.
        field: Arc<str>,
    },
    /// The files that are published beside entries.
    Media,
    /// `site.yaml`.
    Site,
}

impl Read {
    /// A number that represents it where many are recorded. Two may share one: then a page is
    /// prepared once more than it had to be, or counted where the readers of the same value are
    /// counted.
    pub fn mark(&self) -> u32 {
        let mut hasher = std::hash::DefaultHasher::new();
        self.hash(&mut hasher);
        // The lower half of a good hash is one.
        hasher.finish() as u32
    }
}

/// File with the queries.
const ROUTE_TABLE: &str = "frontend/site/routes.ts";

type Failure = Box<Diagnostic>;

/// Answers `query` for one page.
///
/// # Errors
/// The query names something that content does not have, or a body cannot be read. `retryable` if
/// its file changed since the load.
pub fn answer<'a>(
    content: &'a Content,
    query: &Query,
    context: &Context<'_>,
) -> Result<Answer<'a>, Failure> {
    let standing = match query {
        Query::Entry { .. } => context.standing,
        _ => TextRole::Among,
    };
    let mut executor = QueryExecutor::new(content, context, standing);
    let value = executor.value(query)?;
    Ok(executor.finish(value))
}

/// An entry of a feed.
#[derive(Clone, Debug)]
pub struct Newest<'a> {
    /// The entry.
    pub entry: &'a Entry,
    /// Value of its date field: a day, an instant or a year.
    pub date: String,
    /// The day of its last change, if that is known.
    pub last_change: Option<Date>,
}

/// The entries of a collection that guests read in a locale in its own words, the newest first, at
/// most `limit`. None without a date field.
pub fn newest<'a>(
    content: &'a Content,
    cache: &AnswerCache,
    collection: &'a Collection,
    locale: usize,
    limit: usize,
) -> Vec<Newest<'a>> {
    let Some(date) = collection.date_field() else {
        return Vec::new();
    };
    let view = View {
        content,
        locale,
        guarded: false,
    };
    let order = cache.sorted_entries(view, collection, &[format!("-{date}")]);
    let entries = order
        .iter()
        .filter_map(|number| collection.entries().get(*number as usize));
    let own = entries.filter(|entry| entry.exists_in(locale));
    own.filter_map(|entry| {
        let value = view.values(collection, entry, date).into_iter().next();
        let date = match value? {
            Value::String(text) => text,
            // A year.
            number => number.to_string(),
        };
        let last_change = last_change_of(view, collection, entry);
        Some(Newest {
            entry,
            date,
            last_change,
        })
    })
    .take(limit)
    .collect()
}

/// The day of the last change of the entry that `query` asks for by name: the value of its
/// collection's `updatedField`. Without one, an entry of a collection with a feed was published on
/// its own date.
pub fn last_change(content: &Content, query: &Query, context: &Context<'_>) -> Option<Date> {
    let Query::Entry {
        collection, slug, ..
    } = query
    else {
        return None;
    };
    let executor = QueryExecutor::new(content, context, context.standing);
    let (collection, entry) = executor.entry(collection, slug).ok()?;
    last_change_of(executor.view(), collection, entry)
}

fn last_change_of(view: View<'_>, collection: &Collection, entry: &Entry) -> Option<Date> {
    let published = collection.feed().and(collection.date_field());
    let fields = [collection.updated_field(), published]
        .into_iter()
        .flatten();
    fields
        .filter_map(|field| view.values(collection, entry, field).into_iter().next())
        // The day of an instant, too. A year is no day.
        .find_map(|value| value.as_str()?.get(..10)?.parse().ok())
}

/// How many pages a list has, at least 1.
///
/// # Errors
/// As [`answer`]; also if `query` is no list with a page size.
pub fn pages(content: &Content, query: &Query, context: &Context<'_>) -> Result<u32, Failure> {
    let mut executor = QueryExecutor::new(content, context, TextRole::Among);
    let Query::List {
        collection,
        sort,
        filter,
        page_size: Some(size),
        limit,
        ..
    } = query
    else {
        return Err(wrong(
            Message::new("query/no-pages").with("route", context.route),
        ));
    };
    let collection = executor.collection(collection)?;
    Ok(page_count(
        executor
            .list(collection, sort, filter, *limit)?
            .shown_entries()
            .len(),
        *size,
    ))
}

fn page_count(entries: usize, size: u32) -> u32 {
    u32::try_from(entries)
        .unwrap_or(u32::MAX)
        .div_ceil(size.max(1))
        .max(1)
}

/// A query that cannot be answered.
fn wrong(message: Message) -> Failure {
    Box::new(Diagnostic::new(ROUTE_TABLE, message))
}
