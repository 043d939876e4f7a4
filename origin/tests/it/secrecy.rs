//! No log line holds an address, a code, the answer to a captcha, a token, a name or a browser's
//! id, however much is logged.

use std::fs::File;
use std::process::Stdio;

use origin::PREDICTABLE_ANSWER;
use serde_json::json;

use crate::chat::conversation;
use crate::model_service::{KEY, Says, Service};
use crate::program::{Program, Site};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_question_no_answer_and_no_key_is_in_the_log_or_on_disk_r7_01() {
    let words = "The canary-answer is unsaid [1]. The first fund was raised in 2014 [1].";
    let service = Service::saying(words).await;
    let site = Site::new();
    let log = site.path().join("log");
    let mut command = site.serve_command();
    command
        .args(service.options())
        .env("ORIGIN_LOG", "trace")
        .stderr(Stdio::from(File::create(&log).unwrap()));
    crate::builds::Builds(site.path()).publish_pages(2, &crate::chat::site());
    let program = Program::start(&mut command);
    let is_ready = || {
        program
            .ask("GET /api/search?q=fund HTTP/1.1\r\nlanguage: en", "")
            .0
            == 200
    };
    while !is_ready() {
        tokio::task::yield_now().await;
    }
    let asked = [
        "What is a canary-question?",
        "A canary-reply.",
        "When was the first fund raised?",
    ];
    let body = conversation(&asked).to_string();
    let head = "POST /api/chat HTTP/1.1\r\nlanguage: en";
    for own in ["", "\r\nopen-ai-secret: sk-canary-of-a-visitor"] {
        let told = program.ask_text(&format!("{head}{own}"), &body);
        assert!(told.contains("canary-answer"), "{told}");
    }
    service.say(Says::Raw(
        b"HTTP/1.1 401 canary-refusal\r\ncontent-length: 0\r\n\r\n".to_vec(),
    ));
    assert!(program.ask_text(head, &body).contains("unavailable"));
    assert_eq!(program.stop(), Some(0));
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("does not answer"), "the operator is told");
    let mut folders = vec![site.path().to_owned()];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let text = String::from_utf8_lossy(&std::fs::read(&path).unwrap()).into_owned();
            for secret in ["canary", KEY] {
                let line = text
                    .find(secret)
                    .map(|at| &text[at.saturating_sub(80)..(at + 40).min(text.len())]);
                assert_eq!(line, None, "`{secret}` is in {}", path.display());
            }
        }
    }
    assert!(files > 5);
}

#[test]
fn nothing_of_a_visitor_is_in_the_log_even_at_its_finest() {
    let site = Site::new();
    let log = site.path().join("log");
    let mut command = site.serve_command();
    command
        .env("ORIGIN_LOG", "trace")
        .stderr(Stdio::from(File::create(&log).unwrap()));
    let program = Program::start(&mut command);
    let email = "Trillian.Astra@Example.com";
    let ids = "uuid: 7c3f19a2visitor\r\nfronted-uuid: 51d0be77browser";

    let wrong = json!({ "email": email, "captchaId": "forged", "captcha": "wr0ng" });
    let head = format!("POST /api/common/send-email-code HTTP/1.1\r\n{ids}");
    assert_eq!(program.ask(&head, &wrong.to_string()).0, 400);
    assert_eq!(program.send_code(email).0, 200);
    let code = site.code();
    assert_eq!(program.login(email, "000 000").0, 400);
    let (status, json) = program.login(email, &code);
    assert_eq!(status, 200);
    let token = json["data"]["token"].as_str().unwrap();
    let call = |line: &str, body: &str| {
        let head = format!("{line} HTTP/1.1\r\nauthorization: Bearer {token}\r\n{ids}");
        program.ask(&head, body)
    };
    let rename = json!({ "name": "Tricia McMillan" }).to_string();
    assert_eq!(call("PUT /api/auth/user-info", &rename).0, 200);
    let malformed = r#"{ "name": "Tricia McMillan", "name": 5 }"#;
    assert_eq!(call("PUT /api/auth/user-info", malformed).0, 400);
    let (_, sessions) = call("GET /api/auth/sessions", "");
    assert_eq!(call("DELETE /api/auth/account", "").0, 200);
    assert_eq!(program.stop(), Some(0));

    let log = std::fs::read_to_string(log).unwrap().to_lowercase();
    assert!(
        log.contains("trace") || log.contains("debug"),
        "nothing was logged"
    );
    let session = sessions["data"][0]["id"].as_str().unwrap();
    for secret in [
        "trillian",
        "example.com",
        &code,
        "000 000",
        "000000",
        PREDICTABLE_ANSWER,
        "wr0ng",
        token,
        "tricia",
        "mcmillan",
        "7c3f19a2",
        "51d0be77",
        session,
    ] {
        let at = log.find(&secret.to_lowercase());
        let line = at.map(|at| log[..at].lines().count());
        assert_eq!(line, None, "`{secret}` is in the log");
    }
}
