//! Why a letter or a notice was not taken.

use std::fmt;

/// Why a try failed. Shows neither the receiver nor its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The item will hardly ever be taken.
    Refused(String),
    /// The item is not taken now (greylisting).
    Deferred(String),
    /// No item is taken now: the receiver is not there, does not know us, is too slow.
    Away(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) | Self::Deferred(reason) | Self::Away(reason) => {
                f.write_str(reason)
            }
        }
    }
}
