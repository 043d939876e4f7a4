//! A proof in a request's head, and its check against the body. Pure.

use hmac::{Hmac, Mac};
use http::{HeaderMap, HeaderName, HeaderValue, Method};
use sha2::Sha256;

use super::keys::{Keys, Use};

const TIMESTAMP: HeaderName = HeaderName::from_static("portico-timestamp");
const SIGNATURE: HeaderName = HeaderName::from_static("portico-signature");
const GITHUB: HeaderName = HeaderName::from_static("x-hub-signature-256");
const GITLAB: HeaderName = HeaderName::from_static("x-gitlab-token");

/// How far a signed request's time may be from ours, in seconds, in either direction.
pub(super) const WINDOW: u64 = 5 * 60;

type HmacSha256 = Hmac<Sha256>;

/// A keyed hash, as a request names it.
pub(super) type Tag = [u8; 32];

/// The proof that a request brings.
#[derive(Clone)]
pub(crate) enum Proof {
    /// A signature over the request and its time.
    Signature {
        /// Time of the request, in Unix seconds.
        time: u64,
        /// The keyed hash.
        tag: Tag,
    },
    /// GitHub's signature over the body.
    GitHub {
        /// The keyed hash.
        tag: Tag,
    },
    /// GitLab's secret token.
    GitLab {
        /// The secret.
        token: HeaderValue,
    },
}

/// Reasons why a proof is invalid. The log has them; an answer does not distinguish them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ProofError {
    /// A header is there twice, or has an invalid value.
    #[error("the headers of the proof are malformed")]
    Malformed,
    /// The request's time is too far from this machine's.
    #[error("the time is more than five minutes from this machine's")]
    Late,
    /// No key makes this signature.
    #[error("no key of the file fits")]
    Wrong,
}

impl Proof {
    /// The proof in a head; none if there is none.
    pub(crate) fn parse(headers: &HeaderMap) -> Result<Option<Self>, ProofError> {
        let signature = one(headers, &SIGNATURE)?;
        let time = one(headers, &TIMESTAMP)?;
        let github = one(headers, &GITHUB)?;
        let gitlab = one(headers, &GITLAB)?;
        Ok(Some(match (signature, time, github, gitlab) {
            (None, None, None, None) => return Ok(None),
            (Some(signature), Some(time), None, None) => Self::Signature {
                time: seconds(time).ok_or(ProofError::Malformed)?,
                tag: tag(signature).ok_or(ProofError::Malformed)?,
            },
            (None, None, Some(signature), None) => Self::GitHub {
                tag: tag(signature).ok_or(ProofError::Malformed)?,
            },
            (None, None, None, Some(token)) => Self::GitLab {
                token: token.clone(),
            },
            _ => return Err(ProofError::Malformed),
        }))
    }

    /// The source of the request, for the log of builds.
    pub(crate) fn by(&self) -> &'static str {
        match self {
            Self::Signature { .. } => "webhook",
            Self::GitHub { .. } => "GitHub",
            Self::GitLab { .. } => "GitLab",
        }
    }

    /// Begins to check: the body is still to come.
    pub(crate) fn check(
        &self,
        keys: &Keys,
        (method, path): (&Method, &str),
        now: u64,
    ) -> Result<Check, ProofError> {
        match self {
            Self::Signature { time, tag } => {
                if now.abs_diff(*time) > WINDOW {
                    return Err(ProofError::Late);
                }
                let head = format!("{method}\n{path}\n{time}\n");
                Check::new(keys.for_use(Use::Signature), head.as_bytes(), *tag)
            }
            Self::GitHub { tag } => Check::new(keys.for_use(Use::GitHub), b"", *tag),
            Self::GitLab { token } => {
                // Equal hashes under the key are equal texts, and hashes are compared in constant
                // time.
                let is_equal = |key: &[u8]| {
                    let (Some(own), Some(given)) = (mac(key), mac(key)) else {
                        return false;
                    };
                    let own = own.chain_update(key).finalize().into_bytes();
                    given.chain_update(token.as_bytes()).verify(&own).is_ok()
                };
                match keys.for_use(Use::GitLab).any(is_equal) {
                    true => Ok(Check::without_body()),
                    false => Err(ProofError::Wrong),
                }
            }
        }
    }
}

