//! The side that asks: a command that found the store locked.

use std::io::ErrorKind;
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

use contract::control::{Answer, MAX_PIECES, Request, SOCKET};

use super::{Lines, write_line};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::message::Message;

/// How long a command may take: deleting the files of many builds takes minutes.
const PATIENCE: Duration = Duration::from_secs(600);

/// How long the request may take to be read.
const SENDING: Duration = Duration::from_secs(10);

/// Sends `request` to the generator that watches with the folder `var`; none if there is none.
pub fn ask(var: &Path, request: &Request) -> Result<Option<Vec<String>>, Failure> {
    let stream = match UnixStream::connect(var.join(SOCKET)) {
        Ok(stream) => stream,
        Err(error) if is_nobody(error.kind()) => return Ok(None),
        Err(error) => return Err(broken(error)),
    };
    write_line(&stream, request, SENDING).map_err(broken)?;
    let (mut answers, mut told) = (Lines::new(&stream), Vec::new());
    for _ in 0..MAX_PIECES {
        let line = answers.next(PATIENCE).map_err(broken)?;
        let answer = serde_json::from_slice(&line).map_err(|error| broken(error.into()))?;
        match answer {
            Answer::More { lines } => told.extend(lines),
            Answer::Done { lines } => {
                told.extend(lines);
                return Ok(Some(told));
            }
            Answer::Failed { exit, problem } => {
                let exit = Exit::from_code(exit).unwrap_or(Exit::Environment);
                return Err(Failure::new(exit, anyhow::anyhow!(problem)));
            }
            Answer::Job { .. } | Answer::Following | Answer::NoJob | Answer::Unknown => {
                let other = Message::new("control-refused/unknown");
                return Err(Failure::new(Exit::Environment, other));
            }
        }
    }
    Err(broken(ErrorKind::InvalidData.into()))
}

/// Whether a generator listens there.
pub fn answers(var: &Path) -> bool {
    UnixStream::connect(var.join(SOCKET)).is_ok()
}

/// Whether no process listens: there is no socket, its process is gone, or its path is too long to
/// be listened at.
fn is_nobody(error: ErrorKind) -> bool {
    matches!(
        error,
        ErrorKind::NotFound | ErrorKind::ConnectionRefused | ErrorKind::InvalidInput
    )
}

fn broken(error: std::io::Error) -> Failure {
    let broken = Message::new("control-broken").because(error);
    Failure::new(Exit::Environment, broken)
}
