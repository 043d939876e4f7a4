//! The fourth step: every file of the build on disk, where no pointer names it yet.

use contract::build::{BuildId, Entry};

use super::previous::Delta;
use super::render::RenderedPages;
use super::site_files::SiteFiles;
use crate::report::FileChanges;
use generator_builds::{Stage, Tree};

/// A build with all its files written.
pub(super) struct Staged {
    pub(super) id: BuildId,
    pub(super) tree: Tree,
    /// The difference to the live build.
    pub(super) changes: FileChanges,
}

impl Staged {
    /// Closes `stage`; its files come after those of `live`. With a `delta`, only the differences
    /// were put there, and everything else is taken over.
    pub(super) fn new(
        stage: Stage<'_>,
        live: Option<&Tree>,
        delta: Option<&Delta<'_>>,
        pages: &RenderedPages,
        site_files: &SiteFiles,
    ) -> Self {
        let id = stage.id.clone();
        let nothing = Tree::empty(&stage.store().spill());
        let previous = live.unwrap_or(&nothing);
        let last = delta.map(|delta| delta.pages().0);
        for (path, entry) in pages.pages.other_redirects(last) {
            stage.redirect(path, entry);
        }
        let (put, written) = stage.finish();
        let tree = match delta {
            Some(delta) => {
                let gone = delta.missing_paths(&pages.pages, site_files).into_iter();
                let put = put.into_entries().into_iter();
                // A path that is put after it is gone stays.
                let gone = gone.map(|path| (path, None));
                previous.with(
                    gone.chain(put.map(|(path, entry)| (path, Some(entry))))
                        .collect(),
                )
            }
            None => Tree::new(&put, live),
        };
        let removed = previous.without(&tree);
        let removed_pages = removed.iter().filter(|path| is_page(previous, path));
        let changes = FileChanges {
            written,
            removed_pages: removed_pages.cloned().collect(),
            removed,
        };
        Self { id, tree, changes }
    }
}

/// True if a page stood at `path`.
fn is_page(tree: &Tree, path: &str) -> bool {
    let entry = tree.get(path);
    matches!(entry, Some(Entry::File(file)) if file.key.is_some() && file.media_type.starts_with("text/html"))
}
