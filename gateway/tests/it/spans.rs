//! Spans for a collector of OpenTelemetry: their ids and facts, the data that is in none of their
//! bytes, and a collector that takes none of them.

use std::io::Read;
use std::process::Child;
use std::time::Duration;

use flate2::read::GzDecoder;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::trace::v1::Span;
use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
use opentelemetry_proto::tonic::trace::v1::status::StatusCode;
use prost::Message;
use rustix::process::{Pid, Signal, kill_process};
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::authority::Authority;
use crate::backend::Mood;
use crate::client::{Ask, exchange};
use crate::collector::{Collector, Reaction, text};
use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;
use crate::process::{address_of, gateway};

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";
const BUILD: &str = "20261121T030001Z-00000001";

async fn start(collector: &Collector) -> GatewayTest {
    let url = collector.url();
    GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--otlp", &url, "--trusted-proxy", "127.0.0.1"],
        |_| {},
    )
    .await
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The one span of a path.
fn span(spans: &[Span], path: &str) -> Span {
    let mut all = spans
        .iter()
        .filter(|span| text(&span.attributes, "url.path") == path);
    let found = all.next().unwrap_or_else(|| panic!("{path}: {spans:?}"));
    assert!(all.next().is_none(), "{path}: {spans:?}");
    found.clone()
}

/// `traceparent` of the newest call that the backend got.
fn passed_on(t: &GatewayTest, call: &str) -> Vec<String> {
    let (headers, _) = t.backend.heard(call);
    let parent = headers["traceparent"].to_str().unwrap();
    parent.split('-').map(str::to_owned).collect()
}

#[tokio::test]
async fn each_request_is_a_span_with_the_facts_of_its_line() {
    let collector = Collector::start(Reaction::Take).await;
    let t = start(&collector).await;
    t.ask("GET", "/about")
        .header("Host", "www.Example.com:8443")
        .send()
        .await;
    assert_eq!(t.get("/nowhere").await.status, 404);
    t.backend.mood(Mood::Broken);
    assert_eq!(t.get_with("/product", "unknown").await.status, 503);
    t.ask("BREW", "/pot").send().await;
    t.stop().await;

    let spans = collector.spans();
    assert_eq!(spans.len(), 4, "{spans:?}");
    let is = |span: &Span, key: &str, expected: &str| {
        assert_eq!(text(&span.attributes, key), expected, "{key}: {span:?}");
    };
    let page = span(&spans, "/about");
    assert_eq!((&*page.name, page.kind), ("GET", SpanKind::Server as i32));
    assert_eq!(page.parent_span_id, [0_u8; 0]);
    assert!(page.end_time_unix_nano >= page.start_time_unix_nano);
    for (key, expected) in [
        ("http.request.method", "GET"),
        ("http.response.status_code", "200"),
        ("network.protocol.version", "1.1"),
        ("portico.build", BUILD),
        ("server.address", "www.example.com"),
        ("url.scheme", "http"),
    ] {
        is(&page, key, expected);
    }
    let code = |span: &Span| span.status.as_ref().map_or(0, |status| status.code);
    let missing = span(&spans, "/nowhere");
    is(&missing, "http.response.status_code", "404");
    assert_eq!(code(&missing), StatusCode::Unset as i32);
    let failed = span(&spans, "/product");
    is(&failed, "http.response.status_code", "503");
    is(&failed, "error.type", "503");
    assert_eq!(code(&failed), StatusCode::Error as i32);
    let unknown = span(&spans, "/pot");
    assert_eq!(unknown.name, "HTTP");
    is(&unknown, "http.request.method", "_OTHER");

    let resource = collector.resource();
    assert_eq!(text(&resource, "service.name"), "portico-gateway");
    for (call, headers, _) in collector.received() {
        assert_eq!(call, "POST /v1/traces");
        assert_eq!(headers["content-type"], "application/x-protobuf");
    }
}

