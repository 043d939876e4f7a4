//! Lines that answer an operator's questions: one for each request, one for the start; and the
//! trace that connects them with the origin.

use serde_json::Value;

use crate::backend::Backend;
use crate::client::Ask;
use crate::harness::GatewayTest;
use crate::secrets::written_with;

const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";

/// Lines of a log in JSON, each of which must be an object.
fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.collect::<Result<_, _>>().unwrap()
}

#[tokio::test]
async fn a_line_has_the_bytes_of_the_body_protocol_host_trace_and_a_client_without_address() {
    let mut size = 0;
    let arguments = ["--origin", "http://127.0.0.1:9", "--log-format", "json"];
    let text = written_with(&arguments, "info", async |address| {
        let ask = |method: &str, target: &str| {
            Ask::new(address, method, target).header("Host", "www.Example.com:8443")
        };
        size = ask("GET", "/about?secret-query").send().await.body.len();
        ask("HEAD", "/about").send().await;
        let other = "127.0.0.77".parse().unwrap();
        ask("GET", "/about").from(other).send().await;
    })
    .await;
    let all = objects(&text);
    let lines: Vec<&Value> = all
        .iter()
        .filter(|line| line["target"] == "access")
        .collect();
    let [whole, head, other] = lines[..] else {
        panic!("{text}");
    };
    assert!(size > 0);
    assert_eq!(whole["bytes"], size);
    assert_eq!(head["bytes"], 0);
    for line in &lines {
        assert_eq!(line["http.version"], "HTTP/1.1");
        assert_eq!(line["http.host"], "www.example.com:8443");
        assert_eq!(line["http.path"], "/about");
        assert_eq!(line["http.status_code"], 200);
        assert_eq!(line["trace_id"].as_str().unwrap().len(), 32);
        assert_eq!(line["client"].as_str().unwrap().len(), 11);
        assert!(line["total_ms"].as_f64() >= line["duration_ms"].as_f64());
    }
    assert_eq!(whole["client"], head["client"]);
    assert_ne!(whole["client"], other["client"]);
    assert_ne!(whole["trace_id"], head["trace_id"]);
    for secret in ["secret-query", "127.0.0.77"] {
        assert!(!text.contains(secret), "{text}");
    }
}

#[tokio::test]
async fn the_origin_and_the_log_have_the_trace_of_a_trusted_proxy_and_of_nobody_else() {
    let backend = Backend::start().await;
    let origin = format!("http://{}", backend.address);
    let given = format!("00-{TRACE}-00f067aa0ba902b7-01");
    for (proxies, is_taken) in [("127.0.0.1", true), ("192.0.2.1", false)] {
        let arguments = ["--origin", &origin, "--log-format", "json"];
        let arguments = [&arguments[..], &["--trusted-proxy", proxies]].concat();
        let text = written_with(&arguments, "info", async |address| {
            Ask::new(address, "GET", "/api/search?q=a")
                .header("traceparent", &given)
                .header("tracestate", "a=1")
                .header("tracestate", "b=2")
                .send()
                .await;
        })
        .await;
        let (headers, _) = backend.heard("GET /api/search?q=a");
        let header = |name| headers.get(name).map(|value| value.to_str().unwrap());
        let parts: Vec<&str> = header("traceparent").unwrap().split('-').collect();
        let [version, id, parent, flags] = parts[..] else {
            panic!("{parts:?}");
        };
        assert_eq!((version, parent.len()), ("00", 16));
        assert_ne!(parent, "00f067aa0ba902b7");
        assert_eq!((id == TRACE, flags == "01"), (is_taken, is_taken));
        assert_eq!(header("tracestate"), is_taken.then_some("a=1,b=2"));
        let lines = objects(&text);
        let line = lines.iter().find(|line| line["target"] == "access");
        assert_eq!(line.unwrap()["trace_id"], id, "{text}");
    }
}

#[tokio::test]
async fn each_call_has_a_trace_of_its_own_and_a_long_state_is_dropped() {
    let t = GatewayTest::configured(
        |builds| builds.publish(&crate::fixture::Build::site(1, "one")),
        &["--trusted-proxy", "127.0.0.1"],
        |_| {},
    )
    .await;
    let mut traces = Vec::new();
    for given in ["", "00-0-0-0"] {
        t.ask("GET", "/api/search")
            .header("traceparent", given)
            .header("tracestate", "a=1")
            .send()
            .await;
        let (headers, _) = t.backend.heard("GET /api/search");
        assert!(!headers.contains_key("tracestate"));
        traces.push(headers["traceparent"].to_str().unwrap().to_owned());
    }
    assert_ne!(traces[0], traces[1]);
    t.ask("GET", "/api/search")
        .header("traceparent", &format!("00-{TRACE}-00f067aa0ba902b7-01"))
        .header("tracestate", &format!("a={}", "1".repeat(511)))
        .send()
        .await;
    let (headers, _) = t.backend.heard("GET /api/search");
    assert!(headers["traceparent"].to_str().unwrap().contains(TRACE));
    assert!(!headers.contains_key("tracestate"));
}
