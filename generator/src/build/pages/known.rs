//! What is remembered of all pages, and how much of it still holds after a change.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use contract::route::Route;

use crate::content::{Content, Targets};
use crate::plan::{PagePlan, files as page_files};
use crate::prepare::Record;
use crate::query::change::Change;
use crate::sitemap::SitemapPage;

/// All pages of a site, and what is remembered of them.
pub struct Pages {
    /// Every page.
    pub plan: Arc<Vec<PagePlan>>,
    /// By place in the plan.
    pub(super) records: Vec<Arc<Record>>,
    /// Every path that a link may lead to.
    pub(super) targets: Arc<Targets>,
    /// The route table: a page's files are declared there.
    pub(super) routes: Vec<Route>,
}

impl Pages {
    /// The plan, if there are the same pages after `change`.
    pub(super) fn plan_after(&self, change: &Change) -> Option<Arc<Vec<PagePlan>>> {
        let holds = !change.moves_entries() && !change.sets_fields();
        holds.then(|| self.plan.clone())
    }

    /// What links may lead to, if that is the same after `change` and with `plan`.
    pub(super) fn targets_after(
        &self,
        plan: &Arc<Vec<PagePlan>>,
        change: &Change,
    ) -> Option<Arc<Targets>> {
        let holds = Arc::ptr_eq(plan, &self.plan) && !change.media;
        holds.then(|| self.targets.clone())
    }

    /// Whether the plan is the same, and the records that were `made` anew are the `same` as before.
    pub(super) fn are_same(
        &self,
        plan: &Arc<Vec<PagePlan>>,
        made: &[(usize, Arc<Record>)],
        same: fn(&Record, &Record) -> bool,
    ) -> bool {
        let mut made = made.iter();
        Arc::ptr_eq(plan, &self.plan)
            && made.all(|(place, record)| same(record, &self.records[*place]))
    }

    /// By place in `plan`: what is known of the page, if nothing that its answers read has changed.
    pub(super) fn carried(
        &self,
        plan: &Arc<Vec<PagePlan>>,
        change: &Change,
    ) -> Vec<Option<Arc<Record>>> {
        let touched = change.marks();
        let holds = |record: &&Arc<Record>| !record.reads.iter().any(|read| touched.contains(read));
        if Arc::ptr_eq(plan, &self.plan) {
            let records = self.records.iter();
            return records
                .map(|record| Some(record).filter(holds).cloned())
                .collect();
        }
        let numbered = self.plan.iter().zip(&self.records);
        let known: HashMap<&str, (&PagePlan, &Arc<Record>)> = numbered
            .map(|(page, record)| (&*page.href, (page, record)))
            .collect();
        let carried = |page: &PagePlan| {
            let (old, record) = known.get(&*page.href)?;
            (*old == page)
                .then_some(record)
                .copied()
                .filter(holds)
                .cloned()
        };
        plan.iter().map(carried).collect()
    }

    /// Paths of these pages that `next` has not.
    pub(in crate::build) fn gone(&self, next: &Self) -> Vec<String> {
        if Arc::ptr_eq(&self.plan, &next.plan) {
            return Vec::new();
        }
        let kept: HashSet<String> = next.paths().collect();
        self.paths().filter(|path| !kept.contains(path)).collect()
    }

    /// Documents, payloads and files.
    fn paths(&self) -> impl Iterator<Item = String> {
        self.plan.iter().flat_map(|page| {
            let own = [page.href.to_string(), page_files::payload(&page.href)];
            own.into_iter()
                .chain(page_files::paths(page, &self.routes[page.route]))
        })
    }

    /// What search engines are told.
    pub(in crate::build) fn sitemap(&self) -> Vec<SitemapPage<'_>> {
        let pages = self.plan.iter().zip(&self.records);
        let listed = pages.filter(|(_, record)| record.is_listed);
        listed
            .map(|(page, _)| SitemapPage {
                route: &self.routes[page.route],
                page,
            })
            .collect()
    }

    /// Paths of the sharing images.
    pub(in crate::build) fn cards(&self) -> impl Iterator<Item = String> {
        self.records.iter().filter_map(|record| record.card.clone())
    }
}

/// Every path that a link may lead to.
pub(super) fn targets(plan: &[PagePlan], routes: &[Route], content: &Content) -> Targets {
    let mut targets = Targets::default();
    for page in plan {
        targets.add(&page.href);
        page_files::paths(page, &routes[page.route]).for_each(|path| targets.add(&path));
    }
    content
        .media
        .iter()
        .for_each(|media| targets.add(&media.path));
    targets
}
