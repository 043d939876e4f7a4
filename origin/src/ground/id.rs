//! Names for rows that outsiders may see.

/// Characters of an id.
pub(crate) const LENGTH: usize = 32;

/// 128 random bits in hexadecimal: no order, no count, no clash.
pub(crate) fn random() -> String {
    hex::encode(rand::random::<[u8; LENGTH / 2]>())
}
