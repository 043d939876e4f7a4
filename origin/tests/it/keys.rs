//! Keys rotate beside a running origin.

use crate::harness::OriginTest;
use crate::log::Log;
use crate::program::Site;

const ANN: &str = "ann@example.com";

#[tokio::test]
async fn a_code_from_before_a_rotation_signs_in_and_sessions_live_on() {
    let t = OriginTest::live().await;
    let token = t.sign_in(ANN).await;
    t.advance(60);
    let code = t.request_code(ANN).await;
    origin::rotate_key(&t.folder.path().join("var"), None).unwrap();
    assert_eq!(t.login(ANN, &code).await.status, 200);
    assert_eq!(t.user_info(&token).await.status, 200);
    t.advance(60);
    t.sign_in(ANN).await;
}

#[tokio::test]
async fn a_browser_that_has_signed_in_is_known_after_a_rotation() {
    let t = OriginTest::live().await;
    let known = "SELECT count(*) FROM known_browsers";
    for expected in [1, 1] {
        let code = t.request_code(ANN).await;
        let body = t.login_body(ANN, &code).await;
        let login = t
            .post("/api/auth/login")
            .header("fronted-uuid", "ann's browser");
        assert_eq!(login.json(body).send().await.status, 200);
        assert_eq!(t.number(known).await, expected);
        origin::rotate_key(&t.folder.path().join("var"), None).unwrap();
        t.advance(60);
    }
}

#[tokio::test]
async fn a_torn_file_of_keys_is_logged_once_and_keeps_nobody_from_anything() {
    let (log, _logging) = Log::start();
    let t = OriginTest::new().await;
    t.request_code(ANN).await;
    let file = t.folder.path().join("var/origin.key");
    let keys = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &keys[..50]).unwrap();
    for _ in 0..2 {
        t.advance(60);
        t.request_code(ANN).await;
    }
    let complaint = "the last good value of the file stays in use";
    assert_eq!(log.of_origin().matches(complaint).count(), 1);
    assert!(
        !log.of_origin().contains(&keys[..8]),
        "the key is not shown"
    );
}

#[test]
fn the_command_rotates_beside_a_running_program_wherever_the_file_is() {
    let site = Site::new();
    let elsewhere = site.path().join("shared.key");
    let rotate = ["key", "rotate"];
    let missing = site.run(&rotate);
    assert!(missing.error().contains("origin.key"), "{missing:?}");
    assert!(!site.var().exists(), "nothing was made");

    let program = site.serve_with(|command| {
        command.env("PORTICO_ORIGIN_KEY_FILE", &elsewhere);
    });
    let token = site.token(ANN);
    let before = std::fs::read_to_string(&elsewhere).unwrap();
    assert!(!site.var().join("origin.key").exists());
    let file = elsewhere.to_str().unwrap();
    let said = site.run(&[&rotate[..], &["--key-file", file]].concat());
    assert_eq!(said.line(), format!("{file} has a new key"));
    let after = std::fs::read_to_string(&elsewhere).unwrap();
    assert!(after.ends_with(&before) && after.len() == 2 * before.len());
    assert_eq!(program.user_info(&token).0, 200);
}
