//! What a build leaves for the next one of the same session, so that an edit costs what it changes.
//!
//! It holds what was *made*, never what was decided: whether something has to be made again follows
//! from the difference between the two contents ([`Change`]). Where anything else differs
//! ([`Basis`]), everything is made again.

use contract::Hash;

use super::beside::Beside;
use super::pages::Pages;
use crate::content::{Content, Site};
use crate::origin::SystemConfig;
use crate::query::Read;
use crate::query::change::Change;

/// What every page depends on besides content.
#[derive(PartialEq)]
pub(super) struct Basis {
    /// The app id.
    pub(super) app: Hash,
    /// What decides a page's bytes besides its input.
    pub(super) renderer: Hash,
    /// `site.yaml`.
    pub(super) site: Site,
    /// SEO settings by language.
    pub(super) system_config: SystemConfig,
}

/// The last build of a session.
pub(super) struct Memory {
    pub(super) basis: Basis,
    pub(super) content: Content,
    pub(super) pages: Pages,
    pub(super) beside: Beside,
}

/// The last build, and what has changed since.
pub(super) struct Since<'a> {
    pub(super) memory: &'a Memory,
    pub(super) change: Change,
}

impl Memory {
    /// What has changed since; none if everything has to be made again. Hands on to `content` what
    /// still holds of the answers.
    pub(super) fn since(&self, basis: &Basis, content: &mut Content) -> Option<Since<'_>> {
        if self.basis != *basis {
            return None;
        }
        let change = Change::between(&self.content, content);
        content.inherit(&self.content, &change);
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

    /// Paths that the last build claimed and this one does not.
    pub(super) fn gone(&self, pages: &Pages, beside: &Beside) -> Vec<String> {
        let mut gone = self.memory.pages.gone(pages);
        gone.extend(self.memory.beside.gone(beside));
        gone
    }
}
