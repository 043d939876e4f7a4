//! The side that answers, in a running `watch`. Each connection has a thread, carries one request,
//! and is bounded in bytes and time; there are at most [`MAX_CONNECTIONS`].
//!
//! The file mode of the socket limits connections to the generator's user and group. Commands that
//! change builds are for that user and root alone, by the credentials that the kernel reports.

use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use contract::control::{Answer, Ask, Command, Request, SOCKET, Verb};

use super::following::follow;
use super::pieces::{cut, pieces};
use super::served::Served;
use super::signals::Signals;
use super::status::Status;
use super::{MAX_PATH, read_line, write_line};
use crate::config::initiator::within_limits;
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::{Language, Message};

/// Connections that are served at once; more are closed.
const MAX_CONNECTIONS: usize = 32;

/// Jobs that are followed at once: as many as a gateway may follow.
const MAX_FOLLOWERS: usize = 64;

/// How long a client may take for its request, and to take its answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// Owner and group may connect.
const MODE: u32 = 0o660;

/// The file of a socket that is listened at; removed when this is dropped.
pub struct SocketFile {
    path: PathBuf,
}

impl SocketFile {
    /// The file at `path`.
    pub fn new(path: PathBuf) -> Self {
        Self { path }
    }
}

impl Drop for SocketFile {
    fn drop(&mut self) {
        // One that is left behind is replaced by the next generator.
        let _ = fs::remove_file(&self.path);
    }
}

/// The data from which requests are answered.
struct Service {
    served: Arc<Served>,
    var: PathBuf,
    /// Language of answers to requests without a language.
    language: Language,
    requests: Places,
    followers: Places,
}

/// Answers requests of one `watch`.
pub struct Server {
    _socket: SocketFile,
}

impl Server {
    /// Listens under `var` for commands on the builds of `store`, until the process receives the
    /// signal to end.
    pub fn start(var: &Path, served: Arc<Served>, language: Language) -> anyhow::Result<Self> {
        let path = var.join(SOCKET);
        let signals = Signals::take()?;
        let listener = listen(&path)?;
        let service = Arc::new(Service {
            served,
            var: var.to_owned(),
            language,
            requests: Places::new(MAX_CONNECTIONS),
            followers: Places::new(MAX_FOLLOWERS),
        });
        thread::Builder::new()
            .name("control".to_owned())
            .spawn(move || accept(&listener, &service))?;
        signals.end_with(path.clone())?;
        Ok(Self {
            _socket: SocketFile::new(path),
        })
    }
}

/// Listens at a socket in the file `path`, for the user and the group of this process.
///
/// # Errors
/// The path is too long, of another kind of file, or of a socket with a listener.
pub fn listen(path: &Path) -> anyhow::Result<UnixListener> {
    let at = |message: Message| message.with("socket", path.display().to_string());
    if path.as_os_str().len() > MAX_PATH {
        return Err(at(Message::new("control-socket/long").with("most", MAX_PATH)).into());
    }
    if let Ok(found) = fs::symlink_metadata(path) {
        if !found.file_type().is_socket() {
            return Err(at(Message::new("control-socket/other")).into());
        }
        if UnixStream::connect(path).is_ok() {
            return Err(at(Message::new("control-socket/taken")).into());
        }
        fs::remove_file(path).map_err(|error| at(Message::new("control-socket")).because(error))?;
    }
    // Until its mode is set, the umask lets only the owner connect.
    let bound = UnixListener::bind(path).and_then(|listener| {
        fs::set_permissions(path, Permissions::from_mode(MODE))?;
        Ok(listener)
    });
    bound.map_err(|error| at(Message::new("control-socket")).because(error))
}

fn accept(listener: &UnixListener, service: &Arc<Service>) {
    for stream in listener.incoming() {
        let Ok(stream) = stream else {
            // No descriptor is free; one will be.
            thread::sleep(Duration::from_millis(100));
            continue;
        };
        let Some(place) = service.requests.take() else {
            continue;
        };
        let service = Arc::clone(service);
        let spawned = thread::Builder::new()
            .name("control request".to_owned())
            .spawn(move || {
                if let Err(error) = service.serve(&stream, place) {
                    tracing::debug!("control: {error}");
                }
            });
        if let Err(error) = spawned {
            tracing::warn!("control: {error}");
        }
    }
}

/// Places for connections that are served at once.
struct Places {
    most: usize,
    taken: Arc<AtomicUsize>,
}

impl Places {
    fn new(most: usize) -> Self {
        let taken = Arc::default();
        Self { most, taken }
    }

    fn take(&self) -> Option<Place> {
        // Counted before it is compared: the drop takes it off again.
        let before = self.taken.fetch_add(1, Ordering::Relaxed);
        let place = Place(Arc::clone(&self.taken));
        (before < self.most).then_some(place)
    }
}

/// One of the places, given back when it is dropped.
struct Place(Arc<AtomicUsize>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Service {
    fn serve(&self, stream: &UnixStream, place: Place) -> io::Result<()> {
        let line = read_line(stream, PATIENCE)?;
        let peer = rustix::net::sockopt::socket_peercred(stream)?;
        let Ok(Request { language, ask }) = serde_json::from_slice(&line) else {
            let unreadable = Message::new("control-refused/unreadable");
            return write_line(stream, &refusal(unreadable, self.language), PATIENCE);
        };
        let named = language.and_then(|code| Language::from_str(&code, false).ok());
        let language = named.unwrap_or(self.language);
        let answer = match ask {
            Ask::Command(command) => self.answer(command, peer.uid, language),
            Ask::Regenerate(initiator) => Answer::Job {
                job: self.served.jobs.ask(within_limits(initiator)),
            },
            Ask::Follow { job, after } => {
                let Some(_place) = self.followers.take() else {
                    return Ok(());
                };
                // A client that follows stays long, and must not block other requests.
                drop(place);
                return follow(stream, &self.served.jobs, (&job, after), language);
            }
            Ask::Unknown => refusal(Message::new("control-refused/unknown"), language),
        };
        for piece in pieces(answer) {
            write_line(stream, &piece, PATIENCE)?;
        }
        Ok(())
    }

    fn answer(&self, command: Command, peer: rustix::process::Uid, language: Language) -> Answer {
        let is_owner = peer.is_root() || peer == rustix::process::geteuid();
        if !is_owner && command.verb != Verb::Status {
            return refusal(Message::new("control-refused"), language);
        }
        match self.carry_out(command, language) {
            Ok(lines) => Answer::Done { lines },
            Err(failure) => Answer::Failed {
                exit: failure.exit.code(),
                problem: cut(explain(&failure.error, language)),
            },
        }
    }

    fn carry_out(&self, command: Command, language: Language) -> Result<Vec<String>, Failure> {
        let own = self.served.store.root();
        if Path::new(&command.builds) != own {
            let other = Message::new("control-refused/builds")
                .with("folder", command.builds)
                .with("own", own.display().to_string());
            return Err(Failure::new(Exit::Locked, other));
        }
        if command.verb == Verb::Status {
            let status = Status::read(&self.served.store, &self.var, true)?;
            return Ok(words(&status.lines(), language));
        }
        let done = self.served.carry_out(&command.verb, command.initiator)?;
        Ok(words(&done.lines, language))
    }
}

fn words(lines: &[Message], language: Language) -> Vec<String> {
    lines.iter().map(|line| line.text(language)).collect()
}

fn refusal(why: Message, language: Language) -> Answer {
    Answer::Failed {
        exit: Exit::Environment.code(),
        problem: why.text(language),
    }
}