/// A proof that is being checked while the body comes.
pub(crate) struct Check {
    /// A hash under each key; none: there is no further check.
    hashes: Option<(Vec<HmacSha256>, Tag)>,
}

impl Check {
    fn new<'a>(
        keys: impl Iterator<Item = &'a [u8]>,
        head: &[u8],
        tag: Tag,
    ) -> Result<Self, ProofError> {
        let hashes = keys.filter_map(mac).map(|hash| hash.chain_update(head));
        Ok(Self {
            hashes: Some((hashes.collect(), tag)),
        })
    }

    fn without_body() -> Self {
        Self { hashes: None }
    }

    /// Hashes more of the body.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        if let Some((hashes, _)) = &mut self.hashes {
            for hash in hashes {
                hash.update(bytes);
            }
        }
    }

    /// Whether the proof is valid for the body, which is complete now.
    pub(crate) fn finish(self) -> Result<(), ProofError> {
        let Some((hashes, tag)) = self.hashes else {
            return Ok(());
        };
        let fits = |hash: HmacSha256| hash.verify(&tag.into()).is_ok();
        match hashes.into_iter().any(fits) {
            true => Ok(()),
            false => Err(ProofError::Wrong),
        }
    }
}

/// The keyed hash under a key. It is never none: a key of HMAC may have any length.
fn mac(key: &[u8]) -> Option<HmacSha256> {
    HmacSha256::new_from_slice(key).ok()
}

/// The value of a header that may be there once.
fn one<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
) -> Result<Option<&'a HeaderValue>, ProofError> {
    let mut values = headers.get_all(name).iter();
    match (values.next(), values.next()) {
        (value, None) => Ok(value),
        _ => Err(ProofError::Malformed),
    }
}

fn seconds(value: &HeaderValue) -> Option<u64> {
    let text = value.to_str().ok()?;
    // `+7` would parse, but two texts must not mean the same time, because the text is signed.
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
    is_number.then(|| text.parse().ok()).flatten()
}

