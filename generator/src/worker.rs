//! One warm Node process that turns page inputs into markup.
//!
//! ```text
//! start ──► hello (routes, assets, Node's version) ──► ready ──► request, answer, request, answer … ──► drop: killed
//! ```
//!
//! Starting one costs 200 ms and its first page 30 ms, so a worker lives as long as its generator. Several requests may be in
//! flight: while one renders, the caller prepares the next. A worker that dies, answers out of step or takes too long is
//! killed; the caller starts another. Frames are described in `contract::frame`.
//!
//! What the page may depend on is decided here: the environment holds `TZ`, `LANG` and `NODE_ENV`, nothing else, and Node's permission
//! model lets a worker read its bundle and its packages, write nothing, and start no program. The network is not covered by it: a
//! package that opens a socket is not stopped here.

mod frames;

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use contract::Hash;
use contract::frame::{MAX_BYTES, PAGE, Rendered, SITE};
use contract::route::Hello;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};

use crate::site_json::SiteJson;
use frames::{Frame, split_files, take_frame};

/// How long a worker may take to load the bundle and say hello.
const START_TIMEOUT: Duration = Duration::from_secs(30);

/// What a pipe is asked to hold, in bytes: all answers to the requests in flight, so that a worker goes on while its lane prepares and writes.
/// More is refused to programs without privileges.
const PIPE_BYTES: usize = 1024 * 1024;

/// Room that is made before answers are read, in bytes: those of some pages.
const READ_BYTES: usize = 64 * 1024;
/// Heap of a worker, in MB. A page takes some tens; V8's own limit is half the machine's memory, and every core has a worker.
const HEAP_MB: u32 = 1024;
/// Most of each half of the young generation, in MB. After some ten thousand pages V8 would double it, without getting faster.
const SEMI_SPACE_MB: u32 = 8;

/// V8's last words when a page has used up the heap.
const OUT_OF_MEMORY: &str = "JavaScript heap out of memory";

/// What Node says when a page, or a package that it uses, reaches for what a worker may not have.
const DENIED: &str = "Access to this API has been restricted";

/// How long the last words of a worker that has ended may take to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many of the last lines on standard error a crash report shows.
const TAIL_LINES: usize = 40;

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// Node's executable, from the frontend's lock file.
    pub node: PathBuf,
    /// The bundle. It may read what lies in its folder.
    pub script: PathBuf,
    /// Folders that it may read besides.
    pub reads: Vec<PathBuf>,
}

/// What a worker answered for one page.
#[derive(Debug)]
pub struct Answer {
    /// How it went.
    pub meta: Rendered,
    /// The React markup.
    pub markup: String,
    /// The bytes of the page's files, in the order of `meta.files`.
    pub files: Vec<Vec<u8>>,
}

/// Why a worker gave no answer. It is of no use afterwards.
#[derive(Debug, thiserror::Error)]
pub enum WorkerError {
    /// It could not be started.
    #[error("cannot start `{program}`: {source}; run `npm ci` in the frontend's folder")]
    Start {
        /// The executable.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// It ended by itself.
    #[error("the worker ended ({status}){tail}")]
    Died {
        /// Exit status or signal.
        status: String,
        /// The last lines it wrote to standard error.
        tail: String,
    },
    /// The heap was not enough.
    #[error("the worker ran out of memory ({HEAP_MB} MB); something in the page grows without end")]
    OutOfMemory,
    /// It did not answer in time, and was killed.
    #[error("no answer after {} s; the worker was stopped{tail}", after.as_secs())]
    TimedOut {
        /// The limit.
        after: Duration,
        /// The last lines it wrote to standard error.
        tail: String,
    },
    /// Its bytes are no frame.
    #[error("the worker's answer is not a frame: {0}")]
    OutOfStep(String),
}

/// The last lines that a worker wrote to standard error.
struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed when there will be no more.
    ended: Receiver<()>,
}

/// Why a page failed, in the words of whoever has to mend it: Node names options that nobody can give.
pub(crate) fn explained(reason: String) -> String {
    if !reason.contains(DENIED) {
        return reason;
    }
    format!(
        "a component, or a package that it uses, reads files outside the bundle, writes one, or starts a program; a page is made from its input alone\n{reason}"
    )
}

