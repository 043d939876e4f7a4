//! An origin that is killed: every message has its letter (R2.04, R2.05).

use std::collections::BTreeSet;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::kills::{privacy, send};
use crate::messages::key;
use crate::program::{Program, Site};
use crate::smtp::{SOON, SmtpServer};

/// Every message has its letter, once the leases of senders that were killed are over.
pub(crate) fn check_letters(site: &Site, serve: impl FnOnce() -> Program, numbers: &[String]) {
    site.end_leases();
    let _program = serve();
    let outbox = site.var().join("outbox");
    let deadline = Instant::now() + SOON;
    while site.waiting() > 0 {
        assert!(Instant::now() < deadline, "letters were not sent");
        thread::sleep(Duration::from_millis(10));
    }
    let letters = std::fs::read_dir(outbox).unwrap();
    let letters = letters.map(|letter| std::fs::read_to_string(letter.unwrap().path()).unwrap());
    let letters: String = letters.collect();
    for number in numbers {
        assert!(letters.contains(number), "{number} has no letter");
    }
}

impl Site {
    /// Time passes for the senders that were killed.
    fn end_leases(&self) {
        self.query("UPDATE outgoing SET leased_until = 0, next_at = 0 RETURNING tries");
    }

    /// Letters that have still to be sent.
    fn waiting(&self) -> i64 {
        self.query("SELECT count(*) FROM outgoing").unwrap()
    }

    /// The first number that a query finds.
    fn query(&self, sql: &'static str) -> Option<i64> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .unwrap();
        runtime.block_on(async {
            let mut connection = self.database().connect(&self.var()).await;
            let query = sqlx::query_scalar(sql);
            query.fetch_optional(&mut connection).await.unwrap()
        })
    }
}

// R2.04, R2.05
#[test]
fn an_origin_that_is_killed_between_queueing_and_sending_loses_no_letter() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let (site, start) = (Site::new(), |options| {
        runtime.block_on(SmtpServer::start(options))
    });
    let serve = |server: &SmtpServer| {
        let url = format!("smtp://127.0.0.1:{}", server.port);
        site.serve_with(|command| {
            command
                .env("SMTP_URL", url)
                .env("PORTICO_MAIL_FROM", "no-reply@site.example");
        })
    };
    // It takes connections and sends no answer.
    let mut hanging = start(&["--hang"]);
    let program = serve(&hanging);
    let privacy = privacy(&program);
    let addresses: BTreeSet<String> = (0..6).map(|n| format!("ann{n}@example.com")).collect();
    for email in &addresses {
        let message = json!({
            "key": key(),
            "fields": { "company": "x", "email": email, "stage": "seed" },
            "consent": privacy,
        });
        let sent = send(&program.address, "work", &message).unwrap();
        assert_eq!(sent.status, 200, "{}", sent.json);
    }
    assert_eq!(runtime.block_on(hanging.event())["connected"], true);
    drop(program);
    assert_eq!(site.waiting(), 6);

    site.end_leases();
    let mut server = start(&[]);
    let program = serve(&server);
    let got = addresses.iter().map(|_| {
        let event = runtime.block_on(server.event());
        event["to"][0].as_str().unwrap().to_owned()
    });
    assert_eq!(got.collect::<BTreeSet<_>>(), addresses);
    assert_eq!(program.stop(), Some(0));
    assert_eq!(site.waiting(), 0);
    assert_eq!(runtime.block_on(server.rest()), [""; 0], "each once");
}
