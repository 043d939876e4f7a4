//! Other servers to which requests are forwarded: the origin, in this process or behind an address,
//! the development server, the generator and its studio; and the collector of spans.
//!
//! Opens connections, keeps them, and bounds how long and how many calls wait. [`crate::api`]
//! decides which headers are forwarded.

mod circuit_breaker;
#[cfg(feature = "opentelemetry")]
pub(crate) mod collector;
pub(crate) mod concurrency_limit;
pub(crate) mod development;
pub(crate) mod generator;
mod pool;
pub(crate) mod studio;
pub(crate) mod tls;
mod upload;

use std::error::Error;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::uri::Authority;
use http::{HeaderValue, Request, Response, header};
use http_body_util::LengthLimitError;

use crate::config::{Authorities, Backend};
use crate::observe::metrics::Metrics;
use crate::observe::origin_calls::Outcome;
use crate::protocol::body::{BoxError, Stream};
use crate::protocol::rejection::Rejection;
use crate::reread::Reread;

pub(crate) use tls::AuthoritiesError;
pub(crate) use upload::Upload;

use circuit_breaker::{CircuitBreaker, Ending};
use tls::Tls;

/// The client did not send the body that it had promised.
#[derive(Debug, thiserror::Error)]
#[error("the client's body: {0}")]
pub(crate) struct ClientBroke(pub(crate) hyper::Error);

/// Opens a connection to a remote origin as a call does, and closes it again. The outer error means
/// that no call could ever be made, the inner one that none can be made now.
pub(crate) async fn try_reaching(
    backend: &Backend,
) -> Result<Result<(), CallError>, AuthoritiesError> {
    let peer = Peer::new(backend.authority.clone(), backend.tls.clone())?;
    Ok(pool::open(&peer).await.map(drop))
}

/// The server that answers `/api`.
pub(crate) struct Upstream {
    kind: Kind,
    metrics: Arc<Metrics>,
}

enum Kind {
    #[cfg(feature = "embedded-origin")]
    Embedded(origin::Handle),
    /// The origin in this process, if it cannot start; with the reason.
    #[cfg(feature = "embedded-origin")]
    Absent(String),
    Remote(Remote, CircuitBreaker),
}

/// Why a call has no answer.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CallError {
    /// The embedded origin's queue is full, or it is stopping.
    #[error("the origin is at its call limit")]
    #[cfg_attr(
        not(feature = "embedded-origin"),
        expect(dead_code, reason = "only the embedded origin has a queue")
    )]
    Busy,
    /// The origin let earlier calls wait in vain, and is not asked for a while.
    #[error("the origin is not asked for a while: it gave no answers")]
    Spared,
    /// No server listens at the origin's address, or one that cannot be trusted.
    #[error("the origin cannot be reached: {0}")]
    Down(String),
    /// No answer came, or the connection broke.
    #[error("no answer from the origin: {0}")]
    Broken(String),
    /// The head of the answer did not come in time.
    #[error("the origin did not answer within {0:?}")]
    TimedOut(Duration),
    /// The request's body did not come in time: a fault of the client.
    #[error("the request's body takes too long")]
    Slow,
    /// The request's body broke off, or was malformed: a fault of the client.
    #[error("the request's body cannot be read")]
    Unread,
    /// The request's body was longer than allowed.
    #[error("the request's body is longer than allowed")]
    TooLarge,
}

impl Upstream {
    /// The origin in this process.
    #[cfg(feature = "embedded-origin")]
    pub(crate) fn with_embedded(handle: origin::Handle, metrics: Arc<Metrics>) -> Self {
        Self {
            kind: Kind::Embedded(handle),
            metrics,
        }
    }

    /// The origin in this process, which cannot start.
    #[cfg(feature = "embedded-origin")]
    pub(crate) fn absent(reason: String, metrics: Arc<Metrics>) -> Self {
        Self {
            kind: Kind::Absent(reason),
            metrics,
        }
    }

    /// The origin behind an address. Reads the authorities that it needs.
    pub(crate) fn remote(
        backend: Backend,
        metrics: Arc<Metrics>,
    ) -> Result<Self, AuthoritiesError> {
        let peer = Peer::new(backend.authority, backend.tls)?;
        Ok(Self {
            kind: Kind::Remote(Remote::new(peer, Host::Own), CircuitBreaker::default()),
            metrics,
        })
    }

