//! Jobs: builds requested from a running `watch`, and the events of each.
//!
//! One job's build runs and one job waits; a newer one takes the place of the one that waits. A job
//! is over when its last event is recorded. The events of the last [`KEPT`] jobs stay, so that a
//! late client reads all of them. This module does not build: [`crate::pipeline::watch`] takes the
//! job that waits, [`crate::control`] takes requests and sends events.

pub mod live;
mod told;

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use contract::control::{Event, Initiator, JobEvent, JobId};

use generator_ground::message::Language;
pub use told::{Told, logged_pages, pages};

/// Number of jobs with events that stay.
const KEPT: usize = 20;

/// Events of a job that stay; a job with more keeps the last word of its progress.
const EVENTS: usize = 400;

/// The jobs of a process.
#[derive(Default)]
pub struct Jobs {
    state: Mutex<State>,
    /// Signalled when an event was recorded.
    told: Condvar,
    wake: Mutex<Option<Wake>>,
}

/// Called when a job waits.
type Wake = Box<dyn Fn() + Send>;

#[derive(Default)]
struct State {
    jobs: VecDeque<Job>,
    waiting: Option<JobId>,
}

struct Job {
    id: JobId,
    initiator: Initiator,
    events: Vec<(u64, Told)>,
    is_over: bool,
}

/// A job with a build that begins.
#[derive(Clone, Debug)]
pub struct TakenJob {
    /// Id of the job.
    pub id: JobId,
    /// The requesting person, and the reason.
    pub initiator: Initiator,
}

/// The answer to a client that follows a job.
#[derive(Debug, PartialEq, Eq)]
pub enum Next {
    /// The next event.
    Event(Box<JobEvent>),
    /// No event in the time that was given.
    Nothing,
    /// The job is over: no event will come.
    Over,
    /// The job is unknown.
    Unknown,
}

/// An id for a job, which is new.
pub fn new_id() -> JobId {
    JobId::new(rand::random())
}

impl Jobs {
    /// Has `wake` called when a job waits.
    pub fn on_new(&self, wake: impl Fn() + Send + 'static) {
        *lock(&self.wake) = Some(Box::new(wake));
    }

    /// A new job, which waits.
    pub fn ask(&self, initiator: Initiator) -> JobId {
        let id = new_id();
        self.add(id.clone(), initiator);
        id
    }

    /// A new job with an id of [`new_id`], which waits.
    pub fn add(&self, id: JobId, initiator: Initiator) {
        let mut state = lock(&self.state);
        if let Some(before) = state.waiting.replace(id.clone()) {
            let by = id.clone();
            state.tell(&before, Told::Event(Event::Superseded { by }));
        }
        state.make_room();
        state.jobs.push_back(Job {
            id: id.clone(),
            initiator,
            events: Vec::new(),
            is_over: false,
        });
        state.tell(&id, Told::Event(Event::Queued));
        drop(state);
        self.told.notify_all();
        if let Some(wake) = &*lock(&self.wake) {
            wake();
        }
    }

    /// Whether a job waits.
    pub fn is_waiting(&self) -> bool {
        lock(&self.state).waiting.is_some()
    }

    /// Takes the waiting job, because its build begins.
    pub fn take(&self) -> Option<TakenJob> {
        let mut state = lock(&self.state);
        let id = state.waiting.take()?;
        state.tell(&id, Told::Event(Event::Started));
        let job = state.job(&id)?;
        let initiator = job.initiator.clone();
        drop(state);
        self.told.notify_all();
        Some(TakenJob { id, initiator })
    }

    /// Records the next event of a job. After its last, no event is recorded any more.
    pub fn tell(&self, id: &JobId, told: Told) {
        lock(&self.state).tell(id, told);
        self.told.notify_all();
    }

