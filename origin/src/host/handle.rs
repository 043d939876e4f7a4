//! An origin inside another process: its own threads, and a bounded number of calls.
//!
//! A call takes one of a fixed number of permits or is refused at once; it then runs as a task of
//! the origin's runtime and keeps its permit until the answer's head is there, even if its client
//! has gone, so that no work stops half-way. A call with a body takes its permit once the body has
//! arrived: a slow sender does not delay checks of sessions.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Duration;

use http::{HeaderMap, Request, Response};
use http_body::Body as _;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::{mpsc, watch};

use super::admission::{Admission, Busy, Sends};
use super::scans;
use super::search::Follower;
use super::worker;
use crate::api::takes_stream;
use crate::config::{Config, Settings};
use crate::origin::{Origin, StartError};
use origin_ground::http::body::{self, Body};
use origin_ground::limits::Streams;
use origin_ground::watched::Reread;

/// How long [`Handle::stop`] waits for calls in hand. They take milliseconds, unless a client or
/// the disk is slow.
const DRAIN: Duration = Duration::from_secs(10);

/// How long threads that still block on a file are waited for.
const LAST_THREADS: Duration = Duration::from_secs(1);

/// A running origin. Clones name the same one; it stops on request, or when the last clone is
/// dropped.
#[derive(Clone)]
pub struct Handle {
    origin: Arc<Origin>,
    runtime: tokio::runtime::Handle,
    admission: Arc<Admission>,
    stop: mpsc::Sender<()>,
    running: watch::Receiver<()>,
}

impl Handle {
    /// Opens and migrates the database and starts the threads. Blocks until the origin is ready,
    /// some milliseconds.
    pub fn start(config: Config) -> Result<Self, StartError> {
        let settings = config.settings.clone();
        Self::start_with(&settings, || Origin::open(config))
    }

    /// Starts an origin that `open` opens, as [`Handle::start`] does.
    pub fn start_with<F>(
        settings: &Settings,
        open: impl FnOnce() -> F + Send + 'static,
    ) -> Result<Self, StartError>
    where
        F: Future<Output = Result<Origin, StartError>>,
    {
        let (ready, started) = std::sync::mpsc::channel();
        let (threads, calls) = (settings.origin_threads, settings.origin_calls);
        thread::Builder::new()
            .name("origin".to_owned())
            .spawn(move || run(threads, calls, open, ready))
            .map_err(StartError::Threads)?;
        started.recv().unwrap_or_else(|_| Err(StartError::Died))
    }

    /// Answers one request. Anything a client can send gets an envelope; only a full house is an
    /// error.
    pub async fn call(&self, request: Request<Body>) -> Result<Response<Body>, Busy> {
        let sends = match request.body().is_end_stream() {
            true => Sends::Nothing,
            false if takes_stream(&request) => Sends::Stream,
            false => Sends::Body,
        };
        let permit = self.admission.admit(sends)?;
        let origin = Arc::clone(&self.origin);
        let language = request
            .headers()
            .get(origin_ground::http::request::LANGUAGE)
            .cloned();
        let answer = self.runtime.spawn(async move {
            let request = match sends {
                Sends::Body => body::buffer(request).await,
                Sends::Nothing | Sends::Stream => request,
            };
            let _permits = permit.hold()?;
            Ok(origin.answer_arrived(request).await)
        });
        match answer.await {
            Ok(answer) => answer,
            Err(error) if error.is_panic() => {
                tracing::error!("a call panicked; its client got a 500");
                Ok(self.origin.failure_answer(language.as_ref()))
            }
            Err(_) => Err(Busy),
        }
    }

    /// The envelope for a client after [`Busy`], in the language that its headers ask for.
    pub fn busy(&self, headers: &HeaderMap) -> Response<Body> {
        self.origin
            .busy(headers.get(origin_ground::http::request::LANGUAGE))
    }

    /// Reads all files again that an operator may change while the origin runs; returns their paths
    /// and the results. Blocks.
    pub fn reread_files(&self) -> Vec<(PathBuf, Reread)> {
        self.origin.reread_files()
    }

    /// The origin's numbers, in Prometheus' text format.
    pub async fn expose_metrics(&self) -> String {
        let origin = Arc::clone(&self.origin);
        let exposed = self
            .runtime
            .spawn(async move { origin.expose_metrics().await });
        // No numbers from a runtime that is ending.
        exposed.await.unwrap_or_default()
    }

    /// Takes no more calls, finishes those in hand, closes the database. Returns when that is done.
    pub async fn stop(&self) {
        // A full channel means that someone has asked already.
        let _ = self.stop.try_send(());
        let mut running = self.running.clone();
        // No value is ever sent: the channel closes when the origin's thread is done.
        while running.changed().await.is_ok() {}
    }
}

/// The origin's thread: from opening the database to closing it.
fn run<F>(
    threads: usize,
    calls: usize,
    open: impl FnOnce() -> F,
    ready: Sender<Result<Handle, StartError>>,
) where
    F: Future<Output = Result<Origin, StartError>>,
{
    let (_alive, running) = watch::channel(());
    let runtime = match runtime(threads) {
        Ok(runtime) => runtime,
        Err(error) => return drop(ready.send(Err(StartError::Threads(error)))),
    };
    let origin = match runtime.block_on(open()) {
        Ok(origin) => Arc::new(origin),
        Err(error) => return drop(ready.send(Err(error))),
    };
    let follower = match Follower::start(Arc::clone(&origin.search.index)) {
        Ok(follower) => follower,
        Err(error) => return drop(ready.send(Err(StartError::Threads(error)))),
    };
    let scans = runtime.spawn(scans::run(Arc::clone(&origin.uploads)));
    let worker = runtime.spawn(worker::run(Arc::clone(&origin)));
    let admission = Arc::new(Admission::new(calls));
    let (stop, stopped) = mpsc::channel(1);
    let handle = Handle {
        origin: Arc::clone(&origin),
        runtime: runtime.handle().clone(),
        admission: Arc::clone(&admission),
        stop,
        running,
    };
    if ready.send(Ok(handle)).is_ok() {
        runtime.block_on(serve_until(
            stopped,
            &admission,
            &origin.chat.assistant.streams,
        ));
    }
    // One that is cut off begins again at the next start.
    scans.abort();
    origin.messages.queue.close();
    if runtime
        .block_on(async { tokio::time::timeout(DRAIN, worker).await })
        .is_err()
    {
        tracing::warn!("letters were still being sent after {DRAIN:?}; they are sent again later");
    }
    follower.stop();
    runtime.block_on(origin.close());
    runtime.shutdown_timeout(LAST_THREADS);
}

/// Returns after a request to stop when every permit is back, or [`DRAIN`] has passed. Streams are
/// ended: an answer may go on for a minute.
async fn serve_until(mut stopped: mpsc::Receiver<()>, admission: &Admission, streams: &Streams) {
    stopped.recv().await;
    streams.end();
    let closed = async {
        admission.close().await;
        streams.wait_for_none().await;
    };
    if tokio::time::timeout(DRAIN, closed).await.is_err() {
        tracing::warn!("calls were still in hand after {DRAIN:?}; they were cut off");
    }
}

fn runtime(threads: usize) -> std::io::Result<Runtime> {
    Builder::new_multi_thread()
        .worker_threads(threads)
        .thread_name("origin")
        .enable_all()
        .build()
}