/// A running worker. Dropping it kills the process.
pub struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: ChildStdout,
    /// Bytes that the pipe did not take yet.
    outgoing: Vec<u8>,
    /// Bytes of answers not taken yet.
    incoming: Vec<u8>,
    tail: Tail,
    /// The site it was told last.
    site: Option<Hash>,
    /// What it said first.
    pub hello: Hello,
}

impl Worker {
    /// Starts a process and waits for its hello.
    pub fn start(command: &WorkerCommand) -> Result<Self, WorkerError> {
        let start = |source| WorkerError::Start {
            program: command.node.display().to_string(),
            source,
        };
        let mut child = spawn(command).map_err(start)?;
        let (Some(requests), Some(answers), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(WorkerError::OutOfStep("a pipe is missing".to_owned()));
        };
        set_up(&requests)
            .and_then(|()| set_up(&answers))
            .map_err(start)?;
        let tail = keep_tail(errors);
        let hello = Hello {
            contract: 0,
            node: String::new(),
            routes: Vec::new(),
            assets: Default::default(),
        };
        let mut worker = Self {
            child,
            requests,
            answers,
            outgoing: Vec::new(),
            incoming: Vec::new(),
            tail,
            site: None,
            hello,
        };
        let (meta, _) = worker.frame(START_TIMEOUT)?;
        worker.hello = serde_json::from_slice(&meta)
            .map_err(|error| WorkerError::OutOfStep(format!("hello: {error}")))?;
        if worker.hello.contract != contract::VERSION {
            let (theirs, ours) = (worker.hello.contract, contract::VERSION);
            let message = format!(
                "the bundle was built for contract {theirs}, this generator speaks {ours}; build the frontend again"
            );
            return Err(WorkerError::OutOfStep(message));
        }
        Ok(worker)
    }

    /// Sends one page input, as JSON, and before it the site, if it was told another one or none. Never waits: what the pipe does not take
    /// goes out while an answer is awaited.
    pub fn request(&mut self, site: &SiteJson, input: &[u8]) -> Result<(), WorkerError> {
        if self.site != Some(site.hash()) {
            self.send(SITE, site.frame())?;
            self.site = Some(site.hash());
        }
        self.send(PAGE, input)?;
        self.flush()
    }

    fn send(&mut self, kind: u8, json: &[u8]) -> Result<(), WorkerError> {
        let length = u32::try_from(json.len() + 1)
            .ok()
            .filter(|length| *length <= MAX_BYTES)
            .ok_or_else(|| {
                WorkerError::OutOfStep(format!("a request of {} bytes is too long", json.len()))
            })?;
        self.outgoing.extend_from_slice(&length.to_le_bytes());
        self.outgoing.push(kind);
        self.outgoing.extend_from_slice(json);
        Ok(())
    }

