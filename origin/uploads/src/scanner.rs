//! A scanner for viruses: a program beside the site that receives a file and returns a verdict.
//!
//! Whichever program is in its place, a file is clean only if a whole, plain answer to all of its
//! bytes reports so, and no wait is longer than [`SCAN_TIME`].

mod clamd;
mod icap;
pub mod url;

use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::net::{TcpStream, UnixStream};
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::files::contents::Contents;
use crate::files::fault::StoreError;
use crate::scanner::url::ScannerUrl;

/// How long a scan may take: the largest file is sent within a second, and documents full of
/// documents are unpacked there.
pub const SCAN_TIME: Duration = Duration::from_secs(120);

/// How long the scanner may take to be reached.
const CONNECT: Duration = Duration::from_secs(10);

/// Bytes of an answer; more are no answer.
const ANSWER: usize = 16 * 1024;

/// Characters that are repeated of an answer.
const QUOTED: usize = 80;

/// A scanner, and the signal that there is something for it.
#[derive(Debug)]
pub struct Scanner {
    url: ScannerUrl,
    due: Notify,
}

/// The scanner's word on a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The scanner found no virus.
    Clean,
    /// The scanner found a virus of this name.
    Infected(String),
}

/// Why the scanner gave no verdict.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The scanner is not there, or the line broke.
    #[error("the scanner cannot be reached: {0}")]
    Line(#[from] io::Error),
    /// The scanner takes too long.
    #[error("the scanner did not answer in time")]
    Late,
    /// The scanner's answer is neither yes nor no.
    #[error("the scanner answered `{0}`")]
    Unclear(String),
    /// The scanner's answer is too long.
    #[error("the scanner's answer is too long to be one")]
    Endless,
    /// The file cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Scanner {
    /// The scanner at an address; a connection is opened for each scan.
    pub fn new(url: ScannerUrl) -> Self {
        Self {
            url,
            due: Notify::new(),
        }
    }

    /// Signals that there is a file to be scanned.
    pub fn wake(&self) {
        self.due.notify_one();
    }

    /// Returns once [`Self::wake`] was called.
    pub async fn woken(&self) {
        self.due.notified().await;
    }

    /// The scanner's word on a file of `size` bytes.
    pub async fn scan(&self, contents: &mut Contents, size: u64) -> Result<Verdict, ScanError> {
        let scan = async {
            match &self.url {
                ScannerUrl::Clamd(address) => clamd::scan(tcp(address).await?, contents).await,
                ScannerUrl::ClamdSocket(path) => {
                    let stream = timeout(CONNECT, UnixStream::connect(path)).await;
                    clamd::scan(stream.map_err(|_| ScanError::Late)??, contents).await
                }
                ScannerUrl::Icap { address, service } => {
                    let service = icap::Service::new(address, service);
                    let terms = service.terms(tcp(address).await?).await?;
                    service
                        .scan(tcp(address).await?, &terms, (contents, size))
                        .await
                }
            }
        };
        timeout(SCAN_TIME, scan)
            .await
            .unwrap_or(Err(ScanError::Late))
    }
}

async fn tcp(address: &str) -> Result<TcpStream, ScanError> {
    let stream = timeout(CONNECT, TcpStream::connect(address)).await;
    Ok(stream.map_err(|_| ScanError::Late)??)
}

/// Sends, and reads the answer. True beside it if everything had been sent: an answer may come
/// before.
async fn ask<T>(
    send: impl Future<Output = Result<(), ScanError>>,
    answer: impl Future<Output = Result<T, ScanError>>,
) -> Result<(T, bool), ScanError> {
    let (mut send, mut answer) = (pin!(send), pin!(answer));
    let sent = tokio::select! {
        biased;
        sent = &mut send => sent,
        answer = &mut answer => return Ok((answer?, false)),
    };
    match sent {
        Ok(()) => Ok((answer.await?, true)),
        // It may have answered why it takes no more.
        Err(ScanError::Line(error)) => match answer.await {
            Ok(answer) => Ok((answer, false)),
            Err(_) => Err(ScanError::Line(error)),
        },
        Err(error) => Err(error),
    }
}

