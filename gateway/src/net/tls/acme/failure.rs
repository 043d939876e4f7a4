//! Reasons why no certificate came, each with its remedy.

use std::io;
use std::path::PathBuf;

use instant_acme::{Error, Problem};

use super::challenge::{CannotAnswer, Kind};
use crate::upstream::with_causes;

/// Why an order brought no certificate.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OrderError {
    /// No answer, or none that ACME knows.
    #[error("{}", with_causes(.0))]
    Directory(Error),
    /// The authority refuses.
    #[error("the authority refuses: {0}")]
    Refused(Problem),
    /// The authority did not find the proof.
    #[error("the authority checked `{name}` by {kind} and refuses: {}", problem_text(problem.as_ref()))]
    Unproven {
        name: String,
        kind: Kind,
        problem: Option<Problem>,
    },
    /// The authority wants a proof that this gateway cannot give.
    #[error(
        "the authority checks `{0}` neither by HTTP-01 nor by TLS-ALPN-01, as far as this gateway can answer them"
    )]
    NoChallenge(String),
    /// The certificate would be ordered again at once; the reason.
    #[error("the authority's certificate {0}")]
    Unfit(String),
    /// A file cannot be written.
    #[error("cannot keep `{}`: {error}", path.display())]
    Store { path: PathBuf, error: io::Error },
    /// No answer to a challenge can be made.
    #[error("cannot answer the challenge: {0}")]
    Answer(#[from] CannotAnswer),
    /// The order took longer than so many minutes.
    #[error("the order took longer than {0} minutes")]
    Slow(u64),
}

impl OrderError {
    /// The remedy, as a sentence.
    pub(super) fn remedy(&self) -> String {
        match self {
            Self::Directory(_) | Self::Slow(_) => {
                "check that this machine reaches the directory that `--acme` names, over HTTPS, and that it trusts its certificate (`--acme-ca`)".to_owned()
            }
            Self::Refused(problem) if is_type(problem, "rateLimited") => {
                "wait; for trials, `--acme letsencrypt-staging` permits more".to_owned()
            }
            Self::Refused(_) => {
                "check the names in `--public-origin` and `--preview-host`, and `--acme-contact`".to_owned()
            }
            Self::Unproven { name, kind: Kind::Http01, .. } => format!(
                "the DNS must lead `{name}` to this machine, and port 80 of it, from the internet, to the address in `--http-redirect`"
            ),
            Self::Unproven { name, kind: Kind::TlsAlpn01, .. } => format!(
                "the DNS must lead `{name}` to this machine, and port 443 of it, from the internet, to the address in `--listen`, with no proxy between them that ends TLS"
            ),
            Self::NoChallenge(_) => {
                "give an address in `--http-redirect`, or take another authority".to_owned()
            }
            Self::Unfit(_) => "check this machine's clock".to_owned(),
            Self::Store { path, .. } => format!(
                "let this process write `{}`, and see that its disk has room",
                path.display()
            ),
            Self::Answer(_) => "check the names in `--public-origin`".to_owned(),
        }
    }
}

impl From<Error> for OrderError {
    fn from(error: Error) -> Self {
        match error {
            Error::Api(problem) => Self::Refused(problem),
            error => Self::Directory(error),
        }
    }
}

/// Whether a problem has a type of RFC 8555, 6.7.
pub(super) fn is_type(problem: &Problem, name: &str) -> bool {
    let full = problem.r#type.as_deref().unwrap_or_default();
    full.strip_prefix("urn:ietf:params:acme:error:") == Some(name)
}

fn problem_text(problem: Option<&Problem>) -> String {
    problem.map_or_else(|| "it gives no reason".to_owned(), ToString::to_string)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(name: &str) -> Problem {
        Problem {
            r#type: Some(format!("urn:ietf:params:acme:error:{name}")),
            detail: Some("words of the authority".to_owned()),
            status: Some(403),
            subproblems: Vec::new(),
        }
    }

    fn unproven(kind: Kind) -> OrderError {
        OrderError::Unproven {
            name: "x.example".to_owned(),
            kind,
            problem: Some(problem("connection")),
        }
    }

    #[test]
    fn a_failure_names_its_cause_and_the_remedy() {
        let store = OrderError::Store {
            path: "var/acme".into(),
            error: io::ErrorKind::PermissionDenied.into(),
        };
        for (error, cause, remedy) in [
            (
                Error::Str("no nonce").into(),
                "missing data: no nonce",
                "`--acme-ca`",
            ),
            (
                Error::Api(problem("rateLimited")).into(),
                "words of the authority",
                "letsencrypt-staging",
            ),
            (
                Error::Api(problem("rejectedIdentifier")).into(),
                "words of the authority",
                "`--public-origin`",
            ),
            (
                unproven(Kind::Http01),
                "`x.example` by HTTP-01 and refuses: API error: words of the authority",
                "port 80",
            ),
            (unproven(Kind::TlsAlpn01), "by TLS-ALPN-01", "port 443"),
            (
                OrderError::NoChallenge("x.example".to_owned()),
                "`x.example`",
                "`--http-redirect`",
            ),
            (store, "permission denied", "let this process write"),
            (OrderError::Slow(5), "longer than 5 minutes", "directory"),
        ] {
            let words = error.to_string();
            assert!(words.contains(cause), "{words}");
            assert!(error.remedy().contains(remedy), "{}", error.remedy());
        }
    }
}
