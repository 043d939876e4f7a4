//! Signing in by Feishu, and signatures of pages, over a server that speaks Feishu's calls.
//! Requirements R2.17 and R2.18.

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::answer::Answer;
use crate::feishu_platform::{APP_SECRET, Platform};
use crate::harness::{OriginTest, PREDICTABLE};
use crate::log::Log;

const PAGE: &str = "https://www.site.example/feishu/supplier";
const ANN: &str = "ann@example.com";

/// An origin whose company has an app, and the platform.
async fn connected() -> (OriginTest, Platform) {
    connected_with(&[]).await
}

async fn connected_with(options: &[&str]) -> (OriginTest, Platform) {
    let platform = Platform::start().await;
    let own = platform.options();
    let all: Vec<&str> = own.iter().map(String::as_str).collect();
    let all = [&all[..], options, &[PREDICTABLE]].concat();
    (OriginTest::live_with(&all).await, platform)
}

fn person(id: &str, mailbox: &str) -> Value {
    json!({
        "name": "林安", "en_name": "Ann Lin", "open_id": "ou_1", "union_id": id,
        "email": "boss@example.com", "enterprise_email": mailbox, "tenant_key": "t1",
    })
}

async fn log_in(t: &OriginTest, code: &str) -> Answer {
    let ask = t.post("/api/feishu/login").header("language", "en");
    ask.json(json!({ "code": code })).send().await
}

