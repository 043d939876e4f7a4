//! Names for rows that outsiders may see.

/// 128 random bits in hexadecimal: no order, no count, no clash.
pub(crate) fn random() -> String {
    hex::encode(rand::random::<[u8; 16]>())
}
