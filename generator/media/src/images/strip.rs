//! A file without the metadata of its camera or program. The pixels stay as they are; except for
//! icons, byte for byte.

mod gif;
mod jpeg;
mod svg;

use std::io::{self, Cursor};

use flate2::{Decompress, FlushDecompress, Status};
use ico::{IconDir, IconDirEntry};
use img_parts::Bytes;
use img_parts::png::{Png, PngChunk};
use img_parts::riff::RiffContent;
use img_parts::webp::WebP;

use super::avif;
use super::picture::Format;
use super::refusal::{Refusal, check_size};
use generator_ground::message::Message;
pub use svg::strip_svg;

/// PNG chunks that pixels, colours or movement need. Everything else is words: time, place,
/// program, comments.
const PNG_CHUNKS: [&[u8; 4]; 16] = [
    b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"cHRM", b"gAMA", b"iCCP", b"sBIT", b"sRGB",
    b"cICP", b"bKGD", b"pHYs", b"acTL", b"fcTL", b"fdAT",
];

/// WebP chunks likewise.
const WEBP_CHUNKS: [&[u8; 4]; 7] = [
    b"VP8X", b"VP8 ", b"VP8L", b"ALPH", b"ANIM", b"ANMF", b"ICCP",
];

/// Chunks of a frame of a WebP animation, and the length of the frame's place before them.
const FRAME_CHUNKS: [&[u8; 4]; 3] = [b"VP8 ", b"VP8L", b"ALPH"];
const FRAME_HEAD: usize = 16;

/// Bits of the `VP8X` chunk's first byte that announce EXIF and XMP.
const WEBP_METADATA_BITS: u8 = 0b0000_1100;

/// `bytes` without metadata, and without the bytes after the end of the picture.
pub(super) fn strip(bytes: &[u8], format: Format) -> Result<Vec<u8>, Refusal> {
    match format {
        Format::Jpeg => jpeg::jpeg(bytes),
        Format::Png => png(bytes),
        Format::Webp => webp(bytes),
        Format::Gif => gif::gif(bytes),
        Format::Avif => avif::strip_avif(bytes),
        Format::Ico => icon(bytes),
    }
}

/// An icon's images are encoded again, each in its format: a PNG among them may contain as much
/// metadata as a separate one.
fn icon(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let unreadable = |error: io::Error| Refusal::Broken(error.to_string().into());
    let folder = IconDir::read(Cursor::new(bytes)).map_err(unreadable)?;
    // As if all stood in a row.
    let sizes = folder.entries().iter();
    let row = sizes.fold((0, 0), |(width, height): (u32, u32), image| {
        (
            width.saturating_add(image.width()),
            height.max(image.height()),
        )
    });
    check_size(row)?;
    let mut plain = IconDir::new(folder.resource_type());
    for image in folder.entries() {
        let pixels = image.decode().map_err(unreadable)?;
        let encoded = if image.is_png() {
            IconDirEntry::encode_as_png(&pixels)
        } else {
            IconDirEntry::encode_as_bmp(&pixels)
        };
        plain.add_entry(encoded.map_err(unreadable)?);
    }
    let mut out = Vec::new();
    plain.write(&mut out).map_err(unreadable)?;
    Ok(out)
}

fn png(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut png = Png::from_bytes(Bytes::copy_from_slice(bytes)).map_err(broken)?;
    let chunks = png.chunks_mut();
    chunks.retain(|chunk| PNG_CHUNKS.contains(&&chunk.kind()));
    cut_pixels(chunks);
    Ok(png.encoder().bytes().to_vec())
}

/// Cuts off the bytes after the compressed pixels, within their chunks: the rest of a larger
/// picture that a program wrote over, for example.
fn cut_pixels(chunks: &mut Vec<PngChunk>) {
    let is_pixels = |chunk: &PngChunk| chunk.kind() == *b"IDAT";
    let pixels = chunks.iter().filter(|chunk| is_pixels(chunk));
    let pixels: Vec<u8> = pixels.flat_map(|chunk| chunk.contents().to_vec()).collect();
    let Some(length) = compressed_length(&pixels).filter(|length| *length < pixels.len()) else {
        return;
    };
    let Some(first) = chunks.iter().position(is_pixels) else {
        return;
    };
    let whole = PngChunk::new(*b"IDAT", Bytes::copy_from_slice(&pixels[..length]));
    chunks.retain(|chunk| !is_pixels(chunk));
    chunks.insert(first, whole);
}

/// The length of a zlib stream that more may follow; none if it has no end.
fn compressed_length(bytes: &[u8]) -> Option<usize> {
    let mut inflater = Decompress::new(true);
    let mut out = vec![0; 64 * 1024];
    loop {
        let read = usize::try_from(inflater.total_in()).ok()?;
        let (before, rest) = (inflater.total_out(), bytes.get(read..)?);
        let status = inflater.decompress(rest, &mut out, FlushDecompress::None);
        let total = usize::try_from(inflater.total_in()).ok()?;
        match status.ok()? {
            Status::StreamEnd => return Some(total),
            _ if total == read && inflater.total_out() == before => return None,
            _ => {}
        }
    }
}

fn webp(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut webp = WebP::from_bytes(Bytes::copy_from_slice(riff(bytes))).map_err(broken)?;
    let chunks = webp.chunks_mut();
    chunks.retain(|chunk| WEBP_CHUNKS.contains(&&chunk.id()));
    for chunk in chunks {
        let Some(data) = chunk.content().data() else {
            continue;
        };
        let data = match &chunk.id() {
            b"VP8X" => without_announcement(data),
            b"ANMF" => frame(data)?,
            _ => continue,
        };
        *chunk.content_mut() = RiffContent::Data(data.into());
    }
    Ok(webp.encoder().bytes().to_vec())
}

/// The file, cut to the length in its header.
fn riff(bytes: &[u8]) -> &[u8] {
    let length = bytes.get(4..8).and_then(|length| length.try_into().ok());
    let length = length.map_or(0, u32::from_le_bytes);
    let end = usize::try_from(length)
        .unwrap_or(usize::MAX)
        .saturating_add(8);
    bytes.get(..end).unwrap_or(bytes)
}

/// The description of a WebP, without the bits that announce metadata.
fn without_announcement(description: &[u8]) -> Vec<u8> {
    let mut description = description.to_vec();
    if let Some(flags) = description.first_mut() {
        *flags &= !WEBP_METADATA_BITS;
    }
    description
}

/// A frame of an animation: its place, then chunks of which only the pixels are kept.
fn frame(frame: &[u8]) -> Result<Vec<u8>, Refusal> {
    let cut_off = || Refusal::Broken(Message::new("flaw/end").into());
    let (place, mut rest) = frame.split_at_checked(FRAME_HEAD).ok_or_else(cut_off)?;
    let mut out = place.to_vec();
    while let Some((head, behind)) = rest.split_at_checked(8) {
        let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]);
        let length = usize::try_from(length).unwrap_or(usize::MAX);
        // A chunk of an odd length is padded.
        let padded = length.saturating_add(length % 2).min(behind.len());
        let (data, after) = behind.split_at(padded);
        if length > data.len() {
            return Err(cut_off());
        }
        if FRAME_CHUNKS.iter().any(|known| head.starts_with(*known)) {
            out.extend_from_slice(head);
            out.extend_from_slice(data);
        }
        rest = after;
    }
    Ok(out)
}

fn broken(error: img_parts::Error) -> Refusal {
    Refusal::Broken(error.to_string().into())
}
