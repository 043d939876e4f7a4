//! R11.04: open tabs of older builds keep working, and learn nothing that they may not know any more.

use contract::Hash;
use contract::build::Access;

use crate::fixture::{Build, MARKER};
use crate::harness::GatewayTest;

fn payload(path: &str, app: &str) -> String {
    format!("{path}/_payload.json?{}", Hash::of(app.as_bytes()))
}

async fn after_an_update() -> GatewayTest {
    GatewayTest::with(|builds| {
        let mut old = Build::site(1, "one");
        old.page("/dropped", "dropped");
        old.page("/later-guarded", MARKER);
        builds.publish(&old);
        let mut new = Build::site(2, "two");
        new.with("/later-guarded", MARKER, |file| {
            file.access = Access::Guarded
        });
        builds.publish(&new);
    })
    .await
}

#[tokio::test]
async fn a_payload_is_that_of_the_app_that_asks() {
    let t = after_an_update().await;
    for (app, build) in [("one", "1"), ("two", "2")] {
        let answer = t.get(&payload("/about", app)).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (200, "public, no-cache"),
            "{app} {build}"
        );
        assert_eq!(answer.json()["app"], Hash::of(app.as_bytes()).to_string());
        assert_ne!(answer.header("etag"), "");
        assert!(answer.header("x-build").ends_with(build), "{app}");
    }
    let plain = t.get("/about/_payload.json").await;
    assert_eq!(plain.json()["app"], Hash::of(b"two").to_string());
}

#[tokio::test]
async fn an_unknown_app_and_a_dropped_path_are_404_and_never_html() {
    let t = after_an_update().await;
    for target in [
        payload("/about", "never"),
        payload("/dropped", "one"),
        "/about/_payload.json?x".to_owned(),
        "/about/_payload.json?".to_owned(),
    ] {
        let answer = t
            .ask("GET", &target)
            .header("Accept", "text/html")
            .send()
            .await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (404, "no-store"),
            "{target}"
        );
        assert_eq!(answer.header("content-type"), "application/json");
    }
}

#[tokio::test]
async fn the_stricter_rule_of_both_builds_holds() {
    let t = after_an_update().await;
    // Guarded in the old build only: the new one opens /product.
    let mut open = Build::site(3, "three");
    open.page("/product", "open now");
    let mut t = t;
    t.publish(&open).await;
    for target in [payload("/later-guarded", "one"), payload("/product", "one")] {
        let answer = t.get(&target).await;
        assert!(
            matches!(answer.status, 401 | 404),
            "{target}: {}",
            answer.status
        );
        assert!(!answer.text().contains(MARKER));
    }
    assert_eq!(t.get(&payload("/product", "one")).await.status, 401);
    assert_eq!(t.get(&payload("/product", "three")).await.status, 200);
}

#[tokio::test]
async fn a_new_guard_holds_for_old_tabs_and_lets_members_in() {
    let t = after_an_update().await;
    let anonymous = t.get(&payload("/later-guarded", "one")).await;
    assert_eq!(
        (anonymous.status, anonymous.header("cache-control")),
        (401, "private, no-store")
    );
    t.backend.sign_in("good");
    let member = t.get_with(&payload("/later-guarded", "one"), "good").await;
    assert_eq!(
        (member.status, member.header("cache-control")),
        (200, "private, no-store")
    );
}

#[tokio::test]
async fn a_withdrawn_build_answers_no_payload_but_its_chunks_still_load() {
    let mut t = after_an_update().await;
    t.builds.roll_back();
    t.until("/readyz", |answer| answer.text().contains("-00000001"))
        .await;
    assert_eq!(t.get(&payload("/about", "one")).await.status, 200);
    assert_eq!(t.get(&payload("/about", "two")).await.status, 404);
    for asset in ["/assets/entry-one.js", "/assets/entry-two.js"] {
        assert_eq!(t.get(asset).await.status, 200, "{asset}");
    }
}
