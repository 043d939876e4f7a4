//! The studio, by an HTTP server on its socket: the people it is open to, and the parts of a
//! request and of an answer that pass the gateway.

use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;
use contract::studio::{BODY_MAX, SOCKET};
use gateway::config::Config;
use http::{HeaderMap, HeaderValue, Request, Response, header};
use http_body_util::{BodyExt, Full};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixListener;
use tokio::sync::Notify;
use tokio::time::timeout;

use crate::backend::{EDITOR, PUBLISHER, RECIPIENT};
use crate::client::{Answer, Ask, connect};
use crate::fixture::{Build, Builds};
use crate::harness::GatewayTest;
use crate::preview::{key, now, write};
use crate::streams::{FIRST, LAST, stream_events};
use crate::tls::WAIT;

const MEMBER: &str = "members-token";
const CSP: &str = "default-src 'self'; frame-ancestors 'self'";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A request that the studio got: method and target, headers, body.
type Heard = (String, HeaderMap, Bytes);

/// The studio of a generator.
#[derive(Clone, Default)]
struct Studio(Arc<Mutex<Vec<Heard>>>);

impl Studio {
    fn listen(folder: &Path) -> Self {
        let listener = UnixListener::bind(folder.join(SOCKET)).unwrap();
        let studio = Self::default();
        let served = studio.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let studio = served.clone();
                let service = service_fn(move |request| studio.clone().answer(request));
                let connection = http1::Builder::new();
                let connection = connection.serve_connection(TokioIo::new(stream), service);
                // A request that breaks off is not heard.
                tokio::spawn(async move { connection.await.unwrap_or_default() });
            }
        });
        studio
    }

    async fn answer(self, request: Request<Incoming>) -> Result<Response<Full<Bytes>>, Infallible> {
        let (parts, body) = request.into_parts();
        let call = format!("{} {}", parts.method, parts.uri);
        if let Ok(body) = body.collect().await {
            let heard = (call.clone(), parts.headers, body.to_bytes());
            self.0.lock().unwrap().push(heard);
        }
        let mut response = Response::new(Full::from(call));
        let headers = response.headers_mut();
        for (name, value) in [
            ("content-type", "text/html"),
            ("content-security-policy", CSP),
            ("etag", "\"7\""),
            ("set-cookie", "token=evil"),
            ("connection", "x-hop"),
            ("x-hop", "1"),
            ("access-control-allow-origin", "*"),
        ] {
            headers.insert(name, HeaderValue::from_static(value));
        }
        if parts.uri.path().ends_with(".js") {
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(IMMUTABLE));
        }
        Ok(response)
    }

    /// The calls so far, which are forgotten.
    fn take(&self) -> Vec<Heard> {
        std::mem::take(&mut *self.0.lock().unwrap())
    }

    fn calls(&self) -> Vec<String> {
        self.take().into_iter().map(|(call, ..)| call).collect()
    }
}

/// A person who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Person {
    Guest,
    Member,
    Editor,
    Publisher,
    Recipient,
}

impl Person {
    const ALL: [Self; 5] = [
        Self::Guest,
        Self::Member,
        Self::Editor,
        Self::Publisher,
        Self::Recipient,
    ];

    fn token(self) -> Option<&'static str> {
        match self {
            Self::Guest => None,
            Self::Member => Some(MEMBER),
            Self::Editor => Some(EDITOR),
            Self::Publisher => Some(PUBLISHER),
            Self::Recipient => Some(RECIPIENT),
        }
    }

    fn has_role(self) -> bool {
        matches!(self, Self::Editor | Self::Publisher | Self::Recipient)
    }
}

/// A gateway and the folder of its studio's socket.
struct Fixture {
    gateway: GatewayTest,
    folder: TempDir,
}

impl Fixture {
    /// A gateway without a studio.
    async fn start() -> Self {
        Self::configured(|_| {}).await
    }

