//! What a site still lacks for a country: the rows of `check --profile china`.
//!
//! ```text
//! content, route table ──facts──► Facts ──china──► rows ──print──► the terminal, a CI job
//! built frontend       ──┘ (the only I/O)
//! ```
//!
//! A row is a requirement in one sentence, its state, its place and the remedy. The decision is
//! pure: [`china::rows`] reads [`Facts`] only. It judges one document of each public route and
//! language, because all documents of a route have the same frame.

pub mod addresses;
pub mod china;
pub mod document;
pub mod facts;
pub mod print;

pub use facts::Facts;

use generator_ground::message::Message;

/// How a site meets a requirement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The site meets the requirement.
    Fine,
    /// The site does not meet the requirement.
    Missing,
    /// Only the running site shows it, or only the operator knows it.
    Unknown,
}

impl State {
    /// Name of the state, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::Fine => "fine",
            Self::Missing => "missing",
            Self::Unknown => "unknown",
        }
    }
}

/// One requirement, and how the site meets it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The requirement and the remedy; its code is the row's id after `china-`.
    pub message: Message,
    /// The state.
    pub state: State,
    /// The file that meets the requirement, or has to: `content/site.yaml`.
    pub file: String,
    /// JSON pointer in that file: `/public/filing/icp`.
    pub field: Option<String>,
    /// The values or paths that do not meet it.
    pub found: Vec<String>,
}

impl Row {
    /// A requirement that is met in `file`.
    fn new(message: Message, file: impl Into<String>) -> Self {
        Self {
            message,
            state: State::Fine,
            file: file.into(),
            field: None,
            found: Vec::new(),
        }
    }

    /// The row, about a field of the file.
    fn field(mut self, pointer: &str) -> Self {
        self.field = Some(pointer.to_owned());
        self
    }

    /// The row, met if `is_met`.
    fn met_if(mut self, is_met: bool) -> Self {
        if !is_met {
            self.state = State::Missing;
        }
        self
    }

    /// The row, met if there are no `faults`, each of which is named once.
    fn without(mut self, faults: impl IntoIterator<Item = impl Into<String>>) -> Self {
        for fault in faults {
            let fault = fault.into();
            if !self.found.contains(&fault) {
                self.found.push(fault);
            }
        }
        let is_met = self.found.is_empty();
        self.met_if(is_met)
    }

    /// The row, undecided if `is_unknown`.
    fn unknown_if(mut self, is_unknown: bool) -> Self {
        if is_unknown {
            self.state = State::Unknown;
        }
        self
    }

    /// Id of the row: `icp-number`.
    pub fn id(&self) -> &str {
        let code = self.message.code();
        code.strip_prefix("china-").unwrap_or(code)
    }
}

/// How many of `rows` are in that state.
pub fn count(rows: &[Row], state: State) -> usize {
    rows.iter().filter(|row| row.state == state).count()
}

#[cfg(test)]
mod tests;