#[tokio::test]
async fn a_span_is_between_the_proxys_and_the_origins_in_one_trace() {
    let collector = Collector::start(Reaction::Take).await;
    let t = start(&collector).await;
    let call = |path: &str, flags: &str| {
        let parent = format!("00-{TRACE}-{PARENT}-{flags}");
        t.ask("GET", path).header("traceparent", &parent)
    };
    t.get("/api/own").await;
    let own = passed_on(&t, "GET /api/own");
    call("/api/sampled", "01").send().await;
    let sampled = passed_on(&t, "GET /api/sampled");
    call("/api/unsampled", "00").send().await;
    let unsampled = passed_on(&t, "GET /api/unsampled");
    t.stop().await;

    let spans = collector.spans();
    assert_eq!(spans.len(), 2, "the proxy wants no third one: {spans:?}");
    for (path, header, parent) in [("/api/own", &own, ""), ("/api/sampled", &sampled, PARENT)] {
        let span = span(&spans, path);
        assert_eq!(hex(&span.trace_id), header[1], "{path}");
        assert_eq!(hex(&span.span_id), header[2], "{path}");
        assert_eq!(hex(&span.parent_span_id), parent, "{path}");
        assert_eq!(header[3], "01", "{path}");
    }
    assert_ne!(own[1], TRACE);
    assert_eq!((&*sampled[1], &*unsampled[1]), (TRACE, TRACE));
    assert_eq!(unsampled[3], "00");
}

#[tokio::test]
async fn a_visitor_chooses_neither_trace_nor_sampling() {
    let collector = Collector::start(Reaction::Take).await;
    let url = collector.url();
    let t = GatewayTest::configured(
        |builds| builds.publish(&Build::site(1, "one")),
        &["--otlp", &url],
        |_| {},
    )
    .await;
    let parent = format!("00-{TRACE}-{PARENT}-00");
    t.ask("GET", "/about")
        .header("traceparent", &parent)
        .send()
        .await;
    t.stop().await;
    let span = span(&collector.spans(), "/about");
    assert_ne!(hex(&span.trace_id), TRACE);
    assert_eq!(span.parent_span_id, [0_u8; 0]);
}

#[tokio::test]
async fn no_byte_that_is_sent_is_a_secret_or_a_visitors() {
    const KEY: &str = "5ecde7a15ecde7a15ecde7a15ecde7a1";
    let collector = Collector::start(Reaction::Take).await;
    let t = start(&collector).await;
    t.backend.sign_in("fresh-token");
    for path in [
        "/about?secret-query",
        "/product?x=secret-query",
        "/nowhere?secret-query",
        "/api/search?q=secret-query",
        &format!("/preview/{KEY}"),
        &format!("/api/message/uploads/{KEY}"),
    ] {
        t.ask("GET", path)
            .from("127.0.0.77".parse().unwrap())
            .header("Host", "lin:secret-host@example.com")
            .header("X-Forwarded-For", "192.0.2.77")
            .header("Cookie", "token=fresh-token; uuid=secret-uuid")
            .header("User-Agent", "secret-browser")
            .header("Referer", "https://secret-page.example/")
            .header("traceparent", &format!("00-{TRACE}-{PARENT}-01"))
            .header("tracestate", "vendor=secret-state")
            .send()
            .await;
    }
    let long = format!("/{}", "a".repeat(30_000));
    t.get(&long).await;
    t.stop().await;
    assert!(collector.spans().len() >= 6);
    for (_, headers, body) in collector.received() {
        assert!(body.len() < 20_000, "a path is cut off");
        let all = format!("{headers:?}{}", String::from_utf8_lossy(&body));
        assert!(all.contains("/about"), "bytes are readable: {all}");
        for secret in [
            "secret",
            "fresh-token",
            KEY,
            "127.0.0.77",
            "192.0.2.77",
            "lin:",
        ] {
            assert!(!all.contains(secret), "{secret}: {all}");
        }
    }
}

