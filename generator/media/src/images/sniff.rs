//! PURE: the kind of an image, by its bytes.

use img_parts::Bytes;
use img_parts::png::Png;

use super::avif::is_avif;
use super::picture::Format;
use super::refusal::Refusal;
use generator_ground::message::Message;

/// The format that the first bytes identify.
pub(super) fn sniff(bytes: &[u8]) -> Option<Format> {
    let is_webp = bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP");
    match bytes {
        [0xff, 0xd8, 0xff, ..] => Some(Format::Jpeg),
        [b'G', b'I', b'F', b'8', b'7' | b'9', b'a', ..] => Some(Format::Gif),
        [0, 0, 1, 0, ..] => Some(Format::Ico),
        _ if bytes.starts_with(b"\x89PNG\r\n\x1a\n") => Some(Format::Png),
        _ if is_webp => Some(Format::Webp),
        _ if is_avif(bytes) => Some(Format::Avif),
        _ => None,
    }
}

/// Refuses a file with a name of another kind than its bytes.
pub(super) fn check_name(bytes: &[u8], format: Format) -> Result<(), Refusal> {
    match sniff(bytes) {
        Some(found) if found != format => Err(Refusal::Misnamed(found)),
        Some(_) => Ok(()),
        None => Err(Refusal::Broken(Message::new("flaw/start").into())),
    }
}

/// True for a PNG that moves: its decoder sees the first frame alone.
pub(super) fn is_moving_png(bytes: &[u8]) -> bool {
    let png = Png::from_bytes(Bytes::copy_from_slice(bytes));
    png.is_ok_and(|png| png.chunk_by_type(*b"acTL").is_some())
}
