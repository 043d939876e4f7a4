//! The embedded origin in this process: the same calls without a network between.

use std::net::SocketAddr;
use std::path::PathBuf;

use gateway::App;
use origin::Operator;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::client::{Answer, Ask};
use crate::fixture::{Build, Builds, MARKER};
use crate::harness::parse;

/// A gateway with an origin of its own.
struct Embedded {
    address: SocketAddr,
    var: PathBuf,
    _folder: TempDir,
    stop: oneshot::Sender<()>,
    served: JoinHandle<()>,
}

impl Embedded {
    async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let (root, var) = (folder.path().join("builds"), folder.path().join("var"));
        Builds::new(&root).publish(&Build::site(1, "one"));
        let (root, text) = (root.to_str().unwrap(), var.to_str().unwrap());
        let mut arguments = vec!["gateway", "serve", "--listen", "127.0.0.1:0"];
        arguments.extend(["--origin", "embedded", "--builds", root, "--var", text]);
        let config = parse(&arguments);
        let app = tokio::task::spawn_blocking(|| App::build(config)).await;
        let app = app.unwrap().map_err(|failure| failure.error).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let served = tokio::spawn(app.serve(listener, async {
            let _ = stopped.await;
        }));
        Self {
            address,
            var,
            _folder: folder,
            stop,
            served,
        }
    }

    /// A session as an operator makes it.
    async fn session(&self) -> String {
        let operator = Operator::open(&self.var, None).await.unwrap();
        let email = "lin@example.com".parse().unwrap();
        let token = operator.create_session(&email, None).await.unwrap();
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
        drop(self.stop);
        self.served.await.unwrap();
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
