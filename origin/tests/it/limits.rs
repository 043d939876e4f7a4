//! The limits of each call, and that excess calls harm no other client.

use std::sync::Arc;

use serde_json::{Value, json};

use crate::answer::{Answer, code_in};
use crate::harness::OriginTest;

const ANN: &str = "ann@example.com";
const SEND: &str = "/api/common/send-email-code";
const LOGIN: &str = "/api/auth/login";
const EVE: &str = "198.51.100.66";

/// Asks for a code from one browser.
async fn send(t: &OriginTest, email: &str, uuid: &str, fronted_uuid: &str) -> Answer {
    let body = t.send_code_body(email).await;
    let ask = t.post(SEND).browser(uuid, fronted_uuid);
    ask.json(body).send().await
}

/// Asks for a code from one browser, and returns the code from the mail.
async fn code(t: &OriginTest, email: &str, uuid: &str, fronted_uuid: &str) -> String {
    let answer = send(t, email, uuid, fronted_uuid).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    code_in(&t.mail().text)
}

async fn login(t: &OriginTest, code: &str, uuid: &str, fronted_uuid: &str) -> Answer {
    let body = t.login_body(ANN, code).await;
    let ask = t.post(LOGIN).browser(uuid, fronted_uuid);
    ask.json(body).send().await
}

