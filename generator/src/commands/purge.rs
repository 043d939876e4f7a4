//! `purge --at DEST`: paths taken out of the builds that were pushed elsewhere.

use std::collections::HashSet;

use contract::control::Initiator;

use crate::config::initiator::initiator;
use crate::config::options::PurgeArgs;
use crate::control::verbs;
use crate::report;
use generator_builds::Builds;
use generator_builds::purge::{InDictionary, PurgedPaths, StillLive};
use generator_deploy::address::existing;
use generator_deploy::clock::Clock;
use generator_deploy::destination::{Busy, Destination};
use generator_deploy::purge::Purge;
use generator_ground::diagnostic::console;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};
use generator_ground::storage::folder::folder;

/// Destinations at which the paths are to vanish, too.
pub(super) struct Elsewhere {
    destinations: Vec<Box<dyn Destination>>,
    paths: PurgedPaths,
    /// The builds here: they are purged before those elsewhere.
    builds: Builds,
    by: Initiator,
}

impl Elsewhere {
    /// Destinations and paths as they were typed.
    pub(super) fn new(args: &PurgeArgs) -> Result<Self, Failure> {
        let usage = |error| Failure::new(Exit::Usage, error);
        let at = args.at.iter();
        let destinations = at.map(|to| existing(to, &args.ssh.command).map_err(usage));
        Ok(Self {
            destinations: destinations.collect::<Result<_, _>>()?,
            paths: verbs::purged_paths(&args.paths)?,
            builds: Builds::new(&folder(&args.command.builds.builds, "--builds")?),
            by: initiator(&args.command.initiator),
        })
    }

    /// Purges at each destination. A failure at one is reported, and does not stop the work at the
    /// others.
    pub(super) fn purge(&self, language: Language) -> Result<(), Failure> {
        let history = self.builds.history()?.into_iter();
        let clean: HashSet<_> = history.map(|entry| entry.id).collect();
        let purge = Purge {
            paths: &self.paths,
            clean: &clean,
            by: &self.by,
            clock: Clock::default(),
        };
        let mut last: Option<Failure> = None;
        for destination in &self.destinations {
            let place = destination.label();
            match purge.at(destination.as_ref()) {
                Ok(purged) => {
                    let sum = Message::new("purged/at")
                        .with("place", place)
                        .with("builds", purged.builds)
                        .with("files", purged.files);
                    for line in [sum].into_iter().chain(verbs::purge_findings(purged)) {
                        console::line(&line.text(language));
                    }
                }
                Err(error) => {
                    if let Some(before) = last.replace(not_purged(error, place)) {
                        report::failure(&before, language);
                    }
                }
            }
        }
        last.map_or(Ok(()), Err)
    }
}

fn not_purged(error: anyhow::Error, place: String) -> Failure {
    if error.is::<Busy>() {
        return Failure::new(Exit::Locked, Message::new("ship-busy").with("place", place));
    }
    let why = match error.downcast_ref::<StillLive>() {
        Some(StillLive(path)) => Message::new("still-live/at").with("path", path),
        None if error.is::<InDictionary>() => Message::new("still-live/dictionary-at"),
        None if error.is::<Message>() => return error.into(),
        None => {
            return Message::new("purge-failed")
                .with("place", place)
                .because(error)
                .into();
        }
    };
    Failure::new(Exit::Content, why.with("place", place))
}