    async fn configured(change: impl FnOnce(&mut Config)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let arguments = ["--var", folder.path().to_str().unwrap()];
        let publish = |builds: &mut Builds| {
            builds.publish(&Build::site(1, "one"));
            write(builds, &key(1), now() + 600);
        };
        let gateway = GatewayTest::configured(publish, &arguments, change).await;
        for token in [MEMBER, EDITOR, PUBLISHER, RECIPIENT] {
            gateway.backend.sign_in(token);
        }
        Self { gateway, folder }
    }

    async fn with_studio() -> (Self, Studio) {
        let t = Self::start().await;
        let studio = Studio::listen(t.folder.path());
        (t, studio)
    }

    fn socket(&self) -> PathBuf {
        self.folder.path().join(SOCKET)
    }

    /// A request of a person from a page of the site.
    fn ask(&self, person: Person, method: &str, target: &str) -> Ask {
        let origin = format!("http://{}", self.gateway.address);
        let ask = self.gateway.ask(method, target).header("Origin", &origin);
        match person.token() {
            Some(token) => ask.header("Cookie", &format!("token={token}")),
            None => ask,
        }
    }

    async fn send(&self, person: Person, method: &str, target: &str) -> Answer {
        self.ask(person, method, target).send().await
    }
}

/// The status for a person where the studio answers 200.
fn status(method: &str, is_page: bool, person: Person) -> u16 {
    match (person, method, is_page) {
        (_, "OPTIONS", _) => 405,
        (_, "POST" | "PUT" | "PATCH" | "DELETE", true) => 405,
        (Person::Guest, _, true) => 302,
        (Person::Guest, _, false) => 401,
        (Person::Member, _, true) => 404,
        (Person::Member, _, false) => 403,
        (Person::Editor | Person::Publisher | Person::Recipient, _, _) => 200,
    }
}

#[tokio::test]
async fn every_method_and_path_is_open_to_people_with_a_role_of_the_studio_and_to_no_other_person()
{
    let (t, studio) = Fixture::with_studio().await;
    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] {
        for target in [
            "/studio",
            "/studio/a/b.html?x=%2f&y",
            "/api/studio",
            "/api/studio/drafts/7?x=%2f&y",
        ] {
            for person in Person::ALL {
                let name = format!("{method} {target} {person:?}");
                let expected = status(method, target.starts_with("/studio"), person);
                let answer = t.send(person, method, target).await;
                assert_eq!(answer.status, expected, "{name}");
                let call = format!("{method} {target}");
                let heard = studio.calls();
                match expected {
                    200 => assert_eq!(heard, [call.as_str()], "{name}"),
                    _ => assert_eq!(heard, [""; 0], "{name}"),
                }
                match (expected, method) {
                    (_, "HEAD") => assert_eq!(answer.text(), "", "{name}"),
                    (200, _) => assert_eq!(answer.text(), call, "{name}"),
                    _ => assert!(!answer.text().contains(&call), "{name}"),
                }
            }
        }
    }
}

#[tokio::test]
async fn other_spellings_of_a_path_never_reach_the_studio() {
    let (t, studio) = Fixture::with_studio().await;
    for (target, expected) in [
        ("/studio/", 404),
        ("/studio/index.html", 404),
        ("/studio/a/", 404),
        ("/studio//a", 404),
        ("//studio", 404),
        ("/Studio", 404),
        ("/studios", 404),
        ("/en/studio", 404),
        ("/studio/../studio", 400),
        ("/studio/%2e%2e/a", 400),
        ("/studio%2fa", 400),
        ("/api/studio/", 404),
        ("/api/studio/index.html", 404),
        ("/api/studio/a/", 404),
        ("/api//studio", 404),
        ("/API/studio", 404),
        ("/api/x/../studio", 400),
        ("/api%2fstudio", 400),
    ] {
        let answer = t.send(Person::Publisher, "GET", target).await;
        assert_eq!(answer.status, expected, "{target}");
    }
    assert_eq!(studio.calls(), [""; 0]);
    // An escape that is not needed is no other path.
    let answer = t
        .send(Person::Publisher, "GET", "/st%75dio/%61?x=%61")
        .await;
    assert_eq!(answer.text(), "GET /studio/a?x=%61");
}

