//! PURE: the meaning of an answer for a link.

/// The state of one address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The address has a page.
    Fine,
    /// The address has no page, for this reason.
    Broken(String),
    /// The server refuses programs, is busy, or cannot be reached now.
    Unclear,
}

/// The verdict about the last answer, after redirects.
pub(super) fn of_status(status: u16) -> Verdict {
    match status {
        200..=399 => Verdict::Fine,
        404 | 410 => Verdict::Broken(status.to_string()),
        _ => Verdict::Unclear,
    }
}

/// The verdict about a request without an answer; `why` names all causes. A name that does not
/// exist and a certificate for another name are no matter of the moment.
pub(super) fn of_failure(why: &str) -> Verdict {
    let lasting = ["failed to lookup address", "dns error", "certificate"];
    match lasting.iter().any(|cause| why.contains(cause)) {
        true => Verdict::Broken(why.to_owned()),
        false => Verdict::Unclear,
    }
}

/// Whether a server answers `HEAD` in another way than `GET`, so that the page itself is asked for.
pub(super) fn needs_get(status: u16) -> bool {
    matches!(status, 400 | 403 | 404 | 405 | 406 | 501)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_clear_answer_breaks_a_link() {
        for (status, expected) in [
            (200, Verdict::Fine),
            (304, Verdict::Fine),
            (404, Verdict::Broken("404".to_owned())),
            (410, Verdict::Broken("410".to_owned())),
            (401, Verdict::Unclear),
            (403, Verdict::Unclear),
            (429, Verdict::Unclear),
            (503, Verdict::Unclear),
            (999, Verdict::Unclear),
        ] {
            assert_eq!(of_status(status), expected, "{status}");
        }
        for (why, is_broken) in [
            (
                "client error (Connect): dns error: failed to lookup address information",
                true,
            ),
            ("invalid peer certificate: Expired", true),
            ("operation timed out", false),
            ("connection refused", false),
        ] {
            assert_eq!(
                matches!(of_failure(why), Verdict::Broken(_)),
                is_broken,
                "{why}"
            );
        }
    }
}
