//! The embedded origin in this process: the same calls without a network between.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::time::Duration;

use contract::Hash;
use gateway::App;
use gateway::net::sockets::Role;
use gateway::phases::Phases;
use origin::Operator;
use serde_json::json;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;
use tokio::time::timeout;

use crate::client::{Answer, Ask};
use crate::fixture::{Build, Builds, MARKER, ORIGIN_DATA};
use crate::harness::parse;

/// The longest wait of a test for something that happens at once.
const SOON: Duration = Duration::from_secs(20);

/// A gateway with an origin of its own.
struct Embedded {
    address: SocketAddr,
    var: PathBuf,
    _folder: TempDir,
    phases: Phases,
    served: JoinHandle<std::io::Result<()>>,
}

impl Embedded {
    async fn start() -> Self {
        Self::with(|_| ()).await
    }

    /// A gateway with a prepared folder `var`.
    async fn with(prepare: impl FnOnce(&Path)) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (root, var) = (folder.path().join("builds"), folder.path().join("var"));
        std::fs::create_dir(&var).unwrap();
        prepare(&var);
        Builds::new(&root).publish(&Build::site(1, "one"));
        let data = format!("origin/{}.json", Hash::of(ORIGIN_DATA.as_bytes()));
        Builds::new(&root).put(&data, ORIGIN_DATA.as_bytes());
        let (root, text) = (root.to_str().unwrap(), var.to_str().unwrap());
        let mut arguments = vec!["gateway", "serve", "--listen", "127.0.0.1:0"];
        arguments.extend(["--origin", "embedded", "--builds", root, "--var", text]);
        let config = parse(&arguments);
        let app = tokio::task::spawn_blocking(|| App::build(config)).await;
        let app = app.unwrap().map_err(|failure| failure.error).unwrap();
        let socket = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = socket.local_addr().unwrap();
        socket.set_nonblocking(true).unwrap();
        let phases = app.phases();
        let served = tokio::spawn(app.serve(vec![vec![(Role::Site, socket.into())]]));
        Self {
            address,
            var,
            _folder: folder,
            phases,
            served,
        }
    }

    /// A session as an operator makes it.
    async fn session(&self) -> String {
        let operator = Operator::open(&self.var, None).await.unwrap();
        let email = "lin@example.com".parse().unwrap();
        let token = origin::accounts::create_session(&operator, &email, None)
            .await
            .unwrap();
        operator.close().await;
        token
    }

    async fn ask(&self, method: &str, path: &str, token: &str) -> Answer {
        Ask::new(self.address, method, path)
            .header("Cookie", &format!("token={token}"))
            .header("Sec-Fetch-Site", "same-origin")
            .send()
            .await
    }

    async fn stop(self) {
        self.phases.stop();
        self.served.await.unwrap().unwrap();
    }
}

// R11.03
#[tokio::test]
async fn a_session_of_the_embedded_origin_opens_what_is_guarded() {
    let t = Embedded::start().await;
    let token = t.session().await;
    let page = t.ask("GET", "/product", &token).await;
    assert!(page.text().contains(MARKER));
    assert_eq!(t.ask("GET", "/product", "another").await.status, 302);
    let user = t.ask("GET", "/api/auth/user-info", &token).await;
    assert_eq!(user.json()["data"]["email"], "lin@example.com");
    let out = t.ask("POST", "/api/auth/logout", &token).await;
    assert_eq!((out.status, out.all("set-cookie").len()), (200, 2));
    assert_eq!(t.ask("GET", "/product", &token).await.status, 302);
    t.stop().await;
}

// R11.03
#[tokio::test]
async fn pages_are_served_beside_a_database_that_is_damaged() {
    let damage = |var: &Path| std::fs::write(var.join("origin.db"), "not a database").unwrap();
    let t = Embedded::with(damage).await;
    assert_eq!(t.ask("GET", "/about", "").await.status, 200);
    assert_eq!(t.ask("GET", "/product", "").await.status, 302);
    let numbers = t.ask("GET", "/metrics", "").await;
    assert!(numbers.text().contains("\norigin_database_up 0\n"));
    let guarded = t.ask("GET", "/product", "a-token").await;
    assert!(guarded.status >= 500, "{}", guarded.status);
    assert!(!guarded.text().contains(MARKER));
    let called = t.ask("GET", "/api/auth/user-info", "a-token").await;
    assert_eq!(called.status, 503);
    assert!(called.all("set-cookie").is_empty());
    t.stop().await;
}

