//! What a build leaves for the next one of the same session, so that an edit costs what it changes.
//!
//! It holds what was *made*, never what was decided: whether something has to be made again follows
//! from the difference between the two contents ([`Change`]). Where anything else differs
//! ([`GlobalInputs`]), everything is made again.

use super::global_inputs::GlobalInputs;
use super::pages::Pages;
use crate::content::Content;
use crate::query::Read;
use crate::query::cache::AnswerCache;
use crate::query::change::Change;
use crate::session::site_files::Beside;

/// The last build of a session.
pub(super) struct Memory {
    pub(super) basis: GlobalInputs,
    pub(super) content: Content,
    pub(super) cache: AnswerCache,
    pub(super) pages: Pages,
    pub(super) beside: Beside,
}

/// The last build, and what has changed since.
pub(super) struct Since<'a> {
    pub(super) memory: &'a Memory,
    pub(super) change: Change,
}

impl Memory {
    /// What has changed since; none if everything has to be made again.
    pub(super) fn since(&self, basis: &GlobalInputs, content: &Content) -> Option<Since<'_>> {
        if self.basis != *basis {
            return None;
        }
        let change = Change::between(&self.content, content);
        let is_whole = change.reads.contains(&Read::Site);
        (!is_whole).then_some(Since {
            memory: self,
            change,
        })
    }
}

impl<'a> Since<'a> {
    /// The pages of the last build, and what has changed.
    pub(super) fn pages(&self) -> (&'a Pages, &Change) {
        (&self.memory.pages, &self.change)
    }

    /// The answers of the last build that still hold.
    pub(super) fn cache(&self) -> AnswerCache {
        self.memory.cache.after(&self.change)
    }

    /// Paths that the last build claimed and this one does not.
    pub(super) fn gone(&self, pages: &Pages, beside: &Beside) -> Vec<String> {
        let mut gone = self.memory.pages.gone(pages);
        gone.extend(self.memory.beside.gone(beside));
        gone
    }
}
