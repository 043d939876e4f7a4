//! E-mail over SMTP, against a real server with the behaviour of real servers.

use std::path::Path;
use std::time::Duration;

use origin::Email;
use origin::mail::{Mail, MailError, Mailer, Pace};
use tempfile::TempDir;

use crate::answer::code_in;
use crate::database::Database;
use crate::harness::{START, config};
use crate::log::Log;
use crate::program::{Ended, Site};
use crate::smtp::{Certificate, SOON, SmtpServer};

const ANN: &str = "ann@example.com";

/// Waits that a test does not notice, and a try that may take long enough on a busy machine.
const QUICK: Pace = Pace {
    patience: Duration::from_secs(5),
    pauses: &[Duration::from_millis(1); 3],
    drain: SOON,
};

/// Waits that no test waits for.
const SLOW: Pace = Pace {
    pauses: &[Duration::from_secs(500); 3],
    ..QUICK
};

fn mail() -> Mail {
    Mail {
        id: "0123456789abcdef".to_owned(),
        to: ANN.parse::<Email>().unwrap(),
        subject: "验证码 012345".to_owned(),
        text: "您好：\n\n    012345\n".to_owned(),
        html: "<p>012345</p>".to_owned(),
        language: "zh-CN".to_owned(),
        date: START,
        lifetime: Duration::from_secs(600),
    }
}

/// A mailer for a server's address.
fn mailer(url: &str, pace: Pace) -> Mailer {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = config(folder.path(), &Database::sqlite()).settings;
    settings.mail.smtp_url = Some(url.parse().unwrap());
    settings.mail.mail_from = "Tidewater <no-reply@site.example>".parse().unwrap();
    Mailer::open(&settings.mail, folder.path(), pace).unwrap()
}

/// Mails that were handed over and given up.
fn lost(mailer: &Mailer) -> u64 {
    mailer.figures().unwrap().lost.get()
}

fn plain(server: &SmtpServer) -> String {
    format!("smtp://127.0.0.1:{}", server.port)
}

/// The origin's log; it names neither the address nor the text of the mail.
fn quiet(log: &Log) -> String {
    let text = log.of_origin();
    assert!(!text.contains(ANN) && !text.contains("012345"), "{text}");
    text
}

/// Waits until the mailer takes no mail, because the server failed.
async fn until_unavailable(mailer: &Mailer) {
    let taken = async {
        while mailer.send(mail()).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(SOON, taken).await.unwrap();
    assert!(matches!(
        mailer.send(mail()).await,
        Err(MailError::Unavailable)
    ));
}

#[tokio::test]
async fn a_mail_arrives_whole_with_text_and_html_and_honest_headers() {
    let mut server = SmtpServer::start(&[]).await;
    mailer(&plain(&server), QUICK).send(mail()).await.unwrap();
    let event = server.event().await;
    assert_eq!(event["sender"], "no-reply@site.example");
    assert_eq!(event["to"][0], ANN);
    let message = event["message"].as_str().unwrap();
    let (head, body) = message.split_once("\r\n\r\n").unwrap();
    for line in [
        "From: Tidewater <no-reply@site.example>",
        "To: ann@example.com",
        "Date: Sat, 21 Nov 2026 03:04:05 +0000",
        "Content-Language: zh-CN",
        "Auto-Submitted: auto-generated",
        "MIME-Version: 1.0",
    ] {
        assert!(head.lines().any(|found| found == line), "{line}: {head}");
    }
    let id = head.lines().find(|line| line.starts_with("Message-ID: <"));
    assert_eq!(id, Some("Message-ID: <0123456789abcdef@site.example>"));
    assert!(
        head.contains("Content-Type: multipart/alternative"),
        "{head}"
    );
    let [text, html] = ["text/plain", "text/html"].map(|kind| body.find(kind).unwrap());
    assert!(
        text < html,
        "the last part that a program can show is the one it shows"
    );
    assert!(body.lines().any(|line| line == "    012345"), "{body}");
}

#[tokio::test]
async fn starttls_and_smtps_send_the_password_only_encrypted() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate::make(folder.path());
    let credentials = write(&folder, "credentials", "ann:p@ss word");
    let ca = certificate.certificate.display();
    for (scheme, option, query) in [
        ("smtp", None, format!("tls=required&ca={ca}")),
        ("smtps", Some("--smtps"), format!("ca={ca}")),
    ] {
        let mut options = certificate.options().to_vec();
        options.extend(["--credentials", &credentials]);
        options.extend(option);
        let mut server = SmtpServer::start(&options).await;
        let url = format!(
            "{scheme}://ann:p%40ss%20word@127.0.0.1:{}?{query}",
            server.port
        );
        mailer(&url, QUICK).send(mail()).await.unwrap();
        assert_eq!(server.event().await["password"], "right");
        let event = server.event().await;
        assert_eq!(
            (&event["encrypted"], &event["user"]),
            (&true.into(), &"ann".into())
        );
    }
}

