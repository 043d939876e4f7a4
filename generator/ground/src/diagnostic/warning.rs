//! Warnings: flaws that are worth mending and stop no build.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::diagnostic::console::MessageFormat;
use crate::diagnostic::console::MessageStyle;
use crate::diagnostic::console::diagnostics;
use crate::diagnostic::console::note;
use crate::message::{Language, Message};

/// Something worth knowing that stops no build.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Warning {
    /// A warning about a content file.
    Content(Diagnostic),
    /// A warning about the site as a whole.
    Site(Message),
    /// A warning about the origin, which did not answer: true of that moment only.
    Origin(Message),
    /// A warning about a change of this build: true of this build alone.
    Change(Message),
}

impl Warning {
    /// The warning in one line.
    pub fn line(&self, language: Language) -> String {
        match self {
            Self::Content(diagnostic) => diagnostic.line(language),
            Self::Site(message) | Self::Origin(message) | Self::Change(message) => {
                message.text(language)
            }
        }
    }

    /// True if the next build need not ask again to know it.
    pub fn is_lasting(&self) -> bool {
        !matches!(self, Self::Origin(_) | Self::Change(_))
    }
}

/// Prints a warning about the site as a whole.
pub fn warning_line(message: &Message, language: Language) {
    let words = message.text(language);
    let labelled = Message::new("labelled/warning").with("words", words);
    note(&labelled.text(language));
}

/// Prints warnings in the chosen style.
pub fn warnings<'a>(warnings: impl IntoIterator<Item = &'a Warning>, style: MessageStyle) {
    for warning in warnings {
        match warning {
            Warning::Content(diagnostic) => diagnostics(std::slice::from_ref(diagnostic), style),
            Warning::Site(message) | Warning::Origin(message) | Warning::Change(message) => {
                warning_line(message, style.language);
            }
        }
    }
}

/// Prints the warnings that were not among those `before`, and the number of those that were.
pub fn new_warnings(now: &[Warning], before: &[Warning], style: MessageStyle) {
    let (old, new): (Vec<&Warning>, Vec<&Warning>) =
        now.iter().partition(|warning| before.contains(warning));
    warnings(new, style);
    if !old.is_empty() && style.format == MessageFormat::Human {
        let old = Message::new("warnings-as-before").with("warnings", old.len());
        note(&old.text(style.language));
    }
}
