//! Events of a job as they are kept: translated for each reader.

use std::sync::Arc;

use contract::control::{Event, MAX_LINE, NAMED_PATHS, NAMED_PROBLEMS, Paths};

use crate::pages::render::outcome::ChangeKind;
use crate::report;
use crate::report::BuildReport;
use generator_builds::changed_pages::{ChangedPages as LoggedPages, CountedPages};
use generator_ground::diagnostic::explain::explain;
use generator_ground::diagnostic::failure::Failure;
use generator_ground::message::{Language, Message};

/// Bytes that the paths of one kind of change take at most: a line contains four kinds.
const PATHS_MAX: usize = MAX_LINE / 8;

/// Bytes that all problems take at most, before quotes in them are escaped.
const PROBLEMS_MAX: usize = MAX_LINE / 4;

/// An event of a job.
#[derive(Clone, Debug)]
pub enum Told {
    /// An event without a text.
    Event(Event),
    /// A gateway does not answer from the new build.
    NotLive {
        /// Address of the gateway.
        gateway: String,
        /// Milliseconds since the build was published.
        after_ms: u64,
        /// Reason why it does not.
        problem: Message,
    },
    /// The build was not published.
    Failed(Arc<Failure>),
}

impl Told {
    /// True for the last event of the job.
    pub(super) fn is_last(&self) -> bool {
        match self {
            Self::Event(event) => event.is_last(),
            Self::NotLive { .. } => false,
            Self::Failed(_) => true,
        }
    }

    pub(super) fn is_progress(&self) -> bool {
        matches!(self, Self::Event(Event::Progress { .. }))
    }

    /// The event in a language.
    pub(super) fn event(self, language: Language) -> Event {
        match self {
            Self::Event(event) => event,
            Self::NotLive {
                gateway,
                after_ms,
                problem,
            } => Event::Live {
                gateway,
                live: false,
                after_ms,
                problem: Some(problem.text(language)),
            },
            Self::Failed(failure) => failure_event(&failure, language),
        }
    }
}

fn failure_event(failure: &Failure, language: Language) -> Event {
    let lines = failure.problems.iter();
    let lines = lines.map(|problem| report::problem_line(problem, language));
    Event::Failed {
        exit: failure.exit.code(),
        problem: cut(explain(&failure.error, language), PROBLEMS_MAX),
        problems: within(lines.take(NAMED_PROBLEMS), PROBLEMS_MAX),
        count: failure.problems.len(),
    }
}

/// Pages that a build changes.
pub fn pages(report: &BuildReport) -> Event {
    let of = |kind| report.changed.of_kind(kind);
    Event::Pages {
        added: paths(of(ChangeKind::New)),
        // Pages with changed content of their own come before those that list them.
        changed: paths(of(ChangeKind::Content).chain(of(ChangeKind::Listed))),
        removed: paths(report.removed_pages.iter().cloned()),
        chrome: paths(of(ChangeKind::Chrome)),
    }
}

/// Pages that a command changed, as the log counts them.
pub fn logged_pages(changed: &LoggedPages) -> Event {
    let of = |pages: &CountedPages| Paths {
        count: pages.count,
        paths: within(pages.paths.iter().take(NAMED_PATHS).cloned(), PATHS_MAX),
    };
    Event::Pages {
        added: of(&changed.added),
        changed: of(&changed.changed.with(&changed.listing)),
        removed: of(&changed.removed),
        chrome: of(&changed.chrome),
    }
}

fn paths(mut all: impl Iterator<Item = String>) -> Paths {
    let named: Vec<String> = all.by_ref().take(NAMED_PATHS).collect();
    Paths {
        count: named.len() + all.count(),
        paths: within(named, PATHS_MAX),
    }
}

/// The first of `texts` that take no more than `max` bytes together; one that is too long alone is
/// cut.
fn within(texts: impl IntoIterator<Item = String>, max: usize) -> Vec<String> {
    let mut left = max;
    let texts = texts.into_iter().map_while(|text| {
        let text = (left > 0).then(|| cut(text, left))?;
        left -= text.len();
        Some(text)
    });
    texts.collect()
}

fn cut(mut text: String, max: usize) -> String {
    text.truncate(text.floor_char_boundary(max));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use contract::control::JobEvent;
    use generator_ground::diagnostic::failure::{Exit, Problem};

    #[test]
    fn whatever_is_told_fits_a_line() {
        let problem = |number: usize| {
            let error = anyhow::anyhow!("{number}: {}", "\"潮\"\n".repeat(2_000));
            Problem::Machine(Arc::new(error))
        };
        let failure = Failure::new(Exit::Render, anyhow::anyhow!("{}", "\"".repeat(MAX_LINE)))
            .with_problems((0..100).map(problem));
        let event = Told::Failed(Arc::new(failure)).event(Language::Chinese);
        let Event::Failed {
            problems, count, ..
        } = &event
        else {
            panic!("it failed");
        };
        assert_eq!((problems.len() > 1, *count), (true, 100));
        let line = serde_json::to_string(&JobEvent { id: 1, event }).unwrap();
        assert!(line.len() <= MAX_LINE, "{}", line.len());
    }

    #[test]
    fn paths_are_counted_and_the_first_named() {
        let some = paths((0..60).map(|number| format!("/{number}")));
        assert_eq!((some.count, some.paths.len()), (60, NAMED_PATHS));
        let long = paths((0..60).map(|_| "长".repeat(1_000)));
        let bytes: usize = long.paths.iter().map(String::len).sum();
        assert!(bytes <= PATHS_MAX, "{bytes}");
    }
}
