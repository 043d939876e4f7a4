//! The outcome of rendering: pages changed, pages reused, pages that could not be made.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use contract::Hash;
use jiff::civil::Date;
use serde::{Serialize, Serializer};

use crate::pages::markup::Links;
use crate::pages::plan::{PageIndex, Plan};
use generator_ground::diagnostic::Diagnostic;
use generator_ground::diagnostic::failure::Problem;

/// Record of a page: enough to know whether it has to be prepared again, and to make the files that
/// a build derives from all pages together.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// Marks of the content that the page's answers read (`Read::mark`), sorted.
    pub reads: Box<[u32]>,
    /// True if the sitemap lists the page for search engines.
    pub is_listed: bool,
    /// Day of the last change of the entry that the page is about, if that is known.
    pub last_change: Option<Date>,
    /// Path of the page's picture, for search engines.
    pub picture: Option<Box<str>>,
    /// Hash of the drawn sharing image ([`Cards::hash`](crate::pages::card::Cards::hash)).
    pub card: Option<Hash>,
    /// Numbers of the texts with links that the page shows (`BodyFacts::links`).
    pub bodies: Box<[u32]>,
    /// Problems of these texts, apart from where links lead.
    pub problems: Vec<Diagnostic>,
}

/// The outcome of rendering.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Pages with changed bytes, by index.
    pub changed: Vec<(PageIndex, ChangeKind)>,
    /// Pages rendered, changed or not.
    pub rendered: usize,
    /// Links to anchors of pages, by the index of the page that has them.
    pub anchors: BTreeMap<PageIndex, Links>,
    /// Pages that may be larger than a budget allows.
    pub heavy: BTreeSet<PageIndex>,
    /// Pages that could not be made, by their index in the plan: the report is the same whichever
    /// thread was faster.
    pub errors: BTreeMap<PageIndex, PageError>,
}

/// Pages that a visitor sees change, in the order of their paths. All pages of a site are new to
/// its first build, so that of each only the index is kept.
#[derive(Debug, Default)]
pub struct ChangedPages {
    /// Plan of the pages; none without a change.
    plan: Option<Arc<Plan>>,
    pages: Vec<(u32, ChangeKind)>,
}

/// A page that a visitor sees change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedPage {
    /// Path with prefix.
    pub path: String,
    /// Kind of the change.
    pub kind: ChangeKind,
}

impl ChangedPages {
    /// Pages of `plan`, by index.
    pub fn new(plan: Arc<Plan>, changed: Vec<(PageIndex, ChangeKind)>) -> Self {
        let pages = changed.into_iter();
        let mut pages: Vec<(u32, ChangeKind)> = pages
            // A plan has no more.
            .filter_map(|(index, kind)| Some((u32::try_from(index).ok()?, kind)))
            .collect();
        plan.sort_by_href(&mut pages, |(index, _)| *index as usize);
        Self {
            plan: Some(plan),
            pages,
        }
    }

    /// Paths of those of one kind.
    pub fn of_kind(&self, kind: ChangeKind) -> impl Iterator<Item = String> {
        let plan = self.plan.iter();
        plan.flat_map(move |plan| {
            let pages = self.pages.iter().filter(move |(_, of)| *of == kind);
            pages.map(|(index, _)| plan.href(*index as usize))
        })
    }

    /// How many are of one kind.
    pub fn count(&self, kind: ChangeKind) -> usize {
        self.pages.iter().filter(|(_, of)| *of == kind).count()
    }

    /// Every page that changed.
    pub fn iter(&self) -> impl Iterator<Item = ChangedPage> {
        let plan = self.plan.iter();
        plan.flat_map(|plan| {
            self.pages.iter().map(|(index, kind)| ChangedPage {
                path: plan.href(*index as usize),
                kind: *kind,
            })
        })
    }
}

impl Serialize for ChangedPages {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

/// Kind of a page's change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    /// The page did not exist before.
    New,
    /// The page's content, or a file that it offers.
    Content,
    /// Only parts of other entries changed, which the page shows: lists, neighbours, teasers.
    #[serde(rename = "content")]
    Listed,
    /// Only the page's surroundings changed: layout, assets, head, site configuration.
    Chrome,
}

/// A page that could not be made. Others go on; the build fails at the end with all of them.
#[derive(Debug)]
pub enum PageError {
    /// The content of the page is wrong.
    Content(Box<Diagnostic>),
    /// A component threw, looped, or killed its worker.
    Render(Problem),
    /// A file could not be written, or the machine failed otherwise.
    Environment(anyhow::Error),
}

impl PageError {
    pub(super) fn environment(error: impl Into<anyhow::Error>) -> Self {
        Self::Environment(error.into())
    }
}

impl Outcome {
    /// Adds the links of a page to anchors.
    pub(super) fn add_anchors(&mut self, index: PageIndex, anchors: Links) {
        if !anchors.is_empty() {
            self.anchors.insert(index, anchors);
        }
    }

    /// Adds another thread's.
    pub(super) fn add(&mut self, other: Self) {
        self.changed.extend(other.changed);
        self.rendered += other.rendered;
        self.anchors.extend(other.anchors);
        self.heavy.extend(other.heavy);
        self.errors.extend(other.errors);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R10.06
    #[test]
    fn errors_of_all_threads_come_in_the_plans_order() {
        let of_thread = |indices: [PageIndex; 2]| Outcome {
            errors: indices
                .into_iter()
                .map(|index| (index, PageError::Environment(anyhow::anyhow!("{index}"))))
                .collect(),
            ..Outcome::default()
        };
        let mut all = Outcome::default();
        all.add(of_thread([1, 4]));
        all.add(of_thread([0, 3]));
        assert_eq!(all.errors.into_keys().collect::<Vec<_>>(), [0, 1, 3, 4]);
    }
}
