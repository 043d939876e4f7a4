//! The index follows the live build: only the differences are read.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::index::{Index, IndexError, Writer};
use super::tree::{Difference, Tree};
use super::{Search, UNFINISHED, index_name};

/// Bytes of pages that may wait in memory until they are written.
const BATCH: usize = 8 * 1024 * 1024;

/// How long the writer's memory is kept after the last edit: the next one comes soon or late.
const WRITER_KEPT: Duration = Duration::from_secs(10);

/// The outcome of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round {
    /// The index has the pages of the live build, or no build is published.
    Current,
    /// Another process writes the index, or the build changed: another round is needed.
    Again,
    /// The disk failed; it was logged.
    Failed,
}

/// The one that keeps a process's index up to date.
pub struct Renewal {
    search: Arc<Search>,
    index: Option<Arc<Index>>,
    writer: Option<Writer>,
    used: Instant,
    /// The pages that the index had after the last round.
    before: Option<Arc<Tree>>,
}

impl Renewal {
    /// A renewal that has no index open; the first round opens it.
    pub fn new(search: Arc<Search>) -> Self {
        Self {
            search,
            index: None,
            writer: None,
            used: Instant::now(),
            before: None,
        }
    }

    /// Brings the index to the live build. Stops half-way on request.
    pub fn round(&mut self, is_stopping: &dyn Fn() -> bool) -> Round {
        let Some(tree) = self.search.tree() else {
            return Round::Current;
        };
        let damaged = self
            .search
            .with_state(|state| std::mem::take(&mut state.is_damaged));
        if damaged {
            self.forget();
        }
        let is_done = self
            .before
            .as_ref()
            .is_some_and(|before| before.name == tree.name);
        if is_done {
            if self.used.elapsed() > WRITER_KEPT {
                self.rest();
            }
            return Round::Current;
        }
        match self.bring_to(&tree, is_stopping) {
            Ok(true) => {
                self.before = Some(tree);
                Round::Current
            }
            Ok(false) | Err(IndexError::Busy) => Round::Again,
            Err(error) => {
                tracing::warn!(%error, "the search index cannot be renewed; it is tried again");
                self.forget();
                Round::Failed
            }
        }
    }

    /// Gives the writer's memory back.
    pub fn rest(&mut self) {
        let closed = self.writer.take().map(Writer::close);
        if let Some(Err(error)) = closed {
            tracing::warn!(%error, "the search index was not tidied");
        }
    }

    /// Forgets the open index: the next round begins with the index on disk.
    fn forget(&mut self) {
        (self.writer, self.index, self.before) = (None, None, None);
        self.search.with_state(|state| state.index = None);
    }

    fn bring_to(
        &mut self,
        tree: &Arc<Tree>,
        is_stopping: &dyn Fn() -> bool,
    ) -> Result<bool, IndexError> {
        let index = match &self.index {
            Some(index) => Arc::clone(index),
            None => Arc::new(Index::open(&self.search.folder)?),
        };
        self.index = Some(Arc::clone(&index));
        let wanted = index_name(tree.name);
        if self.show(&index)?.as_ref() == Some(&wanted) {
            return Ok(true);
        }
        let mut writer = match self.writer.take() {
            Some(writer) => writer,
            None => index.writer()?,
        };
        // Another process may have written until now.
        let name = self.show(&index)?;
        let is_whole = name.as_ref() == Some(&wanted) || {
            let before = self.before.as_ref();
            let before = before.filter(|before| name == Some(index_name(before.name)));
            let difference = match before {
                Some(before) => tree.since(before),
                None => tree.beside(&index.pages().keys()?),
            };
            apply(&mut writer, tree, &difference, &wanted, is_stopping)?
        };
        self.show(&index)?;
        (self.writer, self.used) = (Some(writer), Instant::now());
        Ok(is_whole)
    }

    /// Lets searches see the written index, once there was a whole build in it. Answers the index's
    /// name.
    fn show(&self, index: &Arc<Index>) -> Result<Option<String>, IndexError> {
        index.reload()?;
        let name = index.name()?;
        if name.as_ref().is_some_and(|name| name != UNFINISHED) {
            self.search
                .with_state(|state| state.index = Some(Arc::clone(index)));
        }
        Ok(name)
    }
}

/// Writes a difference. False if it was stopped, or the build is going away.
fn apply(
    writer: &mut Writer,
    tree: &Tree,
    difference: &Difference,
    name: &str,
    is_stopping: &dyn Fn() -> bool,
) -> Result<bool, IndexError> {
    for (path, hash) in &difference.gone {
        writer.remove(path, *hash);
    }
    let mut waiting = 0;
    for path in &difference.new {
        if is_stopping() {
            writer.commit(UNFINISHED)?;
            return Ok(false);
        }
        if let Some((hash, page)) = tree.read(path)? {
            waiting += writer.add(hash, &page)?;
        }
        if waiting > BATCH {
            writer.commit(UNFINISHED)?;
            waiting = 0;
        }
    }
    writer.commit(name)?;
    if !difference.is_empty() {
        let (new, gone) = (difference.new.len(), difference.gone.len());
        tracing::debug!(new, gone, "the search index has the live build's pages");
    }
    Ok(true)
}
