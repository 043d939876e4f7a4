//! A span of each request, for a collector of OpenTelemetry.
//!
//! A span has the facts of the access log's line, and leaves out the same: no query, cookie, token,
//! key or address of a visitor. It is in the trace that the log and the origin know, and its own id
//! is the parent that the origin gets. No request waits for a collector: [`queue`] has the bounds.

mod queue;

use std::sync::Arc;
use std::time::Duration;

use http::header::HOST;
use http::uri::Authority;
use http::{Method, Request, Response, Uri, Version};
use opentelemetry::trace::{
    Span as _, SpanContext, SpanId, SpanKind, Status, TraceContextExt, TraceFlags, TraceId,
    TraceState, Tracer, TracerProvider,
};
use opentelemetry::{Context, InstrumentationScope, Key, KeyValue};
use opentelemetry_http::HttpClient;
use opentelemetry_otlp::{ExporterBuildError, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::{SdkTracer, SdkTracerProvider, Span};

use super::access_log::{host, without_key};
use super::metrics::Metrics;
use crate::protocol::headers::X_BUILD;
use crate::protocol::host::bare_host;
use crate::protocol::trace_context::TraceContext;

/// The name of this service, unless a variable of OpenTelemetry has another.
const SERVICE: &str = "portico-gateway";

/// Longest time for the spans that are left at the end of the process.
const END: Duration = Duration::from_secs(3);

/// Longest path in a span, in bytes: a client may send some ten thousand, and the queue keeps
/// thousands of spans.
const PATH_MAX: usize = 1024;

/// Whether an exporter could be made of the variables of OpenTelemetry.
pub(crate) fn check(
    endpoint: &Uri,
    client: impl HttpClient + 'static,
) -> Result<(), ExporterBuildError> {
    exporter(endpoint, client).map(drop)
}

fn exporter(
    endpoint: &Uri,
    client: impl HttpClient + 'static,
) -> Result<SpanExporter, ExporterBuildError> {
    SpanExporter::builder()
        .with_http()
        .with_http_client(client)
        .with_endpoint(endpoint.to_string())
        .build()
}

/// The spans of this process.
pub(crate) struct Spans {
    tracer: SdkTracer,
    provider: SdkTracerProvider,
}

impl Spans {
    /// Starts the thread that sends them.
    pub(crate) fn start(
        endpoint: &Uri,
        client: impl HttpClient + 'static,
        metrics: Arc<Metrics>,
    ) -> Result<Self, ExporterBuildError> {
        let processor = queue::processor(exporter(endpoint, client)?, metrics);
        let provider = SdkTracerProvider::builder()
            .with_resource(resource())
            .with_span_processor(processor)
            .build();
        let scope = InstrumentationScope::builder("gateway")
            .with_version(env!("CARGO_PKG_VERSION"))
            .build();
        Ok(Self {
            tracer: provider.tracer_with_scope(scope),
            provider,
        })
    }

    /// Begins the span of a request, if the sampler wants one, as a part of `trace` if a proxy
    /// named it, or of a new trace. Returns the trace with the span's id.
    pub(crate) fn begin<B>(
        &self,
        request: &Request<B>,
        is_tls: bool,
        trace: TraceContext,
    ) -> (TraceContext, Option<RequestSpan>) {
        let method = method_name(request.method());
        // A method of the client's own is no name: it would make as many kinds of spans.
        let name = if method == OTHER { "HTTP" } else { method };
        let builder = self.tracer.span_builder(name);
        let builder = builder.with_kind(SpanKind::Server);
        let mut span = self.tracer.build_with_context(builder, &parent(trace));
        let context = span.span_context();
        // None after the end of the process has begun.
        if !context.is_valid() {
            return (trace, None);
        }
        let (id, own) = (context.trace_id().to_bytes(), context.span_id().to_bytes());
        let trace = trace.with_span(id, own, context.is_sampled());
        if !span.is_recording() {
            return (trace, None);
        }
        span.set_attributes(attributes(request, method, is_tls));
        (trace, Some(RequestSpan(Box::new(span))))
    }

    /// Sends the spans that are left, for a limited time.
    pub(crate) async fn send_rest(&self) {
        let provider = self.provider.clone();
        let sent = tokio::task::spawn_blocking(move || provider.shutdown_with_timeout(END)).await;
        if !matches!(sent, Ok(Ok(()))) {
            let seconds = END.as_secs();
            tracing::warn!(seconds, "the collector did not take the last spans in time");
        }
    }
}

/// The span of one request. It ends when it is dropped, at the latest: a request that its client
/// gave up has a span, too, without a status.
pub(crate) struct RequestSpan(Box<Span>);

impl RequestSpan {
    /// Completes the span by the head of the answer.
    pub(crate) fn with_answer<B>(mut self, response: &Response<B>) -> Self {
        let status = response.status();
        let span = &mut self.0;
        let code = i64::from(status.as_u16());
        span.set_attribute(KeyValue::new("http.response.status_code", code));
        let build = response.headers().get(X_BUILD);
        if let Some(build) = build.and_then(|build| build.to_str().ok()) {
            span.set_attribute(KeyValue::new("portico.build", build.to_owned()));
        }
        if status.is_server_error() {
            span.set_attribute(KeyValue::new("error.type", status.as_str().to_owned()));
            span.set_status(Status::error(""));
        }
        self
    }

    /// Ends the span: the whole answer was sent, or given up.
    pub(crate) fn end(mut self) {
        self.0.end();
    }
}

/// The parent of a span: the proxy's, or none. Its `tracestate` is left out, because it may have
/// anything in it.
fn parent(trace: TraceContext) -> Context {
    let Some((id, parent, is_sampled)) = trace.remote_parent() else {
        return Context::new();
    };
    Context::new().with_remote_span_context(SpanContext::new(
        TraceId::from_bytes(id),
        SpanId::from_bytes(parent),
        TraceFlags::default().with_sampled(is_sampled),
        true,
        TraceState::default(),
    ))
}

/// The facts of a request's head under the names of the semantic conventions.
fn attributes<B>(request: &Request<B>, method: &'static str, is_tls: bool) -> Vec<KeyValue> {
    let path = without_key(request.uri().path());
    let path = &path[..path.floor_char_boundary(PATH_MAX)];
    let mut all = vec![
        KeyValue::new("http.request.method", method),
        KeyValue::new("url.path", path.to_owned()),
        KeyValue::new("url.scheme", if is_tls { "https" } else { "http" }),
        KeyValue::new("network.protocol.version", version(request.version())),
    ];
    let host = host(request.uri(), request.headers().get(HOST));
    let authority: Option<Authority> = host.and_then(|host| host.parse().ok());
    if let Some(authority) = authority {
        let address = bare_host(&authority).to_owned();
        all.push(KeyValue::new("server.address", address));
    }
    all
}

/// The conventions' name for a method that they do not know.
const OTHER: &str = "_OTHER";

fn method_name(method: &Method) -> &'static str {
    const KNOWN: [&str; 9] = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "CONNECT", "TRACE",
    ];
    let found = KNOWN.iter().find(|one| **one == method.as_str());
    found.copied().unwrap_or(OTHER)
}

fn version(version: Version) -> &'static str {
    match version {
        Version::HTTP_2 => "2",
        Version::HTTP_10 => "1.0",
        _ => "1.1",
    }
}

/// This service, as the variables of OpenTelemetry describe it; else by its own name.
fn resource() -> Resource {
    let described = Resource::builder().build();
    let name = described.get(&Key::from_static_str("service.name"));
    let is_named = name.is_some_and(|name| !name.as_str().starts_with("unknown_service"));
    match is_named {
        true => described,
        false => Resource::builder().with_service_name(SERVICE).build(),
    }
}
