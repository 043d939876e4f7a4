//! Search engines and caches hear which addresses changed.
//!
//! A file names the receivers ([`receivers`]). Each has a record under `var/` ([`record`]): the
//! addresses that were sent to it, with hashes of their content then. An announcement sends the
//! difference between the record and the live build ([`addresses`], [`plan`]), and then writes the
//! record. A receiver hears of each content once, and it is safe to announce again at any time.
//!
//! | receiver | hears of an address when | limits |
//! |---|---|---|
//! | `indexnow` | the page's own content changed, or it ended | 10,000 a call |
//! | `baidu` | the page's own content changed | 2,000 a call, and the quota of the day |
//! | `cloudflare` | a byte of the file changed, or it ended | 30 a call |
//! | `webhook` | a byte of the file changed, or it ended | 1,000 a call |
//!
//! Guarded and private files are never sent, and pages that are not to be indexed are not sent to
//! search engines.

mod addresses;
mod calls;
mod news;
mod plan;
pub mod receivers;
mod record;

use std::path::Path;

use addresses::Addresses;
use calls::{Outcome, Site};
use generator_builds::{Builds, Live};
use generator_ground::http::HttpClient;
use generator_ground::message::Message;
use news::{Change, News};
use receivers::Receiver;
use record::Record;

/// The result for one receiver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Announced {
    /// The receiver's name.
    pub receiver: String,
    /// Addresses that were sent to it now.
    pub sent: usize,
    /// Addresses that wait.
    pub waiting: usize,
    /// Why they wait.
    pub why: Option<Message>,
    /// It had no record: its cache may have older files, and they are not known here.
    pub is_first: bool,
}

/// Sends to each of `receivers` the difference between its record and the live build.
pub fn announce(
    builds: &Builds,
    live: &Live,
    receivers: &[Receiver],
    var: &Path,
    client: &HttpClient,
) -> anyhow::Result<Vec<Announced>> {
    let addresses = Addresses::read(live);
    let site = Site {
        url: &live.index.public_url,
        build: &live.index.id,
    };
    let send = |receiver| one(builds, (live, &addresses), (receiver, &site), var, client);
    receivers.iter().map(send).collect()
}

/// How many addresses each receiver would get.
pub fn waiting(
    builds: &Builds,
    live: &Live,
    receivers: &[Receiver],
    var: &Path,
) -> anyhow::Result<Vec<(String, usize)>> {
    let addresses = Addresses::read(live);
    let count = |receiver: &Receiver| {
        let mut record = Record::read(var, receiver)?;
        let news = plan::news(builds, live, &addresses, receiver.kind.hears(), &mut record)?;
        Ok((receiver.name(), news.len()))
    };
    receivers.iter().map(count).collect()
}

fn one(
    builds: &Builds,
    (live, addresses): (&Live, &Addresses),
    (receiver, site): (&Receiver, &Site<'_>),
    var: &Path,
    client: &HttpClient,
) -> anyhow::Result<Announced> {
    let mut record = Record::read(var, receiver)?;
    let is_first = record.is_new();
    let mut news = plan::news(builds, live, addresses, receiver.kind.hears(), &mut record)?;
    let mut result = Announced {
        receiver: receiver.name(),
        sent: 0,
        waiting: 0,
        why: None,
        is_first,
    };
    // The files of a cache without a record are not known here.
    if is_first && receiver.kind.is_cache() {
        news.drain(..).for_each(|item| record.note(&item));
    }
    if receiver.kind.forgets() {
        let of_none = |item: &mut News| item.change == Change::Ended;
        for item in news.extract_if(.., of_none) {
            record.note(&item);
        }
    }
    while !news.is_empty() {
        let most = match record.quota_left(&receiver.kind) {
            Some(0) => {
                result.why = Some(Message::new("announce-why/quota"));
                break;
            }
            Some(left) => left.min(receiver.kind.batch()),
            None => receiver.kind.batch(),
        };
        let batch: Vec<News> = news.drain(..most.min(news.len())).collect();
        record.begin(&batch);
        record.write(var, receiver)?;
        match calls::send(client, receiver, site, &batch) {
            Outcome::Taken { left } => {
                result.sent += batch.len();
                batch.iter().for_each(|item| record.note(item));
                record.set_quota(left);
            }
            Outcome::Exhausted => {
                record.set_quota(Some(0));
                result.why = Some(Message::new("announce-why/quota"));
                news.splice(..0, batch);
            }
            Outcome::Failed(why) => {
                result.why = Some(why);
                news.splice(..0, batch);
            }
        }
        record.end();
        if result.why.is_some() {
            break;
        }
    }
    result.waiting = news.len();
    record.write(var, receiver)?;
    Ok(result)
}
