//! Warm workers, one per lane, and what to do when one fails.

use std::sync::Mutex;
use std::time::Duration;

use contract::route::Hello;

use crate::worker::{Answer, Worker, WorkerCommand, WorkerError};

/// Warm workers that outlive a build; `watch` keeps them.
pub struct Pool {
    command: WorkerCommand,
    pub(super) lanes: Vec<Mutex<Option<Worker>>>,
    /// What every worker of this pool said first.
    pub hello: Hello,
}

impl Pool {
    /// Starts the first worker to learn the route table; the others start when their lane first needs one.
    pub fn start(command: WorkerCommand, lanes: usize) -> Result<Self, WorkerError> {
        let first = Worker::start(&command)?;
        let hello = first.hello.clone();
        let mut workers: Vec<Mutex<Option<Worker>>> =
            (1..lanes).map(|_| Mutex::default()).collect();
        workers.push(Mutex::new(Some(first)));
        Ok(Self {
            command,
            lanes: workers,
            hello,
        })
    }

    /// The answer to the oldest request of `worker`, which has been sent `oldest` and then `others`. A worker that died is replaced:
    /// the page is tried once more, alone, and the others are asked again. After an error the lane has no worker.
    pub(super) fn answer<'j>(
        &self,
        worker: &mut Option<Worker>,
        oldest: &[u8],
        others: impl Iterator<Item = &'j [u8]> + Clone,
        timeout: Duration,
    ) -> Result<Answer, WorkerError> {
        if let Some(running) = worker.as_mut() {
            match running.answer(timeout) {
                Err(WorkerError::Died { .. } | WorkerError::OutOfStep(_)) => {}
                Err(error) => {
                    *worker = None;
                    return Err(error);
                }
                answer => return answer,
            }
        }
        *worker = None;
        let mut started = Worker::start(&self.command)?;
        started.request(oldest)?;
        let answer = started.answer(timeout)?;
        others
            .into_iter()
            .try_for_each(|other| started.request(other))?;
        *worker = Some(started);
        Ok(answer)
    }
}
