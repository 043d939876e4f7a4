//! Errors in the reader's language, with their causes.

use std::io;

use crate::diagnostic::Diagnostic;
use crate::message::{self, Language, Message};

/// Code of the message that [`Spill::check`](crate::storage::spill::Spill::check) fails with.
const SPILL_FAILED: &str = "no-spill";

/// Explains an error, causes included, as far as there are texts for it.
pub fn explain(error: &anyhow::Error, language: Language) -> String {
    message::explain(error, language, |cause| {
        let diagnostic = cause.downcast_ref::<Diagnostic>();
        diagnostic.map(|diagnostic| diagnostic.line(language))
    })
}

/// The fault of a disk that an error comes from, if it does.
pub(super) fn disk_fault(error: &anyhow::Error) -> Option<Message> {
    error.chain().find_map(|cause| {
        let message = cause.downcast_ref::<Message>();
        let spill = message.filter(|message| message.code() == SPILL_FAILED);
        let fault = || Message::of_disk_fault(cause.downcast_ref::<io::Error>()?);
        spill.cloned().or_else(fault)
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    fn io_error(kind: io::ErrorKind) -> anyhow::Error {
        let failed: io::Result<()> = Err(kind.into());
        failed.context("cannot write `a`").unwrap_err()
    }

    // R10.04
    #[test]
    fn a_disk_that_is_full_or_read_only_is_told_with_its_remedy() {
        for (kind, words) in [
            (io::ErrorKind::StorageFull, "the disk is full; make room"),
            (io::ErrorKind::QuotaExceeded, "the disk is full; make room"),
            (
                io::ErrorKind::ReadOnlyFilesystem,
                "cannot be written to; mount",
            ),
            (io::ErrorKind::PermissionDenied, "permission denied; check"),
        ] {
            let error = io_error(kind);
            let told = explain(&error, Language::English);
            assert!(told.starts_with("cannot write `a`: "), "{told}");
            assert!(told.contains(words), "{told}");
            assert!(disk_fault(&error).is_some(), "{kind}");
        }
        assert_eq!(disk_fault(&io_error(io::ErrorKind::NotFound)), None);
    }
}
