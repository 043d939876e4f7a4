//! How the process ends. CI jobs branch on these numbers; they never change meaning.

use std::process::ExitCode;

/// A named exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Published, or nothing to publish.
    Done = 0,
    /// Content is wrong: each place was named; nothing was published.
    Content = 1,
    /// A page could not be rendered: a component threw, looped or killed its worker; nothing was published.
    Render = 2,
    /// The origin is down or its answer is invalid; nothing was published.
    Origin = 3,
    /// The system configuration drops or hides many paths at once; `--accept-seo` publishes it all the same.
    Seo = 4,
    /// Files or folders cannot be read or written, or the frontend is not built.
    Environment = 5,
    /// Another generator writes to the same `builds/`.
    Locked = 6,
    /// The command line is wrong.
    Usage = 64,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// An error that knows how the process ends.
#[derive(Debug)]
pub struct Failure {
    /// The code.
    pub exit: Exit,
    /// What to tell the person, causes included.
    pub error: anyhow::Error,
}

impl Failure {
    /// An error with its code.
    pub fn new(exit: Exit, error: impl Into<anyhow::Error>) -> Self {
        Self {
            exit,
            error: error.into(),
        }
    }
}

/// Anything that is not said otherwise is a matter of the machine: files, folders, permissions.
impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Self {
        Self::new(Exit::Environment, error)
    }
}