    /// The answer to the oldest request, at the latest after `timeout`.
    pub fn answer(&mut self, timeout: Duration) -> Result<Answer, WorkerError> {
        let (meta, mut markup) = self.frame(timeout)?;
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

    /// Takes the next frame (meta, body) from the pipe, sending what is still to be sent meanwhile. Reading and writing
    /// go on together: a worker that waits for us to read its answer would otherwise never read our next request.
    fn frame(&mut self, timeout: Duration) -> Result<Frame, WorkerError> {
        let deadline = Instant::now() + timeout;
        loop {
            if let Some(frame) = take_frame(&mut self.incoming)? {
                return Ok(frame);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            let is_late = left.is_zero() || {
                self.flush()?;
                // With several requests in flight the next answer is often there already.
                !self.receive()? && !self.wait(left)
            };
            if is_late {
                let _ = self.child.kill();
                return Err(WorkerError::TimedOut {
                    after: timeout,
                    tail: self.tail_text(),
                });
            }
        }
    }

    /// Waits until the worker wrote, or can read what is left to send. False when `limit` passed.
    fn wait(&self, limit: Duration) -> bool {
        let limit = Timespec {
            tv_sec: limit.as_secs().cast_signed(),
            tv_nsec: i64::from(limit.subsec_nanos()),
        };
        let mut both = [
            PollFd::new(&self.answers, PollFlags::IN),
            PollFd::new(&self.requests, PollFlags::OUT),
        ];
        let watched = if self.outgoing.is_empty() {
            &mut both[..1]
        } else {
            &mut both[..]
        };
        match poll(watched, Some(&limit)) {
            Err(Errno::INTR) => true,
            ready => ready.is_ok_and(|count| count > 0),
        }
    }

    fn flush(&mut self) -> Result<(), WorkerError> {
        let mut sent = 0;
        while sent < self.outgoing.len() {
            match self.requests.write(&self.outgoing[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.died()),
            }
        }
        self.outgoing.drain(..sent);
        Ok(())
    }

    /// Takes what is in the pipe; false if that is nothing.
    fn receive(&mut self) -> Result<bool, WorkerError> {
        let before = self.incoming.len();
        loop {
            self.incoming.reserve(READ_BYTES);
            let room = self.incoming.spare_capacity_mut().len();
            match read(&self.answers, spare_capacity(&mut self.incoming)) {
                Ok(0) => return Err(self.died()),
                Ok(count) if count < room => return Ok(true),
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(self.incoming.len() > before),
                Err(_) => return Err(self.died()),
            }
        }
    }

    fn died(&mut self) -> WorkerError {
        let _ = self.child.kill();
        let status = self
            .child
            .wait()
            .map_or_else(|error| error.to_string(), |status| status.to_string());
        let _ = self.tail.ended.recv_timeout(LAST_WORDS);
        let tail = self.tail_text();
        if tail.contains(OUT_OF_MEMORY) {
            return WorkerError::OutOfMemory;
        }
        WorkerError::Died { status, tail }
    }

    fn tail_text(&self) -> String {
        let lines = self.tail.lines.lock();
        let lines = lines.unwrap_or_else(PoisonError::into_inner);
        lines.iter().map(|line| format!("\n    {line}")).collect()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes our end of a pipe non-blocking, and the pipe large.
fn set_up(pipe: &impl AsFd) -> std::io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(pipe)?;
    rustix::fs::fcntl_setfl(pipe, flags | rustix::fs::OFlags::NONBLOCK)?;
    // Where a user's pipes have used up what they may, an ordinary one does.
    let _ = rustix::pipe::fcntl_setpipe_size(pipe, PIPE_BYTES);
    Ok(())
}

fn spawn(command: &WorkerCommand) -> std::io::Result<Child> {
    let home = command.script.parent().unwrap_or(Path::new("."));
    let readable = command.reads.iter().map(PathBuf::as_path).chain([home]);
    Command::new(&command.node)
        .arg(format!("--max-old-space-size={HEAP_MB}"))
        .arg(format!("--max-semi-space-size={SEMI_SPACE_MB}"))
        .arg("--permission")
        .args(readable.flat_map(allow_read))
        .arg(&command.script)
        .current_dir(home)
        .env_clear()
        .env("TZ", "UTC")
        .env("LANG", "C.UTF-8")
        .env("NODE_ENV", "production")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

/// The options by which Node may read what lies in `folder`: under its name, and under the one it has without links.
fn allow_read(folder: &Path) -> Vec<OsString> {
    let real = folder.canonicalize().ok();
    let names = [Some(folder.to_owned()), real.filter(|real| real != folder)];
    let option = |name: PathBuf| {
        let mut option = OsString::from("--allow-fs-read=");
        option.push(name);
        option
    };
    names.into_iter().flatten().map(option).collect()
}

/// Passes the worker's standard error on to the log and remembers the last lines.
fn keep_tail(errors: impl Read + Send + 'static) -> Tail {
    let lines = Arc::new(Mutex::new(VecDeque::with_capacity(TAIL_LINES)));
    let kept = Arc::clone(&lines);
    let (end, ended) = mpsc::channel();
    std::thread::spawn(move || {
        let _end: mpsc::Sender<()> = end;
        for line in BufReader::new(errors).lines().map_while(Result::ok) {
            tracing::warn!(target: "worker", "{line}");
            let mut lines = kept.lock().unwrap_or_else(PoisonError::into_inner);
            if lines.len() == TAIL_LINES {
                lines.pop_front();
            }
            lines.push_back(line);
        }
    });
    Tail { lines, ended }
}
