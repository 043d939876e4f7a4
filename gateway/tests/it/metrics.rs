//! Numbers for operators: their own socket, and the line that says what has started.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command};

use crate::client::Ask;
use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;
use crate::process::gateway;
use crate::secrets::written_with;

const BUILD: &str = "20261121T030001Z-00000001";

/// A gateway with a socket for operators; ends with the test.
pub(crate) struct Observed {
    pub(crate) site: SocketAddr,
    pub(crate) operators: SocketAddr,
    child: Child,
    _folder: tempfile::TempDir,
}

impl Observed {
    pub(crate) fn start() -> Self {
        Self::with_arguments(&[])
    }

    pub(crate) fn with_arguments(arguments: &[&str]) -> Self {
        Self::with(&[&["--origin", "http://127.0.0.1:9"], arguments].concat())
    }

    /// With its own origin, TLS and a mail server that is away: all metrics.
    pub(crate) fn with_all_metrics(cert: &str, key: &str) -> Self {
        Self::with(&[
            "--origin",
            "embedded",
            "--tls-cert",
            cert,
            "--tls-key",
            key,
            "--smtp-url",
            "smtp://127.0.0.1:9",
            "--mail-from",
            "no-reply@site.example",
        ])
    }

    fn with(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut builds = Builds::new(&folder.path().join("builds"));
        builds.publish(&Build::site(1, "one"));
        let root = builds.root.to_str().unwrap();
        let var = folder.path().join("var");
        let usual = [
            "serve",
            "--listen",
            "127.0.0.1:0",
            "--builds",
            root,
            "--var",
            var.to_str().unwrap(),
            "--metrics-listen",
            "127.0.0.1:0",
        ];
        let mut command: Command = gateway(&[&usual[..], arguments].concat());
        command.stderr(std::process::Stdio::null());
        let mut child = command.spawn().unwrap();
        let is_tls = arguments.contains(&"--tls-cert");
        let scheme = if is_tls { "https" } else { "http" };
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut address = |before: &str, after: &str| {
            let line = lines.next().unwrap().unwrap();
            let rest = line.strip_prefix(before).unwrap();
            rest.strip_suffix(after).unwrap().parse().unwrap()
        };
        Self {
            site: address(&format!("Listening at {scheme}://"), ""),
            operators: address("Metrics at http://", "/metrics"),
            child,
            _folder: folder,
        }
    }

    pub(crate) async fn exposition(&self) -> String {
        let answer = Ask::new(self.operators, "GET", "/metrics").send().await;
        assert_eq!(answer.status, 200);
        answer.text().to_owned()
    }
}

impl Drop for Observed {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test]
async fn operators_have_a_socket_of_their_own_and_the_sites_has_no_metrics_then() {
    let t = Observed::start();
    for (address, method, target, status) in [
        (t.site, "GET", "/metrics", 404),
        (t.site, "GET", "/healthz", 200),
        (t.site, "GET", "/readyz", 200),
        (t.operators, "GET", "/metrics", 200),
        (t.operators, "HEAD", "/metrics", 200),
        (t.operators, "GET", "/healthz", 200),
        (t.operators, "GET", "/readyz", 200),
        (t.operators, "GET", "/about", 404),
        (t.operators, "GET", "/api/search", 404),
        (t.operators, "POST", "/metrics", 405),
    ] {
        let answer = Ask::new(address, method, target).send().await;
        assert_eq!(answer.status, status, "{method} {target}");
        assert_eq!(
            method == "HEAD",
            answer.body.is_empty(),
            "{method} {target}"
        );
    }
    // By any name: a collector in another container has its own for this one.
    let named = Ask::new(t.operators, "GET", "/metrics").header("Host", "portico:9180");
    assert_eq!(named.send().await.status, 200);
}

#[tokio::test]
async fn the_numbers_name_build_process_bytes_and_protocol_and_count_no_scrape() {
    let t = Observed::start();
    let size = Ask::new(t.site, "GET", "/about").send().await.body.len();
    Ask::new(t.site, "GET", "/api/search").send().await;
    t.exposition().await;
    let text = t.exposition().await;
    let version = env!("CARGO_PKG_VERSION");
    for expected in [
        format!("gateway_build_info{{version=\"{version}\",build=\"{BUILD}\"}} 1"),
        "gateway_answers_total{class=\"2xx\"} 1".to_owned(),
        "gateway_origin_calls_total{call=\"search\",outcome=\"down\"} 1".to_owned(),
        "gateway_origin_call_duration_seconds_count{call=\"search\"} 1".to_owned(),
        "gateway_connections_opened_total{protocol=\"HTTP/2\"} 0".to_owned(),
    ] {
        assert!(
            text.lines().any(|line| line == expected),
            "{expected}\n{text}"
        );
    }
    let value = |name: &str| -> f64 {
        let line = text.lines().find_map(|line| line.strip_prefix(name));
        line.unwrap_or_else(|| panic!("{name}"))
            .trim()
            .parse()
            .unwrap()
    };
    assert!(value("gateway_sent_bytes_total ") >= size as f64);
    assert!(value("gateway_connections_opened_total{protocol=\"HTTP/1.1\"} ") >= 3.0);
    for name in [
        "process_start_time_seconds ",
        "process_cpu_seconds_total ",
        "process_resident_memory_bytes ",
        "process_virtual_memory_bytes ",
        "process_open_fds ",
        "process_max_fds ",
        "process_threads ",
    ] {
        assert!(value(name) > 0.0, "{name}");
    }
}

#[tokio::test]
async fn a_gateway_without_a_build_says_so_in_its_numbers() {
    let t = GatewayTest::with(|_| {}).await;
    let text = t.get("/metrics").await.text().to_owned();
    assert!(text.contains(",build=\"\"} 1"), "{text}");
}

// Ops finding C4: the first questions about a gateway, each answered by this line.
#[tokio::test]
async fn one_line_says_what_has_started() {
    let mut site = None;
    let arguments = [
        "--origin",
        "http://127.0.0.1:9",
        "--log-format",
        "json",
        "--metrics-listen",
        "127.0.0.1:0",
        "--trusted-proxy",
        "10.0.0.0/8",
        "--public-origin",
        "https://www.example.com",
        "--connections",
        "100",
    ];
    let text = written_with(&arguments, "info", async |address| {
        Ask::new(address, "GET", "/healthz").send().await;
        site = Some(address.to_string());
    })
    .await;
    let lines = text.lines().map(|line| serde_json::from_str(line).unwrap());
    let all: Vec<serde_json::Value> = lines.collect();
    let started = |line: &&serde_json::Value| line["message"] == "gateway started";
    let line = all.iter().find(started).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(line["listen"], site.unwrap());
    assert_eq!(line["tls"], false);
    assert_eq!(line["redirect"], "none");
    assert!(line["metrics"].as_str().unwrap().starts_with("127.0.0.1:"));
    assert_eq!(line["public"], "https://www.example.com");
    assert_eq!(line["trusted_proxies"], "10.0.0.0/8");
    assert_eq!(line["build"], BUILD);
    let builds = line["builds"].as_str().unwrap();
    assert!(builds.starts_with('/') && builds.ends_with("/builds"));
    assert_eq!(line["origin"], "http://127.0.0.1:9");
    assert_eq!(line["connections"], 100);
    for limit in ["connections_per_client", "bodies_bytes", "upload_bytes"] {
        assert!(line[limit].as_u64().unwrap() > 0, "{limit}");
    }
}
