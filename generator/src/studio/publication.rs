//! Publishing change sets: a job of `watch`, which writes their files before its build.
//!
//! ```text
//! publish ──► waiting ──(watch begins the job)──► written ──(build is live)──► published
//!                                                    └──(failed, or held)──► taken back
//! ```

use std::sync::Mutex;

use contract::control::{Initiator, JobId};
use generator_content::ChangedPaths;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_studio::publishing::{self, PublishError};
use generator_studio::{ChangeSets, SetError, SetId};

use super::{Studio, lock};
use crate::pipeline::watch::Desk;

/// Change sets on their way to the site.
#[derive(Default)]
pub struct Publications {
    /// Requested, with the person's e-mail address.
    waiting: Mutex<Vec<(SetId, String)>>,
    /// Written to `content/`, and not built yet.
    written: Mutex<Vec<SetId>>,
}

impl Publications {
    /// Change sets that a crash interrupted, written now.
    pub(super) fn resume(sets: &ChangeSets) -> std::io::Result<Self> {
        let written = publishing::finish(sets)?;
        Ok(Self {
            waiting: Mutex::default(),
            written: Mutex::new(written),
        })
    }
}

/// Has `watch` publish a change set; returns the job.
///
/// # Errors
/// The change set is empty, published, or in conflict with another change.
pub fn start(studio: &Studio, id: &SetId, by: &str) -> Result<JobId, PublishError> {
    let set = studio.sets.get(id)?;
    publishing::check(&studio.sets, id)?;
    let why = match set.note.is_empty() {
        true => set.name,
        false => format!("{}: {}", set.name, set.note),
    };
    lock(&studio.publications.waiting).push((id.clone(), by.to_owned()));
    Ok(studio.jobs.ask(Initiator {
        by: by.to_owned(),
        why: Some(why),
        commit: None,
    }))
}

impl Studio {
    /// Notes that the site was built with a change set.
    fn complete(&self, id: &SetId) -> Result<(), SetError> {
        publishing::complete(&self.sets, id)?;
        let (set, files) = (self.sets.get(id)?, self.sets.changed_files(id)?);
        self.in_repository(|repository| repository.commit(&set, &files));
        Ok(())
    }
}

impl Desk for Studio {
    fn write(&self) -> Result<(), Failure> {
        let waiting = std::mem::take(&mut *lock(&self.publications.waiting));
        for (id, by) in waiting {
            match publishing::apply(&self.sets, &id, &by) {
                Ok(_) => lock(&self.publications.written).push(id),
                Err(error) => return Err(Failure::new(Exit::Content, error)),
            }
        }
        Ok(())
    }

    fn settle(&self, is_live: bool) {
        let written = std::mem::take(&mut *lock(&self.publications.written));
        for id in written {
            let settled = match is_live {
                true => self.complete(&id),
                false => publishing::take_back(&self.sets, &id).map(drop),
            };
            if let Err(error) = settled {
                tracing::error!(set = %id, "a change set: {error}");
            }
        }
    }

    fn note(&self, touched: &ChangedPaths) {
        for known in &self.touched {
            let mut known = lock(known);
            let before = std::mem::replace(&mut *known, ChangedPaths::Everything);
            *known = before.and(touched.clone());
        }
    }
}
