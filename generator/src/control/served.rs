//! The builds of a running `watch`, as its socket and its studio change them.

use std::sync::Arc;

use contract::control::{Initiator, JobId, Verb};

use super::verbs;
use crate::config::initiator::within_limits;
use crate::jobs::Jobs;
use crate::notices::Notices;
use generator_builds::Store;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::message::Message;

/// Parts of a running `watch` that requests reach.
pub struct Served {
    /// The builds.
    pub store: Arc<Store>,
    /// Builds on request.
    pub jobs: Arc<Jobs>,
    /// Notified of commands that change the live build.
    pub notices: Option<Arc<Notices>>,
}

/// A command that was carried out.
pub struct Done {
    /// Lines for people.
    pub lines: Vec<Message>,
    /// The build that the command began, if it began one.
    pub job: Option<JobId>,
}

impl Served {
    /// Carries a command out while a build may run; notifies receivers, and begins the build that
    /// the command makes due.
    ///
    /// # Errors
    /// The command is refused, or the machine fails.
    pub fn carry_out(&self, verb: &Verb, initiator: Initiator) -> Result<Done, Failure> {
        let initiator = within_limits(initiator);
        let done = verbs::carry_out(&self.store, verb, &initiator);
        if let (Some(notices), Ok(done)) = (&self.notices, &done)
            && let Some(notice) = verbs::notice(&self.store, verb, done)
        {
            notices.tell(notice);
        }
        // There was no edit, so no other event begins a build.
        let is_due = match (verb, &done) {
            (Verb::Release, Ok(_)) => true,
            (Verb::Purge { .. }, Err(_)) => self.lacks_dictionary(),
            _ => false,
        };
        let job = is_due.then(|| self.jobs.ask(initiator));
        Ok(Done { lines: done?, job })
    }

    /// Whether a purge waits for a build with another dictionary.
    fn lacks_dictionary(&self) -> bool {
        let live = self.store.live_id().ok().flatten();
        let index = live.and_then(|live| self.store.index(&live).ok());
        index.is_some_and(|index| self.store.is_dictionary_retired(&index).unwrap_or(false))
    }
}
