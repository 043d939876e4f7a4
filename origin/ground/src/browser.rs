//! Browsers, distinguished by two ids that the client makes at random. They prove nothing.

use sha2::{Digest, Sha256};

/// A browser that asks.
pub struct Browser {
    /// Hash of the anonymous id, which goes at sign-in; a code belongs to it. Empty if the client
    /// sent none.
    pub visitor: String,
    /// Hash of the id that stays; a browser that signed in is known by it. None if the client sent
    /// none.
    pub known_as: Option<String>,
}

impl Browser {
    /// From the headers `uuid` and `fronted-uuid`, as they came.
    pub fn new(uuid: &[u8], fronted_uuid: &[u8]) -> Self {
        // Both are random, so their hashes need neither salt nor key; and a key that rotates would
        // make members strangers.
        let hash = |id: &[u8]| (!id.is_empty()).then(|| hex::encode(Sha256::digest(id)));
        Self {
            visitor: hash(uuid).unwrap_or_default(),
            known_as: hash(fronted_uuid),
        }
    }
}