/// `sha256=` and 64 hexadecimal digits.
fn tag(value: &HeaderValue) -> Option<Tag> {
    let digits = value.to_str().ok()?.strip_prefix("sha256=")?.as_bytes();
    let mut tag = [0; 32];
    if digits.len() != 2 * tag.len() {
        return None;
    }
    for (byte, pair) in tag.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |digit: u8| char::from(digit).to_digit(16);
        let value = digit(pair[0])? * 16 + digit(pair[1])?;
        *byte = u8::try_from(value).ok()?;
    }
    Some(tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &str = "0123456789abcdef0123456789abcdef";
    const NOW: u64 = 1_795_000_000;

    fn keys() -> Keys {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys");
        let text = format!("{KEY}-new\n{KEY}\ngithub {KEY}\ngitlab {KEY}\n");
        std::fs::write(&path, text).unwrap();
        let mode = std::os::unix::fs::PermissionsExt::from_mode(0o600);
        std::fs::set_permissions(&path, mode).unwrap();
        Keys::read(&path).unwrap()
    }

    fn hex(message: &[u8]) -> String {
        let tag = mac(KEY.as_bytes()).unwrap().chain_update(message);
        let tag = tag.finalize().into_bytes();
        let digits: String = tag.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("sha256={digits}")
    }

    fn headers(rows: &[(HeaderName, &str)]) -> HeaderMap {
        let row = |(name, value): &(HeaderName, &str)| (name.clone(), value.parse().unwrap());
        let mut headers = HeaderMap::new();
        for (name, value) in rows.iter().map(row) {
            headers.append::<HeaderName>(name, value);
        }
        headers
    }

    fn check_proof(headers: &HeaderMap, path: &str, body: &[u8]) -> Result<(), ProofError> {
        let proof = Proof::parse(headers)?.expect("there is a proof");
        let mut check = proof.check(&keys(), (&Method::POST, path), NOW)?;
        for piece in body.chunks(3) {
            check.update(piece);
        }
        check.finish()
    }

    // R10.03
    #[test]
    fn a_signature_covers_method_path_time_and_body() {
        let signed = |time: u64, message: &str| {
            let time = time.to_string();
            headers(&[(TIMESTAMP, &time), (SIGNATURE, &hex(message.as_bytes()))])
        };
        let right = format!("POST\n/api/regenerate\n{NOW}\n{{}}");
        let fine = signed(NOW, &right);
        assert_eq!(check_proof(&fine, "/api/regenerate", b"{}"), Ok(()));
        for (name, headers, path, body, error) in [
            (
                "another body",
                &fine,
                "/api/regenerate",
                "{ }",
                ProofError::Wrong,
            ),
            ("another path", &fine, "/api/other", "{}", ProofError::Wrong),
            (
                "another time",
                &signed(NOW + 1, &right),
                "/api/regenerate",
                "{}",
                ProofError::Wrong,
            ),
            (
                "an old one",
                &signed(
                    NOW - 301,
                    &format!("POST\n/api/regenerate\n{}\n{{}}", NOW - 301),
                ),
                "/api/regenerate",
                "{}",
                ProofError::Late,
            ),
            (
                "one of the future",
                &signed(
                    NOW + 301,
                    &format!("POST\n/api/regenerate\n{}\n{{}}", NOW + 301),
                ),
                "/api/regenerate",
                "{}",
                ProofError::Late,
            ),
        ] {
            assert_eq!(
                check_proof(headers, path, body.as_bytes()),
                Err(error),
                "{name}"
            );
        }
    }

    // R10.03
    #[test]
    fn webhooks_of_git_hosts_prove_themselves_in_their_own_ways() {
        let body = br#"{"ref":"refs/heads/main"}"#;
        let github = headers(&[(GITHUB, &hex(body))]);
        assert_eq!(check_proof(&github, "/api/regenerate", body), Ok(()));
        assert_eq!(
            check_proof(&github, "/api/regenerate", b"{}"),
            Err(ProofError::Wrong)
        );
        let gitlab = headers(&[(GITLAB, KEY)]);
        assert_eq!(check_proof(&gitlab, "/api/regenerate", body), Ok(()));
        for token in ["", "0123456789abcdef0123456789abcdef-new"] {
            let wrong = headers(&[(GITLAB, token)]);
            assert_eq!(
                check_proof(&wrong, "/api/regenerate", body),
                Err(ProofError::Wrong)
            );
        }
        let none = Keys::default();
        for headers in [&github, &gitlab] {
            let proof = Proof::parse(headers).unwrap().unwrap();
            let check = proof.check(&none, (&Method::POST, "/api/regenerate"), NOW);
            assert!(
                check.and_then(Check::finish).is_err(),
                "without a key nobody may"
            );
        }
    }

    #[test]
    fn headers_that_are_no_proof_are_refused_before_anything_is_hashed() {
        let time = NOW.to_string();
        let signature = hex(b"");
        assert!(Proof::parse(&HeaderMap::new()).unwrap().is_none());
        for rows in [
            &[(SIGNATURE, signature.as_str())][..],
            &[(TIMESTAMP, &time)],
            &[(TIMESTAMP, "+1795000000"), (SIGNATURE, &signature)],
            &[(TIMESTAMP, "01795000000"), (SIGNATURE, &signature)],
            &[(TIMESTAMP, &time), (SIGNATURE, "sha256=00")],
            &[(TIMESTAMP, &time), (SIGNATURE, &signature[7..])],
            &[
                (TIMESTAMP, &time),
                (TIMESTAMP, &time),
                (SIGNATURE, &signature),
            ],
            &[(TIMESTAMP, &time), (SIGNATURE, &signature), (GITLAB, KEY)],
            &[(GITHUB, &signature), (GITHUB, &signature)],
            &[(GITHUB, "sha1=00")],
        ] {
            let proof = Proof::parse(&headers(rows));
            assert!(matches!(proof, Err(ProofError::Malformed)), "{rows:?}");
        }
    }
}
