//! Sessions elsewhere, and the end of an account.

use std::sync::Arc;

use http::Method;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::OriginTest;

const ANN: &str = "ann@example.com";
const CHROME: &str = "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36";

async fn sessions(t: &OriginTest, token: &str) -> Vec<Value> {
    let answer = t.get("/api/auth/sessions").bearer(token).send().await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    answer.json["data"].as_array().unwrap().clone()
}

async fn end(t: &OriginTest, token: &str, id: &str) -> Answer {
    let path = format!("/api/auth/sessions/{id}");
    t.ask(Method::DELETE, &path).bearer(token).send().await
}

async fn delete(t: &OriginTest, token: &str) -> Answer {
    let ask = t.ask(Method::DELETE, "/api/auth/account");
    ask.bearer(token).send().await
}

/// Signs in with further headers.
async fn sign_in_as(t: &OriginTest, email: &str, headers: &[(&str, &str)]) -> String {
    let code = t.request_code(email).await;
    let body = t.login_body(email, &code).await;
    let mut ask = t.post("/api/auth/login");
    for (name, value) in headers {
        ask = ask.header(name, value);
    }
    let answer = ask.json(body).send().await;
    answer.json["data"]["token"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn an_account_has_fifty_sessions_and_one_more_ends_the_oldest() {
    let t = OriginTest::live().await;
    let first = t.sign_in(ANN).await;
    let mut others = Vec::new();
    for _ in 0..49 {
        // As often as an address is sent a code.
        t.advance(3_600);
        others.push(t.sign_in(ANN).await);
    }
    t.sign_in("bob@example.com").await;
    assert_eq!(t.user_info(&first).await.status, 200);
    t.advance(3_600);
    let newest = t.sign_in(ANN).await;
    assert_eq!(t.user_info(&first).await.status, 401);
    assert_eq!(t.user_info(&others[0]).await.status, 200);
    assert_eq!(sessions(&t, &newest).await.len(), 50);
}

#[tokio::test]
async fn sessions_are_listed_newest_first_with_their_device() {
    let t = OriginTest::live().await;
    let phone = sign_in_as(&t, ANN, &[("user-agent", CHROME)]).await;
    t.advance(60);
    let unknown = t.sign_in(ANN).await;
    t.sign_in("bob@example.com").await;
    let list = sessions(&t, &phone).await;
    let ids = [&list[0]["id"], &list[1]["id"]];
    assert_ne!(ids[0], ids[1]);
    assert_eq!(
        list,
        [
            json!({ "id": ids[0], "device": "", "createdAt": "2026-11-21T03:05:05Z", "expiresAt": "2026-12-21T03:05:05Z", "current": false }),
            json!({ "id": ids[1], "device": "Chrome · Android", "createdAt": "2026-11-21T03:04:05Z", "expiresAt": "2026-12-21T03:04:05Z", "current": true }),
        ]
    );
    let other = sessions(&t, &unknown).await;
    assert_eq!([&other[0]["current"], &other[1]["current"]], [true, false]);
    t.advance(30 * 24 * 60 * 60 - 60);
    assert_eq!(sessions(&t, &unknown).await.len(), 1, "one has expired");
}

#[tokio::test]
async fn a_session_elsewhere_can_be_ended_and_so_can_this_one() {
    let t = OriginTest::live().await;
    let first = t.sign_in(ANN).await;
    t.advance(60);
    let second = t.sign_in(ANN).await;
    let list = sessions(&t, &second).await;
    let elsewhere = list[1]["id"].as_str().unwrap();
    let answer = end(&t, &second, elsewhere).await;
    assert_eq!((answer.status, &answer.json["data"]), (200, &Value::Null));
    assert_eq!(t.user_info(&first).await.status, 401);
    assert_eq!(end(&t, &second, elsewhere).await.status, 404, "again");
    let this = list[0]["id"].as_str().unwrap();
    assert_eq!(end(&t, &second, this).await.status, 200);
    assert_eq!(t.user_info(&second).await.status, 401);
}

#[tokio::test]
async fn nobody_ends_the_session_of_another() {
    let t = OriginTest::live().await;
    let (ann, bob) = (t.sign_in(ANN).await, t.sign_in("bob@example.com").await);
    let list = sessions(&t, &bob).await;
    let bobs = list[0]["id"].as_str().unwrap();
    let unknown = "0".repeat(32);
    let (not_mine, never_was) = (end(&t, &ann, bobs).await, end(&t, &ann, &unknown).await);
    assert_eq!((not_mine.status, never_was.status), (404, 404));
    assert_eq!(not_mine.json, never_was.json);
    for odd in ["x", "%00", "..", "%27%20OR%201=1"] {
        assert_eq!(end(&t, &ann, odd).await.status, 404, "{odd}");
    }
    assert_eq!(t.user_info(&bob).await.status, 200);
}

#[tokio::test]
async fn signing_in_again_ends_the_session_that_came_along() {
    let t = OriginTest::live().await;
    let first = t.sign_in(ANN).await;
    t.advance(60);
    let bearer = format!("Bearer {first}");
    let second = sign_in_as(&t, "bob@example.com", &[("authorization", &bearer)]).await;
    assert_eq!(t.user_info(&first).await.status, 401, "also another's");
    assert_eq!(t.user_info(&second).await.status, 200);
    let third = sign_in_as(&t, ANN, &[("authorization", "Bearer nonsense")]).await;
    assert_eq!(t.user_info(&third).await.status, 200);
}

#[tokio::test]
async fn a_login_that_fails_leaves_the_session_that_came_along() {
    let t = OriginTest::live().await;
    let token = t.sign_in(ANN).await;
    let body = t.login_body(ANN, "000000").await;
    let ask = t.post("/api/auth/login").bearer(&token).json(body);
    assert_eq!(ask.send().await.status, 400);
    assert_eq!(t.user_info(&token).await.status, 200);
}

#[tokio::test]
async fn an_account_goes_with_all_that_belongs_to_it() {
    let t = OriginTest::live().await;
    let browser = [("uuid", "visitor"), ("fronted-uuid", "browser")];
    let code = t.request_code(ANN).await;
    let token = t.login(ANN, &code).await.json["data"]["token"].clone();
    t.advance(60);
    let body = t.send_code_body(ANN).await;
    let ask = t.post("/api/common/send-email-code");
    let ask = ask.browser(browser[0].1, browser[1].1).json(body);
    assert_eq!(ask.send().await.status, 200);
    let pending = crate::answer::code_in(&t.mail().text);
    let bob = sign_in_as(&t, "bob@example.com", &browser[1..]).await;

    let answer = delete(&t, token.as_str().unwrap()).await;
    assert_eq!((answer.status, &answer.json["data"]), (200, &Value::Null));
    assert_eq!(t.user_info(token.as_str().unwrap()).await.status, 401);
    assert_eq!(delete(&t, token.as_str().unwrap()).await.status, 401);
    assert_eq!(t.rows().await, [1, 1, 0], "Bob's");
    let browsers = "SELECT count(*) FROM known_browsers";
    let agreements = "SELECT count(*) FROM accepted_agreements";
    assert_eq!(t.number(browsers).await, 1);
    assert_eq!(t.number(agreements).await, 2);
    assert_eq!(t.user_info(&bob).await.status, 200);
    let body = t.login_body(ANN, &pending).await;
    let ask = t.post("/api/auth/login").header("uuid", "visitor");
    assert_eq!(ask.json(body).send().await.status, 400, "its code is gone");

    t.advance(60);
    let token = t.sign_in(ANN).await;
    assert_eq!(t.user_info(&token).await.json["data"]["name"], "ann", "new");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_that_is_deleted_while_its_session_is_used_leaves_nothing() {
    let t = Arc::new(OriginTest::live().await);
    for round in 0..5 {
        let email = format!("ann{round}@example.com");
        let token = t.sign_in(&email).await;
        let calls: [_; 8] = std::array::from_fn(|number| {
            let (t, token) = (Arc::clone(&t), token.clone());
            tokio::spawn(async move {
                match number {
                    0 => delete(&t, &token).await.status,
                    1..=3 => {
                        let ask = t.ask(Method::PUT, "/api/auth/user-info").bearer(&token);
                        ask.json(json!({ "name": "Ann" })).send().await.status
                    }
                    4 => {
                        t.post("/api/auth/logout")
                            .bearer(&token)
                            .send()
                            .await
                            .status
                    }
                    5 => {
                        t.get("/api/auth/sessions")
                            .bearer(&token)
                            .send()
                            .await
                            .status
                    }
                    _ => t.user_info(&token).await.status,
                }
            })
        });
        for call in calls {
            let status = call.await.unwrap();
            assert!([200, 401].contains(&status), "{status}");
        }
        assert_eq!(t.user_info(&token).await.status, 401);
    }
    let [_, sessions, codes] = t.rows().await;
    assert_eq!((sessions, codes), (0, 0));
}