    /// The numbers of an origin in this process, in Prometheus' text format. One behind an address
    /// has its own `/metrics`.
    #[cfg_attr(
        not(feature = "embedded-origin"),
        expect(clippy::unused_async, reason = "only the embedded origin has numbers")
    )]
    pub(crate) async fn expose_metrics(&self) -> String {
        match &self.kind {
            #[cfg(feature = "embedded-origin")]
            Kind::Embedded(handle) => handle.expose_metrics().await,
            #[cfg(feature = "embedded-origin")]
            Kind::Absent(_) => origin::expose_absent_metrics(),
            Kind::Remote(..) => String::new(),
        }
    }

    /// Makes a call. Waits at most `limit` for the head of the answer, and as long for the client
    /// to send all of the body. The request's target is a path with an optional query.
    pub(crate) async fn call(
        &self,
        request: Request<Stream>,
        upload: &Upload,
        limit: Duration,
    ) -> Result<Response<Stream>, CallError> {
        // Shared with the request, so that no path is copied.
        let (target, start) = (request.uri().clone(), Instant::now());
        let answer = self.ask_if_admitted(request, upload, limit, start).await;
        let calls = &self.metrics.origin_calls;
        calls.count(target.path(), outcome(&answer), start.elapsed());
        match &answer {
            Ok(_) => {}
            // A client's fault does not count as the origin's.
            Err(CallError::TooLarge | CallError::Unread | CallError::Slow) => {}
            // The log has it already.
            Err(CallError::Spared) => {}
            Err(error) => {
                self.metrics.origin_failures.add_one();
                tracing::warn!(%error, "origin");
            }
        }
        answer
    }

    async fn ask_if_admitted(
        &self,
        request: Request<Stream>,
        upload: &Upload,
        limit: Duration,
        start: Instant,
    ) -> Result<Response<Stream>, CallError> {
        let pass = match &self.kind {
            Kind::Remote(_, breaker) => Some(breaker.admit(start).ok_or(CallError::Spared)?),
            #[cfg(feature = "embedded-origin")]
            _ => None,
        };
        let answer = upload.wait(self.ask(request), limit).await;
        if let Some(pause) = pass.and_then(|pass| pass.report(ending(&answer), Instant::now())) {
            tracing::error!(
                seconds = pause.as_secs(),
                "the origin lets calls wait in vain; it is not asked for a while"
            );
        }
        answer
    }

    async fn ask(&self, request: Request<Stream>) -> Result<Response<Stream>, CallError> {
        match &self.kind {
            #[cfg(feature = "embedded-origin")]
            Kind::Embedded(handle) => handle.call(request).await.map_err(|_| CallError::Busy),
            #[cfg(feature = "embedded-origin")]
            Kind::Absent(reason) => Err(CallError::Down(reason.clone())),
            Kind::Remote(remote, _) => remote.ask(request).await,
        }
    }

    /// Reads the origin's files again that may change while it runs: the embedded one's keys,
    /// secrets and receivers, or the authorities of a remote one. Returns their paths and the
    /// results. Blocks.
    pub(crate) fn reread_files(&self) -> Vec<(PathBuf, Reread)> {
        match &self.kind {
            #[cfg(feature = "embedded-origin")]
            Kind::Embedded(handle) => {
                let files = handle.reread_files().into_iter();
                files.map(|(path, result)| (path, result.into())).collect()
            }
            #[cfg(feature = "embedded-origin")]
            Kind::Absent(_) => Vec::new(),
            Kind::Remote(remote, _) => {
                let tls = remote.peer.tls.as_ref();
                tls.and_then(|tls| tls.reread()).into_iter().collect()
            }
        }
    }

    /// Lets the embedded origin finish its calls in progress.
    pub(crate) async fn stop(&self) {
        match &self.kind {
            #[cfg(feature = "embedded-origin")]
            Kind::Embedded(handle) => handle.stop().await,
            #[cfg(feature = "embedded-origin")]
            Kind::Absent(_) => {}
            Kind::Remote(..) => {}
        }
    }
}

#[cfg(feature = "embedded-origin")]
impl From<origin::Reread> for Reread {
    fn from(result: origin::Reread) -> Self {
        match result {
            origin::Reread::Changed => Self::Changed,
            origin::Reread::Unchanged => Self::Unchanged,
            origin::Reread::Refused(reason) => Self::Refused(reason),
        }
    }
}

/// The end of a call for the circuit breaker.
fn ending(answer: &Result<Response<Stream>, CallError>) -> Ending {
    match answer {
        Ok(_) => Ending::Answered,
        Err(CallError::Down(_) | CallError::Broken(_) | CallError::TimedOut(_)) => Ending::Failed,
        Err(_) => Ending::Neutral,
    }
}

