//! Build, then build again after every edit.
//!
//! An edit is what `notify` reports under the watched folders, from its first event until no event
//! has come for ten milliseconds and no file is being written any more ([`edit`]). A build with
//! wrong content is not published: the site stays as it was, the problems are printed, and the next
//! edit tries again; so does a later moment when the origin was down, the disk was full or the
//! frontend is not built. A build that may have failed only because a file changed while it was
//! read is tried once more before a report. A build starts automatically when a scheduled entry
//! appears or disappears, and on request ([`crate::jobs`]), after the operator's command
//! ([`before_build`]).

pub mod before_build;
mod edit;
mod pictures;
mod polling;
mod sources;

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use contract::control::{Event, Initiator, Phase};
use contract::route::Route;
use jiff::Timestamp;

use crate::config::BuildConfig;
use crate::config::initiator::CLOCK;
use crate::jobs;
use crate::jobs::{JobTeller, Jobs, TakenJob, Told};
use crate::notices::{Notice, Notices};
use crate::pipeline::{Builder, Built};
use crate::report;
use crate::report::BuildReport;
use crate::report::held::HeldReport;
use crate::report::scheduled::Scheduled;
use crate::sources::frontend;
use before_build::BeforeBuild;
use edit::Paths;
use generator_builds::preview;
use generator_builds::sidecar;
use generator_builds::sidecar::Pace;
use generator_content::{ChangedPaths, Content};
use generator_ground::diagnostic::failure::{Exit, Failure};
use generator_ground::diagnostic::warning;
use generator_ground::diagnostic::warning::Warning;
use generator_ground::message::Language;
use sources::Sources;

/// How late it is noticed at most that the clock was set, or that the machine was asleep: sleeping
/// takes no account of either.
const NAP: Duration = Duration::from_secs(5);

/// Clocks are corrected by less all the time.
const SLACK: Duration = Duration::from_secs(1);

/// When to ask an origin again that was down: no edit reports that it is back.
const ORIGIN_RETRY: Duration = Duration::from_secs(5);

/// When to try again on a disk that was full or could not be written to: no event reports free
/// space.
const DISK_RETRY: Duration = Duration::from_secs(5);

/// When to look again for a frontend that is not built.
const FRONTEND_RETRY: Duration = Duration::from_secs(1);

/// Editors' work that a watch publishes on request.
pub trait Desk: Send + Sync {
    /// Writes the content that waits for the build of the requested job.
    ///
    /// # Errors
    /// It cannot be written, or the content has changed meanwhile.
    fn write(&self) -> Result<(), Failure>;

    /// The content that waits is not written: the build of its job does not begin.
    fn refuse_waiting(&self);

    /// The build with the written content is over; if it is not live, the content is taken back.
    fn settle(&self, is_live: bool);

    /// Remembers which texts visitors have now, on pages of which routes.
    fn remember(&self, live: &Content, routes: &[Route]);

    /// Notes that content changed on disk.
    fn note(&self, touched: &ChangedPaths);
}

/// The configuration of a watch besides its builder.
pub struct WatchConfig {
    /// Interval at which to look at the sources; none: the kernel reports changes.
    pub poll: Option<Duration>,
    /// Builds on request.
    pub jobs: Arc<Jobs>,
    /// Command to run before each of them.
    pub before_build: Option<BeforeBuild>,
    /// Gateways that are asked whether they answer from a new build, without a trailing slash.
    pub gateways: Arc<[String]>,
    /// Receivers of notices about builds that were published, and about those that were not.
    pub notices: Option<Arc<Notices>>,
    /// The studio, if the site has one.
    pub desk: Option<Arc<dyn Desk>>,
}

/// Builds until the process is interrupted.
pub fn watch(builder: Builder, config: WatchConfig) -> Result<(), Failure> {
    let sources = Sources::watch(builder.config(), config.poll)?;
    config.jobs.on_new(sources.waker());
    Watch {
        builder,
        sources,
        job: JobTeller::new(&config.jobs, None),
        asked_by: Initiator::default(),
        config,
        warnings: Vec::new(),
        scheduled: Vec::new(),
        failed: None,
    }
    .run()
}

