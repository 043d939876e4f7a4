//! Errors in the reader's language, with what led to them.

use crate::diagnostic::Diagnostic;
use crate::message::{Argument, Explained, Language, Message};

/// Says why something failed, causes included, as far as there are words for it.
pub fn explain(error: &anyhow::Error, language: Language) -> String {
    let parts = error.chain().map(|cause| {
        if let Some(Explained { message, .. }) = cause.downcast_ref() {
            message.text(language)
        } else if let Some(message) = cause.downcast_ref::<Message>() {
            message.text(language)
        } else if let Some(diagnostic) = cause.downcast_ref::<Diagnostic>() {
            diagnostic.line(language)
        } else if let Some(error) = cause.downcast_ref::<std::io::Error>() {
            Argument::from(error).text(language)
        } else {
            cause.to_string()
        }
    });
    parts.collect::<Vec<_>>().join(match language {
        Language::Chinese => "：",
        Language::English => ": ",
    })
}
