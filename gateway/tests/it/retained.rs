//! R11.04: open tabs of older builds keep working, and get no file that they may no longer read.

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
async fn a_payload_answers_though_no_page_has_its_header_class_any_more() {
    let t = GatewayTest::with(|builds| {
        builds.publish(&Build::site(1, "one"));
        let mut new = Build::site(2, "two");
        new.header_classes.clear();
        new.with("/feishu/ai", "on its own", |_| {});
        builds.publish(&new);
    })
    .await;
    let answer = t.get(&payload("/feishu/ai", "one")).await;
    assert_eq!(
        (answer.status, &answer.json()["text"]),
        (200, &"in a frame".into())
    );
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

// "The build that was last live with it": not the one that was published last.
#[tokio::test]
async fn of_an_apps_builds_the_one_that_was_last_live_answers() {
    let mut t = GatewayTest::with(|builds| {
        for (number, app) in [(1, "one"), (2, "one"), (3, "two")] {
            builds.publish(&Build::site(number, app));
        }
    })
    .await;
    let about = payload("/about", "one");
    assert!(t.get(&about).await.header("x-build").ends_with("-00000002"));
    // Build 1 is live once more, and so answers its app; then the other app is.
    t.builds.return_to(&Build::site(1, "one").id);
    t.until("/readyz", |answer| answer.text().contains("-00000001"))
        .await;
    assert!(t.get(&about).await.header("x-build").ends_with("-00000001"));
    let two = payload("/about", "two");
    assert_eq!(t.get(&two).await.status, 404, "withdrawn");
    t.publish(&Build::site(4, "two")).await;
    assert!(t.get(&about).await.header("x-build").ends_with("-00000001"));
    assert!(t.get(&two).await.header("x-build").ends_with("-00000004"));
}

#[tokio::test]
async fn what_a_build_made_private_or_gone_is_404_for_old_tabs_too() {
    let mut t = after_an_update().await;
    let mut next = Build::site(3, "three");
    next.with("/later-guarded", MARKER, |file| {
        file.access = Access::Private
    });
    t.publish(&next).await;
    for app in ["one", "two", "three"] {
        let answer = t.get(&payload("/later-guarded", app)).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (404, "no-store"),
            "{app}"
        );
    }
}

#[tokio::test]
async fn a_build_that_left_the_history_answers_nothing_any_more() {
    let mut t = after_an_update().await;
    assert_eq!(t.get(&payload("/about", "one")).await.status, 200);
    t.builds.history.remove(0);
    t.builds.json("history.json", &t.builds.history);
    t.until(&payload("/about", "one"), |answer| answer.status == 404)
        .await;
    let id = Build::site(1, "one").id;
    for target in [
        "/assets/entry-one.js".to_owned(),
        format!("/builds/meta/{id}.json"),
    ] {
        assert_eq!(t.get(&target).await.status, 404, "{target}");
    }
    t.publish(&Build::site(3, "three")).await;
    assert_eq!(t.get(&payload("/about", "two")).await.status, 200);
}

// R10.03
#[tokio::test]
async fn a_build_that_waits_to_be_published_answers_nobody() {
    for pointer in ["whole", "torn"] {
        let mut waiting = Build::site(2, "two");
        waiting.page("/soon", "soon");
        waiting.asset("soon.js", "text/javascript", b"soon");
        let id = waiting.id.clone();
        let t = GatewayTest::with(move |builds| {
            builds.publish(&Build::site(1, "one"));
            builds.stage(&waiting);
            if pointer == "torn" {
                builds.put("latest.json", b"");
            }
        })
        .await;
        let live = t.get("/about").await;
        assert_eq!(
            (live.status, live.header("x-build")),
            (200, "20261121T030001Z-00000001"),
            "{pointer}"
        );
        for target in [
            "/soon".to_owned(),
            payload("/about", "two"),
            payload("/soon", "two"),
            "/assets/soon.js".to_owned(),
            format!("/builds/meta/{id}.json"),
        ] {
            assert_eq!(t.get(&target).await.status, 404, "{pointer} {target}");
        }
    }
}
