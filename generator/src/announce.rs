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
//! | `aliyun`, `tencent` | the same | 1,000 a call, and the quota of the day |
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
use receivers::{Kind, Receiver};
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
    /// Why these addresses wait.
    pub why: Option<Message>,
    /// Whether the receiver had no record: its cache may have older files, which are not known
    /// here.
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
    let send = |receiver: &Receiver| {
        let (mut news, mut record) = pending((builds, live, &addresses), receiver, var)?;
        let is_first = record.is_new();
        let total = news.len();
        let why = send_batches(&receiver.kind, &mut news, &mut record, |batch, record| {
            // The others get the batch again if this process ends before the record is written.
            if receiver.kind.counts_repeats() {
                record.write(var, receiver)?;
            }
            Ok(calls::send(client, receiver, &site, batch))
        })?;
        record.write(var, receiver)?;
        Ok(Announced {
            receiver: receiver.name(),
            sent: total - news.len(),
            waiting: news.len(),
            why,
            is_first,
        })
    };
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
        let (news, _) = pending((builds, live, &addresses), receiver, var)?;
        Ok((receiver.name(), news.len()))
    };
    receivers.iter().map(count).collect()
}

/// The addresses to be sent to `receiver`, and its record, in which those are noted that it has no
/// use for.
fn pending(
    (builds, live, addresses): (&Builds, &Live, &Addresses),
    receiver: &Receiver,
    var: &Path,
) -> anyhow::Result<(Vec<News>, Record)> {
    let kind = &receiver.kind;
    let mut record = Record::read(var, receiver, &live.index.public_url)?;
    let news = plan::news(builds, live, addresses, kind.hears(), &mut record)?;
    // The files of a cache without a record are not known here.
    let is_blind = kind.is_cache() && record.is_new();
    let is_of_use = |item: &News| !is_blind && (item.change != Change::Ended || !kind.forgets());
    let (news, rest): (Vec<News>, Vec<News>) = news.into_iter().partition(is_of_use);
    rest.iter().for_each(|item| record.note(item));
    Ok((news, record))
}

/// Sends `news` in batches, and removes those that were taken. Answers why the others wait.
fn send_batches(
    kind: &Kind,
    news: &mut Vec<News>,
    record: &mut Record,
    mut send: impl FnMut(&[News], &Record) -> anyhow::Result<Outcome>,
) -> anyhow::Result<Option<Message>> {
    while !news.is_empty() {
        let most = record.quota_left().unwrap_or(usize::MAX);
        let count = kind.batch().min(most).min(news.len());
        if count == 0 {
            return Ok(Some(Message::new("announce-why/quota")));
        }
        let batch = &news[..count];
        record.begin(batch);
        let outcome = send(batch, record)?;
        record.end();
        match outcome {
            Outcome::Taken { left } => record.set_quota(left),
            Outcome::Exhausted => {
                record.set_quota(Some(0));
                continue;
            }
            Outcome::Failed(why) => return Ok(Some(why)),
        }
        batch.iter().for_each(|item| record.note(item));
        news.drain(..count);
    }
    Ok(None)
}
