//! A job's events, sent to a client as they happen. No event is buffered for a slow client: it has
//! a limited time for each line, and is then disconnected.

use std::io::{self, ErrorKind, Read};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use contract::control::{Answer, JobId};

use super::write_line;
use crate::jobs::{Jobs, Next};
use generator_ground::message::Language;

/// How long a client may take to take a line.
const PATIENCE: Duration = Duration::from_secs(10);

/// Interval of the checks that the client is still connected while there is no event.
const LOOK: Duration = Duration::from_secs(2);

/// Writes to `stream` the events of `job` with a greater id than `after`, until its last.
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

/// True if the client has disconnected. It sends no more data, so reading loses none.
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
