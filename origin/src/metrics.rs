//! The numbers of an origin, in Prometheus' text format.
//!
//! Labels come from fixed lists: no number has the name of a person, a form or an address.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use exposition::{Number, head, line};

use crate::origin::Origin;
use origin_messages::outbox::item::MAIL;
use origin_messages::store::outbox::{self, UnsentCount};
use origin_uploads::store::scans;

/// How long the database has to answer. A scrape must not wait for a lock.
const PATIENCE: Duration = Duration::from_secs(2);

/// Outcomes of a file's scan.
const SCANS: [&str; 4] = ["off", "pending", "clean", "infected"];

/// The rows that the numbers are read from.
struct Counts {
    unsent: BTreeMap<String, UnsentCount>,
    files: BTreeMap<String, i64>,
}

/// What is read from the disk.
#[derive(Default)]
struct DiskState {
    file_bytes: Option<u64>,
    is_search_current: bool,
}

/// The numbers of an origin that could not start, because its database is damaged.
pub fn expose_absent() -> String {
    let mut out = String::new();
    expose_up(&mut out, false);
    out
}

impl Origin {
    /// All numbers. Those of rows are left out if the database does not answer.
    pub async fn expose_metrics(&self) -> String {
        let mut out = String::with_capacity(4096);
        let (start, counts) = (Instant::now(), self.counts());
        let counts = match tokio::time::timeout(PATIENCE, counts).await {
            Ok(Ok(counts)) => Some(counts),
            Ok(Err(error)) => {
                tracing::warn!(%error, "the database does not answer the questions of /metrics");
                None
            }
            Err(_) => None,
        };
        let took = start.elapsed();
        let on_disk = self.state_on_disk().await;
        expose_up(&mut out, counts.is_some());
        self.expose_database(
            &mut out,
            counts.is_some().then_some(took),
            on_disk.file_bytes,
        );
        self.expose_mail(&mut out);
        self.expose_messages(&mut out);
        if let Some(counts) = &counts {
            expose_unsent(&mut out, &counts.unsent, self.ground.clock.now());
            expose_files(&mut out, &counts.files);
        }
        self.expose_search(&mut out, on_disk.is_search_current);
        out
    }

    async fn counts(&self) -> sqlx::Result<Counts> {
        let pool = self.ground.db.readers();
        Ok(Counts {
            unsent: outbox::count(pool).await?,
            files: scans::count(pool).await?,
        })
    }

    async fn state_on_disk(&self) -> DiskState {
        let (db, index) = (self.ground.db.clone(), Arc::clone(&self.search.index));
        let read = move || DiskState {
            file_bytes: db.file_bytes(),
            is_search_current: index.is_current(),
        };
        tokio::task::spawn_blocking(read).await.unwrap_or_default()
    }

    fn expose_database(&self, out: &mut String, took: Option<Duration>, file: Option<u64>) {
        if let Some(took) = took {
            let name = "origin_database_answer_seconds";
            let help = "How long the database took to answer the questions of this scrape.";
            head(out, name, "gauge", help);
            line(out, name, took.as_secs_f64());
        }
        let name = "origin_database_connections";
        head(out, name, "gauge", "Open connections to the database.");
        let (busy, idle) = self.ground.db.connections();
        line(out, &format!("{name}{{state=\"busy\"}}"), busy);
        line(out, &format!("{name}{{state=\"idle\"}}"), idle);
        if let Some(bytes) = file {
            let name = "origin_database_file_bytes";
            head(out, name, "gauge", "Bytes of SQLite's file and its log.");
            line(out, name, bytes);
        }
    }

    fn expose_mail(&self, out: &mut String) {
        let Some(figures) = self.messages.mailer.figures() else {
            return;
        };
        for (name, help, number) in [
            (
                "origin_mails_sent_total",
                "E-mails that the mail server took.",
                &figures.sent,
            ),
            (
                "origin_mail_tries_failed_total",
                "Tries to send an e-mail that failed.",
                &figures.failed_tries,
            ),
            (
                "origin_mails_lost_total",
                "E-mails with a code that were given up.",
                &figures.lost,
            ),
        ] {
            expose_counter(out, name, help, number);
        }
    }

    fn expose_messages(&self, out: &mut String) {
        let figures = &self.messages.figures;
        let name = "origin_messages_received_total";
        let help = "Messages of forms that were stored.";
        expose_counter(out, name, help, &figures.received);
        let name = "origin_messages_withdrawn_total";
        let help = "Messages that their senders withdrew.";
        expose_counter(out, name, help, &figures.withdrawn);
    }

    fn expose_search(&self, out: &mut String, is_current: bool) {
        let name = "origin_search_questions_total";
        let help = "Questions to the search, of visitors and of the assistant.";
        head(out, name, "counter", help);
        let figures = self.search.index.figures();
        for (outcome, number) in [
            ("found", &figures.found),
            ("none", &figures.none),
            ("failed", &figures.failed),
        ] {
            let labelled = format!("{name}{{outcome=\"{outcome}\"}}");
            line(out, &labelled, number.get());
        }
        let name = "origin_search_current";
        let help = "1 if the search's index has the pages of the live build.";
        head(out, name, "gauge", help);
        line(out, name, u8::from(is_current));
    }
}

fn expose_counter(out: &mut String, name: &str, help: &str, number: &Number) {
    head(out, name, "counter", help);
    line(out, name, number.get());
}

fn expose_up(out: &mut String, is_up: bool) {
    let name = "origin_database_up";
    head(out, name, "gauge", "1 if the database answers.");
    line(out, name, u8::from(is_up));
}

/// Letters, and notices to webhooks, whichever webhook it is.
fn expose_unsent(out: &mut String, unsent: &BTreeMap<String, UnsentCount>, now: i64) {
    let (mut letters, mut notices) = (UnsentCount::default(), UnsentCount::default());
    for (way, count) in unsent {
        let sum = if way == MAIL {
            &mut letters
        } else {
            &mut notices
        };
        sum.waiting += count.waiting;
        sum.given_up += count.given_up;
        sum.oldest = sum.oldest.into_iter().chain(count.oldest).min();
    }
    let ways = [("mail", letters), ("webhook", notices)];
    let name = "origin_unsent";
    let help = "Letters and notices about messages that are not sent.";
    head(out, name, "gauge", help);
    for (way, count) in ways {
        for (state, items) in [("waiting", count.waiting), ("given_up", count.given_up)] {
            let labelled = format!("{name}{{way=\"{way}\",state=\"{state}\"}}");
            line(out, &labelled, items);
        }
    }
    let name = "origin_unsent_age_seconds";
    let help = "How long the oldest waiting letter or notice has waited; 0: none waits.";
    head(out, name, "gauge", help);
    for (way, count) in ways {
        let age = count.oldest.map_or(0, |oldest| (now - oldest).max(0));
        line(out, &format!("{name}{{way=\"{way}\"}}"), age);
    }
}

fn expose_files(out: &mut String, files: &BTreeMap<String, i64>) {
    let name = "origin_message_files";
    let help = "Files of messages, by the outcome of their scan.";
    head(out, name, "gauge", help);
    for scan in SCANS {
        let count = files.get(scan).copied().unwrap_or_default();
        line(out, &format!("{name}{{scan=\"{scan}\"}}"), count);
    }
}