/// Six digits that are not `code`.
fn other(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

fn assert_wait(answer: &Answer, seconds: &str) {
    assert_eq!(
        (answer.status, answer.header("retry-after")),
        (429, seconds)
    );
    assert!(answer.msg().chars().any(|c| c.is_ascii_digit()), "when?");
}

#[tokio::test]
async fn each_call_has_its_own_limit_per_client_and_others_have_theirs() {
    let t = OriginTest::live().await;
    let code_body = json!({ "email": ANN, "captchaId": "", "captcha": "" });
    let login_body = json!({ "email": ANN, "code": "", "agreements": {} });
    for (path, body, size, interval) in [
        ("/api/common/captcha", None, 60, 2),
        (SEND, Some(&code_body), 20, 12),
        (LOGIN, Some(&login_body), 40, 6),
    ] {
        let ask = |client: &str| {
            let ask = match body {
                Some(body) => t.post(path).json(body.clone()),
                None => t.get(path),
            };
            ask.from(client).send()
        };
        for _ in 0..size {
            assert_ne!(ask(EVE).await.status, 429, "{path}");
        }
        assert_wait(&ask(EVE).await, &interval.to_string());
        assert_ne!(ask("198.51.100.67").await.status, 429, "{path}");
        t.advance(interval);
        assert_ne!(ask(EVE).await.status, 429, "{path}");
        assert_eq!(ask(EVE).await.status, 429, "{path}");
    }
    assert_eq!(t.user_info("").await.status, 401, "nothing else is limited");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_wrong_logins_at_once_lock_out_nobody_else() {
    let t = Arc::new(OriginTest::live().await);
    let code = code(&t, ANN, "anns", "").await;
    let wrong = t.login_body(ANN, &other(&code)).await;
    let logins: Vec<_> = (0..200)
        .map(|number| {
            let (t, wrong) = (Arc::clone(&t), wrong.clone());
            tokio::spawn(async move {
                let ask = t.post(LOGIN).from(EVE).header("uuid", number.to_string());
                ask.json(wrong).send().await.status
            })
        })
        .collect();
    let mut refused = 0;
    for login in logins {
        let status = login.await.unwrap();
        assert!([400, 429].contains(&status), "{status}");
        refused += usize::from(status == 429);
    }
    assert_eq!(refused, 160, "of which 40 were tried");
    assert_eq!(login(&t, &code, "anns", "").await.status, 200);
}

#[tokio::test]
async fn tries_from_many_clients_do_not_burn_a_visitors_code() {
    let t = OriginTest::live().await;
    let code = code(&t, ANN, "anns", "").await;
    for number in 0..50 {
        let eves = format!("eves {number}");
        let answer = login(&t, &code, &eves, "").await;
        assert_eq!(answer.status, 400, "not even the right code is of use");
    }
    assert_eq!(
        login(&t, &code, "", "").await.status,
        400,
        "nor without an id"
    );
    assert_eq!(login(&t, &code, "anns", "").await.status, 200);
}

#[tokio::test]
async fn a_strangers_request_does_not_replace_a_visitors_code() {
    let t = OriginTest::live().await;
    let anns = code(&t, ANN, "anns", "").await;
    let eves = code(&t, ANN, "eves", "").await;
    assert_eq!(
        login(&t, &eves, "anns", "").await.status,
        if eves == anns { 200 } else { 400 }
    );
    assert_eq!(
        send(&t, ANN, "anns", "").await.status,
        429,
        "60 s per browser"
    );
    assert_eq!(
        login(&t, &anns, "anns", "").await.status,
        if eves == anns { 400 } else { 200 }
    );
}

#[tokio::test]
async fn an_address_gets_ten_codes_at_once_and_then_one_an_hour_from_strangers() {
    let t = OriginTest::live().await;
    for number in 0..10 {
        code(&t, ANN, &format!("eve {number}"), "").await;
    }
    let answer = send(&t, ANN, "eve 10", "").await;
    assert_wait(&answer, "3600");
    assert_eq!(answer.json["data"]["field"], "email");
    assert!(answer.msg().contains("60"), "minutes: {}", answer.msg());
    assert_eq!(t.rows().await[2], 10, "a code that is not sent is not kept");
    assert_eq!(send(&t, "bob@example.com", "eve 10", "").await.status, 200);
    t.mail();
    t.advance(3_599);
    assert_wait(&send(&t, ANN, "eve 11", "").await, "1");
    t.advance(1);
    code(&t, ANN, "eve 12", "").await;
    assert_wait(&send(&t, ANN, "eve 13", "").await, "3600");
    t.advance(10 * 3_600);
    for number in 0..10 {
        code(&t, ANN, &format!("later {number}"), "").await;
    }
    assert_eq!(send(&t, ANN, "later 10", "").await.status, 429);
}

#[tokio::test]
async fn tags_of_an_address_fill_no_inbox_faster() {
    let t = OriginTest::live().await;
    for number in 0..10 {
        code(&t, &format!("ann+{number}@example.com"), "eve", "").await;
    }
    assert_wait(&send(&t, "ann+x+y@example.com", "eve", "").await, "3600");
    assert_wait(&send(&t, ANN, "eve", "").await, "3600");
}

/// Statuses of requests for a code at the same moment, each from the browser that it is given.
async fn send_at_once(t: &Arc<OriginTest>, uuids: &[&'static str]) -> Vec<u16> {
    let mut sends = Vec::new();
    for &uuid in uuids {
        let (body, t) = (t.send_code_body(ANN).await, Arc::clone(t));
        sends.push(tokio::spawn(async move {
            let ask = t.post(SEND).header("uuid", uuid).json(body);
            ask.send().await.status
        }));
    }
    let mut statuses = Vec::new();
    for send in sends {
        statuses.push(send.await.unwrap());
    }
    statuses.sort_unstable();
    statuses
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_at_the_same_moment_do_not_get_round_the_limits() {
    let t = Arc::new(OriginTest::live().await);
    let statuses = send_at_once(&t, &["anns"; 4]).await;
    assert_eq!(statuses, [200, 429, 429, 429], "60 s per browser");
    t.mail();
    let eves = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
    ];
    let statuses = send_at_once(&t, &eves).await;
    let sent = statuses.iter().filter(|status| **status == 200).count();
    assert_eq!(sent, 9, "of the ten one was Ann's: {statuses:?}");
    t.mails(9);
}

#[tokio::test]
async fn strangers_cannot_use_up_the_codes_of_a_browser_that_signed_in_before() {
    let t = OriginTest::live().await;
    let first = code(&t, ANN, "anns", "ann's browser").await;
    assert_eq!(login(&t, &first, "anns", "ann's browser").await.status, 200);
    for number in 0..9 {
        code(&t, ANN, &format!("eve {number}"), "eve's browser").await;
    }
    assert_eq!(send(&t, ANN, "eve 9", "eve's browser").await.status, 429);
    assert_eq!(send(&t, ANN, "anns 1", "").await.status, 429);
    for number in 0..10 {
        code(&t, ANN, &format!("anns {number}"), "ann's browser").await;
    }
    assert_wait(&send(&t, ANN, "anns 10", "ann's browser").await, "3600");
    // For another address it is a stranger.
    for number in 0..10 {
        code(&t, "bob@example.com", &format!("x {number}"), "").await;
    }
    let answer = send(&t, "bob@example.com", "x", "ann's browser").await;
    assert_eq!(answer.status, 429);
}

#[tokio::test]
async fn a_browser_is_forgotten_half_a_year_after_its_last_sign_in() {
    let t = OriginTest::live().await;
    let first = code(&t, ANN, "anns", "ann's browser").await;
    assert_eq!(login(&t, &first, "anns", "ann's browser").await.status, 200);
    let known = "SELECT count(*) FROM known_browsers";
    t.advance(180 * 24 * 60 * 60 - 60);
    t.captcha().await;
    assert_eq!(t.number(known).await, 1);
    t.advance(60);
    t.captcha().await;
    assert_eq!(t.number(known).await, 0);
}

#[tokio::test]
async fn no_address_is_kept_longer_than_its_code() {
    let t = OriginTest::live().await;
    code(&t, ANN, "anns", "").await;
    t.advance(600);
    t.captcha().await;
    assert_eq!(t.rows().await, [0, 0, 0]);
    assert_eq!(t.number("SELECT count(*) FROM sending_budgets").await, 1);
    t.advance(3_000);
    t.captcha().await;
    assert_eq!(t.number("SELECT count(*) FROM sending_budgets").await, 0);
}

/// Answers to a code's request and to a login with a wrong code.
async fn answers(t: &OriginTest, email: &str) -> [Value; 2] {
    let sent = t.send_code(email).await;
    [sent.json, t.login(email, "000000").await.json]
}

#[tokio::test]
async fn who_may_not_register_cannot_tell_it_from_the_answers_and_gets_no_mail() {
    let options = ["--register", "@example.com", crate::harness::PREDICTABLE];
    let t = OriginTest::live_with(&options).await;
    let allowed = answers(&t, ANN).await;
    assert_eq!(t.mail().to.as_str(), ANN);
    let refused = answers(&t, "eve@evil.example").await;
    assert_eq!(
        allowed, refused,
        "and the harness sees that there was no mail"
    );
    assert_eq!(t.rows().await, [0, 0, 2], "not even from the rows");
}

#[tokio::test]
async fn who_has_an_account_signs_in_whatever_the_rule() {
    let options = ["--register", "nobody", crate::harness::PREDICTABLE];
    let t = OriginTest::live_with(&options).await;
    let refused = t.send_code(ANN).await;
    assert_eq!(refused.status, 200);
    t.operator_creates_session(ANN).await;
    let accepted = "SELECT count(*) FROM accepted_agreements";
    assert_eq!(
        t.number(accepted).await,
        0,
        "an operator accepts nothing for others"
    );
    t.advance(60);
    t.sign_in(ANN).await;
    assert_eq!(t.number(accepted).await, 2);
}
