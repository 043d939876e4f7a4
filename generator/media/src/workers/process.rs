//! A Node process at the other end of two pipes: frames go in, frames come out, its last words are
//! kept.
//!
//! Its permitted dependencies are decided here: the environment contains only `TZ`, `LANG` and
//! `NODE_ENV`, and Node's permission model lets it read its script's folder and its packages, write
//! no file, and start no program. The network is not covered by it: a package that opens a socket
//! is not stopped here, and native code is not stopped at all.

use std::collections::VecDeque;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use contract::frame::MAX_BYTES;
use rustix::buffer::spare_capacity;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, read};

use super::error::{HEAP_MB, WorkerError};
use super::frames::{Frame, take_frame};

/// How to start a worker.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// Node's executable, from the frontend's lock file.
    pub node: PathBuf,
    /// The bundle. It may read the files in its folder.
    pub script: PathBuf,
    /// Folders that the worker may read besides.
    pub reads: Vec<PathBuf>,
    /// Whether the bundle's packages have native code, which Node otherwise does not load.
    pub has_native_code: bool,
}

/// Requested capacity of a pipe, in bytes: all answers to the requests in flight, so that a worker
/// continues while its thread prepares and writes. More is refused to programs without privileges.
const PIPE_BYTES: usize = 1024 * 1024;

/// Room that is made before answers are read, in bytes: those of some pages.
const READ_BYTES: usize = 64 * 1024;
/// Most of each half of the young generation, in MB. After some ten thousand pages V8 would double
/// it, without getting faster.
const SEMI_SPACE_MB: u32 = 8;

/// Options of a process with packages of native code. Node warns of each use, because such code is
/// not restricted.
const NATIVE_CODE: [&str; 2] = ["--allow-addons", "--disable-warning=SecurityWarning"];

/// V8's last words when a page has used up the heap.
const OUT_OF_MEMORY: &str = "JavaScript heap out of memory";

/// How long the last words of a worker that has ended may take to arrive.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// How many of the last lines on standard error a crash report shows.
const TAIL_LINES: usize = 40;

/// The last lines that a worker wrote to standard error.
struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
    /// Closed when there will be no more.
    ended: Receiver<()>,
}

/// A running process. Dropping it kills it.
pub(crate) struct Process {
    child: Child,
    requests: ChildStdin,
    answers: ChildStdout,
    /// Bytes that the pipe did not take yet.
    outgoing: Vec<u8>,
    /// Bytes of answers not taken yet.
    incoming: Vec<u8>,
    tail: Tail,
}

impl Process {
    /// Starts a process.
    pub(crate) fn start(command: &WorkerCommand) -> Result<Self, WorkerError> {
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
        Ok(Self {
            child,
            requests,
            answers,
            outgoing: Vec::new(),
            incoming: Vec::new(),
            tail: keep_tail(errors),
        })
    }

    /// Puts one frame, made of `parts`, after the bytes that are still to be sent.
    pub(crate) fn push(&mut self, parts: &[&[u8]]) -> Result<(), WorkerError> {
        let bytes: usize = parts.iter().map(|part| part.len()).sum();
        let length = u32::try_from(bytes)
            .ok()
            .filter(|length| *length <= MAX_BYTES)
            .ok_or_else(|| {
                WorkerError::OutOfStep(format!("a request of {bytes} bytes is too long"))
            })?;
        self.outgoing.extend_from_slice(&length.to_le_bytes());
        for part in parts {
            self.outgoing.extend_from_slice(part);
        }
        Ok(())
    }

    /// Takes the next frame (meta, body) from the pipe, sending queued bytes meanwhile. Reading and
    /// writing happen together: a worker that waits for us to read its answer would otherwise never
    /// read our next request.
    pub(crate) fn frame(&mut self, timeout: Duration) -> Result<Frame, WorkerError> {
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

    /// Waits until the worker wrote, or can read the bytes that are left to send. False when
    /// `limit` passed.
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

    /// Sends the bytes that the pipe accepts now.
    pub(crate) fn flush(&mut self) -> Result<(), WorkerError> {
        let mut sent = 0;
        while sent < self.outgoing.len() {
            match self.requests.write(&self.outgoing[sent..]) {
                Ok(count) => sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(_) => return Err(self.death()),
            }
        }
        self.outgoing.drain(..sent);
        Ok(())
    }

    /// Takes the bytes in the pipe; false if it is empty.
    fn receive(&mut self) -> Result<bool, WorkerError> {
        let before = self.incoming.len();
        loop {
            self.incoming.reserve(READ_BYTES);
            let room = self.incoming.spare_capacity_mut().len();
            match read(&self.answers, spare_capacity(&mut self.incoming)) {
                Ok(0) => return Err(self.death()),
                Ok(count) if count < room => return Ok(true),
                Ok(_) | Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return Ok(self.incoming.len() > before),
                Err(_) => return Err(self.death()),
            }
        }
    }

    fn death(&mut self) -> WorkerError {
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

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Makes our end of a pipe non-blocking, and the pipe large.
fn set_up(pipe: &impl AsFd) -> std::io::Result<()> {
    let flags = rustix::fs::fcntl_getfl(pipe)?;
    rustix::fs::fcntl_setfl(pipe, flags | rustix::fs::OFlags::NONBLOCK)?;
    // If the limit on the user's pipes is reached, an ordinary one suffices.
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
        .args(
            command
                .has_native_code
                .then_some(NATIVE_CODE)
                .into_iter()
                .flatten(),
        )
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

/// The options by which Node may read the files in `folder`: under its name, and under the one it
/// has without links.
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
