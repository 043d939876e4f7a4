//! The agreements accepted at sign-in are those in force, and are recorded.

use serde_json::{Value, json};

use crate::answer::Answer;
use crate::harness::{OriginTest, START};

const ANN: &str = "ann@example.com";

async fn login(t: &OriginTest, code: &str, agreements: Value) -> Answer {
    let body = json!({ "email": ANN, "code": code, "agreements": agreements });
    t.post("/api/auth/login").json(body).send().await
}

fn assert_changed(answer: &Answer) {
    assert_eq!(answer.status, 409, "{}", answer.json);
    assert_eq!(answer.json["data"], json!({ "field": "agreements" }));
}

#[tokio::test]
async fn other_agreements_than_those_in_force_are_409_and_the_code_is_not_tried() {
    let t = OriginTest::live().await;
    let code = t.request_code(ANN).await;
    let right = t.agreements().await;
    let terms = right["terms"].clone();
    for wrong in [
        json!({}),
        json!({ "terms": terms }),
        json!({ "terms": terms, "privacy": "" }),
        json!({ "terms": right["privacy"], "privacy": terms }),
        json!({ "terms": terms, "privacy": right["privacy"], "cookies": "1" }),
        json!({ "Terms": terms, "privacy": right["privacy"] }),
    ] {
        assert_changed(&login(&t, &code, wrong).await);
    }
    assert_eq!(t.rows().await, [0, 0, 1]);
    assert_eq!(login(&t, &code, right).await.status, 200, "a sixth try");
}

#[tokio::test]
async fn a_text_that_changes_is_accepted_anew_and_both_are_on_record() {
    let t = OriginTest::live().await;
    t.sign_in(ANN).await;
    t.advance(60);
    let (code, old) = (t.request_code(ANN).await, t.agreements().await);
    t.publish(2, "Changed");
    assert_changed(&login(&t, &code, old).await);
    let new = t.agreements().await;
    assert_eq!(login(&t, &code, new).await.status, 200);
    t.advance(60);
    t.sign_in(ANN).await;
    let count = "SELECT count(*) FROM accepted_agreements";
    assert_eq!(t.number(count).await, 4, "two texts, twice");
    let first = "SELECT min(accepted_at) FROM accepted_agreements";
    let last = "SELECT max(accepted_at) FROM accepted_agreements";
    assert_eq!(t.number(first).await, START);
    assert_eq!(t.number(last).await, START + 60, "the first time counts");
}

#[tokio::test]
async fn the_text_is_that_of_the_requests_language() {
    let t = OriginTest::live().await;
    let (code, chinese) = (t.request_code(ANN).await, t.agreements().await);
    let body = json!({ "email": ANN, "code": code, "agreements": chinese });
    let ask = t.post("/api/auth/login").header("language", "en");
    assert_changed(&ask.json(body.clone()).send().await);
    let ask = t.post("/api/auth/login").header("language", "zh");
    assert_eq!(ask.json(body).send().await.status, 200);
}

#[tokio::test]
async fn before_the_first_build_nobody_signs_in_and_no_code_is_lost() {
    let t = OriginTest::new().await;
    let code = t.request_code(ANN).await;
    assert_eq!(login(&t, &code, json!({})).await.status, 503);
    t.publish(1, "About");
    assert_eq!(t.login(ANN, &code).await.status, 200);
}
