//! Encryption of values that have to be readable again: tokens that another service gave this site.
//!
//! AES-256-GCM by ring, under a key made of the site's. The database or a backup alone does not
//! suffice to read a value; a value that was written for one purpose does not open for another.

use ring::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};

/// Encrypts `text` for a purpose: nonce, ciphertext and tag, in hexadecimal. None if ring refuses,
/// which it does for no text that fits into memory.
pub(super) fn encrypt(key: &[u8; 32], purpose: &str, text: &str) -> Option<String> {
    // One of 2^96 at random: a site writes some dozens a day under a key.
    let nonce: [u8; NONCE_LEN] = rand::random();
    let mut bytes = text.as_bytes().to_vec();
    let aad = Aad::from(purpose.as_bytes());
    let nonced = Nonce::assume_unique_for_key(nonce);
    let cipher = cipher(key)?;
    cipher
        .seal_in_place_append_tag(nonced, aad, &mut bytes)
        .ok()?;
    Some(hex::encode(nonce) + &hex::encode(bytes))
}

/// The text, if it was encrypted for this purpose under this key and is whole.
pub(super) fn decrypt(key: &[u8; 32], purpose: &str, sealed: &str) -> Option<String> {
    let bytes = hex::decode(sealed).ok()?;
    let (nonce, rest) = bytes.split_first_chunk::<NONCE_LEN>()?;
    let mut rest = rest.to_vec();
    let aad = Aad::from(purpose.as_bytes());
    let nonced = Nonce::assume_unique_for_key(*nonce);
    let opened = cipher(key)?.open_in_place(nonced, aad, &mut rest).ok()?;
    String::from_utf8(opened.to_vec()).ok()
}

fn cipher(key: &[u8; 32]) -> Option<LessSafeKey> {
    UnboundKey::new(&AES_256_GCM, key)
        .ok()
        .map(LessSafeKey::new)
}
