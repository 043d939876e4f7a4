//! A job's events, told to a client as they happen. Nothing is kept for a client that is slow: it
//! is given a time for each line, and then left.

use std::io::{self, ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use contract::control::{Answer, JobId};

use super::write_line;
use crate::jobs::{Jobs, Next};
use crate::message::Language;

/// How long a client may take to take a line.
const PATIENCE: Duration = Duration::from_secs(10);

/// How often is looked whether the client is still there while nothing happens.
const LOOK: Duration = Duration::from_secs(2);

/// Tells `stream` the events of `job` with a greater id than `after`, until its last.
pub(super) fn follow(
    stream: &UnixStream,
    jobs: &Jobs,
    (job, mut after): (&JobId, u64),
    language: Language,
) -> io::Result<()> {
    if jobs.next((job, after), Duration::ZERO, language) == Next::Unknown {
        return write_line(stream, &Answer::NoJob, PATIENCE);
    }
    write_line(stream, &Answer::Following, PATIENCE)?;
    loop {
        match jobs.next((job, after), LOOK, language) {
            Next::Event(event) => {
                write_line(stream, &event, PATIENCE)?;
                after = event.id;
            }
            Next::Nothing if is_gone(stream)? => return Ok(()),
            Next::Nothing => {}
            Next::Over | Next::Unknown => return Ok(()),
        }
    }
}

/// Whether the client has hung up. It says nothing more, so nothing is lost by reading.
fn is_gone(mut stream: &UnixStream) -> io::Result<bool> {
    stream.set_nonblocking(true)?;
    let read = stream.read(&mut [0; 16]);
    stream.set_nonblocking(false)?;
    match read {
        Ok(count) => Ok(count == 0),
        Err(error) if error.kind() == ErrorKind::WouldBlock => Ok(false),
        Err(_) => Ok(true),
    }
}
