//! R11.04: switching to a new build, and refusing one that is not whole.

use std::fs;

use contract::build::SCHEMA;

use crate::fixture::{Build, long};
use crate::harness::GatewayTest;

#[tokio::test]
async fn before_the_first_build_pages_wait_and_the_api_works() {
    let mut t = GatewayTest::with(|_| {}).await;
    for path in ["/", "/en/about", "/assets/x.js", "/builds/latest.json"] {
        let answer = t.get(path).await;
        assert_eq!(
            (answer.status, answer.header("cache-control")),
            (503, "no-store"),
            "{path}"
        );
        assert_ne!(answer.header("retry-after"), "", "{path}");
    }
    let page = t.get("/").await;
    assert!(
        page.text().contains("<html lang=\"zh-CN\">") && page.text().contains("<p lang=\"en\">")
    );
    assert!(
        page.header("content-security-policy")
            .starts_with("default-src 'none'")
    );
    assert_eq!(t.get("/healthz").await.status, 200);
    assert_eq!(t.get("/readyz").await.status, 503);
    assert_eq!(t.get("/api/web/system-config").await.status, 200);
    t.publish(&Build::site(1, "one")).await;
    assert_eq!(t.get("/about").await.status, 200);
}

#[tokio::test]
async fn a_new_build_is_served_as_soon_as_it_is_published() {
    let mut t = GatewayTest::start().await;
    let mut build = Build::site(2, "one");
    build.page("/about", &long("rewritten"));
    t.publish(&build).await;
    let answer = t.get("/about").await;
    assert!(answer.text().contains("rewritten"));
    assert_eq!(answer.header("x-build"), build.id.as_str());
    assert_eq!(
        t.get("/builds/latest.json").await.json()["id"],
        build.id.as_str()
    );
    assert_eq!(
        t.get(&format!("/builds/meta/{}.json", build.id))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn bodies_and_shards_that_did_not_change_are_kept() {
    let mut t = GatewayTest::start().await;
    assert_eq!(t.get("/about").await.status, 200);
    // The same entries in another build: same shards, same holder. Their files are gone, so an
    // answer can only come from memory.
    let first = Build::site(1, "one");
    let mut second = Build::site(1, "one");
    second.id = "20261121T030002Z-00000002".parse().unwrap();
    t.publish(&second).await;
    fs::remove_file(t.builds.root.join(format!("{}/about/index.html", first.id))).unwrap();
    let answer = t.get("/about").await;
    assert_eq!(
        (answer.status, answer.header("x-build")),
        (200, second.id.as_str())
    );
}

#[tokio::test]
async fn a_build_that_is_not_whole_is_refused_and_the_old_one_stays() {
    let mut t = GatewayTest::start().await;
    let mut newer = Build::site(2, "one");
    newer.schema = SCHEMA + 1;
    let torn = Build::site(3, "one");
    let corrupt = Build::site(4, "one");
    for build in [&newer, &torn, &corrupt] {
        t.builds.write(build);
    }
    t.builds.put(
        &format!("index/{}.json", torn.id),
        b"{\"schema\": 1, \"id\"",
    );
    let index =
        fs::read_to_string(t.builds.root.join(format!("index/{}.json", corrupt.id))).unwrap();
    let index: serde_json::Value = serde_json::from_str(&index).unwrap();
    t.builds.put(
        &format!("shards/{}.json", index["shards"][0].as_str().unwrap()),
        b"{}",
    );
    let reasons = [
        "update the gateway",
        &format!("index/{}.json", torn.id),
        "does not have the hash",
    ];
    for (number, build) in [&newer, &torn, &corrupt].into_iter().enumerate() {
        t.builds.make_live(build);
        let refused = format!("gateway_builds_refused_total {}", number + 1);
        t.until("/metrics", |answer| answer.text().contains(&refused))
            .await;
        assert_eq!(
            t.get("/about").await.header("x-build"),
            "20261121T030001Z-00000001"
        );
        let ready = t.get("/readyz").await;
        assert_eq!(
            (ready.status, &ready.json()["refused"]),
            (200, &true.into())
        );
        let reason = ready.json()["reason"].as_str().unwrap().to_owned();
        assert!(reason.contains(reasons[number]), "{reason}");
        // It names paths on this machine, so only local clients get it.
        let others = t
            .ask("GET", "/readyz")
            .header("X-Forwarded-For", "192.0.2.7");
        assert_eq!(
            others.send().await.json()["reason"],
            serde_json::Value::Null
        );
    }
    t.builds.put("latest.json", b"{\"id\": \"2026");
    t.until("/metrics", |answer| {
        answer.text().contains("gateway_builds_refused_total 4")
    })
    .await;
    assert_eq!(t.get("/about").await.status, 200);
    t.publish(&Build::site(5, "one")).await;
    let ready = t.get("/readyz").await.json();
    assert_eq!(
        (&ready["refused"], &ready["reason"]),
        (&false.into(), &serde_json::Value::Null)
    );
}

#[tokio::test]
async fn an_older_layout_and_a_header_class_that_cannot_be_used_are_refused() {
    let mut t = GatewayTest::start().await;
    let mut older = Build::site(2, "one");
    older.schema = SCHEMA - 1;
    let mut undefined = Build::site(3, "one");
    undefined.header_classes.clear();
    let mut hostile = Build::site(4, "one");
    let feishu = hostile.header_classes.get_mut("feishu").unwrap();
    let source = "https://a.example; script-src 'unsafe-inline'";
    feishu.frame_ancestors.push(source.to_owned());
    let refused = [
        (older, "build the site with"),
        (undefined, "no header class `feishu`"),
        (hostile, "is no source like"),
    ];
    for (number, (build, reason)) in refused.iter().enumerate() {
        t.builds.write(build);
        t.builds.make_live(build);
        let counted = format!("gateway_builds_refused_total {}", number + 1);
        t.until("/metrics", |answer| answer.text().contains(&counted))
            .await;
        let ready = t.get("/readyz").await.json();
        let told = ready["reason"].as_str().unwrap();
        assert!(told.contains(reason), "{told}");
        let page = t.get("/feishu/ai").await;
        assert_eq!(page.header("x-build"), "20261121T030001Z-00000001");
    }
}

// Where the kernel reports no changes (a network file system), polling must be enough: every turn
// has another build to find.
#[tokio::test]
async fn a_new_build_is_found_by_looking_alone() {
    let mut t = GatewayTest::configured(|_| {}, &["--poll-builds", "5"], |_| {}).await;
    assert_eq!(t.get("/readyz").await.status, 503);
    for number in 1..6 {
        t.publish(&Build::site(number, "one")).await;
    }
    t.builds.roll_back();
    t.until("/readyz", |answer| answer.text().contains("-00000004"))
        .await;
}

#[tokio::test]
async fn a_folder_that_takes_the_place_of_another_is_watched_too() {
    let mut t = GatewayTest::start().await;
    let moved = t.builds.root.with_file_name("moved");
    fs::rename(&t.builds.root, &moved).unwrap();
    fs::create_dir(&t.builds.root).unwrap();
    for number in 2..5 {
        t.publish(&Build::site(number, "one")).await;
    }
}

#[tokio::test]
async fn a_start_with_a_torn_pointer_serves_the_last_whole_build() {
    let t = GatewayTest::with(|builds| {
        builds.publish(&Build::site(1, "one"));
        let broken = Build::site(2, "one");
        builds.publish(&broken);
        fs::remove_file(builds.root.join(format!("index/{}.json", broken.id))).unwrap();
        builds.put("latest.json", b"");
    })
    .await;
    let answer = t.get("/about").await;
    assert_eq!(
        (answer.status, answer.header("x-build")),
        (200, "20261121T030001Z-00000001")
    );
    assert_eq!(
        t.get("/builds/latest.json").await.json()["id"],
        "20261121T030001Z-00000001"
    );
}

#[tokio::test]
async fn what_an_index_says_is_checked_before_it_is_believed() {
    let mut t = GatewayTest::start().await;
    type Change = fn(&mut serde_json::Value);
    let changes: [Change; 5] = [
        |index| index["inlineScripts"] = serde_json::json!(["'unsafe-inline'; report-uri x"]),
        |index| index["localeCookie"] = serde_json::json!("a;b"),
        |index| index["shardBits"] = serde_json::json!(9),
        |index| index["id"] = serde_json::json!("20261121T030009Z-00000009"),
        |index| index["assets"] = serde_json::json!({"../latest.json": {"hash": "0123456789abcdef0123456789abcdef", "size": 1, "type": "text/plain"}}),
    ];
    for (number, change) in (2..).zip(changes) {
        let build = Build::site(number, "one");
        t.builds.write(&build);
        let name = format!("index/{}.json", build.id);
        let mut index: serde_json::Value =
            serde_json::from_slice(&fs::read(t.builds.root.join(&name)).unwrap()).unwrap();
        change(&mut index);
        t.builds.json(&name, &index);
        t.builds.make_live(&build);
        let refused = format!("gateway_builds_refused_total {}", number - 1);
        t.until("/metrics", |answer| answer.text().contains(&refused))
            .await;
        assert_eq!(
            t.get("/about").await.header("x-build"),
            "20261121T030001Z-00000001"
        );
    }
}

#[tokio::test]
async fn no_answer_mixes_two_builds_and_none_fails_while_builds_are_published() {
    let mut t = GatewayTest::start().await;
    let address = t.address;
    let (stop, mut stopped) = tokio::sync::watch::channel(false);
    let visitors: Vec<_> = (0..4)
        .map(|_| {
            let stopped = stopped.clone();
            tokio::spawn(async move {
                let mut count = 0;
                while !*stopped.borrow() {
                    let answer = crate::client::Ask::new(address, "GET", "/about")
                        .send()
                        .await;
                    assert_eq!(answer.status, 200);
                    // The page names its build; so does the header.
                    assert!(
                        answer
                            .text()
                            .contains(&format!("of {} ", answer.header("x-build")))
                            || answer.header("x-build").ends_with("-00000001")
                    );
                    count += 1;
                }
                count
            })
        })
        .collect();
    for number in 2..12 {
        let mut build = Build::site(number, "one");
        let text = long(&format!("of {} ", build.id));
        build.page("/about", &text);
        t.publish(&build).await;
    }
    stop.send(true).unwrap();
    stopped.borrow_and_update();
    for visitor in visitors {
        assert!(visitor.await.unwrap() > 0);
    }
}
