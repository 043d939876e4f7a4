//! A locked database, a full disk, two at once: the answer reports it, and no data is lost or half
//! written.

use std::fs::File;
use std::sync::Arc;
use std::time::{Duration, Instant};

use http::Method;
use origin::PREDICTABLE_ANSWER;
use rustix::process::{Resource, Rlimit};
use serde_json::json;
use sqlx::Connection;

use crate::answer::Answer;
use crate::harness::OriginTest;
use crate::program::{Program, Site};

const ANN: &str = "ann@example.com";

fn assert_later(answer: &Answer) {
    assert_eq!(answer.status, 503, "{}", answer.json);
    assert_eq!(answer.header("retry-after"), "5");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_database_is_503_and_all_goes_on_where_it_was() {
    let t = OriginTest::live().await;
    let token = t.sign_in("bob@example.com").await;
    t.advance(60);
    let code = t.request_code(ANN).await;
    t.advance(60);
    let (captcha, login) = (t.captcha().await, t.login_body(ANN, &code).await);
    let ask = json!({ "email": ANN, "captchaId": captcha, "captcha": PREDICTABLE_ANSWER });
    let before = t.rows().await;

    let locked = t.lock().await;
    // Each waits for the lock as long as it may; together they wait once.
    let (sent, signed_in, renamed, ended, deleted, read) = tokio::join!(
        t.post("/api/common/send-email-code")
            .json(ask.clone())
            .send(),
        t.post("/api/auth/login").json(login.clone()).send(),
        t.ask(Method::PUT, "/api/auth/user-info")
            .bearer(&token)
            .json(json!({ "name": "Bob" }))
            .send(),
        t.post("/api/auth/logout").bearer(&token).send(),
        t.ask(Method::DELETE, "/api/auth/account")
            .bearer(&token)
            .send(),
        async {
            let begin = Instant::now();
            assert_eq!(t.user_info(&token).await.status, 200);
            begin.elapsed()
        },
    );
    for answer in [sent, signed_in, renamed, ended, deleted] {
        assert_later(&answer);
    }
    assert!(read < Duration::from_secs(2), "reading waits for no writer");
    locked.close().await.unwrap();

    assert_eq!(t.rows().await, before);
    let attempts = "SELECT max(attempts) FROM email_codes";
    assert_eq!(t.number(attempts).await, 0, "no try was counted");
    let answer = t.post("/api/auth/login").json(login).send().await;
    assert_eq!(answer.status, 200, "the code is as good as before");
    let answer = t.post("/api/common/send-email-code").json(ask).send().await;
    assert_eq!(answer.status, 200, "and so is the captcha");
    t.mail();
}

/// Lets the program write files of this many bytes only, as if the disk were full; `None` for as
/// long as they like.
fn let_write(program: &Program, bytes: Option<u64>) {
    let limits = Rlimit {
        current: bytes,
        maximum: None,
    };
    rustix::process::prlimit(Some(program.pid()), Resource::Fsize, limits).unwrap();
}

#[test]
fn a_full_disk_is_503_and_what_was_there_stays() {
    let site = Site::on_sqlite();
    // The limit on a file's growth sends a signal, which ends a process that does not ignore it; a
    // full disk causes an error.
    let mut command = Site::ignoring("XFSZ", &site.serve_command());
    // The log is on the same disk.
    let log = File::create(site.path().join("log")).unwrap();
    let program = Program::start(command.stderr(log));
    let sign_in = |email: &str| {
        assert_eq!(program.send_code(email).0, 200);
        let (status, json) = program.login(email, &site.code());
        assert_eq!(status, 200, "{json}");
        json["data"]["token"].as_str().unwrap().to_owned()
    };
    let token = sign_in(ANN);
    assert_eq!(program.send_code("bob@example.com").0, 200);
    let code = site.code();

    let_write(&program, Some(0));
    assert_eq!(program.send_code("eve@example.com").0, 503);
    assert_eq!(program.login("bob@example.com", &code).0, 503);
    assert_eq!(program.user_info(&token).1["email"], ANN, "reading goes on");

    let_write(&program, None);
    assert_eq!(program.login("bob@example.com", &code).0, 200, "not lost");
    assert_eq!(program.user_info(&token).0, 200);
    sign_in("eve@example.com");
    assert_eq!(program.stop(), Some(0));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_browsers_that_sign_in_for_the_first_time_at_once_share_one_account() {
    let t = Arc::new(OriginTest::live().await);
    for round in 0..5 {
        let email = format!("ann{round}@example.com");
        let mut logins = Vec::new();
        for uuid in ["phone", "laptop"] {
            let body = t.send_code_body(&email).await;
            let ask = t.post("/api/common/send-email-code").header("uuid", uuid);
            assert_eq!(ask.json(body).send().await.status, 200);
            let code = crate::answer::code_in(&t.mail().text);
            logins.push((uuid, t.login_body(&email, &code).await));
        }
        let logins = logins.into_iter().map(|(uuid, body)| {
            let t = Arc::clone(&t);
            tokio::spawn(async move {
                let ask = t.post("/api/auth/login").header("uuid", uuid).json(body);
                ask.send().await.status
            })
        });
        for login in logins.collect::<Vec<_>>() {
            assert_eq!(login.await.unwrap(), 200);
        }
        assert_eq!(t.rows().await, [round + 1, 2 * (round + 1), 0]);
    }
}
