//! Notes for later builds, and files that no build needs any more. None of it keeps a build from
//! being published: a fault is a warning.

use std::fs;
use std::path::Path;

use anyhow::Context;
use jiff::Timestamp;

use super::Builder;
use crate::config::BuildConfig;
use crate::report::scheduled::{Scheduled, record};
use crate::sources::origin;
use generator_builds::{Store, sweep};
use generator_content::{ChangedPaths, KnownBodies};
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::warning;
use generator_ground::message::{Language, Message};
use generator_ground::storage::replace::replace_file_unsynced_with;

/// Name of the file of facts about bodies, under `var/`.
const BODIES: &str = "bodies.json";

/// The facts about bodies that an earlier process wrote. A missing file costs only time.
pub(super) fn recorded_bodies(var: &Path) -> KnownBodies {
    KnownBodies::from_json(&fs::read(var.join(BODIES)).unwrap_or_default())
}

/// Writes the known facts about bodies, for a later process.
fn remember(bodies: &KnownBodies, var: &Path) -> anyhow::Result<()> {
    if !bodies.have_news() {
        return Ok(());
    }
    let path = var.join(BODIES);
    replace_file_unsynced_with(&path, |file| bodies.write_json(file))
        .with_context(|| format!("cannot write `{}`", path.display()))
}

impl Builder {
    /// Notes what later builds and commands read, and deletes pictures that no build needs.
    pub(super) fn note(&self, scheduled: &[Scheduled], touched: &ChangedPaths) {
        if self.config.is_of_site() {
            self.warn_of(record(scheduled, &self.config.var));
        }
        self.warn_of(self.tidy_caches(touched));
    }

    /// Notes the settings that are live now, and drops builds that are kept no longer.
    pub(super) fn note_live(&self) {
        let is_of_site = self.config.is_of_site();
        if let Some(previous) = self.previous.as_ref().filter(|_| is_of_site) {
            let settings = &previous.globals.system_config;
            self.warn_of(origin::record(&self.config.var, settings));
        }
        let retained = retain(&self.store, &self.config);
        self.tidy(Message::new("left-over/builds"), retained);
    }

    /// Warns of files that could not be read or deleted.
    pub(super) fn tidy(&self, what: Message, deleted: anyhow::Result<usize>) {
        tidy(what, deleted, self.config.site.messages.language);
    }

    /// Warns of notes that could not be written: the build stays live, and the next build writes
    /// them again.
    fn warn_of(&self, noted: anyhow::Result<()>) {
        if let Err(error) = noted {
            let language = self.config.site.messages.language;
            let why = explain(&error, language);
            let warning = Message::new("after-publish/notes").with("why", why);
            warning::warning_line(&warning, language);
        }
    }

    /// Writes the known facts about bodies, and deletes pictures that are not needed.
    fn tidy_caches(&self, touched: &ChangedPaths) -> anyhow::Result<()> {
        if *touched == ChangedPaths::Everything && self.config.is_of_site() {
            remember(&self.bodies, &self.config.var)?;
        }
        let pruned = self.loader.images().prune().map_err(Into::into);
        self.tidy(Message::new("left-over/pictures"), pruned);
        Ok(())
    }
}

/// Drops builds from a history with enough superfluous builds that looking at all of them is
/// worthwhile, and deletes files that no build needs any more.
fn retain(store: &Store, config: &BuildConfig) -> anyhow::Result<usize> {
    let (now, retention) = (Timestamp::now(), config.retention);
    let history = store.history()?;
    if history.len() < sweep::kept_entries(&history, retention, now).len() + retention.builds {
        return Ok(0);
    }
    sweep::prune(store, retention, now, &config.initiator)?;
    sweep::sweep(store, retention.grace)
}

/// Warns of files that could not be read or deleted: they must not keep a build from being
/// published.
pub(super) fn tidy(what: Message, deleted: anyhow::Result<usize>, language: Language) {
    if let Err(error) = deleted {
        let why = explain(&error, language);
        let left = Message::new("left-over")
            .with("what", what)
            .with("why", why);
        warning::warning_line(&left, language);
    }
}
