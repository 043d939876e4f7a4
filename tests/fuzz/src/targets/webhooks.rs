//! Proofs of webhooks: a request that is signed passes, and only as it was signed.

use std::fs::{Permissions, set_permissions, write};
use std::os::unix::fs::PermissionsExt;
use std::sync::LazyLock;

use http::{HeaderMap, HeaderName, HeaderValue, Method};

use super::{first_line, headers};
use crate::webhook::keys::Keys;
use crate::webhook::proof::Proof;

/// No seed has it.
const KEY: &str = "7a1d4c0b9e8f2a6d5c3b1e0f9a8d7c6b";

const NOW: u64 = 1_795_000_000;

static KEYS: LazyLock<Keys> = LazyLock::new(|| {
    let folder = tempfile::tempdir().expect("a folder for the keys");
    let file = folder.path().join("keys");
    write(&file, format!("{KEY}\ngithub {KEY}\ngitlab {KEY}\n")).expect("a file of keys");
    set_permissions(&file, Permissions::from_mode(0o600)).expect("a private file");
    Keys::read(&file).expect("keys")
});

/// Headers and a body: no proof is right by chance, and the right one fits one body only.
pub(super) fn proof(data: &[u8]) {
    let (_, body) = first_line(data);
    let call = (&Method::POST, "/api/regenerate");
    let holds = |headers: &HeaderMap, body: &[u8]| {
        let Ok(Some(proof)) = Proof::parse(headers) else {
            return false;
        };
        assert!(!proof.by().is_empty());
        let Ok(mut check) = proof.check(&KEYS, call, NOW) else {
            return false;
        };
        for part in body.chunks(7) {
            check.update(part);
        }
        check.finish().is_ok()
    };
    let sent = headers(data);
    assert!(!holds(&sent, body), "a proof without the key");
    let time = i64::try_from(NOW).expect("a time") + i64::from(data.first().copied().unwrap_or(0));
    let signed = webhook_signature::headers(KEY, ("POST", call.1), time, body);
    let mut signed = HeaderMap::from_iter(signed.map(|(name, value)| {
        let value = HeaderValue::try_from(value).expect("a proof is a header");
        (HeaderName::from_static(name), value)
    }));
    assert!(holds(&signed, body), "the signature of this request");
    assert!(!holds(&signed, &[body, b"0"].concat()), "another body");
    // Whatever else is sent must not replace the proof.
    for (name, value) in &sent {
        signed.append(name, value.clone());
    }
    assert!(
        !holds(&signed, &[body, b"0"].concat()),
        "another body, with other headers"
    );
}
