//! The generator that is attached to this gateway: a running `watch`, called by the protocol of
//! [`contract::control`]. Connections are bounded in number, answers in time and size.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use contract::control::{Answer, Ask, Initiator, JobEvent, JobId, MAX_LINE, Request};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::UnixStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Time for a generator to take a request and answer it, which it does also during a build.
const ANSWER: Duration = Duration::from_secs(5);

/// Requests to the generator at once.
const ASKING: usize = 16;

/// Jobs that are followed at once: each takes a connection and room for a line.
const FOLLOWING: usize = 64;

/// The generator's socket, and the limit of connections to it.
pub(crate) struct Generator {
    socket: PathBuf,
    asking: Semaphore,
    following: Arc<Semaphore>,
}

/// Reasons why the generator's answer is not known.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GeneratorError {
    /// No generator listens at the socket.
    #[error("no generator listens: {0}")]
    Away(io::Error),
    /// All connections are in use.
    #[error("too many requests for the generator at once")]
    Busy,
    /// An invalid answer, or no answer in time.
    #[error("the generator did not answer properly: {0}")]
    Broken(String),
}

impl Generator {
    /// The generator at a socket; does not connect yet.
    pub(crate) fn new(socket: PathBuf) -> Self {
        Self {
            socket,
            asking: Semaphore::new(ASKING),
            following: Arc::new(Semaphore::new(FOLLOWING)),
        }
    }

    /// Asks for a build, and returns its job.
    pub(crate) async fn regenerate(
        &self,
        initiator: Initiator,
        language: &str,
    ) -> Result<JobId, GeneratorError> {
        let _permit = self
            .asking
            .try_acquire()
            .map_err(|_| GeneratorError::Busy)?;
        match self.ask(Ask::Regenerate(initiator), language).await? {
            (Answer::Job { job }, _) => Ok(job),
            (other, _) => Err(GeneratorError::Broken(sentence(other))),
        }
    }

    /// The events of a job with a greater id than `after`; none if it is not known.
    pub(crate) async fn follow(
        &self,
        job: JobId,
        after: u64,
        language: &str,
    ) -> Result<Option<JobEvents>, GeneratorError> {
        let permit = Arc::clone(&self.following).try_acquire_owned();
        let permit = permit.map_err(|_| GeneratorError::Busy)?;
        match self.ask(Ask::Follow { job, after }, language).await? {
            (Answer::Following, lines) => Ok(Some(JobEvents {
                lines,
                _permit: permit,
            })),
            (Answer::NoJob, _) => Ok(None),
            (other, _) => Err(GeneratorError::Broken(sentence(other))),
        }
    }

    async fn ask(&self, ask: Ask, language: &str) -> Result<(Answer, Lines), GeneratorError> {
        let request = Request {
            language: Some(language.to_owned()),
            ask,
        };
        let late = || GeneratorError::Broken(format!("nothing within {ANSWER:?}"));
        timeout(ANSWER, self.exchange(&request))
            .await
            .map_err(|_| late())?
    }

    async fn exchange(&self, request: &Request) -> Result<(Answer, Lines), GeneratorError> {
        let stream = UnixStream::connect(&self.socket).await;
        let mut lines = Lines::new(stream.map_err(GeneratorError::Away)?);
        let broken = |error: &dyn std::error::Error| GeneratorError::Broken(error.to_string());
        let mut line = serde_json::to_vec(request).map_err(|error| broken(&error))?;
        line.push(b'\n');
        let sent = lines.stream.write_all(&line).await;
        sent.map_err(|error| broken(&error))?;
        let answer = lines.next().await.map_err(|error| broken(&error))?;
        let answer = answer.ok_or_else(|| GeneratorError::Broken("it hung up".to_owned()))?;
        let answer = serde_json::from_slice(&answer).map_err(|error| broken(&error))?;
        Ok((answer, lines))
    }
}

/// An unexpected answer, with its message where it has one.
fn sentence(answer: Answer) -> String {
    match answer {
        Answer::Failed { problem, .. } => problem,
        other => format!("{other:?}"),
    }
}

/// Events of a job, as they come.
pub(crate) struct JobEvents {
    lines: Lines,
    _permit: OwnedSemaphorePermit,
}

impl JobEvents {
    /// The next event; none after the last. May be dropped and called again at any time.
    pub(crate) async fn next(&mut self) -> io::Result<Option<JobEvent>> {
        let line = self.lines.next().await?;
        let event = line.map(|line| serde_json::from_slice(&line));
        event.transpose().map_err(io::Error::other)
    }
}

/// Lines of a connection, none longer than the contract allows.
struct Lines {
    stream: BufReader<UnixStream>,
    /// The beginning of the next line.
    begun: Vec<u8>,
}

impl Lines {
    fn new(stream: UnixStream) -> Self {
        Self {
            stream: BufReader::new(stream),
            begun: Vec::new(),
        }
    }

    /// The next line without its line feed; none at the end.
    async fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            // Dropping this future loses no data: the bytes read so far are in `begun`.
            let read = self.stream.fill_buf().await?;
            if read.is_empty() {
                return Ok(None);
            }
            let end = read.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(read.len());
            self.begun.extend_from_slice(&read[..taken]);
            self.stream.consume(taken + usize::from(end.is_some()));
            if self.begun.len() > MAX_LINE {
                return Err(io::Error::other("a line is too long"));
            }
            if end.is_some() {
                return Ok(Some(std::mem::take(&mut self.begun)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn lines_are_whole_however_they_come_and_none_is_too_long() {
        let (ours, mut theirs) = UnixStream::pair().unwrap();
        let mut lines = Lines::new(ours);
        theirs.write_all(b"{\"a\"").await.unwrap();
        let early = timeout(Duration::from_millis(1), lines.next()).await;
        assert!(early.is_err(), "a line is not whole before it ends");
        theirs.write_all(b":1}\n\nlast").await.unwrap();
        assert_eq!(lines.next().await.unwrap().unwrap(), b"{\"a\":1}");
        assert_eq!(lines.next().await.unwrap().unwrap(), b"");
        let endless = tokio::spawn(async move {
            let _ = theirs.write_all(&vec![b'x'; 2 * MAX_LINE]).await;
        });
        assert!(lines.next().await.is_err());
        drop(lines);
        endless.await.unwrap();
    }
}
