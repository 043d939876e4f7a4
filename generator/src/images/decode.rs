//! From a file's bytes to upright pixels in sRGB, or the reason why not.

use std::io::Cursor;

use image::codecs::gif::GifDecoder;
use image::codecs::jpeg::JpegDecoder;
use image::codecs::png::PngDecoder;
use image::codecs::webp::WebPDecoder;
use image::metadata::Orientation;
use image::{AnimationDecoder, DynamicImage, ImageDecoder, Limits, RgbaImage};
use img_parts::Bytes;
use img_parts::jpeg::{Jpeg, markers};
use moxcms::{ColorProfile, DataColorSpace, Layout, TransformOptions};

use super::avif::is_avif;
use super::picture::Format;
use super::reduce::{reduced, side};
use crate::diagnostic::Diagnostic;
use crate::message::{Argument, Message};

/// An image of more pixels is refused: a small file can claim any size. Larger than the cameras of telephones give by default.
const MAX_PIXELS: u64 = 64_000_000;

/// What a decoder may allocate, in bytes: the largest image with 16 bits per channel, and a little.
const MAX_ALLOCATION: u64 = MAX_PIXELS * 8 + 64 * 1024 * 1024;

/// A decoded image.
pub(super) struct Decoded {
    /// Upright, sRGB, 8 bits per channel, not premultiplied; of a very large image fewer than it has ([`reduce`](super::reduce)).
    pub(super) pixels: RgbaImage,
    /// It moves; `pixels` are its first frame.
    pub(super) is_animated: bool,
    /// Browsers show the file's own pixels as we do: it is upright, and its colours are those of screens.
    pub(super) is_plain: bool,
}

/// Why an image is not published.
#[derive(Debug, PartialEq, Eq)]
pub enum Refusal {
    /// It cannot be read to its end.
    Broken(Argument),
    /// The name says another kind than the bytes.
    Misnamed(Format),
    /// It would take too much memory.
    TooLarge(u32, u32),
    /// It was written while it was read.
    Changing,
    /// What is written in it cannot be told from the picture.
    NotStripped(Argument),
    /// It decoded and could not be encoded, or not be kept.
    NotMade(Argument),
}

impl Refusal {
    /// The same for the author, about `file`.
    pub fn diagnostic(&self, file: &str) -> Diagnostic {
        let message = match self {
            Self::Broken(why) => Message::new("bad-image").with("why", why.clone()),
            Self::Misnamed(format) => Message::new("image-name")
                .with("format", format!("{format:?}"))
                .with("extension", format.extension()),
            Self::TooLarge(width, height) => Message::new("image-size")
                .with("width", *width)
                .with("height", *height)
                .with("enough", super::picture::MAX_WIDTH),
            Self::NotStripped(why) => Message::new("image-metadata").with("why", why.clone()),
            Self::Changing => Message::new("changing/image"),
            Self::NotMade(why) => Message::new("bad-image/not-made").with("why", why.clone()),
        };
        let diagnostic = Diagnostic::new(file, message);
        match self {
            Self::Changing => diagnostic.retry(),
            _ => diagnostic,
        }
    }
}

/// The format that the first bytes tell.
fn sniffed(bytes: &[u8]) -> Option<Format> {
    if is_avif(bytes) {
        return Some(Format::Avif);
    }
    match image::guess_format(bytes).ok()? {
        image::ImageFormat::WebP => Some(Format::Webp),
        image::ImageFormat::Jpeg => Some(Format::Jpeg),
        image::ImageFormat::Png => Some(Format::Png),
        image::ImageFormat::Gif => Some(Format::Gif),
        image::ImageFormat::Ico => Some(Format::Ico),
        _ => None,
    }
}

/// Refuses a file whose name says another kind than its bytes.
pub(super) fn check_name(bytes: &[u8], format: Format) -> Result<(), Refusal> {
    match sniffed(bytes) {
        Some(found) if found != format => Err(Refusal::Misnamed(found)),
        Some(_) => Ok(()),
        None => Err(Refusal::Broken(Message::new("flaw/start").into())),
    }
}

/// Decodes `bytes`, which are of that format.
pub(super) fn decode(bytes: &[u8], format: Format) -> Result<Decoded, Refusal> {
    let reader = Cursor::new(bytes);
    match format {
        Format::Jpeg => {
            if !ends(bytes) {
                return Err(Refusal::Broken(Message::new("flaw/end").into()));
            }
            let decoder = JpegDecoder::new(reader).map_err(broken)?;
            still(decoder, format, false, is_for_print(bytes))
        }
        Format::Png => {
            let decoder = PngDecoder::with_limits(reader, limits()).map_err(broken)?;
            let is_animated = decoder.is_apng().map_err(broken)?;
            still(decoder, format, is_animated, false)
        }
        Format::Webp => {
            let decoder = WebPDecoder::new(reader).map_err(broken)?;
            let is_animated = decoder.has_animation();
            still(decoder, format, is_animated, false)
        }
        Format::Gif => gif(bytes),
        Format::Avif | Format::Ico => Err(Refusal::Broken(Message::new("flaw/not-decoded").into())),
    }
}