#[tokio::test]
async fn the_studio_gets_the_person_and_a_fixed_list_of_headers_and_no_cookie() {
    let (t, studio) = Fixture::with_studio().await;
    for (person, roles) in [
        (Person::Editor, "editor"),
        (Person::Publisher, "editor,publisher"),
        (Person::Recipient, "recipient"),
    ] {
        let mut ask = t.ask(person, "PUT", "/api/studio/drafts/7");
        for (name, value) in [
            ("Accept", "application/json"),
            ("Accept-Language", "en"),
            ("If-Match", "\"7\""),
            ("If-None-Match", "\"8\""),
            ("Last-Event-ID", "9"),
            ("Accept-Encoding", "br"),
            ("Cookie", "uuid=u-1"),
            ("Range", "bytes=0-1"),
            ("X-Forwarded-For", "10.0.0.1"),
            ("X-Studio-Roles", "publisher"),
            ("X-Studio-User", "root@example.com"),
            ("X-Studio-Other", "x"),
        ] {
            ask = ask.header(name, value);
        }
        let answer = ask.body("application/json", "{\"a\":1}").send().await;
        assert_eq!(answer.status, 200, "{person:?}");
        let (_, headers, body) = studio.take().remove(0);
        assert_eq!(body, "{\"a\":1}");
        let mut heard: Vec<(&str, &str)> = headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.to_str().unwrap()))
            .collect();
        heard.sort_unstable();
        assert_eq!(
            heard,
            [
                ("accept", "application/json"),
                ("accept-language", "en"),
                ("content-length", "7"),
                ("content-type", "application/json"),
                ("host", "localhost"),
                ("if-match", "\"7\""),
                ("if-none-match", "\"8\""),
                ("last-event-id", "9"),
                ("x-studio-roles", roles),
                ("x-studio-user", "lin@example.com"),
            ]
        );
    }
}

#[tokio::test]
async fn an_answer_has_the_common_headers_and_neither_cookie_nor_grant_of_the_studio() {
    let (t, _studio) = Fixture::with_studio().await;
    let api_csp = "default-src 'none'; frame-ancestors 'none'";
    for (target, policy, cache) in [
        ("/studio", CSP, "no-store"),
        ("/studio/app.js", CSP, IMMUTABLE),
        ("/api/studio", api_csp, "no-store"),
    ] {
        let answer = t.send(Person::Editor, "GET", target).await;
        let mut names: Vec<&str> = answer.headers.keys().map(|name| name.as_str()).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "cache-control",
                "connection",
                "content-length",
                "content-security-policy",
                "content-type",
                "cross-origin-resource-policy",
                "date",
                "etag",
                "referrer-policy",
                "x-content-type-options",
            ],
            "{target}"
        );
        for (name, value) in [
            ("cache-control", cache),
            ("connection", "close"),
            ("content-security-policy", policy),
            ("content-type", "text/html"),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
            ("x-content-type-options", "nosniff"),
        ] {
            assert_eq!(answer.all(name), [value], "{target} {name}");
        }
    }
}

#[tokio::test]
async fn a_guest_who_navigates_is_led_to_the_sign_in_page_and_a_script_gets_401() {
    let (t, studio) = Fixture::with_studio().await;
    for (mode, expected) in [("navigate", 302), ("cors", 401), ("no-cors", 401)] {
        let ask = t.ask(Person::Guest, "GET", "/studio/a?b=1");
        let answer = ask.header("Sec-Fetch-Mode", mode).send().await;
        assert_eq!(answer.status, expected, "{mode}");
        assert_eq!(answer.header("cache-control"), "private, no-store");
        match expected {
            302 => assert_eq!(
                answer.header("location"),
                "/login?redirect=/studio/a%3Fb%3D1"
            ),
            _ => assert_eq!(answer.json()["code"], 401),
        }
    }
    let made_up = t.ask(Person::Guest, "GET", "/api/studio");
    let made_up = made_up.header("Cookie", "token=made-up").send().await;
    assert_eq!(made_up.status, 401);
    assert_eq!(studio.calls(), [""; 0]);
}

