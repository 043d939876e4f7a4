//! Commands to a running `watch`, over a Unix socket under `var/`.
//!
//! A command on builds takes the store's lock and does its work itself. Where a `watch` has the
//! lock, the command sends itself to the socket ([`client`]); there a thread of the `watch` carries
//! it out ([`server`]) while a build goes on. Both do the same ([`verbs`]). [`contract::control`]
//! has the shapes. Requests for a build and for its events go to [`crate::jobs`].
//!
//! The other side is never trusted: lines are bounded, and each has its time.

pub mod client;
mod following;
pub mod server;
pub mod status;
pub mod verbs;

use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use contract::control::MAX_LINE;
use serde::Serialize;

/// The most bytes of a socket's path that the system takes.
const MAX_PATH: usize = 107;

/// Reads a line, which must be there within `time`.
fn read_line(mut stream: &UnixStream, time: Duration) -> io::Result<Vec<u8>> {
    let deadline = Instant::now() + time;
    let mut line = Vec::new();
    let mut bytes = [0; 4096];
    loop {
        let left = deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        stream.set_read_timeout(Some(left))?;
        let count = match stream.read(&mut bytes) {
            Ok(0) => return Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) if error.kind() == ErrorKind::WouldBlock => {
                return Err(ErrorKind::TimedOut.into());
            }
            Err(error) => return Err(error),
        };
        let read = &bytes[..count];
        let end = read.iter().position(|byte| *byte == b'\n');
        line.extend_from_slice(&read[..end.unwrap_or(count)]);
        if line.len() > MAX_LINE {
            return Err(ErrorKind::InvalidData.into());
        }
        if end.is_some() {
            return Ok(line);
        }
    }
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
    fn a_line_comes_across_and_nothing_after_it() {
        let (here, there) = UnixStream::pair().unwrap();
        write_line(&here, &["潮"], LONG).unwrap();
        (&here).write_all(b"more").unwrap();
        assert_eq!(read_line(&there, LONG).unwrap(), "[\"潮\"]".as_bytes());
    }

    #[test]
    fn a_line_that_is_too_long_or_never_ends_is_given_up() {
        let (mut here, there) = UnixStream::pair().unwrap();
        here.write_all(b"half").unwrap();
        let kind = |result: io::Result<Vec<u8>>| result.unwrap_err().kind();
        assert_eq!(kind(read_line(&there, SOON)), ErrorKind::TimedOut);
        let writer = std::thread::spawn(move || {
            // The reader goes away before the end.
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