/// The decoder fills what is missing at the end of a JPEG with grey, so the end is asked for: the mark that stands after the last scan.
fn ends(bytes: &[u8]) -> bool {
    let scan = bytes.windows(2).rposition(|pair| pair == [0xff, 0xda]);
    let end = bytes.windows(2).rposition(|pair| pair == [0xff, 0xd9]);
    matches!((scan, end), (Some(scan), Some(end)) if scan < end)
}

/// True for a JPEG of four inks. The decoder turns them into RGB and does not say so.
fn is_for_print(bytes: &[u8]) -> bool {
    let Ok(jpeg) = Jpeg::from_bytes(Bytes::copy_from_slice(bytes)) else {
        return false;
    };
    let is_frame = |marker: u8| {
        (markers::SOF0..=markers::SOF15).contains(&marker)
            && ![markers::DHT, markers::JPG, markers::DAC].contains(&marker)
    };
    // Precision, height and width stand before the number of channels.
    let frame = jpeg
        .segments()
        .iter()
        .find(|segment| is_frame(segment.marker()));
    frame.is_some_and(|frame| frame.contents().get(5) == Some(&4))
}

fn gif(bytes: &[u8]) -> Result<Decoded, Refusal> {
    let decoder = GifDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    check_size(decoder.dimensions())?;
    let mut frames = decoder.into_frames();
    let first = frames
        .next()
        .ok_or_else(|| Refusal::Broken(Message::new("flaw/no-picture").into()))?
        .map_err(broken)?;
    let is_animated = frames.next().transpose().map_err(broken)?.is_some();
    Ok(Decoded {
        pixels: first.into_buffer(),
        is_animated,
        is_plain: true,
    })
}

fn still(
    mut decoder: impl ImageDecoder,
    format: Format,
    is_animated: bool,
    is_for_print: bool,
) -> Result<Decoded, Refusal> {
    check_size(decoder.dimensions())?;
    decoder.set_limits(limits()).map_err(broken)?;
    let orientation = decoder.orientation().unwrap_or(Orientation::NoTransforms);
    let profile = decoder.icc_profile().ok().flatten();
    let image = DynamicImage::from_decoder(decoder).map_err(broken)?;
    // In the other formats there may be drawings, whose colours are counted.
    let side = match format {
        Format::Jpeg => side(upright_width(&image, orientation)),
        _ => 1,
    };
    let mut pixels = reduced(image, side);
    // The decoder has turned inks into RGB already; the profile describes the inks.
    if let Some(profile) = profile.filter(|_| !is_for_print) {
        to_srgb(&mut pixels, &profile);
    }
    let mut image = DynamicImage::ImageRgba8(pixels);
    image.apply_orientation(orientation);
    let pixels = image.into_rgba8();
    Ok(Decoded {
        pixels,
        is_animated,
        is_plain: orientation == Orientation::NoTransforms && !is_for_print,
    })
}

/// The width of an image once it is turned.
fn upright_width(image: &DynamicImage, orientation: Orientation) -> u32 {
    use Orientation::{Rotate90, Rotate90FlipH, Rotate270, Rotate270FlipH};
    match orientation {
        Rotate90 | Rotate270 | Rotate90FlipH | Rotate270FlipH => image.height(),
        _ => image.width(),
    }
}

/// Refuses what would not fit into memory, before anything is decoded.
pub(super) fn check_size((width, height): (u32, u32)) -> Result<(), Refusal> {
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        return Err(Refusal::TooLarge(width, height));
    }
    if width == 0 || height == 0 {
        return Err(Refusal::Broken(Message::new("flaw/no-pixels").into()));
    }
    Ok(())
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_ALLOCATION);
    limits
}

/// A profile that cannot be read, or is not one of RGB, is passed over, as browsers do.
fn to_srgb(pixels: &mut RgbaImage, profile: &[u8]) {
    let Ok(profile) = ColorProfile::new_from_slice(profile) else {
        return;
    };
    if profile.color_space != DataColorSpace::Rgb {
        return;
    }
    let transform = profile.create_transform_8bit(
        Layout::Rgba,
        &ColorProfile::new_srgb(),
        Layout::Rgba,
        TransformOptions::default(),
    );
    let Ok(transform) = transform else {
        return;
    };
    // Row by row: a second image would be as large as the first.
    let row = 4 * pixels.width() as usize;
    let mut converted = vec![0; row];
    for pixels in pixels.chunks_exact_mut(row) {
        if transform.transform(pixels, &mut converted).is_ok() {
            pixels.copy_from_slice(&converted);
        }
    }
}

fn broken(error: image::ImageError) -> Refusal {
    Refusal::Broken(error.to_string().into())
}