    /// The event of a job that follows the one with the id `after`; waits for it at most so long.
    pub fn next(&self, (id, after): (&JobId, u64), wait: Duration, language: Language) -> Next {
        let deadline = Instant::now() + wait;
        let mut state = lock(&self.state);
        loop {
            let Some(job) = state.job(id) else {
                return Next::Unknown;
            };
            if let Some((id, told)) = job.events.iter().find(|(id, _)| *id > after) {
                let (id, told) = (*id, told.clone());
                // Texts are made outside of the lock: others may record events meanwhile.
                drop(state);
                let event = told.event(language);
                return Next::Event(Box::new(JobEvent { id, event }));
            }
            if job.is_over {
                return Next::Over;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Next::Nothing;
            }
            let waited = self.told.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl State {
    fn job(&mut self, id: &JobId) -> Option<&mut Job> {
        self.jobs.iter_mut().find(|job| job.id == *id)
    }

    fn tell(&mut self, id: &JobId, told: Told) {
        if let Some(job) = self.job(id).filter(|job| !job.is_over) {
            job.tell(told);
        }
    }

    /// Forgets the oldest job that is over, if there are as many as are kept. Those that are not
    /// over are few: one waits, one is built, and gateways are asked for half a minute.
    fn make_room(&mut self) {
        if self.jobs.len() >= KEPT
            && let Some(oldest) = self.jobs.iter().position(|job| job.is_over)
        {
            self.jobs.remove(oldest);
        }
    }
}

impl Job {
    fn tell(&mut self, told: Told) {
        let last = self.events.last();
        let id = last.map_or(0, |(id, _)| *id) + 1;
        self.is_over = told.is_last();
        let replaces = told.is_progress() && last.is_some_and(|(_, last)| last.is_progress());
        if replaces && self.events.len() >= EVENTS {
            self.events.pop();
        }
        self.events.push((id, told));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Recorder of a job's events for a build; it records none for a build without a request.
#[derive(Clone)]
pub struct JobTeller {
    jobs: Arc<Jobs>,
    job: Option<JobId>,
}

impl JobTeller {
    /// A teller of `job`, if there is one.
    pub fn new(jobs: &Arc<Jobs>, job: Option<JobId>) -> Self {
        Self {
            jobs: Arc::clone(jobs),
            job,
        }
    }

    /// Records an event.
    pub fn tell(&self, told: Told) {
        if let Some(job) = &self.job {
            self.jobs.tell(job, told);
        }
    }

    /// Whether there is a job.
    pub fn is_some(&self) -> bool {
        self.job.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::control::Phase;

    const NOW: Duration = Duration::ZERO;

    fn progress(done: usize) -> Told {
        Told::Event(Event::Progress {
            phase: Phase::Pages,
            done,
            total: 9,
            seconds_left: None,
        })
    }

    fn kinds(jobs: &Jobs, id: &JobId) -> Vec<&'static str> {
        let mut kinds = Vec::new();
        let mut after = 0;
        while let Next::Event(event) = jobs.next((id, after), NOW, Language::English) {
            assert!(event.id > after);
            after = event.id;
            kinds.push(event.event.kind());
        }
        kinds
    }

    // R10.03
    #[test]
    fn one_job_waits_and_the_newest_wins() {
        let jobs = Jobs::default();
        let first = jobs.ask(Initiator::default());
        assert_eq!(jobs.take().unwrap().id, first);
        assert!(jobs.take().is_none());
        let (second, third) = (
            jobs.ask(Initiator::default()),
            jobs.ask(Initiator::default()),
        );
        assert_eq!(kinds(&jobs, &first), ["queued", "started"]);
        assert_eq!(kinds(&jobs, &second), ["queued", "superseded"]);
        let Next::Event(last) = jobs.next((&second, 1), NOW, Language::English) else {
            panic!("it was told what took its place");
        };
        assert_eq!(last.event, Event::Superseded { by: third.clone() });
        assert_eq!(jobs.take().unwrap().id, third);
        assert!(!jobs.is_waiting());
    }

    // R10.03
    #[test]
    fn whoever_comes_late_reads_all_of_it_and_nothing_follows_the_end() {
        let jobs = Jobs::default();
        let id = jobs.ask(Initiator::default());
        jobs.take();
        jobs.tell(&id, progress(1));
        jobs.tell(&id, Told::Event(Event::Unchanged));
        jobs.tell(&id, progress(2));
        assert_eq!(
            kinds(&jobs, &id),
            ["queued", "started", "progress", "unchanged"]
        );
        let over = jobs.next((&id, 4), Duration::from_secs(60), Language::English);
        assert_eq!(over, Next::Over);
        let unknown = JobId::new(7);
        let unknown = jobs.next((&unknown, 0), NOW, Language::English);
        assert_eq!(unknown, Next::Unknown);
    }

    #[test]
    fn an_event_wakes_those_who_wait_for_it() {
        let jobs = Arc::new(Jobs::default());
        let id = jobs.ask(Initiator::default());
        let (asked, job) = (Arc::clone(&jobs), id.clone());
        let waiting = std::thread::spawn(move || {
            asked.next((&job, 1), Duration::from_secs(60), Language::English)
        });
        jobs.take();
        assert!(matches!(waiting.join().unwrap(), Next::Event(event) if event.id == 2));
    }

    #[test]
    fn memory_is_bounded() {
        let jobs = Jobs::default();
        let id = jobs.ask(Initiator::default());
        jobs.take();
        for done in 0..3 * EVENTS {
            jobs.tell(&id, progress(done));
        }
        jobs.tell(&id, Told::Event(Event::Finished));
        let kinds = kinds(&jobs, &id);
        assert!(kinds.len() <= EVENTS + 1, "{}", kinds.len());
        assert_eq!(kinds.last(), Some(&"finished"));
        for _ in 0..3 * KEPT {
            jobs.ask(Initiator::default());
        }
        assert_eq!(lock(&jobs.state).jobs.len(), KEPT);
        let first = jobs.next((&id, 0), NOW, Language::English);
        assert_eq!(first, Next::Unknown, "it is too long ago");
    }
}
