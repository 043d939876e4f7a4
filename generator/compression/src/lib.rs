//! PURE: compression of whole files. Same input, same bytes.

use std::io::{self, Write as _};

/// `bytes` in brotli; `quality` is 0 to 11.
pub fn brotli(bytes: &[u8], quality: i32) -> io::Result<Vec<u8>> {
    let params = brotli::enc::BrotliEncoderParams {
        quality,
        lgwin: window(bytes.len(), quality),
        size_hint: bytes.len(),
        ..Default::default()
    };
    let mut out = Vec::with_capacity(bytes.len() / 4);
    brotli::BrotliCompress(&mut &bytes[..], &mut out, &params)?;
    Ok(out)
}

/// Bits of the smallest window that reaches from the end of `length` bytes to their start: a larger
/// one finds no more matches, and the best quality allocates all of it (64 MB for the largest).
fn window(length: usize, quality: i32) -> i32 {
    // The capacity of a window is 16 bytes less than a power of two (RFC 7932, 9.1).
    let bits = (length + 16).next_power_of_two().trailing_zeros();
    let smallest = match quality {
        // For smaller ones this encoder takes a table of 16 MB, and nine times as long.
        5..=9 => 17,
        _ => 10,
    };
    i32::try_from(bits).unwrap_or(22).clamp(smallest, 22)
}

/// `bytes` in gzip, at its best level.
pub fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    // No name and no time in the header: same input, same bytes.
    let mut encoder = flate2::write::GzEncoder::new(
        Vec::with_capacity(bytes.len() / 4),
        flate2::Compression::best(),
    );
    encoder.write_all(bytes)?;
    encoder.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compressing_twice_gives_the_same_bytes() {
        let text = "潮生资本 tide lines ".repeat(200);
        for quality in [10, 11] {
            let once = brotli(text.as_bytes(), quality).unwrap();
            assert!(once.len() < text.len() / 10);
            assert_eq!(brotli(text.as_bytes(), quality).unwrap(), once);
        }
        assert_eq!(
            gzip(text.as_bytes()).unwrap(),
            gzip(text.as_bytes()).unwrap()
        );
    }

    #[test]
    fn a_window_reaches_to_the_start_of_the_file_and_no_farther() {
        for (length, bits) in [
            (0, 10),
            (1_000, 10),
            (1_008, 10),
            (1_009, 11),
            (65_520, 16),
            (65_521, 17),
            (100_000_000, 22),
        ] {
            assert_eq!(window(length, 11), bits, "{length}");
            assert_eq!(window(length, 5), bits.max(17), "{length}");
        }
    }
}
