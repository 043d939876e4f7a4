//! One warm Node process that turns page inputs into markup.
//!
//! ```text
//! start ──► hello (routes, header classes, assets, Node's version) ──► ready ──► request, answer, request, answer … ──► drop: killed
//! ```
//!
//! Starting one costs 200 ms and its first page 30 ms, so a worker lives as long as its generator.
//! Several requests may be in flight: while one renders, the caller prepares the next. A worker
//! that dies, answers out of step or takes too long is killed; the caller starts another. Frames
//! are described in `contract::frame`, and the permitted dependencies of a page are decided where
//! the process is started.

use std::time::Duration;

use contract::Hash;
use contract::frame::{MARKUP, PAGE, Rendered, SITE};
use contract::route::Hello;

use super::error::WorkerError;
use super::frames::split_files;
use super::process::{Process, WorkerCommand};

/// How long a worker may take to load the bundle and send its hello frame.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// Node's error text when a page, or a package that it uses, needs a permission that a worker does
/// not have.
const DENIED: &str = "Access to this API has been restricted";

/// Answer of a worker for one page.
#[derive(Debug)]
pub struct Answer {
    /// The worker's report on the page.
    pub meta: Rendered,
    /// The React markup.
    pub markup: String,
    /// The bytes of the page's files, in the order of `meta.files`.
    pub files: Vec<Vec<u8>>,
}

/// Why a page failed, in words for the developer that has to fix it: Node names options that cannot
/// be given here.
pub fn explain(reason: String) -> String {
    if !reason.contains(DENIED) {
        return reason;
    }
    format!(
        "a component, or a package that it uses, reads files outside the bundle, writes one, or starts a program; a page is made from its input alone\n{reason}"
    )
}

/// The public part of the site as sent to a worker.
#[derive(Clone, Copy, Debug)]
pub struct Site<'a> {
    /// Hash that names the site.
    pub hash: Hash,
    /// A [`SiteFrame`](contract::frame::SiteFrame) as JSON.
    pub frame: &'a [u8],
}

/// A running worker. Dropping it kills the process.
pub struct Worker {
    process: Process,
    /// The last site that the worker received.
    site: Option<Hash>,
    /// The worker's first message.
    pub hello: Hello,
}

impl Worker {
    /// Starts a process and waits for its hello.
    pub fn start(command: &WorkerCommand) -> Result<Self, WorkerError> {
        let mut process = Process::start(command)?;
        let (meta, _) = process.frame(START_TIMEOUT)?;
        let hello: Hello = serde_json::from_slice(&meta)
            .map_err(|error| WorkerError::OutOfStep(format!("hello: {error}")))?;
        if hello.contract != contract::VERSION {
            let (theirs, ours) = (hello.contract, contract::VERSION);
            let message = format!(
                "the bundle was built for contract {theirs}, this generator speaks {ours}; build the frontend again"
            );
            return Err(WorkerError::OutOfStep(message));
        }
        Ok(Self {
            process,
            site: None,
            hello,
        })
    }

    /// Sends one page input, as JSON, and before it the site, if it received another one or none.
    /// Never waits: bytes that the pipe does not take are sent while an answer is awaited. Nor does
    /// it notice that the worker has ended, which may happen at any moment after it:
    /// [`Self::answer`] does.
    ///
    /// # Errors
    /// The input is too long for a frame. It was not sent, and will have no answer.
    pub fn request(&mut self, site: Site<'_>, input: &[u8]) -> Result<(), WorkerError> {
        self.send(site, PAGE, input)
    }

    /// Sends a page of that site, to be answered without the files that its route declares.
    ///
    /// # Errors
    /// As [`Self::request`].
    pub fn request_markup(&mut self, site: Site<'_>, input: &[u8]) -> Result<(), WorkerError> {
        self.send(site, MARKUP, input)
    }

    fn send(&mut self, site: Site<'_>, kind: u8, input: &[u8]) -> Result<(), WorkerError> {
        if self.site != Some(site.hash) {
            self.process.push(&[&[SITE], site.frame])?;
            self.site = Some(site.hash);
        }
        self.process.push(&[&[kind], input])?;
        let _ = self.process.flush();
        Ok(())
    }

    /// The answer to the oldest request, at the latest after `timeout`.
    pub fn answer(&mut self, timeout: Duration) -> Result<Answer, WorkerError> {
        let (meta, mut markup) = self.process.frame(timeout)?;
        let meta: Rendered = serde_json::from_slice(&meta)
            .map_err(|error| WorkerError::OutOfStep(error.to_string()))?;
        let files = split_files(&mut markup, &meta.files)?;
        let markup =
            String::from_utf8(markup).map_err(|error| WorkerError::OutOfStep(error.to_string()))?;
        Ok(Answer {
            meta,
            markup,
            files,
        })
    }
}
