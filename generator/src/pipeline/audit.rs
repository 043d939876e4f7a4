//! Pages of the live build rendered once more: they must not differ.

use contract::build::{Entry, File};

use super::render::{self, RenderInputs};
use super::{Builder, files, new_id};
use generator_builds::{Stage, Tree};
use generator_ground::diagnostic::failure::Failure;

impl Builder {
    /// Renders `count` pages of the live build afresh, chosen by the build's id, and compares.
    /// Answers the paths that differ: there are none, unless a page depends on something that is
    /// not in its input.
    pub fn audit(&self, count: usize) -> Result<Vec<String>, Failure> {
        let (Some(previous), Some(live), Some(app)) = (&self.previous, &self.live, &self.app)
        else {
            return Ok(Vec::new());
        };
        let nothing = Tree::empty(&self.store.spill());
        let stage = Stage::new(&self.store, new_id()?, &nothing);
        let inputs = RenderInputs {
            config: &self.config,
            app,
            globals: &previous.globals,
            content: &previous.content,
            cache: &previous.cache,
            bodies: &self.bodies,
            first_faces: previous.first_faces.as_ref(),
            stage: &stage,
            progress: &self.progress,
        };
        let rendered = render::again(&inputs, &previous.pages, count, &live.index.id);
        let id = stage.id.clone();
        let (again, _) = stage.finish();
        files::discard(&self.store, &id)?;
        // Data that was lost on the way to the disk would not be compared.
        self.store.spill().check()?;
        rendered?;
        let differs =
            |(path, entry): &(String, Entry)| !is_same(live.tree.get(path).as_ref(), entry);
        let again = again.into_entries().into_iter();
        Ok(again.filter(differs).map(|(path, _)| path).collect())
    }
}

/// Whether two entries have the same bytes under the same rules, whichever build holds them.
fn is_same(published: Option<&Entry>, again: &Entry) -> bool {
    match (published, again) {
        (Some(Entry::File(published)), Entry::File(again)) => {
            let build = again.build.clone();
            File {
                build,
                ..published.clone()
            } == *again
        }
        _ => false,
    }
}