#[tokio::test]
async fn ending_a_session_by_its_id_expires_the_cookies_only_if_it_is_ones_own() {
    let t = Embedded::start().await;
    let (mine, other) = (t.session().await, t.session().await);
    assert_eq!(t.ask("GET", "/product", &mine).await.status, 200);
    let list = t.ask("GET", "/api/auth/sessions", &mine).await.json();
    let sessions = list["data"].as_array().unwrap();
    let id = |current: bool| {
        let session = sessions
            .iter()
            .find(|session| session["current"] == current);
        session.unwrap()["id"].as_str().unwrap().to_owned()
    };
    for (id, cookies, after) in [(id(false), 0, 200), (id(true), 2, 302)] {
        let path = format!("/api/auth/sessions/{id}");
        let ended = t.ask("DELETE", &path, &mine).await;
        assert_eq!(
            (ended.status, ended.all("set-cookie").len()),
            (200, cookies)
        );
        assert_eq!(t.ask("GET", "/product", &mine).await.status, after);
    }
    let gone = t.ask("GET", "/api/auth/sessions", &other).await;
    assert_eq!((gone.status, gone.all("set-cookie").len()), (401, 2));
    t.stop().await;
}

#[tokio::test]
async fn deleting_the_account_ends_every_session_and_expires_the_cookies() {
    let t = Embedded::start().await;
    let (mine, other) = (t.session().await, t.session().await);
    let deleted = t.ask("DELETE", "/api/auth/account", &mine).await;
    assert_eq!((deleted.status, deleted.all("set-cookie").len()), (200, 2));
    for token in [mine, other] {
        let page = t.ask("GET", "/product", &token).await;
        assert_eq!((page.status, page.all("set-cookie").len()), (302, 2));
    }
    t.stop().await;
}

