//! Errors in the reader's language, with their causes.

use std::error::Error;
use std::io;

use super::{Argument, Explained, Language, Message};

/// Explains an error, causes included, as far as there are texts for it. `known` has the words for
/// causes of the program's own.
pub fn explain(
    error: &anyhow::Error,
    language: Language,
    known: impl Fn(&(dyn Error + 'static)) -> Option<String>,
) -> String {
    let parts = error.chain().map(|cause| {
        if let Some(Explained { message, .. }) = cause.downcast_ref() {
            message.text(language)
        } else if let Some(message) = cause.downcast_ref::<Message>() {
            message.text(language)
        } else if let Some(error) = cause.downcast_ref::<io::Error>() {
            of_file(error, language)
        } else {
            known(cause).unwrap_or_else(|| cause.to_string())
        }
    });
    parts.collect::<Vec<_>>().join(match language {
        Language::Chinese => "：",
        Language::English => ": ",
    })
}

/// A disk's fault with its remedy; other failures have none that is always right.
fn of_file(error: &io::Error, language: Language) -> String {
    match Message::of_disk_fault(error) {
        Some(fault) => Message::new("reason-then-remedy")
            .with("reason", fault.text(language))
            .with("remedy", fault.remedy(language))
            .text(language),
        None => Argument::from(error).text(language),
    }
}
