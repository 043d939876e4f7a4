//! Commands to a running `watch`, over a Unix socket under `var/`.
//!
//! A command on builds takes the store's lock and does its work itself. Where a `watch` has the
//! lock, the command sends itself to the socket ([`client`]); there a thread of the `watch` carries
//! it out ([`server`]) while a build continues. Both do the same ([`verbs`]). [`contract::control`]
//! has the shapes. Requests for a build and for its events are passed to [`crate::jobs`].
//!
//! The other side is never trusted: lines are bounded, and each has its time.

pub mod client;
mod following;
mod pieces;
pub mod served;
pub mod server;
mod signals;
pub mod status;
pub mod verbs;

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use contract::control::MAX_LINE;
use serde::Serialize;

/// The most bytes of a socket's path that the system takes.
const MAX_PATH: usize = 107;

/// Lines from the other side.
struct Lines<'a> {
    stream: &'a UnixStream,
    /// Bytes after the last line.
    rest: Vec<u8>,
}

impl<'a> Lines<'a> {
    fn new(stream: &'a UnixStream) -> Self {
        let rest = Vec::new();
        Self { stream, rest }
    }

    /// The next line, which must be there within `time`.
    fn next(&mut self, time: Duration) -> io::Result<Vec<u8>> {
        let deadline = Instant::now() + time;
        let mut bytes = [0; 4096];
        loop {
            let end = self.rest.iter().position(|byte| *byte == b'\n');
            if end.unwrap_or(self.rest.len()) > MAX_LINE {
                return Err(ErrorKind::InvalidData.into());
            }
            if let Some(end) = end {
                let line = self.rest.drain(..=end).take(end);
                return Ok(line.collect());
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(ErrorKind::TimedOut.into());
            }
            self.stream.set_read_timeout(Some(left))?;
            match self.stream.read(&mut bytes) {
                Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
                Ok(count) => self.rest.extend_from_slice(&bytes[..count]),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    return Err(ErrorKind::TimedOut.into());
                }
                Err(error) => return Err(error),
            }
        }
    }
}

/// Reads a line, which must be there within `time`.
fn read_line(stream: &UnixStream, time: Duration) -> io::Result<Vec<u8>> {
    Lines::new(stream).next(time)
}

/// Writes `value` as a line; each part of it must be taken within `time`.
fn write_line(mut stream: &UnixStream, value: &impl Serialize, time: Duration) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    if line.len() > MAX_LINE {
        return Err(ErrorKind::InvalidData.into());
    }
    line.push(b'\n');
    stream.set_write_timeout(Some(time))?;
    stream.write_all(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOON: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(20);

    #[test]
    fn lines_come_across_one_by_one() {
        let (here, there) = UnixStream::pair().unwrap();
        write_line(&here, &["潮"], LONG).unwrap();
        (&here).write_all(b"more\nhalf").unwrap();
        let mut lines = Lines::new(&there);
        assert_eq!(lines.next(LONG).unwrap(), "[\"潮\"]".as_bytes());
        assert_eq!(lines.next(LONG).unwrap(), b"more");
        let error = lines.next(SOON).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::TimedOut);
    }

    #[test]
    fn a_line_that_is_too_long_or_never_ends_is_given_up() {
        let (mut here, there) = UnixStream::pair().unwrap();
        here.write_all(b"half").unwrap();
        let kind = |result: io::Result<Vec<u8>>| result.unwrap_err().kind();
        assert_eq!(kind(read_line(&there, SOON)), ErrorKind::TimedOut);
        let writer = std::thread::spawn(move || {
            // The reader closes before the end.
            let _ = here.write_all(&vec![b'x'; 4 * MAX_LINE]);
        });
        assert_eq!(kind(read_line(&there, LONG)), ErrorKind::InvalidData);
        drop(there);
        writer.join().unwrap();
        let (here, there) = UnixStream::pair().unwrap();
        drop(here);
        assert_eq!(kind(read_line(&there, LONG)), ErrorKind::UnexpectedEof);
    }

    #[test]
    fn nobody_sends_a_line_that_the_other_side_refuses() {
        let (here, _there) = UnixStream::pair().unwrap();
        let long = "x".repeat(MAX_LINE);
        let error = write_line(&here, &long, SOON).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidData);
    }
}
