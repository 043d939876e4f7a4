//! The embedded origin in this process: the same calls without a network between.

use std::sync::Arc;

use gateway::App;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::client::Ask;
use crate::fixture::{Build, Builds, MARKER};
use crate::harness::parse;

// R11.03
#[tokio::test]
async fn a_session_of_the_embedded_origin_opens_what_is_guarded() {
    let folder = Arc::new(tempfile::tempdir().unwrap());
    let (root, var) = (folder.path().join("builds"), folder.path().join("var"));
    let mut builds = Builds::new(&root);
    builds.publish(&Build::site(1, "one"));
    let arguments = [
        "gateway",
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--origin",
        "embedded",
        "--builds",
        root.to_str().unwrap(),
        "--var",
        var.to_str().unwrap(),
    ];
    let config = parse(&arguments);
    let app = tokio::task::spawn_blocking(|| App::build(config))
        .await
        .unwrap()
        .map_err(|failure| failure.error)
        .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let served = tokio::spawn(app.serve(listener, async {
        let _ = stopped.await;
    }));

    let email = "lin@example.com".parse().unwrap();
    let operator = origin::Operator::open(&var, None).await.unwrap();
    let token = operator.create_session(&email, None).await.unwrap();
    let page = |token: &str| {
        Ask::new(address, "GET", "/product")
            .header("Cookie", &format!("token={token}"))
            .send()
    };
    assert!(page(&token).await.text().contains(MARKER));
    assert_eq!(page("another").await.status, 302);
    let user = Ask::new(address, "GET", "/api/auth/user-info")
        .header("Cookie", &format!("token={token}"))
        .send()
        .await;
    assert_eq!(user.json()["data"]["email"], "lin@example.com");
    let out = Ask::new(address, "POST", "/api/auth/logout")
        .header("Cookie", &format!("token={token}"))
        .header("Sec-Fetch-Site", "same-origin")
        .send()
        .await;
    assert_eq!((out.status, out.all("set-cookie").len()), (200, 2));
    assert_eq!(page(&token).await.status, 302);

    drop(stop);
    served.await.unwrap();
}