#[tokio::test]
async fn a_certificate_of_an_unknown_authority_and_a_server_without_encryption_get_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let certificate = Certificate::make(folder.path());
    for options in [certificate.options().as_slice(), &[]] {
        let (log, _logging) = Log::start();
        let server = SmtpServer::start(options).await;
        let url = format!(
            "{}?tls=required",
            plain(&server).replace("//", "//ann:5ecret@")
        );
        let mailer = mailer(&url, QUICK);
        until_unavailable(&mailer).await;
        mailer.drain().await;
        assert!(lost(&mailer) >= 1);
        assert!(!quiet(&log).contains("5ecret"));
    }
}

#[tokio::test]
async fn a_refused_mail_is_given_up_and_others_go_on() {
    let (log, _logging) = Log::start();
    let mut server = SmtpServer::start(&[
        "--reply",
        "550 5.1.1 <ADDRESS> is unknown",
        "--reply",
        "250",
    ])
    .await;
    let mailer = mailer(&plain(&server), QUICK);
    mailer.send(mail()).await.unwrap();
    assert_eq!(server.event().await["refused"], ANN);
    mailer.send(mail()).await.unwrap();
    assert_eq!(server.event().await["to"][0], ANN);
    mailer.drain().await;
    assert_eq!(lost(&mailer), 1);
    assert!(quiet(&log).contains("the server answered 550"));
}

#[tokio::test]
async fn a_mail_that_is_greylisted_is_sent_at_a_later_try() {
    let (log, _logging) = Log::start();
    let mut server =
        SmtpServer::start(&["--reply", "451 4.7.1 ADDRESS: later", "--reply", "250"]).await;
    let mailer = mailer(&plain(&server), QUICK);
    mailer.send(mail()).await.unwrap();
    assert_eq!(server.event().await["refused"], ANN);
    assert_eq!(server.event().await["to"][0], ANN);
    mailer.drain().await;
    assert_eq!(lost(&mailer), 0);
    assert!(quiet(&log).contains("the server answered 451"));
}

#[tokio::test]
async fn while_the_server_hangs_or_closes_nobody_can_hand_over_a_mail() {
    let impatient = Pace {
        patience: Duration::from_millis(100),
        ..SLOW
    };
    for (option, pace) in [("--hang", impatient), ("--close", SLOW)] {
        let mut server = SmtpServer::start(&[option]).await;
        let mailer = mailer(&plain(&server), pace);
        mailer.send(mail()).await.unwrap();
        assert_eq!(server.event().await["connected"], true);
        until_unavailable(&mailer).await;
    }
}

#[tokio::test]
async fn a_server_that_is_not_there_is_found_out_by_the_first_mail() {
    let (log, _logging) = Log::start();
    let mailer = mailer("smtp://127.0.0.1:1", QUICK);
    until_unavailable(&mailer).await;
    mailer.drain().await;
    assert!(quiet(&log).contains("refused"), "the cause is logged");
}

