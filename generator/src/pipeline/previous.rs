//! The second step: the last build of the builder, and the difference to it, so that the cost of an
//! edit follows from its size.
//!
//! A builder keeps *results*, never decisions: whether a result has to be made again follows from
//! the difference between the two contents ([`Change`]). Where anything else differs
//! ([`GlobalInputs`]), everything is made again.

use super::global_inputs::GlobalInputs;
use super::load::Inputs;
use super::render::Pages;
use crate::fonts::first::FirstFaces;
use crate::pipeline::site_files::SiteFiles;
use generator_content::Content;
use generator_content::query::Read;
use generator_content::query::cache::AnswerCache;
use generator_content::query::change::Change;

/// The last build of a builder.
pub(super) struct PreviousBuild {
    pub(super) globals: GlobalInputs,
    pub(super) content: Content,
    pub(super) cache: AnswerCache,
    pub(super) pages: Pages,
    pub(super) site_files: SiteFiles,
    pub(super) first_faces: Option<FirstFaces>,
}

/// The last build, and the changes since.
pub(super) struct Delta<'a> {
    pub(super) previous: &'a PreviousBuild,
    pub(super) change: Change,
}

impl PreviousBuild {
    /// The difference to a build of these inputs; none if everything has to be made again.
    pub(super) fn delta(&self, inputs: &Inputs) -> Option<Delta<'_>> {
        if self.globals != inputs.globals {
            return None;
        }
        let change = Change::between(&self.content, &inputs.content);
        let is_whole = change.reads.contains(&Read::Site);
        (!is_whole).then_some(Delta {
            previous: self,
            change,
        })
    }
}

impl<'a> Delta<'a> {
    /// The groups of files of the last build.
    pub(super) fn site_files(&self) -> SiteFiles {
        self.previous.site_files.clone()
    }

    /// The pages of the last build, and the changes.
    pub(super) fn pages(&self) -> (&'a Pages, &Change) {
        (&self.previous.pages, &self.change)
    }

    /// The answers of the last build that still hold.
    pub(super) fn cache(&self) -> AnswerCache {
        self.previous.cache.after(&self.change)
    }

    /// Paths that the last build claimed and this one does not.
    pub(super) fn missing_paths(&self, pages: &Pages, site_files: &SiteFiles) -> Vec<String> {
        let mut gone = self.previous.pages.missing_paths(pages);
        gone.extend(self.previous.site_files.missing_paths(site_files));
        gone
    }
}
