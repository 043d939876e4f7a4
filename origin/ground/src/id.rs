//! Names for rows that outsiders may see.

/// Characters of an id.
pub const LENGTH: usize = 32;

/// 128 random bits in hexadecimal: no order, no count, no clash.
pub fn random() -> String {
    hex::encode(rand::random::<[u8; LENGTH / 2]>())
}
