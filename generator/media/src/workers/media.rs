//! Node processes that draw cards, encode pictures and cut fonts: work that libraries with native
//! code do best, and faster than code that would have to be compiled with this program.
//!
//! ```text
//! request   u32 LE length of all that follows │ u32 LE length of the job │ job as JSON │ its input
//! answer    u32 LE length of all that follows │ u32 LE length of meta │ meta as JSON │ its output
//! ```
//!
//! The script is `media/worker.mjs` of the frontend; a job names the module beside it that does it.
//! A process has one job at a time and one thread for it, so that bytes never depend on the number
//! of cores; there are at most as many processes as cores. The first is started for the first job:
//! a build without new media starts none.

mod recipe;

use std::path::{Path, PathBuf};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::node::node;
use super::process::{Process, WorkerCommand};
pub use recipe::recipe;

/// The folder of the frontend that has the script and its modules.
pub const FOLDER: &str = "media";

/// How long a job may take. The largest picture in the slowest encoding takes some ten seconds on
/// one core.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Makes media, in processes that live as long as it does; shared by all threads.
#[derive(Debug)]
pub struct MediaWorkers {
    frontend: PathBuf,
    /// Processes that run at once at most.
    most: usize,
    state: Mutex<State>,
    /// Signalled when a process is free, or ended.
    freed: Condvar,
}

/// Processes by their state.
#[derive(Default)]
struct State {
    idle: Vec<Process>,
    busy: usize,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} idle, {} busy", self.idle.len(), self.busy)
    }
}

/// Why a job was not done.
#[derive(Debug, thiserror::Error)]
pub enum MediaError {
    /// The job cannot be done with its input: the library's own words.
    #[error("{0}")]
    Refused(String),
    /// The process could not be started, ended, or took too long.
    #[error("{0:#}")]
    Failed(anyhow::Error),
}

impl MediaWorkers {
    /// Media workers of the frontend in that folder. None is started yet.
    pub fn new(frontend: PathBuf) -> Self {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        Self {
            frontend,
            most,
            state: Mutex::default(),
            freed: Condvar::new(),
        }
    }

    /// The frontend's folder.
    pub fn frontend(&self) -> &Path {
        &self.frontend
    }

    /// Has `job` done with `input`; waits until a process is free. Returns the description of the
    /// result, and its bytes.
    ///
    /// # Errors
    /// The job cannot be done with this input, or the process failed.
    pub fn run<T: DeserializeOwned>(
        &self,
        job: &impl Serialize,
        input: &[u8],
    ) -> Result<(T, Vec<u8>), MediaError> {
        let failed = |error| MediaError::Failed(error);
        let job = serde_json::to_vec(job).map_err(|error| failed(error.into()))?;
        let place = Permit::take(self);
        let mut process = match place.idle {
            Some(process) => process,
            None => self.start().map_err(failed)?,
        };
        let length = u32::try_from(job.len()).map_err(|error| failed(error.into()))?;
        let answer = process
            .push(&[&length.to_le_bytes(), &job, input])
            .and_then(|()| process.frame(TIMEOUT));
        // One that failed is dropped, and with it killed.
        let (meta, made) = answer.map_err(|error| failed(error.into()))?;
        self.state().idle.push(process);
        drop(place.busy);
        let meta: Value = serde_json::from_slice(&meta).map_err(|error| failed(error.into()))?;
        if let Some(Value::String(reason)) = meta.get("error") {
            return Err(MediaError::Refused(reason.clone()));
        }
        let meta = serde_json::from_value(meta).map_err(|error| failed(error.into()))?;
        Ok((meta, made))
    }

    fn start(&self) -> anyhow::Result<Process> {
        let jobs = self.frontend.join(FOLDER);
        // Node looks for the jobs' packages beside the folder that has them without links.
        let real = jobs.canonicalize().unwrap_or_else(|_| jobs.clone());
        let command = WorkerCommand {
            node: node(&self.frontend)?,
            script: jobs.join("worker.mjs"),
            reads: vec![
                self.frontend.clone(),
                self.frontend.join("node_modules"),
                real.with_file_name("node_modules"),
            ],
            has_native_code: true,
        };
        Ok(Process::start(&command)?)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to use one process, and one that is idle, if there is.
struct Permit<'a> {
    idle: Option<Process>,
    busy: Busy<'a>,
}

/// Counts one process as busy until it is dropped.
struct Busy<'a>(&'a MediaWorkers);

impl<'a> Permit<'a> {
    /// Waits for it.
    fn take(workers: &'a MediaWorkers) -> Self {
        let are_all_busy = |state: &mut State| state.busy >= workers.most;
        let waited = workers.freed.wait_while(workers.state(), are_all_busy);
        let mut state = waited.unwrap_or_else(PoisonError::into_inner);
        state.busy += 1;
        Self {
            idle: state.idle.pop(),
            busy: Busy(workers),
        }
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.state().busy -= 1;
        self.0.freed.notify_one();
    }
}

#[cfg(test)]
mod tests;
