//! Signatures of requests, as the gateway checks them and as receivers of notices may: HMAC-SHA-256
//! of method, path, time and body. [`cloud`] has those of clouds.

pub mod cloud;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// A header of a request.
pub type Header = (&'static str, String);

/// The headers that sign a request. `path` is that of the address, without a query.
pub fn headers(key: &str, (method, path): (&str, &str), time: i64, body: &[u8]) -> [Header; 2] {
    let head = format!("{method}\n{path}\n{time}\n");
    let hash = hmac(key.as_bytes(), &[head.as_bytes(), body].concat());
    let digits = hex(&hash);
    [
        ("portico-timestamp", time.to_string()),
        ("portico-signature", format!("sha256={digits}")),
    ]
}

/// The signature that a bot of Feishu expects: of an empty message, with a key that contains the
/// time.
pub fn feishu(secret: &str, time: i64) -> String {
    STANDARD.encode(hmac(format!("{time}\n{secret}").as_bytes(), b""))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn hmac(key: &[u8], message: &[u8]) -> Vec<u8> {
    // A key of HMAC may have any length.
    let Ok(mac) = Hmac::<Sha256>::new_from_slice(key) else {
        return Vec::new();
    };
    mac.chain_update(message).finalize().into_bytes().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_are_those_that_other_programs_make() {
        // printf 'POST\n/api/regenerate\n1795000000\n{}' | openssl dgst -sha256 -hmac key
        let [time, signature] = headers("key", ("POST", "/api/regenerate"), 1_795_000_000, b"{}");
        assert_eq!(time.1, "1795000000");
        assert_eq!(signature.1, POST_OF_OPENSSL);
        // printf '' | openssl dgst -sha256 -mac HMAC -macopt hexkey:… -binary | base64
        assert_eq!(feishu("demo", 1_599_360_473), FEISHU_OF_OPENSSL);
    }

    const POST_OF_OPENSSL: &str =
        "sha256=e36d59f198c5ece9cfc83b1db812b0e60e74d0b394716581ebd9b3f296706e54";
    const FEISHU_OF_OPENSSL: &str = "l1N0gAcBjdwBvGm1xMjOF0XSyaLRpR7tuO5dHfhAYc8=";
}
