//! All parts of a build before it is published.

use super::load::Inputs;
use super::render::RenderedPages;
use super::site_files::SiteFiles;
use super::stage::Staged;
use crate::config::initiator::CommitQuery;
use crate::fonts::first::FirstFaces;
use crate::report::ended::{EndedAddress, warnings as ended_warnings};
use generator_content::query::cache::AnswerCache;
use generator_ground::diagnostic::warning::Warning;

/// All parts of a build before it is published.
pub(super) struct BuildArtifacts {
    pub(super) inputs: Inputs,
    pub(super) cache: AnswerCache,
    pub(super) pages: RenderedPages,
    pub(super) site_files: SiteFiles,
    pub(super) staged: Staged,
    pub(super) commit: CommitQuery,
    pub(super) first_faces: Option<FirstFaces>,
}

impl BuildArtifacts {
    /// Warnings of its pages and of its other files, and of the addresses that it ends.
    pub(super) fn warnings(&self, ended: &[EndedAddress]) -> Vec<Warning> {
        let of_pages = self.pages.warnings.iter().cloned();
        let of_files = self.site_files.warnings().iter().cloned();
        let of_ended = ended_warnings(ended).into_iter();
        of_pages
            .map(Warning::Content)
            .chain(of_files.map(Warning::Site))
            .chain(of_ended.map(Warning::Change))
            .collect()
    }
}
