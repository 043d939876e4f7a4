//! How the process ends. CI jobs branch on these numbers; they never change meaning.

use std::process::ExitCode;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::diagnostic::explain::{disk_fault, explain};
use crate::diagnostic::warning::Warning;
use crate::message::{Language, Message};

/// A named exit code. The JSON report has the name, in lower case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Exit {
    /// Published, or no change to publish.
    Done,
    /// Content is wrong: each place was named; the build was not published. Also a command that is
    /// always refused in this state: the build is live already, content is held, no page has the
    /// address.
    Content,
    /// `diff` found a difference.
    Different,
    /// A page could not be rendered: a component threw, looped or killed its worker; the build was
    /// not published.
    Render,
    /// The origin is down or its answer is invalid; the build was not published.
    Origin,
    /// The system configuration drops or hides many paths at once; `--accept-seo` publishes it all
    /// the same.
    Seo,
    /// Files or folders cannot be read or written, or the frontend is not built.
    Environment,
    /// Another generator writes to the same `builds/`.
    Locked,
    /// The command line is wrong.
    Usage,
}

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            // `diff` is asked a question, as diff(1): its 1 is an answer.
            Self::Content | Self::Different => 1,
            Self::Render => 2,
            Self::Origin => 3,
            Self::Seo => 4,
            Self::Environment => 5,
            Self::Locked => 6,
            Self::Usage => 64,
        }
    }

    /// The failure of that number.
    pub fn from_code(code: u8) -> Option<Self> {
        let failures = [
            Self::Content,
            Self::Render,
            Self::Origin,
            Self::Seo,
            Self::Environment,
            Self::Locked,
            Self::Usage,
        ];
        failures.into_iter().find(|exit| exit.code() == code)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// An error that knows how the process ends.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// The error to report to the person, causes included.
    pub error: anyhow::Error,
    /// Each problem.
    pub problems: Vec<Problem>,
    /// Warnings in addition.
    pub warnings: Vec<Warning>,
}

/// One problem.
#[derive(Clone, Debug)]
pub enum Problem {
    /// A problem in a content file.
    Content(Box<Diagnostic>),
    /// A problem in rendering a page, or in making one of its files.
    Page {
        /// `render`, or `file`; content has its own codes.
        code: &'static str,
        /// Route id.
        route: String,
        /// Locale code.
        locale: String,
        /// Path with prefix: the page's, or the file's.
        path: String,
        /// The cause.
        reason: String,
    },
    /// A file that could not be written, or a problem of the machine.
    Machine(Arc<anyhow::Error>),
}

impl Problem {
    /// The problem as JSON, for programs.
    pub fn json(&self, language: Language) -> serde_json::Value {
        match self {
            Self::Content(diagnostic) => diagnostic.json(language),
            Self::Page {
                code,
                route,
                locale,
                path,
                reason,
            } => serde_json::json!({
                "code": code, "route": route, "locale": locale, "path": path, "reason": reason
            }),
            Self::Machine(error) => serde_json::json!({
                "code": "environment", "reason": explain(error, language)
            }),
        }
    }
}

impl Failure {
    /// An error with its code.
    pub fn new(exit: Exit, error: impl Into<anyhow::Error>) -> Self {
        Self {
            exit,
            error: error.into(),
            problems: Vec::new(),
            warnings: Vec::new(),
        }
    }

    /// Puts `warnings`, which were found before, in front.
    pub fn after(mut self, warnings: Vec<Warning>) -> Self {
        self.warnings.splice(..0, warnings);
        self
    }

    /// The failure with these problems.
    pub fn with_problems(mut self, problems: impl IntoIterator<Item = Problem>) -> Self {
        self.problems.extend(problems);
        self
    }

    /// The fault of a disk that it comes from, if it does.
    pub fn disk_fault(&self) -> Option<Message> {
        let machine = self.problems.iter().filter_map(|problem| match problem {
            Problem::Machine(error) => Some(&**error),
            _ => None,
        });
        let mut errors = std::iter::once(&self.error).chain(machine);
        errors.find_map(disk_fault)
    }

    /// True if a file changed while it was read: the same build may succeed when it is run again.
    pub fn is_retryable(&self) -> bool {
        let retryable =
            |problem: &Problem| matches!(problem, Problem::Content(found) if found.retryable);
        self.problems.iter().any(retryable)
    }
}

/// Codes of the messages that refuse a command because of the state of the builds: no file and no
/// permission would help.
const REFUSALS: [&str; 8] = [
    "live-already",
    "no-earlier-build",
    "ship-held",
    "ship-open",
    "ship-purged",
    "ship-reopens",
    "unknown-build",
    "why",
];

/// An error without another classification is a matter of the machine: files, folders, permissions.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        let message = error.downcast_ref::<Message>();
        let is_refusal = message.is_some_and(|message| REFUSALS.contains(&message.code()));
        let exit = match is_refusal {
            true => Exit::Content,
            false => Exit::Environment,
        };
        Self::new(exit, error)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    // R10.06
    #[test]
    fn a_refusal_is_no_fault_of_the_machine() {
        let exit = |key| Failure::from(anyhow::Error::from(Message::new(key))).exit;
        for key in ["live-already", "why/no-page", "why/near-page", "ship-held"] {
            assert_eq!(exit(key), Exit::Content, "{key}");
        }
        assert_eq!(exit("nothing-published"), Exit::Environment);
        let refused = Err::<(), _>(Message::new("ship-purged/dictionary"));
        let refused = refused.context("s3://bucket").unwrap_err();
        assert_eq!(Failure::from(refused).exit, Exit::Content);
    }
}
