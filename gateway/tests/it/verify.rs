//! R11.04: `generator verify` compares a live site with the build that it should serve, by the
//! answers that this gateway gives.

use std::fs;

use contract::build::{Access, Entry, file_path};
use generator_builds::Builds;
use generator_deploy::verify::{Verified, verify};

use crate::fixture::{Build, HTML, MARKER, long};
use crate::harness::GatewayTest;

async fn verified(t: &GatewayTest, sample: Option<usize>) -> Verified {
    let (root, address) = (t.builds.root.clone(), format!("http://{}/", t.address));
    let verify = move || verify(&Builds::new(&root), &address, sample).unwrap();
    tokio::task::spawn_blocking(verify).await.unwrap()
}

fn site(number: u32) -> Build {
    let mut build = Build::site(number, "one");
    build.page("/关于 我们", &long("about"));
    build.file(
        "/fonts.css",
        "text/css; charset=utf-8",
        b"a{}",
        Access::Public,
    );
    let moved = |to: &str| Entry::Redirect {
        to: to.to_owned(),
        permanent: false,
    };
    build.entry("/moved", moved("/关于 我们"));
    build.entry("/members", moved("/product"));
    build
}

#[tokio::test]
async fn a_site_answers_as_its_build_says_at_every_address() {
    let t = GatewayTest::with(|builds| builds.publish(&site(1))).await;
    let all = verified(&t, None).await;
    let wrong: Vec<_> = all
        .wrong
        .iter()
        .map(|(path, wrong)| format!("{path}: {wrong}"))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    assert!(all.asked > 30, "{}", all.asked);
    assert_eq!(verified(&t, Some(5)).await.asked, 6);
}

#[tokio::test]
async fn what_differs_is_named_with_its_address() {
    let t = GatewayTest::with(|builds| builds.publish(&site(1))).await;
    let id = site(1).id;
    // The gateway has read none of these, and refuses files that differ from the published ones.
    let place = t
        .builds
        .root
        .join(format!("{id}/{}", file_path("/en/about", HTML)));
    fs::write(place, "other").unwrap();
    // Here the build is given other rules than the gateway knows.
    let index = fs::read_to_string(t.builds.root.join(format!("index/{id}.json"))).unwrap();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    let mut changed = 0;
    for shard in index["shards"].as_array().unwrap() {
        let name = t
            .builds
            .root
            .join(format!("shards/{}.json", shard.as_str().unwrap()));
        let text = fs::read_to_string(&name).unwrap();
        let other = text.replace("\"access\":\"guest\"", "\"access\":\"guarded\"");
        changed += usize::from(other != text);
        fs::write(&name, other.replace("image/svg+xml", "image/png")).unwrap();
    }
    assert!(changed > 0);
    let found = verified(&t, None).await.wrong;
    assert!(
        found["/en/about"]
            .to_string()
            .contains("503 instead of 200")
    );
    assert!(found["/logo.svg"].to_string().contains("Content-Type"));
    assert!(found["/login"].to_string().contains("200 instead of 302"));
    assert!(
        found["/login/_payload.json"]
            .to_string()
            .contains("200 instead of 401")
    );
    assert_eq!(found.len(), 6, "{:?}", found.keys());
}

#[tokio::test]
async fn another_build_and_an_open_guard_are_told() {
    let mut t = GatewayTest::with(|builds| builds.publish(&site(1))).await;
    let mut open = Build::site(2, "one");
    open.open();
    t.publish(&open).await;
    // The build that should be live is the one in which `/product` is guarded.
    let expected = tempfile::tempdir().unwrap();
    let mut builds = crate::fixture::Builds::new(expected.path());
    let mut guarded = Build::site(2, "one");
    guarded.page("/product/more", &format!("{MARKER}{}", long("more")));
    builds.publish(&guarded);
    let (root, address) = (builds.root.clone(), format!("http://{}", t.address));
    let told =
        tokio::task::spawn_blocking(move || verify(&Builds::new(&root), &address, None).unwrap());
    let found = told.await.unwrap().wrong;
    assert!(found["/product"].to_string().contains("200 instead of 302"));
    assert!(
        found["/product/plan.pdf"]
            .to_string()
            .contains("200 instead of 401")
    );
    t.publish(&Build::site(3, "one")).await;
    let (root, address) = (builds.root.clone(), format!("http://{}", t.address));
    let told =
        tokio::task::spawn_blocking(move || verify(&Builds::new(&root), &address, None).unwrap());
    let found = told.await.unwrap();
    assert_eq!((found.asked, found.wrong.len()), (1, 1));
    assert!(
        found.wrong["/builds/latest.json"]
            .to_string()
            .contains("-00000003")
    );
}
