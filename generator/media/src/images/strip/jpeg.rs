//! A JPEG without its camera's additions: no metadata, no embedded preview, no bytes after its end.
//!
//! Telephones put a film behind the picture, and cameras a second one (MPO). The end is found by
//! walking the segments, because a preview inside has an end of its own.

use img_parts::jpeg::{Jpeg, JpegSegment, markers};
use img_parts::{Bytes, ImageICC};

use super::{Refusal, broken};

/// Length of a JFIF segment without a preview.
const JFIF: usize = 14;
/// Length of Adobe's segment, which declares how colours are stored.
const ADOBE: usize = 12;

/// Markers without a length: TEM, and RST0 to RST7.
fn stands_alone(marker: u8) -> bool {
    marker == 0x01 || (markers::RST0..=markers::RST7).contains(&marker)
}

pub(super) fn jpeg(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let picture = &bytes[..end(bytes).unwrap_or(bytes.len())];
    let mut jpeg = Jpeg::from_bytes(Bytes::copy_from_slice(picture)).map_err(broken)?;
    let profile = jpeg.icc_profile();
    let segments = std::mem::take(jpeg.segments_mut());
    *jpeg.segments_mut() = segments.into_iter().filter_map(plain).collect();
    jpeg.set_icc_profile(profile);
    Ok(jpeg.encoder().bytes().to_vec())
}

/// A segment that pixels or colours need, without words; none if it is for something else.
fn plain(segment: JpegSegment) -> Option<JpegSegment> {
    let (marker, contents) = (segment.marker(), segment.contents());
    match marker {
        markers::APP0 if contents.starts_with(b"JFIF\0") => {
            let mut head = contents.get(..JFIF)?.to_vec();
            // Width and height of the preview.
            head[JFIF - 2..].fill(0);
            Some(JpegSegment::new_with_contents(marker, head.into()))
        }
        markers::APP14 if contents.starts_with(b"Adobe") => {
            let head = contents.slice(..ADOBE.min(contents.len()));
            Some(JpegSegment::new_with_contents(marker, head))
        }
        // Frames, tables, scans.
        markers::SOF0..=markers::SOF15 | markers::SOS..=markers::EXP => Some(segment),
        _ => None,
    }
}

/// The place behind the end of the picture; none if it has no end.
fn end(bytes: &[u8]) -> Option<usize> {
    let mut at = 2;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == 0xff)?;
        at += bytes.get(at..)?.iter().position(|byte| *byte != 0xff)?;
        let marker = *bytes.get(at)?;
        at += 1;
        match marker {
            markers::EOI => return Some(at),
            // A byte of the scan.
            0 => {}
            marker if stands_alone(marker) => {}
            _ => {
                let length = bytes.get(at..at + 2)?;
                at += usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
        }
    }
}
