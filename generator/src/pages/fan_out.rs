//! Entries that too many pages show: one edit of such an entry makes all of them anew, whatever the
//! generator does.
//!
//! Found from the recorded reads of pages; only then are the queries determined, on a few of the
//! pages.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::Serialize;

use crate::pages::input::Preparer;
use crate::pages::plan::{PageIndex, PagePlan, Plan};
use crate::pages::records::PageRecords;
use generator_content::query::Read;
use generator_ground::message::{Argument, Message};

/// More than one page in this number of pages is too many.
const SHARE: usize = 10;

/// Fewer pages are made too fast to matter.
const FEW_PAGES: usize = 100;

/// Pages of a route that are examined to find the query by which they read an entry.
const SAMPLES: usize = 8;

/// A query by which too many pages read the same entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FanOut {
    /// Name of the query.
    pub query: String,
    /// Ids of the routes that ask the query, word for word.
    pub routes: Vec<String>,
    /// Entries, as `collection/slug`; the one that most pages read comes first.
    pub entries: Vec<String>,
    /// How many pages read the first of them.
    pub pages: usize,
    /// Pages of the site.
    pub of: usize,
}

impl FanOut {
    /// The message about it.
    pub fn message(&self) -> Message {
        let routes = match self.routes.len() {
            1 => Message::new("tie-routes/one"),
            _ => Message::new("tie-routes"),
        };
        let message = match self.entries.len() {
            0 | 1 => Message::new("tie"),
            2 => Message::new("tie/another"),
            all => Message::new("tie/others").with("others", all - 1),
        };
        message
            .with("query", &self.query)
            .with(
                "routes",
                routes.with("routes", Argument::names(&self.routes)),
            )
            .with("pages", self.pages)
            .with("of", self.of)
            .with("entry", self.entries.first().map_or("", String::as_str))
    }
}

/// Name and question of a query: the same ones on several routes are one.
type Question = (String, String);

/// Routes that ask a question, and how many pages read which entry by it.
#[derive(Default)]
struct Askers {
    routes: BTreeSet<String>,
    pages: BTreeMap<String, usize>,
}

/// The ties of a site with the pages of `plan` and their `records`.
pub(crate) fn find(plan: &Plan, records: &PageRecords, preparer: &Preparer<'_>) -> Vec<FanOut> {
    let most = (plan.len() / SHARE).max(FEW_PAGES);
    let mut questions: BTreeMap<Question, Askers> = BTreeMap::new();
    for (read, name) in read_by_more_than(most, records, preparer) {
        for (route, indices) in readers(plan, records, read.mark()) {
            let route = &preparer.routes[route];
            for query in queries(plan, &indices, &read, preparer) {
                let question = serde_json::to_string(&route.data[query]).unwrap_or_default();
                let asked = questions.entry((query.clone(), question)).or_default();
                asked.routes.insert(route.id.clone());
                *asked.pages.entry(name.clone()).or_default() += indices.len();
            }
        }
    }
    let tie = |((query, _), asked): (Question, Askers)| {
        let mut entries: Vec<(String, usize)> = asked.pages.into_iter().collect();
        entries.retain(|(_, pages)| *pages > most);
        entries.sort_by_key(|(_, pages)| std::cmp::Reverse(*pages));
        let pages = entries.first()?.1;
        Some(FanOut {
            query,
            routes: asked.routes.into_iter().collect(),
            entries: entries.into_iter().map(|(name, _)| name).collect(),
            pages,
            of: plan.len(),
        })
    };
    questions.into_iter().filter_map(tie).collect()
}

/// The entries that more than `most` pages read, with their names.
fn read_by_more_than(
    most: usize,
    records: &PageRecords,
    preparer: &Preparer<'_>,
) -> Vec<(Read, String)> {
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for mark in records.iter().flat_map(|record| record.reads) {
        *counts.entry(*mark).or_default() += 1;
    }
    counts.retain(|_, pages| *pages as usize > most);
    let collections = preparer.content.collections.values();
    let entries = collections.flat_map(|collection| {
        collection.entries().iter().map(|entry| {
            let read = Read::Entry {
                collection: collection.name.clone(),
                slug: entry.slug.clone(),
            };
            (read, format!("{}/{}", collection.name, entry.slug))
        })
    });
    entries
        .filter(|(read, _)| counts.contains_key(&read.mark()))
        .collect()
}

/// Route → the pages of it that read `mark`.
fn readers(plan: &Plan, records: &PageRecords, mark: u32) -> BTreeMap<usize, Vec<PageIndex>> {
    let mut indices: BTreeMap<usize, Vec<PageIndex>> = BTreeMap::new();
    for (index, record) in records.iter().enumerate() {
        if record.reads.binary_search(&mark).is_ok() {
            indices.entry(plan.route(index)).or_default().push(index);
        }
    }
    indices
}

/// The queries by which most of the pages at `indices`, all of one route, read the entry: a page
/// about it reads it by another one, too.
fn queries<'p>(
    plan: &Plan,
    indices: &[PageIndex],
    read: &Read,
    preparer: &'p Preparer<'_>,
) -> Vec<&'p String> {
    let step = indices.len().div_ceil(SAMPLES).max(1);
    let samples = indices.iter().step_by(step);
    let samples: Vec<PagePlan> = samples.map(|at| plan.page(*at)).collect();
    let Some(first) = samples.first() else {
        return Vec::new();
    };
    let reads = |page: &PagePlan, query: &String| {
        preparer
            .named_answers(page, &page.params())
            .any(|(name, answer)| {
                name == query && answer.is_ok_and(|answer| answer.reads.contains(read))
            })
    };
    let names = preparer.routes[first.route].data.keys();
    names
        .filter(|query| {
            2 * samples.iter().filter(|page| reads(page, query)).count() > samples.len()
        })
        .collect()
}