fn outcome(answer: &Result<Response<Stream>, CallError>) -> Outcome {
    match answer {
        Ok(answer) if answer.status().is_server_error() => Outcome::ServerError,
        Ok(_) => Outcome::Answered,
        Err(CallError::Busy) => Outcome::Busy,
        Err(CallError::Spared) => Outcome::Spared,
        Err(CallError::Down(_)) => Outcome::Down,
        Err(CallError::Broken(_)) => Outcome::Broken,
        Err(CallError::TimedOut(_)) => Outcome::TimedOut,
        Err(CallError::TooLarge | CallError::Unread | CallError::Slow) => Outcome::ClientFault,
    }
}

impl From<CallError> for Rejection {
    fn from(error: CallError) -> Self {
        match error {
            CallError::Busy | CallError::Spared | CallError::Down(_) | CallError::TimedOut(_) => {
                Self::Unavailable
            }
            CallError::Broken(_) => Self::BadGateway,
            CallError::TooLarge => Self::TooLarge,
            CallError::Unread => Self::BadRequest,
            CallError::Slow => Self::Timeout,
        }
    }
}

impl From<hyper::Error> for CallError {
    fn from(error: hyper::Error) -> Self {
        if caused_by::<LengthLimitError>(&error) {
            Self::TooLarge
        } else if caused_by::<ClientBroke>(&error) {
            Self::Unread
        } else {
            Self::Broken(with_causes(&error))
        }
    }
}

/// Another HTTP server to which requests are forwarded: the origin, or the development server.
pub(crate) struct Remote {
    peer: Peer,
    /// `Host` that the server gets; none: the one that the client sent.
    host: Option<HeaderValue>,
}

/// Which `Host` the other server gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Host {
    /// The address of the other server.
    Own,
    /// The one that the client sent.
    Client,
}

impl Remote {
    /// A server that receives this host.
    pub(crate) fn new(peer: Peer, host: Host) -> Self {
        let own = HeaderValue::from_str(peer.authority.as_str()).ok();
        Self {
            host: own.filter(|_| host == Host::Own),
            peer,
        }
    }

    /// Forwards one request. Its target is a path with an optional query.
    pub(crate) async fn ask(
        &self,
        mut request: Request<Stream>,
    ) -> Result<Response<Stream>, CallError> {
        if let Some(host) = &self.host {
            request.headers_mut().insert(header::HOST, host.clone());
        }
        let response = pool::send(&self.peer, request).await?;
        Ok(response.map(into_stream))
    }
}

/// Address of another server, and the protocol to it.
#[derive(Clone)]
pub(crate) struct Peer {
    authority: Authority,
    /// TLS to the server; none: without TLS.
    tls: Option<Arc<Tls>>,
}

impl Peer {
    /// The server at `http://authority`.
    pub(crate) fn plain(authority: Authority) -> Self {
        Self {
            authority,
            tls: None,
        }
    }

    fn new(authority: Authority, tls: Option<Authorities>) -> Result<Self, AuthoritiesError> {
        let tls = tls.map(|authorities| Tls::new(&authority, authorities));
        Ok(Self {
            tls: tls.transpose()?.map(Arc::new),
            authority,
        })
    }

    fn port(&self) -> u16 {
        let usual = if self.tls.is_some() { 443 } else { 80 };
        self.authority.port_u16().unwrap_or(usual)
    }
}

/// Equal peers may share connections, because their connections are checked in the same way.
impl PartialEq for Peer {
    fn eq(&self, other: &Self) -> bool {
        let same_tls = match (&self.tls, &other.tls) {
            (None, None) => true,
            (Some(one), Some(other)) => Arc::ptr_eq(one, other),
            _ => false,
        };
        same_tls && self.authority == other.authority
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.authority.fmt(f)
    }
}

fn into_stream(body: pool::Answer) -> Stream {
    use http_body_util::BodyExt;
    body.map_err(BoxError::from).boxed_unsync()
}

fn causes<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |error: &&'a (dyn Error + 'static)| {
        (*error).source()
    })
}

fn caused_by<E: Error + 'static>(error: &(dyn Error + 'static)) -> bool {
    causes(error).any(|cause| cause.is::<E>())
}

pub(crate) fn with_causes(error: &(dyn Error + 'static)) -> String {
    causes(error)
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(": ")
}