/// Method, target, headers and status of a request.
type Row<'a> = (&'a str, &'a str, &'a [(&'a str, &'a str)], u16);

#[tokio::test]
async fn calls_of_another_site_are_refused_and_links_to_the_page_work() {
    let (t, studio) = Fixture::with_studio().await;
    let cookie = format!("token={PUBLISHER}");
    let bearer = format!("Bearer {PUBLISHER}");
    let own = format!("http://{}", t.gateway.address);
    let cookie = ("Cookie", cookie.as_str());
    let evil = ("Origin", "https://evil.example");
    let foreign = ("Sec-Fetch-Site", "cross-site");
    let rows: [Row; 9] = [
        ("POST", "/api/studio/a", &[cookie], 403),
        ("POST", "/api/studio/a", &[cookie, evil], 403),
        (
            "DELETE",
            "/api/studio/a",
            &[cookie, ("Origin", "null")],
            403,
        ),
        ("POST", "/api/studio/a", &[cookie, ("Origin", &own)], 200),
        ("POST", "/api/studio/a", &[("Authorization", &bearer)], 200),
        ("GET", "/api/studio/a", &[cookie, foreign], 403),
        ("HEAD", "/api/studio/a", &[cookie, foreign], 403),
        ("GET", "/api/studio/a", &[cookie], 200),
        ("GET", "/studio", &[cookie, foreign], 200),
    ];
    for (method, target, headers, expected) in rows {
        let mut ask = t.gateway.ask(method, target);
        for (name, value) in headers {
            ask = ask.header(name, value);
        }
        let answer = ask.send().await;
        assert_eq!(answer.status, expected, "{method} {target} {headers:?}");
        let heard = studio.take();
        assert_eq!(heard.len(), usize::from(expected == 200), "{headers:?}");
        let credentials = heard.iter().filter(|(_, headers, _)| {
            headers.contains_key(header::AUTHORIZATION) || headers.contains_key(header::COOKIE)
        });
        assert_eq!(credentials.count(), 0, "{headers:?}");
    }
}

#[tokio::test]
async fn a_body_has_64_mib_at_most_with_a_length_and_in_chunks() {
    let (t, studio) = Fixture::with_studio().await;
    let longest = usize::try_from(BODY_MAX).unwrap();
    let post = || t.ask(Person::Editor, "POST", "/api/studio/files");
    let too_long = (longest + 1).to_string();
    let answer = post().header("Content-Length", &too_long).send().await;
    assert_eq!(answer.status, 413);
    for (length, expected) in [(longest + 1, 413), (longest, 200)] {
        let mut body = format!("{length:x}\r\n").into_bytes();
        body.resize(body.len() + length, b'a');
        body.extend_from_slice(b"\r\n0\r\n\r\n");
        let ask = post().header("Transfer-Encoding", "chunked").raw(body);
        assert_eq!(ask.send().await.status, expected, "{length}");
    }
    let heard = studio.take();
    let lengths: Vec<usize> = heard.iter().map(|(_, _, body)| body.len()).collect();
    assert_eq!(lengths, [longest], "the others did not arrive whole");
}

/// Status, headers that do not depend on the moment, and body.
fn facts(answer: &Answer) -> (u16, Vec<(String, HeaderValue)>, Vec<u8>) {
    let headers = answer.headers.iter();
    let headers = headers.filter(|(name, _)| **name != header::DATE);
    let headers = headers.map(|(name, value)| (name.to_string(), value.clone()));
    (answer.status, headers.collect(), answer.body.clone())
}

