//! How the process ends. Scripts branch on these numbers; they never change meaning. They are those
//! of `sysexits.h`.

use std::process::ExitCode;

/// A named exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Stopped on request.
    Done = 0,
    /// The command line is wrong.
    Usage = 64,
    /// The embedded origin does not start: its database, its folder.
    Origin = 69,
    /// The system refuses something: threads, signals, standard output.
    System = 71,
    /// The address cannot be listened on: another program has it, or it is not this machine's.
    Address = 74,
    /// The options are well formed, but cannot work together.
    Config = 78,
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
    /// The message for the person, causes included.
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
