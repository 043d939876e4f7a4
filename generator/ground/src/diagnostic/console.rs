//! Lines for the person at the terminal, or the CI job: results on standard output, everything else
//! on standard error.

use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};

use clap::ValueEnum;
use indicatif::ProgressBar;

use crate::diagnostic::Diagnostic;
use crate::message::Language;

/// How problems are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MessageFormat {
    /// For people: the line, the problem, the remedy
    Human,
    /// One JSON object per line
    Json,
    /// Workflow annotations of CI systems
    Github,
}

/// The bar at the end of the terminal, of which a process has one; lines are written above it.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Shows `bar` in place of the one before; none: takes that away.
pub fn show_bar(bar: Option<ProgressBar>) {
    let mut shown = BAR.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(before) = std::mem::replace(&mut *shown, bar) {
        before.finish_and_clear();
    }
}

fn above_bar<T>(write: impl FnOnce() -> T) -> T {
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner);
    match &*bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
}

/// One line on standard output. A reader that has gone (`| head -1`) has read enough.
pub fn line(text: &str) {
    match above_bar(|| writeln!(std::io::stdout(), "{text}")) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            note(&format!("error: cannot print the result: {error}"));
        }
        _ => {}
    }
}

/// One line on standard error. A failed write is ignored: there is no reader to report it to.
pub fn note(text: &str) {
    let _ = above_bar(|| writeln!(std::io::stderr(), "{text}"));
}

/// How messages are shown, and in which language.
#[derive(Clone, Copy, Debug)]
pub struct MessageStyle {
    /// Whether messages are for people, for programs or for CI.
    pub format: MessageFormat,
    /// Language of the words.
    pub language: Language,
}

/// Prints problems of content in the chosen style.
pub fn diagnostics(diagnostics: &[Diagnostic], style: MessageStyle) {
    let language = style.language;
    for diagnostic in diagnostics {
        note(&match style.format {
            MessageFormat::Human => diagnostic.human(std::io::stderr().is_terminal(), language),
            MessageFormat::Json => diagnostic.json(language).to_string(),
            MessageFormat::Github => diagnostic.annotation(language),
        });
    }
}
