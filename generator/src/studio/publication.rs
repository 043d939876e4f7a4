//! Publishing change sets, now or at a time: a job of `watch`, which writes their files before its
//! build.
//!
//! ```text
//! schedule ──► scheduled ──(its time)──┐
//! publish ─────────────────────────────┴► waiting, closed ──(watch begins the job)──► written
//!                       written ──(build is live)──► published
//!                          └──(failed, or held)──► taken back
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;

use contract::control::{Initiator, JobId};
use contract::route::Route;
use generator_content::{ChangedPaths, Content};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_studio::publishing::{self, Applied, Publication, PublishError, open_again};
use generator_studio::{ChangeSets, Schedule, SetError, SetId, State};
use jiff::Timestamp;

use super::{Studio, lock};
use crate::jobs;
use crate::pipeline::watch::Desk;

/// Change sets on their way to the site.
pub struct Publications {
    /// Requested.
    waiting: Mutex<Vec<Publication>>,
    /// Written to `content/`, and not built yet.
    written: Mutex<Vec<Publication>>,
    /// The next time at which one is to be published.
    next: Mutex<Option<Timestamp>>,
}

impl Publications {
    /// Change sets that a crash interrupted, written now.
    pub(super) fn resume(sets: &ChangeSets) -> std::io::Result<Self> {
        let written = publishing::finish(sets)?;
        Ok(Self {
            waiting: Mutex::default(),
            written: Mutex::new(written),
            next: Mutex::new(next_time(sets)),
        })
    }

    /// Whether a change set is to be published by now.
    pub(super) fn is_due(&self, now: Timestamp) -> bool {
        lock(&self.next).is_some_and(|next| next <= now)
    }
}

/// The next time at which a change set is to be published.
fn next_time(sets: &ChangeSets) -> Option<Timestamp> {
    waiting_sets(sets).map(|(_, schedule)| schedule.at).min()
}

/// The change sets that wait for their time.
fn waiting_sets(sets: &ChangeSets) -> impl Iterator<Item = (SetId, Schedule)> {
    let sets = sets.list().into_iter();
    let waiting = sets.filter(|set| set.state == State::Scheduled);
    waiting.filter_map(|set| Some((set.id, set.scheduled?)))
}

/// Has `watch` publish change sets together; returns the job.
///
/// # Errors
/// One of them is empty, published, or in conflict with another change.
pub fn start(studio: &Studio, publication: Publication) -> Result<JobId, PublishError> {
    let sets = publication.sets.iter().map(|id| studio.sets.get(id));
    let reasons = sets.map(|set| Ok(set?.reason()));
    let why = reasons.collect::<Result<Vec<_>, SetError>>()?.join("; ");
    let job = jobs::new_id();
    publishing::begin(&studio.sets, &publication, &job)?;
    let by = publication.by.clone();
    lock(&studio.publications.waiting).push(publication);
    let initiator = Initiator {
        by,
        why: Some(why),
        commit: None,
    };
    studio.served.jobs.add(job.clone(), initiator);
    Ok(job)
}

/// Notes that change sets are to be published together at a time. Until then they are closed.
///
/// # Errors
/// As of [`start`].
pub fn schedule(studio: &Studio, ids: &[SetId], schedule: &Schedule) -> Result<(), PublishError> {
    publishing::check(&studio.sets, ids)?;
    for id in ids {
        studio.sets.update(id, |set| {
            if !set.state.is_publishable() {
                return Err(SetError::Closed(id.clone()));
            }
            set.state = State::Scheduled;
            set.scheduled = Some(schedule.clone());
            set.missed = None;
            Ok(())
        })?;
    }
    studio.look_for_next();
    Ok(())
}

impl Studio {
    /// Finds the next time anew.
    pub(super) fn look_for_next(&self) {
        *lock(&self.publications.next) = next_time(&self.sets);
    }

