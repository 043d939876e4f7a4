//! What is remembered of all pages, and how much of it still holds after a change.

use std::sync::Arc;

use contract::route::Route;

use crate::content::{Content, Targets};
use crate::plan::{Plan, files as page_files};
use crate::prepare::Record;
use crate::query::change::Change;
use crate::sitemap::Listed;

/// All pages of a site, and what is remembered of them.
pub struct Pages {
    /// Every page.
    pub plan: Arc<Plan>,
    /// By place in the plan.
    pub(super) records: Vec<Arc<Record>>,
    /// Every path that a link may lead to.
    pub(super) targets: Arc<Targets>,
    /// The route table: a page's files are declared there.
    pub(super) routes: Vec<Route>,
}

impl Pages {
    /// The plan after `change`: this one while there are the same pages, so that whoever holds it sees at once that nothing moved.
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

    /// What links may lead to, if that is the same after `change` and with `plan`.
    pub(super) fn targets_after(&self, plan: &Arc<Plan>, change: &Change) -> Option<Arc<Targets>> {
        let holds = Arc::ptr_eq(plan, &self.plan) && !change.media;
        holds.then(|| self.targets.clone())
    }

    /// Whether the plan is the same, and the records that were `made` anew are the `same` as before.
    pub(super) fn are_same(
        &self,
        plan: &Arc<Plan>,
        made: &[(usize, Arc<Record>)],
        same: fn(&Record, &Record) -> bool,
    ) -> bool {
        let mut made = made.iter();
        Arc::ptr_eq(plan, &self.plan)
            && made.all(|(place, record)| same(record, &self.records[*place]))
    }

    /// By place in `plan`: what is known of the page, if nothing that its answers read has changed.
    pub(super) fn carried(&self, plan: &Arc<Plan>, change: &Change) -> Vec<Option<Arc<Record>>> {
        let touched = change.marks();
        let holds = |record: &&Arc<Record>| !record.reads.iter().any(|read| touched.contains(read));
        if Arc::ptr_eq(plan, &self.plan) {
            let records = self.records.iter();
            return records
                .map(|record| Some(record).filter(holds).cloned())
                .collect();
        }
        let places = plan.places_in(&self.plan).into_iter();
        let carried =
            |place: Option<u32>| Some(&self.records[place? as usize]).filter(holds).cloned();
        places.map(carried).collect()
    }

    /// Paths of these pages that `next` has not.
    pub(in crate::build) fn gone(&self, next: &Self) -> Vec<String> {
        if Arc::ptr_eq(&self.plan, &next.plan) {
            return Vec::new();
        }
        let mut kept = Targets::default();
        next.paths().for_each(|path| kept.add(&path));
        self.paths().filter(|path| !kept.contains(path)).collect()
    }

    /// Documents, payloads and files.
    fn paths(&self) -> impl Iterator<Item = String> {
        self.plan.hrefs().flat_map(|(href, route)| {
            let payload = page_files::payload(&href);
            let files: Vec<String> = page_files::paths(&href, &self.routes[route]).collect();
            [href, payload].into_iter().chain(files)
        })
    }

    /// What search engines are told.
    pub(in crate::build) fn sitemap(&self) -> Listed<'_> {
        let places = 0..self.plan.len();
        Listed {
            plan: &self.plan,
            routes: &self.routes,
            places: places
                .filter(|place| self.records[*place].is_listed)
                .collect(),
        }
    }

    /// Paths of the sharing images.
    pub(in crate::build) fn cards(&self) -> impl Iterator<Item = String> {
        self.records.iter().filter_map(|record| record.card.clone())
    }
}

/// Every path that a link may lead to.
pub(super) fn targets(plan: &Plan, routes: &[Route], content: &Content) -> Targets {
    let mut targets = Targets::default();
    for (href, route) in plan.hrefs() {
        targets.add(&href);
        page_files::paths(&href, &routes[route]).for_each(|path| targets.add(&path));
    }
    content
        .media
        .iter()
        .for_each(|media| targets.add(&media.path));
    targets
}