/// A builder that follows edits.
struct Watch {
    builder: Builder,
    sources: Sources,
    config: WatchConfig,
    /// Notified of the progress of the requested build.
    job: JobTeller,
    /// The person that requested it.
    asked_by: Initiator,
    /// Warnings of the last build.
    warnings: Vec<Warning>,
    /// Scheduled changes that it reported.
    scheduled: Vec<Scheduled>,
    /// Why the last build failed, if it did.
    failed: Option<String>,
}

/// The step after a build.
enum Next {
    /// Wait until an edit, or until the moment of the next scheduled change.
    Wait(Option<Timestamp>),
    /// Wait until an edit, or until that moment, at which the same build is tried once more.
    Retry(Option<Timestamp>),
    /// Build the same again: the failure may be due to a file that was read while it was being
    /// written.
    Again,
}

impl Watch {
    fn run(mut self) -> Result<(), Failure> {
        let mut touched = ChangedPaths::Everything;
        let mut is_first_try = true;
        loop {
            if let Some(desk) = &self.config.desk {
                desk.note(&touched);
            }
            let sources = &mut self.sources;
            let outcome = self
                .builder
                .build_unless(&touched, &mut || sources.take_events());
            match self.after(outcome, is_first_try)? {
                Next::Wait(instant) => {
                    (touched, is_first_try) = (self.wait(instant, CLOCK), true);
                }
                Next::Retry(instant) => {
                    (touched, is_first_try) = (self.wait(instant, ""), true);
                }
                Next::Again => {
                    let more = self.take_edit();
                    (touched, is_first_try) = (touched.and(more), false);
                }
            }
        }
    }

    fn after(
        &mut self,
        outcome: Result<Built, Failure>,
        is_first_try: bool,
    ) -> Result<Next, Failure> {
        let failure = match outcome {
            Ok(built) => {
                self.failed = None;
                // A build that is held reaches no visitor.
                let is_live = built.report.held.is_none();
                self.settle(is_live);
                if let (Some(desk), Some(content)) = (&self.config.desk, self.builder.content())
                    && is_live
                {
                    desk.remember(content, self.builder.routes());
                }
                let by = built.initiator(self.builder.store());
                self.notify(|asked_by, site, _| {
                    Notice::for_build(&built.report, site, by.as_ref().unwrap_or(asked_by))
                });
                self.tell_job(&built.report);
                let next_change = self.after_publish(built);
                // With a configured "now", time does not advance: no scheduled change becomes due.
                let is_told = self.builder.config().site.now.is_some();
                return Ok(Next::Wait(next_change.filter(|_| !is_told)));
            }
            Err(failure) => failure,
        };
        let config = self.builder.config();
        // Waiting is useless on a machine that cannot write; an edit can repair every other
        // failure.
        if failure.exit == Exit::Environment && config.builds.metadata().is_err() {
            return Err(failure);
        }
        if is_first_try && (failure.is_retryable() || self.sources.has_edit()) {
            return Ok(Next::Again);
        }
        // A missing entry may be held back for its pictures.
        if self.sources.wait_for_pictures() {
            return Ok(Next::Again);
        }
        let config = self.builder.config();
        let retry = retry_after(&failure, config);
        self.settle(false);
        self.tell(&failure);
        self.end_job(Told::Failed(Arc::new(failure)));
        Ok(Next::Retry(retry.map(|after| Timestamp::now() + after)))
    }

    /// Tells the studio how the build with the content that it wrote ended.
    fn settle(&self, is_live: bool) {
        if let Some(desk) = &self.config.desk {
            desk.settle(is_live);
        }
    }

    /// Reports the result of its build to the job; gateways are queried in the background, beside
    /// the next builds.
    fn tell_job(&mut self, report: &BuildReport) {
        if let Some(HeldReport {
            content: withdrawn, ..
        }) = &report.held
        {
            return self.end_job(Told::Event(Event::Held {
                since: withdrawn.since.clone(),
                by: withdrawn.by.clone(),
                why: withdrawn.why.clone(),
            }));
        }
        let Some(build) = &report.build else {
            return self.end_job(Told::Event(Event::Unchanged));
        };
        self.job.tell(Told::Event(jobs::pages(report)));
        let build = build.clone();
        self.job.tell(Told::Event(Event::Published {
            build: build.clone(),
            at: Some(Timestamp::now().to_string()),
        }));
        let job = self.take_job();
        if job.is_some() {
            jobs::live::ask(&self.config.gateways, build, job);
        }
    }

