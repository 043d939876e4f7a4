//! Warm workers, one per render thread, and the handling of failures.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use contract::route::Hello;

use crate::pages::site_json::SiteJson;
use generator_media::workers::error::WorkerError;
use generator_media::workers::page::{Answer, Worker};
use generator_media::workers::process::WorkerCommand;

/// Warm workers that outlive a build; `watch` keeps them.
pub struct Pool {
    command: WorkerCommand,
    pub(super) workers: Vec<Mutex<Option<Worker>>>,
    /// The first message of every worker of this pool.
    pub hello: Hello,
}

impl Pool {
    /// Starts the first of so many workers to learn the route table; the others start when their
    /// thread first needs one.
    pub fn start(command: WorkerCommand, count: usize) -> Result<Self, WorkerError> {
        let first = Worker::start(&command)?;
        let hello = first.hello.clone();
        let mut workers: Vec<Mutex<Option<Worker>>> =
            (1..count).map(|_| Mutex::default()).collect();
        workers.push(Mutex::new(Some(first)));
        Ok(Self {
            command,
            workers,
            hello,
        })
    }

    /// The answer to the oldest request of `worker`, which has been sent `oldest` and then
    /// `others`. A worker that died is replaced: the page is tried once more, alone, and the others
    /// are asked again. After an error there is no worker.
    pub(super) fn answer<'j>(
        &self,
        worker: &mut Option<Worker>,
        oldest: &[u8],
        others: impl Iterator<Item = &'j [u8]> + Clone,
        site: &SiteJson,
        timeout: Duration,
    ) -> Result<Answer, WorkerError> {
        if let Some(running) = worker.as_mut() {
            match running.answer(timeout) {
                Err(
                    WorkerError::Died { .. } | WorkerError::OutOfMemory | WorkerError::OutOfStep(_),
                ) => {}
                Err(error) => {
                    *worker = None;
                    return Err(error);
                }
                answer => return answer,
            }
        }
        *worker = None;
        let mut started = Worker::start(&self.command)?;
        started.request(site.frame(), oldest)?;
        let answer = started.answer(timeout)?;
        others
            .into_iter()
            .try_for_each(|other| started.request(site.frame(), other))?;
        *worker = Some(started);
        Ok(answer)
    }

    /// The markup of one page alone, beside the pages of a build. A worker that does not answer is
    /// given up.
    pub(super) fn markup(
        &self,
        input: &[u8],
        site: &SiteJson,
        timeout: Duration,
    ) -> Result<Answer, WorkerError> {
        let mut place = self.workers[0]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let worker = match &mut *place {
            Some(worker) => worker,
            empty => empty.insert(Worker::start(&self.command)?),
        };
        let asked = worker.request_markup(site.frame(), input);
        let answer = asked.and_then(|()| worker.answer(timeout));
        if answer.is_err() {
            *place = None;
        }
        answer
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(20);

    /// A pool of one worker that misbehaves; with a separate folder, because the script that starts
    /// it records the start there.
    fn pool(folder: &Path) -> Pool {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let script = folder.join("worker.mjs");
        std::fs::copy(root.join("tests/fixtures/misbehaving-worker.mjs"), &script).unwrap();
        // A worker may not write files, so it cannot record itself that it died.
        let node = root.join("tests/fixtures/node-again.sh");
        let reads = Vec::new();
        let command = WorkerCommand {
            node,
            script,
            reads,
            has_native_code: false,
        };
        Pool::start(command, 1).unwrap()
    }

    fn site() -> SiteJson {
        SiteJson::new(&serde_json::json!({})).unwrap()
    }

    fn input(path: &str) -> Vec<u8> {
        serde_json::to_vec(&serde_json::json!({ "path": path })).unwrap()
    }

    #[test]
    fn a_worker_that_dies_is_replaced_and_its_pages_are_asked_again() {
        let folder = tempfile::tempdir().unwrap();
        let pool = pool(folder.path());
        let mut worker = pool.workers[0].lock().unwrap();
        let (first, second) = (input("/die-once"), input("/after"));
        for page in [&first, &second] {
            worker
                .as_mut()
                .unwrap()
                .request(site().frame(), page)
                .unwrap();
        }
        let others = std::iter::once(second.as_slice());
        let answer = pool
            .answer(&mut worker, &first, others, &site(), TIMEOUT)
            .unwrap();
        assert_eq!(answer.markup, "<p>/die-once</p>");
        let answer = pool
            .answer(&mut worker, &second, std::iter::empty(), &site(), TIMEOUT)
            .unwrap();
        assert_eq!(answer.markup, "<p>/after</p>");
    }

    #[test]
    fn a_page_that_kills_its_worker_twice_is_an_error_and_the_next_page_gets_a_new_worker() {
        let folder = tempfile::tempdir().unwrap();
        let pool = pool(folder.path());
        let mut worker = pool.workers[0].lock().unwrap();
        let (deadly, next) = (input("/die"), input("/next"));
        worker
            .as_mut()
            .unwrap()
            .request(site().frame(), &deadly)
            .unwrap();
        let error = pool
            .answer(
                &mut worker,
                &deadly,
                std::iter::once(next.as_slice()),
                &site(),
                TIMEOUT,
            )
            .unwrap_err();
        assert!(matches!(error, WorkerError::Died { .. }), "{error}");
        let answer = pool
            .answer(&mut worker, &next, std::iter::empty(), &site(), TIMEOUT)
            .unwrap();
        assert_eq!(answer.markup, "<p>/next</p>");
    }

    #[test]
    fn a_page_that_never_ends_is_not_tried_again() {
        let folder = tempfile::tempdir().unwrap();
        let pool = pool(folder.path());
        let mut worker = pool.workers[0].lock().unwrap();
        let endless = input("/hang");
        worker
            .as_mut()
            .unwrap()
            .request(site().frame(), &endless)
            .unwrap();
        let error = pool
            .answer(
                &mut worker,
                &endless,
                std::iter::empty(),
                &site(),
                Duration::from_millis(300),
            )
            .unwrap_err();
        assert!(matches!(error, WorkerError::TimedOut { .. }), "{error}");
        assert!(worker.is_none());
    }
}
