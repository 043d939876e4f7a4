//! Notices to chat groups and other programs about published, withdrawn, held or refused builds.
//!
//! A file names the receivers ([`targets`]); each gets the text ([`format`]) in its own format
//! ([`notices`]). They are sent by a separate thread, which a build never waits for: a
//! notice that does not fit its queue is dropped. The address of a receiver is a secret, because it
//! permits writing to the group: no error and no log has it.

mod format;
mod holds;
mod sending;
pub mod targets;

use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use contract::build::BuildId;
use contract::control::{Event, Initiator};
use contract::locale::Locale;
use notices::receivers::Kind;

use crate::jobs;
use crate::report;
use crate::report::BuildReport;
use crate::report::held::HeldReport;
use generator_builds::hold::WithdrawnContent;
use generator_builds::log::{LogLine, LogVerb};
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::http::HttpClient;
use generator_ground::message::Language;
use holds::ToldHolds;
use targets::Target;

/// Notices that wait; more are dropped.
const WAITING: usize = 64;

/// Time limit of a receiver's answer.
const ANSWER: Duration = Duration::from_secs(10);

/// Problems that a notice names.
const NAMED_PROBLEMS: usize = 3;

/// Pauses before the second and the third try.
pub const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

/// How long a process waits at its end until all are sent.
pub const AT_END: Duration = Duration::from_secs(20);

/// Something that happened to the site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub enum NoticeKind {
    /// A build went live.
    Published,
    /// A build was taken back.
    RolledBack,
    /// A build was not published, because its content was taken back before.
    Held,
    /// Content may be published again that was taken back.
    Released,
    /// A build failed.
    Failed,
}

impl Kind for NoticeKind {
    const ALL: &[Self] = &[
        Self::Published,
        Self::RolledBack,
        Self::Held,
        Self::Released,
        Self::Failed,
    ];
}

/// Contents of a notice.
#[derive(Clone, Debug)]
pub struct Notice {
    kind: NoticeKind,
    /// Public address of the site, without a trailing slash.
    site: String,
    build: Option<BuildId>,
    /// The held content, if the notice is about that.
    withdrawn: Option<WithdrawnContent>,
    initiator: Initiator,
    /// Pages of the notice: an event of that kind.
    pages: Option<Event>,
    /// Whether the build ended a hold.
    ended_hold: bool,
    /// Each problem, and a sentence that sums them up.
    problems: Vec<String>,
}

impl Notice {
    /// The notice of a build: none if it made no change.
    pub fn for_build(report: &BuildReport, site: &str, by: &Initiator) -> Option<Self> {
        if let Some(HeldReport {
            content: withdrawn, ..
        }) = &report.held
        {
            let by = Initiator {
                by: withdrawn.by.clone(),
                why: withdrawn.why.clone(),
                commit: None,
            };
            return Some(Self {
                withdrawn: Some(withdrawn.clone()),
                ..Self::new(NoticeKind::Held, site, &by).with_build(withdrawn.build.clone())
            });
        }
        let build = report.build.clone()?;
        let pages = Some(jobs::pages(report));
        Some(Self {
            pages,
            ended_hold: report.ended_hold,
            ..Self::new(NoticeKind::Published, site, by).with_build(build)
        })
    }

    /// The notice of a build that failed; `language` is that of its readers.
    pub fn for_failure(failure: &Failure, site: &str, by: &Initiator, language: Language) -> Self {
        let named = failure.problems.iter().take(NAMED_PROBLEMS);
        let named = named.map(|problem| report::problem_line(problem, language));
        Self {
            problems: named.chain([explain(&failure.error, language)]).collect(),
            ..Self::new(NoticeKind::Failed, site, by)
        }
    }

    /// The notice of something else.
    pub fn new(kind: NoticeKind, site: &str, by: &Initiator) -> Self {
        Self {
            kind,
            site: site.to_owned(),
            build: None,
            withdrawn: None,
            initiator: by.clone(),
            pages: None,
            ended_hold: false,
            problems: Vec::new(),
        }
    }

    /// The notice of a command that `line` of the log records: none if it made no change that
    /// visitors see or will see.
    pub fn for_log_line(line: &LogLine, site: &str) -> Option<Self> {
        let kind = match line.verb {
            LogVerb::Publish => NoticeKind::Published,
            LogVerb::Rollback => NoticeKind::RolledBack,
            LogVerb::Release => NoticeKind::Released,
            _ => return None,
        };
        let by = Initiator {
            by: line.by.clone(),
            why: line.why.clone(),
            commit: line.commit.clone(),
        };
        Some(Self {
            build: line.build.clone(),
            pages: line.pages.as_ref().map(jobs::logged_pages),
            ..Self::new(kind, site, &by)
        })
    }

    /// The notice, about `build`.
    pub fn with_build(self, build: BuildId) -> Self {
        let build = Some(build);
        Self { build, ..self }
    }
}

/// Receivers, and the thread that notifies them.
pub struct Notices {
    queue: Mutex<Option<SyncSender<Notice>>>,
    ended: Mutex<Receiver<()>>,
    holds: ToldHolds,
    /// Language of the receivers.
    pub language: Language,
}

/// The language of receivers: the default one of the site's `locales`, as far as the generator
/// speaks it.
pub fn language(locales: &[Locale]) -> Language {
    let default = locales.first();
    match default.is_some_and(|locale| locale.code.starts_with("zh")) {
        true => Language::Chinese,
        false => Language::English,
    }
}

impl Notices {
    /// Starts the thread that notifies `targets`, with these pauses between tries; `var` records
    /// the holds of which they were notified.
    pub fn start(
        targets: Vec<Target>,
        language: Language,
        pauses: [Duration; 2],
        var: &Path,
    ) -> anyhow::Result<Arc<Self>> {
        let (queue, waiting) = sync_channel::<Notice>(WAITING);
        let (end, ended) = sync_channel(1);
        let client = HttpClient::new(ANSWER)?;
        thread::Builder::new()
            .name("notices".to_owned())
            .spawn(move || {
                for notice in waiting {
                    for target in targets
                        .iter()
                        .filter(|target| target.on.contains(&notice.kind))
                    {
                        sending::send(&client, target, &notice, (language, pauses));
                    }
                }
                drop(end);
            })?;
        Ok(Arc::new(Self {
            queue: Mutex::new(Some(queue)),
            ended: Mutex::new(ended),
            holds: ToldHolds::under(var),
            language,
        }))
    }

    /// Has `notice` sent, behind those that wait; of one hold once.
    pub fn tell(&self, notice: Notice) {
        let withdrawn = notice.withdrawn.as_ref();
        if withdrawn.is_some_and(|withdrawn| !self.holds.add(withdrawn)) {
            return;
        }
        let queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(queue) = &*queue
            && queue.try_send(notice).is_err()
        {
            tracing::warn!("a notice is dropped: too many wait");
        }
    }

    /// Waits at most this long until all are sent; no notice is accepted any more.
    pub fn finish(&self, limit: Duration) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        drop(queue.take());
        let ended = self.ended.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(RecvTimeoutError::Timeout) = ended.recv_timeout(limit) {
            tracing::warn!("notices were not sent within {limit:?}");
        }
    }
}

#[cfg(test)]
mod tests;
