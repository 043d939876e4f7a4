//! R11.04: a build that a program copies in any order is served when all of it has arrived, and not
//! before.

use std::fs;

use contract::Hash;
use contract::build::file_path;

use crate::client::Answer;
use crate::fixture::{Build, HTML, long};
use crate::harness::GatewayTest;

const FIRST: &str = "20261121T030001Z-00000001";

fn is_waiting(answer: &Answer) -> bool {
    answer.json()["waiting"] == true
}

/// The second build: another text and another script.
fn second() -> Build {
    let mut build = Build::site(2, "one");
    build.page("/about", &long("rewritten"));
    build.asset("more.js", "text/javascript", b"export const more = 1");
    build
}

#[tokio::test]
async fn a_pointer_that_comes_before_its_build_is_waited_for_and_counted_nowhere() {
    let mut t = GatewayTest::start().await;
    let next = second();
    t.builds.make_live(&next);
    let ready = t.until("/readyz", is_waiting).await;
    assert_eq!(ready.status, 200);
    assert_eq!(ready.json()["refused"], false);
    assert!(ready.text().contains("index/"), "{}", ready.text());
    assert_eq!(t.get("/about").await.header("x-build"), FIRST);
    let metrics = t.get("/metrics").await;
    assert!(metrics.text().contains("gateway_builds_refused_total 0"));
    t.builds.write(&next);
    let is_next = |answer: &Answer| answer.header("x-build") == next.id.as_str();
    let page = t.until("/about", is_next).await;
    assert!(page.text().contains("rewritten"));
    let ready = t.get("/readyz").await.json();
    assert_eq!(
        (&ready["waiting"], &ready["reason"]),
        (&false.into(), &serde_json::Value::Null)
    );
}

#[tokio::test]
async fn a_build_is_served_when_its_last_file_is_there_whole() {
    let mut t = GatewayTest::start().await;
    let next = second();
    let page = format!("{}/{}", next.id, file_path("/about", HTML));
    t.builds.write(&next);
    let whole = fs::read(t.builds.root.join(&page)).unwrap();
    // In the order in which they are looked for.
    let lacking = [
        ("assets/more.js", &b"export const more = 1"[..]),
        (&page, &whole),
    ];
    for (name, _) in lacking {
        fs::remove_file(t.builds.root.join(name)).unwrap();
    }
    t.builds.make_live(&next);
    for (name, bytes) in lacking {
        let names = |answer: &Answer| is_waiting(answer) && answer.text().contains(name);
        t.until("/readyz", names).await;
        t.builds.put(name, &bytes[..bytes.len() / 2]);
        let is_half = |answer: &Answer| names(answer) && answer.text().contains("bytes are there");
        t.until("/readyz", is_half).await;
        assert_eq!(t.get("/about").await.header("x-build"), FIRST);
        t.builds.put(name, bytes);
    }
    let is_next = |answer: &Answer| answer.header("x-build") == next.id.as_str();
    t.until("/about", is_next).await;
    assert_eq!(t.get("/assets/more.js").await.status, 200);
}

#[tokio::test]
async fn files_of_a_build_in_between_are_looked_for_too() {
    let mut t = GatewayTest::start().await;
    // Two builds arrive in one copy: the newer one serves a page that the older one wrote.
    let between = second();
    t.builds.write(&between);
    let mut newest = second();
    newest.id = "20261121T030003Z-00000003".parse().unwrap();
    let page = format!("{}/{}", between.id, file_path("/about", HTML));
    let whole = fs::read(t.builds.root.join(&page)).unwrap();
    t.builds.write(&newest);
    fs::remove_file(t.builds.root.join(&page)).unwrap();
    t.builds.make_live(&newest);
    t.until("/readyz", is_waiting).await;
    assert_eq!(t.get("/about").await.header("x-build"), FIRST);
    t.builds.put(&page, &whole);
    let is_next = |answer: &Answer| answer.header("x-build") == newest.id.as_str();
    t.until("/about", is_next).await;
}

#[tokio::test]
async fn a_file_that_is_longer_than_it_should_be_is_damage_and_refused_at_once() {
    let mut t = GatewayTest::start().await;
    let next = second();
    t.builds.write(&next);
    t.builds.put("assets/more.js", &[b' '; 100]);
    t.builds.make_live(&next);
    t.until("/metrics", |answer| {
        answer.text().contains("gateway_builds_refused_total 1")
    })
    .await;
    let ready = t.get("/readyz").await.json();
    assert_eq!(
        (&ready["refused"], &ready["waiting"]),
        (&true.into(), &false.into())
    );
}

#[tokio::test]
async fn a_start_amid_a_copy_serves_the_build_that_is_whole_or_what_there_is() {
    for has_older in [true, false] {
        let next = second();
        let id = next.id.clone();
        let page = format!("{id}/{}", file_path("/about", HTML));
        let t = GatewayTest::with(|builds| {
            if has_older {
                builds.publish(&Build::site(1, "one"));
            }
            builds.publish(&next);
            fs::remove_file(builds.root.join(&page)).unwrap();
        })
        .await;
        let served = if has_older { FIRST } else { id.as_str() };
        assert_eq!(t.get("/en/about").await.header("x-build"), served);
        let about = t.get("/about").await;
        assert_eq!(about.status, if has_older { 200 } else { 503 });
        t.until("/readyz", is_waiting).await;
        let html = format!(
            "<!doctype html><title>{}</title>{}",
            Hash::of(b"one"),
            long("rewritten")
        );
        t.builds.put(&page, html.as_bytes());
        let is_next =
            |answer: &Answer| answer.status == 200 && answer.header("x-build") == id.as_str();
        t.until("/about", is_next).await;
        t.until("/readyz", |answer| !is_waiting(answer)).await;
    }
}
