//! Sessions: begun at sign-in, ended by signing out or after [`LIFETIME`].

/// Seconds that a session lasts: as long as its cookie (R9.02).
pub const LIFETIME: i64 = 30 * 24 * 60 * 60;

/// Sessions of one account at once: every device of a person many times over. One more ends the
/// oldest, so that a stolen mailbox leaves no pile of unwatched sessions.
pub const PER_ACCOUNT: i64 = 50;

/// How a session began.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// By a code that was mailed.
    Code,
    /// By an operator's command.
    Operator,
    /// By Feishu's word.
    Feishu,
}

impl Method {
    /// The name that the database uses.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::Operator => "operator",
            Self::Feishu => "feishu",
        }
    }
}
