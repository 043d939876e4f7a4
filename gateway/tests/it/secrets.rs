//! The log of a gateway, even at the finest level: it has no credential that opens a session, and
//! no data about a visitor.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command};

use serde_json::json;

use crate::backend::{Backend, Mood};
use crate::client::{Answer, Ask};
use crate::fixture::{Build, Builds};
use crate::process::{address_of, gateway};
use crate::raw::{Raw, body, enveloped};

/// Everything that must not be written down; each is sent below, or comes back.
const SECRETS: [&str; 11] = [
    "fresh-token",
    "stale-t0ken",
    "pr0gram-token",
    "lin@example.com",
    "lin%40example.com",
    "424242",
    "secret-uuid",
    "secret-query",
    "sk-secret",
    "5ecde7a15ecde7a15ecde7a1",
    VISITOR,
];

/// An address of this machine that no server here has.
const VISITOR: &str = "127.0.0.77";

#[tokio::test]
async fn no_log_holds_a_secret_or_a_visitor() {
    let backend = Backend::start().await;
    let text = written_by(&format!("http://{}", backend.address), async |address| {
        let login = json!({"email": "lin@example.com", "code": "424242", "agreements": {}});
        let signed_in = ask(address, "POST", "/api/auth/login?secret-query", &login).await;
        assert_eq!(signed_in.status, 200);
        for path in [
            "/product?x=secret-query",
            "/preview/000000015ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a1",
            "/%70review/000000015ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a1",
            "/login?redirect=/product%3Fsecret-query",
            "/api/auth/user-info?secret-query",
        ] {
            for cookie in [
                "token=fresh-token; user-info=lin%40example.com; uuid=secret-uuid",
                "token=stale-t0ken",
                "preview=000000015ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a15ecde7a1",
            ] {
                Ask::new(address, "GET", path)
                    .header("Cookie", cookie)
                    .send()
                    .await;
            }
        }
        let program = Ask::new(address, "GET", "/api/search?q=secret-query")
            .header("Open-Ai-Secret", "sk-secret");
        program
            .header("Authorization", "Bearer pr0gram-token")
            .send()
            .await;
        // Addresses are written nowhere, whether a connection works or breaks.
        let visitor = VISITOR.parse().unwrap();
        Ask::new(address, "GET", "/about")
            .from(visitor)
            .send()
            .await;
        Ask::new(address, "GET", "/about")
            .from(visitor)
            .header("X: ", "broken")
            .send()
            .await;
        backend.mood(Mood::Broken);
        assert_eq!(
            ask(address, "POST", "/api/auth/login", &login).await.status,
            502
        );
        let unknown = Ask::new(address, "GET", "/product?secret-query")
            .header("Cookie", "token=pr0gram-token");
        assert_eq!(unknown.send().await.status, 503);
        assert_eq!(
            ask(address, "POST", "/api/auth/logout", &json!({}))
                .await
                .status,
            200
        );
        // A head that is none, with a secret in it.
        Ask::new(address, "GET", "/ secret-query")
            .header("Cookie", "token=stale-t0ken")
            .send()
            .await;
    })
    .await;
    for expected in [
        "http.path=\"/api/auth/login\"",
        "http.path=\"/product\"",
        "http.status_code=502",
        "DEBUG",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    assert_silent(&text);
}

#[tokio::test]
async fn what_a_broken_backend_says_is_not_written_down() {
    const LOGIN: &str = "POST /api/auth/login";
    const USER_INFO: &str = "GET /api/auth/user-info";
    let signed_in = enveloped(200, 200, &json!({"token": "fresh-token"}));
    for rules in [
        vec![(LOGIN, body(200, "application/json", "\"fresh-token\""))],
        vec![(
            LOGIN,
            enveloped(200, 200, &json!({"token": ["fresh-token"]})),
        )],
        vec![(
            LOGIN,
            body(200, "application/json", r#"{"code":"fresh-token"}"#),
        )],
        vec![
            (LOGIN, signed_in.clone()),
            (
                USER_INFO,
                enveloped(
                    200,
                    200,
                    &json!({"name": "lin@example.com", "roles": "lin@example.com"}),
                ),
            ),
        ],
        vec![
            (LOGIN, signed_in),
            (
                USER_INFO,
                body(200, "application/json", "\"lin@example.com\""),
            ),
        ],
    ] {
        let raw = Raw::start(&rules).await;
        let text = written_by(&raw.url(), async |address| {
            let answer = ask(
                address,
                "POST",
                "/api/auth/login",
                &json!({"code": "424242"}),
            )
            .await;
            assert_eq!(answer.status, 502, "{rules:?}");
        })
        .await;
        assert!(text.contains("ERROR"), "{text}");
        assert_silent(&text);
    }
}

fn assert_silent(text: &str) {
    for secret in SECRETS {
        let line = text.lines().find(|line| line.contains(secret));
        assert_eq!(line, None, "{secret}");
    }
}

async fn ask(address: SocketAddr, method: &str, path: &str, body: &serde_json::Value) -> Answer {
    Ask::new(address, method, path)
        .header("Sec-Fetch-Site", "same-origin")
        .header("Cookie", "token=stale-t0ken; uuid=secret-uuid")
        .body("application/json", body.to_string())
        .send()
        .await
}

/// All that the program writes at the finest level while `visit` happens, until it has stopped.
async fn written_by(origin: &str, visit: impl AsyncFnOnce(SocketAddr)) -> String {
    written_with(&["--origin", origin], "trace", visit).await
}

/// All that the program writes at `level` while `visit` happens, until it has stopped.
pub(crate) async fn written_with(
    arguments: &[&str],
    level: &str,
    visit: impl AsyncFnOnce(SocketAddr),
) -> String {
    let folder = tempfile::tempdir().unwrap();
    let mut builds = Builds::new(&folder.path().join("builds"));
    builds.publish(&Build::site(1, "one"));
    written_on(&builds.root, arguments, level, visit).await
}

/// All that the program writes at `level` while `visit` happens, on builds that are there.
pub(crate) async fn written_on(
    builds: &Path,
    arguments: &[&str],
    level: &str,
    visit: impl AsyncFnOnce(SocketAddr),
) -> String {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let root = builds.to_str().unwrap();
    let usual = ["serve", "--listen", "127.0.0.1:0", "--builds", root];
    let mut command = gateway(&[&usual[..], arguments].concat());
    // A file, because a pipe without a reader would fill up.
    command
        .env("PORTICO_LOG", level)
        .stderr(File::create(&log).unwrap());
    let mut running = Running(command.spawn().unwrap());
    visit(address_of(&mut running.0)).await;
    let pid = running.0.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-TERM", &pid])
            .status()
            .unwrap()
            .success()
    );
    assert!(running.0.wait().unwrap().success());
    std::fs::read_to_string(log).unwrap()
}

/// Ends with the test, even one that fails half-way.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // After a test that passed, the process has ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