/// One number of the metrics, once it is as `is_done` wants it.
async fn number(t: &GatewayTest, name: &str, is_done: impl Fn(u64) -> bool) -> u64 {
    let read = |text: &str| -> u64 {
        let mut lines = text.lines();
        let line = lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.unwrap_or_else(|| panic!("{name}\n{text}"))
            .parse()
            .unwrap()
    };
    let answer = t.until("/metrics", |answer| is_done(read(answer.text())));
    read(answer.await.text())
}

/// Makes `count` requests, a hundred on each connection; all must be answered.
async fn ask_often(t: &GatewayTest, count: usize) {
    let request = "HEAD /about HTTP/1.1\r\nHost: a\r\n";
    let last = format!("{request}Connection: close\r\n\r\n");
    for _ in 0..count / 100 {
        let all = format!("{request}\r\n").repeat(99) + &last;
        let answers = exchange(t.address, all).await;
        assert_eq!(answers.matches("HTTP/1.1 200 OK").count(), 100);
    }
}

#[tokio::test]
async fn a_silent_collector_delays_no_request_and_spans_beyond_the_queue_are_counted() {
    let collector = Collector::start(Reaction::Wait).await;
    let t = start(&collector).await;
    ask_often(&t, 3000).await;
    collector.until_received().await;
    // All are answered, and the first batch is still under way.
    assert_eq!(collector.spans().len(), 0);
    let dropped = number(&t, "gateway_spans_dropped_total", |count| count >= 400).await;
    assert!(dropped <= 3000 - 2048 + 100, "{dropped}");
    collector.react(Reaction::Take);
    t.stop().await;
    let spans = collector.spans();
    let pages = spans
        .iter()
        .filter(|span| text(&span.attributes, "url.path") == "/about");
    assert!(pages.count() >= 2048, "the rest is sent at the end");
}

#[tokio::test]
async fn a_collector_that_fails_fails_no_request_and_is_counted() {
    let collector = Collector::start(Reaction::Fail).await;
    let t = start(&collector).await;
    ask_often(&t, 600).await;
    let failed = number(&t, "gateway_span_exports_failed_total", |count| count > 0).await;
    assert!(failed >= 1);
    collector.react(Reaction::Take);
    assert_eq!(t.get("/nowhere").await.status, 404);
    t.stop().await;
    span(&collector.spans(), "/nowhere");
}

#[tokio::test]
async fn a_silent_collector_does_not_keep_the_process_from_its_end() {
    let collector = Collector::start(Reaction::Wait).await;
    let t = start(&collector).await;
    t.get("/about").await;
    // Less than an export may take.
    timeout(Duration::from_secs(8), t.stop()).await.unwrap();
}

/// A gateway as its own process, with variables that other programs have, too.
struct Program {
    child: Child,
    _folder: tempfile::TempDir,
}

impl Program {
    fn start(variables: &[(&str, &str)]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut builds = Builds::new(&folder.path().join("builds"));
        builds.publish(&Build::site(1, "one"));
        let root = builds.root.to_str().unwrap();
        let mut command = gateway(&["serve", "--listen", "127.0.0.1:0", "--builds", root]);
        command.args(["--origin", "http://127.0.0.1:9"]);
        command.stderr(std::process::Stdio::null());
        command.envs(variables.iter().copied());
        Self {
            child: command.spawn().unwrap(),
            _folder: folder,
        }
    }

    /// Asks for a page, and ends in good order.
    async fn run(mut self) {
        let address = address_of(&mut self.child);
        assert_eq!(Ask::new(address, "GET", "/about").send().await.status, 200);
        kill_process(Pid::from_child(&self.child), Signal::TERM).unwrap();
        let ended = spawn_blocking(move || self.child.wait().unwrap()).await;
        assert_eq!(ended.unwrap().code(), Some(0));
    }
}

