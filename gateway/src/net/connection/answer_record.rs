//! The end of an answer, where the bytes of its body are known: for the log and the metrics.

use std::sync::Arc;
use std::task::Poll;

use bytes::Bytes;
use hyper::body::Body as HttpBody;

use crate::observe::access_log::AnsweredLine;
use crate::observe::metrics::Metrics;
#[cfg(feature = "opentelemetry")]
use crate::observe::spans::RequestSpan;
use crate::protocol::body::Body;
use crate::protocol::observed_body::{BodyObserver, ObservedBody, Polled};

/// The metrics, as one connection holds them. Each answer counts a reference of its own to it, in a
/// cache line that no other connection writes.
pub(super) struct ConnectionMetrics(pub(super) Arc<Metrics>);

/// Counts the bytes of a body that the connection takes, without an allocation. Reports them when
/// it is dropped: with the body, whether that was sent to its end or not.
pub(super) struct AnswerRecord {
    bytes: u64,
    metrics: Arc<ConnectionMetrics>,
    /// The log's line; none while the access log is off. Boxed, or every body would be as large.
    line: Option<Box<AnsweredLine>>,
    /// The request's span; none without a collector, and for requests that are not sampled.
    #[cfg(feature = "opentelemetry")]
    span: Option<RequestSpan>,
}

/// An answer's body that is recorded.
pub(super) type RecordedBody = ObservedBody<Body, AnswerRecord>;

impl AnswerRecord {
    /// The record of an answer of which no byte was sent.
    pub(super) fn new(metrics: &Arc<ConnectionMetrics>, line: Option<AnsweredLine>) -> Self {
        Self {
            bytes: 0,
            metrics: Arc::clone(metrics),
            line: line.map(Box::new),
            #[cfg(feature = "opentelemetry")]
            span: None,
        }
    }

    /// The record with the request's span, which ends with it.
    #[cfg(feature = "opentelemetry")]
    pub(super) fn with_span(mut self, span: Option<RequestSpan>) -> Self {
        self.span = span;
        self
    }
}

impl BodyObserver for AnswerRecord {
    fn on_poll<B: HttpBody<Data = Bytes>>(&mut self, _: &B, frame: &Polled<B::Error>) {
        if let Poll::Ready(Some(Ok(frame))) = frame
            && let Some(data) = frame.data_ref()
        {
            self.bytes += data.len() as u64;
        }
    }
}

impl Drop for AnswerRecord {
    fn drop(&mut self) {
        self.metrics.0.sent_bytes.add(self.bytes);
        if let Some(line) = &self.line {
            line.write(self.bytes);
        }
        #[cfg(feature = "opentelemetry")]
        if let Some(span) = self.span.take() {
            span.end();
        }
    }
}