    fn end_job(&mut self, last: Told) {
        self.take_job().tell(last);
    }

    /// The job of the build that is over; the next build belongs to no job.
    fn take_job(&mut self) -> JobTeller {
        self.asked_by = Initiator::default();
        self.builder.progress().listen(None);
        self.builder.build_for(None);
        std::mem::replace(&mut self.job, JobTeller::new(&self.config.jobs, None))
    }

    /// Begins the job that waits; false if none does, or if the operator's command failed.
    fn begin_job(&mut self) -> bool {
        let Some(TakenJob { id, initiator }) = self.config.jobs.take() else {
            return false;
        };
        self.asked_by = initiator.clone();
        self.builder.build_for(Some(initiator));
        self.job = JobTeller::new(&self.config.jobs, Some(id));
        let (job, progress) = (self.job.clone(), self.builder.progress());
        progress.listen(Some(Arc::new(move |event| job.tell(Told::Event(event)))));
        // The same failure as before is news to the person that requested the build.
        self.failed = None;
        let ran = self.prepare_build();
        if let Err(failure) = ran {
            self.tell(&failure);
            self.end_job(Told::Failed(Arc::new(failure)));
            return false;
        }
        true
    }

    /// Runs the operator's command, and has the studio write the content that is to be published.
    fn prepare_build(&self) -> Result<(), Failure> {
        if let Some(before_build) = &self.config.before_build {
            let progress = self.builder.progress();
            progress.phase(Phase::Command);
            let ran = before_build.run();
            progress.finish();
            if let (Err(_), Some(desk)) = (&ran, &self.config.desk) {
                desk.refuse_waiting();
            }
            ran?;
        }
        match &self.config.desk {
            Some(desk) => desk.write(),
            None => Ok(()),
        }
    }

    /// Prints the result and compresses in the background.
    fn after_publish(&mut self, built: Built) -> Option<Timestamp> {
        let style = self.builder.config().site.messages;
        warning::new_warnings(&built.report.warnings, &self.warnings, style);
        built.report.print(self.builder.address(), style.language);
        if self.scheduled != built.report.scheduled {
            built.report.print_scheduled(style.language);
        }
        self.scheduled = built.report.scheduled;
        self.warnings = built.report.warnings;
        tracing::debug!(steps = %built.report.steps, "built");
        if let Some(folder) = built.uncompressed {
            std::thread::spawn(move || {
                be_idle();
                if let Err(error) = sidecar::finish(&folder, Pace::Behind) {
                    tracing::warn!("compressing `{}`: {error:#}", folder.display());
                }
            });
        }
        built.next_change
    }

    /// Prints why the build was not published; once, however often it is tried again without an
    /// edit.
    fn tell(&mut self, failure: &Failure) {
        // A full disk fails at another file each time.
        let reason = match failure.disk_fault() {
            Some(fault) => fault.to_string(),
            None => format!("{:#}", failure.error),
        };
        if self.failed.as_ref() != Some(&reason) {
            let style = self.builder.config().site.messages;
            report::problems(failure, style);
            report::failure(failure, style.language);
            self.notify(|by, site, language| {
                Some(Notice::for_failure(failure, site, by, language))
            });
        }
        self.failed = Some(reason);
    }

    /// Sends receivers the notice that `notice` makes of the requesting person, the site's address
    /// and the receivers' language.
    fn notify(&self, notice: impl FnOnce(&Initiator, &str, Language) -> Option<Notice>) {
        let Some(notices) = &self.config.notices else {
            return;
        };
        let site = self.builder.site_url();
        if let Some(notice) = notice(&self.asked_by, site, notices.language) {
            notices.tell(notice);
        }
    }

