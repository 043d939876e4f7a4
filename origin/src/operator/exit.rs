//! How the program ends. Scripts branch on these numbers; they never change meaning.

use std::process::ExitCode;

/// A named exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Done, or stopped on request.
    Done = 0,
    /// The command failed; the last line on standard error has the reason.
    Failed = 1,
    /// The command line is wrong (`sysexits.h`).
    Usage = 64,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