/// Signs a person in and returns the token.
pub(crate) async fn sign_in(t: &OriginTest, platform: &Platform, person: &Value) -> String {
    let answer = log_in(t, &platform.code(person)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["data"]["token"].as_str().unwrap().to_owned()
}

async fn config(t: &OriginTest, page: &str) -> Answer {
    let page: String = url::form_urlencoded::byte_serialize(page.as_bytes()).collect();
    let path = format!("/api/feishu/jssdk-config?url={page}");
    t.get(&path).header("language", "en").send().await
}

// R2.18
#[tokio::test]
async fn a_code_of_feishus_begins_a_session_once() {
    let (t, platform) = connected().await;
    let code = platform.code(&person("on_1", ANN));
    let answer = log_in(&t, &code).await;
    let token = answer.json["data"]["token"].as_str().unwrap().to_owned();
    let info = t.user_info(&token).await;
    let expected = json!({"name": "林安", "email": ANN, "roles": ["member"]});
    assert_eq!(info.json["data"], expected);
    let again = log_in(&t, &code).await;
    assert_eq!(
        (again.status, again.msg().contains("open the page again")),
        (400, true)
    );
    assert_eq!(again.json["data"]["field"], "code");
    assert_eq!(
        t.user_info(&token).await.status,
        200,
        "a refused code ends nothing"
    );
    let ask = t.post("/api/feishu/login").bearer(&token);
    let code = platform.code(&person("on_1", ANN));
    assert_eq!(ask.json(json!({ "code": code })).send().await.status, 200);
    assert_eq!(
        t.user_info(&token).await.status,
        401,
        "the old session has ended"
    );
    assert_eq!(t.rows().await[..2], [1, 1]);
    assert_eq!(
        platform.calls("app_access_token/internal"),
        1,
        "asked for once"
    );
}

#[tokio::test]
async fn a_mailbox_of_the_companys_joins_its_account_and_no_other_address_does() {
    let (t, platform) = connected().await;
    let by_mail = t.sign_in(ANN).await;
    let renamed = json!({"name": "Ann herself"});
    let put = t.ask(http::Method::PUT, "/api/auth/user-info");
    put.bearer(&by_mail).json(renamed).send().await;
    let ann = sign_in(&t, &platform, &person("on_1", "Ann@Example.com")).await;
    let info = t.user_info(&ann).await;
    assert_eq!(info.json["data"]["name"], "Ann herself", "the same account");
    assert_eq!(t.rows().await[0], 1);
    // A typed address, and a mailbox that was another person's: accounts of their own.
    t.sign_in("boss@example.com").await;
    for (id, mailbox) in [
        ("on_2", json!(null)),
        ("on_3", json!(ANN)),
        ("on_4", json!("no address")),
    ] {
        let mut stranger = person(id, "");
        stranger["enterprise_email"] = mailbox;
        let token = sign_in(&t, &platform, &stranger).await;
        let info = t.user_info(&token).await;
        assert_eq!(info.json["data"]["email"], "", "{id}");
        let again = sign_in(&t, &platform, &stranger).await;
        assert_eq!(t.user_info(&again).await.status, 200);
    }
    assert_eq!(t.rows().await[0], 5);
    let left = t.ask(http::Method::DELETE, "/api/auth/account");
    assert_eq!(left.bearer(&ann).send().await.status, 200);
    assert_eq!(t.number("SELECT count(*) FROM feishu_people").await, 3);
}

#[tokio::test]
async fn nobody_gets_a_code_by_mail_for_an_account_without_an_address() {
    let (t, platform) = connected().await;
    sign_in(&t, &platform, &person("on_2", "")).await;
    let hash = hex::encode(&Sha256::digest("on_2")[..16]);
    let answer = t.send_code(&format!("{hash}@feishu.invalid")).await;
    assert_eq!(answer.status, 200, "as for every address");
    t.mails(0);
}

#[tokio::test]
async fn the_rule_of_registration_holds_for_people_of_feishu() {
    let (t, platform) = connected_with(&["--register=@example.com"]).await;
    for (id, mailbox, status) in [
        ("on_1", ANN, 200),
        ("on_2", "eve@elsewhere.example", 403),
        ("on_3", "", 403),
    ] {
        let answer = log_in(&t, &platform.code(&person(id, mailbox))).await;
        assert_eq!(answer.status, status, "{id} {}", answer.json);
    }
    assert_eq!(t.rows().await[0], 1);
    let (t, platform) = connected_with(&["--register=@feishu.invalid"]).await;
    sign_in(&t, &platform, &person("on_3", "")).await;
}

#[tokio::test]
async fn every_refusal_of_feishus_says_what_to_do() {
    let (t, platform) = connected().await;
    let away = "not possible just now";
    for (says, status, words, wait) in [
        (
            (400, "", r#"{"code":20004,"msg":"expired"}"#),
            400,
            "open the page again",
            "",
        ),
        ((200, "", r#"{"code":20010}"#), 403, "administrator", ""),
        (
            (400, "x-ogw-ratelimit-reset: 7\r\n", r#"{"code":99991400}"#),
            503,
            "in 7 s",
            "7",
        ),
        ((429, "", ""), 503, "in 5 s", "5"),
        ((200, "", r#"{"code":0,"data""#), 503, away, "30"),
        ((200, "", r#"{"code":0,"data":{}}"#), 503, away, "30"),
        (
            (302, "location: http://127.0.0.1:9/\r\n", ""),
            503,
            away,
            "30",
        ),
        ((500, "", "<html>"), 503, away, "30"),
    ] {
        sign_in(&t, &platform, &person("on_1", ANN)).await;
        let code = platform.code(&person("on_1", ANN));
        let (code_of, headers, body) = says;
        platform.change(|state| state.says = Some((code_of, headers, body.to_owned())));
        let answer = log_in(&t, &code).await;
        assert_eq!(answer.status, status, "{body} {}", answer.json);
        assert!(answer.msg().contains(words), "{body} {}", answer.msg());
        if !wait.is_empty() {
            assert_eq!(answer.header("retry-after"), wait, "{body}");
        }
        platform.change(|state| state.says = None);
    }
    let endless = "x".repeat(70_000);
    platform.change(|state| state.says = Some((200, "", endless)));
    assert_eq!(log_in(&t, "code-1").await.status, 503);
}

#[tokio::test]
async fn a_wrong_secret_is_told_to_the_operator_once_and_never_shown() {
    let (t, platform) = connected().await;
    platform.change(|state| state.secret = "another".to_owned());
    let (log, _guard) = Log::start();
    for _ in 0..3 {
        assert_eq!(log_in(&t, "code-1").await.status, 503);
        assert_eq!(config(&t, PAGE).await.status, 503);
        t.advance(2);
    }
    let told = log.of_origin();
    assert_eq!(told.matches("Feishu refuses the app").count(), 1, "{told}");
    assert!(told.contains("ERROR") && told.contains("10014"));
    assert!(!told.contains(APP_SECRET), "{told}");
    assert!(
        platform.calls("app_access_token/internal") >= 2,
        "asked again"
    );
    platform.change(|state| state.secret = APP_SECRET.to_owned());
    t.advance(2);
    sign_in(&t, &platform, &person("on_1", ANN)).await;
}

#[tokio::test]
async fn a_page_of_the_site_is_signed_with_the_ticket_and_no_other() {
    let (t, platform) = connected().await;
    let answer = config(&t, &format!("{PAGE}?query=%E7%9F%B3#top")).await;
    let data = &answer.json["data"];
    let text = |name: &str| data[name].as_str().unwrap();
    let signed = format!(
        "jsapi_ticket=ticket-2&noncestr={}&timestamp={}&url={PAGE}?query=%E7%9F%B3",
        text("nonceStr"),
        data["timestamp"],
    );
    let digest = ring::digest::digest(&ring::digest::SHA1_FOR_LEGACY_USE_ONLY, signed.as_bytes());
    assert_eq!(text("signature"), hex::encode(digest));
    let other = config(&t, PAGE).await;
    assert_ne!(other.json["data"]["nonceStr"], data["nonceStr"]);
    assert_eq!(platform.calls("ticket/get"), 1);
    for page in [
        "https://www.site.example/about",
        "https://evil.example/feishu/ai",
        "http://www.site.example/feishu/ai",
        "https://www.site.example/anything/feishu/ai",
        "",
    ] {
        assert_eq!(config(&t, page).await.status, 400, "{page}");
    }
    let below_a_prefix = "https://www.site.example/en/feishu/supplier";
    assert_eq!(config(&t, below_a_prefix).await.status, 200);
}

#[tokio::test]
async fn a_page_of_this_machine_is_signed_for_a_browser_on_it_alone() {
    let (t, _platform) = connected().await;
    let path = "/api/feishu/jssdk-config?url=http://localhost:8080/feishu/supplier";
    for (client, expected) in [("127.0.0.1", 200), ("192.0.2.7", 400), ("unknown", 400)] {
        let ask = t
            .get(path)
            .header("language", "en")
            .header("x-forwarded-host", "localhost:8080");
        let answer = ask.header("x-forwarded-for", client).send().await;
        assert_eq!(answer.status, expected, "{client}");
    }
}

#[tokio::test]
async fn many_who_ask_at_once_cause_one_question_and_processes_share_the_answer() {
    let (t, platform) = connected().await;
    let asked = (0..20).map(|_| config(&t, PAGE));
    for answer in futures_util::future::join_all(asked).await {
        assert_eq!(answer.status, 200);
    }
    let counts = || {
        (
            platform.calls("tenant_access_token/internal"),
            platform.calls("ticket/get"),
        )
    };
    assert_eq!(counts(), (1, 1));
    let stored = t.number("SELECT count(*) FROM platform_tokens WHERE sealed NOT LIKE '%icket%'");
    assert_eq!(stored.await, 2);
    let own = platform.options();
    let own: Vec<&str> = own.iter().map(String::as_str).collect();
    let other = t.beside_with(&own).await;
    let request = http::Request::get(format!("/api/feishu/jssdk-config?url={PAGE}"));
    let body = http_body_util::BodyExt::boxed_unsync(http_body_util::BodyExt::map_err(
        http_body_util::Empty::new(),
        |never| match never {},
    ));
    let answer = other.answer(request.body(body).unwrap()).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(counts(), (1, 1), "found in the database");
    t.advance(6_899);
    config(&t, PAGE).await;
    assert_eq!(counts(), (1, 1));
    t.advance(1);
    config(&t, PAGE).await;
    assert_eq!(counts(), (2, 2), "renewed before its end");
}

#[tokio::test]
async fn what_feishu_takes_no_more_is_asked_for_again() {
    let (t, platform) = connected().await;
    sign_in(&t, &platform, &person("on_1", ANN)).await;
    platform.forget_tokens();
    sign_in(&t, &platform, &person("on_1", ANN)).await;
    assert_eq!(platform.calls("app_access_token/internal"), 2);
    platform.change(|state| state.expire = 100);
    config(&t, PAGE).await;
    platform.forget_tokens();
    t.advance(60);
    assert_eq!(config(&t, PAGE).await.status, 200);
    platform.change(|state| state.expire = -1);
    t.advance(60);
    assert_eq!(config(&t, PAGE).await.status, 200, "good for this one use");
}

#[tokio::test]
async fn a_site_without_an_app_says_so() {
    let t = OriginTest::live().await;
    let answer = log_in(&t, "code").await;
    assert_eq!(
        (answer.status, answer.msg().contains("not connected")),
        (404, true)
    );
    assert_eq!(config(&t, PAGE).await.status, 404);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("secret");
    std::fs::write(&file, "s3cret\n").unwrap();
    let file = format!("--feishu-app-secret-file={}", file.display());
    for options in [&["--feishu-app-id=cli_1"][..], &[&file]] {
        let error = t.try_beside_with(options).await.unwrap_err().to_string();
        assert!(
            error.contains("name both") && !error.contains("s3cret"),
            "{error}"
        );
    }
    assert!(
        t.try_beside_with(&["--feishu-app-id=cli_1", &file])
            .await
            .is_ok()
    );
}