#[tokio::test]
async fn without_a_socket_its_paths_are_like_any_path_that_the_site_does_not_have() {
    let t = Fixture::start().await;
    let preview = format!("preview={}", key(1).expose());
    for person in Person::ALL {
        for method in ["GET", "HEAD", "POST"] {
            for cookie in ["x=y", &preview] {
                let ask = |target| t.ask(person, method, target).header("Cookie", cookie);
                for (target, other) in [
                    ("/studio", "/nowhere"),
                    ("/studio/", "/nowhere/"),
                    ("/studio/a?b", "/nowhere/a?b"),
                ] {
                    let (own, other) = (ask(target).send().await, ask(other).send().await);
                    assert_eq!(facts(&own), facts(&other), "{person:?} {method} {target}");
                }
            }
        }
    }
    let asked = t.gateway.backend.calls();
    assert_eq!(asked, [""; 0], "no session is asked for");
    let answer = t.send(Person::Guest, "POST", "/api/studio/a?b").await;
    assert_eq!(answer.status, 200, "the origin answers as for other calls");
    assert_eq!(t.gateway.backend.calls(), ["POST /api/studio/a?b"]);
}

/// A server that takes connections and never answers.
fn hang(socket: &Path, is_open: bool) {
    let listener = UnixListener::bind(socket).unwrap();
    tokio::spawn(async move {
        let mut open = Vec::new();
        while let Ok((stream, _)) = listener.accept().await {
            open.extend(is_open.then_some(stream));
        }
    });
}

#[tokio::test]
async fn a_studio_that_does_not_answer_is_503_for_those_who_may_use_it() {
    let soon = Duration::from_millis(50);
    let t = Fixture::configured(|config| config.limits.studio = soon).await;
    for kind in ["refuses", "hangs up", "is silent"] {
        match kind {
            "refuses" => drop(UnixListener::bind(t.socket()).unwrap()),
            _ => hang(&t.socket(), kind == "is silent"),
        }
        for target in ["/studio", "/api/studio"] {
            for person in Person::ALL {
                let expected = match person.has_role() {
                    true => 503,
                    false => status("GET", target == "/studio", person),
                };
                let answer = t.send(person, "GET", target).await;
                assert_eq!(answer.status, expected, "{kind} {target} {person:?}");
            }
        }
        std::fs::remove_file(t.socket()).unwrap();
    }
}

#[tokio::test]
async fn a_preview_changes_no_answer_and_its_key_opens_nothing() {
    let (t, studio) = Fixture::with_studio().await;
    let preview = format!("preview={}", key(1).expose());
    for target in ["/studio", "/api/studio"] {
        for person in Person::ALL {
            let ask = || t.ask(person, "GET", target);
            let plain = ask().send().await;
            let previewed = ask().header("Cookie", &preview).send().await;
            assert_eq!(facts(&previewed), facts(&plain), "{target} {person:?}");
            let is_open = usize::from(person.has_role());
            assert_eq!(studio.take().len(), 2 * is_open, "{target} {person:?}");
        }
    }
}

/// The bytes that come, until they contain `text`.
async fn read_until(stream: &mut (impl AsyncReadExt + Unpin), text: &str) {
    let mut read = Vec::new();
    let reading = async {
        while !String::from_utf8_lossy(&read).contains(text) {
            assert!(stream.read_buf(&mut read).await.unwrap() > 0, "it hung up");
        }
    };
    timeout(WAIT, reading).await.unwrap();
}

#[tokio::test]
async fn each_event_is_passed_on_when_it_comes_and_a_client_that_leaves_is_noticed() {
    let t = Fixture::start().await;
    let listener = UnixListener::bind(t.socket()).unwrap();
    let signals = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let served = signals.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            tokio::spawn(stream_events(stream, served.clone()));
        }
    });
    let (go_on, left) = signals;
    let head =
        format!("GET /api/studio/events HTTP/1.1\r\nHost: x\r\nCookie: token={EDITOR}\r\n\r\n");
    for stays in [true, false] {
        let mut stream = connect(t.gateway.address, [127, 0, 0, 1].into()).await;
        stream.write_all(head.as_bytes()).await.unwrap();
        read_until(&mut stream, FIRST).await;
        if stays {
            go_on.notify_one();
            read_until(&mut stream, LAST).await;
        } else {
            drop(stream);
            timeout(WAIT, left.notified()).await.unwrap();
        }
    }
}