// Otherwise the known state of the server would reveal whether an address gets mail.
#[tokio::test]
async fn a_rehearsal_sends_nothing_and_finds_out_as_much_as_a_mail() {
    let mut server = SmtpServer::start(&[]).await;
    let up = mailer(&plain(&server), QUICK);
    up.rehearse(&mail()).unwrap();
    up.send(mail()).await.unwrap();
    up.drain().await;
    assert_eq!(server.event().await["to"][0], ANN);
    assert_eq!(server.rest().await, [""; 0], "one mail for two");

    let (log, _logging) = Log::start();
    let away = mailer("smtp://127.0.0.1:1", QUICK);
    let found_out = async {
        while away.rehearse(&mail()).is_ok() {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(SOON, found_out).await.unwrap();
    away.drain().await;
    assert!(away.send(mail()).await.is_err());
    assert_eq!(lost(&away), 0, "nobody waited for it");
    assert!(quiet(&log).contains("refused"), "the cause is logged");
}

#[test]
fn an_address_that_gets_no_mail_finds_out_too_that_the_server_is_away() {
    let site = Site::new();
    let program = site.serve_with(|command| {
        command
            .env("SMTP_URL", "smtp://127.0.0.1:1")
            .env("PORTICO_MAIL_FROM", "no-reply@site.example")
            .env("PORTICO_REGISTER", "nobody")
            .env("PORTICO_CLIENT_LIMITS", "1000");
    });
    let ask = |number: u32| program.send_code(&format!("eve{number}@evil.example")).0;
    let answers: Vec<u16> = (0..1_000)
        .map(ask)
        .take_while(|&code| code != 503)
        .collect();
    assert!((1..1_000).contains(&answers.len()), "{answers:?}");
    assert!(answers.iter().all(|&code| code == 200), "{answers:?}");
}

#[tokio::test]
async fn mails_that_wait_are_tried_once_more_at_the_end_and_no_longer() {
    let mut server = SmtpServer::start(&[
        "--reply",
        "451 later",
        "--reply",
        "250",
        "--reply",
        "451 later",
    ])
    .await;
    let mailer = mailer(&plain(&server), SLOW);
    mailer.send(mail()).await.unwrap();
    assert_eq!(server.event().await["refused"], ANN);
    mailer.drain().await;
    assert_eq!(server.event().await["to"][0], ANN);
    assert_eq!(lost(&mailer), 0);
    assert!(mailer.send(mail()).await.is_err(), "it has stopped");
}

#[tokio::test]
async fn more_mails_than_there_is_room_for_are_not_taken() {
    let server = SmtpServer::start(&["--hang"]).await;
    let mailer = mailer(&plain(&server), SLOW);
    for _ in 0..256 {
        mailer.send(mail()).await.unwrap();
    }
    assert!(matches!(
        mailer.send(mail()).await,
        Err(MailError::Unavailable)
    ));
}

#[tokio::test]
async fn a_password_changed_in_its_file_is_used_by_the_next_mail() {
    let folder = tempfile::tempdir().unwrap();
    let credentials = write(&folder, "credentials", "ann:first");
    let mut server = SmtpServer::start(&["--credentials", &credentials]).await;
    let url = |password: &str| format!("smtp://ann:{password}@127.0.0.1:{}\n", server.port);
    let file = write(&folder, "smtp-url", &url("first"));
    let next = url("second");
    let mut settings = config(folder.path(), &Database::sqlite()).settings;
    settings.mail.smtp_url_file = Some(file.into());
    settings.mail.mail_from = "no-reply@site.example".parse().unwrap();
    let mailer = Mailer::open(&settings.mail, folder.path(), QUICK).unwrap();
    mailer.send(mail()).await.unwrap();
    assert_eq!(server.event().await["password"], "right");
    assert_eq!(server.event().await["user"], "ann");

    write(&folder, "credentials", "ann:second");
    write(&folder, "smtp-url", &next);
    mailer.send(mail()).await.unwrap();
    assert_eq!(server.event().await["password"], "right");
    assert_eq!(server.event().await["user"], "ann");
}

#[test]
fn an_address_or_a_sender_that_cannot_work_stops_the_start_and_is_not_repeated() {
    let site = Site::new();
    let file = site.path().join("smtp-url");
    let serve = |variables: &[(&str, &str)]| {
        let mut command = site.command(&["serve", "--listen", "127.0.0.1:0"]);
        let ended = Ended::of(command.envs(variables.iter().copied()));
        assert!(!ended.err.contains("5ecret"), "{ended:?}");
        ended
    };
    let in_file = |url: &str| {
        std::fs::write(&file, url).unwrap();
        let from = ("PORTICO_MAIL_FROM", "no-reply@site.example");
        serve(&[("SMTP_URL_FILE", file.to_str().unwrap()), from])
    };
    let clear = serve(&[("SMTP_URL", "smtp://ann:5ecret@mail.example")]);
    assert_eq!(clear.code, Some(64));
    assert!(clear.err.contains("travel in the clear"), "{clear:?}");
    let nobody = serve(&[("SMTP_URL", "smtps://ann:5ecret@mail.example")]);
    assert!(nobody.error().contains("--mail-from"), "{nobody:?}");
    let authority = in_file("smtps://ann:5ecret@mail.example?ca=/nowhere.pem");
    assert!(authority.error().contains("/nowhere.pem"), "{authority:?}");
    let malformed = in_file("ann:5ecret");
    assert!(malformed.error().contains("smtp-url"), "{malformed:?}");
}

fn write(folder: &TempDir, name: &str, text: &str) -> String {
    let path: &Path = &folder.path().join(name);
    // By rename, as a file under a running program should be changed.
    let aside = path.with_extension("new");
    std::fs::write(&aside, text).unwrap();
    std::fs::rename(&aside, path).unwrap();
    path.to_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_code_asked_for_over_http_arrives_by_smtp_even_if_the_program_stops_at_once() {
    let site = Site::new();
    let mut server = SmtpServer::start(&["--reply", "451 later", "--reply", "250"]).await;
    let program = site.serve_with(|command| {
        command
            .env("SMTP_URL", plain(&server))
            .env("PORTICO_MAIL_FROM", "no-reply@site.example");
    });
    assert_eq!(program.send_code(ANN).0, 200);
    assert_eq!(server.event().await["refused"], ANN);
    // The next try would be a second later; the stop brings it forward.
    assert_eq!(program.stop(), Some(0));
    let event = server.event().await;
    let message = event["message"].as_str().unwrap();
    assert!(message.contains("is your sign-in code for"), "{message}");
    let program = site.serve();
    assert_eq!(program.login(ANN, &code_in(message)).0, 200);
}