    /// Has `watch` publish the change sets whose time has come. One that cannot be published is
    /// open again, with a note of the time.
    pub fn publish_due(&self, now: Timestamp) {
        let mut due: BTreeMap<Schedule, Vec<SetId>> = BTreeMap::new();
        for (id, schedule) in waiting_sets(&self.sets).filter(|(_, schedule)| schedule.at <= now) {
            due.entry(schedule).or_default().push(id);
        }
        for (Schedule { by, .. }, sets) in due {
            let publication = Publication { sets, by };
            if let Err(error) = start(self, publication.clone()) {
                self.refuse(&publication, &error);
            }
        }
        self.look_for_next();
    }

    /// Notes that a publication cannot be written.
    fn refuse(&self, publication: &Publication, error: &PublishError) {
        tracing::warn!(by = publication.by, "studio: not published: {error}");
        self.reopen(publication);
    }

    /// Change sets that are not published are open again; those whose time it was say so.
    fn reopen(&self, publication: &Publication) {
        for id in &publication.sets {
            let opened = self.sets.update(id, |set| {
                if matches!(set.state, State::Scheduled | State::Publishing) {
                    open_again(set);
                }
                Ok::<_, SetError>(())
            });
            if let Err(error) = opened {
                tracing::error!(set = %id, "a change set: {error}");
            }
        }
    }

    /// Notes that a build with change sets is live.
    fn complete(&self, written: &[Publication]) -> std::io::Result<()> {
        // Without its name, the history does not lead from the build to the change sets.
        let build = self.served.store.live_id().ok().flatten();
        publishing::complete(&self.sets, written, build.as_ref(), Timestamp::now())?;
        for id in written.iter().flat_map(|one| &one.sets) {
            let facts = (self.sets.get(id), self.sets.changed_files(id));
            if let (Ok(set), Ok(files)) = facts {
                self.in_repository(|repository| repository.commit(&set, &files));
            }
        }
        Ok(())
    }
}

impl Desk for Studio {
    fn write(&self) -> Result<(), Failure> {
        let waiting = std::mem::take(&mut *lock(&self.publications.waiting));
        if waiting.is_empty() {
            return Ok(());
        }
        let applied = publishing::apply(&self.sets, waiting.clone());
        let Applied { begun, refused } = applied.map_err(|error| {
            waiting
                .iter()
                .for_each(|publication| self.reopen(publication));
            Failure::new(Exit::Environment, error)
        })?;
        for (publication, error) in &refused {
            self.refuse(publication, error);
        }
        match refused.into_iter().next() {
            // The others are published: the job is theirs.
            Some((_, error)) if begun.is_empty() => Err(Failure::new(Exit::Content, error)),
            _ => {
                lock(&self.publications.written).extend(begun);
                Ok(())
            }
        }
    }

    fn refuse_waiting(&self) {
        for publication in std::mem::take(&mut *lock(&self.publications.waiting)) {
            self.reopen(&publication);
        }
    }

    fn settle(&self, is_live: bool) {
        let written = std::mem::take(&mut *lock(&self.publications.written));
        if written.is_empty() {
            return;
        }
        let settled = match is_live {
            true => self.complete(&written),
            false => publishing::take_back(&self.sets, &written),
        };
        if let Err(error) = settled {
            tracing::error!("studio: publications: {error}");
        }
        self.look_for_next();
    }

    fn remember(&self, live: &Content, routes: &[Route]) {
        self.translations.remember(live, &self.config.var);
        if let Err(error) = self.sources.record(&live.source_list) {
            // A full disk is the build's to report.
            tracing::info!("studio: texts of the live build: {error}");
        }
        *lock(&self.routes) = routes.to_vec();
    }

    fn note(&self, touched: &ChangedPaths) {
        self.sources.note(touched);
        for known in &self.touched {
            let mut known = lock(known);
            let before = std::mem::replace(&mut *known, ChangedPaths::Everything);
            *known = before.and(touched.clone());
        }
    }
}
