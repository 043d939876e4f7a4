//! Pages of the last build, and how many of them still hold after a change.

use std::sync::Arc;

use contract::Hash;
use contract::build::Entry;
use contract::route::Route;

use super::budgets::CheckedBudgets;
use crate::pages::anchors::{CheckedAnchors, LastAnchors};
use crate::pages::card;
use crate::pages::plan::{PageIndex, Plan, files as page_files};
use crate::pages::records::{PageRecord, PageRecords, ReusedRecords};
use crate::pages::redirects::Redirects;
use crate::pages::sitemap::Listed;
use generator_builds::paths;
use generator_content::query::change::Change;
use generator_content::{Content, Targets};

/// The pages of a site, and their records.
pub struct Pages {
    /// Every page.
    pub plan: Arc<Plan>,
    /// Records by index in the plan.
    pub(super) records: PageRecords,
    /// Every path that a link may lead to.
    pub(super) targets: Arc<Targets>,
    /// Links to anchors of pages.
    pub(super) anchors: CheckedAnchors,
    /// Pages that are larger than a budget allows.
    pub(super) budgets: CheckedBudgets,
    /// Every old address.
    pub(super) redirects: Arc<Redirects>,
    /// The route table, in which a page's files are declared.
    pub(in crate::pipeline) routes: Vec<Route>,
}

impl Pages {
    /// The plan after `change`: this one while there are the same pages, so that code that holds it
    /// sees at once that no page was added, moved or removed.
    pub(super) fn plan_after<E>(
        &self,
        change: &Change,
        afresh: impl FnOnce() -> Result<Plan, E>,
    ) -> Result<Arc<Plan>, E> {
        if !change.moves_entries() && !change.sets_fields() {
            return Ok(self.plan.clone());
        }
        let plan = afresh()?;
        Ok(match plan == *self.plan {
            true => self.plan.clone(),
            false => Arc::new(plan),
        })
    }

    /// Targets of links, if they are the same after `change` and with `plan`.
    pub(super) fn targets_after(&self, plan: &Arc<Plan>, change: &Change) -> Option<Arc<Targets>> {
        let holds = Arc::ptr_eq(plan, &self.plan) && !change.media;
        holds.then(|| self.targets.clone())
    }

    /// Checked anchors, of which those of the pages at `indices` still hold.
    pub(super) fn anchors_after<'a>(&'a self, indices: &'a [Option<u32>]) -> LastAnchors<'a> {
        let checked = &self.anchors;
        LastAnchors { checked, indices }
    }

    /// Old addresses, if they are the same after `change` and with `targets`.
    pub(super) fn redirects_after(
        &self,
        targets: &Arc<Targets>,
        change: &Change,
    ) -> Option<Arc<Redirects>> {
        let holds = Arc::ptr_eq(targets, &self.targets) && !change.redirects;
        holds.then(|| self.redirects.clone())
    }

    /// Whether `plan` is the same, and of `records` those that were `made` anew are the `same` as
    /// before.
    pub(super) fn are_same(
        &self,
        plan: &Arc<Plan>,
        records: &PageRecords,
        made: &[PageIndex],
        same: fn(PageRecord<'_>, PageRecord<'_>) -> bool,
    ) -> bool {
        let mut made = made.iter();
        let is_same = |index: &PageIndex| same(records.get(*index), self.records.get(*index));
        Arc::ptr_eq(plan, &self.plan) && made.all(is_same)
    }

    /// Records that still hold: those of the pages that `plan` has as they were, and with answers
    /// that depend on no change.
    pub(super) fn valid_records(&self, plan: &Arc<Plan>, change: &Change) -> ReusedRecords<'_> {
        let touched = change.marks();
        let holds = |index: &u32| {
            let reads = self.records.get(*index as usize).reads;
            !reads.iter().any(|read| touched.binary_search(read).is_ok())
        };
        let mut indices = match Arc::ptr_eq(plan, &self.plan) {
            true => (0..).take(plan.len()).map(Some).collect(),
            false => plan.indices_in(&self.plan),
        };
        for index in &mut indices {
            *index = index.filter(holds);
        }
        ReusedRecords {
            records: &self.records,
            indices,
        }
    }

    /// Paths of these pages and of their sharing images that `next` has not.
    pub(in crate::pipeline) fn missing_paths(&self, next: &Self) -> Vec<String> {
        let mut cards: Vec<Hash> = self.records.other_cards(&next.records).collect();
        if !cards.is_empty() {
            let kept = next.records.iter().filter_map(|record| record.card);
            let mut kept: Vec<Hash> = kept.collect();
            kept.sort_unstable();
            cards.retain(|card| kept.binary_search(card).is_err());
        }
        let mut gone: Vec<String> = cards.into_iter().map(card::path).collect();
        if !Arc::ptr_eq(&self.plan, &next.plan) {
            let kept: Targets = next.paths().collect();
            gone.extend(self.paths().filter(|path| !kept.contains(path)));
        }
        if !Arc::ptr_eq(&self.redirects, &next.redirects) {
            let kept = &next.redirects.entries;
            let was = self.redirects.entries.keys();
            gone.extend(was.filter(|path| !kept.contains_key(*path)).cloned());
        }
        gone
    }

    /// Old addresses that differ from those of `last`; all of them if there is none.
    pub(in crate::pipeline) fn other_redirects(
        &self,
        last: Option<&Self>,
    ) -> impl Iterator<Item = (&String, &Entry)> {
        let last = last.map(|last| &last.redirects);
        let is_other = last.is_none_or(|last| !Arc::ptr_eq(last, &self.redirects));
        let entries = self.redirects.entries.iter();
        entries.filter(move |_| is_other)
    }

    /// Documents, payloads and files.
    fn paths(&self) -> impl Iterator<Item = String> {
        self.plan.hrefs().flat_map(|(href, route)| {
            let payload = paths::payload(&href);
            let files: Vec<String> = page_files::paths(&href, &self.routes[route]).collect();
            [href, payload].into_iter().chain(files)
        })
    }

    /// The pages that sitemaps list.
    pub(in crate::pipeline) fn sitemap(&self) -> Listed<'_> {
        let indices = 0..self.plan.len();
        Listed {
            plan: &self.plan,
            routes: &self.routes,
            records: &self.records,
            indices: indices
                .filter(|index| self.records.get(*index).is_listed)
                .collect(),
        }
    }
}

/// Every path that a link may lead to, and `more`.
pub(super) fn targets(
    plan: &Plan,
    routes: &[Route],
    content: &Content,
    more: impl IntoIterator<Item = String>,
) -> Targets {
    let pages = plan.hrefs().flat_map(|(href, route)| {
        let files: Vec<String> = page_files::paths(&href, &routes[route]).collect();
        std::iter::once(href).chain(files)
    });
    let media = content.media.iter().map(|media| media.path.clone());
    pages.chain(media).chain(more).collect()
}
