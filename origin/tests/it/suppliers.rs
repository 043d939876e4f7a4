//! The list of suppliers: imported by an operator, found by people who came by Feishu (R2.18).

use serde_json::Value;

use crate::answer::Answer;
use crate::feishu::sign_in;
use crate::feishu_platform::Platform;
use crate::harness::{OriginTest, PREDICTABLE};

const SAMPLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/suppliers.csv");

/// The suppliers of the sample.
const COUNT: usize = 78;

fn run(t: &OriginTest, arguments: &[&str]) -> (bool, String) {
    let output = t.command(arguments).output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(text).unwrap())
}

fn import(t: &OriginTest, file: &str, options: &[&str]) -> (bool, String) {
    run(t, &[&["supplier", "import", file], options].concat())
}

async fn connected() -> (OriginTest, Platform) {
    let platform = Platform::start().await;
    let own = platform.options();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let t = OriginTest::live_with(&[&own[..], &[PREDICTABLE]].concat()).await;
    (t, platform)
}

async fn get(t: &OriginTest, token: &str, path: &str) -> Answer {
    let ask = t.get(&format!("/api/feishu/suppliers{path}"));
    ask.bearer(token).header("language", "en").send().await
}

fn ids(answer: &Answer) -> Vec<&str> {
    let items = answer.json["data"]["items"].as_array().unwrap().iter();
    items.map(|item| item["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn people_of_feishu_search_the_list_page_by_page_and_open_one() {
    let (t, platform) = connected().await;
    assert!(import(&t, SAMPLE, &[]).0);
    let person = serde_json::json!({"name": "Ann", "union_id": "on_1"});
    let token = sign_in(&t, &platform, &person).await;
    let all = get(&t, &token, "").await;
    let data = &all.json["data"];
    assert_eq!(
        (&data["total"], &data["page"], &data["pages"]),
        (&78.into(), &1.into(), &4.into())
    );
    assert_eq!(ids(&all).len(), 20);
    assert_eq!(ids(&get(&t, &token, "?page=4").await).len(), 18);
    assert_eq!(ids(&get(&t, &token, "?page=5").await).len(), 0);
    for query in [
        "yandu",
        "%EF%BC%B9%EF%BC%A1%EF%BC%AEDU%20quartz",
        "%E9%9B%81%20%E6%B8%A1",
        "YanduQuartz",
    ] {
        let found = get(&t, &token, &format!("?query={query}")).await;
        assert_eq!(ids(&found).first(), Some(&"supplier-001"), "{query}");
    }
    let ended = get(&t, &token, "?status=ended").await;
    assert_eq!(ended.json["data"]["total"], 1);
    let none = get(&t, &token, "?query=nobody%25").await;
    assert_eq!(
        (&none.json["data"]["total"], &none.json["data"]["pages"]),
        (&0.into(), &1.into())
    );
    let one = get(&t, &token, "/supplier-001").await;
    let data = &one.json["data"];
    assert_eq!(
        (data["name"].as_str(), data["city"].as_str()),
        (Some("Yandu Quartz"), Some("Lianyungang"))
    );
    assert_eq!(data["otherNames"][0], "雁渡石英制品");
    assert_eq!(
        (&data["founded"], &data["staff"]),
        (&2006.into(), &180.into())
    );
    assert_eq!(get(&t, &token, "/supplier-999").await.status, 404);
    let long = format!("?query={}", "a".repeat(101));
    for wrong in ["?page=0", "?page=x", "?page=10001", "?status=good", &long] {
        assert_eq!(get(&t, &token, wrong).await.status, 400, "{wrong}");
    }
}

#[tokio::test]
async fn nobody_else_sees_a_supplier() {
    let (t, _platform) = connected().await;
    import(&t, SAMPLE, &[]);
    let by_mail = t.sign_in("ann@example.com").await;
    let by_operator = t.operator_creates_session("ann@example.com").await;
    for path in ["", "?query=quartz", "/supplier-001", "/supplier-999"] {
        let guest = t.get(&format!("/api/feishu/suppliers{path}")).send().await;
        assert_eq!(guest.status, 401, "{path}");
        for token in [&by_mail, &by_operator] {
            let answer = get(&t, token, path).await;
            assert_eq!(answer.status, 403, "{path}");
            assert!(answer.msg().contains("inside Feishu") && answer.json["data"].is_null());
        }
    }
}

#[tokio::test]
async fn an_import_replaces_by_id_and_says_what_it_did() {
    let t = OriginTest::live().await;
    let file = t.folder.path().join("list.csv");
    let path = file.to_str().unwrap();
    let write = |text: &str| std::fs::write(&file, text).unwrap();
    let head = "id,name_zh,status\n";
    write(&format!("{head}a,甲,approved\nb,乙,trial\nc,丙,\n"));
    assert_eq!(
        import(&t, path, &["--dry-run"]).1,
        "nothing was done; it would be: 3 added, 0 changed, 0 unchanged\nadded: a, b, c\n"
    );
    let count = async || t.number("SELECT count(*) FROM suppliers").await;
    assert_eq!(count().await, 0);
    assert_eq!(
        import(&t, path, &[]).1,
        "3 added, 0 changed, 0 unchanged\nadded: a, b, c\n"
    );
    write(&format!("{head}a,甲,approved\nb,乙,ended\nd,丁,\n"));
    assert_eq!(
        import(&t, path, &["--prune", "--dry-run"]).1,
        "nothing was done; it would be: 1 added, 1 changed, 1 removed, 1 unchanged\nadded: d\nchanged: b\nremoved: c\n"
    );
    assert_eq!(
        import(&t, path, &[]).1,
        "1 added, 1 changed, 1 unchanged\nadded: d\nchanged: b\n"
    );
    assert_eq!(count().await, 4);
    assert_eq!(
        import(&t, path, &["--prune"]).1,
        "0 added, 0 changed, 1 removed, 3 unchanged\nremoved: c\n"
    );
    write(&format!("{head}a,甲甲,approved\nb,乙,nothing\n"));
    let (done, told) = import(&t, path, &[]);
    assert!(!done && told.contains("list.csv:3: `status`"), "{told}");
    assert_eq!(
        t.number("SELECT count(*) FROM suppliers WHERE names LIKE '%甲甲%'")
            .await,
        0
    );
    let (_, listed) = run(&t, &["supplier", "list"]);
    assert_eq!(listed.lines().count(), 3);
    assert!(
        listed.contains("ended") && listed.contains('乙'),
        "{listed}"
    );
    let (_, json) = run(&t, &["supplier", "list", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json[0]["name"]["zh"], "甲");
}

#[tokio::test]
async fn the_sample_is_whole_and_a_second_import_changes_nothing() {
    let t = OriginTest::live().await;
    let (_, first) = import(&t, SAMPLE, &[]);
    assert!(
        first.starts_with(&format!("{COUNT} added, 0 changed")),
        "{first}"
    );
    let (_, second) = import(&t, SAMPLE, &["--prune"]);
    assert_eq!(
        second,
        format!("0 added, 0 changed, 0 removed, {COUNT} unchanged\n")
    );
}
