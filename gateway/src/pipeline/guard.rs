//! Step 6 of the pipeline: access of a session to a file (R6.02). Pure.
//!
//! The same table answers for every representation: document, payload, image, encodings, and the
//! payloads of older builds.

use contract::build::Access;

use crate::session::Session;
use crate::site::template::FileKind;

/// The answer to give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The file, for everyone.
    Open,
    /// The file, `private, no-store`.
    Closed,
    /// 302 to the sign-in page.
    SignIn,
    /// 302 to the home page.
    Home,
    /// 401 as JSON.
    Unauthorized,
    /// 404, as for a path without an entry.
    Hidden,
}

/// Whether the answer depends on the session at all.
pub(crate) fn needs_session(access: Access) -> bool {
    matches!(access, Access::Guest | Access::Guarded)
}

/// The table.
pub(crate) fn decide(access: Access, session: Session, kind: FileKind) -> Verdict {
    match (access, session, kind) {
        (Access::Public, _, _) => Verdict::Open,
        (Access::Private, _, _) => Verdict::Hidden,
        (Access::Guest, Session::Guest, _) | (Access::Guarded, Session::Member, _) => {
            Verdict::Closed
        }
        (Access::Guest, Session::Member, _) => Verdict::Home,
        (Access::Guarded, Session::Guest, FileKind::Document) => Verdict::SignIn,
        (Access::Guarded, Session::Guest, FileKind::Payload | FileKind::File) => {
            Verdict::Unauthorized
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // R6.02
    #[test]
    fn every_access_has_one_answer_per_session_and_kind() {
        use FileKind::{Document, File, Payload};
        use Session::{Guest, Member};
        let rows = [
            (Access::Public, Guest, Document, Verdict::Open),
            (Access::Public, Member, Payload, Verdict::Open),
            (Access::Guest, Guest, Document, Verdict::Closed),
            (Access::Guest, Guest, Payload, Verdict::Closed),
            (Access::Guest, Member, Document, Verdict::Home),
            (Access::Guest, Member, Payload, Verdict::Home),
            (Access::Guarded, Guest, Document, Verdict::SignIn),
            (Access::Guarded, Guest, Payload, Verdict::Unauthorized),
            (Access::Guarded, Guest, File, Verdict::Unauthorized),
            (Access::Guarded, Member, Document, Verdict::Closed),
            (Access::Guarded, Member, File, Verdict::Closed),
            (Access::Private, Guest, Document, Verdict::Hidden),
            (Access::Private, Member, File, Verdict::Hidden),
        ];
        for (access, session, kind, expected) in rows {
            assert_eq!(
                decide(access, session, kind),
                expected,
                "{access:?} {session:?} {kind:?}"
            );
        }
    }
}
