//! PURE: the page that a wrong path probably means.

use std::cell::RefCell;
use std::collections::BTreeMap;

use generator_ground::diagnostic::suggestion;

use super::plan::Plan;

/// Pages with nearly the path that a link has. Each wrong path is compared with all pages once,
/// however many links have it.
pub(crate) struct NearestPages<'a> {
    plan: &'a Plan,
    found: RefCell<BTreeMap<(usize, String), Option<String>>>,
}

impl<'a> NearestPages<'a> {
    /// The pages of a plan.
    pub(crate) fn new(plan: &'a Plan) -> Self {
        let found = RefCell::default();
        Self { plan, found }
    }

    /// The unprefixed path nearest to `path` among the pages of a locale, by its position.
    pub(crate) fn to(&self, path: &str, locale: usize) -> Option<String> {
        let mut found = self.found.borrow_mut();
        let found = found.entry((locale, path.to_owned())).or_insert_with(|| {
            let pages = (0..self.plan.len()).filter(|index| self.plan.locale(*index) == locale);
            let near = suggestion(path, pages.map(|index| self.plan.path(index)));
            near.map(str::to_owned)
        });
        found.clone()
    }
}