/// Reads up to the end of an answer, which `end` finds, or up to the end of the line.
async fn read_until(
    stream: &mut (impl AsyncRead + Unpin),
    bytes: &mut Vec<u8>,
    end: impl Fn(&[u8]) -> Option<usize>,
) -> Result<Vec<u8>, ScanError> {
    let mut piece = [0; 1024];
    loop {
        if let Some(end) = end(bytes) {
            let rest = bytes.split_off(end);
            return Ok(std::mem::replace(bytes, rest));
        }
        if bytes.len() >= ANSWER {
            return Err(ScanError::Endless);
        }
        match stream.read(&mut piece).await? {
            0 => return Ok(std::mem::take(bytes)),
            length => bytes.extend_from_slice(&piece[..length]),
        }
    }
}

/// A part of an answer, fit for a line of the log.
fn quote(text: &str) -> String {
    let is_plain = |char: &char| char.is_ascii_graphic() || *char == ' ';
    text.trim().chars().filter(is_plain).take(QUOTED).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bytes::Bytes;
    use futures_util::StreamExt;
    use proptest::prelude::*;
    use tokio::io::{AsyncWriteExt, DuplexStream, Join, Sink, duplex, join, sink};

    /// A file of the store.
    pub(super) fn file(bytes: &'static [u8]) -> Contents {
        let pieces = bytes
            .chunks(1000)
            .map(|piece| Ok(Bytes::from_static(piece)));
        Contents::Bucket(futures_util::stream::iter(pieces).boxed())
    }

    /// A scanner that answers with these bytes, whatever it is sent; it reads on to the end.
    pub(super) fn answering(answer: Vec<u8>) -> DuplexStream {
        let (ours, theirs) = duplex(4096);
        tokio::spawn(async move {
            let (mut read, mut write) = tokio::io::split(theirs);
            let heard = tokio::spawn(async move {
                let _ = tokio::io::copy(&mut read, &mut sink()).await;
            });
            let _ = write.write_all(&answer).await;
            let _ = heard.await;
        });
        ours
    }

    /// A scanner that takes everything at once, and whose answer comes in pieces of this size. The
    /// answer is all that `scan` can go by.
    pub(super) fn told_in_pieces<T>(
        answer: &[u8],
        size: usize,
        scan: impl AsyncFnOnce(Join<DuplexStream, Sink>) -> T,
    ) -> T {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build();
        runtime.unwrap().block_on(async {
            let (ours, mut theirs) = duplex(size);
            let answer = answer.to_vec();
            tokio::spawn(async move { drop(theirs.write_all(&answer).await) });
            scan(join(ours, sink())).await
        })
    }

    /// Bytes that are an answer, nearly one, or none, of these parts.
    pub(super) fn nearly(parts: &'static [&'static str]) -> impl Strategy<Value = Bytes> {
        let part = prop_oneof![
            8 => prop::sample::select(parts).prop_map(|part| part.as_bytes().to_vec()),
            1 => prop::collection::vec(any::<u8>(), 0..4),
        ];
        prop::collection::vec(part, 0..8).prop_map(|parts| parts.concat().into())
    }

    #[tokio::test(start_paused = true)]
    async fn a_scanner_that_says_nothing_is_not_waited_for() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        for url in ["clamd", "icap"] {
            let path = if url == "icap" { "/av" } else { "" };
            let url = format!("{url}://{address}{path}").parse().unwrap();
            let began = tokio::time::Instant::now();
            let told = Scanner::new(url).scan(&mut file(b"x"), 1).await;
            assert!(matches!(told, Err(ScanError::Late)), "{told:?}");
            assert!(began.elapsed() <= SCAN_TIME + CONNECT);
        }
    }
}