#[tokio::test]
async fn the_variables_of_opentelemetry_name_collector_service_and_sampler() {
    let collector = Collector::start(Reaction::Take).await;
    let url = collector.url();
    let endpoint = ("OTEL_EXPORTER_OTLP_ENDPOINT", &*url);
    let off = [endpoint, ("OTEL_TRACES_SAMPLER", "always_off")];
    Program::start(&off).run().await;
    assert_eq!(collector.received().len(), 0);
    let named = [
        endpoint,
        ("OTEL_SERVICE_NAME", "shop"),
        (
            "OTEL_RESOURCE_ATTRIBUTES",
            "deployment.environment.name=test",
        ),
        ("OTEL_EXPORTER_OTLP_HEADERS", "api-key=open"),
    ];
    Program::start(&named).run().await;
    span(&collector.spans(), "/about");
    let resource = collector.resource();
    assert_eq!(text(&resource, "service.name"), "shop");
    assert_eq!(text(&resource, "deployment.environment.name"), "test");
    assert_eq!(collector.received()[0].1["api-key"], "open");
}

#[tokio::test]
async fn batches_are_compressed_if_the_variable_asks_for_it() {
    let collector = Collector::start(Reaction::Fail).await;
    let url = collector.url();
    let variables = [
        ("PORTICO_OTLP", &*url),
        ("OTEL_EXPORTER_OTLP_COMPRESSION", "gzip"),
    ];
    Program::start(&variables).run().await;
    let (_, headers, body) = collector.received().remove(0);
    assert_eq!(headers["content-encoding"], "gzip");
    let mut plain = Vec::new();
    GzDecoder::new(&body[..]).read_to_end(&mut plain).unwrap();
    let batch = ExportTraceServiceRequest::decode(&plain[..]).unwrap();
    assert_eq!(batch.resource_spans[0].scope_spans[0].spans.len(), 1);
}

#[tokio::test]
async fn a_collector_over_tls_must_have_a_certificate_of_the_named_authority() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (Authority::new("ours"), Authority::new("another"));
    let ca = ours.write(folder.path());
    for (authority, count) in [(&other, 0), (&ours, 1)] {
        let collector = Collector::over_tls(&authority.sign(&["localhost"], [-10, 80])).await;
        let url = format!("https://localhost:{}", collector.address.port());
        let variables = [
            ("PORTICO_OTLP", &*url),
            ("OTEL_EXPORTER_OTLP_CERTIFICATE", ca.to_str().unwrap()),
        ];
        Program::start(&variables).run().await;
        assert_eq!(collector.spans().len(), count);
    }
}

#[test]
fn check_config_names_the_collector_and_refuses_what_cannot_be_one() {
    let check = |variables: &[(&str, &str)]| {
        let mut command = gateway(&["check-config", "--listen", "127.0.0.1:0"]);
        command.args(["--origin", "http://127.0.0.1:9"]);
        command.envs(variables.iter().copied());
        let output = command.output().unwrap();
        let words = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(words).unwrap())
    };
    let (code, words) = check(&[]);
    assert_eq!(code, Some(0), "{words}");
    assert!(!words.contains("span"), "{words}");
    for (variables, code, expected) in [
        (
            &[("PORTICO_OTLP", "http://127.0.0.1:4318")][..],
            0,
            "goes to http://127.0.0.1:4318/v1/traces",
        ),
        (
            &[("PORTICO_OTLP", "http://collector:4318")],
            0,
            "warning: spans go to http://collector:4318/v1/traces unencrypted",
        ),
        (
            &[("PORTICO_OTLP", "127.0.0.1:4318")],
            78,
            "invalid value for `--otlp`: `127.0.0.1:4318` (expected an address such as",
        ),
        (
            &[("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector")],
            78,
            "`OTEL_EXPORTER_OTLP_TRACES_ENDPOINT`: `collector`",
        ),
        (
            &[
                ("PORTICO_OTLP", "https://collector"),
                ("OTEL_EXPORTER_OTLP_CERTIFICATE", "/nowhere/ca.pem"),
            ],
            78,
            "cannot read the authorities in `/nowhere/ca.pem`",
        ),
    ] {
        let (found, words) = check(variables);
        assert_eq!(found, Some(code), "{words}");
        assert!(words.contains(expected), "{words}");
    }
}
