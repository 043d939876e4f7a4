//! system-config and protocol-config follow the live build (R3.02, R7.04).

use contract::Hash;
use contract::build::SCHEMA;
use contract::origin_data::HEADER;
use serde_json::json;

use crate::answer::Answer;
use crate::harness::OriginTest;

const SYSTEM_CONFIG: &str = "/api/web/system-config";

fn title(answer: &Answer) -> &str {
    answer.json["data"][0]["seoConfig"]["title"]
        .as_str()
        .unwrap()
}

async fn live_title(t: &OriginTest) -> String {
    let answer = t.get(SYSTEM_CONFIG).header("language", "en").send().await;
    title(&answer).to_owned()
}

#[tokio::test]
async fn configuration_is_answered_in_the_requests_language_else_in_the_default_one() {
    let t = OriginTest::new().await;
    t.publish(1, "About");
    let answer = t.get(SYSTEM_CONFIG).header("language", "en").send().await;
    assert_eq!(
        answer.json,
        json!({ "code": 200, "msg": "OK", "data": [
            { "path": "/about", "seoConfig": { "title": "About en", "description": "…" } },
        ] })
    );
    for (language, expected) in [
        ("zh", "About zh"),
        ("fr", "About fr"),
        ("xx", "About zh"),
        ("", "About zh"),
    ] {
        let answer = t
            .get(SYSTEM_CONFIG)
            .header("language", language)
            .send()
            .await;
        assert_eq!(title(&answer), expected, "language: {language}");
    }
    assert_eq!(title(&t.get(SYSTEM_CONFIG).send().await), "About zh");

    let terms = t
        .get("/api/web/protocol-config")
        .header("language", "en")
        .send()
        .await;
    assert_eq!(terms.json["data"][0]["title"], "Terms en");
    assert_eq!(terms.json["data"][0]["updatedAt"], "2026-06-01");
}

#[tokio::test]
async fn before_the_first_build_the_answer_is_503_and_says_so() {
    let t = OriginTest::new().await;
    let answer = t.get(SYSTEM_CONFIG).header("language", "en").send().await;
    assert_eq!(answer.status, 503);
    assert!(
        answer.msg().contains("Nothing has been published"),
        "{}",
        answer.msg()
    );
    assert_eq!(answer.header("retry-after"), "5");
    t.publish(1, "About");
    assert_eq!(live_title(&t).await, "About en");
}

#[tokio::test]
async fn a_new_build_and_a_rollback_show_at_the_next_call() {
    let t = OriginTest::new().await;
    t.publish(1, "One");
    assert_eq!(live_title(&t).await, "One en");
    t.publish(2, "Two");
    assert_eq!(live_title(&t).await, "Two en");
    t.builds().point_at(1);
    assert_eq!(live_title(&t).await, "One en");
}

#[tokio::test]
async fn the_generator_reads_data_that_is_not_live_yet() {
    let t = OriginTest::new().await;
    let first = t.builds().write_data("First");
    let ask = |hash: Hash| {
        t.get(SYSTEM_CONFIG)
            .header("language", "en")
            .header(HEADER, hash.to_string())
            .send()
    };
    assert_eq!(
        title(&ask(first).await),
        "First en",
        "before the first build"
    );
    t.publish(1, "Live");
    for number in 0..9 {
        let hash = t.builds().write_data(&format!("Next {number}"));
        assert_eq!(title(&ask(hash).await), format!("Next {number} en"));
    }
    assert_eq!(
        title(&ask(first).await),
        "First en",
        "also when it is no longer kept in memory"
    );
    assert_eq!(live_title(&t).await, "Live en");
}

#[tokio::test]
async fn a_header_that_names_no_data_is_refused_and_never_a_path() {
    let t = OriginTest::new().await;
    t.publish(1, "Live");
    t.builds().write("secret.json", b"{}");
    let upper = t.builds().write_data("Live").to_string().to_uppercase();
    for wrong in ["", "../secret", "..%2fsecret", "0", &upper, "zz", "\u{e9}"] {
        let answer = t
            .get(SYSTEM_CONFIG)
            .header("language", "en")
            .header(HEADER, wrong)
            .send()
            .await;
        assert_eq!(answer.status, 400, "{wrong}");
        assert!(answer.msg().contains(HEADER));
    }
    let unknown = Hash::of(b"unknown").to_string();
    let answer = t.get(SYSTEM_CONFIG).header(HEADER, unknown).send().await;
    assert_eq!(answer.status, 404);
}

#[tokio::test]
async fn a_torn_pointer_leaves_the_answers_as_they_were() {
    let t = OriginTest::new().await;
    t.publish(1, "Whole");
    assert_eq!(live_title(&t).await, "Whole en");
    let missing_data = Hash::of(b"missing");
    t.builds().write_index(3, missing_data, SCHEMA);
    t.builds()
        .write_index(4, t.builds().write_data("Newer"), SCHEMA + 1);
    for torn in [
        &b""[..],
        b"{\"id\":\"2026",
        b"null",
        b"{\"id\":\"../../secret\",\"timestamp\":\"\",\"app\":\"\"}",
    ] {
        t.builds().write_latest(torn);
        assert_eq!(live_title(&t).await, "Whole en", "{torn:?}");
    }
    for (number, why) in [(2, "no index"), (3, "no data"), (4, "newer schema")] {
        t.builds().point_at(number);
        assert_eq!(live_title(&t).await, "Whole en", "{why}");
    }
    t.publish(5, "Mended");
    assert_eq!(live_title(&t).await, "Mended en");
}

#[tokio::test]
async fn a_build_of_an_older_layout_is_read_as_it_was() {
    let t = OriginTest::new().await;
    let data = t.builds().write_data("Older");
    t.builds().write_index(1, data, SCHEMA - 1);
    t.builds().point_at(1);
    assert_eq!(live_title(&t).await, "Older en");
}

#[tokio::test]
async fn a_build_that_was_never_whole_is_503_not_404() {
    let t = OriginTest::new().await;
    t.builds().point_at(1);
    assert_eq!(t.get(SYSTEM_CONFIG).send().await.status, 503, "no index");
    let damaged = Hash::of(b"other bytes");
    let builds = t.folder.path().join("builds/origin");
    let whole = builds.join(format!("{}.json", t.builds().write_data("Whole")));
    std::fs::rename(whole, builds.join(format!("{damaged}.json"))).unwrap();
    t.builds().write_index(2, damaged, SCHEMA);
    t.builds().point_at(2);
    assert_eq!(
        t.get(SYSTEM_CONFIG).send().await.status,
        503,
        "bytes without that hash"
    );
    let (bytes, newer) = (b"{\"somethingNew\":1}", Hash::of(b"{\"somethingNew\":1}"));
    t.builds().write(&format!("origin/{newer}.json"), bytes);
    t.builds().write_index(3, newer, SCHEMA);
    t.builds().point_at(3);
    assert_eq!(
        t.get(SYSTEM_CONFIG).send().await.status,
        503,
        "another shape"
    );
}