    /// Returns the touched content when an edit is finished, when a job has begun, or when
    /// `next_change` is due: the build is then attributed to `by`.
    fn wait(&mut self, next_change: Option<Timestamp>, by: &str) -> ChangedPaths {
        let (began, waiting) = (Timestamp::now(), Instant::now());
        loop {
            if self.begin_job() {
                // Edits that were reported until now are among it; those of the command may be
                // reported later.
                self.take_edit();
                return ChangedPaths::Everything;
            }
            let expected = began.saturating_add(waiting.elapsed()).unwrap_or(began);
            let Some(nap) = nap(next_change, expected, Timestamp::now()) else {
                let touched = self.take_edit();
                if matches!(&touched, ChangedPaths::Paths(paths) if paths.is_empty())
                    && !by.is_empty()
                {
                    self.builder.build_for(Some(Initiator {
                        by: by.to_owned(),
                        ..Initiator::default()
                    }));
                }
                return touched;
            };
            self.tidy_previews();
            if self.sources.wait(nap) {
                let paths = self.sources.finish();
                // All of it waits for its pictures.
                if paths.as_ref().is_some_and(BTreeSet::is_empty) {
                    continue;
                }
                // An edit may leave everything as it was; that is reported all the same.
                self.failed = None;
                return self.of_content(paths);
            }
        }
    }

    /// Deletes previews that are over; a look at a folder that is mostly not there.
    fn tidy_previews(&self) {
        let folder = self.builder.store().root();
        if let Err(error) = preview::tidy(folder, Timestamp::now()) {
            tracing::warn!("previews: {error:#}");
        }
    }

    /// Content that the edit touched, once it is finished.
    fn take_edit(&mut self) -> ChangedPaths {
        let paths = self.sources.finish();
        self.of_content(paths)
    }

    fn of_content(&self, paths: Paths) -> ChangedPaths {
        let Some(paths) = paths else {
            return ChangedPaths::Everything;
        };
        let content = &self.builder.config().site.content;
        let of_content = paths.into_iter().filter(|path| path.starts_with(content));
        ChangedPaths::Paths(of_content.collect())
    }
}

/// When to try again without an edit.
fn retry_after(failure: &Failure, config: &BuildConfig) -> Option<Duration> {
    match failure.exit {
        _ if failure.disk_fault().is_some() => Some(DISK_RETRY),
        Exit::Origin => Some(ORIGIN_RETRY),
        Exit::Environment if !frontend::is_built(&config.site.frontend) => Some(FRONTEND_RETRY),
        _ => None,
    }
}

/// Lowers this thread's priority: compressing must not slow a build or the gateway.
fn be_idle() {
    if let Err(error) = rustix::process::setpriority_process(None, 19) {
        tracing::debug!("priority: {error}");
    }
}

/// How long to sleep before looking at the clock again, which was to show `expected` and shows
/// `now`; none if it is time to build.
fn nap(next_change: Option<Timestamp>, expected: Timestamp, now: Timestamp) -> Option<Duration> {
    let behind = Duration::try_from(expected.duration_since(now)).unwrap_or_default();
    if behind > SLACK {
        return None;
    }
    let Some(instant) = next_change else {
        return Some(NAP);
    };
    let left = Duration::try_from(instant.duration_since(now)).ok();
    left.filter(|left| !left.is_zero())
        .map(|left| left.min(NAP))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instant_comes_by_the_clock_however_it_is_set() {
        let time = |text: &str| format!("2026-11-21T{text}Z").parse::<Timestamp>().unwrap();
        for (next_change, expected, now, sleeps) in [
            (Some("12:00:00"), "10:00:00", "10:00:00", Some(NAP)),
            (
                Some("12:00:00"),
                "11:59:58",
                "11:59:58",
                Some(Duration::from_secs(2)),
            ),
            (Some("12:00:00"), "12:00:00", "12:00:00", None),
            (Some("12:00:00"), "10:00:00", "15:00:00", None),
            (Some("12:00:00"), "11:00:00", "09:00:00", None),
            (None, "11:00:00", "09:00:00", None),
            (None, "11:00:00", "15:00:00", Some(NAP)),
            (None, "11:00:00.9", "11:00:00", Some(NAP)),
        ] {
            let next_change = next_change.map(time);
            let slept = nap(next_change, time(expected), time(now));
            assert_eq!(slept, sleeps, "{next_change:?} {expected} {now}");
        }
    }
}
