//! A file without what its camera or program wrote about it. The pixels stay as they are; but for
//! icons, byte for byte.

use std::io::{self, Cursor};

use ico::{IconDir, IconDirEntry};
use img_parts::jpeg::{Jpeg, markers};
use img_parts::png::Png;
use img_parts::webp::WebP;
use img_parts::{Bytes, ImageICC};

use super::avif;
use super::picture::Format;
use super::refusal::{Refusal, check_size};

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

/// Bits of the `VP8X` chunk's first byte that announce EXIF and XMP.
const WEBP_METADATA_BITS: u8 = 0b0000_1100;

/// `bytes` without metadata. GIF has no place for where a picture was taken, and stays as it is.
pub(super) fn stripped(bytes: &[u8], format: Format) -> Result<Vec<u8>, Refusal> {
    match format {
        Format::Jpeg => jpeg(bytes),
        Format::Png => png(bytes),
        Format::Webp => webp(bytes),
        Format::Gif => Ok(bytes.to_vec()),
        Format::Avif => avif::stripped(bytes),
        Format::Ico => icon(bytes),
    }
}

/// An icon's images are encoded anew, each as it was: a PNG among them may say as much as one by
/// itself.
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

fn jpeg(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut jpeg = Jpeg::from_bytes(Bytes::copy_from_slice(bytes)).map_err(broken)?;
    let profile = jpeg.icc_profile();
    jpeg.segments_mut().retain(|segment| {
        let marker = segment.marker();
        // Adobe's segment says how colours are stored; JFIF's nothing that is not needed.
        let is_application = (markers::APP0..=markers::APP15).contains(&marker);
        !(is_application && marker != markers::APP0 && marker != markers::APP14)
            && marker != markers::COM
    });
    jpeg.set_icc_profile(profile);
    Ok(jpeg.encoder().bytes().to_vec())
}

fn png(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut png = Png::from_bytes(Bytes::copy_from_slice(bytes)).map_err(broken)?;
    png.chunks_mut()
        .retain(|chunk| PNG_CHUNKS.contains(&&chunk.kind()));
    Ok(png.encoder().bytes().to_vec())
}

fn webp(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let mut webp = WebP::from_bytes(Bytes::copy_from_slice(bytes)).map_err(broken)?;
    webp.chunks_mut()
        .retain(|chunk| WEBP_CHUNKS.contains(&&chunk.id()));
    for chunk in webp
        .chunks_mut()
        .iter_mut()
        .filter(|chunk| chunk.id() == *b"VP8X")
    {
        let Some(data) = chunk.content().data() else {
            continue;
        };
        let mut data = data.to_vec();
        if let Some(flags) = data.first_mut() {
            *flags &= !WEBP_METADATA_BITS;
        }
        *chunk.content_mut() = img_parts::riff::RiffContent::Data(data.into());
    }
    Ok(webp.encoder().bytes().to_vec())
}

fn broken(error: img_parts::Error) -> Refusal {
    Refusal::Broken(error.to_string().into())
}