impl Embedded {
    /// Waits for something that happens in a moment.
    async fn until<T>(&self, mut happened: impl FnMut() -> Option<T>) -> T {
        let wait = async {
            loop {
                if let Some(found) = happened() {
                    return found;
                }
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        timeout(SOON, wait).await.unwrap()
    }

    /// The token of the link in the one letter that was sent.
    async fn token(&self) -> String {
        let outbox = self.var.join("outbox");
        let letter = || {
            let mut files = std::fs::read_dir(&outbox).unwrap();
            let path = files.next()?.unwrap().path();
            let is_whole = path.extension().is_some_and(|end| end == "eml");
            is_whole.then(|| std::fs::read_to_string(path).unwrap())
        };
        // Long lines are broken by `=` at their end.
        let letter = self.until(letter).await.replace("=\r\n", "");
        let (_, rest) = letter.split_once("/message/state#").unwrap();
        rest.split_whitespace().next().unwrap().to_owned()
    }

    /// A request of a page about an upload.
    fn tus(&self, method: &str, path: &str) -> Ask {
        Ask::new(self.address, method, path)
            .header("Sec-Fetch-Site", "same-origin")
            .header("Tus-Resumable", "1.0.0")
    }
}

// R2.04, R7.03
#[tokio::test]
async fn an_upload_and_its_message_pass_with_their_methods_and_headers() {
    const SIZE: usize = 20 * 1024 * 1024;
    let t = Embedded::start().await;
    let begin = async |size: usize| {
        let begin = t.tus("POST", "/api/message/uploads");
        let begin = begin.header("Upload-Length", &size.to_string());
        // `bp` and `a.pdf`.
        let begin = begin.header("Upload-Metadata", "form YnA=,filename YS5wZGY=");
        begin.header("Content-Length", "0").send().await
    };
    let large = begin(21 * 1024 * 1024).await;
    assert_eq!(
        (large.status, &large.json()["data"]["field"]),
        (413, &"file".into())
    );
    let begun = begin(SIZE).await;
    assert_eq!(
        (begun.status, begun.header("tus-resumable")),
        (201, "1.0.0")
    );
    let upload = begun.header("location").to_owned();
    assert!(!begun.header("upload-expires").is_empty());

    let mut file = b"%PDF-1.7".to_vec();
    file.resize(SIZE, b' ');
    for (from, to) in [(0, SIZE / 2), (SIZE / 2, SIZE)] {
        let head = t.tus("HEAD", &upload).send().await;
        assert_eq!(head.header("upload-offset"), from.to_string());
        assert_eq!(head.header("upload-length"), SIZE.to_string());
        let patch = t
            .tus("PATCH", &upload)
            .header("Upload-Offset", &from.to_string());
        let patch = patch.body("application/offset+octet-stream", &file[from..to]);
        let patched = patch.send().await;
        assert_eq!(
            (patched.status, patched.header("upload-offset")),
            (204, to.to_string().as_str())
        );
    }
    let message = format!(
        r#"{{"key":"0123456789abcdef","fields":{{"email":"ann@example.com"}},"upload":"{}","consent":"v1"}}"#,
        upload.rsplit_once('/').unwrap().1
    );
    let send = t.tus("POST", "/api/message/bp");
    let sent = send.body("application/json", message).send().await;
    assert_eq!(sent.status, 200, "{}", sent.text());
    let kept = std::fs::read_dir(t.var.join("messages"))
        .unwrap()
        .next()
        .unwrap();
    let kept = kept.unwrap().path();
    assert_eq!(std::fs::read(&kept).unwrap(), file);

    let token = json!({ "token": t.token().await }).to_string();
    let ask = |path: &str| t.tus("POST", path).body("application/json", token.as_str());
    let standing = ask("/api/message/state").send().await.json();
    assert_eq!(standing["data"]["file"], "a.pdf");
    let withdrawn = ask("/api/message/withdraw").send().await.json();
    assert_eq!(withdrawn["data"]["state"], "withdrawn");
    t.until(|| (!kept.exists()).then_some(())).await;
    t.stop().await;
}

#[tokio::test]
async fn a_form_without_javascript_is_led_on_and_one_of_another_site_is_not_taken() {
    let t = Embedded::start().await;
    let post = |site: &str| {
        Ask::new(t.address, "POST", "/api/message/bp")
            .header("Sec-Fetch-Site", site)
            .header("Accept", "text/html")
            .body("application/x-www-form-urlencoded", "email=ann@example.com")
    };
    let refused = post("same-origin").send().await;
    assert_eq!(
        (refused.status, refused.header("location")),
        (303, "/message/bp/failed")
    );
    assert_eq!(post("cross-site").send().await.status, 403);
    t.stop().await;
}

// R2.04
#[tokio::test]
async fn a_form_over_a_slow_line_that_is_refused_early_shows_a_page_and_no_reset() {
    const SIZE: usize = 15 * 1024 * 1024;
    let t = Embedded::start().await;
    let head = format!(
        "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"plan.exe\"\r\n\r\n{}",
        "x".repeat(64 * 1024)
    );
    let end = "\r\n--b--\r\n";
    let mut stream = TcpStream::connect(t.address).await.unwrap();
    let request = format!(
        "POST /api/message/bp HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nAccept: text/html\r\n\
         Connection: close\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: {}\r\n\r\n{head}",
        head.len() + SIZE + end.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    // Long enough for an answer that does not wait for the body.
    let early = timeout(Duration::from_millis(300), stream.readable()).await;
    assert!(early.is_err(), "an answer while the browser sends");
    let piece = vec![b'x'; SIZE / 60];
    for _ in 0..60 {
        stream.write_all(&piece).await.unwrap();
        tokio::task::yield_now().await;
    }
    stream.write_all(end.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.starts_with("HTTP/1.1 303 "), "{answer}");
    assert!(answer.contains("/message/bp/failed"), "{answer}");
    t.stop().await;
}
