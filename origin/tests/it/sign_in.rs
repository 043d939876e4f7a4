//! Codes, sessions and names, from outside (R3.01, R3.03, R7.04).

use std::sync::Arc;

use contract::api::{Envelope, UserInfo};
use http::Method;
use serde_json::json;

use crate::harness::OriginTest;

const ANN: &str = "ann@example.com";

/// Six digits that are not `code`.
fn other(code: &str) -> String {
    let number: u32 = code.parse().unwrap();
    format!("{:06}", (number + 1) % 1_000_000)
}

#[tokio::test]
async fn a_code_from_the_mail_signs_in_and_tells_who_it_is() {
    let t = OriginTest::live().await;
    let answer = t.send_code("Ann@Example.com").await;
    assert_eq!(answer.json["data"], json!({ "resendAfter": 60 }));
    let mail = t.mail();
    assert_eq!(mail.to.as_str(), ANN);
    let code = crate::answer::code_in(&mail.text);
    let token = t.login(" ANN@example.com", &code).await.json["data"]["token"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(token.len(), 64, "256 bits in hexadecimal");

    let answer = t.user_info(&token).await;
    let envelope: Envelope<UserInfo> = serde_json::from_value(answer.json).unwrap();
    let expected = UserInfo {
        name: "ann".to_owned(),
        email: ANN.to_owned(),
        roles: vec!["member".to_owned()],
    };
    assert_eq!(envelope.data, Some(expected));
}

// R2.16
#[tokio::test]
async fn another_code_too_soon_is_refused_for_the_code_that_is_good() {
    let t = OriginTest::live().await;
    assert_eq!(t.send_code(ANN).await.status, 200);
    let answer = t.send_code(ANN).await;
    assert_eq!(answer.status, 429);
    assert_eq!(answer.json["data"]["field"], "code");
    assert!(answer.json["data"]["retryAfter"].is_number());
    let code = crate::answer::code_in(&t.mail().text);
    assert_eq!(t.login(ANN, &code).await.status, 200);
}

#[tokio::test]
async fn the_mail_is_in_the_language_of_the_request() {
    let t = OriginTest::live().await;
    for (language, email, subject) in [
        ("zh", "a@b.example", "Site zh登录验证码：{code}"),
        (
            "en",
            "c@d.example",
            "{code} is your sign-in code for Site en",
        ),
    ] {
        let body = t.send_code_body(email).await;
        let ask = t
            .post("/api/common/send-email-code")
            .header("language", language);
        assert_eq!(ask.json(body).send().await.status, 200);
        let mail = t.mail();
        let code = crate::answer::code_in(&mail.text);
        assert_eq!(mail.subject, subject.replace("{code}", &code));
        assert!(
            !mail.text.contains('{'),
            "a placeholder was left: {}",
            mail.text
        );
    }
}

#[tokio::test]
async fn a_code_works_once() {
    let t = OriginTest::live().await;
    let code = t.request_code(ANN).await;
    assert_eq!(t.login(ANN, &code).await.status, 200);
    assert_eq!(t.login(ANN, &code).await.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_logins_with_one_code_at_the_same_moment_one_succeeds() {
    let t = Arc::new(OriginTest::live().await);
    for round in 0..5 {
        let email = format!("ann{round}@example.com");
        let code = t.request_code(&email).await;
        let logins = [(); 8].map(|()| {
            let (t, email, code) = (Arc::clone(&t), email.clone(), code.clone());
            tokio::spawn(async move { t.login(&email, &code).await.status })
        });
        let mut statuses = Vec::new();
        for login in logins {
            statuses.push(login.await.unwrap());
        }
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 400, 400, 400, 400, 400, 400, 400]);
    }
}

#[tokio::test]
async fn five_tries_burn_a_code_and_the_sixth_is_refused_though_right() {
    let t = OriginTest::live().await;
    let code = t.request_code(ANN).await;
    for _ in 0..4 {
        assert_eq!(t.login(ANN, &other(&code)).await.status, 400);
    }
    assert_eq!(
        t.login(ANN, &code).await.status,
        200,
        "the fifth may be right"
    );

    t.advance(60);
    let code = t.request_code(ANN).await;
    for _ in 0..5 {
        assert_eq!(t.login(ANN, &other(&code)).await.status, 400);
    }
    assert_eq!(t.login(ANN, &code).await.status, 400);

    t.advance(60);
    let code = t.request_code(ANN).await;
    assert_eq!(
        t.login(ANN, &code).await.status,
        200,
        "the next code starts afresh"
    );
}

#[tokio::test]
async fn tries_on_one_address_do_not_burn_the_code_of_another() {
    let t = OriginTest::live().await;
    let (ann, bob) = (
        t.request_code(ANN).await,
        t.request_code("bob@example.com").await,
    );
    for _ in 0..9 {
        t.login(ANN, &other(&ann)).await;
    }
    assert_eq!(
        t.login(ANN, &bob).await.status,
        400,
        "nor does another's code open it"
    );
    assert_eq!(t.login("bob@example.com", &bob).await.status, 200);
}

#[tokio::test]
async fn a_code_lasts_ten_minutes() {
    let t = OriginTest::live().await;
    let code = t.request_code(ANN).await;
    t.advance(599);
    assert_eq!(t.login(ANN, &code).await.status, 200);
    let code = t.request_code(ANN).await;
    t.advance(599);
    // The house is kept now and not again for a minute: the code that expires is still there, and
    // refused for its age.
    t.captcha().await;
    t.advance(1);
    assert_eq!(t.login(ANN, &code).await.status, 400);
    assert_eq!(t.rows().await[2], 1);
}

#[tokio::test]
async fn another_code_may_be_sent_after_a_minute_and_replaces_the_first() {
    let t = OriginTest::live().await;
    let first = t.request_code(ANN).await;
    t.advance(45);
    let answer = t.send_code(ANN).await;
    assert_eq!((answer.status, answer.header("retry-after")), (429, "15"));
    assert!(answer.msg().contains("15"), "{}", answer.msg());
    t.advance(15);
    let second = t.request_code(ANN).await;
    if first != second {
        assert_eq!(t.login(ANN, &first).await.status, 400);
    }
    assert_eq!(t.login(ANN, &second).await.status, 200);
}

#[tokio::test]
async fn answers_do_not_tell_whether_an_address_has_an_account() {
    let t = OriginTest::live().await;
    t.sign_in(ANN).await;
    t.advance(60);
    let (member, mail) = (t.send_code(ANN).await, t.mail());
    assert_eq!(mail.to.as_str(), ANN);
    let (stranger, mail) = (t.send_code("eve@example.com").await, t.mail());
    assert_eq!(mail.to.as_str(), "eve@example.com");
    assert_eq!(member.json, stranger.json);
    let known = t.login(ANN, "000000").await;
    let never_asked = t.login("nobody@example.com", "000000").await;
    assert_eq!(known.json, never_asked.json);
}

#[tokio::test]
async fn calls_without_a_valid_token_are_401() {
    let t = OriginTest::live().await;
    let token = t.sign_in(ANN).await;
    let calls = [
        (Method::GET, "/api/auth/user-info"),
        (Method::PUT, "/api/auth/user-info"),
        (Method::POST, "/api/auth/logout"),
    ];
    let wrong = [
        "Bearer",
        "Bearer ",
        &token,
        &format!("Basic {token}"),
        &format!("Bearer {token}0"),
        &format!("Bearer {}", "0".repeat(64)),
    ];
    for (method, path) in calls {
        let answer = t
            .ask(method.clone(), path)
            .header("language", "en")
            .send()
            .await;
        assert_eq!(
            (answer.status, answer.header("www-authenticate")),
            (401, "Bearer")
        );
        assert!(answer.msg().contains("sign in"));
        for value in wrong {
            let answer = t
                .ask(method.clone(), path)
                .header("authorization", value)
                .send()
                .await;
            assert_eq!(answer.status, 401, "{path} {value}");
        }
        let twice = t
            .ask(method.clone(), path)
            .bearer(&token)
            .bearer(&token)
            .send()
            .await;
        assert_eq!(twice.status, 401, "two tokens");
        let cookie = t
            .ask(method, path)
            .header("cookie", format!("token={token}"))
            .send()
            .await;
        assert_eq!(cookie.status, 401, "cookies are never read");
    }
    assert_eq!(t.user_info(&token).await.status, 200);
}

#[tokio::test]
async fn signing_out_ends_this_session_and_no_other() {
    let t = OriginTest::live().await;
    let first = t.sign_in(ANN).await;
    t.advance(60);
    let second = t.sign_in(ANN).await;
    let answer = t.post("/api/auth/logout").bearer(&first).send().await;
    assert_eq!((answer.status, &answer.json["data"]), (200, &json!(null)));
    assert_eq!(t.user_info(&first).await.status, 401);
    assert_eq!(t.user_info(&second).await.status, 200);
    assert_eq!(
        t.post("/api/auth/logout")
            .bearer(&first)
            .send()
            .await
            .status,
        401
    );
}

#[tokio::test]
async fn a_session_lasts_thirty_days() {
    let t = OriginTest::live().await;
    let token = t.sign_in(ANN).await;
    t.advance(30 * 24 * 60 * 60 - 1);
    assert_eq!(t.user_info(&token).await.status, 200);
    t.advance(1);
    assert_eq!(t.user_info(&token).await.status, 401);
}

#[tokio::test]
async fn a_member_may_change_the_name_and_it_stays() {
    let t = OriginTest::live().await;
    let token = t.sign_in(ANN).await;
    let rename = |name: &str| {
        let ask = t.ask(Method::PUT, "/api/auth/user-info").bearer(&token);
        ask.header("language", "en")
            .json(json!({ "name": name }))
            .send()
    };
    let answer = rename(" 林安 ").await;
    assert_eq!(
        answer.json["data"],
        json!({ "name": "林安", "email": ANN, "roles": ["member"] })
    );
    for wrong in ["", "  ", "a\u{0}b", &"x".repeat(65)] {
        let answer = rename(wrong).await;
        assert_eq!(answer.status, 400, "{wrong:?}");
        assert!(answer.msg().contains("64"), "{}", answer.msg());
    }
    t.advance(60);
    let token = t.sign_in(ANN).await;
    assert_eq!(
        t.user_info(&token).await.json["data"]["name"],
        "林安",
        "signing in again keeps it"
    );
}

#[tokio::test]
async fn neither_codes_nor_tokens_are_on_disk() {
    let t = OriginTest::live_on_sqlite().await;
    let token = t.sign_in(ANN).await;
    let code = t.request_code("bob@example.com").await;
    let (mut files, mut left) = (0, vec![t.folder.path().join("var")]);
    while let Some(path) = left.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(path).unwrap();
            left.extend(inside.map(|file| file.unwrap().path()));
            continue;
        }
        let bytes = std::fs::read(path).unwrap();
        let holds = |text: &str| {
            bytes
                .windows(text.len())
                .any(|window| window == text.as_bytes())
        };
        assert!(!holds(&token) && !holds(&code));
        files += usize::from(holds(ANN));
    }
    assert!(files > 0, "the database was looked at");
}
